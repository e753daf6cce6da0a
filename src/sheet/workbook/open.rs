//! Reads the sheets of a workbook of any kind.

use super::damage::{Damage, ExpansionLimit};
use super::sheet::{MAX_ROWS, Sheet, SheetList};
use super::text::{CellStyle, Extent, check_len, to_csv};
use super::{html, parts, spreadsheet_xml};
use crate::report::Diagnostic;
use crate::sheet::rules;
use crate::source::{Decoded, FileKind, Span};

/// The sheets of a workbook, and whether it has macros, which are never run.
pub(crate) struct Workbook {
    pub(crate) sheets: Vec<Sheet>,
    pub(crate) has_macros: bool,
    limit: ExpansionLimit,
}

impl Workbook {
    /// Reads the sheets. Neither their cells nor their text as CSV expand beyond a limit; a part of the workbook is unpacked to `max_bytes` at most.
    ///
    /// # Errors
    ///
    /// The workbook is encrypted, damaged or too large, or this build doesn't read its kind.
    pub(crate) fn open(
        source: &[u8],
        kind: FileKind,
        max_bytes: usize,
    ) -> Result<Self, Diagnostic> {
        if kind == FileKind::Xls && is_encrypted(source) {
            return Err(Diagnostic::new(&rules::WORKBOOK_ENCRYPTED, Span::at(0)));
        }
        let limit = ExpansionLimit::new(source.len(), max_bytes);
        let mut sheets = SheetList::new(limit);
        let has_macros = match kind {
            FileKind::Xlsx => parts::read(source, max_bytes, &mut sheets),
            FileKind::SpreadsheetXml => {
                let decoded = Decoded::from_bytes(source);
                spreadsheet_xml::read(decoded.text(), &mut sheets).map(|()| false)
            }
            FileKind::Html => {
                let decoded = Decoded::from_bytes(source);
                html::read(decoded.text(), &mut sheets).map(|()| false)
            }
            #[cfg(feature = "old-workbooks")]
            FileKind::Xls => super::xls::read(source, &mut sheets),
            #[cfg(feature = "old-workbooks")]
            FileKind::Ods => super::ods::read(source, max_bytes, &mut sheets).map(|()| false),
            _ => return Err(super::unreadable_kind(kind)),
        };
        let has_macros = has_macros.map_err(Damage::report)?;
        let sheets = sheets.into_sheets();
        check(&sheets, limit).map_err(Damage::report)?;
        Ok(Self {
            sheets,
            has_macros,
            limit,
        })
    }

    /// Writes one of the sheets as CSV. Without a style, dates are `yyyy-mm-dd` and the decimal mark is a point.
    ///
    /// # Errors
    ///
    /// The text would be longer than the limit.
    pub(crate) fn to_csv(
        &self,
        sheet: &Sheet,
        style: Option<CellStyle<'_>>,
        extent: Extent,
    ) -> Result<String, Diagnostic> {
        to_csv(sheet, style, extent, self.limit).map_err(Damage::report)
    }
}

/// Checks that each sheet has its cells in order, and that their texts together are not longer than the limit. Each of them is written several times until
/// the header is found, so the time depends on their sum.
fn check(sheets: &[Sheet], limit: ExpansionLimit) -> Result<(), Damage> {
    if !sheets.iter().all(Sheet::is_ordered) {
        return Err(Damage::Sheet);
    }
    let extent = Extent {
        rows: MAX_ROWS,
        columns: 0,
        as_shown: true,
    };
    check_len(sheets, None, extent, limit).map(drop)
}

/// Whether an OLE container holds an encrypted workbook: the name of a stream in it says so, in UTF-16.
fn is_encrypted(source: &[u8]) -> bool {
    let name: Vec<u8> = "EncryptedPackage"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    memchr::memmem::find(source, &name).is_some()
}
