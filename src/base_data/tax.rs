use rust_decimal::Decimal;

use super::rules;
use crate::record::{
    Field, FieldKind, Fields, ListRules, Record, RecordIds, TextVisitor, TypedRecord, Violation,
    choice, index_of, record, record_rules,
};
use crate::report::{Collector, Diagnostic};
use crate::source::{Span, sorted_by_key};
use crate::value::{Country, Date, LimitedText, Period, PeriodError, Rate};

choice! {
    /// The basis on which tax is accounted for.
    AccountingMethod {
        /// Tax is due when the payment is received.
        Cash = "CASH",
        /// Tax is due when the payment is agreed, usually with the invoice.
        Accrual = "ACCRUAL",
    }
}

record! {
    /// A tax period as a record of a payload, whose first and last day may be in the wrong order.
    pub(super) TaxPeriodRecord called "tax period", "a period, usually a year, to which one set of value added tax settings applies" {
        required "externalId" external_id: LimitedText<36>, FieldKind::Id,
            "the sender's own id of the period, which identifies it in every update", "p-2026";
        required "isSubjectToTax" is_subject_to_tax: bool, FieldKind::Boolean,
            "whether the organization is subject to tax", "true";
        required "balanceTaxation" balance_taxation: bool, FieldKind::Boolean, "whether balance taxation applies", "false";
        required "accountingMethod" accounting_method: AccountingMethod, FieldKind::Choice(AccountingMethod::WORDS),
            "whether tax is accounted for on what was received (CASH) or on what was agreed (ACCRUAL)", "ACCRUAL";
        required "startsAt" starts_at: Date, FieldKind::Date, "the first day of the period", "2026-01-01";
        required "endsAt" ends_at: Date, FieldKind::Date, "the last day of the period", "2026-12-31";
    }
}

/// A period, usually a year, to which one set of value added tax settings applies.
///
/// ```
/// use universal_accounting::base_data::{AccountingMethod, TaxPeriod};
/// use universal_accounting::value::{Date, LimitedText, Period};
///
/// let year = Period::new(Date::parse("2026-01-01")?, Date::parse("2026-12-31")?)?;
/// let period = TaxPeriod::new(LimitedText::parse("p-2026")?, true, false, AccountingMethod::Accrual, year);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TaxPeriod {
    /// The sender's own id of the period.
    pub external_id: LimitedText<36>,
    /// Whether the organization is subject to tax.
    pub is_subject_to_tax: bool,
    /// Whether balance taxation applies.
    pub balance_taxation: bool,
    /// The basis on which tax is accounted for.
    pub accounting_method: AccountingMethod,
    /// The first and the last day.
    pub period: Period,
}

impl TaxPeriod {
    /// Creates a tax period. Every field is required.
    #[must_use]
    pub const fn new(
        external_id: LimitedText<36>,
        is_subject_to_tax: bool,
        balance_taxation: bool,
        accounting_method: AccountingMethod,
        period: Period,
    ) -> Self {
        Self {
            external_id,
            is_subject_to_tax,
            balance_taxation,
            accounting_method,
            period,
        }
    }
}

impl From<&TaxPeriod> for TaxPeriodRecord {
    fn from(tax_period: &TaxPeriod) -> Self {
        let TaxPeriod {
            external_id,
            is_subject_to_tax,
            balance_taxation,
            accounting_method,
            period,
        } = tax_period.clone();
        let (first, last) = (period.starts_at(), period.ends_at());
        Self::new(
            external_id,
            is_subject_to_tax,
            balance_taxation,
            accounting_method,
            first,
            last,
        )
    }
}

impl TypedRecord for TaxPeriod {
    fn from_record(record: &Record<'_>) -> Option<Self> {
        let TaxPeriodRecord {
            external_id,
            is_subject_to_tax,
            balance_taxation,
            accounting_method,
            starts_at,
            ends_at,
        } = TaxPeriodRecord::from_record(record)?;
        let period = Period::new(starts_at, ends_at).ok()?;
        Some(Self {
            external_id,
            is_subject_to_tax,
            balance_taxation,
            accounting_method,
            period,
        })
    }

    const FIELDS: &'static [Field] = TaxPeriodRecord::FIELDS;

    fn visit_texts(&self, visit: &mut TextVisitor<'_>) {
        TaxPeriodRecord::from(self).visit_texts(visit);
    }
}

const IS_SUBJECT_TO_TAX: usize = index_of(TaxPeriodRecord::FIELDS, "isSubjectToTax");
const STARTS_AT: usize = index_of(TaxPeriodRecord::FIELDS, "startsAt");
const ENDS_AT: usize = index_of(TaxPeriodRecord::FIELDS, "endsAt");

/// The rules over the list of tax periods, which compare them with each other.
#[derive(Debug, Default)]
pub(super) struct TaxPeriodListRules {
    periods: Vec<ListedPeriod>,
    /// Whether the days of an item can't be read, so that it may fill a gap between others.
    has_unreadable_item: bool,
}

/// A period of the list whose days are in the right order.
#[derive(Debug)]
struct ListedPeriod {
    period: Period,
    index: usize,
    /// The span of its first day.
    start_span: Span,
}

/// A longer tax period is suspicious: a tax period is a year, and the first one of a company may be somewhat longer.
const MAX_DAYS: usize = 2 * 366;

record_rules! {
    pub(super) TaxPeriodRules {
        rules::TAX_PERIOD_REVERSED => |fields| period_of(fields)?.is_err().then(|| Violation::naming(ENDS_AT));
        rules::TAX_PERIOD_LONG => |fields| {
            let is_long = period_of(fields)?.is_ok_and(|period| period.days() > MAX_DAYS);
            (is_long && fields.equals(IS_SUBJECT_TO_TAX, "true")).then(|| Violation::naming(ENDS_AT))
        };
    }
}

/// Returns the period between the two days, if both can be read.
fn period_of(fields: &impl Fields) -> Option<Result<Period, PeriodError>> {
    Some(Period::new(fields.day(STARTS_AT)?, fields.day(ENDS_AT)?))
}

impl<'s> ListRules<'s> for TaxPeriodListRules {
    type PerRecord = TaxPeriodRules;

    fn add_record(&mut self, fields: &Record<'s>, index: usize) {
        match period_of(fields) {
            Some(Ok(period)) => {
                self.periods.push(ListedPeriod {
                    period,
                    index,
                    start_span: fields.span_of(STARTS_AT),
                });
            }
            _ => self.has_unreadable_item = true,
        }
    }

    fn add_non_record(&mut self) {
        self.has_unreadable_item = true;
    }

    /// Reports periods that overlap an earlier one or leave a gap after it, in the order of their days.
    fn finish(&mut self, record_ids: &RecordIds<'_, 's>, sink: &mut Collector<'_>) {
        // Periods are sorted by their days. Those with the same days stay in the order of the list.
        let number = |day: Date| {
            usize::from(day.year()) * 10_000
                + usize::from(day.month()) * 100
                + usize::from(day.day())
        };
        let days = |listed: &ListedPeriod| {
            (
                number(listed.period.starts_at()),
                number(listed.period.ends_at()),
            )
        };
        let mut last: Option<(Date, usize)> = None;
        for listed in sorted_by_key(std::mem::take(&mut self.periods), days) {
            if let Some((end, before)) = last {
                let rule = if listed.period.starts_at() <= end {
                    Some(&rules::TAX_PERIOD_OVERLAP)
                } else if !self.has_unreadable_item
                    && end
                        .tomorrow()
                        .is_some_and(|next| next < listed.period.starts_at())
                {
                    Some(&rules::TAX_PERIOD_GAP)
                } else {
                    None
                };
                if let Some(rule) = rule {
                    let diagnostic = Diagnostic::new(rule, listed.start_span)
                        .param("field", "startsAt")
                        .param("before", before);
                    let earlier = format!("`/{}/{before}`", record_ids.list_name);
                    record_ids.report(diagnostic.param("earlier", earlier), listed.index, sink);
                }
            }
            if last.is_none_or(|(end, _)| end < listed.period.ends_at()) {
                last = Some((listed.period.ends_at(), listed.index));
            }
        }
    }
}

record! {
    /// A tax with its rate.
    ///
    /// ```
    /// use universal_accounting::base_data::Tax;
    /// use universal_accounting::value::{LimitedText, Rate};
    ///
    /// let (id, code) = (LimitedText::parse("t-un81")?, LimitedText::parse("UN81")?);
    /// let vat = Tax::new(id, code, LimitedText::parse("Umsatzsteuer Normalsatz")?, Rate::parse("8.1")?);
    /// assert_eq!(vat.value.to_string(), "8.1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub Tax called "tax", "a tax with its rate" {
        required "externalId" external_id: LimitedText<36>, FieldKind::Id,
            "the sender's own id of the tax, which identifies it in every update", "t-un81";
        required "code" code: LimitedText<12>, FieldKind::Code, "the short name for bookings", "UN81";
        required "description" description: LimitedText<255>, FieldKind::Text,
            "a description of the tax", "Umsatzsteuer Normalsatz";
        required "value" value: Rate, FieldKind::Rate, "the rate in percent, 0 to 100", "8.1";
        optional "country" country: Country, FieldKind::Country,
            "the country that levies it, a code of ISO 3166-1", "CH";
    }
}

pub(super) const CODE: usize = index_of(Tax::FIELDS, "code");
const VALUE: usize = index_of(Tax::FIELDS, "value");

/// Returns whether a rate was probably meant as a fraction: it is below one percent and has two decimals or more. The lowest real rates have
/// one decimal.
fn is_fraction(rate: &str) -> bool {
    // Without an exponent, a rate below one percent starts with a zero. This skips the parsing of most rates.
    let may_be_below_one = rate.starts_with('0') || rate.contains(['e', 'E']);
    may_be_below_one
        && Rate::parse(rate).is_ok_and(|rate| {
            let rate = Decimal::from(rate);
            rate < Decimal::ONE && rate.normalize().scale() >= 2
        })
}

record_rules! {
    pub(super) TaxRules {
        rules::RATE_AS_FRACTION => |fields| {
            fields.text(VALUE).is_some_and(|rate| is_fraction(&rate)).then(|| Violation::naming(VALUE))
        };
    }
}
