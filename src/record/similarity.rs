use crate::value::trim;

/// How a word differs from a known word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Difference {
    /// Only in the case of its letters.
    Case,
    /// In one or two letters.
    Spelling,
}

/// Returns the known word that was probably meant, if any.
pub(crate) fn nearest<'k>(
    word: &str,
    known: impl IntoIterator<Item = &'k str, IntoIter: Clone>,
) -> Option<(&'k str, Difference)> {
    // A long word is not a misspelt name, and computing its distance is expensive.
    if word.len() > 64 {
        return None;
    }
    let known = known.into_iter();
    let trimmed = trim(word);
    for candidate in known.clone() {
        if candidate.eq_ignore_ascii_case(trimmed) {
            return Some((candidate, Difference::Case));
        }
    }
    let mut best: Option<(&str, usize)> = None;
    for candidate in known {
        let (max_distance, max_letters) = if candidate.len() > 5 { (2, 4) } else { (1, 2) };
        // Most words are far from each other, and this is cheaper to see than the distance is to compute: an edit changes the length by at most
        // one, removes at most one letter and adds at most one.
        let are_far = if candidate.is_ascii() && word.is_ascii() {
            candidate.len().abs_diff(word.len()) > max_distance
                || differing_letters(candidate, word) > max_letters
        } else {
            candidate.chars().count().abs_diff(word.chars().count()) > max_distance
        };
        if are_far {
            continue;
        }
        let distance = strsim::osa_distance(&candidate.to_lowercase(), &word.to_lowercase());
        let is_nearest = best.is_none_or(|(_, least)| distance < least);
        if distance <= max_distance && is_nearest {
            best = Some((candidate, distance));
        }
    }
    let (candidate, _) = best?;
    Some((candidate, Difference::Spelling))
}

/// Returns a lower bound for the number of letters that only one of two ASCII words has.
fn differing_letters(first: &str, second: &str) -> u32 {
    // Several characters share a bit. This can hide a difference, but never adds one.
    (letter_bits(first) ^ letter_bits(second)).count_ones()
}

fn letter_bits(word: &str) -> u64 {
    let mut bits = 0;
    for byte in word.bytes() {
        bits |= 1 << (byte.to_ascii_lowercase() % 64);
    }
    bits
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NAMES: [&str; 4] = ["amount", "currency", "text", "bookedAt"];

    #[test]
    fn finds_the_word_that_was_meant() {
        for (word, expected) in [
            ("Amount", Some(("amount", Difference::Case))),
            ("BOOKEDAT", Some(("bookedAt", Difference::Case))),
            ("amuont", Some(("amount", Difference::Spelling))),
            ("booked_at", Some(("bookedAt", Difference::Spelling))),
            ("curency", Some(("currency", Difference::Spelling))),
            ("texts", Some(("text", Difference::Spelling))),
            ("tax", None),
            ("note", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, NAMES), expected, "{word}");
        }
    }

    proptest! {
        #[test]
        fn the_shortcut_skips_no_word_within_the_distance(word in "[a-cA-C0pö]{0,9}", candidate in "[a-cA-C0pö]{1,9}") {
            let max_distance = if candidate.len() > 5 { 2 } else { 1 };
            let distance = strsim::osa_distance(&candidate.to_lowercase(), &word.to_lowercase());
            prop_assert_eq!(nearest(&word, [&*candidate]).is_some(), distance <= max_distance);
        }
    }
}
