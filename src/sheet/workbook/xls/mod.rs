//! Reads workbooks of Excel 5 to 2003 (MS-XLS).

mod cells;
mod container;
mod globals;
mod record;
mod value;

use super::damage::Damage;
use super::sheet::SheetList;
use cells::read_cells;
use container::Container;
use globals::read_globals;

/// Adds all sheets of a workbook, and returns whether it has sheets of macros, which are left out.
pub(super) fn read(source: &[u8], sheets: &mut SheetList) -> Result<bool, Damage> {
    let container = Container::open(source)?;
    let stream = container.stream(["Workbook", "Book"])?;
    let (globals, entries) = read_globals(&stream)?;
    // The sheets share no records. Otherwise a list of sheets in one place would multiply them.
    let mut bytes_left = stream.len();
    let mut has_macros = false;
    for entry in entries {
        match entry.kind {
            0 => {
                let records = stream.get(entry.offset..).ok_or(Damage::Structure)?;
                sheets.add(entry.name, entry.is_hidden, &globals.strings);
                let read = read_cells(records, &globals, sheets.last_mut()?)?;
                bytes_left = bytes_left.checked_sub(read).ok_or(Damage::Structure)?;
            }
            1 => has_macros = true,
            // A chart, or a module of Visual Basic.
            _ => {}
        }
    }
    Ok(has_macros)
}
