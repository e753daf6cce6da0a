//! Reads workbooks of Excel before 2007 and of `OpenDocument`, with a library that only the native build has.

use std::io::Cursor;

use calamine::{Data, DataType, Ods, OdsError, Reader, SheetType, SheetVisible, Xls, XlsError};

use super::cell_number::exact_decimal;
use super::damage::Damage;
use super::sheet::{CellKind, Sheet};
use crate::source::FileKind;

/// Reads the sheets, and returns them with whether the workbook has macros.
pub(super) fn read(source: &[u8], kind: FileKind) -> Result<(Vec<Sheet>, bool), Damage> {
    if kind == FileKind::Ods {
        let mut workbook: Ods<_> = Ods::new(Cursor::new(source)).map_err(|error| match error {
            OdsError::Password => Damage::Encrypted,
            _ => Damage::Structure,
        })?;
        return read_sheets(&mut workbook).map(|sheets| (sheets, false));
    }
    let mut workbook: Xls<_> = Xls::new(Cursor::new(source)).map_err(|error| match error {
        XlsError::Password => Damage::Encrypted,
        _ => Damage::Structure,
    })?;
    let has_macros = workbook
        .sheets_metadata()
        .iter()
        .any(|sheet| sheet.typ == SheetType::MacroSheet);
    Ok((read_sheets(&mut workbook)?, has_macros))
}

fn read_sheets<'b, R: Reader<Cursor<&'b [u8]>>>(workbook: &mut R) -> Result<Vec<Sheet>, Damage> {
    let metadata = workbook.sheets_metadata().to_vec();
    let mut sheets = Vec::new();
    for entry in metadata
        .iter()
        .filter(|entry| entry.typ == SheetType::WorkSheet)
    {
        let range = workbook
            .worksheet_range(&entry.name)
            .map_err(|_| Damage::Sheet)?;
        let mut sheet = Sheet::new(entry.name.clone(), entry.visible != SheetVisible::Visible);
        let (first_row, first_column) = range.start().unwrap_or_default();
        for (row, column, data) in range.used_cells() {
            let place = |first: u32, index: usize| {
                u32::try_from(index)
                    .ok()
                    .and_then(|index| first.checked_add(index))
            };
            let (row, column) = place(first_row, row)
                .zip(place(first_column, column))
                .ok_or(Damage::Sheet)?;
            let (kind, text) = read_value(data);
            if !sheet.push(row + 1, column, kind, &text) {
                return Err(Damage::Sheet);
            }
        }
        sheets.push(sheet);
    }
    Ok(sheets)
}

fn read_value(data: &Data) -> (CellKind, String) {
    match data {
        Data::Int(number) => (CellKind::Number, number.to_string()),
        Data::Float(number) => {
            let written = number.to_string();
            exact_decimal(&written).map_or_else(
                || (CellKind::InexactNumber, written),
                |number| (CellKind::Number, number),
            )
        }
        Data::DateTime(moment) if moment.is_datetime() => match data.as_datetime() {
            Some(moment) => {
                let text = moment.to_string();
                (
                    CellKind::Date,
                    text.trim_end_matches(" 00:00:00").to_owned(),
                )
            }
            None => (CellKind::InexactNumber, moment.as_f64().to_string()),
        },
        Data::DateTime(duration) => (CellKind::Number, duration.as_f64().to_string()),
        Data::DateTimeIso(text) => (CellKind::Date, super::worksheet::iso_date(text)),
        Data::Bool(value) => (
            CellKind::Text,
            if *value { "TRUE" } else { "FALSE" }.to_owned(),
        ),
        Data::String(text) | Data::DurationIso(text) => (CellKind::Text, text.clone()),
        Data::Error(error) => (CellKind::Text, error.to_string()),
        Data::Empty => (CellKind::Text, String::new()),
    }
}
