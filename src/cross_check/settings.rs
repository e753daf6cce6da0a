use std::collections::HashSet;

use foldhash::fast::RandomState;

use crate::base_data::BaseData;
use crate::value::{Currency, Date};

/// The currencies and the days that the books of base data have.
pub(super) struct Settings {
    currencies: HashSet<Currency, RandomState>,
    /// For each tax period in the order of their first days: this day, and the last day of this and all periods before.
    periods: Vec<(Date, Date)>,
}

impl Settings {
    pub(super) fn new(base_data: &BaseData) -> Self {
        let listed = base_data
            .records()
            .currencies
            .iter()
            .map(|currency| currency.code);
        // Where the list lacks a currency of base data itself, base data is at fault, and not what is compared with it.
        let in_use = base_data
            .records()
            .accounts
            .iter()
            .filter_map(|account| account.currency);
        let currencies = listed
            .chain([base_data.organization().lead_currency])
            .chain(in_use)
            .collect();
        let tax_periods = base_data.records().tax_periods.iter();
        let mut periods: Vec<(Date, Date)> = tax_periods
            .map(|tax_period| (tax_period.period.starts_at(), tax_period.period.ends_at()))
            .collect();
        periods.sort_unstable();
        let mut last = None;
        for (_, end) in &mut periods {
            *end = last.map_or(*end, |last| (*end).max(last));
            last = Some(*end);
        }
        Self {
            currencies,
            periods,
        }
    }

    /// Returns whether base data has a currency.
    pub(super) fn has_currency(&self, currency: Currency) -> bool {
        self.currencies.contains(&currency)
    }

    /// Returns whether a day is in a tax period.
    pub(super) fn has_day(&self, day: Date) -> bool {
        let started = self.periods.partition_point(|(start, _)| *start <= day);
        started
            .checked_sub(1)
            .and_then(|last| self.periods.get(last))
            .is_some_and(|(_, end)| day <= *end)
    }
}
