//! Workbooks. A sheet is read into typed cells, and written as CSV, which the reader of tables reads.

mod cell_number;
mod damage;
mod html;
mod number_format;
#[cfg(feature = "old-workbooks")]
mod ods;
mod open;
mod parts;
mod serial_date;
mod sheet;
mod sheet_text;
mod spreadsheet_xml;
mod text;
mod worksheet;
#[cfg(feature = "old-workbooks")]
mod xls;
mod xstring;

use crate::report::Diagnostic;
use crate::source::{FileKind, Span};

pub(crate) use open::Workbook;
pub(crate) use sheet::{MAX_ROWS, MergedCells, Sheet};
pub(crate) use sheet_text::{CellLook, SheetText, read_all_sheets};
pub(crate) use text::{CellStyle, Extent, INEXACT_MARK};

/// Whether files of a kind have sheets. Not every build reads all of them.
pub(crate) const fn is_workbook(kind: FileKind) -> bool {
    matches!(
        kind,
        FileKind::Xlsx | FileKind::Xls | FileKind::Ods | FileKind::SpreadsheetXml | FileKind::Html
    )
}

/// Reports a kind of file that isn't converted.
pub(crate) fn unreadable_kind(kind: FileKind) -> Diagnostic {
    let otherwise = if kind.advice().is_empty() {
        String::new()
    } else {
        format!("; {}", kind.advice())
    };
    let fault = Diagnostic::new(&crate::sheet::rules::STATEMENT_KIND, Span::at(0))
        .param("found", kind.name());
    fault.param("otherwise", otherwise)
}
