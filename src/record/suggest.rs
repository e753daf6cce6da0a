/// How a word resembles a known one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Likeness {
    /// Only the case of its letters differs.
    Case,
    /// A letter or two differ.
    Spelling,
}

/// The known word that was probably meant.
pub(crate) fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<(&'k str, Likeness)> {
    // A long word is no misspelt name, and measuring it would cost more than it tells.
    if word.len() > 64 {
        return None;
    }
    let mut best: Option<(&str, usize)> = None;
    for candidate in known {
        if candidate.eq_ignore_ascii_case(word.trim()) {
            return Some((candidate, Likeness::Case));
        }
        let tolerated = if candidate.len() > 5 { 2 } else { 1 };
        // Measuring costs more than counting, and most words differ by their length alone.
        if candidate.chars().count().abs_diff(word.chars().count()) > tolerated {
            continue;
        }
        let distance = strsim::osa_distance(&candidate.to_lowercase(), &word.to_lowercase());
        if distance <= tolerated && best.is_none_or(|(_, least)| distance < least) {
            best = Some((candidate, distance));
        }
    }
    best.map(|(candidate, _)| (candidate, Likeness::Spelling))
}

#[cfg(test)]
mod tests {
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
}
