#![allow(clippy::inline_always, reason = "see the reader")]

use super::{NumberError, SyntaxError, SyntaxErrorKind};

/// Returns the offset after the number at `start`, which begins with a minus sign or a digit.
#[inline(always)]
pub(crate) fn number_end(bytes: &[u8], start: usize) -> Result<usize, SyntaxError> {
    let integer = start + usize::from(bytes.get(start) == Some(&b'-'));
    let mut at = digits_end(bytes, integer);
    if at == integer {
        return missing_integer(bytes, start, at);
    }
    if at > integer + 1 && bytes.get(integer) == Some(&b'0') {
        return number_error(start, at, NumberError::LeadingZero);
    }
    if bytes.get(at) == Some(&b'.') {
        let fraction = at + 1;
        at = digits_end(bytes, fraction);
        if at == fraction {
            return number_error(start, at, NumberError::NoFraction);
        }
    }
    if let Some(b'e' | b'E') = bytes.get(at) {
        let exponent = at + 1 + usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        at = digits_end(bytes, exponent);
        if at == exponent {
            return number_error(start, at, NumberError::NoExponent);
        }
    }
    Ok(at)
}

#[inline(always)]
fn digits_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    while bytes.get(at).is_some_and(u8::is_ascii_digit) {
        at += 1;
    }
    at
}

#[cold]
fn missing_integer(bytes: &[u8], start: usize, at: usize) -> Result<usize, SyntaxError> {
    match bytes.get(at..).map_or(0, non_finite_len) {
        0 => number_error(start, at, NumberError::NoInteger),
        length => number_error(start, at + length, NumberError::NotFinite),
    }
}

/// Returns the length of the word at the start of `bytes` if it is `NaN` or infinity as in other languages, or else 0.
pub(super) fn non_finite_len(bytes: &[u8]) -> usize {
    let length = bytes
        .iter()
        .take_while(|byte| byte.is_ascii_alphabetic())
        .count();
    let equals = |word: &&str| {
        bytes
            .get(..length)
            .is_some_and(|found| found.eq_ignore_ascii_case(word.as_bytes()))
    };
    if ["nan", "infinity", "inf"].iter().any(equals) {
        length
    } else {
        0
    }
}

#[cold]
fn number_error(start: usize, end: usize, kind: NumberError) -> Result<usize, SyntaxError> {
    Err(SyntaxError::new(
        start,
        end,
        SyntaxErrorKind::InvalidNumber(kind),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_end_is_the_offset_after_the_number() {
        for (text, end) in [
            ("0", 1),
            ("-0", 2),
            ("10", 2),
            ("0.10", 4),
            ("-0.0e-0", 7),
            ("1E+05,", 5),
            ("1e400]", 5),
            ("12 3", 2),
            ("1.2.3", 3),
            ("0x1F", 1),
            ("1_000", 1),
        ] {
            assert_eq!(number_end(text.as_bytes(), 0), Ok(end), "{text}");
        }
    }

    #[test]
    fn rejects_incomplete_numbers() {
        for (text, end, kind) in [
            ("-", 1, NumberError::NoInteger),
            ("-.5", 1, NumberError::NoInteger),
            ("--1", 1, NumberError::NoInteger),
            ("-Info", 1, NumberError::NoInteger),
            ("-Infinity", 9, NumberError::NotFinite),
            ("-inf]", 4, NumberError::NotFinite),
            ("007.5", 3, NumberError::LeadingZero),
            ("-00", 3, NumberError::LeadingZero),
            ("1.", 2, NumberError::NoFraction),
            ("1.e5", 2, NumberError::NoFraction),
            ("1e", 2, NumberError::NoExponent),
            ("1.5E-x", 5, NumberError::NoExponent),
        ] {
            assert_eq!(
                number_end(text.as_bytes(), 0),
                number_error(0, end, kind),
                "{text}"
            );
        }
    }
}
