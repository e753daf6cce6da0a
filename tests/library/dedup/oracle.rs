//! Generated transactions, and an oracle for verdicts, which compares every transaction with all transactions before it.

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

fn optional<T: Clone + std::fmt::Debug + 'static>(
    values: &'static [T],
) -> impl Strategy<Value = Option<T>> {
    prop_oneof![1 => Just(None), 4 => select(values).prop_map(Some)]
}

/// Generates transactions with few different values, so that many of them are equal or similar.
pub(crate) fn transaction() -> impl Strategy<Value = Transaction> {
    let amounts = &[
        "5",
        "5.00",
        "5.01",
        "0.0000000000000000000000000001",
        "79228162514264337593543950335",
        "130",
    ];
    let days = &["2026-03-30", "2026-03-31", "0001-01-01", "9999-12-31"];
    let key_and_text = (
        select(ACCOUNTS),
        optional(&["1", "2", "01", "ü"]),
        optional(&["Miete", "Lohn"]),
    );
    let any_amount = (
        select(amounts),
        select(&["CHF", "EUR"]),
        optional(&["credit", "debit"]),
    );
    let original = (optional(amounts), optional(&["USD", "JPY"]));
    // Most transactions differ only in their key.
    let original_and_dates = prop_oneof![
        6 => Just((None, None, None, Some("2026-03-31"), Some("2026-03-31"))),
        1 => (original, optional(days), optional(days), optional(days)).prop_map(|((a, b), c, d, e)| (a, b, c, d, e)),
    ];
    let amount = prop_oneof![4 => Just(("5", "CHF", Some("debit"))), 1 => any_amount];
    let fields = (key_and_text, amount, original_and_dates);
    fields.prop_map(
        |(
            (account, id, text),
            (amount, currency, direction),
            (original, code, purchase, value, booking),
        )| {
            let amount = Amount::parse(amount).unwrap();
            let account = AccountIdentifier::parse(account).unwrap();
            let mut transaction =
                Transaction::new(account, amount, Currency::parse(currency).unwrap());
            transaction.transaction_id = id.map(|id| Text::parse(id).unwrap());
            transaction.text = text.map(|text| Text::parse(text).unwrap());
            transaction.credit_debit = direction.map(|word| {
                if word == "credit" {
                    CreditDebit::Credit
                } else {
                    CreditDebit::Debit
                }
            });
            transaction.original_amount = original.map(|amount| Amount::parse(amount).unwrap());
            transaction.original_currency = code.map(|code| Currency::parse(code).unwrap());
            [
                transaction.purchased_at,
                transaction.valuta_at,
                transaction.booked_at,
            ] = [purchase, value, booking].map(|day| day.map(|day| Date::parse(day).unwrap()));
            transaction
        },
    )
}

pub(crate) fn batches() -> impl Strategy<Value = Vec<Transaction>> {
    prop::collection::vec(transaction(), 0..40)
}

/// Appends the checksum of a snapshot to bytes.
pub(crate) fn with_checksum(content: &[u8]) -> Vec<u8> {
    [content, &Sha256::digest(content)[..]].concat()
}

pub(crate) fn has_same_key(left: &Transaction, right: &Transaction) -> bool {
    left.transaction_id.is_some()
        && left.transaction_id == right.transaction_id
        && left.account_identifier == right.account_identifier
}

/// Returns the fields of the content whose values differ.
pub(crate) fn differing_fields(left: &Transaction, right: &Transaction) -> Vec<&'static str> {
    let differs = [
        ("creditDebit", left.credit_debit != right.credit_debit),
        ("amount", left.amount != right.amount),
        ("currency", left.currency != right.currency),
        (
            "originalAmount",
            left.original_amount != right.original_amount,
        ),
        (
            "originalCurrency",
            left.original_currency != right.original_currency,
        ),
        ("purchasedAt", left.purchased_at != right.purchased_at),
        ("valutaAt", left.valuta_at != right.valuta_at),
        ("bookedAt", left.booked_at != right.booked_at),
    ];
    differs
        .into_iter()
        .filter(|(_, differs)| *differs)
        .map(|(field, _)| field)
        .collect()
}

pub(crate) fn has_same_content(left: &Transaction, right: &Transaction) -> bool {
    differing_fields(left, right).is_empty()
}

/// Whether two transactions can be one booking from two sources: the value date and the original amount don't matter.
pub(crate) fn is_alike(left: &Transaction, right: &Transaction) -> bool {
    let day = |transaction: &Transaction| {
        let booked = transaction.booked_at.or(transaction.valuta_at);
        booked.or(transaction.purchased_at)
    };
    let has_same_money = left.amount == right.amount && left.currency == right.currency;
    has_same_money && left.credit_debit == right.credit_debit && day(left) == day(right)
}

/// Returns the canonical spelling of an account, computed without the library. Among the accounts of these tests, only IBANs are long.
fn canonical_account(transaction: &Transaction) -> String {
    let sent = transaction.account_identifier.as_str();
    let bare: String = sent.chars().filter(|character| *character != ' ').collect();
    if bare.len() == 21 {
        bare.to_uppercase()
    } else {
        sent.to_owned()
    }
}

pub(crate) struct Expected {
    pub(crate) verdicts: Vec<String>,
    /// The indexes of the transactions that are created.
    pub(crate) created: Vec<usize>,
}

/// Decides about each transaction in turn, by comparing it with all transactions that were created before.
pub(crate) fn oracle(batch: &[Transaction]) -> Expected {
    let mut created: Vec<usize> = Vec::new();
    let mut verdicts = Vec::new();
    for (index, sent) in batch.iter().enumerate() {
        let find = |is_match: &dyn Fn(&Transaction) -> bool| {
            created
                .iter()
                .copied()
                .find(|known| is_match(&batch[*known]))
        };
        let key_text = |known: usize| {
            format!(
                "{:?} {:?}",
                batch[known].account_identifier, batch[known].transaction_id
            )
        };
        let is_on_account =
            |known: &Transaction| canonical_account(known) == canonical_account(sent);
        let has_same_id = |known: &Transaction| {
            is_on_account(known)
                && sent.transaction_id.is_some()
                && known.transaction_id == sent.transaction_id
        };
        let has_id_on_canonical = |known: &Transaction| {
            has_same_id(known) && known.account_identifier.as_str() == canonical_account(sent)
        };
        if let Some(known) = find(&|known| has_same_key(known, sent)) {
            let fields = differing_fields(&batch[known], sent);
            let text = batch[known].text != sent.text;
            verdicts.push(if fields.is_empty() {
                format!("existing {text}")
            } else {
                format!("conflict {} {text}", fields.join(" "))
            });
            continue;
        }
        if let Some(known) = find(&has_id_on_canonical).or_else(|| find(&has_same_id)) {
            verdicts.push(format!("other-spelling {}", key_text(known)));
        } else if let Some(known) = find(&|known| is_on_account(known) && is_alike(known, sent)) {
            let both_have_ids =
                sent.transaction_id.is_some() && batch[known].transaction_id.is_some();
            verdicts.push(format!(
                "{} {}",
                if both_have_ids { "other-id" } else { "no-id" },
                key_text(known)
            ));
        } else {
            verdicts.push("new".to_owned());
        }
        created.push(index);
    }
    Expected { verdicts, created }
}

/// Returns the text of the oracle for a verdict.
pub(crate) fn verdict_text(verdict: &Verdict) -> String {
    match verdict {
        Verdict::New => "new".to_owned(),
        Verdict::Existing { text_differs } => format!("existing {text_differs}"),
        Verdict::Conflict(conflict) => {
            let fields: Vec<&str> = conflict
                .differences
                .iter()
                .map(|difference| difference.field)
                .collect();
            format!("conflict {} {}", fields.join(" "), conflict.text_differs)
        }
        Verdict::Suspect(suspect) => {
            let (account, id) = (
                suspect.similar_to.account(),
                suspect.similar_to.transaction_id().cloned(),
            );
            format!("{} {account:?} {id:?}", suspect.reason.as_str())
        }
        other => format!("{other:?}"),
    }
}
