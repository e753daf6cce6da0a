use std::fmt;

use super::fault::faults;
use super::uid_spelling;

/// A Swiss business identification number (UID), written `CHE-ddd.ddd.ddd`. Any nine digits are held, wrong ones too:
/// ask [`Uid::check_digit`].
///
/// ```
/// use universal_accounting::value::{Uid, UidCheckDigit, UidFault};
///
/// let uid = Uid::parse("CHE-123.456.788")?;
/// assert_eq!(uid.check_digit(), UidCheckDigit::Right);
/// assert_eq!(Uid::parse("che 123456788 MWST"), Err(UidFault::Spelling(uid)));
/// assert_eq!(Uid::parse("123.456.788"), Err(UidFault::Prefix(uid)));
/// assert_eq!(Uid::parse("CHE-123.456.789")?.check_digit(), UidCheckDigit::Wrong { expected: 8 });
/// # Ok::<(), UidFault>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Uid([u8; 9]);

/// What the eight digits before it say of the last digit (UIDV, article 5; Federal Statistical Office, "Die UID").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UidCheckDigit {
    /// It follows from the others.
    Right,
    /// Another one follows.
    Wrong {
        /// Which one, 0 to 9.
        expected: u8,
    },
    /// It would be 10: a number that starts with these eight digits is never given out.
    Impossible,
}

faults! {
    /// Why a text is no business identification number in the form `CHE-ddd.ddd.ddd`.
    pub enum UidFault {
        /// Another spelling of a right number: this one.
        Spelling(Uid) => "a business identification number is written CHE-ddd.ddd.ddd, with nothing before or after it",
        /// A right number in any spelling, without the prefix CHE: this one, if it is a business identification number at all.
        Prefix(Uid) => "a business identification number starts with CHE; it is written CHE-ddd.ddd.ddd",
        /// Neither.
        Form => "a business identification number is CHE and nine digits, written CHE-ddd.ddd.ddd",
    }
}

static WEIGHTS: [u16; 8] = [5, 4, 3, 2, 7, 6, 5, 4];

impl Uid {
    /// Reads exactly fifteen characters `CHE-ddd.ddd.ddd`.
    pub fn parse(text: &str) -> Result<Self, UidFault> {
        let [b'C', b'H', b'E', b'-', a1, a2, a3, b'.', b1, b2, b3, b'.', c1, c2, c3] = *text.as_bytes() else {
            return Err(fault(text));
        };
        let digits = [a1, a2, a3, b1, b2, b3, c1, c2, c3];
        if digits.iter().all(u8::is_ascii_digit) { Ok(Self(digits)) } else { Err(fault(text)) }
    }

    /// Reads any spelling that has the prefix CHE, such as a tax number `CHE-123.456.788 MWST`; the digits may be wrong.
    ///
    /// ```
    /// use universal_accounting::value::Uid;
    ///
    /// assert_eq!(Uid::parse_with_suffix("CHE123456788TVA"), Uid::parse("CHE-123.456.788").ok());
    /// assert_eq!(Uid::parse_with_suffix("123.456.788 MWST"), None);
    /// ```
    #[must_use]
    pub fn parse_with_suffix(text: &str) -> Option<Self> {
        uid_spelling::prefixed(text).map(Self)
    }

    /// Whether the last digit follows from the others.
    #[must_use]
    pub fn check_digit(self) -> UidCheckDigit {
        let [.., last] = self.0;
        let sum: u16 = self.0.iter().zip(WEIGHTS).map(|(digit, weight)| u16::from(digit - b'0') * weight).sum();
        match u8::try_from((11 - sum % 11) % 11) {
            Ok(expected) if expected == last - b'0' => UidCheckDigit::Right,
            Ok(expected) if expected < 10 => UidCheckDigit::Wrong { expected },
            _ => UidCheckDigit::Impossible,
        }
    }

    /// Whether the first digit is zero; numbers go from 100.000.000 (eCH-0097 and the register).
    #[must_use]
    pub fn has_leading_zero(self) -> bool {
        self.0.starts_with(b"0")
    }

    /// Whether the number can have been given out: its check digit is right and its first digit no zero.
    #[must_use]
    pub fn is_right(self) -> bool {
        self.check_digit() == UidCheckDigit::Right && !self.has_leading_zero()
    }
}

/// The fault of a text that isn't exactly `CHE-ddd.ddd.ddd`.
#[cold]
fn fault(text: &str) -> UidFault {
    let (digits, fault): (_, fn(Uid) -> UidFault) = match uid_spelling::prefixed(text) {
        Some(digits) => (Some(digits), UidFault::Spelling),
        None => (uid_spelling::bare(text), UidFault::Prefix),
    };
    digits.map(Uid).filter(|uid| uid.is_right()).map_or(UidFault::Form, fault)
}

impl fmt::Display for Uid {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a1, a2, a3, b1, b2, b3, c1, c2, c3] = self.0;
        let text = [b'C', b'H', b'E', b'-', a1, a2, a3, b'.', b1, b2, b3, b'.', c1, c2, c3];
        // Always text: only digits get in.
        formatter.pad(str::from_utf8(&text).unwrap_or_default())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;

    fn uid(text: &str) -> Uid {
        Uid::parse(text).unwrap()
    }

    #[test]
    fn the_form_alone_decides_and_the_digits_are_told_apart() {
        let rows = [
            ("CHE-109.322.551", UidCheckDigit::Right),
            ("CHE-100.000.006", UidCheckDigit::Right),
            ("CHE-396.731.000", UidCheckDigit::Right),
            ("CHE-109.322.552", UidCheckDigit::Wrong { expected: 1 }),
            ("CHE-123.456.789", UidCheckDigit::Wrong { expected: 8 }),
            ("CHE-396.731.001", UidCheckDigit::Wrong { expected: 0 }),
            ("CHE-100.010.000", UidCheckDigit::Impossible),
            ("CHE-100.010.009", UidCheckDigit::Impossible),
        ];
        for (text, check_digit) in rows {
            let uid = uid(text);
            assert_eq!((uid.to_string(), uid.check_digit()), (text.to_owned(), check_digit));
            assert_eq!(
                (uid.is_right(), uid.has_leading_zero()),
                (check_digit == UidCheckDigit::Right, false),
                "{text}"
            );
        }
    }

    #[test]
    fn a_leading_zero_is_never_right() {
        for text in ["CHE-000.000.000", "CHE-010.322.557"] {
            let uid = uid(text);
            assert_eq!((uid.check_digit(), uid.has_leading_zero()), (UidCheckDigit::Right, true), "{text}");
            assert!(!uid.is_right(), "{text}");
        }
        assert_eq!(Uid::parse("CHE010322557"), Err(UidFault::Form));
    }

    /// A number that can have been given out.
    pub(in super::super) fn right_uid() -> impl Strategy<Value = Uid> {
        (10_000_000_u32..=99_999_999).prop_filter_map("its check digit would be 10", |first| {
            let with = |last: u8| Uid::parse_with_suffix(&format!("CHE{first}{last}"));
            match with(0)?.check_digit() {
                UidCheckDigit::Right => with(0),
                UidCheckDigit::Wrong { expected } => with(expected),
                UidCheckDigit::Impossible => None,
            }
        })
    }

    proptest! {
        #[test]
        fn one_wrong_digit_and_two_swapped_neighbours_are_seen(right in right_uid(), place in 0..9_usize, other in b'0'..=b'9') {
            let mut wrong = right;
            wrong.0[place] = other;
            prop_assert_eq!(wrong.check_digit() == UidCheckDigit::Right, wrong == right);
            let mut swapped = right;
            swapped.0.swap(place, (place + 1) % 9);
            prop_assert!(place == 8 || (swapped.check_digit() == UidCheckDigit::Right) == (swapped == right));
        }

        #[test]
        fn no_text_panics(text in "\\PC{0,20}|[CHE0-9. -]{0,20}") {
            match Uid::parse(&text) {
                Ok(uid) => prop_assert_eq!(uid.to_string(), text),
                Err(UidFault::Spelling(uid) | UidFault::Prefix(uid)) => prop_assert!(uid.is_right()),
                Err(UidFault::Form) => {}
            }
        }
    }
}
