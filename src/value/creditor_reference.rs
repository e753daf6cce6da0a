//! Creditor references of ISO 11649.

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
