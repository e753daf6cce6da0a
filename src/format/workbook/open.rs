//! Reads the sheets of a workbook of any kind.

use super::damage::Damage;
use super::sheet::Sheet;
use super::{html, parts, spreadsheet_xml};
use crate::format::rules;
use crate::report::Diagnostic;
use crate::source::{Decoded, FileKind, Span};

/// The sheets of a workbook, and whether it has macros, which are never run.
pub(super) struct Sheets {
    pub(super) sheets: Vec<Sheet>,
    pub(super) has_macros: bool,
}

/// Reads the sheets.
///
/// # Errors
///
/// The workbook is encrypted or damaged, or this build doesn't read its kind.
pub(super) fn read(source: &[u8], kind: FileKind, max_bytes: usize) -> Result<Sheets, Diagnostic> {
    if kind == FileKind::Xls && is_encrypted(source) {
        return Err(Diagnostic::new(&rules::WORKBOOK_ENCRYPTED, Span::at(0)));
    }
    let sheets = match kind {
        FileKind::Xlsx => parts::read(source, max_bytes),
        FileKind::SpreadsheetXml => {
            spreadsheet_xml::read(Decoded::from_bytes(source).text()).map(|sheets| (sheets, false))
        }
        FileKind::Html => Ok((html::read(Decoded::from_bytes(source).text()), false)),
        #[cfg(feature = "old-workbooks")]
        FileKind::Xls | FileKind::Ods => super::old::read(source, kind),
        _ => return Err(super::unreadable_kind(kind)),
    };
    let (sheets, has_macros) = sheets.map_err(Damage::report)?;
    Ok(Sheets { sheets, has_macros })
}

/// Whether an OLE container holds an encrypted workbook: the name of a stream in it says so, in UTF-16.
fn is_encrypted(source: &[u8]) -> bool {
    let name: Vec<u8> = "EncryptedPackage"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    memchr::memmem::find(source, &name).is_some()
}
