//! Transactions to import, and an oracle that goes by the decisions alone: it compares each with all before it.

use proptest::prelude::*;
use proptest::sample::select;
use sha2::{Digest, Sha256};
use universal_accounting::dedup::Verdict;
use universal_accounting::transactions::{CreditDebit, Transaction};
use universal_accounting::value::{AccountIdentifier, Amount, Currency, Date, Text};

const ACCOUNTS: &[&str] = &[
    "CH9300762011623852957",
    "CH93 0076 2011 6238 5295 7",
    "ch9300762011623852957",
    "LI21088100002324013AA",
    "Kasse",
    " Kasse",
];

fn optional<T: Clone + std::fmt::Debug + 'static>(values: &'static [T]) -> impl Strategy<Value = Option<T>> {
    prop_oneof![1 => Just(None), 4 => select(values).prop_map(Some)]
}

/// Few values, so that many transactions meet.
pub(crate) fn transaction() -> impl Strategy<Value = Transaction> {
    let amounts = &["5", "5.00", "5.01", "0.0000000000000000000000000001", "79228162514264337593543950335", "130"];
    let days = &["2026-03-30", "2026-03-31", "0001-01-01", "9999-12-31"];
    let named = (select(ACCOUNTS), optional(&["1", "2", "01", "ü"]), optional(&["Miete", "Lohn"]));
    let said = (select(amounts), select(&["CHF", "EUR"]), optional(&["credit", "debit"]));
    let original = (optional(amounts), optional(&["USD", "JPY"]));
    // Most differ in nothing but their key.
    let more = prop_oneof![
        6 => Just((None, None, None, Some("2026-03-31"), Some("2026-03-31"))),
        1 => (original, optional(days), optional(days), optional(days)).prop_map(|((a, b), c, d, e)| (a, b, c, d, e)),
    ];
    let said = prop_oneof![4 => Just(("5", "CHF", Some("debit"))), 1 => said];
    (named, said, more).prop_map(|((account, id, text), (amount, currency, direction), (other, in_what, p, v, b))| {
        let amount = Amount::parse(amount).unwrap();
        let account = AccountIdentifier::parse(account).unwrap();
        let mut one = Transaction::new(account, amount, Currency::parse(currency).unwrap());
        one.transaction_id = id.map(|id| Text::parse(id).unwrap());
        one.text = text.map(|text| Text::parse(text).unwrap());
        one.credit_debit =
            direction.map(|word| if word == "credit" { CreditDebit::Credit } else { CreditDebit::Debit });
        one.original_amount = other.map(|amount| Amount::parse(amount).unwrap());
        one.original_currency = in_what.map(|code| Currency::parse(code).unwrap());
        [one.purchased_at, one.valuta_at, one.booked_at] =
            [p, v, b].map(|day| day.map(|day| Date::parse(day).unwrap()));
        one
    })
}

pub(crate) fn batches() -> impl Strategy<Value = Vec<Transaction>> {
    prop::collection::vec(transaction(), 0..40)
}

/// Bytes with the checksum of a snapshot behind them.
pub(crate) fn sealed(content: &[u8]) -> Vec<u8> {
    [content, &Sha256::digest(content)[..]].concat()
}

pub(crate) fn same_key(one: &Transaction, other: &Transaction) -> bool {
    one.transaction_id.is_some()
        && one.transaction_id == other.transaction_id
        && one.account_identifier == other.account_identifier
}

/// The fields of the content in which two differ, by their values.
pub(crate) fn differing(one: &Transaction, other: &Transaction) -> Vec<&'static str> {
    let differs = [
        ("creditDebit", one.credit_debit != other.credit_debit),
        ("amount", one.amount != other.amount),
        ("currency", one.currency != other.currency),
        ("originalAmount", one.original_amount != other.original_amount),
        ("originalCurrency", one.original_currency != other.original_currency),
        ("purchasedAt", one.purchased_at != other.purchased_at),
        ("valutaAt", one.valuta_at != other.valuta_at),
        ("bookedAt", one.booked_at != other.booked_at),
    ];
    differs.into_iter().filter(|(_, differs)| *differs).map(|(field, _)| field).collect()
}

pub(crate) fn same_content(one: &Transaction, other: &Transaction) -> bool {
    differing(one, other).is_empty()
}

/// One account, in whatever spelling: written here without the library. The only long ones here are IBANs.
fn account(one: &Transaction) -> String {
    let sent = one.account_identifier.as_str();
    let bare: String = sent.chars().filter(|one| *one != ' ').collect();
    if bare.len() == 21 { bare.to_uppercase() } else { sent.to_owned() }
}

pub(crate) struct Expected {
    pub(crate) verdicts: Vec<String>,
    /// The indices of those that are created.
    pub(crate) created: Vec<usize>,
}

/// What becomes of each, by the decisions: one after the other, against all that was created before.
pub(crate) fn oracle(batch: &[Transaction]) -> Expected {
    let mut created: Vec<usize> = Vec::new();
    let mut verdicts = Vec::new();
    for (index, one) in batch.iter().enumerate() {
        let find = |is: &dyn Fn(&Transaction) -> bool| created.iter().copied().find(|known| is(&batch[*known]));
        let name = |known: usize| format!("{:?} {:?}", batch[known].account_identifier, batch[known].transaction_id);
        let on_account = |known: &Transaction| account(known) == account(one);
        let same_id = |known: &Transaction| {
            on_account(known) && one.transaction_id.is_some() && known.transaction_id == one.transaction_id
        };
        let canonical = |known: &Transaction| same_id(known) && known.account_identifier.as_str() == account(one);
        if let Some(known) = find(&|known| same_key(known, one)) {
            let fields = differing(&batch[known], one);
            let text = batch[known].text != one.text;
            verdicts.push(if fields.is_empty() {
                format!("existing {text}")
            } else {
                format!("conflict {} {text}", fields.join(" "))
            });
            continue;
        }
        if let Some(known) = find(&canonical).or_else(|| find(&same_id)) {
            verdicts.push(format!("other-spelling {}", name(known)));
        } else if let Some(known) = find(&|known| on_account(known) && same_content(known, one)) {
            let both = one.transaction_id.is_some() && batch[known].transaction_id.is_some();
            verdicts.push(format!("{} {}", if both { "other-id" } else { "no-id" }, name(known)));
        } else {
            verdicts.push("new".to_owned());
        }
        created.push(index);
    }
    Expected { verdicts, created }
}

/// A verdict in the words of the oracle.
pub(crate) fn told(verdict: &Verdict) -> String {
    match verdict {
        Verdict::New => "new".to_owned(),
        Verdict::Existing { text_differs } => format!("existing {text_differs}"),
        Verdict::Conflict(conflict) => {
            let fields: Vec<&str> = conflict.differences.iter().map(|difference| difference.field).collect();
            format!("conflict {} {}", fields.join(" "), conflict.text_differs)
        }
        Verdict::Suspect(suspect) => {
            let (account, id) = (suspect.similar_to.account(), suspect.similar_to.transaction_id().cloned());
            format!("{} {account:?} {id:?}", suspect.reason.as_str())
        }
        other => format!("{other:?}"),
    }
}
