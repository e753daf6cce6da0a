//! A sheet as text, with what the text alone doesn't show.

use std::ops::Range;

use super::open::Workbook;
use super::sheet::{CellKind, MAX_ROWS, MergedCells, Sheet};
use super::text::Extent;
use crate::report::{Collector, Diagnostic, Rule};
use crate::sheet::csv::{Row, Rows};
use crate::sheet::rules;
use crate::source::{FileKind, Span};
use crate::value::Currency;

/// A sheet as CSV.
pub(crate) struct SheetText {
    /// The name of the sheet; empty for a table of a web page.
    pub(crate) name: String,
    /// A line for each row of the sheet.
    pub(crate) text: String,
    /// Whether the sheet is hidden.
    is_hidden: bool,
    /// The number of the hidden rows with a cell, and the first of them.
    hidden_rows: (usize, Option<u32>),
    /// The cells whose number is not known.
    unread: Vec<UnreadCells>,
    /// The numbers of other sheets that have rows of a statement, counted from 1.
    pub(crate) other_sheets: Vec<usize>,
    /// The cells, of a sheet whose reader asks for more than their texts.
    sheet: Option<Sheet>,
    /// The only currency that the formats of numbers show, and the first row with it.
    shown_currency: Option<(Currency, u32)>,
}

/// How a sheet shows a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CellLook {
    /// A formula whose result the workbook lacks.
    Uncalculated,
    Date,
    Percent,
    /// A number that is shown rounded, in thousands, or with words.
    Changed,
    /// A number that is shown with the digits that it has, so zeros after its last decimal are dropped.
    Number,
    /// A text with a line break, which is a blank in the text of the sheet.
    Lines,
}

/// Equal cells side by side whose number is not known, and the rule for that.
struct UnreadCells {
    rule: &'static Rule,
    rows: Range<u32>,
    columns: Range<u32>,
}

/// Reads every sheet that has a cell, in the order of the workbook, and the names of the sheets without one.
///
/// # Errors
///
/// The workbook is damaged or encrypted, or its text is longer than the limit.
pub(crate) fn read_all_sheets(
    source: &[u8],
    kind: FileKind,
    max_bytes: usize,
) -> Result<(Vec<SheetText>, Vec<String>), Diagnostic> {
    let mut workbook = Workbook::open(source, kind, max_bytes)?;
    let (filled, empty): (Vec<Sheet>, Vec<Sheet>) = std::mem::take(&mut workbook.sheets)
        .into_iter()
        .partition(|sheet| !sheet.is_empty());
    let extent = Extent {
        rows: MAX_ROWS,
        columns: 0,
        as_shown: true,
    };
    let texts = filled.into_iter().map(|sheet| {
        let mut text = SheetText::new(&sheet, workbook.to_csv(&sheet, None, extent)?);
        text.sheet = Some(sheet);
        Ok(text)
    });
    Ok((
        texts.collect::<Result<_, Diagnostic>>()?,
        empty.into_iter().map(|sheet| sheet.name).collect(),
    ))
}

impl SheetText {
    pub(crate) fn new(sheet: &Sheet, text: String) -> Self {
        let mut unread = Vec::new();
        for rows in sheet.rows() {
            for cell in rows.cells() {
                let rule = match cell.kind {
                    CellKind::InexactNumber => &rules::NUMBER_INEXACT,
                    CellKind::Formula => &rules::FORMULA_UNCALCULATED,
                    _ => continue,
                };
                unread.push(UnreadCells {
                    rule,
                    rows: rows.first..rows.first.saturating_add(rows.count),
                    columns: cell.column..cell.column + cell.columns,
                });
            }
        }
        Self {
            name: sheet.name.clone(),
            text,
            is_hidden: sheet.is_hidden,
            hidden_rows: sheet.filled_hidden_rows(),
            unread,
            other_sheets: Vec::new(),
            sheet: None,
            shown_currency: match sheet.shown_currencies.as_slice() {
                [only] => Some(*only),
                _ => None,
            },
        }
    }

    /// Returns how the sheet shows a cell, unless its text is all that there is.
    pub(crate) fn look_of(&self, line: usize, column: usize) -> Option<CellLook> {
        let (row, column) = (u32::try_from(line).ok()?, u32::try_from(column).ok()?);
        let cell = self.sheet.as_ref()?.cell_at(row, column)?;
        match cell.kind {
            CellKind::Formula => Some(CellLook::Uncalculated),
            CellKind::Date => Some(CellLook::Date),
            CellKind::Percent => Some(CellLook::Percent),
            CellKind::ChangedNumber => Some(CellLook::Changed),
            CellKind::Number => Some(CellLook::Number),
            CellKind::Text if cell.text.contains(['\n', '\r']) => Some(CellLook::Lines),
            CellKind::Text | CellKind::InexactNumber | CellKind::FixedNumber { .. } => None,
        }
    }

    /// Returns the cells that are shown as one with a value, in the order of their rows.
    pub(crate) fn merged_values(&self) -> Vec<MergedCells> {
        self.sheet
            .as_ref()
            .map_or_else(Vec::new, Sheet::merged_values)
    }

    /// Reports that the cells show another currency than the bookings have.
    pub(crate) fn report_currency(
        &self,
        used: impl Fn(Currency) -> bool,
        findings: &mut Collector<'_>,
    ) {
        let Some((shown, row)) = self.shown_currency.filter(|(shown, _)| !used(*shown)) else {
            return;
        };
        let (mut rows, mut line) = (Rows::new(&self.text, b';'), Row::default());
        while rows.next_row(&mut line) {
            if u32::try_from(line.line()).is_ok_and(|line| line == row) {
                let fault = Diagnostic::new(&rules::CURRENCY_SHOWN_DIFFERS, line.span());
                findings.push(fault.param("shown", shown.code().to_owned()));
                return;
            }
        }
    }

    /// Reports that the sheet or rows of it are hidden.
    pub(crate) fn report_hidden(&self, findings: &mut Collector<'_>) {
        if self.is_hidden {
            findings.push(Diagnostic::new(&rules::SHEET_HIDDEN, Span::at(0)));
        }
        let (count, first) = self.hidden_rows;
        if let Some(first) = first.and_then(|row| usize::try_from(row).ok()) {
            let fault = Diagnostic::new(&rules::ROWS_HIDDEN, Span::at(0)).param("count", count);
            findings.push(fault.param("row", first));
        }
    }

    /// Reports what a reader of the table can't see.
    pub(crate) fn report(&self, findings: &mut Collector<'_>) {
        if self.is_hidden {
            findings.push(Diagnostic::new(&rules::SHEET_HIDDEN, Span::at(0)));
        }
        let mut rows = Rows::new(&self.text, b';');
        let mut row = Row::default();
        if !self.other_sheets.is_empty() {
            let numbers: Vec<String> = self.other_sheets.iter().map(usize::to_string).collect();
            let fault = Diagnostic::new(&rules::SHEETS_UNREAD, Span::at(0));
            findings.push(fault.param("sheets", numbers.join(", ")));
        }
        let mut unread = self.unread.as_slice();
        let (hidden, mut first_hidden) = self.hidden_rows;
        while (!unread.is_empty() || first_hidden.is_some()) && rows.next_row(&mut row) {
            let line = u32::try_from(row.line()).unwrap_or(u32::MAX);
            if first_hidden.take_if(|first| *first == line).is_some() {
                let fault = Diagnostic::new(&rules::ROWS_HIDDEN, row.span()).param("count", hidden);
                findings.push(fault.param("row", row.line()));
            }
            while let Some((UnreadCells { rows, .. }, after)) = unread.split_first()
                && rows.end <= line
            {
                unread = after;
            }
            let of_row = unread.iter().take_while(|cells| cells.rows.start <= line);
            let cells =
                of_row.flat_map(|cells| cells.columns.clone().map(|column| (cells.rule, column)));
            for (rule, column) in cells {
                let index = usize::try_from(column).ok();
                let cell = index.and_then(|index| row.cells().get(index));
                let span = cell.map_or(row.span(), |cell| cell.span);
                findings.push(Diagnostic::new(rule, span));
            }
        }
    }
}
