use std::collections::HashMap;

use rust_decimal::Decimal;
use sha2::{Digest, Sha256};

use super::rules;
use crate::record::rules::CARD_NUMBER;
use crate::report::Rule;
use crate::transactions::CreditDebit;
use crate::value::{CardNumber, Date};

/// What a derived id is made of. The scheme is frozen: `ua1` stands for it in every id.
pub(super) struct Identified<'a> {
    /// The version of the profile's list of identity columns.
    pub(super) version: u32,
    pub(super) account: &'a str,
    pub(super) currency: &'a str,
    pub(super) direction: CreditDebit,
    pub(super) amount: Decimal,
    pub(super) date: Option<Date>,
    /// The identity columns' cells, blanks folded.
    pub(super) cells: &'a [String],
}

/// Gives ids to transactions that have none of their bank, the same for the same booking in every export.
///
/// Bookings that are alike are numbered from the oldest one: what comes later stands at the other end of the file, and leaves
/// the numbers of those before it as they were.
#[derive(Default)]
pub(super) struct Ids<'c> {
    seen: Counts,
    from: From<'c>,
    /// The bank's ids of each account, and the lines in which they stood.
    of_bank: HashMap<(String, String), usize>,
}

/// How many bookings there are of each hash.
pub(super) type Counts = HashMap<[u8; 16], u32>;

/// Which row of the file comes first.
#[derive(Default)]
enum From<'c> {
    #[default]
    Oldest,
    /// The newest, and nothing has been derived so far: what counts all rows.
    NewestUncounted(Box<dyn FnOnce() -> Counts + 'c>),
    /// The newest: how many of each are still to come.
    Newest(Counts),
}

impl<'c> Ids<'c> {
    /// Ids for a file whose newest row comes first, which is counted when an id is derived.
    pub(super) fn from_newest(count: impl FnOnce() -> Counts + 'c) -> Self {
        Self { from: From::NewestUncounted(Box::new(count)), ..Self::default() }
    }

    /// How many ids of each hash were derived.
    pub(super) fn into_counts(self) -> Counts {
        self.seen
    }

    /// The line in which the account has had an id of the bank's before.
    pub(super) fn repeated(&mut self, account: &str, id: &str, line: usize) -> Option<usize> {
        let first = *self.of_bank.entry((account.to_owned(), id.to_owned())).or_insert(line);
        (first != line).then_some(first)
    }

    /// The id: a hash over what the booking is, and a number for the second and later of bookings that are alike to
    /// the letter on one day.
    pub(super) fn derive(&mut self, identified: &Identified<'_>) -> String {
        let mut hash = [0; 16];
        let digest = identified.digest();
        for (place, byte) in hash.iter_mut().zip(digest) {
            *place = byte;
        }
        self.from = match std::mem::take(&mut self.from) {
            From::NewestUncounted(count) => From::Newest(count()),
            known => known,
        };
        let occurrence = match &mut self.from {
            From::Oldest | From::NewestUncounted(_) => {
                *self.seen.entry(hash).and_modify(|count| *count += 1).or_insert(1)
            }
            From::Newest(to_come) => {
                let left = to_come.entry(hash).or_insert(1);
                let occurrence = *left;
                *left = left.saturating_sub(1);
                occurrence
            }
        };
        let mut id = String::with_capacity(40);
        id.push_str("ua1-");
        for byte in hash {
            for digit in [byte >> 4, byte & 15] {
                id.push(char::from_digit(u32::from(digit), 16).unwrap_or('0'));
            }
        }
        if occurrence > 1 {
            id.push('-');
            id.push_str(&occurrence.to_string());
        }
        id
    }
}

impl Identified<'_> {
    /// Every part goes in with its length before it, so that no two lists of parts read the same.
    fn digest(&self) -> impl IntoIterator<Item = u8> {
        let mut hasher = Sha256::new();
        let mut part = |text: &str| {
            hasher.update(text.len().to_string().as_bytes());
            hasher.update(b":");
            hasher.update(text.as_bytes());
        };
        part("universal-accounting transaction 1");
        part(&self.version.to_string());
        part(self.account);
        part(self.currency);
        part(self.direction.as_str());
        part(&self.amount.abs().normalize().to_string());
        part(&self.date.map_or(String::new(), |date| date.to_string()));
        for cell in self.cells {
            part(cell);
        }
        hasher.finalize()
    }
}

/// Why an id of the bank's can't be used as it stands.
pub(super) fn unusable(id: &str) -> Option<&'static Rule> {
    // Masked, many numbers would be one id; as it stands, it must not be sent.
    if CardNumber::find(id).is_some() {
        return Some(&CARD_NUMBER);
    }
    is_rounded(id).then_some(&rules::BANK_ID_DAMAGED)
}

/// Whether a spreadsheet has turned an id into a number and rounded it.
fn is_rounded(id: &str) -> bool {
    let Some((mantissa, exponent)) = id.split_once(['E', 'e']) else { return false };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let mark = |character| matches!(character, '.' | ',');
    exponent.strip_prefix('+').is_some_and(digits) && mantissa.split(mark).all(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(ids: &mut Ids<'_>, amount: &str, cells: &[&str]) -> String {
        let cells: Vec<String> = cells.iter().map(|cell| (*cell).to_owned()).collect();
        ids.derive(&Identified {
            version: 1,
            account: "CH9300762011623852957",
            currency: "CHF",
            direction: CreditDebit::Debit,
            amount: amount.parse().unwrap(),
            date: Date::parse("2026-03-31").ok(),
            cells: &cells,
        })
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
        let mut backward = Ids::from_newest(|| forward.into_counts());
        let newest_first: Vec<String> = (0..3).map(|_| id(&mut backward, "12.5", &["Einkauf"])).collect();
        assert_eq!(newest_first.into_iter().rev().collect::<Vec<_>>(), oldest_first);
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
