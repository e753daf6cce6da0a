//! The documents that a payment is for: the invoices and credit notes of its structured remittance information.

use super::field::{CamtField, parse_decimal};
use crate::transactions::INVOICE;

/// A document, and what the message says about it.
#[derive(Debug, Default)]
struct Document {
    kind: String,
    number: String,
    day: String,
}

/// The documents of one `Strd`, in the order of the file, and the amounts that it states for them.
#[derive(Debug, Default)]
struct Documents {
    documents: Vec<Document>,
    amounts: Vec<String>,
}

/// Returns the texts of the documents that the values of one `Strd` name.
///
/// The amounts of an only document are beside its number. Those of several documents, or of none, are texts of their own.
pub(super) fn document_texts<'v>(
    values: impl Iterator<Item = (CamtField, &'v str)>,
) -> Vec<String> {
    let Documents {
        documents,
        mut amounts,
    } = Documents::read(values);
    if let [document] = documents.as_slice()
        && !document.number.is_empty()
    {
        amounts.extend(Some(document.day.clone()).filter(|day| !day.is_empty()));
        return vec![document.describe(&amounts)];
    }
    let named = documents
        .iter()
        .filter(|document| !document.number.is_empty());
    let mut texts: Vec<String> = named
        .map(|document| {
            let day = Some(document.day.clone()).filter(|day| !day.is_empty());
            document.describe(day.as_slice())
        })
        .collect();
    texts.append(&mut amounts);
    texts
}

impl Documents {
    fn read<'v>(values: impl Iterator<Item = (CamtField, &'v str)>) -> Self {
        let mut read = Self::default();
        let (mut currency, mut kind) = ("", "");
        for (field, text) in values {
            match field {
                CamtField::DocumentKind => read.set(|document| &mut document.kind, text),
                CamtField::DocumentNumber => read.set(|document| &mut document.number, text),
                CamtField::DocumentDay => read.set(|document| &mut document.day, text),
                CamtField::DocumentAmountCurrency => currency = text,
                CamtField::DocumentAmountKind => kind = text,
                CamtField::DueAmount => read.add_amount("due", text, currency),
                CamtField::DiscountAmount => read.add_amount("discount", text, currency),
                CamtField::CreditNoteAmount => read.add_amount("credited", text, currency),
                CamtField::TaxAmount => read.add_amount("tax", text, currency),
                CamtField::AdjustmentAmount => read.add_amount("adjustment", text, currency),
                CamtField::PaidAmount => read.add_amount("paid", text, currency),
                CamtField::OtherDocumentAmount => {
                    read.add_amount(std::mem::take(&mut kind), text, currency);
                }
                CamtField::AdjustmentReason => match read.amounts.last_mut() {
                    Some(amount) => {
                        amount.push(' ');
                        amount.push_str(text);
                    }
                    None => read.amounts.push(text.to_owned()),
                },
                _ => {}
            }
        }
        read
    }

    /// Sets a value of the last document. One that has the value already is complete, so a new one begins.
    fn set(&mut self, value: fn(&mut Document) -> &mut String, text: &str) {
        let is_free = |document: &mut Document| value(document).is_empty();
        if !self.documents.last_mut().is_some_and(is_free) {
            self.documents.push(Document::default());
        }
        if let Some(document) = self.documents.last_mut() {
            text.clone_into(value(document));
        }
    }

    /// Adds an amount, unless it is zero.
    fn add_amount(&mut self, label: &str, amount: &str, currency: &str) {
        if parse_decimal(amount).is_some_and(|amount| amount.is_zero()) {
            return;
        }
        let text = format!("{label} {amount} {currency}");
        self.amounts.push(text.trim().to_owned());
    }
}

impl Document {
    /// Returns the kind and the number, and in brackets what else is known.
    fn describe(&self, more: &[String]) -> String {
        let kind = match &*self.kind {
            "" => "document",
            "CINV" | "MSIN" | "HIRI" | "SBIN" => INVOICE,
            "CREN" | "CNFA" => "credit note",
            "DEBN" | "DNFA" => "debit note",
            "PUOR" => "order",
            "CMCN" => "contract",
            "DISP" => "dispatch note",
            "SOAC" => "statement of account",
            "VCHR" => "voucher",
            other => other,
        };
        let more = if more.is_empty() {
            String::new()
        } else {
            format!(" ({})", more.join(", "))
        };
        format!("{kind} {}{more}", self.number)
    }
}
