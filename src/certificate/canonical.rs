//! The one way in which a certificate is written, so that every changed byte shows.

use std::fmt::Write as _;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// The member that has the SHA-256 of all others.
pub(super) const HASH: &str = "sha256";

/// Returns JSON over several lines, the members of each object by their names.
pub(super) fn pretty(value: &Value) -> String {
    let mut json = String::new();
    push(&mut json, value, Some(0));
    json.push('\n');
    json
}

/// Returns the SHA-256 of a certificate without its own hash: of its JSON without spaces and line ends, the members of each object by their names (RFC 8785).
pub(super) fn hash_of_content(certificate: &Value) -> String {
    let mut content = certificate.clone();
    if let Value::Object(members) = &mut content {
        members.remove(HASH);
    }
    let mut json = String::new();
    push(&mut json, &content, None);
    hex(json.as_bytes())
}

/// Returns the SHA-256 of bytes in hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().fold(String::new(), |mut digits, byte| {
        // Writing to a string can't fail.
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

/// Appends a value. `depth` is that of the line, or `None` if everything is on one line.
fn push(json: &mut String, value: &Value, depth: Option<usize>) {
    let inner = depth.map(|depth| depth + 1);
    match value {
        Value::Object(members) if !members.is_empty() => {
            let mut sorted: Vec<(&String, &Value)> = members.iter().collect();
            // Another crate of the same build may ask serde_json to keep the order of insertion.
            sorted.sort_by_key(|(name, _)| name.as_str());
            json.push('{');
            for (index, (name, member)) in sorted.into_iter().enumerate() {
                begin_item(json, index, inner);
                json.push_str(&Value::from(name.as_str()).to_string());
                json.push_str(if inner.is_some() { ": " } else { ":" });
                push(json, member, inner);
            }
            end_items(json, depth);
            json.push('}');
        }
        Value::Array(items) if !items.is_empty() => {
            json.push('[');
            for (index, item) in items.iter().enumerate() {
                begin_item(json, index, inner);
                push(json, item, inner);
            }
            end_items(json, depth);
            json.push(']');
        }
        other => json.push_str(&other.to_string()),
    }
}

fn begin_item(json: &mut String, index: usize, depth: Option<usize>) {
    if index > 0 {
        json.push(',');
    }
    end_items(json, depth);
}

fn end_items(json: &mut String, depth: Option<usize>) {
    if let Some(depth) = depth {
        json.push('\n');
        json.extend(std::iter::repeat_n("  ", depth));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn members_are_sorted_and_the_own_hash_is_left_out() {
        let value = json!({ "b": [1, {}], "sha256": "x", "a": "\u{1}\"é" });
        assert_eq!(
            pretty(&value),
            "{\n  \"a\": \"\\u0001\\\"é\",\n  \"b\": [\n    1,\n    {}\n  ],\n  \"sha256\": \"x\"\n}\n"
        );
        let content = "{\"a\":\"\\u0001\\\"é\",\"b\":[1,{}]}";
        assert_eq!(hash_of_content(&value), hex(content.as_bytes()));
        assert_eq!(
            hex(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
