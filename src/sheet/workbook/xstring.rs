//! The escapes in the texts of an Excel workbook (`ST_Xstring` in ECMA-376 part 1, 22.9.2.19).

use std::borrow::Cow;

/// The length of an escape: `_x000D_`.
const LENGTH: usize = 7;

/// Replaces each `_xHHHH_` by the character with this code of UTF-16, as spreadsheet programs show it.
pub(super) fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains("_x") {
        return Cow::Borrowed(text);
    }
    let mut units: Vec<u16> = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        if let Some(unit) = escaped_unit(rest) {
            units.push(unit);
            rest = rest.get(LENGTH..).unwrap_or_default();
        } else {
            units.extend_from_slice(character.encode_utf16(&mut [0; 2]));
            rest = rest.get(character.len_utf8()..).unwrap_or_default();
        }
    }
    Cow::Owned(String::from_utf16_lossy(&units))
}

/// Returns the code of the escape at the start of a text.
fn escaped_unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("_x")?.get(..4)?;
    let is_closed = text.as_bytes().get(LENGTH - 1) == Some(&b'_');
    let are_digits = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let unit = u16::from_str_radix(digits, 16).ok()?;
    (is_closed && are_digits).then_some(unit)
}

#[cfg(test)]
mod tests {
    use super::unescape;

    #[test]
    fn replaces_escapes() {
        for (text, expected) in [
            ("Mi_x0065_te", "Miete"),
            ("a_x000D_\nb", "a\r\nb"),
            ("_x005F_x0065_", "_x0065_"),
            ("_xD83D__xDE00_", "😀"),
            ("_xD83D_", "\u{fffd}"),
            (
                "Zür_x_00e4_ _x12_ _x+065_ _x0065",
                "Zür_x_00e4_ _x12_ _x+065_ _x0065",
            ),
        ] {
            assert_eq!(unescape(text), expected);
        }
    }
}
