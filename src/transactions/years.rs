use std::collections::BTreeMap;

use super::model::field_index::{BOOKED_AT, VALUTA_AT};
use super::record_rules::TransactionRules;
use super::rules;
use crate::record::{Fields, ListRules, Record, RecordIds};
use crate::report::{Collector, Diagnostic};
use crate::source::Span;

/// The maximum number of years between a transaction and the nearest other one.
const MAX_YEARS: u16 = 2;

/// The rules over a list of transactions: a year that is far from all others is probably mistyped.
#[derive(Debug, Default)]
pub(super) struct TransactionListRules {
    years: BTreeMap<u16, TransactionsOfYear>,
    /// The digits of the last year, and how many transactions in a row have had it that are not counted yet. Most have the year of the one before.
    last: Option<([u8; 4], usize)>,
}

#[derive(Debug)]
struct TransactionsOfYear {
    count: usize,
    /// The index of the first one, and the span of its date.
    first: usize,
    span: Span,
}

impl TransactionListRules {
    fn count_last(&mut self) {
        let Some((digits, count)) = self.last.take() else {
            return;
        };
        if let Some(year) = number(digits).and_then(|year| self.years.get_mut(&year)) {
            year.count += count;
        }
    }

    /// Returns the only transactions of a year that is far from all others, if some of these are near each other.
    fn lonely(&self) -> Vec<&TransactionsOfYear> {
        let years: Vec<(u16, &TransactionsOfYear)> = self
            .years
            .iter()
            .map(|(year, of_year)| (*year, of_year))
            .collect();
        let is_near = |at: usize, other: Option<usize>| {
            let [this, other] = [Some(at), other].map(|at| years.get(at?).map(|(year, _)| *year));
            this.zip(other)
                .is_some_and(|(this, other)| this.abs_diff(other) <= MAX_YEARS)
        };
        let mut lonely = Vec::new();
        for (at, (_, of_year)) in years.iter().enumerate() {
            let has_company =
                of_year.count > 1 || is_near(at, at.checked_sub(1)) || is_near(at, Some(at + 1));
            if !has_company {
                lonely.push(*of_year);
            }
        }
        if lonely.len() == years.len() {
            lonely.clear();
        }
        lonely
    }
}

/// Returns the number of four digits.
fn number(digits: [u8; 4]) -> Option<u16> {
    str::from_utf8(&digits).ok()?.parse().ok()
}

impl<'s> ListRules<'s> for TransactionListRules {
    type PerRecord = TransactionRules;

    fn add_record(&mut self, fields: &Record<'s>, index: usize) {
        let year_of = |date: usize| fields.with_bytes(date, |day| day.first_chunk().copied());
        let Some((date, digits)) = [BOOKED_AT, VALUTA_AT]
            .into_iter()
            .find_map(|date| Some((date, year_of(date)??)))
        else {
            return;
        };
        if let Some((last, count)) = &mut self.last
            && *last == digits
        {
            *count += 1;
            return;
        }
        self.count_last();
        let Some(year) = number(digits) else {
            return;
        };
        let of_year = self
            .years
            .entry(year)
            .or_insert_with(|| TransactionsOfYear {
                count: 0,
                first: index,
                span: fields.span_of(date),
            });
        of_year.count += 1;
        self.last = Some((digits, 0));
    }

    fn finish(&mut self, ids: &RecordIds<'_, 's>, sink: &mut Collector<'_>) {
        self.count_last();
        for of_year in self.lonely() {
            let fault = Diagnostic::new(&rules::DAY_FAR_FROM_OTHERS, of_year.span);
            ids.report(fault, of_year.first, sink);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::report::Policy;
    use crate::transactions::check;

    /// Returns the indexes of the transactions whose year is reported.
    fn reported(days: &[&str]) -> Vec<usize> {
        let mut items = Vec::new();
        for (index, day) in days.iter().enumerate() {
            items.push(format!(
                r#"{{"accountIdentifier":"A","transactionId":"{index}","creditDebit":"debit","amount":"1.00","currency":"CHF","bookedAt":"{day}"}}"#
            ));
        }
        let payload = format!(r#"{{"transactions":[{}]}}"#, items.join(","));
        let report = check(payload.as_bytes(), &Policy::new());
        let far = report
            .findings
            .iter()
            .filter(|finding| finding.rule.id == "day-far-from-others");
        far.filter_map(|finding| Some(finding.item.as_ref()?.index))
            .collect()
    }

    #[test]
    fn a_year_that_is_far_from_all_others_is_reported() {
        let days = [
            "2026-01-02",
            "0026-01-03",
            "2062-01-04",
            "2025-12-31",
            "2026-01-05",
        ];
        assert_eq!(reported(&days), [1, 2]);
        // A year without a booking between two, and years that all stand alone.
        assert_eq!(
            reported(&["2020-01-02", "2022-01-03", "2024-01-04"]),
            [0_usize; 0]
        );
        assert_eq!(
            reported(&["2000-01-02", "2010-01-03", "2020-01-04"]),
            [0_usize; 0]
        );
        // Two of one year are no mistyped digit.
        assert_eq!(
            reported(&["2000-01-02", "2026-01-03", "2000-01-04", "2026-01-05"]),
            [0_usize; 0]
        );
    }

    /// The year before is counted without a look into the list of years.
    #[test]
    fn a_repeated_year_has_company() {
        assert_eq!(
            reported(&["1990-01-02", "1990-01-03", "2026-01-04", "2026-01-05"]),
            [0_usize; 0]
        );
        assert_eq!(
            reported(&["1990-01-02", "2026-01-04", "2026-01-05", "1990-01-03"]),
            [0_usize; 0]
        );
        assert_eq!(reported(&["1990-01-02", "2026-01-04", "2026-01-05"]), [0]);
    }
}
