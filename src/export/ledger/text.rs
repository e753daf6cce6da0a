//! Texts that can't start a line, a tag or a directive.

use std::borrow::Cow;

/// Returns a text on one line: each run of white space, control characters and invisible marks is one space, and none is at the ends.
pub(in crate::export) fn to_one_line(text: &str) -> Cow<'_, str> {
    let is_plain = |character: char| character == ' ' || !is_blank(character);
    if text.chars().all(is_plain) && !text.contains("  ") && text.trim() == text {
        return Cow::Borrowed(text);
    }
    Cow::Owned(
        text.split(is_blank)
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(" "),
    )
}

/// White space, control characters, and marks that change the direction of text or have no width.
fn is_blank(character: char) -> bool {
    character.is_whitespace()
        || character.is_control()
        || matches!(
            character,
            '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}'
        )
        || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}')
}

/// Replaces characters, where the first of each pair stands for the second.
pub(super) fn replace<'t>(text: &'t str, pairs: &[(char, char)]) -> Cow<'t, str> {
    let replacement = |character| {
        pairs
            .iter()
            .find(|(from, _)| *from == character)
            .map(|(_, to)| *to)
    };
    if !text
        .chars()
        .any(|character| replacement(character).is_some())
    {
        return Cow::Borrowed(text);
    }
    Cow::Owned(
        text.chars()
            .map(|character| replacement(character).unwrap_or(character))
            .collect(),
    )
}

/// Returns the name of a tag: a small letter, then letters, digits and hyphens. hledger gives some names a meaning; these get a prefix.
pub(super) fn tag_name(name: &str) -> String {
    let valid: String = name
        .chars()
        .map(|character| {
            if character.is_ascii_alphanumeric() {
                character
            } else {
                '-'
            }
        })
        .collect();
    let valid = valid.trim_matches('-').to_ascii_lowercase();
    let has_meaning = matches!(
        valid.as_str(),
        "date" | "date2" | "type" | "t" | "assertion" | "filename" | "lineno"
    );
    let begins_well = valid.starts_with(|first: char| first.is_ascii_lowercase());
    if has_meaning || !begins_well || valid.len() < 2 {
        format!("tag-{valid}").trim_end_matches('-').to_owned()
    } else {
        valid
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_put_on_one_line() {
        for text in ["", "a", "a b", "Zürich, 8.1 %", "\u{1f600}"] {
            assert!(matches!(to_one_line(text), Cow::Borrowed(same) if same == text));
        }
        for (text, line) in [
            (" a  b ", "a b"),
            ("a\nb\r\n\tc", "a b c"),
            ("a\u{85}b\u{2028}c\u{a0}d\u{202e}e\u{feff}", "a b c d e"),
            ("\u{200b}", ""),
            ("\0", ""),
        ] {
            assert_eq!(to_one_line(text), line, "{text:?}");
        }
    }

    #[test]
    fn names_of_tags_are_valid() {
        for (name, valid) in [
            ("cost-center", "cost-center"),
            (
                "credit-card-statement-file-acme-id",
                "credit-card-statement-file-acme-id",
            ),
            ("Kosten stelle:", "kosten-stelle"),
            ("date", "tag-date"),
            ("x", "tag-x"),
            ("7", "tag-7"),
            ("", "tag"),
            ("ö", "tag"),
        ] {
            assert_eq!(tag_name(name), valid);
        }
    }
}
