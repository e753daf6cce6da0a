use std::borrow::Cow;
use std::collections::HashSet;

use super::amount::{self, RowAmount};
use super::classifier::RowClassifier;
use super::dates::{self, RecentDates};
use super::original;
use super::row_width::LastCell;
use crate::format::rules;
use crate::format::table::detect::ColumnMapping;
use crate::format::table::profile::matches_any;
use crate::format::table::value::content;
use crate::report::{Collector, Diagnostic};
use crate::sheet::{Row, date};
use crate::statement::{
    AccountNumber, BankId, CurrencyCode, Entry, EntryStatus, Item, SkipReason, checked_sum,
};

/// Reads the rows of entries.
#[derive(Debug, Default)]
pub(super) struct EntryReader<'t> {
    /// The recent purchase, value and booking dates.
    recent_dates: [RecentDates<'t>; 3],
    last_cell: LastCell,
    /// The unknown words found in status columns so far. Each is reported once.
    unknown_words: HashSet<String>,
    /// Whether only the fields for derived ids are read.
    pub(super) only_ids: bool,
}

impl<'t> EntryReader<'t> {
    /// Reads an entry. `names_currency` says whether another row names a currency.
    pub(super) fn read(
        &mut self,
        row: &mut Row<'t>,
        classifier: &RowClassifier<'t, '_, '_>,
        names_currency: bool,
        entry: &mut Entry<'t>,
        findings: &mut Collector<'_>,
    ) -> Result<Item, Diagnostic> {
        let mapping = &classifier.mapping;
        match self.check_status(row, mapping, findings) {
            Some(SkipReason::Pending) => {
                let amount = amount::read_amount(row, mapping).ok();
                return Ok(fill_pending(row, amount, mapping, entry));
            }
            Some(reason) => return Ok(Item::Skipped(reason)),
            None => {}
        }
        entry.clear();
        entry.dates =
            dates::read_dates(row, mapping, &mut self.recent_dates, &mut entry.row_faults)?;
        let mut amount = amount::read_amount(row, mapping)?;
        entry.status = EntryStatus::Booked(amount.amount);
        if amount.amount.value.is_zero() {
            entry.row_faults.clear();
            fill_account_and_balance(row, Some(&mut amount), mapping, entry);
            row.swap_cells(&mut entry.cells);
            return Ok(Item::Entry);
        }
        fill_account_and_balance(row, Some(&mut amount), mapping, entry);
        if entry.currency.is_none() && mapping.currency.is_some() {
            entry.lacks_currency = names_currency;
        }
        let identity = &classifier.header.profile.identity;
        if !self.only_ids {
            self.last_cell
                .check(row, entry.position.row, mapping, &mut entry.row_faults);
            for text in texts(row, mapping) {
                entry.texts.push(text);
            }
            entry.original = original::read_original(row, &amount, mapping, &mut entry.faults);
        }
        let own = mapping
            .transaction_id
            .filter(|_| identity.bank_id_is_unique);
        entry.bank_id = match own {
            Some(_) => BankId::new(content::text_at(row, own)),
            None => BankId::Missing,
        };
        entry.bank_id_span = content::span_at(row, mapping.transaction_id);
        if !matches!(entry.bank_id, BankId::Usable(_)) {
            entry.identity.date = dates::identity_date(&entry.dates, identity.date);
            for index in &mapping.identity {
                let text = mapping.collapsed_text(row, *index);
                entry.identity.parts.push(text);
            }
        }
        if entry.dates.purchased.is_none() && !self.only_ids {
            entry.dates.purchased = original::purchase_date_from_text(row, mapping);
        }
        row.swap_cells(&mut entry.cells);
        Ok(Item::Entry)
    }

    /// Returns why a row is not an entry according to its status. An unknown word is reported once.
    fn check_status(
        &mut self,
        row: &Row<'t>,
        mapping: &ColumnMapping<'_>,
        findings: &mut Collector<'_>,
    ) -> Option<SkipReason> {
        for (index, status) in &mapping.status {
            let word = content::text_at(row, Some(*index));
            if matches_any(&word, &status.pending) {
                return Some(SkipReason::Pending);
            }
            if matches_any(&word, &status.void) {
                return Some(SkipReason::Status);
            }
            if !status.contains(&word) && self.unknown_words.insert(word.to_lowercase()) {
                findings.push(Diagnostic::new(
                    &rules::STATUS_UNKNOWN,
                    content::span_at(row, Some(*index)),
                ));
            }
        }
        None
    }
}

/// Reads a payment that is not booked yet. The row must have an amount, and a date or a word that says so.
pub(super) fn read_pending<'t>(
    row: &mut Row<'t>,
    has_status_word: bool,
    mapping: &ColumnMapping<'_>,
    entry: &mut Entry<'t>,
) -> Result<Item, Diagnostic> {
    let text_at = |cell| content::text_at(row, Some(cell));
    let mut statuses = mapping.status.iter();
    // A row whose status is booked has lost its date.
    let is_booked = statuses.any(|(cell, status)| matches_any(&text_at(*cell), &status.booked));
    let is_date = |text: &str| date::parse(text, &mapping.style.dates).is_some();
    let may_lack_date = has_status_word || mapping.date_cells().any(|cell| is_date(&text_at(cell)));
    if is_booked || !may_lack_date {
        dates::read_dates(row, mapping, &mut Default::default(), &mut Vec::new())?;
    }
    let amount = match amount::read_amount(row, mapping) {
        // A payment in another currency has no amount until it is booked.
        Err(_) if amount::number_at(row, mapping.original_amount, mapping)?.is_some() => None,
        read => Some(read?),
    };
    Ok(fill_pending(row, amount, mapping, entry))
}

fn fill_pending<'t>(
    row: &mut Row<'t>,
    mut amount: Option<RowAmount<'t>>,
    mapping: &ColumnMapping<'_>,
    entry: &mut Entry<'t>,
) -> Item {
    entry.clear();
    entry.status = EntryStatus::Pending(amount.as_ref().map(|amount| amount.amount));
    fill_account_and_balance(row, amount.as_mut(), mapping, entry);
    row.swap_cells(&mut entry.cells);
    Item::Entry
}

/// Fills in the account, the currency, the balance and the sub-account of an entry.
#[inline]
fn fill_account_and_balance<'t>(
    row: &Row<'t>,
    amount: Option<&mut RowAmount<'t>>,
    mapping: &ColumnMapping<'_>,
    entry: &mut Entry<'t>,
) {
    for (index, kind) in &mapping.accounts {
        if let Some(cell) = content::filled_cell_at(row, Some(*index)) {
            entry.account_numbers.push(AccountNumber {
                kind: *kind,
                text: content::text(cell),
                span: cell.span,
            });
        }
    }
    let of_column = || {
        let cell = content::filled_cell_at(row, mapping.currency)?;
        let code = CurrencyCode::from_text(content::text(cell));
        Some((code, cell.span))
    };
    let moved = amount.as_ref().map(|amount| amount.amount.signed());
    let beside_amount = amount.and_then(|amount| amount.currency.take());
    match beside_amount.or_else(of_column) {
        Some((currency, span)) => (entry.currency, entry.currency_span) = (Some(currency), span),
        None => entry.currency_span = content::span_at(row, mapping.currency),
    }
    let cell = mapping.balance.or(mapping.balance_before);
    match amount::number_at(row, cell, mapping) {
        Ok(balance) if mapping.balance.is_none() => {
            let after = |number| checked_sum(number, moved?);
            entry.balance = balance.and_then(|(parsed, span)| Some((after(parsed.number)?, span)));
        }
        Ok(balance) => entry.balance = balance.map(|(parsed, span)| (parsed.number, span)),
        Err(_) => {
            entry.balance = None;
            let span = content::span_at(row, cell);
            entry.row_faults.push(
                Diagnostic::new(&rules::CELL_PASSED_OVER, span).param("expected", "a balance"),
            );
        }
    }
    entry.sub_account = content::text_at(row, mapping.sub_account);
}

/// Returns the texts of a row, in the order of the profile.
pub(super) fn texts<'t>(
    row: &Row<'t>,
    mapping: &ColumnMapping<'_>,
) -> impl Iterator<Item = Cow<'t, str>> {
    mapping.texts.iter().map(|index| {
        if mapping.overflow == Some(*index) {
            mapping.collapsed_text(row, Some(*index))
        } else {
            content::text_at(row, Some(*index))
        }
    })
}
