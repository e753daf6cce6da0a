use crate::format::rules;
use crate::format::table::detect::ColumnMapping;
use crate::format::table::detect::mapping::Day;
use crate::format::table::profile::Role;
use crate::format::table::value::{content, day};
use crate::format::table::{Cell, Row};
use crate::report::Diagnostic;
use crate::source::{Recent, Span, same};
use crate::statement::{Days, folded};
use crate::value::Date;

/// Reads the days of a row. A needed one that can't be read is an error; of the others it is reported in `faults`.
pub(super) fn read<'t>(
    row: &Row<'t>,
    mapping: &ColumnMapping<'_>,
    recent: &mut [RecentDays<'t>; 3],
    faults: &mut Vec<Diagnostic>,
) -> Result<Days, Diagnostic> {
    let mut read = |day: Option<Day>, recent: &mut RecentDays<'t>| {
        day.map_or(Ok(None), |day| read_day(row, day, mapping, recent, faults))
    };
    let [purchased, valuta, booked] = recent;
    let days = Days {
        purchased: read(mapping.purchased, purchased)?,
        valuta: read(mapping.valuta, valuta)?,
        booked: read(mapping.booked, booked)?,
    };
    if days.of_booking().is_some() {
        return Ok(days);
    }
    Err(unreadable(content::span(row, mapping.days().next()), mapping))
}

fn read_day<'t>(
    row: &Row<'t>,
    column: Day,
    mapping: &ColumnMapping<'_>,
    recent: &mut RecentDays<'t>,
    faults: &mut Vec<Diagnostic>,
) -> Result<Option<(Date, Span)>, Diagnostic> {
    if let Some(place) = row.cells().get(column.cell)
        && let Some(date) = recent.day(place, &mapping.style.dates)
    {
        return Ok(Some((date, place.span)));
    }
    let span = content::span(row, Some(column.cell));
    if column.needed {
        return Err(unreadable(span, mapping));
    }
    if !content::is_blank_at(row, column.cell) {
        faults.push(Diagnostic::new(&rules::CELL_PASSED_OVER, span).param("expected", "a day"));
    }
    Ok(None)
}

fn unreadable(span: Span, mapping: &ColumnMapping<'_>) -> Diagnostic {
    Diagnostic::new(&rules::DATE_UNREADABLE, span).param("expected", day::examples(&mapping.style.dates))
}

/// The day by which a derived id knows an entry.
pub(super) fn of_identity(days: &Days, role: Option<Role>) -> Option<Date> {
    let chosen = match role {
        Some(Role::ValutaAt) => days.valuta,
        Some(Role::PurchasedAt) => days.purchased,
        _ => None,
    };
    chosen.map(|(date, _)| date).or(days.of_booking())
}

/// The days of a column that were read last: most rows have those of the rows above.
#[derive(Debug, Default)]
pub(in crate::format) struct RecentDays<'t>(Recent<&'t str, Date, 4>);

impl<'t> RecentDays<'t> {
    /// The day that a cell holds, blanks folded.
    #[inline]
    pub(in crate::format) fn day(&mut self, cell: &Cell<'t>, forms: &[String]) -> Option<Date> {
        self.known_or(cell, |text| day::parse(&folded(text), forms))
    }

    /// The day that a cell holds as it stands.
    #[inline]
    pub(in crate::format) fn exact_day(&mut self, cell: &Cell<'t>, forms: &[String]) -> Option<Date> {
        self.known_or(cell, |text| day::parse(text, forms))
    }

    /// Equal cells hold the same day, unless one of them has doubled quotes.
    #[inline]
    fn known_or(&mut self, cell: &Cell<'t>, read: impl Fn(&str) -> Option<Date>) -> Option<Date> {
        let read = || read(&content::content(cell));
        if cell.is_doubled() {
            return read();
        }
        let is = |known: &&str| same(known.as_bytes(), cell.raw().as_bytes());
        self.0.find_or(is, || Some((cell.raw(), read()?))).copied()
    }
}
