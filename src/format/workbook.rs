//! Chooses the sheet of a workbook with the statement, and writes it as CSV in the style of its format, which the reader of tables reads.

use rust_decimal::Decimal;

use super::options::ConvertOptions;
use super::rules;
use super::table::profile::Style;
use super::table::{
    Catalog, ColumnMapping, Detected, Header, Outline, cell_text, count_filled, detect_format,
    find_headers,
};
use crate::record::kind_of_file;
use crate::report::{Collector, Diagnostic, Finding, Policy};
use crate::sheet::{
    CellStyle, Extent, MAX_ROWS, Row, Rows, Sheet, SheetText, Workbook, date, is_workbook,
    unreadable_kind,
};
use crate::source::{Decoded, FileKind, Span};

/// The number of rows in which the header is searched. There are a hundred lines for it, and the shape of a few rows counts too.
const MAX_SEARCHED_ROWS: u32 = 160;

/// Reads the only sheet of a workbook that has the header of a known format. If there is none, returns the first visible sheet, so that it is said what
/// its header lacks.
///
/// # Errors
///
/// The workbook is damaged or encrypted, several sheets have a header, or none has a cell.
pub(super) fn read_sheet(
    source: &[u8],
    kind: FileKind,
    options: &ConvertOptions,
) -> Result<SheetText, Diagnostic> {
    let workbook = &Workbook::open(source, kind, options.policy.limits.bytes)?;
    let sheets = &workbook.sheets;
    let unreadable = |reason: &str| {
        Diagnostic::new(&rules::WORKBOOK_UNREADABLE, Span::at(0)).param("reason", reason.to_owned())
    };
    let catalog = &options.catalog();
    let search = Search {
        catalog,
        bank: options.format.id(),
        workbook,
    };
    let found: Vec<Option<Detected<'_>>> = sheets
        .iter()
        .map(|sheet| search.detect(sheet))
        .collect::<Result<_, _>>()?;
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
            if first_with_rows.is_none() && !sheet.is_hidden && search.has_rows(sheet)? {
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
            FileKind::Html => unreadable_kind(kind),
            _ if workbook.has_macros => {
                unreadable("it has no sheet of cells but macros, which are never run")
            }
            _ => unreadable("it has no sheet with a cell"),
        });
    };
    let header = found.iter().flatten().find_map(|detected| match detected {
        Detected::Header(header) => Some(&**header),
        Detected::Empty(_) => None,
    });
    let text = search.write_in_style(sheet, header)?;
    let mut chosen_text = SheetText::new(sheet, text);
    let others = (1..)
        .zip(sheets)
        .filter(|(_, other)| !std::ptr::eq(*other, sheet));
    for (number, other) in others {
        if search.has_rows(other)? {
            chosen_text.other_sheets.push(number);
        }
    }
    Ok(chosen_text)
}

/// Searches sheets for the header of a format.
struct Search<'c> {
    catalog: &'c Catalog,
    bank: Option<&'c str>,
    workbook: &'c Workbook,
}

impl<'c> Search<'c> {
    fn detect(&self, sheet: &Sheet) -> Result<Option<Detected<'c>>, Diagnostic> {
        let start = |style: Option<&Style>| {
            self.workbook.to_csv(
                sheet,
                style.map(cell_style),
                Extent {
                    rows: MAX_SEARCHED_ROWS,
                    columns: 0,
                    as_shown: false,
                },
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
    fn has_rows(&self, sheet: &Sheet) -> Result<bool, Diagnostic> {
        let extent = Extent {
            rows: MAX_SEARCHED_ROWS,
            columns: 0,
            as_shown: true,
        };
        Ok(has_booking_rows(
            &self.workbook.to_csv(sheet, None, extent)?,
        ))
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
    fn write_in_style(
        &self,
        sheet: &Sheet,
        header: Option<&Header<'c>>,
    ) -> Result<String, Diagnostic> {
        let write = |style: Option<&Style>, columns| {
            self.workbook.to_csv(
                sheet,
                style.map(cell_style),
                Extent {
                    rows: MAX_ROWS,
                    columns,
                    as_shown: false,
                },
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

fn cell_style(style: &Style) -> CellStyle<'_> {
    CellStyle {
        decimal: style.numbers.decimal,
        dates: &style.dates,
    }
}

/// Returns the text of a file: decoded, or the sheet of a workbook, written as a table with the dates and numbers of the standards.
///
/// # Errors
///
/// The workbook can't be read.
pub(crate) fn file_text(bytes: &[u8]) -> Result<String, Box<Finding>> {
    let (options, policy) = (ConvertOptions::new(), Policy::new());
    let mut findings = Collector::new(&policy);
    let kind = kind_of_file(bytes, &mut findings);
    let Some(kind) = kind.filter(|kind| is_workbook(*kind)) else {
        return Ok(Decoded::from_bytes(bytes).text().to_owned());
    };
    match read_sheet(bytes, kind, &options) {
        Ok(sheet) => Ok(sheet.text),
        Err(fault) => {
            let mut findings = Collector::new(&policy);
            findings.push(fault);
            let report = findings.into_report(&Decoded::from_bytes(b""), None);
            let mut findings = report.into_iter();
            // What was pushed is reported.
            findings
                .next()
                .map_or(Ok(String::new()), |finding| Err(Box::new(finding)))
        }
    }
}

/// Returns whether a row of a table that was written with semicolons has a date, a number with a point and another cell, as a booking has.
fn has_booking_rows(text: &str) -> bool {
    let (mut rows, mut row) = (Rows::new(text, b';'), Row::default());
    while rows.next_row(&mut row) {
        let texts = || row.cells().iter().map(cell_text);
        if count_filled(&row) > 2
            && texts().any(|text| date::looks_like_date(&text))
            && texts().any(|text| text.parse::<Decimal>().is_ok())
        {
            return true;
        }
    }
    false
}
