use std::borrow::Cow;
use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;
use std::vec::IntoIter;

use super::amount::{self, RowAmount};
use super::classifier::RowClassifier;
use super::dates::{self, RecentDates};
use super::last_cell::LastCell;
use super::outline::Outline;
use super::row_width::{RowWidth, is_booking};
use super::stated::{stated_balance, stated_sums};
use super::{metadata, original};
use crate::format::rules;
use crate::format::table::detect::{Catalog, ColumnMapping, Header, Preamble};
use crate::format::table::profile::{RowKind, matches_any};
use crate::format::table::value::{content, date};
use crate::format::table::{Row, Rows};
use crate::record::rules::TOO_MANY_RECORDS;
use crate::report::{Cell, Collector, Diagnostic, Limits};
use crate::source::Span;
use crate::statement::{
    AccountNumber, BankId, Column, CurrencyCode, Detail, DetailAmount, Entry, EntryStatus, Item,
    RowPosition, SkipReason, StatementMetadata, StatementOptions, StatementReader, checked_sum,
    find_cell, join_texts,
};

/// Reads the rows of a statement in their order.
pub(in crate::format) struct TableReader<'t, 'h, 'c> {
    /// The rows from the first one on, and from the current one on.
    rows_from_start: Rows<'t>,
    rows: Rows<'t>,
    row: Row<'t>,
    /// Before this position, quotes that span lines are known to be stray quotes.
    stray_quotes_end: usize,
    items: ItemReader<'t, 'h, 'c>,
    /// The lines above the header that look like rows. Rows are counted from the header, so these come last.
    rows_above: IntoIter<(usize, Span)>,
}

/// Converts rows to items.
struct ItemReader<'t, 'h, 'c> {
    classifier: RowClassifier<'t, 'h, 'c>,
    limits: &'h Limits,
    /// The maximum number of rows; further rows are rejected.
    max_rows: usize,
    columns: Arc<[Column]>,
    after_blank_line: bool,
    section: Section,
    /// The number of rows so far.
    row_count: usize,
    /// The first row beyond the limit, and its number.
    first_excess_row: Option<(Span, usize)>,
    /// The recent purchase, value and booking dates.
    recent_dates: [RecentDates<'t>; 3],
    outline: Rc<Outline<'c>>,
    width: RowWidth<'t>,
    last_cell: LastCell,
    /// The bank's id of the last booking.
    last_bank_id: Option<Span>,
    /// The unknown words found in status columns so far. Each is reported once.
    unknown_words: HashSet<String>,
    /// Whether only the fields for derived ids are read.
    only_ids: bool,
    /// Whether each payment of a batch entry becomes a transaction.
    split_batches: bool,
}

/// The section of the file that is being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    /// The rows of the statement.
    Rows,
    /// The lines below the rows.
    Footer,
    /// Another statement, whose rows are not converted.
    OtherStatement,
    /// The end of the file.
    End,
}

impl<'t, 'h, 'c> TableReader<'t, 'h, 'c> {
    /// Reads the lines above the rows of a statement.
    pub(in crate::format) fn open(
        text: &'t str,
        header: &'h Header<'c>,
        mapping: ColumnMapping<'c>,
        outline: Outline<'c>,
        catalog: &'c Catalog,
        options: &StatementOptions<'h>,
        findings: &mut Collector<'_>,
    ) -> (StatementMetadata, Self) {
        let classifier = RowClassifier {
            text,
            header,
            mapping,
            catalog,
        };
        let limits = &options.policy.limits;
        let (mut preamble, mut above) = (Preamble::default(), Vec::new());
        let (mut rows, mut row) = (Rows::new(text, header.delimiter), Row::default());
        while row.line() + 1 < header.line && rows.next_line(&mut row) {
            if let Some(fault) = check_limits(&row, limits) {
                findings.push(fault);
                continue;
            }
            let has_values = preamble.expects_values_below() && content::count_filled(&row) > 0;
            let is_known = has_values || Preamble::has_label(&row, header.profile);
            preamble.read_line(&row, header.profile);
            if !is_known && classifier.looks_like_row(&row) {
                above.push((row.line(), row.span()));
            }
        }
        if header.lines > 1 {
            rows.next_row(&mut row);
        } else if header.lines == 1
            && rows.next_line(&mut row)
            && let Some(span) = row.stray_quote()
        {
            findings.push(Diagnostic::new(&rules::STRAY_QUOTE, span));
        }
        let metadata = metadata::read_metadata(header, &classifier.mapping, &preamble, findings);
        let items = ItemReader::new(
            classifier,
            limits,
            Arc::clone(&metadata.columns),
            Rc::new(outline),
        );
        let items = ItemReader {
            split_batches: options.split_batches,
            ..items
        };
        (
            metadata,
            Self {
                rows_from_start: rows.clone(),
                rows,
                row,
                stray_quotes_end: 0,
                items,
                rows_above: above.into_iter(),
            },
        )
    }
}

impl<'t, 'h, 'c> ItemReader<'t, 'h, 'c> {
    fn new(
        classifier: RowClassifier<'t, 'h, 'c>,
        limits: &'h Limits,
        columns: Arc<[Column]>,
        outline: Rc<Outline<'c>>,
    ) -> Self {
        Self {
            classifier,
            limits,
            max_rows: limits.records,
            columns,
            after_blank_line: false,
            section: Section::Rows,
            row_count: 0,
            first_excess_row: None,
            recent_dates: Default::default(),
            outline,
            width: RowWidth::default(),
            last_cell: LastCell::default(),
            last_bank_id: None,
            unknown_words: HashSet::new(),
            only_ids: false,
            split_batches: false,
        }
    }

    /// Returns the item of a row, or `None` if it is not a row of the statement.
    fn read_item(
        &mut self,
        row: &mut Row<'t>,
        following: &Rows<'t>,
        entry: &mut Entry<'t>,
        findings: &mut Collector<'_>,
    ) -> Option<Item> {
        if row.cells().iter().all(content::is_blank) {
            self.after_blank_line = true;
            return None;
        }
        let after_blank_line = std::mem::take(&mut self.after_blank_line);
        if self.section == Section::Footer {
            if !self.classifier.is_row_after_footer(row) {
                return None;
            }
            self.row_count += 1;
            return Some(self.reject(row, Diagnostic::new(&rules::ROW_AFTER_FOOTER, row.span())));
        }
        if self.starts_footer(row, after_blank_line) {
            self.section = Section::Footer;
            return None;
        }
        self.row_count += 1;
        if self.section == Section::OtherStatement {
            return Some(Item::Rejected(None));
        }
        if self.row_count > self.max_rows {
            self.first_excess_row
                .get_or_insert((row.span(), self.row_count));
            return Some(Item::Rejected(None));
        }
        let result = match check_limits(row, self.limits) {
            Some(fault) => Err(fault),
            None => self.read_row(row, following, entry, findings),
        };
        match result {
            Ok(item) => Some(item),
            Err(fault) => Some(self.reject(row, fault)),
        }
    }

    /// Returns whether a row is the first of the footer. A balance below the rows is not: it is compared with them.
    fn starts_footer(&self, row: &Row<'t>, after_blank_line: bool) -> bool {
        let classifier = &self.classifier;
        if !classifier.is_footer(row, after_blank_line) || classifier.starts_another_statement(row)
        {
            return false;
        }
        let rule = classifier.mapping.row_rule(row);
        rule.is_none_or(|rule| rule.balance.is_none())
    }

    /// Rejects a row. If another statement starts with the row, that is reported instead, and all following rows are rejected.
    fn reject(&mut self, row: &Row<'t>, fault: Diagnostic) -> Item {
        let fault = if self.classifier.starts_another_statement(row) {
            self.section = Section::OtherStatement;
            Diagnostic::new(&rules::SECOND_STATEMENT, row.span())
        } else {
            fault
        };
        let position = self.position_of(row);
        Item::Rejected(Some(fault.locate_cell(|span| {
            find_cell(span, position, row.cells(), &self.columns)
        })))
    }

    fn position_of(&self, row: &Row<'t>) -> RowPosition {
        RowPosition {
            span: row.span(),
            line: row.line(),
            row: self.row_count,
        }
    }

    fn read_row(
        &mut self,
        row: &mut Row<'t>,
        following: &Rows<'t>,
        entry: &mut Entry<'t>,
        findings: &mut Collector<'_>,
    ) -> Result<Item, Diagnostic> {
        let rule = self.classifier.mapping.row_rule(row);
        let kind = rule.map(|rule| rule.kind);
        self.check_shape(row, kind, findings)?;
        self.check_width(row, following, kind, findings)?;
        if let Some(span) = row.stray_quote() {
            findings.push(Diagnostic::new(&rules::STRAY_QUOTE, span));
        }
        let mapping = &self.classifier.mapping;
        let Some(rule) = rule else {
            self.last_bank_id = Some(content::span_at(row, mapping.transaction_id));
            return self.read_entry(row, entry, findings);
        };
        if matches!(rule.kind, RowKind::Detail | RowKind::Annotation) {
            self.report_other_bank_id(row, findings);
        }
        match rule.kind {
            RowKind::Detail => self.read_detail(row, rule.informational),
            RowKind::Continuation => self.read_continuation(row, findings),
            RowKind::Annotation => self.detail_item(row, joined_text(row, mapping), None),
            RowKind::Pending => self.read_pending(row, !rule.matches.is_empty(), entry),
            RowKind::Void => Ok(Item::Skipped(SkipReason::Status)),
            RowKind::Refused => {
                let reason = rule
                    .reason
                    .clone()
                    .unwrap_or_else(|| "it is no booking".to_owned());
                Err(Diagnostic::new(&rules::ROW_REFUSED, row.span()).param("reason", reason))
            }
            RowKind::Total => Ok(match rule.balance {
                Some(kind) => Item::Balance(kind, stated_balance(row, mapping)),
                None if rule.sums => Item::Sums(stated_sums(row, mapping)),
                None => Item::Skipped(SkipReason::Total),
            }),
            RowKind::Other => Ok(Item::Skipped(SkipReason::Other)),
        }
    }

    /// Returns an error if a row can't be one of its kind: it is truncated, has too few or too many cells, or is a line of another statement.
    fn check_shape(
        &self,
        row: &Row<'t>,
        kind: Option<RowKind>,
        findings: &mut Collector<'_>,
    ) -> Result<(), Diagnostic> {
        let classifier = &self.classifier;
        match kind {
            // A continuation is only text and may have any number of cells.
            Some(RowKind::Continuation) => classifier.check_same_statement(row),
            // The start of a truncated last row may look like another kind of row.
            Some(RowKind::Other) if !row.has_line_end() => classifier.check_cell_count(row),
            // A total may be in any column of the header.
            Some(RowKind::Total | RowKind::Other) => {
                classifier.check_same_statement(row)?;
                classifier.check_no_surplus(row)
            }
            Some(RowKind::Annotation) => {
                classifier.check_no_surplus(row)?;
                report_open_last_cell(row, findings);
                Ok(())
            }
            // The amount of a detail is in its column, and all other cells are text or empty.
            Some(RowKind::Detail)
                if row.has_line_end() && classifier.mapping.has_valid_values(row) =>
            {
                classifier.check_no_surplus(row)
            }
            _ => classifier.check_cell_count(row),
        }
    }

    /// Compares a row with the rows around it. A booking whose values may be in other columns is an error, another row is reported.
    fn check_width(
        &mut self,
        row: &Row<'t>,
        following: &Rows<'t>,
        kind: Option<RowKind>,
        findings: &mut Collector<'_>,
    ) -> Result<(), Diagnostic> {
        let classifier = &self.classifier;
        if is_booking(kind) {
            let fills_last_column = self.outline.fills_last_column;
            self.width
                .check_booking(row, following, classifier, fills_last_column)?;
            return self.check_day_order(row);
        }
        let fault = match kind {
            Some(RowKind::Total) => self.width.check_total(row, following, classifier),
            Some(RowKind::Detail) => self.width.check_detail(row, classifier.header.names.len()),
            _ => None,
        };
        if let Some(fault) = fault {
            findings.push(fault);
        }
        Ok(())
    }

    /// Returns an error if day and month of a booking were exchanged, as the order of the dates shows.
    fn check_day_order(&self, row: &Row<'t>) -> Result<(), Diagnostic> {
        if !self.outline.day_order.is_exchanged(row.line()) {
            return Ok(());
        }
        let date = content::span_at(row, self.classifier.mapping.date_cells().last());
        Err(Diagnostic::new(&rules::DAY_MONTH_EXCHANGED, date))
    }

    fn read_entry(
        &mut self,
        row: &mut Row<'t>,
        entry: &mut Entry<'t>,
        findings: &mut Collector<'_>,
    ) -> Result<Item, Diagnostic> {
        match self.check_status(row, findings) {
            Some(SkipReason::Pending) => {
                let amount = amount::read_amount(row, &self.classifier.mapping).ok();
                return Ok(self.fill_pending(row, amount, entry));
            }
            Some(reason) => return Ok(Item::Skipped(reason)),
            None => {}
        }
        entry.clear();
        let mapping = &self.classifier.mapping;
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
            entry.lacks_currency = self.outline.names_currency;
        }
        let identity = &self.classifier.header.profile.identity;
        if !self.only_ids {
            self.last_cell
                .check(row, self.row_count, mapping, &mut entry.row_faults);
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
    fn check_status(&mut self, row: &Row<'t>, findings: &mut Collector<'_>) -> Option<SkipReason> {
        for (index, status) in &self.classifier.mapping.status {
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

    /// Reads a payment that is not booked yet. The row must have an amount, and a date or a word that says so.
    fn read_pending(
        &self,
        row: &mut Row<'t>,
        has_status_word: bool,
        entry: &mut Entry<'t>,
    ) -> Result<Item, Diagnostic> {
        let mapping = &self.classifier.mapping;
        let text_at = |cell| content::text_at(row, Some(cell));
        let mut statuses = mapping.status.iter();
        // A row whose status is booked has lost its date.
        let is_booked = statuses.any(|(cell, status)| matches_any(&text_at(*cell), &status.booked));
        let is_date = |text: &str| date::parse(text, &mapping.style.dates).is_some();
        let may_lack_date =
            has_status_word || mapping.date_cells().any(|cell| is_date(&text_at(cell)));
        if is_booked || !may_lack_date {
            dates::read_dates(row, mapping, &mut Default::default(), &mut Vec::new())?;
        }
        let amount = match amount::read_amount(row, mapping) {
            // A payment in another currency has no amount until it is booked.
            Err(_) if amount::number_at(row, mapping.original_amount, mapping)?.is_some() => None,
            read => Some(read?),
        };
        Ok(self.fill_pending(row, amount, entry))
    }

    fn fill_pending(
        &self,
        row: &mut Row<'t>,
        mut amount: Option<RowAmount<'t>>,
        entry: &mut Entry<'t>,
    ) -> Item {
        entry.clear();
        entry.status = EntryStatus::Pending(amount.as_ref().map(|amount| amount.amount));
        fill_account_and_balance(row, amount.as_mut(), &self.classifier.mapping, entry);
        row.swap_cells(&mut entry.cells);
        Item::Entry
    }

    /// Reports a detail with another id of the bank than the booking above: a booking that lost its amount looks like one.
    fn report_other_bank_id(&self, row: &Row<'t>, findings: &mut Collector<'_>) {
        let RowClassifier { text, mapping, .. } = &self.classifier;
        let Some(span) = self.last_bank_id else {
            return;
        };
        let of_booking = text.get(span.start..span.end).unwrap_or_default();
        let own = content::text_at(row, mapping.transaction_id);
        if own.is_empty() || of_booking.is_empty() {
            return;
        }
        if !of_booking.contains(&*own) {
            let span = content::span_at(row, mapping.transaction_id);
            findings.push(Diagnostic::new(&rules::DETAIL_OF_ANOTHER, span));
        }
    }

    /// Reads a detail of the batch entry above. An informational amount is not added to the sum.
    fn read_detail(&self, row: &Row<'t>, informational: bool) -> Result<Item, Diagnostic> {
        let mapping = &self.classifier.mapping;
        let parsed = amount::number_at(row, mapping.detail_amount, mapping)?;
        let amount = parsed.map(|(parsed, _)| DetailAmount {
            value: parsed.number,
            currency: content::text_at(row, mapping.detail_currency).into_owned(),
            is_summed: !informational,
        });
        self.detail_item(row, joined_text(row, mapping), amount)
    }

    /// Reads more text of the entry above, from any column.
    fn read_continuation(
        &self,
        row: &Row<'t>,
        findings: &mut Collector<'_>,
    ) -> Result<Item, Diagnostic> {
        report_open_last_cell(row, findings);
        self.detail_item(row, content::joined_text(row.cells()), None)
    }

    fn detail_item(
        &self,
        row: &Row<'t>,
        text: String,
        amount: Option<DetailAmount>,
    ) -> Result<Item, Diagnostic> {
        if self.row_count == 1 {
            return Err(Diagnostic::new(&rules::DETAIL_ALONE, row.span()));
        }
        let mapping = &self.classifier.mapping;
        let is_payment = self.split_batches && amount.is_some();
        let mut identity = Vec::new();
        if is_payment {
            if let Some(cell) = mapping.transaction_id {
                identity.push(content::text_at(row, Some(cell)).into_owned());
            }
            for index in &mapping.identity {
                identity.push(mapping.collapsed_text(row, *index).into_owned());
            }
        }
        let position = self.position_of(row);
        Ok(Item::Detail(Box::new(Detail {
            position,
            text,
            amount,
            identity,
            ..Detail::default()
        })))
    }

    /// Reports the rows beyond the limit, once their number is known.
    fn report_excess_rows(&self, findings: &mut Collector<'_>) {
        let Some((span, number)) = self.first_excess_row else {
            return;
        };
        let fault = Diagnostic::new(&TOO_MANY_RECORDS, span)
            .param("found", self.row_count)
            .param("what", "rows");
        findings.push(
            fault
                .param("limit", self.max_rows)
                .cell(Cell::new(number, String::new())),
        );
    }
}

impl<'t> StatementReader<'t> for TableReader<'t, '_, '_> {
    fn next(&mut self, entry: &mut Entry<'t>, findings: &mut Collector<'_>) -> Option<Item> {
        while self.items.section != Section::End {
            let Self {
                row,
                rows,
                stray_quotes_end,
                items,
                ..
            } = self;
            if !items.classifier.next_row(rows, row, stray_quotes_end) {
                self.items.report_excess_rows(findings);
                self.items.section = Section::End;
                break;
            }
            let Self {
                row, rows, items, ..
            } = self;
            let mark = findings.checkpoint();
            entry.position = RowPosition {
                span: row.span(),
                line: row.line(),
                row: items.row_count + 1,
            };
            let item = items.read_item(row, rows, entry, findings);
            if findings.checkpoint() != mark {
                let cells = if matches!(item, Some(Item::Entry)) {
                    entry.cells.as_slice()
                } else {
                    row.cells()
                };
                findings.locate_cells(mark, |span| {
                    find_cell(span, entry.position, cells, &items.columns)
                });
            }
            if item.is_some() {
                return item;
            }
        }
        let (line, span) = self.rows_above.next()?;
        self.items.row_count += 1;
        entry.position = RowPosition {
            span,
            line,
            row: self.items.row_count,
        };
        Some(Item::Rejected(Some(Diagnostic::new(
            &rules::ROW_ABOVE_HEADER,
            span,
        ))))
    }

    fn is_newest_first(&self) -> bool {
        let declared = self.items.classifier.header.profile.order;
        self.items.outline.day_order.is_newest_first(declared)
    }

    fn restart(&self) -> Box<dyn StatementReader<'t> + '_> {
        let ItemReader {
            classifier,
            limits,
            columns,
            outline,
            ..
        } = &self.items;
        let items = ItemReader::new(
            classifier.clone(),
            limits,
            Arc::clone(columns),
            Rc::clone(outline),
        );
        let items = ItemReader {
            max_rows: usize::MAX,
            only_ids: true,
            split_batches: self.items.split_batches,
            ..items
        };
        let (rows_from_start, rows) = (self.rows_from_start.clone(), self.rows_from_start.clone());
        Box::new(TableReader {
            rows_from_start,
            rows,
            row: Row::default(),
            stray_quotes_end: 0,
            items,
            rows_above: IntoIter::default(),
        })
    }
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

/// Reports a last cell without a line end, which may be truncated.
fn report_open_last_cell(row: &Row<'_>, findings: &mut Collector<'_>) {
    if let Some(last) = row.cells().last()
        && !row.has_line_end()
        && !content::is_blank(last)
    {
        findings.push(Diagnostic::new(&rules::LAST_CELL_OPEN, last.span));
    }
}

/// Returns the texts of a row, in the order of the profile.
fn texts<'t>(row: &Row<'t>, mapping: &ColumnMapping<'_>) -> impl Iterator<Item = Cow<'t, str>> {
    mapping.texts.iter().map(|index| {
        if mapping.overflow == Some(*index) {
            mapping.collapsed_text(row, Some(*index))
        } else {
            content::text_at(row, Some(*index))
        }
    })
}

/// Returns the joined texts of a row.
fn joined_text(row: &Row<'_>, mapping: &ColumnMapping<'_>) -> String {
    join_texts(&texts(row, mapping).collect::<Vec<_>>())
}

/// Returns a finding if a row or one of its cells is longer than the caller allows.
fn check_limits(row: &Row<'_>, limits: &Limits) -> Option<Diagnostic> {
    let whole = row.span();
    let length = whole.len();
    if length > limits.line {
        let fault = Diagnostic::new(&rules::LINE_TOO_LONG, whole).param("found", length);
        return Some(fault.param("limit", limits.line));
    }
    if length <= limits.cell {
        return None;
    }
    let mut cells = row.cells().iter();
    let long = cells.find(|cell| cell.raw().len() > limits.cell)?;
    let fault = Diagnostic::new(&rules::CELL_TOO_LONG, long.span).param("found", long.raw().len());
    Some(fault.param("limit", limits.cell))
}
