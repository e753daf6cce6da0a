//! Ids of transactions whose entries have a reference of the bank.

use std::borrow::Cow;

use rust_decimal::Decimal;
use sha2::{Digest, Sha256};

use super::model::{CreditDebit, Transaction};
use crate::source::Certain;
use crate::value::{BASE32_DIGITS, Date, base32, with_currency_decimals, with_decimal_bytes};

/// The most characters of a reference that are in an id. With the hash and an occurrence number of three digits, the id has at most 35 characters, the length
/// of a reference in ISO 20022.
const MAX_REFERENCE: usize = CUT_REFERENCE + 1 + HASH_DIGITS;

/// The characters that remain of a longer reference, before a point and a hash of the whole one.
const CUT_REFERENCE: usize = 15;

/// The number of base32 digits of a hash. The first one of that of the booking is a letter, so that no digits before it and in it are a card number together.
const HASH_DIGITS: usize = 7;

/// The most digits of an occurrence number. A hash has fewer.
const MAX_NUMBER_DIGITS: usize = 10;

/// The id of a transaction whose entry has a reference of the bank: the reference, and a hash of the reference, the direction, the amount and the booking day.
///
/// Entries that are equal in all of them have an occurrence number from 2 on: `9999311BN1710030-DV7FHQW`, `9999311BN1710030-DV7FHQW-2`. The scheme is frozen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReferenceId<'a> {
    reference: Cow<'a, str>,
    hash: [u8; 16],
    occurrence: u32,
}

/// What an id with a reference depends on beside the reference.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BookingKey {
    pub(crate) direction: CreditDebit,
    /// Not negative.
    pub(crate) amount: Decimal,
    /// The booking date, else the value date, else the purchase date.
    pub(crate) day: Option<Date>,
}

impl BookingKey {
    /// Returns the key of a transaction that has a direction.
    pub(crate) fn of(transaction: &Transaction) -> Option<Self> {
        Some(Self {
            direction: transaction.credit_debit?,
            amount: transaction.amount.into(),
            day: transaction.day(),
        })
    }
}

impl<'a> ReferenceId<'a> {
    /// Returns the id of the first entry with a reference and a key.
    pub(crate) fn new(reference: &'a str, key: &BookingKey) -> Self {
        let reference = shorten(reference);
        let hash = hash(&reference, key);
        Self {
            reference,
            hash,
            occurrence: 1,
        }
    }

    /// Returns the id of the first entry with a reference that isn't such an id itself, where the hash of both is known.
    pub(crate) fn with_hash(reference: &'a str, hash: [u8; 16]) -> Self {
        Self {
            reference: shorten(reference),
            hash,
            occurrence: 1,
        }
    }

    /// Parses the id of an entry with a key. Returns `None` for any text that no entry with this key has as its id.
    pub(crate) fn parse(id: &'a str, key: &BookingKey) -> Option<Self> {
        let (reference, digits, occurrence) = split(id)?;
        let first = Self::new(reference, key);
        let is_own = first.reference == reference && first.hash_digits() == digits;
        is_own.then(|| first.with_occurrence(occurrence))
    }

    /// Returns the reference in a text that has the form of such an id.
    pub(crate) fn reference_in(id: &str) -> Option<&str> {
        split(id).map(|(reference, ..)| reference)
    }

    /// Whether a text has the form of the id of a reference that was too long for it. The only digit of that reference may have been cut off.
    pub(crate) fn is_of_long_reference(id: &str) -> bool {
        let Some(reference) = Self::reference_in(id) else {
            return false;
        };
        let Some((start, digits)) = reference.rsplit_once('.') else {
            return false;
        };
        start.chars().count() == CUT_REFERENCE && is_hash(digits)
    }

    /// Returns a text that has the form of such an id without its occurrence number.
    pub(crate) fn first_in(id: &str) -> Option<&str> {
        let (reference, digits, _) = split(id)?;
        id.get(..reference.len() + 1 + digits.len())
    }

    /// Returns the id of the first entry with the same reference and another key.
    pub(crate) fn with_key(&self, key: &BookingKey) -> Self {
        let reference = self.reference.clone();
        let hash = hash(&reference, key);
        Self {
            reference,
            hash,
            occurrence: 1,
        }
    }

    /// Returns the id of an equal entry with another occurrence number, from 1.
    pub(crate) fn with_occurrence(self, occurrence: u32) -> Self {
        Self { occurrence, ..self }
    }

    /// Returns the hash of the reference and the key.
    pub(crate) const fn hash(&self) -> [u8; 16] {
        self.hash
    }

    pub(crate) const fn occurrence(&self) -> u32 {
        self.occurrence
    }

    fn hash_digits(&self) -> String {
        let [first, rest @ ..] = self.hash;
        let mut digits = base32(&[first & 0x7f, rest[0], rest[1], rest[2], rest[3]]);
        digits.truncate(HASH_DIGITS);
        digits
    }

    /// Appends the text of the id.
    pub(crate) fn push_to(&self, id: &mut String) {
        id.push_str(&self.reference);
        id.push('-');
        id.push_str(&self.hash_digits());
        push_occurrence(self.occurrence, id);
    }
}

/// Splits the text of an id into the reference, the digits of the hash and the occurrence number.
fn split(id: &str) -> Option<(&str, &str, u32)> {
    // Most ids in a store have another form, which their last bytes show.
    let end = id.len().saturating_sub(MAX_NUMBER_DIGITS + 1);
    let (start, last) = id
        .as_bytes()
        .get(end..)?
        .contains(&b'-')
        .then(|| id.rsplit_once('-'))??;
    let number = parse_occurrence(last);
    let (reference, digits) = if number.is_some() {
        start.rsplit_once('-')?
    } else {
        (start, last)
    };
    let is_id = is_hash(digits) && !reference.is_empty();
    is_id.then_some((reference, digits, number.unwrap_or(1)))
}

/// Whether a text has the form of the digits of a hash.
fn is_hash(digits: &str) -> bool {
    let is_digit = |digit: u8| BASE32_DIGITS.contains(&digit);
    digits.len() == HASH_DIGITS && digits.bytes().all(is_digit)
}

impl std::fmt::Display for ReferenceId<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut id = String::new();
        self.push_to(&mut id);
        formatter.write_str(&id)
    }
}

/// Appends the occurrence number to the id of an entry, unless it is the first one.
pub(crate) fn push_occurrence(occurrence: u32, id: &mut String) {
    if occurrence > 1 {
        id.push('-');
        id.push_str(&occurrence.to_string());
    }
}

/// Parses an occurrence number, which is at least 2.
pub(crate) fn parse_occurrence(number: &str) -> Option<u32> {
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
    let number = number.parse().ok().filter(|_| is_number)?;
    (number > 1).then_some(number)
}

/// Appends a part of what is hashed, after its length. The length makes the message unambiguous: different lists of parts give different messages.
pub(crate) fn push_part(message: &mut Vec<u8>, part: &[u8]) {
    match u8::try_from(part.len()) {
        Ok(length @ 0..10) => message.extend_from_slice(&[b'0' + length, b':']),
        Ok(length @ 10..100) => {
            message.extend_from_slice(&[b'0' + length / 10, b'0' + length % 10, b':']);
        }
        _ => message.extend_from_slice(format!("{}:", part.len()).as_bytes()),
    }
    message.extend_from_slice(part);
}

/// Returns the first 16 bytes of a hash.
pub(crate) fn first_half(digest: impl IntoIterator<Item = u8>) -> [u8; 16] {
    let mut hash = [0; 16];
    for (target, byte) in hash.iter_mut().zip(digest) {
        *target = byte;
    }
    hash
}

/// Appends what all ids depend on: the direction, the amount and the day.
pub(crate) fn push_booking(message: &mut Vec<u8>, key: &BookingKey) {
    push_part(message, key.direction.as_str().as_bytes());
    with_decimal_bytes(with_currency_decimals(key.amount, None), |amount| {
        push_part(message, amount);
    });
    let day = key.day.map(Date::to_ascii);
    push_part(message, day.as_ref().map_or(&[], <[u8; 10]>::as_slice));
}

fn hash(reference: &str, key: &BookingKey) -> [u8; 16] {
    let mut message = Vec::with_capacity(128);
    push_part(&mut message, b"universal-accounting reference 1");
    push_part(&mut message, reference.as_bytes());
    push_booking(&mut message, key);
    first_half(Sha256::digest(&message))
}

/// Returns a reference, or the start of a long one with a hash of the whole one.
fn shorten(reference: &str) -> Cow<'_, str> {
    if reference.chars().count() <= MAX_REFERENCE {
        return Cow::Borrowed(reference);
    }
    let mut short: String = reference.chars().take(CUT_REFERENCE).collect();
    short.push('.');
    let digest = Sha256::digest(reference.as_bytes());
    let digits = base32(digest.get(..5).certain());
    short.extend(digits.chars().take(HASH_DIGITS));
    Cow::Owned(short)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn key(cents: i64, day: &str) -> BookingKey {
        BookingKey {
            direction: CreditDebit::Debit,
            amount: Decimal::new(cents, 2),
            day: Date::parse(day).ok(),
        }
    }

    /// The scheme is frozen: a different id for the same entry would be imported as another transaction.
    #[test]
    fn ids_are_frozen() {
        let key = key(1250, "2026-03-31");
        let id = ReferenceId::new("9999311BN1710030", &key);
        assert_eq!(id.to_string(), "9999311BN1710030-DV7FHQW");
        assert_eq!(
            id.with_occurrence(2).to_string(),
            "9999311BN1710030-DV7FHQW-2"
        );
        let long = ReferenceId::new("20160410375244000000000000000071", &key);
        assert_eq!(long.to_string(), "201604103752440.HVQONGO-OL2HWLS");
    }

    proptest! {
        #[test]
        fn an_id_is_parsed_by_its_own_entry_only(
            reference in "[A-Za-z0-9/_.-]{1,40}",
            cents in 1_i64..10_000,
            occurrence in 1_u32..1000,
        ) {
            let own = key(cents, "2026-03-31");
            let id = ReferenceId::new(&reference, &own).with_occurrence(occurrence);
            let text = id.to_string();
            prop_assert!(text.chars().count() <= 35, "{}", text);
            prop_assert_eq!(ReferenceId::parse(&text, &own), Some(id.clone()));
            for other in [key(cents + 1, "2026-03-31"), key(cents, "2026-04-01")] {
                prop_assert_eq!(ReferenceId::parse(&text, &other), None);
                prop_assert_ne!(ReferenceId::new(&reference, &other).hash(), id.hash());
            }
        }
    }
}
