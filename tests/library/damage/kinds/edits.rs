//! Changes of the rows of a sheet, which the kinds of damage consist of.

use crate::damage::sheet::{Cell, Row, Sheet};

pub(super) fn all_rows(sheet: &Sheet) -> impl Iterator<Item = &Row> {
    sheet.head.iter().chain(&sheet.rows).chain(&sheet.tail)
}

pub(super) fn edit(sheet: &Sheet, change: impl FnOnce(&mut Sheet)) -> Option<Vec<u8>> {
    let mut damaged = sheet.clone();
    change(&mut damaged);
    let text = damaged.write();
    (text != sheet.write()).then(|| text.into_bytes())
}

pub(super) fn with_rows(sheet: &Sheet, change: impl Fn(&mut Row)) -> Option<Vec<u8>> {
    edit(sheet, |sheet| {
        sheet
            .head
            .iter_mut()
            .chain(&mut sheet.rows)
            .chain(&mut sheet.tail)
            .for_each(change);
    })
}

/// Changes the header and the rows below it.
pub(super) fn table_rows(sheet: &Sheet, change: impl Fn(&mut Row)) -> Option<Vec<u8>> {
    edit(sheet, |sheet| {
        sheet
            .head
            .last_mut()
            .into_iter()
            .chain(&mut sheet.rows)
            .for_each(change);
    })
}

pub(super) fn with_cells(sheet: &Sheet, change: impl Fn(&Cell) -> String) -> Option<Vec<u8>> {
    with_rows(sheet, |row| {
        row.cells.iter_mut().for_each(|cell| cell.0 = change(cell));
    })
}

pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

pub(super) fn one_row(
    sheet: &Sheet,
    change: impl Fn(&mut Row, usize),
    column: usize,
) -> Option<Vec<u8>> {
    let row = sheet.middle()?;
    (sheet.rows[row].cells.len() > column + 1).then_some(())?;
    edit(sheet, |sheet| change(&mut sheet.rows[row], column))
}
