use super::Converter;
use crate::bank::rules;
use crate::bank::table::Row;
use crate::record::rules::TOO_MANY_RECORDS;
use crate::report::{Cell, Fault, Limits};

/// What speaks against reading a row at all: it is longer than the caller allows, or a cell of it is.
pub(in crate::bank) fn beyond(row: &Row<'_>, limits: &Limits) -> Option<Fault> {
    let whole = row.span();
    let length = whole.len();
    if length > limits.line {
        return Some(Fault::new(&rules::LINE_TOO_LONG, whole).param("found", length).param("limit", limits.line));
    }
    if length <= limits.cell {
        return None;
    }
    let long = row.cells().iter().find(|cell| cell.raw().len() > limits.cell)?;
    let fault = Fault::new(&rules::CELL_TOO_LONG, long.span).param("found", long.raw().len());
    Some(fault.param("limit", limits.cell))
}

impl<'t> Converter<'t, '_, '_, '_, '_> {
    /// Whether the file has as many rows as the caller allows, and this is one more. It is rejected; all of them are told at once, at
    /// the first.
    pub(super) fn is_surplus(&mut self, row: &Row<'t>) -> bool {
        if self.summary.rows <= self.limits.records {
            return false;
        }
        self.surplus.get_or_insert((row.span(), self.summary.rows));
        self.flush();
        self.pass(row);
        true
    }

    /// Tells of the rows beyond the limit, when it is known how many there are.
    pub(super) fn tell_surplus(&mut self) {
        let Some((span, number)) = self.surplus else { return };
        let fault = Fault::new(&TOO_MANY_RECORDS, span).param("found", self.summary.rows).param("what", "rows");
        self.findings.push(fault.param("limit", self.limits.records).cell(Cell::new(number, String::new())));
    }
}
