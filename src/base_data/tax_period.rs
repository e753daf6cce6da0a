use super::rules;
use crate::record::{
    Field, FieldKind, FieldTable, FieldTexts, Fields, ListRules, ListedFields, RecordIds, TextVisitor, TypedRecord,
    Violation, choice, index_of, record, record_rules,
};
use crate::report::{Collector, Diagnostic};
use crate::source::{Span, sorted_by_key};
use crate::value::{Date, LimitedText, Period, PeriodError};

choice! {
    /// What tax is accounted for on.
    AccountingMethod {
        /// What was received.
        Cash = "CASH",
        /// What was agreed.
        Accrual = "ACCRUAL",
    }
}

record! {
    /// A tax period as it is written, whose days may be in any order.
    pub(super) Written called "tax period", "a span of days to which one set of settings for value added tax applies, as a rule a year" {
        required "externalId" external_id: LimitedText<36>, FieldKind::Id,
            "the sender's own name of the period, by which it is known again", "p-2026";
        required "isSubjectToTax" is_subject_to_tax: bool, FieldKind::Boolean,
            "whether the organization is subject to tax", "true";
        required "balanceTaxation" balance_taxation: bool, FieldKind::Boolean, "whether balance taxation applies", "false";
        required "accountingMethod" accounting_method: AccountingMethod, FieldKind::Choice(AccountingMethod::WORDS),
            "whether tax is accounted for on what was received (CASH) or on what was agreed (ACCRUAL)", "ACCRUAL";
        required "startsAt" starts_at: Date, FieldKind::Date, "its first day", "2026-01-01";
        required "endsAt" ends_at: Date, FieldKind::Date, "its last day", "2026-12-31";
    }
}

/// A span of days to which one set of settings for value added tax applies, as a rule a year (contract 2.1).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TaxPeriod {
    /// The sender's own name of the period, by which it is known again.
    pub external_id: LimitedText<36>,
    /// Whether the organization is subject to tax.
    pub is_subject_to_tax: bool,
    /// Whether balance taxation applies.
    pub balance_taxation: bool,
    /// What tax is accounted for on.
    pub accounting_method: AccountingMethod,
    /// Its first and its last day.
    pub period: Period,
}

impl TaxPeriod {
    /// The record as a table: its name, and its fields in the order of the contract.
    pub const TABLE: &'static FieldTable = Written::TABLE;

    /// A tax period; no part of it can be absent.
    #[must_use]
    pub const fn new(
        external_id: LimitedText<36>,
        is_subject_to_tax: bool,
        balance_taxation: bool,
        accounting_method: AccountingMethod,
        period: Period,
    ) -> Self {
        Self { external_id, is_subject_to_tax, balance_taxation, accounting_method, period }
    }
}

impl From<&TaxPeriod> for Written {
    fn from(tax_period: &TaxPeriod) -> Self {
        let TaxPeriod { external_id, is_subject_to_tax, balance_taxation, accounting_method, period } =
            tax_period.clone();
        let (first, last) = (period.starts_at(), period.ends_at());
        Self::new(external_id, is_subject_to_tax, balance_taxation, accounting_method, first, last)
    }
}

impl TypedRecord for TaxPeriod {
    fn from_texts(text: &FieldTexts<'_, '_>) -> Option<Self> {
        let Written { external_id, is_subject_to_tax, balance_taxation, accounting_method, starts_at, ends_at } =
            Written::from_texts(text)?;
        let period = Period::new(starts_at, ends_at).ok()?;
        Some(Self { external_id, is_subject_to_tax, balance_taxation, accounting_method, period })
    }

    const FIELDS: &'static [Field] = Written::FIELDS;

    fn visit_texts(&self, visit: &mut TextVisitor<'_>) {
        Written::from(self).visit_texts(visit);
    }
}

const IS_SUBJECT_TO_TAX: usize = index_of(Written::FIELDS, "isSubjectToTax");
const STARTS_AT: usize = index_of(Written::FIELDS, "startsAt");
const ENDS_AT: usize = index_of(Written::FIELDS, "endsAt");

/// What the tax periods are held against: each other.
#[derive(Debug, Default)]
pub(super) struct TaxPeriods {
    known: Vec<Known>,
    /// Whether there is one of which nobody knows the days, so that none may be missing between others.
    is_unclear: bool,
}

/// A period in the right order.
#[derive(Debug)]
struct Known {
    period: Period,
    index: usize,
    /// Where its first day stands.
    place: Span,
}

/// A tax period is a year; a first one may be somewhat longer.
const MAX_DAYS: usize = 2 * 366;

record_rules! {
    pub(super) TaxPeriodRules {
        rules::TAX_PERIOD_REVERSED => |fields| days(fields)?.is_err().then(|| Violation::naming(ENDS_AT));
        rules::TAX_PERIOD_LONG => |fields| {
            let is_long = days(fields)?.is_ok_and(|period| period.days() > MAX_DAYS);
            (is_long && fields.equals(IS_SUBJECT_TO_TAX, "true")).then(|| Violation::naming(ENDS_AT))
        };
    }
}

/// The period that lies between two days, if both can be read.
fn days(fields: &impl Fields) -> Option<Result<Period, PeriodError>> {
    Some(Period::new(fields.day(STARTS_AT)?, fields.day(ENDS_AT)?))
}

impl<'s> ListRules<'s> for TaxPeriods {
    type PerRecord = TaxPeriodRules;

    fn add_record(&mut self, fields: &impl ListedFields<'s>, index: usize) {
        match days(fields) {
            Some(Ok(period)) => self.known.push(Known { period, index, place: fields.span_of(STARTS_AT) }),
            _ => self.is_unclear = true,
        }
    }

    fn add_non_record(&mut self) {
        self.is_unclear = true;
    }

    /// Reports the periods that overlap the ones before them or leave days between, in the order of their days.
    fn finish(&mut self, names: &RecordIds<'_, 's>, sink: &mut Collector<'_>) {
        // A number that rises with the days; periods of the same days stay in the order of the list.
        let number =
            |day: Date| usize::from(day.year()) * 10_000 + usize::from(day.month()) * 100 + usize::from(day.day());
        let days = |known: &Known| (number(known.period.starts_at()), number(known.period.ends_at()));
        let mut last: Option<(Date, usize)> = None;
        for known in sorted_by_key(std::mem::take(&mut self.known), days) {
            if let Some((end, before)) = last {
                let rule = if known.period.starts_at() <= end {
                    Some(&rules::TAX_PERIOD_OVERLAP)
                } else if !self.is_unclear && end.tomorrow().is_some_and(|next| next < known.period.starts_at()) {
                    Some(&rules::TAX_PERIOD_GAP)
                } else {
                    None
                };
                if let Some(rule) = rule {
                    let fault = Diagnostic::new(rule, known.place).param("field", "startsAt").param("before", before);
                    names.report(fault, known.index, sink);
                }
            }
            if last.is_none_or(|(end, _)| end < known.period.ends_at()) {
                last = Some((known.period.ends_at(), known.index));
            }
        }
    }
}
