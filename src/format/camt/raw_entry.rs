use std::borrow::Cow;

use super::field::CamtField;
use super::walker::{Step, Walker};
use crate::report::Diagnostic;
use crate::source::Span;

/// The values of an entry, as they are in the file.
#[derive(Debug, Default)]
pub(super) struct RawEntry<'s> {
    /// From the start of its start tag to the end of its end tag.
    pub(super) span: Span,
    /// The number of transactions that the entry consists of, as far as the file lists them.
    pub(super) details: usize,
    /// The span of each of them.
    pub(super) detail_spans: Vec<Span>,
    /// The values of the entry itself.
    values: Vec<RawValue<'s>>,
    /// The values of its transactions, one after the other.
    detail_values: Vec<RawValue<'s>>,
    /// The index of the first value of each transaction.
    detail_starts: Vec<usize>,
}

#[derive(Debug)]
pub(super) struct RawValue<'s> {
    pub(super) field: CamtField,
    pub(super) text: Cow<'s, str>,
    pub(super) span: Span,
}

impl<'s> RawEntry<'s> {
    /// Reads the entry whose start tag was just read.
    ///
    /// # Errors
    ///
    /// The document is not well-formed. The values before the fault were read.
    pub(super) fn read(&mut self, walker: &mut Walker<'s>, tag: Span) -> Result<(), Diagnostic> {
        (self.span, self.details) = (tag, 0);
        self.values.clear();
        self.detail_values.clear();
        self.detail_spans.clear();
        self.detail_starts.clear();
        let mut in_detail = false;
        while let Some(step) = walker.next()? {
            match step {
                Step::Begin(CamtField::Details, tag) => {
                    self.details += 1;
                    in_detail = true;
                    self.detail_spans.push(tag);
                    self.detail_starts.push(self.detail_values.len());
                }
                Step::End(CamtField::Details, end) => {
                    in_detail = false;
                    if let Some(span) = self.detail_spans.last_mut() {
                        span.end = end.end;
                    }
                }
                Step::Value(field, text, span) => {
                    let values = if in_detail {
                        &mut self.detail_values
                    } else {
                        &mut self.values
                    };
                    values.push(RawValue { field, text, span });
                }
                Step::Begin(field @ CamtField::StructuredRemittance, span) => {
                    // Without a text, it only marks where the values of a remittance begin.
                    self.detail_values.push(RawValue {
                        field,
                        text: Cow::Borrowed(""),
                        span,
                    });
                }
                Step::End(CamtField::Entry, span) => {
                    self.span = Span::new(tag.start, span.end);
                    break;
                }
                Step::Begin(..) | Step::End(..) => {}
            }
        }
        Ok(())
    }

    /// Returns all values of a transaction by its number, from 1. Zero stands for the entry itself.
    fn values(&self, detail: usize) -> &[RawValue<'s>] {
        let of_detail = |index: usize| {
            let start = *self.detail_starts.get(index)?;
            let end = self
                .detail_starts
                .get(index + 1)
                .copied()
                .unwrap_or(self.detail_values.len());
            self.detail_values.get(start..end)
        };
        detail
            .checked_sub(1)
            .map_or(self.values.as_slice(), |index| {
                of_detail(index).unwrap_or_default()
            })
    }

    /// Returns the values of the entry and of its transactions.
    pub(super) fn all_values(&self) -> impl Iterator<Item = &RawValue<'s>> {
        self.values.iter().chain(&self.detail_values)
    }

    /// Finds values of a transaction, or of the entry.
    fn find(&self, field: CamtField, detail: usize) -> impl Iterator<Item = &RawValue<'s>> {
        self.values(detail)
            .iter()
            .filter(move |value| value.field == field && !value.text.is_empty())
    }

    /// Returns a value of the entry, and its span. An empty element counts as absent.
    pub(super) fn get(&self, field: CamtField) -> Option<(&Cow<'s, str>, Span)> {
        self.get_in(field, 0)
    }

    /// Returns a value of a transaction of the entry.
    pub(super) fn get_in(&self, field: CamtField, detail: usize) -> Option<(&Cow<'s, str>, Span)> {
        self.find(field, detail)
            .next()
            .map(|value| (&value.text, value.span))
    }

    /// Returns the span of a value of the entry that differs from an earlier one of the same field.
    pub(super) fn contradiction(&self, field: CamtField) -> Option<Span> {
        let mut values = self.find(field, 0);
        let first = values.next()?;
        values
            .find(|value| value.text != first.text)
            .map(|value| value.span)
    }

    /// Returns all values of a field that a transaction of the entry may have several times.
    pub(super) fn all_in(
        &self,
        field: CamtField,
        detail: usize,
    ) -> impl Iterator<Item = &Cow<'s, str>> {
        self.find(field, detail).map(|value| &value.text)
    }

    /// Returns the fields and the texts of a transaction of the entry, in the order of the file.
    pub(super) fn values_in(&self, detail: usize) -> impl Iterator<Item = (CamtField, &str)> {
        let values = self.values(detail).iter();
        values.map(|value| (value.field, &*value.text))
    }

    /// Returns the structured remittances of a transaction of the entry, each with its fields and texts.
    pub(super) fn remittances_in(
        &self,
        detail: usize,
    ) -> impl Iterator<Item = impl Iterator<Item = (CamtField, &str)>> {
        let remittances = self
            .values(detail)
            .split(|value| value.field == CamtField::StructuredRemittance);
        // The values before the first one belong to none.
        remittances
            .skip(1)
            .map(|values| values.iter().map(|value| (value.field, &*value.text)))
    }

    /// Returns the IBANs of the parties of its transactions, and their spans.
    pub(super) fn party_ibans(&self) -> impl Iterator<Item = (&str, Span)> {
        let is_iban = |value: &&RawValue<'_>| {
            matches!(value.field, CamtField::DebtorIban | CamtField::CreditorIban)
        };
        let ibans = self.detail_values.iter().filter(is_iban);
        ibans.map(|value| (&*value.text, value.span))
    }

    /// Whether a transaction of the entry has a value of any of these fields.
    pub(super) fn has_any(&self, fields: &[CamtField]) -> bool {
        let values = self.detail_values.iter();
        values
            .filter(|value| !value.text.is_empty())
            .any(|value| fields.contains(&value.field))
    }

    /// Returns the span of a value, also of an empty one, or that of the whole entry.
    pub(super) fn span_of(&self, field: CamtField) -> Span {
        let value = self.values.iter().find(|value| value.field == field);
        value.map_or(self.span, |value| value.span)
    }

    /// Returns the span of a value of the entry whose element is there without a text.
    pub(super) fn span_of_empty(&self, field: CamtField) -> Option<Span> {
        let of_field = || self.values.iter().filter(move |value| value.field == field);
        let is_empty = of_field().all(|value| value.text.is_empty());
        of_field()
            .next()
            .map(|value| value.span)
            .filter(|_| is_empty)
    }

    /// Returns the bank's reference: that of the entry, or of its only transaction.
    pub(super) fn reference(&self) -> Option<(&Cow<'s, str>, Span)> {
        let of_entry = self.get(CamtField::Reference);
        of_entry.or_else(|| {
            if self.details == 1 {
                self.get_in(CamtField::DetailReference, 1)
            } else {
                None
            }
        })
    }

    /// Returns the status in the letters of ISO 20022.
    pub(super) fn status(&self) -> Option<(&Cow<'s, str>, Span)> {
        self.get(CamtField::Status)
    }
}

/// The codes of entries that are not booked: pending, only for information, or in the future.
pub(super) const NOT_BOOKED: [&str; 3] = ["PDNG", "INFO", "FUTR"];
