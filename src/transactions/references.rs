//! The references of a payment in the text of a transaction. They distinguish two bookings with the same id.

use crate::source::{fingerprint, named_enum};
use crate::value::{find_qr_reference, is_creditor_reference};

named_enum! {
    /// A kind of reference that a payment has beside the reference of the bank.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum ReferenceKind {
        /// The end-to-end id of the payer.
        EndToEnd = "end-to-end id",
        /// The mandate of a direct debit.
        Mandate = "mandate",
        /// The number of an invoice.
        Invoice = "invoice number",
        /// The creditor reference of ISO 11649, which begins with `RF`.
        Creditor = "creditor reference",
        /// The QR reference of a Swiss bill.
        Qr = "QR reference",
    }
    /// The name in messages and in machine-readable output.
    as_str
}

/// The kinds, in the order of the fingerprints.
const KINDS: [ReferenceKind; 5] = [
    ReferenceKind::EndToEnd,
    ReferenceKind::Mandate,
    ReferenceKind::Invoice,
    ReferenceKind::Creditor,
    ReferenceKind::Qr,
];

/// The words before references in the texts that conversions write.
pub(crate) const END_TO_END: &str = "end-to-end";
pub(crate) const MANDATE: &str = "mandate";
pub(crate) const INVOICE: &str = "invoice";

/// The fingerprints of the references of a transaction, one for each kind.
///
/// Payloads have no field for these references, but conversions write them into the text, with a word before them. If a text has several values of a kind, the
/// kind is unknown: the details of a batch entry have references of their own.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct References([u16; KINDS.len()]);

impl References {
    /// Finds the references in a text.
    pub(crate) fn in_text(text: &str) -> Self {
        let mut found = Found::default();
        for part in text.split([';', '|']).map(str::trim) {
            let (word, value) = part.split_once(' ').unwrap_or((part, ""));
            match word {
                END_TO_END => found.add(ReferenceKind::EndToEnd, value),
                MANDATE => found.add(ReferenceKind::Mandate, value),
                INVOICE => found.add(ReferenceKind::Invoice, invoice_number(value)),
                _ if part.starts_with("RF") && is_creditor_reference(&compact(part)) => {
                    found.add(ReferenceKind::Creditor, part);
                }
                _ => {}
            }
        }
        if let Some(reference) = find_qr_reference(text) {
            found.add(ReferenceKind::Qr, &reference);
        }
        found.references
    }

    /// Returns the kinds that both have, but with different values.
    pub(crate) fn differing(&self, other: &Self) -> Vec<ReferenceKind> {
        let pairs = self.0.iter().zip(other.0).zip(KINDS);
        let differing =
            pairs.filter(|((one, other), _)| **one != 0 && *other != 0 && **one != *other);
        differing.map(|(_, kind)| kind).collect()
    }

    /// Appends a byte with a bit for each kind that is known, and the two bytes of its fingerprint, least significant first.
    pub(crate) fn push_to(&self, bytes: &mut Vec<u8>) {
        if *self == Self::default() {
            return bytes.push(0);
        }
        let bit = |(index, mark): (usize, &u16)| u8::from(*mark != 0) << index;
        bytes.push(self.0.iter().enumerate().map(bit).sum());
        for mark in self.0.iter().filter(|mark| **mark != 0) {
            bytes.extend(mark.to_le_bytes());
        }
    }

    /// Splits bytes that begin with references into the references and the rest. Returns `None` for bytes that [`push_to`](Self::push_to) never appends.
    pub(crate) fn split_first(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let (known, mut bytes) = bytes.split_first()?;
        let mut references = Self::default();
        if *known == 0 {
            return Some((references, bytes));
        }
        for (index, mark) in references.0.iter_mut().enumerate() {
            if known >> index & 1 == 1 {
                let (own, rest) = bytes.split_first_chunk()?;
                *mark = u16::from_le_bytes(*own);
                bytes = rest;
                (*mark != 0).then_some(())?;
            }
        }
        (known >> KINDS.len() == 0).then_some((references, bytes))
    }
}

#[derive(Default)]
struct Found {
    references: References,
    /// Whether a kind has several values.
    is_ambiguous: [bool; KINDS.len()],
}

impl Found {
    fn add(&mut self, kind: ReferenceKind, value: &str) {
        let value = compact(value);
        let place = KINDS.iter().position(|known| *known == kind);
        let Some(index) = place.filter(|_| !value.is_empty()) else {
            return;
        };
        let own = fingerprint(&value);
        if let (Some(mark), Some(is_ambiguous)) = (
            self.references.0.get_mut(index),
            self.is_ambiguous.get_mut(index),
        ) {
            *is_ambiguous |= *mark != 0 && *mark != own;
            *mark = if *is_ambiguous { 0 } else { own };
        }
    }
}

/// Returns the number of an invoice without the amounts and the day in brackets after it.
fn invoice_number(value: &str) -> &str {
    value.split_once(" (").map_or(value, |(number, _)| number)
}

/// Returns a reference as all its spellings have it: without blanks, and with capital letters.
fn compact(reference: &str) -> String {
    let characters = reference
        .chars()
        .filter(|character| !character.is_whitespace());
    characters.collect::<String>().to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn differing(one: &str, other: &str) -> Vec<ReferenceKind> {
        let [one, other] = [one, other].map(References::in_text);
        assert_eq!(one.differing(&other), other.differing(&one));
        for references in [one, other] {
            let mut bytes = Vec::new();
            references.push_to(&mut bytes);
            assert!(bytes.len() <= 1 + 2 * KINDS.len());
            assert_eq!(References::split_first(&bytes), Some((references, &[][..])));
        }
        one.differing(&other)
    }

    #[test]
    fn two_values_of_a_kind_differ() {
        let known = "Muster AG; RF18539007547034; end-to-end T-1; mandate M-1";
        assert_eq!(
            differing(known, "Ticket; end-to-end T-2"),
            [ReferenceKind::EndToEnd]
        );
        assert_eq!(
            differing(known, "end-to-end T-2; mandate M-2"),
            [ReferenceKind::EndToEnd, ReferenceKind::Mandate]
        );
        assert_eq!(differing(known, "RF45G72UUR"), [ReferenceKind::Creditor]);
        assert_eq!(
            differing("invoice 7 (paid 1.00 CHF)", "invoice 8"),
            [ReferenceKind::Invoice]
        );
        assert_eq!(differing("invoice 7 (paid 1.00 CHF)", "invoice 7"), []);
        assert_eq!(
            differing(
                "210000000003139471430009017",
                "QRR 21 00000 00003 13947 14300 09025"
            ),
            [ReferenceKind::Qr]
        );
    }

    #[test]
    fn other_words_spellings_and_absent_kinds_are_no_difference() {
        let known = "Muster AG; RF18539007547034; end-to-end T-1; mandate M-1";
        for other in [
            "",
            "Ticket",
            "end-to-end t-1",
            "RF18 5390 0754 7034; invoice 7",
            "invoice 7 (paid 320.00 CHF, 2026-02-01); credit note 8",
            // The details of a batch entry.
            "Lohn | 1.00 A; end-to-end T-1 | 2.00 B; end-to-end T-2",
            "RF00NOTVALID",
        ] {
            assert_eq!(differing(known, other), [], "{other}");
        }
    }
}
