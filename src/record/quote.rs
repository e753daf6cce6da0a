use crate::source::unescaped_prefix_len;

/// Appends a text as a JSON string, and escapes only the characters that JSON requires to be escaped.
pub(crate) fn push_quoted(json: &mut String, text: &str) {
    json.push('"');
    let mut rest = text;
    loop {
        let (unescaped, tail) = rest
            .split_at_checked(unescaped_prefix_len(rest.as_bytes()))
            .unwrap_or((rest, ""));
        json.push_str(unescaped);
        let mut characters = tail.chars();
        match characters.next() {
            None => break,
            Some('\u{8}') => json.push_str("\\b"),
            Some('\u{c}') => json.push_str("\\f"),
            Some('\n') => json.push_str("\\n"),
            Some('\r') => json.push_str("\\r"),
            Some('\t') => json.push_str("\\t"),
            Some(character @ ('"' | '\\')) => json.extend(['\\', character]),
            Some(control) => json.extend(["\\u", &format!("{:04x}", u32::from(control))]),
        }
        rest = characters.as_str();
    }
    json.push('"');
}

/// Appends a text as a JSON string without escaping it. The caller knows that no character of it needs an escape.
pub(crate) fn push_unescaped(json: &mut String, text: &str) {
    json.push('"');
    json.push_str(text);
    json.push('"');
}

/// Returns a text as a JSON string.
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
        fn writes_the_same_as_serde_json(text in "(\\PC|[\\x00-\\x21\"\\\\\u{7f}\u{2028}]){0,40}") {
            prop_assert_eq!(quoted(&text), serde_json::to_string(&text).unwrap());
        }
    }
}
