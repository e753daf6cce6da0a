use crate::value::trim;

/// How a word resembles a known one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Likeness {
    /// Only the case of its letters differs.
    Case,
    /// A letter or two differ.
    Spelling,
}

/// The known word that was probably meant.
pub(crate) fn nearest<'k>(
    word: &str,
    known: impl IntoIterator<Item = &'k str, IntoIter: Clone>,
) -> Option<(&'k str, Likeness)> {
    // A long word is no misspelt name, and measuring it would cost more than it tells.
    if word.len() > 64 {
        return None;
    }
    let (known, bare) = (known.into_iter(), trim(word));
    if let Some(candidate) = known.clone().find(|candidate| candidate.eq_ignore_ascii_case(bare)) {
        return Some((candidate, Likeness::Case));
    }
    let mut best: Option<(&str, usize)> = None;
    for candidate in known {
        let (tolerated, letters) = if candidate.len() > 5 { (2, 4) } else { (1, 2) };
        // Measuring costs more than to see that two words are far from each other, as most are: an edit makes a word one character longer
        // or shorter at most, and one letter at most goes with it and another comes.
        let are_far = if candidate.is_ascii() && word.is_ascii() {
            candidate.len().abs_diff(word.len()) > tolerated || differing_letters(candidate, word) > letters
        } else {
            candidate.chars().count().abs_diff(word.chars().count()) > tolerated
        };
        if are_far {
            continue;
        }
        let distance = strsim::osa_distance(&candidate.to_lowercase(), &word.to_lowercase());
        if distance <= tolerated && best.is_none_or(|(_, least)| distance < least) {
            best = Some((candidate, distance));
        }
    }
    best.map(|(candidate, _)| (candidate, Likeness::Spelling))
}

/// How many letters one of two words in ASCII has and the other one hasn't, at least.
fn differing_letters(one: &str, other: &str) -> u32 {
    // Other characters share the bits, which hides a difference and makes none.
    let letters = |word: &str| word.bytes().fold(0_u64, |bits, byte| bits | 1 << (byte.to_ascii_lowercase() % 64));
    (letters(one) ^ letters(other)).count_ones()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NAMES: [&str; 4] = ["amount", "currency", "text", "bookedAt"];

    #[test]
    fn finds_what_was_meant() {
        for (word, expected) in [
            ("Amount", Some(("amount", Likeness::Case))),
            ("BOOKEDAT", Some(("bookedAt", Likeness::Case))),
            ("amuont", Some(("amount", Likeness::Spelling))),
            ("booked_at", Some(("bookedAt", Likeness::Spelling))),
            ("curency", Some(("currency", Likeness::Spelling))),
            ("texts", Some(("text", Likeness::Spelling))),
            ("tax", None),
            ("note", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, NAMES), expected, "{word}");
        }
    }

    proptest! {
        #[test]
        fn no_word_within_reach_is_taken_for_a_far_one(word in "[a-cA-C0pö]{0,9}", candidate in "[a-cA-C0pö]{1,9}") {
            let tolerated = if candidate.len() > 5 { 2 } else { 1 };
            let distance = strsim::osa_distance(&candidate.to_lowercase(), &word.to_lowercase());
            prop_assert_eq!(nearest(&word, [&*candidate]).is_some(), distance <= tolerated);
        }
    }
}
