//! Rows of a table, one after another, as items of a statement.
//!
//! To change it: a row passes the same stations in one order, and each may end its way: blank lines and sections, the kind of row, the number of its cells
//! (`row_width`), its values (`entry`). What only all rows together show was found before, in a first pass (`outline`); nothing here may look ahead further than
//! `row_width` does. Whatever happens to a row, it is counted once: as a transaction, a detail, a skipped row or a rejected one.

use std::rc::Rc;
use std::sync::Arc;

use super::amount;
use super::classifier::RowClassifier;
use super::entry::{EntryReader, read_pending, texts};
use super::outline::Outline;
use super::row_width::RowWidth;
use super::stated::{stated_balance, stated_sums};
use crate::format::rules;
use crate::format::table::detect::ColumnMapping;
use crate::format::table::profile::RowKind;
use crate::format::table::value::content;
use crate::record::rules::TOO_MANY_RECORDS;
use crate::report::{CellPosition, Collector, Diagnostic, Limits};
use crate::sheet::{Row, Rows};
use crate::source::{Certain, Span};
use crate::statement::{
    Column, Detail, DetailAmount, Entry, Item, RowPosition, SkipReason, find_cell, join_texts,
};

const ORDERED_DATES: &str = "the rows are in the order of their dates, and else they are not";

/// Converts rows to items.
pub(super) struct ItemReader<'t, 'h, 'c> {
    pub(super) classifier: RowClassifier<'t, 'h, 'c>,
    limits: &'h Limits,
    /// The maximum number of rows; further rows are rejected.
    max_rows: usize,
    pub(super) columns: Arc<[Column]>,
    after_blank_line: bool,
    pub(super) section: Section,
    /// The number of rows so far.
    pub(super) row_count: usize,
    /// The first row beyond the limit, and its number.
    first_excess_row: Option<(Span, usize)>,
    entries: EntryReader<'t>,
    pub(super) outline: Rc<Outline<'c>>,
    width: RowWidth<'t>,
    /// The bank's id of the last booking.
    last_bank_id: Option<Span>,
    /// Whether each payment of a batch entry becomes a transaction.
    pub(super) split_batches: bool,
}

/// The section of the file that is being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    /// The rows of the statement.
    Rows,
    /// The lines below the rows.
    Footer,
    /// Another statement, whose rows are not converted.
    OtherStatement,
    /// The end of the file.
    End,
}

impl<'t, 'h, 'c> ItemReader<'t, 'h, 'c> {
    pub(super) fn new(
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
            entries: EntryReader::default(),
            outline,
            width: RowWidth::default(),
            last_bank_id: None,
            split_batches: false,
        }
    }

    /// Returns a reader for the same rows from the first one on, which reads only what derived ids depend on.
    pub(super) fn restart(&self) -> Self {
        let outline = Rc::clone(&self.outline);
        let columns = Arc::clone(&self.columns);
        let mut items = Self::new(self.classifier.clone(), self.limits, columns, outline);
        items.max_rows = usize::MAX;
        items.entries.only_ids = true;
        items.split_batches = self.split_batches;
        items
    }

    /// Returns the item of a row, or `None` if it is not a row of the statement.
    pub(super) fn read_item(
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
            if self.classifier.starts_page(row) {
                self.section = Section::Rows;
                return None;
            }
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
            let names_currency = self.outline.names_currency;
            return self
                .entries
                .read(row, &self.classifier, names_currency, entry, findings);
        };
        if matches!(rule.kind, RowKind::Detail | RowKind::Annotation) {
            self.report_other_bank_id(row, findings);
        }
        match rule.kind {
            RowKind::Detail => self.read_detail(row, rule.informational),
            RowKind::Continuation => self.read_continuation(row, findings),
            RowKind::Annotation => self.detail_item(row, joined_text(row, mapping), None),
            RowKind::Pending => read_pending(row, !rule.matches.is_empty(), mapping, entry),
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
        if kind.is_none_or(RowKind::is_booking) {
            self.width
                .check_booking(row, following, classifier, &self.outline)?;
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
        let fault = Diagnostic::new(&rules::DAY_MONTH_EXCHANGED, date);
        Err(fault.param("sign", ORDERED_DATES))
    }

    /// Reports a detail with another id of the bank than the booking above: a booking that lost its amount looks like one.
    fn report_other_bank_id(&self, row: &Row<'t>, findings: &mut Collector<'_>) {
        let RowClassifier { text, mapping, .. } = &self.classifier;
        let Some(span) = self.last_bank_id else {
            return;
        };
        let of_booking = text.get(span.start..span.end).certain();
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
    pub(super) fn report_excess_rows(&self, findings: &mut Collector<'_>) {
        let Some((span, number)) = self.first_excess_row else {
            return;
        };
        let fault = Diagnostic::new(&TOO_MANY_RECORDS, span)
            .param("found", self.row_count)
            .param("what", "rows");
        findings.push(
            fault
                .param("limit", self.max_rows)
                .cell(CellPosition::new(number, String::new())),
        );
    }
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

/// Returns the joined texts of a row.
fn joined_text(row: &Row<'_>, mapping: &ColumnMapping<'_>) -> String {
    join_texts(&texts(row, mapping).collect::<Vec<_>>())
}

/// Returns a finding if a row or one of its cells is longer than the caller allows.
pub(super) fn check_limits(row: &Row<'_>, limits: &Limits) -> Option<Diagnostic> {
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
