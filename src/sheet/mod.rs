//! Tables of cells with their places, from CSV and from workbooks.

mod cell;
mod csv;
pub(crate) mod date;
mod decoding;
mod header;
pub(crate) mod rules;
mod workbook;

pub use cell::Cell;
pub use csv::{Row, Rows};
pub(crate) use decoding::{
    encoding_unclear, find_lost, find_misdecoded, report_mixed_encoding, unexpected_encoding,
};
pub(crate) use header::{DELIMITERS, try_headers, widest_delimiter};
pub(crate) use workbook::{
    CellLook, CellStyle, Extent, INEXACT_MARK, MAX_ROWS, MergedCells, Sheet, SheetText, Workbook,
    is_workbook, read_all_sheets, unreadable_kind,
};
