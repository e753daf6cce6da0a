//! The forms of values as regular expressions that every engine reads alike: no look-around, no classes by name.

/// What Unicode calls white space, for use in a class.
macro_rules! spaces {
    () => {
        r"\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
    };
}

/// Any number of the separators that may stand in an IBAN: blanks, hyphens and dashes, dots.
macro_rules! separators {
    () => {
        concat!(r"[-.\u2010-\u2015\u2212", spaces!(), "]*")
    };
}

/// What can't be seen, for use in a class: white space, zero width spaces and joiners, the byte order mark.
pub(super) const BLANK: &str = concat!(spaces!(), r"\u200b-\u200d\u2060\ufeff");

/// A text in which something can be seen.
pub(super) const VISIBLE: &str = concat!("[^", spaces!(), r"\u200b-\u200d\u2060\ufeff]");

/// A decimal greater than zero. That it fits in 96 bits is a rule of its own.
pub(super) const AMOUNT: &str = r"0\.[0-9]*[1-9][0-9]*|[1-9][0-9]*(?:\.[0-9]+)?";

/// Three upper-case letters. Which of them are codes of ISO 4217 is a rule of its own.
pub(super) const CURRENCY: &str = "[A-Z]{3}";

/// A day of the calendar in the years 0001 to 9999.
pub(super) const DATE: &str = concat!(
    "(?:000[1-9]|00[1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3})-",
    "(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))",
    "|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:0[48]|[2468][048]|[13579][26])00)-02-29"
);

/// Two letters, two digits and up to thirty letters or digits, with separators between. Country, length, structure and check digits
/// are a rule of their own.
pub(super) const IBAN: &str = concat!(
    separators!(),
    "(?:[A-Za-z]",
    separators!(),
    "){2}(?:[0-9]",
    separators!(),
    "){2}(?:[A-Za-z0-9]",
    separators!(),
    "){1,30}"
);

/// CHE and nine digits. A wrong check digit is a warning.
pub(super) const UID: &str = r"CHE-[0-9]{3}\.[0-9]{3}\.[0-9]{3}";

/// Two characters, whatever they are. That they are a code of ISO 3166-1 is a warning.
pub(super) const COUNTRY: &str = r"[\s\S]{2}";
