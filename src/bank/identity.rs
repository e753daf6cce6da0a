use std::borrow::Cow;
use std::collections::HashMap;

use memchr::memchr;
use rust_decimal::Decimal;
use sha2::{Digest, Sha256};

use super::numbering::{Counts, Lines};
use super::rules;
use crate::record::rules::CARD_NUMBER;
use crate::report::Rule;
use crate::source::same;
use crate::transactions::CreditDebit;
use crate::value::{CardNumber, Date, in_minor_units, show_decimal};

/// What a derived id is made of. The scheme is frozen: `ua1` stands for it in every id.
pub(super) struct Identified<'a> {
    /// The version of the profile's list of identity columns.
    pub(super) version: u32,
    pub(super) account: &'a str,
    pub(super) currency: &'a str,
    pub(super) direction: CreditDebit,
    pub(super) amount: Decimal,
    pub(super) date: Option<Date>,
    /// Tells the identity columns' cells, blanks folded.
    pub(super) cells: &'a Cells<'a>,
}

/// Tells cells one after the other.
type Cells<'a> = dyn Fn(&mut dyn FnMut(&str)) + 'a;

/// Gives ids to transactions that have none of their bank, the same for the same booking in every export.
///
/// Bookings that are alike are numbered from the oldest one: what comes later stands at the other end of the file, and leaves
/// the numbers of those before it as they were.
#[derive(Default)]
pub(super) struct Ids<'t, 'c> {
    seen: Counts,
    from: From<'c>,
    /// The accounts by number, and the one of the row before.
    accounts: HashMap<String, u32>,
    recent: (String, u32),
    of_bank: Lines<'t>,
    /// What an id is derived from, and the hash of how it begins for an account in a currency.
    message: Vec<u8>,
    begun: Option<Begun>,
}

/// What the hash of every booking of an account begins with.
struct Begun {
    version: u32,
    account: String,
    currency: String,
    hash: Sha256,
}

/// Which row of the file comes first.
#[derive(Default)]
enum From<'c> {
    #[default]
    Oldest,
    /// Nothing has been derived so far: what tells, and counts all rows where it is the newest.
    Unknown(Box<dyn FnOnce() -> Option<Counts> + 'c>),
    /// The newest: how many of each are still to come.
    Newest(Counts),
}

impl<'t, 'c> Ids<'t, 'c> {
    /// Ids for a file of which is asked when an id is derived how many bookings of each hash it has, if its newest row comes first.
    pub(super) fn from_newest(count: impl FnOnce() -> Option<Counts> + 'c) -> Self {
        Self { from: From::Unknown(Box::new(count)), ..Self::default() }
    }

    /// How many ids of each hash were derived.
    pub(super) fn into_counts(self) -> Counts {
        self.seen
    }

    /// The line in which the account has had an id of the bank's before.
    pub(super) fn repeated(&mut self, account: &str, id: Cow<'t, str>, line: usize) -> Option<usize> {
        if !same(self.recent.0.as_bytes(), account.as_bytes()) {
            let next = u32::try_from(self.accounts.len()).unwrap_or(u32::MAX);
            self.recent = (account.to_owned(), *self.accounts.entry(account.to_owned()).or_insert(next));
        }
        let first = self.of_bank.first(self.recent.1, id, line);
        (first != line).then_some(first)
    }

    /// Appends the id: a hash over what the booking is, and a number for the second and later of bookings that are alike to
    /// the letter on one day.
    pub(super) fn derive(&mut self, identified: &Identified<'_>, id: &mut String) {
        let mut hash = [0; 16];
        if self.begun.as_ref().is_some_and(|begun| !identified.is_begun(begun)) {
            self.begun = None;
        }
        let begun = self.begun.get_or_insert_with(|| identified.begin(&mut self.message));
        identified.write(&mut self.message);
        let digest = begun.hash.clone().chain_update(&self.message).finalize();
        for (place, byte) in hash.iter_mut().zip(digest) {
            *place = byte;
        }
        if let From::Unknown(_) = &self.from
            && let From::Unknown(count) = std::mem::take(&mut self.from)
        {
            self.from = count().map_or(From::Oldest, From::Newest);
        }
        let occurrence = match &mut self.from {
            From::Oldest | From::Unknown(_) => self.seen.change(hash, |count| {
                *count += 1;
                *count
            }),
            From::Newest(to_come) => to_come.change(hash, |left| {
                let occurrence = (*left).max(1);
                *left = occurrence - 1;
                occurrence
            }),
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
    fn is_begun(&self, begun: &Begun) -> bool {
        begun.version == self.version
            && same(begun.account.as_bytes(), self.account.as_bytes())
            && same(begun.currency.as_bytes(), self.currency.as_bytes())
    }

    fn begin(&self, message: &mut Vec<u8>) -> Begun {
        message.clear();
        for part in ["universal-accounting transaction 1", &self.version.to_string(), self.account, self.currency] {
            push_part(message, part.as_bytes());
        }
        Begun {
            version: self.version,
            account: self.account.to_owned(),
            currency: self.currency.to_owned(),
            hash: Sha256::new_with_prefix(message),
        }
    }

    /// Writes what follows.
    fn write(&self, message: &mut Vec<u8>) {
        message.clear();
        push_part(message, self.direction.as_str().as_bytes());
        show_decimal(in_minor_units(self.amount, None), |amount| push_part(message, amount));
        push_part(message, self.date.map(Date::shown).as_ref().map_or(&[], <[u8; 10]>::as_slice));
        (self.cells)(&mut |cell| push_part(message, cell.as_bytes()));
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

/// Why an id of the bank's can't be used as it stands.
pub(super) fn unusable(id: &str) -> Option<&'static Rule> {
    // Masked, many numbers would be one id; as it stands, it must not be sent.
    if CardNumber::is_in(id) {
        return Some(&CARD_NUMBER);
    }
    is_rounded(id).then_some(&rules::BANK_ID_DAMAGED)
}

/// Whether a spreadsheet has turned an id into a number and rounded it.
fn is_rounded(id: &str) -> bool {
    // Hardly any id has a plus in it.
    if memchr(b'+', id.as_bytes()).is_none() {
        return false;
    }
    let Some((mantissa, exponent)) = id.split_once(['E', 'e']) else { return false };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let mark = |character| matches!(character, '.' | ',');
    exponent.strip_prefix('+').is_some_and(digits) && mantissa.split(mark).all(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(ids: &mut Ids<'_, '_>, amount: &str, cells: &[&str]) -> String {
        let mut id = String::new();
        let identified = Identified {
            version: 1,
            account: "CH9300762011623852957",
            currency: "CHF",
            direction: CreditDebit::Debit,
            amount: amount.parse().unwrap(),
            date: Date::parse("2026-03-31").ok(),
            cells: &|tell| cells.iter().for_each(|cell| tell(cell)),
        };
        ids.derive(&identified, &mut id);
        id
    }

    /// Frozen: another id for the same booking would book it twice in every ledger that has it.
    #[test]
    fn the_scheme_is_frozen() {
        let mut ids = Ids::default();
        assert_eq!(id(&mut ids, "12.50", &["Einkauf"]), FROZEN);
        assert_eq!(id(&mut ids, "12.5", &["Einkauf"]), format!("{FROZEN}-2"));
        assert_eq!(id(&mut ids, "-12.500", &["Einkauf"]), format!("{FROZEN}-3"));
    }

    #[test]
    fn alike_bookings_are_numbered_from_the_oldest() {
        let mut forward = Ids::default();
        let oldest_first: Vec<String> = (0..3).map(|_| id(&mut forward, "12.5", &["Einkauf"])).collect();
        let mut backward = Ids::from_newest(|| Some(forward.into_counts()));
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
    fn what_a_spreadsheet_rounded_is_no_id() {
        for (id, rounded) in
            [("8.8E+13", true), ("5,52e+22", true), ("8E13", false), ("TRX1E+5", false), ("1E+", false)]
        {
            assert_eq!(unusable(id).is_some(), rounded, "{id}");
        }
    }

    #[test]
    fn another_booking_has_another_id() {
        let mut ids = Ids::default();
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
