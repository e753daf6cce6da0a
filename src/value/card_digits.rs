//! Checks the digits of a possible card number: their issuer, and the check digit.

use super::digit_groups::{Group, digit_values};
use crate::source::{Certain, MIN_CARD_DIGITS};

const MAX_CARD_DIGITS: usize = 19;

/// Whether an issuer has numbers of this length that start with these six digits.
fn is_issued(leading: u32, length: usize) -> bool {
    match leading {
        // Visa
        400_000..=499_999 => matches!(length, 13 | 16 | 19),
        // Mastercard
        222_100..=272_099 | 510_000..=559_999 => length == 16,
        // American Express
        340_000..=349_999 | 370_000..=379_999 => length == 15,
        // Diners Club
        300_000..=305_999 | 380_000..=399_999 => length == 14,
        360_000..=369_999 => matches!(length, 14 | 16 | 19),
        // Discover (6011 and 644 to 659) and JCB (3528 to 3589)
        601_100..=601_199 | 644_000..=659_999 | 352_800..=358_999 => matches!(length, 16 | 19),
        // UnionPay (62)
        620_000..=629_999 => (16..=19).contains(&length),
        // Maestro and Switch. The ranges that Mastercard reserves for Maestro are a twentieth of all numbers, so only those of known cards are here.
        501_800..=501_899
        | 502_000..=502_099
        | 503_800..=503_899
        | 564_182
        | 589_300..=589_399
        | 630_400..=630_499
        | 675_900..=675_999
        | 676_100..=676_399
        | 676_700..=676_799 => (13..=19).contains(&length),
        _ => false,
    }
}

/// Whether an issuer has numbers as long as these groups that start with the same digits.
pub(super) fn has_issuer(text: &str, groups: &[Group]) -> bool {
    let length = groups.iter().map(|group| group.length).sum();
    let leading = || {
        digit_values(text, groups)
            .take(6)
            .fold(0, |leading, digit| leading * 10 + u32::from(digit))
    };
    (MIN_CARD_DIGITS..=MAX_CARD_DIGITS).contains(&length) && is_issued(leading(), length)
}

/// The digits of a possible card number, as values 0 to 9.
pub(super) struct Digits {
    digits: [u8; MAX_CARD_DIGITS],
    length: usize,
}

impl Digits {
    /// Joins the digits of groups; returns `None` if no card number has that many digits.
    pub(super) fn from_groups(text: &str, groups: &[Group]) -> Option<Self> {
        let length = groups.iter().map(|group| group.length).sum();
        if !(MIN_CARD_DIGITS..=MAX_CARD_DIGITS).contains(&length) {
            return None;
        }
        let mut digits = [0; MAX_CARD_DIGITS];
        for (digit, value) in digits.iter_mut().zip(digit_values(text, groups)) {
            *digit = value;
        }
        Some(Self { digits, length })
    }

    pub(super) fn as_slice(&self) -> &[u8] {
        self.digits.get(..self.length).certain()
    }

    /// Luhn check: with every second digit from the right doubled, the sum of all digits ends in 0.
    pub(super) fn passes_luhn(&self) -> bool {
        let sum: u8 = (self.as_slice().iter().rev().enumerate())
            .map(|(index, digit)| match (index % 2, digit) {
                (0, digit) => *digit,
                (_, digit @ 0..=4) => digit * 2,
                (_, digit) => digit * 2 - 9,
            })
            .sum();
        sum.is_multiple_of(10)
    }
}
