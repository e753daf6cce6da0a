//! Reads the records before those of the sheets.

use std::rc::Rc;

use super::super::damage::Damage;
use super::super::serial_date::DateSystem;
use super::super::sheet::SharedTexts;
use super::record::{Record, Storage};
use super::value::Formats;

/// The kinds of records of the whole workbook, and those around each part of it.
pub(super) mod kind {
    pub(in super::super) const END: u16 = 0x000A;
    pub(in super::super) const DATE_MODE: u16 = 0x0022;
    pub(in super::super) const FILE_PASS: u16 = 0x002F;
    pub(in super::super) const CODE_PAGE: u16 = 0x0042;
    pub(in super::super) const SHEET: u16 = 0x0085;
    pub(in super::super) const EXTENDED_FORMAT: u16 = 0x00E0;
    pub(in super::super) const SHARED_STRINGS: u16 = 0x00FC;
    pub(in super::super) const FORMAT: u16 = 0x041E;
    pub(in super::super) const BEGIN: u16 = 0x0809;
}

/// What the records of sheets refer to.
pub(super) struct Globals {
    /// Whether texts are stored as Excel 97 and later do.
    has_unicode: bool,
    code_page: Storage,
    pub(super) formats: Formats,
    pub(super) strings: Rc<SharedTexts>,
}

/// A sheet in the list of a workbook.
pub(super) struct SheetEntry {
    pub(super) name: String,
    /// Where its records begin in the stream.
    pub(super) offset: usize,
    pub(super) is_hidden: bool,
    pub(super) kind: u8,
}

/// Reads what the sheets refer to, and the list of the sheets.
pub(super) fn read_globals(stream: &[u8]) -> Result<(Globals, Vec<SheetEntry>), Damage> {
    let mut globals = Globals {
        has_unicode: true,
        code_page: Storage::CodePage(None),
        formats: Formats::default(),
        strings: Rc::default(),
    };
    let mut entries = Vec::new();
    let mut rest = stream;
    while let Some(mut record) = Record::take(&mut rest)? {
        match record.kind {
            kind::BEGIN => globals.has_unicode = has_unicode(&mut record)?,
            kind::FILE_PASS => return Err(Damage::Encrypted),
            kind::CODE_PAGE => globals.code_page = code_page(record.u16()?),
            kind::DATE_MODE => globals.formats.date_system = date_system(record.u16()?),
            kind::SHEET => entries.push(globals.read_sheet_entry(&mut record)?),
            kind::FORMAT => {
                let id = record.u16()?;
                let code = globals.read_format_code(&mut record)?;
                globals.formats.define(id, &code);
            }
            kind::EXTENDED_FORMAT => {
                record.skip(2)?;
                globals.formats.add_style(record.u16()?);
            }
            kind::SHARED_STRINGS => globals.strings = Rc::new(read_strings(&mut record)?),
            kind::END => return Ok((globals, entries)),
            _ => {}
        }
    }
    Err(Damage::Structure)
}

/// Returns whether texts are in Unicode, as from Excel 97 on. `uacc` reads no streams of Excel 2 to 4, which are not in containers.
fn has_unicode(record: &mut Record<'_>) -> Result<bool, Damage> {
    let version = record.u16()?;
    let kind = record.u16().unwrap_or_default();
    Ok(match version {
        0x0200 | 0x0300 | 0x0400 | 0x0500 | 0x0002 | 0x0007 => false,
        0 => kind != 0x1000,
        _ => true,
    })
}

const fn date_system(number: u16) -> DateSystem {
    if number == 1 {
        DateSystem::From1904
    } else {
        DateSystem::From1900
    }
}

fn code_page(number: u16) -> Storage {
    Storage::CodePage(match number {
        // Numbers that only Excel has, for Mac Roman and Windows-1252.
        0x8000 => Some(encoding_rs::MACINTOSH),
        0x8001 => Some(encoding_rs::WINDOWS_1252),
        _ => codepage::to_encoding(number),
    })
}

/// Reads the texts that cells refer to by number.
fn read_strings(record: &mut Record<'_>) -> Result<SharedTexts, Damage> {
    let mut strings = SharedTexts::default();
    // The number of cells that refer to texts, and of texts. Neither is reliable.
    record.skip(8)?;
    while !record.is_at_end()? {
        let count = usize::from(record.u16()?);
        let flags = record.u8()?;
        let runs = if flags & 8 == 0 { 0 } else { record.u16()? };
        let phonetic = if flags & 4 == 0 { 0 } else { record.u32()? };
        strings.begin()?;
        let storage = Storage::of_flags(flags);
        record.read_characters(count, storage, |part| strings.push_str(part))?;
        // The fonts of the text and its pronunciation.
        record.skip(usize::from(runs) * 4)?;
        record.skip(usize::try_from(phonetic).map_err(|_| Damage::Sheet)?)?;
    }
    Ok(strings)
}

impl Globals {
    fn read_sheet_entry(&self, record: &mut Record<'_>) -> Result<SheetEntry, Damage> {
        let offset = usize::try_from(record.u32()?).map_err(|_| Damage::Structure)?;
        let visibility = record.u8()? & 0x3F;
        let kind = record.u8()?;
        let count = usize::from(record.u8()?);
        let mut name = self.read_text_of(record, count)?;
        name.retain(|character| character != '\0');
        Ok(SheetEntry {
            name,
            offset,
            is_hidden: visibility != 0,
            kind,
        })
    }

    fn read_format_code(&self, record: &mut Record<'_>) -> Result<String, Damage> {
        if self.has_unicode {
            return self.read_text(record);
        }
        let count = usize::from(record.u8()?);
        self.read_text_of(record, count)
    }

    /// Reads a text with its length before it.
    pub(super) fn read_text(&self, record: &mut Record<'_>) -> Result<String, Damage> {
        let count = usize::from(record.u16()?);
        // Some programs write an empty text without its flags.
        if count == 0 {
            return Ok(String::new());
        }
        self.read_text_of(record, count)
    }

    /// Reads a text of a number of characters.
    fn read_text_of(&self, record: &mut Record<'_>, count: usize) -> Result<String, Damage> {
        let storage = if self.has_unicode {
            Storage::of_flags(record.u8()?)
        } else {
            self.code_page
        };
        let mut text = String::new();
        record.read_characters(count, storage, |part| {
            text.push_str(part);
            Ok(())
        })?;
        Ok(text)
    }
}
