//! Generated transactions, and an oracle for verdicts, which compares every transaction with all transactions before it.

use proptest::prelude::*;
use proptest::sample::select;
use sha2::{Digest, Sha256};
use universal_accounting::dedup::{Conflict, OnConflict, Verdict};
use universal_accounting::transactions::{CreditDebit, Transaction};
use universal_accounting::value::{AccountIdentifier, Amount, Currency, Date, Text};

use crate::format::identity::reference_id;

/// References of the bank, of which ids are made.
const REFERENCES: [&str; 2] = ["ZKB26001BX71", "9999311BN1710030"];

/// The most days between two reports of one booking.
const MAX_DAYS_APART: usize = 5;

const TEXTS: &[&str] = &[
    "Miete",
    "Lohn",
    "end-to-end T-1",
    "Lohn; end-to-end t-1",
    "end-to-end T-2; mandate M-1",
    "Lohn; end-to-end T - 3; mandate M-2",
    "Lohn | end-to-end T-1 | end-to-end T-2",
];

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
        optional(TEXTS),
        optional_reference(),
    );
    let any_amount = (
        select(amounts),
        select(&["CHF", "EUR"]),
        optional(&["credit", "debit"]),
    );
    let original = (optional(amounts), optional(&["USD", "JPY"]));
    // Most transactions differ only in their key, or also by some days.
    let near = &["2026-04-01", "2026-04-03", "2026-04-05", "2026-04-06"];
    let original_and_dates = prop_oneof![
        6 => Just((None, None, None, Some("2026-03-31"), Some("2026-03-31"))),
        2 => select(near).prop_map(|day| (None, None, None, None, Some(day))),
        1 => (original, optional(days), optional(days), optional(days)).prop_map(|((a, b), c, d, e)| (a, b, c, d, e)),
    ];
    let amount = prop_oneof![4 => Just(("5", "CHF", Some("debit"))), 1 => any_amount];
    let fields = (key_and_text, amount, original_and_dates);
    fields.prop_map(
        |(
            (account, id, text, reference),
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
            if let Some(made) = reference.filter(|_| transaction.credit_debit.is_some()) {
                transaction.transaction_id = Some(made.id_of(&transaction));
            }
            transaction
        },
    )
}

/// How an id is made of a reference of the bank.
#[derive(Debug, Clone, Copy)]
struct MadeId {
    reference: &'static str,
    occurrence: usize,
    /// Whether the id is that of the transaction, or of one with another amount.
    is_own: bool,
}

fn optional_reference() -> impl Strategy<Value = Option<MadeId>> {
    let made = (
        select(&REFERENCES),
        select(&[1, 1, 1, 1, 2, 3]),
        select(&[true, true, true, true, false]),
    );
    let made = made.prop_map(|(reference, occurrence, is_own)| MadeId {
        reference,
        occurrence,
        is_own,
    });
    prop_oneof![1 => Just(None), 1 => made.prop_map(Some)]
}

impl MadeId {
    fn id_of(self, transaction: &Transaction) -> Text {
        let mut of = transaction.clone();
        if !self.is_own {
            of.amount = Amount::parse("5").unwrap();
        }
        id_with(self.reference, &of, self.occurrence)
    }
}

/// Returns the id that an entry with a reference has, with an occurrence number from 1.
pub(crate) fn id_with(reference: &str, transaction: &Transaction, occurrence: usize) -> Text {
    let first = reference_id(reference, transaction);
    let number = if occurrence > 1 {
        format!("-{occurrence}")
    } else {
        String::new()
    };
    Text::parse(&format!("{first}{number}")).unwrap()
}

/// Returns the reference of which the id of a transaction is made, if direction, amount and day of the transaction are in it.
fn own_reference(transaction: &Transaction) -> Option<&'static str> {
    let id = transaction.transaction_id.as_ref()?.as_str();
    transaction.credit_debit?;
    REFERENCES.into_iter().find(|reference| {
        let after = id.strip_prefix(&reference_id(reference, transaction));
        after.is_some_and(|number| number.is_empty() || number.starts_with('-'))
    })
}

/// Returns the value of a kind of reference in the text of a transaction, unless the text has several.
fn payment_reference(transaction: &Transaction, word: &str) -> Option<String> {
    let text = transaction.text.as_ref()?.as_str();
    let parts = text.split([';', '|']).map(str::trim);
    let values = parts.filter_map(|part| part.strip_prefix(word)?.strip_prefix(' '));
    let compact = |value: &str| value.replace(' ', "").to_uppercase();
    let mut values: Vec<String> = values.map(compact).collect();
    values.dedup();
    match values.as_slice() {
        [value] => Some(value.clone()),
        _ => None,
    }
}

/// Returns the references of the payment of which two transactions with one id have different values.
fn differing_references(known: &Transaction, sent: &Transaction) -> Vec<&'static str> {
    if own_reference(known).is_none() || own_reference(sent).is_none() {
        return Vec::new();
    }
    let kinds = [("end-to-end", "end-to-end id"), ("mandate", "mandate")];
    let differs = |word| {
        let values = [known, sent].map(|transaction| payment_reference(transaction, word));
        values.iter().all(Option::is_some) && values[0] != values[1]
    };
    let differing = kinds.into_iter().filter(|(word, _)| differs(word));
    differing.map(|(_, kind)| kind).collect()
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
    /// The transactions that are created, in order.
    pub(crate) created: Vec<Transaction>,
}

/// Decides about each transaction in turn, by comparing it with all transactions that were created before.
pub(crate) fn oracle(batch: &[Transaction], on_conflict: OnConflict) -> Expected {
    let (mut created, mut verdicts) = (Vec::new(), Vec::new());
    for sent in batch {
        let find_same_key = |sent| created.iter().find(|known| has_same_key(known, sent));
        let (verdict, new) = match find_same_key(sent) {
            None => (suspicion(&created, sent), Some(sent.clone())),
            Some(known) if differing_references(known, sent).is_empty() => {
                (compare(known, sent), None)
            }
            Some(known) => settle(&created, known, sent, on_conflict),
        };
        verdicts.push(verdict);
        created.extend(new);
    }
    Expected { verdicts, created }
}

/// Returns the verdict on a transaction whose key is known.
fn compare(known: &Transaction, sent: &Transaction) -> String {
    let fields = differing_fields(known, sent).join(" ");
    let references = differing_references(known, sent).join(" ");
    let text = known.text != sent.text;
    if fields.is_empty() && references.is_empty() {
        format!("existing {text}")
    } else {
        format!("conflict {fields} {references} {text}")
    }
}

/// Returns the verdict on a transaction whose key another payment has, and the transaction as it is created.
fn settle(
    created: &[Transaction],
    known: &Transaction,
    sent: &Transaction,
    on_conflict: OnConflict,
) -> (String, Option<Transaction>) {
    let reference = own_reference(sent).unwrap();
    let conflict = compare(known, sent);
    for occurrence in 1.. {
        let mut numbered = sent.clone();
        numbered.transaction_id = Some(id_with(reference, sent, occurrence));
        let same = created.iter().find(|known| has_same_key(known, &numbered));
        match same {
            Some(known) if differing_references(known, &numbered).is_empty() => {
                return (compare(known, &numbered), None);
            }
            Some(_) => {}
            None if on_conflict == OnConflict::Add => {
                return (conflict.replace("conflict", "added"), Some(numbered));
            }
            None => break,
        }
    }
    (conflict, None)
}

/// Returns the verdict on a transaction whose key is new.
fn suspicion(created: &[Transaction], sent: &Transaction) -> String {
    let is_on_account = |known: &Transaction| canonical_account(known) == canonical_account(sent);
    let has_same_id = |known: &&Transaction| {
        is_on_account(known)
            && sent.transaction_id.is_some()
            && known.transaction_id == sent.transaction_id
    };
    let has_id_on_canonical = |known: &&Transaction| {
        has_same_id(known) && known.account_identifier.as_str() == canonical_account(sent)
    };
    let key_text = |known: &Transaction| {
        let (account, id) = (&known.account_identifier, &known.transaction_id);
        format!("{account:?} {id:?}")
    };
    let first_with_id = created.iter().find(has_same_id);
    if let Some(known) = created.iter().find(has_id_on_canonical).or(first_with_id) {
        return format!("other-spelling {}", key_text(known));
    }
    if let Some(known) = on_other_day(created, sent) {
        return format!("other-day {}", key_text(known));
    }
    let mut all = created.iter();
    let Some(known) = all.find(|known| is_on_account(known) && is_alike(known, sent)) else {
        return "new".to_owned();
    };
    let have_ids = sent.transaction_id.is_some() && known.transaction_id.is_some();
    let reason = if have_ids { "other-id" } else { "no-id" };
    format!("{reason} {}", key_text(known))
}

/// Returns the booking with the reference of a transaction on the nearest day before it, else on the nearest day after it.
fn on_other_day<'t>(created: &'t [Transaction], sent: &Transaction) -> Option<&'t Transaction> {
    let reference = own_reference(sent)?;
    let days = [sent.booked_at, sent.valuta_at, sent.purchased_at];
    let day = days.into_iter().flatten().next()?;
    let days = |next: fn(&Date) -> Option<Date>| {
        std::iter::successors(Some(day), next)
            .skip(1)
            .take(MAX_DAYS_APART)
    };
    let mut days = days(|day| day.yesterday()).chain(days(|day| day.tomorrow()));
    days.find_map(|day| {
        let mut other = sent.clone();
        other.booked_at = Some(day);
        other.transaction_id = Some(id_with(reference, &other, 1));
        created.iter().find(|known| has_same_key(known, &other))
    })
}

/// Returns the text of the oracle for a verdict.
pub(crate) fn verdict_text(verdict: &Verdict) -> String {
    match verdict {
        Verdict::New => "new".to_owned(),
        Verdict::Existing { text_differs } => format!("existing {text_differs}"),
        Verdict::Conflict(conflict) => conflict_text("conflict", conflict),
        Verdict::Added(conflict) => conflict_text("added", conflict),
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

fn conflict_text(word: &str, conflict: &Conflict) -> String {
    let fields = conflict.differences.iter();
    let fields: Vec<&str> = fields.map(|difference| difference.field).collect();
    let references = conflict.references.iter();
    let references: Vec<&str> = references.map(|kind| kind.as_str()).collect();
    format!(
        "{word} {} {} {}",
        fields.join(" "),
        references.join(" "),
        conflict.text_differs
    )
}

/// Generates what an import does with conflicts.
pub(crate) fn on_conflict() -> impl Strategy<Value = OnConflict> {
    select(&[OnConflict::Report, OnConflict::Add])
}
