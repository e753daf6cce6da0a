use std::borrow::Cow;

use sha2::{Digest, Sha256};

use super::entry::{Amount, CurrencyCode, Identity};
use super::occurrences::{Counts, Lines};
use crate::value::{Date, with_currency_decimals, with_decimal_bytes};

/// What a derived id is made of. The scheme is frozen: `ua1` stands for it in every id.
pub(super) struct Identified<'a> {
    /// The version of the list of parts.
    pub(super) version: u32,
    /// The account and the currency, and the number of the pair.
    pub(super) account: &'a str,
    pub(super) currency: &'a CurrencyCode<'a>,
    pub(super) owner: usize,
    pub(super) amount: Amount,
    pub(super) identity: &'a Identity<'a>,
}

/// Gives ids to transactions that have none of their bank, the same for the same entry in every export.
///
/// Entries that are alike are numbered from the oldest one: what comes later stands at the other end of the file, and leaves
/// the numbers of those before it as they were.
#[derive(Default)]
pub(super) struct Ids<'s> {
    of_bank: Lines<'s>,
    numbered: Numbered,
    /// The hash of how every id begins for the owner of the entry before.
    begun: Option<(usize, Sha256)>,
    /// What an id is derived from.
    message: Vec<u8>,
}

/// How entries that are alike are numbered.
#[derive(Default)]
enum Numbered {
    /// Nothing was derived so far, and nobody knows which entry of the file comes first.
    #[default]
    Unknown,
    /// The oldest entry comes first: how many of each came.
    FromOldest(Counts),
    /// The newest entry comes first: how many of each are still to come.
    FromNewest(Counts),
}

impl<'s> Ids<'s> {
    /// Returns the line of the first entry of the account with the same id of the bank.
    pub(super) fn first_line(&mut self, account: usize, id: Cow<'s, str>, line: usize) -> Option<usize> {
        let first = self.of_bank.first(account, id, line);
        (first != line).then_some(first)
    }

    /// Whether the order of the entries is to be known before the first id is derived.
    pub(super) const fn wants_order(&self) -> bool {
        matches!(self.numbered, Numbered::Unknown)
    }

    /// Takes the counts of the whole file, where its newest entry comes first.
    pub(super) fn set_order(&mut self, counts: Option<Counts>) {
        self.numbered = counts.map_or_else(|| Numbered::FromOldest(Counts::default()), Numbered::FromNewest);
    }

    /// Counts an entry that is alike.
    pub(super) fn count(&mut self, identified: &Identified<'_>, counts: &mut Counts) {
        let hash = self.hash(identified);
        counts.change(hash, |count| {
            *count += 1;
            *count
        });
    }

    /// Appends the id: a hash over what the entry is, and a number for the second and later of entries that are alike to
    /// the letter on one day.
    pub(super) fn derive(&mut self, identified: &Identified<'_>, id: &mut String) {
        let hash = self.hash(identified);
        let occurrence = match &mut self.numbered {
            Numbered::FromNewest(to_come) => to_come.change(hash, |left| {
                let occurrence = (*left).max(1);
                *left = occurrence - 1;
                occurrence
            }),
            Numbered::FromOldest(came) => came.change(hash, |count| {
                *count += 1;
                *count
            }),
            Numbered::Unknown => 1,
        };
        id.push_str("ua1-");
        let mut digits = [0; 32];
        for (eight, four) in digits.as_chunks_mut::<8>().0.iter_mut().zip(hash.as_chunks::<4>().0) {
            *eight = hexadecimal(*four);
        }
        id.push_str(str::from_utf8(&digits).unwrap_or_default());
        if occurrence > 1 {
            id.push('-');
            id.push_str(&occurrence.to_string());
        }
    }

    fn hash(&mut self, identified: &Identified<'_>) -> [u8; 16] {
        let key = identified.owner;
        if self.begun.as_ref().is_some_and(|(of, _)| *of != key) {
            self.begun = None;
        }
        let (_, begun) = self.begun.get_or_insert_with(|| (key, identified.begin(&mut self.message)));
        identified.write(&mut self.message);
        let digest = begun.clone().chain_update(&self.message).finalize();
        let mut hash = [0; 16];
        for (place, byte) in hash.iter_mut().zip(digest) {
            *place = byte;
        }
        hash
    }
}

/// The digits of four bytes: first each half of a byte gets one of its own, then all of them become digits at once, and those from ten on letters.
fn hexadecimal(bytes: [u8; 4]) -> [u8; 8] {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let number = u64::from(u32::from_be_bytes(bytes));
    let number = (number << 16 | number) & 0x0000_ffff_0000_ffff;
    let number = (number << 8 | number) & 0x00ff_00ff_00ff_00ff;
    let digits = (number << 4 | number) & (15 * ONES);
    let letters = (digits + 6 * ONES) >> 4 & ONES;
    (digits + u64::from(b'0') * ONES + letters * u64::from(b'a' - b'9' - 1)).to_be_bytes()
}

impl Identified<'_> {
    fn begin(&self, message: &mut Vec<u8>) -> Sha256 {
        message.clear();
        let version = self.version.to_string();
        for part in ["universal-accounting transaction 1", &version, self.account, self.currency] {
            push_part(message, part.as_bytes());
        }
        Sha256::new_with_prefix(message)
    }

    /// Writes what follows.
    fn write(&self, message: &mut Vec<u8>) {
        message.clear();
        push_part(message, self.amount.direction.as_str().as_bytes());
        with_decimal_bytes(with_currency_decimals(self.amount.value, None), |amount| push_part(message, amount));
        push_part(message, self.identity.date.map(Date::to_ascii).as_ref().map_or(&[], <[u8; 10]>::as_slice));
        for part in &self.identity.parts {
            push_part(message, part.as_bytes());
        }
    }
}

/// Every part goes in with its length before it, so that no two lists of parts read the same.
fn push_part(message: &mut Vec<u8>, part: &[u8]) {
    match u8::try_from(part.len()) {
        Ok(length @ 0..10) => message.extend_from_slice(&[b'0' + length, b':']),
        Ok(length @ 10..100) => message.extend_from_slice(&[b'0' + length / 10, b'0' + length % 10, b':']),
        _ => message.extend_from_slice(format!("{}:", part.len()).as_bytes()),
    }
    message.extend_from_slice(part);
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::source::Span;
    use crate::transactions::CreditDebit;

    /// Shows what an id is derived from: an amount of money out, and some parts.
    fn identified<T>(amount: &str, parts: &[&str], take: impl FnOnce(&Identified<'_>) -> T) -> T {
        let value = amount.parse().unwrap();
        let amount = Amount { value, direction: CreditDebit::Debit, span: Span::at(0), charges: None };
        let parts = parts.iter().map(|part| Cow::Borrowed(*part)).collect();
        take(&Identified {
            version: 1,
            account: "CH9300762011623852957",
            currency: &CurrencyCode::of("CHF".into()),
            owner: 0,
            amount,
            identity: &Identity { date: Date::parse("2026-03-31").ok(), parts },
        })
    }

    fn id(ids: &mut Ids<'_>, amount: &str, parts: &[&str]) -> String {
        let mut id = String::new();
        identified(amount, parts, |identified| ids.derive(identified, &mut id));
        id
    }

    fn ids(counts: Option<Counts>) -> Ids<'static> {
        let mut ids = Ids::default();
        ids.set_order(counts);
        ids
    }

    /// Frozen: another id for the same booking would book it twice in every ledger that has it.
    #[test]
    fn the_scheme_is_frozen() {
        let mut ids = ids(None);
        assert_eq!(id(&mut ids, "12.50", &["Einkauf"]), FROZEN);
        assert_eq!(id(&mut ids, "12.5", &["Einkauf"]), format!("{FROZEN}-2"));
        assert_eq!(id(&mut ids, "-12.500", &["Einkauf"]), format!("{FROZEN}-3"));
    }

    #[test]
    fn alike_bookings_are_numbered_from_the_oldest() {
        let (mut forward, mut counts) = (ids(None), Counts::default());
        let oldest_first: Vec<String> = (0..3).map(|_| id(&mut forward, "12.5", &["Einkauf"])).collect();
        (0..3).for_each(|_| identified("12.5", &["Einkauf"], |one| forward.count(one, &mut counts)));
        let mut backward = ids(Some(counts));
        let newest_first: Vec<String> = (0..3).map(|_| id(&mut backward, "12.5", &["Einkauf"])).collect();
        assert_eq!(newest_first.into_iter().rev().collect::<Vec<_>>(), oldest_first);
    }

    #[test]
    fn every_byte_has_its_digits() {
        for (byte, other) in (0..=u8::MAX).zip((0..=u8::MAX).rev()) {
            let expected = format!("{byte:02x}{other:02x}{byte:02x}{byte:02x}");
            assert_eq!(hexadecimal([byte, other, byte, byte]), expected.as_bytes());
        }
    }

    #[test]
    fn another_booking_has_another_id() {
        let mut ids = ids(None);
        let all = [
            id(&mut ids, "12.50", &["Einkauf"]),
            id(&mut ids, "12.51", &["Einkauf"]),
            id(&mut ids, "12.50", &["Ein", "kauf"]),
            id(&mut ids, "12.50", &["Einkauf", ""]),
            id(&mut ids, "12.50", &[]),
        ];
        let distinct: std::collections::BTreeSet<&String> = all.iter().collect();
        assert_eq!(distinct.len(), all.len());
    }

    const FROZEN: &str = "ua1-af94f71d126d23fe0659756ceadff550";
}
