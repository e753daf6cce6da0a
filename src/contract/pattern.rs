//! Regular expressions for the formats of values. They mean the same in every engine, so they have no look-around and no named classes.

/// Whitespace as Unicode defines it, for use in a character class.
macro_rules! white_space {
    () => {
        r"\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
    };
}

/// Any number of the separators that are allowed in an IBAN: whitespace, hyphens and dashes, dots.
macro_rules! iban_separators {
    () => {
        concat!(r"[-.\u2010-\u2015\u2212", white_space!(), "]*")
    };
}

/// A visible character: no whitespace, no zero width space or joiner, and no byte order mark.
pub(super) const VISIBLE: &str = concat!("[^", white_space!(), r"\u200b-\u200d\u2060\ufeff]");

/// A decimal greater than zero. A separate rule limits it to 96 bits.
pub(super) const AMOUNT: &str = r"0\.[0-9]*[1-9][0-9]*|[1-9][0-9]*(?:\.[0-9]+)?";

/// A decimal that may be negative or zero. A separate rule limits it to 96 bits.
pub(super) const SIGNED_AMOUNT: &str = r"-?[0-9]+(?:\.[0-9]+)?";

/// Three upper-case letters. A separate rule checks that they are a code of ISO 4217.
pub(super) const CURRENCY: &str = "[A-Z]{3}";

/// A valid date in the years 0001 to 9999.
pub(super) const DATE: &str = concat!(
    "(?:000[1-9]|00[1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3})-",
    "(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))",
    "|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:0[48]|[2468][048]|[13579][26])00)-02-29"
);

/// Two letters, two digits and up to thirty letters or digits, with separators between them. Separate rules check the country, the length, the
/// structure and the check digits.
pub(super) const IBAN: &str = concat!(
    iban_separators!(),
    "(?:[A-Za-z]",
    iban_separators!(),
    "){2}(?:[0-9]",
    iban_separators!(),
    "){2}(?:[A-Za-z0-9]",
    iban_separators!(),
    "){1,30}"
);

/// CHE and nine digits. A separate rule warns about a wrong check digit.
pub(super) const UID: &str = r"CHE-[0-9]{3}\.[0-9]{3}\.[0-9]{3}";

/// Any two characters. A separate rule warns if they are not a code of ISO 3166-1.
pub(super) const COUNTRY: &str = r"[\s\S]{2}";
