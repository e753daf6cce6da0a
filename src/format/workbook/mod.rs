//! Statements in spreadsheets. A sheet is read into typed cells, and written as CSV in the style of its format, which the reader of tables reads.

mod cell_number;
mod damage;
mod html;
mod limit;
mod number_format;
#[cfg(feature = "old-workbooks")]
mod ods;
mod open;
mod parts;
mod select;
mod serial_date;
mod sheet;
mod spreadsheet_xml;
mod text;
mod worksheet;
#[cfg(feature = "old-workbooks")]
mod xls;
mod xstring;

use crate::report::Diagnostic;
use crate::source::{FileKind, Span};

pub(super) use select::read_sheet;
pub(crate) use select::{CellLook, SheetText};
pub(crate) use sheet::MergedCells;
pub(crate) use {select::read_all_sheets, text::INEXACT_MARK};

/// Reads the sheet of a workbook. A caller without one reads no workbooks, and a linker leaves the code for them out of its program.
pub(super) type SheetReader =
    fn(&[u8], FileKind, &super::ConvertOptions) -> Result<SheetText, Diagnostic>;

/// Whether files of a kind have sheets. Not every build reads all of them.
pub(crate) const fn is_workbook(kind: FileKind) -> bool {
    matches!(
        kind,
        FileKind::Xlsx | FileKind::Xls | FileKind::Ods | FileKind::SpreadsheetXml | FileKind::Html
    )
}

/// Reports a kind of file that isn't converted.
pub(super) fn unreadable_kind(kind: FileKind) -> Diagnostic {
    let otherwise = if kind.advice().is_empty() {
        String::new()
    } else {
        format!("; {}", kind.advice())
    };
    unread_kind(kind, otherwise)
}

/// Reports a workbook to a caller that reads none.
pub(super) fn unread_workbook(kind: FileKind) -> Diagnostic {
    unread_kind(kind, String::new())
}

fn unread_kind(kind: FileKind, otherwise: String) -> Diagnostic {
    let fault =
        Diagnostic::new(&super::rules::STATEMENT_KIND, Span::at(0)).param("found", kind.name());
    fault.param("otherwise", otherwise)
}
