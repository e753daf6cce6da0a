//! QR references of Swiss bills.

use crate::source::Certain;

/// Returns the QR reference of a Swiss bill in a text, found by its 27 digits and their check digit. Blanks may be between them.
pub(crate) fn find_qr_reference(text: &str) -> Option<String> {
    // Most texts have too few digits.
    if text.bytes().filter(u8::is_ascii_digit).count() < 27 {
        return None;
    }
    let mut groups = text.split_inclusive(|character: char| !character.is_ascii_digit());
    loop {
        let rest = groups.clone();
        // A group begins after anything that is no digit.
        groups.next()?;
        let mut digits = String::new();
        for group in rest {
            let number = group.trim_end_matches(|character: char| !character.is_ascii_digit());
            digits.push_str(number);
            let is_continued = group.len() == number.len() + 1 && group.ends_with(' ');
            if digits.len() >= 27 || !is_continued {
                break;
            }
        }
        if digits.len() == 27 && is_qr_reference(&digits) {
            return Some(digits);
        }
    }
}

/// Whether the last of 27 digits is the check digit of the others (modulo 10, recursive), and the reference is not zero.
pub(crate) fn is_qr_reference(digits: &str) -> bool {
    const CARRIES: [u8; 10] = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5];
    let values = || digits.bytes().map(|digit| digit.wrapping_sub(b'0'));
    let carry = values().take(26).fold(0_u8, |carry, digit| {
        CARRIES
            .get(usize::from((carry + digit) % 10))
            .copied()
            .certain()
    });
    values().nth(26) == Some((10 - carry) % 10) && values().any(|digit| digit != 0)
}

/// Whether letters and digits in upper case are a creditor reference: `RF`, two check digits and up to 21 letters and digits.
pub(crate) fn is_creditor_reference(compact: &str) -> bool {
    let Some((check_digits, rest)) = compact
        .strip_prefix("RF")
        .and_then(|number| number.split_at_checked(2))
    else {
        return false;
    };
    let mut digits = rest
        .chars()
        .chain("RF".chars())
        .chain(check_digits.chars())
        .map(|character| character.to_digit(36));
    // ISO 7064, modulo 97. A letter counts as two digits.
    let remainder = digits.try_fold(0, |remainder, digit| {
        let digit = digit?;
        Some((remainder * if digit < 10 { 10 } else { 100 } + digit) % 97)
    });
    (1..=21).contains(&rest.len()) && remainder == Some(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_qr_references_by_their_check_digit() {
        let reference = "210000000003139471430009017";
        for text in [
            "210000000003139471430009017",
            "QRR: 21 00000 00003 13947 14300 09017",
            "Rechnung 118 21 00000 00003 13947 14300 09017 CHF 12.50",
            "/ROC/210000000003139471430009017/",
        ] {
            assert_eq!(
                find_qr_reference(text).as_deref(),
                Some(reference),
                "{text}"
            );
        }
        for text in [
            "",
            "210000000003139471430009018",
            "21 00000 00003 13947 14300 0901",
            "2100000000031394714300090170",
            "000000000000000000000000000",
            "21-00000-00003-13947-14300-09017",
        ] {
            assert_eq!(find_qr_reference(text), None, "{text}");
        }
    }
}
