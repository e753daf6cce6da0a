//! The text of a transaction. Its order is the same for every message:
//!
//! 1. what the bank writes about the entry, and whether it is a reversal
//! 2. the other party, its account, the purpose of the payment, the documents that it is for, and why it came back
//! 3. the bank's code, if nothing before it says what the entry is
//! 4. amounts that differ from the booked one, charges and the exchange rate
//! 5. references, those of the payer first, each with a word before it ([`LABELS`])
//!
//! A reference that the text has already is not repeated, and words for "none" are left out.

use std::borrow::Cow;

use rust_decimal::Decimal;

use super::amounts::{amount_texts, detail_amount, direction};
use super::documents::document_texts;
use super::field::CamtField;
use super::raw_entry::RawEntry;
use crate::format::message::is_placeholder;
use crate::statement::{BankId, Entry, OriginalPayment, is_reference, join_texts};
use crate::transactions::{CreditDebit, END_TO_END, MANDATE};
use crate::value::find_qr_reference;

/// The code of ISO 20022 for a transaction of which nothing is known.
const NOT_AVAILABLE: [&str; 3] = ["XTND", "NTAV", "NTAV"];

/// The references of a payment in the order of the text, and the words before them. [`References`](crate::transactions::References) finds some of them again.
const LABELS: [(CamtField, &str); 19] = [
    (CamtField::EndToEnd, END_TO_END),
    (CamtField::Mandate, MANDATE),
    (CamtField::CreditorId, "creditor"),
    (CamtField::Cheque, "cheque"),
    (CamtField::RemittanceAdvice, "remittance"),
    (CamtField::Instruction, "instruction"),
    (CamtField::TransactionId, "transaction"),
    (CamtField::Uetr, "UETR"),
    (CamtField::Clearing, "clearing"),
    (CamtField::OwnerTransaction, "own transaction"),
    (CamtField::BankTransaction, "bank transaction"),
    (CamtField::MarketTransaction, "market transaction"),
    (CamtField::Processing, "processing"),
    (CamtField::OtherReference, "reference"),
    (CamtField::DetailReference, BANK_REFERENCE),
    (CamtField::Reference, BANK_REFERENCE),
    (CamtField::PaymentInformation, "payment"),
    (CamtField::MessageId, "message"),
    (CamtField::EntryNumber, "entry"),
];

const BANK_REFERENCE: &str = "bank reference";

/// The references that the payments of a batch may have in common.
const OF_BATCH: [CamtField; 2] = [CamtField::PaymentInformation, CamtField::MessageId];

/// The values that say what an entry is.
const CONTENT: [CamtField; 16] = [
    CamtField::Debtor,
    CamtField::Creditor,
    CamtField::UltimateDebtor,
    CamtField::UltimateCreditor,
    CamtField::DebtorIban,
    CamtField::DebtorAccount,
    CamtField::CreditorIban,
    CamtField::CreditorAccount,
    CamtField::Unstructured,
    CamtField::StructuredReference,
    CamtField::StructuredInfo,
    CamtField::DocumentNumber,
    CamtField::Purpose,
    CamtField::ReturnReason,
    CamtField::ReturnInfo,
    CamtField::DetailInfo,
];

/// The fewest letters of a reference that is not repeated if it is among other words.
const MIN_WORD: usize = 6;

/// Adds the text of an entry, and that of its only transaction.
pub(super) fn push_entry_texts<'s>(raw: &RawEntry<'s>, entry: &mut Entry<'s>) {
    let amount = entry.status.amount();
    let direction = amount.map(|amount| amount.direction);
    let has_one = raw.details == 1;
    let mut texts = Texts::new(raw, &[]);
    texts.push_all(CamtField::EntryInfo, 0);
    let mut says_what = !texts.parts.is_empty() || !has_one && raw.has_any(&CONTENT);
    if is_reversal(raw) {
        texts.parts.push(Cow::Borrowed("reversal"));
    }
    if has_one {
        let before = texts.parts.len();
        texts.push_content(1, direction);
        says_what |= texts.parts.len() > before;
    }
    if !says_what {
        texts.push_transaction_code();
    }
    let numbers = if has_one { &[1, 0][..] } else { &[0] };
    let currency = entry.currency.as_deref().unwrap_or_default();
    let booked = amount.map(|amount| (amount.value, currency));
    for number in numbers {
        texts.push_amounts(*number, currency, booked, &entry.original);
    }
    for number in numbers {
        texts.push_references(*number, &entry.bank_id);
    }
    texts.push_common_references();
    let mut parts = texts.parts;
    entry.texts.append(&mut parts);
}

/// Returns the text of one transaction of an entry that has several.
pub(super) fn detail_text(
    raw: &RawEntry<'_>,
    number: usize,
    entry: &Entry<'_>,
    original: &OriginalPayment,
) -> String {
    let direction = entry.status.amount().map(|amount| amount.direction);
    let mut texts = Texts::new(raw, &entry.texts);
    texts.push_content(number, direction);
    let currency = entry.currency.as_deref().unwrap_or_default();
    let amount = detail_amount(raw, number, direction, entry.currency.as_ref());
    let own = amount.as_ref().map(|amount| {
        let code = amount.other_currency(currency).unwrap_or(currency);
        (amount.value.abs(), code)
    });
    texts.push_amounts(number, currency, own, original);
    texts.push_references(number, &entry.bank_id);
    join_texts(&texts.parts)
}

/// Whether an entry is marked as the reversal of another one.
pub(super) fn is_reversal(raw: &RawEntry<'_>) -> bool {
    let mark = raw.get(CamtField::Reversal);
    mark.is_some_and(|(text, _)| matches!(&**text, "true" | "1"))
}

/// The parts of a text so far.
struct Texts<'s, 'r> {
    raw: &'r RawEntry<'s>,
    /// The texts of the entry that the transaction is a part of.
    above: &'r [Cow<'s, str>],
    parts: Vec<Cow<'s, str>>,
}

impl<'s, 'r> Texts<'s, 'r> {
    const fn new(raw: &'r RawEntry<'s>, above: &'r [Cow<'s, str>]) -> Self {
        Self {
            raw,
            above,
            parts: Vec::new(),
        }
    }

    /// Adds all values of a field, except for words for none.
    fn push_all(&mut self, field: CamtField, number: usize) {
        let values = self.raw.all_in(field, number);
        let values = values.filter(|value| !is_placeholder(value));
        self.parts.extend(values.cloned());
    }

    /// Adds the other party of a transaction, and what the payment is for.
    fn push_content(&mut self, number: usize, entry_direction: Option<CreditDebit>) {
        let get = |field| self.raw.get_in(field, number).map(|(text, _)| text.clone());
        let own = get(CamtField::DetailDirection).and_then(|text| direction(&text));
        // The other party of a payment that comes in is the one who pays.
        let party = match own.or(entry_direction) {
            Some(CreditDebit::Credit) => [
                CamtField::Debtor,
                CamtField::UltimateDebtor,
                CamtField::DebtorIban,
                CamtField::DebtorAccount,
            ],
            _ => [
                CamtField::Creditor,
                CamtField::UltimateCreditor,
                CamtField::CreditorIban,
                CamtField::CreditorAccount,
            ],
        };
        let party = party.into_iter().filter_map(get);
        self.parts
            .extend(party.filter(|value| !is_placeholder(value)));
        self.push_all(CamtField::Unstructured, number);
        self.push_all(CamtField::StructuredReference, number);
        self.push_hidden_reference(number);
        for values in self.raw.remittances_in(number) {
            let documents = document_texts(values).into_iter();
            self.parts.extend(documents.map(Cow::Owned));
        }
        self.push_all(CamtField::StructuredInfo, number);
        self.push_all(CamtField::DetailInfo, number);
        for (field, label) in [
            (CamtField::Invoicer, "invoicer"),
            (CamtField::Invoicee, "invoicee"),
            (CamtField::Purpose, "purpose"),
            (CamtField::ReturnReason, "return reason"),
        ] {
            for value in self.raw.all_in(field, number) {
                self.push_labelled(label, value);
            }
        }
        self.push_all(CamtField::ReturnInfo, number);
    }

    /// Repeats a QR reference that is in blocks of digits, or among other words, as the reference that it is.
    fn push_hidden_reference(&mut self, number: usize) {
        let mut texts = self.raw.all_in(CamtField::Unstructured, number);
        let hidden = texts.find_map(|text| find_qr_reference(text));
        let hidden = hidden.filter(|hidden| !self.parts.iter().any(|text| text == hidden));
        let hidden = hidden.map(|reference| Cow::Owned(format!("QR reference {reference}")));
        self.parts.extend(hidden);
    }

    /// Adds the code of the entry, or else that of its first transaction: the one of ISO 20022, or else that of the bank.
    fn push_transaction_code(&mut self) {
        let get = |field| self.raw.get(field).or_else(|| self.raw.get_in(field, 1));
        let of_iso = [
            CamtField::TransactionDomain,
            CamtField::TransactionFamily,
            CamtField::TransactionSubFamily,
        ];
        let mut words: Vec<&str> = of_iso
            .into_iter()
            .filter_map(get)
            .map(|(text, _)| &**text)
            .collect();
        if words == NOT_AVAILABLE {
            words.clear();
        }
        if words.is_empty() {
            words.extend(get(CamtField::BankTransactionCode).map(|(text, _)| &**text));
        }
        if !words.is_empty() {
            let code = format!("transaction code {}", words.join(" "));
            self.parts.push(Cow::Owned(code));
        }
    }

    /// Adds the amounts of the entry (zero) or of a transaction that neither the amount `booked` nor the field for the original amount has, and its
    /// exchange rate.
    fn push_amounts(
        &mut self,
        number: usize,
        currency: &str,
        booked: Option<(Decimal, &str)>,
        original: &OriginalPayment,
    ) {
        let mut known: Vec<(Decimal, &str)> = booked.into_iter().collect();
        if let (Some((amount, _)), Some((currency, _))) = (original.amount, &original.currency) {
            known.push((amount, currency.code()));
        }
        let texts = amount_texts(self.raw, number, currency, &known);
        self.parts.extend(texts.into_iter().map(Cow::Owned));
        for (field, label) in [
            (CamtField::ExchangeRate, "exchange rate"),
            (CamtField::ExchangeContract, "exchange contract"),
        ] {
            for value in self.raw.all_in(field, number) {
                self.push_labelled(label, value);
            }
        }
    }

    /// Adds the references of the entry (zero) or of a transaction, except for the one that is in the id.
    fn push_references(&mut self, number: usize, id: &BankId<'_>) {
        let is_id = |value: &str| matches!(id, BankId::Usable(id) if *id == value);
        for (field, label) in LABELS {
            match field {
                // Its kind is before it.
                CamtField::OtherReference => self.push_other_references(number),
                CamtField::EndToEnd | CamtField::Mandate => {
                    self.push_compared(field, label, number);
                }
                _ => {
                    for value in self.raw.all_in(field, number) {
                        // Banks number the entries of a statement.
                        let is_counter = field == CamtField::EntryNumber && !is_reference(value);
                        if !is_id(value) && !is_counter {
                            self.push_labelled(label, value);
                        }
                    }
                }
            }
        }
    }

    /// Adds a reference that is compared between bookings. Only an equal text says it too.
    fn push_compared(&mut self, field: CamtField, label: &str, number: usize) {
        for value in self.raw.all_in(field, number) {
            if !is_placeholder(value) && !self.parts.iter().any(|text| text == value) {
                self.parts.push(Cow::Owned(format!("{label} {value}")));
            }
        }
    }

    /// Adds the references of a kind that the bank names. Numbers of kinds say nothing.
    fn push_other_references(&mut self, number: usize) {
        let mut kind = "";
        for (field, value) in self.raw.values_in(number) {
            match field {
                CamtField::OtherReferenceKind => kind = value,
                CamtField::OtherReference if kind.contains(char::is_alphabetic) => {
                    self.push_labelled(&format!("reference {kind}"), value);
                }
                CamtField::OtherReference => self.push_labelled("reference", value),
                _ => {}
            }
        }
    }

    /// Adds the references that all transactions of a batch have, which then are not repeated with each of them.
    fn push_common_references(&mut self) {
        let number = self.raw.details;
        if number < 2 {
            return;
        }
        for field in OF_BATCH {
            let Some((common, _)) = self.raw.get_in(field, 1) else {
                continue;
            };
            let has_common = |number| {
                let value = self.raw.get_in(field, number);
                value.is_some_and(|(value, _)| value == common)
            };
            let label = LABELS.iter().find(|(known, _)| *known == field);
            if let Some((_, label)) = label.filter(|_| (2..=number).all(has_common)) {
                self.push_labelled(label, common);
            }
        }
    }

    /// Adds a value with a word before it, unless it is a word for none, or the text has it already.
    fn push_labelled(&mut self, label: &str, value: &str) {
        if !value.is_empty() && !is_placeholder(value) && !self.says(value) {
            self.parts.push(Cow::Owned(format!("{label} {value}")));
        }
    }

    fn says(&self, value: &str) -> bool {
        let mut texts = self.parts.iter().chain(self.above);
        texts.any(|text| {
            let is_end = text
                .strip_suffix(value)
                .is_some_and(|before| before.is_empty() || before.ends_with(' '));
            is_end || value.len() >= MIN_WORD && has_word(text, value)
        })
    }
}

/// Whether a text has a reference between other words.
fn has_word(text: &str, reference: &str) -> bool {
    text.match_indices(reference).any(|(at, _)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let after = text.get(at + reference.len()..);
        let after = after.and_then(|after| after.chars().next());
        let is_inside = |character: Option<char>| character.is_some_and(char::is_alphanumeric);
        !is_inside(before) && !is_inside(after)
    })
}
