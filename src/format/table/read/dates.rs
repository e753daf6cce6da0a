use crate::format::rules;
use crate::format::table::detect::ColumnMapping;
use crate::format::table::detect::mapping::DateColumn;
use crate::format::table::profile::Role;
use crate::format::table::value::content;
use crate::report::Diagnostic;
use crate::sheet::{Cell, Row, date};
use crate::source::{RecentCache, Span, bytes_equal};
use crate::statement::{EntryDates, collapse_spaces};
use crate::value::Date;

/// The maximum number of days between a booking and its value that need no explanation.
const MAX_DAYS: i64 = 31;

const EXCHANGED_BOOKING_DATE: &str =
    "this is the booking date, from which it is more than a month away as written";

/// Reads the dates of a row.
///
/// A date whose day and month were exchanged is an error, as the booking date shows.
/// An unreadable date is an error if its column requires a value; otherwise it is reported in `faults`.
pub(super) fn read_dates<'t>(
    row: &Row<'t>,
    mapping: &ColumnMapping<'_>,
    recent: &mut [RecentDates<'t>; 3],
    faults: &mut Vec<Diagnostic>,
) -> Result<EntryDates, Diagnostic> {
    let mut read = |day: Option<DateColumn>, recent: &mut RecentDates<'t>| {
        day.map_or(Ok(None), |day| read_date(row, day, mapping, recent, faults))
    };
    let [purchased, valuta, booked] = recent;
    let days = EntryDates {
        purchased: read(mapping.purchased, purchased)?,
        valuta: read(mapping.valuta, valuta)?,
        booked: read(mapping.booked, booked)?,
    };
    if days.booking_date().is_none() {
        let span = content::span_at(row, mapping.date_cells().next());
        return Err(unreadable_date(span, mapping));
    }
    match exchanged_date(&days) {
        Some(span) => {
            let fault = Diagnostic::new(&rules::DAY_MONTH_EXCHANGED, span);
            Err(fault.param("sign", EXCHANGED_BOOKING_DATE))
        }
        None => Ok(days),
    }
}

/// Returns the place of a value date that would be the booking date if day and month changed places, and else is far from it. What was bought may be booked two
/// months later.
fn exchanged_date(days: &EntryDates) -> Option<Span> {
    let ((booked, _), (valuta, span)) = days.booked.zip(days.valuta)?;
    let is_exchanged = valuta != booked && valuta.with_day_and_month_exchanged() == Some(booked);
    let is_far = || valuta.days_since(booked).abs() > MAX_DAYS;
    (is_exchanged && is_far()).then_some(span)
}

fn read_date<'t>(
    row: &Row<'t>,
    column: DateColumn,
    mapping: &ColumnMapping<'_>,
    recent: &mut RecentDates<'t>,
    faults: &mut Vec<Diagnostic>,
) -> Result<Option<(Date, Span)>, Diagnostic> {
    if let Some(cell) = row.cells().get(column.cell)
        && let Some(date) = recent.folded_date(cell, &mapping.style.dates)
    {
        return Ok(Some((date, cell.span)));
    }
    let span = content::span_at(row, Some(column.cell));
    if column.required {
        return Err(unreadable_date(span, mapping));
    }
    if !content::is_blank_at(row, column.cell) {
        faults.push(Diagnostic::new(&rules::CELL_PASSED_OVER, span).param("expected", "a date"));
    }
    Ok(None)
}

fn unreadable_date(span: Span, mapping: &ColumnMapping<'_>) -> Diagnostic {
    Diagnostic::new(&rules::DATE_UNREADABLE, span)
        .param("expected", date::examples(&mapping.style.dates))
}

/// Returns the date that goes into the derived id of an entry.
pub(super) fn identity_date(days: &EntryDates, role: Option<Role>) -> Option<Date> {
    let chosen = match role {
        Some(Role::ValutaAt) => days.valuta,
        Some(Role::PurchasedAt) => days.purchased,
        _ => None,
    };
    chosen.map(|(date, _)| date).or(days.booking_date())
}

/// The dates of a column that were read last; most rows repeat one of them.
#[derive(Debug, Default)]
pub(in crate::format) struct RecentDates<'t>(RecentCache<&'t str, Date, 4>);

impl<'t> RecentDates<'t> {
    /// Returns the date in a cell, with blanks folded.
    #[inline]
    pub(in crate::format) fn folded_date(
        &mut self,
        cell: &Cell<'t>,
        patterns: &[String],
    ) -> Option<Date> {
        self.cached_or(cell, |text| date::parse(&collapse_spaces(text), patterns))
    }

    /// Returns the date in a cell, without folding blanks.
    #[inline]
    pub(in crate::format) fn exact_date(
        &mut self,
        cell: &Cell<'t>,
        patterns: &[String],
    ) -> Option<Date> {
        self.cached_or(cell, |text| date::parse(text, patterns))
    }

    /// Returns the date of an equal cell that was read before, or reads it. The raw text of a cell with doubled quotes is not its value, so
    /// such a cell is always read.
    #[inline]
    fn cached_or(&mut self, cell: &Cell<'t>, read: impl Fn(&str) -> Option<Date>) -> Option<Date> {
        let read = || read(&content::text(cell));
        if cell.has_doubled_quotes() {
            return read();
        }
        let is = |known: &&str| bytes_equal(known.as_bytes(), cell.raw().as_bytes());
        self.0
            .get_or_insert_with(is, || Some((cell.raw(), read()?)))
            .copied()
    }
}
