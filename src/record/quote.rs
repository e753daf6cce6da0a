use crate::source::plain_length;

/// Appends a text as a JSON string, with no more escapes than JSON demands.
pub(crate) fn push_quoted(json: &mut String, text: &str) {
    json.push('"');
    let mut rest = text;
    loop {
        let (plain, tail) = rest.split_at_checked(plain_length(rest.as_bytes())).unwrap_or((rest, ""));
        json.push_str(plain);
        let mut characters = tail.chars();
        match characters.next() {
            None => break,
            Some('\u{8}') => json.push_str("\\b"),
            Some('\u{c}') => json.push_str("\\f"),
            Some('\n') => json.push_str("\\n"),
            Some('\r') => json.push_str("\\r"),
            Some('\t') => json.push_str("\\t"),
            Some(character @ ('"' | '\\')) => json.extend(['\\', character]),
            // Control characters are all below U+0020.
            Some(control) => json.extend(["\\u00", hex(u32::from(control) >> 4), hex(u32::from(control) & 15)]),
        }
        rest = characters.as_str();
    }
    json.push('"');
}

/// Appends a text as a JSON string, of which it is known that nothing in it wants to be escaped.
pub(crate) fn push_plain(json: &mut String, text: &str) {
    json.push('"');
    json.push_str(text);
    json.push('"');
}

fn hex(digit: u32) -> &'static str {
    const DIGITS: &str = "0123456789abcdef";
    let at = usize::try_from(digit).unwrap_or_default();
    DIGITS.get(at..=at).unwrap_or_default()
}

/// A text as a JSON string.
pub(crate) fn quoted(text: &str) -> String {
    let mut json = String::with_capacity(text.len() + 2);
    push_quoted(&mut json, text);
    json
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn serde_json_writes_the_same(text in "(\\PC|[\\x00-\\x21\"\\\\\u{7f}\u{2028}]){0,40}") {
            prop_assert_eq!(quoted(&text), serde_json::to_string(&text).unwrap());
        }
    }
}
