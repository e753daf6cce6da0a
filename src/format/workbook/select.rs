//! Chooses the sheet with the statement, and writes it as CSV in the style of its format.

use std::ops::Range;

use super::damage::Damage;
use super::limit::ExpansionLimit;
use super::open::{self, Sheets};
use super::sheet::{CellKind, MAX_ROWS, MergedCells, Sheet};
use super::text::{Extent, to_csv};
use crate::format::options::ConvertOptions;
use crate::format::rules;
use crate::format::table::profile::Style;
use crate::format::table::{
    Catalog, ColumnMapping, Detected, Header, Outline, Row, Rows, detect_format, find_headers,
    has_booking_rows,
};
use crate::report::{Collector, Diagnostic, Rule};
use crate::source::{FileKind, Span};
use crate::value::Currency;

/// The number of rows in which the header is searched. There are a hundred lines for it, and the shape of a few rows counts too.
const MAX_SEARCHED_ROWS: u32 = 160;

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
    other_sheets: Vec<usize>,
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

/// Reads the only sheet of a workbook that has the header of a known format. If there is none, returns the first visible sheet, so that it is said what
/// its header lacks.
///
/// # Errors
///
/// The workbook is damaged or encrypted, several sheets have a header, or none has a cell.
pub(in crate::format) fn read_sheet(
    source: &[u8],
    kind: FileKind,
    options: &ConvertOptions,
) -> Result<SheetText, Diagnostic> {
    let max_bytes = options.policy.limits.bytes;
    let limit = ExpansionLimit::new(source.len(), max_bytes);
    let Sheets { sheets, has_macros } = open::read(source, kind, max_bytes, limit)?;
    let unreadable = |reason: &str| {
        Diagnostic::new(&rules::WORKBOOK_UNREADABLE, Span::at(0)).param("reason", reason.to_owned())
    };
    let catalog = &options.catalog();
    let search = Search {
        catalog,
        bank: options.format.id(),
        limit,
    };
    let found: Vec<Option<Detected<'_>>> = sheets
        .iter()
        .map(|sheet| search.detect(sheet))
        .collect::<Result<_, _>>()
        .map_err(Damage::report)?;
    let is_header = |detected: &Option<Detected<'_>>| matches!(detected, Some(Detected::Header(_)));
    if found.iter().filter(|detected| is_header(detected)).count() > 1 {
        let with_header = (1..)
            .zip(&found)
            .filter(|(_, detected)| is_header(detected));
        let numbers: Vec<String> = with_header
            .map(|(number, _): (usize, _)| number.to_string())
            .collect();
        return Err(Diagnostic::new(&rules::SHEETS_AMBIGUOUS, Span::at(0))
            .param("sheets", numbers.join(" and ")));
    }
    let visible = || {
        sheets
            .iter()
            .position(|sheet| !sheet.is_hidden && !sheet.is_empty())
    };
    // Before the statement of an unknown format, a workbook may have a sheet of explanations.
    let mut first_with_rows = None;
    if found.iter().all(Option::is_none) {
        for (index, sheet) in sheets.iter().enumerate() {
            if first_with_rows.is_none()
                && !sheet.is_hidden
                && search.has_rows(sheet).map_err(Damage::report)?
            {
                first_with_rows = Some(index);
            }
        }
    }
    let chosen = found
        .iter()
        .position(is_header)
        .or_else(|| found.iter().position(Option::is_some))
        .or(first_with_rows)
        .or_else(visible);
    let Some(sheet) = chosen.and_then(|index| sheets.get(index)) else {
        return Err(match kind {
            FileKind::Html => super::unreadable_kind(kind),
            _ if has_macros => {
                unreadable("it has no sheet of cells but macros, which are never run")
            }
            _ => unreadable("it has no sheet with a cell"),
        });
    };
    let header = found.iter().flatten().find_map(|detected| match detected {
        Detected::Header(header) => Some(&**header),
        Detected::Empty(_) => None,
    });
    let text = search
        .write_in_style(sheet, header)
        .map_err(Damage::report)?;
    let mut chosen_text = SheetText::new(sheet, text);
    let others = (1..)
        .zip(&sheets)
        .filter(|(_, other)| !std::ptr::eq(*other, sheet));
    for (number, other) in others {
        if search.has_rows(other).map_err(Damage::report)? {
            chosen_text.other_sheets.push(number);
        }
    }
    Ok(chosen_text)
}

/// Searches sheets for the header of a format.
struct Search<'c> {
    catalog: &'c Catalog,
    bank: Option<&'c str>,
    limit: ExpansionLimit,
}

impl<'c> Search<'c> {
    fn detect(&self, sheet: &Sheet) -> Result<Option<Detected<'c>>, Damage> {
        let start = |style| {
            to_csv(
                sheet,
                style,
                Extent {
                    rows: MAX_SEARCHED_ROWS,
                    columns: 0,
                    as_shown: false,
                },
                self.limit,
            )
        };
        let found = self.detect_in_text(&start(None)?);
        if found.is_some() {
            return Ok(found);
        }
        // A format without a header is known by its rows, whose dates and numbers must be in its style.
        let headerless = self
            .catalog
            .profiles(self.bank)
            .filter(|(_, profile)| profile.headerless);
        let styles = headerless.flat_map(|(_, profile)| &profile.styles);
        let mut tried: Vec<&Style> = Vec::new();
        for style in styles {
            if !tried.contains(&style) {
                tried.push(style);
                let found = self.detect_in_text(&start(Some(style))?);
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        Ok(None)
    }

    /// Whether one of the first rows of a sheet has a date, a number and another cell, as a booking has.
    fn has_rows(&self, sheet: &Sheet) -> Result<bool, Damage> {
        let extent = Extent {
            rows: MAX_SEARCHED_ROWS,
            columns: 0,
            as_shown: true,
        };
        Ok(has_booking_rows(&to_csv(sheet, None, extent, self.limit)?))
    }

    fn detect_in_text(&self, text: &str) -> Option<Detected<'c>> {
        detect_format(
            &find_headers(text, self.catalog, self.bank),
            text,
            self.catalog,
            self.bank,
        )
        .ok()
    }

    /// Writes a sheet in the style in which most of its cells can be read: a sheet may have texts of the bank beside typed numbers and dates.
    fn write_in_style(&self, sheet: &Sheet, header: Option<&Header<'c>>) -> Result<String, Damage> {
        let write = |style, columns| {
            to_csv(
                sheet,
                style,
                Extent {
                    rows: MAX_ROWS,
                    columns,
                    as_shown: false,
                },
                self.limit,
            )
        };
        let Some(header) = header else {
            return write(None, 0);
        };
        let columns = u32::try_from(header.column_count()).unwrap_or_default();
        for style in &header.profile.styles {
            let text = write(Some(style), columns)?;
            if header.profile.styles.len() == 1 || self.is_style_of(&text, style) {
                return Ok(text);
            }
        }
        write(header.profile.styles.first(), columns)
    }

    fn is_style_of(&self, text: &str, style: &Style) -> bool {
        let Some(Detected::Header(header)) = self.detect_in_text(text) else {
            return false;
        };
        let Some(mapping) = ColumnMapping::new(&header) else {
            return false;
        };
        Outline::read(text, &header, &mapping).is_ok_and(|outline| outline.style == style)
    }
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
    let limit = ExpansionLimit::new(source.len(), max_bytes);
    let Sheets { sheets, .. } = open::read(source, kind, max_bytes, limit)?;
    let (filled, empty): (Vec<Sheet>, Vec<Sheet>) =
        sheets.into_iter().partition(|sheet| !sheet.is_empty());
    let extent = Extent {
        rows: MAX_ROWS,
        columns: 0,
        as_shown: true,
    };
    let texts = filled.into_iter().map(|sheet| {
        let text = to_csv(&sheet, None, extent, limit).map_err(Damage::report)?;
        let mut with_cells = SheetText::new(&sheet, text);
        with_cells.sheet = Some(sheet);
        Ok(with_cells)
    });
    Ok((
        texts.collect::<Result<_, Diagnostic>>()?,
        empty.into_iter().map(|sheet| sheet.name).collect(),
    ))
}

impl SheetText {
    fn new(sheet: &Sheet, text: String) -> Self {
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
