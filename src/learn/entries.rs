use super::answers::Answers;
use super::dates::{Changes, DateColumn};
use super::role::ColumnRole;
use super::row::TableRow;
use super::table::Table;
use crate::format::DateOrder;
use crate::format::table::{parse_date, roles_named};
use crate::statement::RowOrder;

/// The rows of a table that have a date, and the columns of dates.
#[derive(Debug)]
pub(super) struct Entries<'t> {
    pub(super) rows: Vec<&'t TableRow>,
    /// The rows without such a date.
    pub(super) others: Vec<&'t TableRow>,
    pub(super) dates: Vec<DateColumn>,
    /// The index in `dates` of the column that each entry fills.
    pub(super) main: usize,
    /// The order of the rows, if dates that change at least twice, all in one direction, fix it.
    pub(super) order: Option<RowOrder>,
    /// The order in which most dates go, where they don't fix it.
    pub(super) likely_order: Option<RowOrder>,
    /// Whether day and month can be exchanged, and nothing shows which is which.
    pub(super) is_ambiguous: bool,
}

impl<'t> Entries<'t> {
    /// Finds the columns of dates, and the rows with a date in the main one.
    pub(super) fn find(table: &'t Table, answers: &Answers) -> Option<Self> {
        let found =
            (0..table.names.len()).filter_map(|column| DateColumn::find(&table.rows, column));
        let mut dates: Vec<DateColumn> = found.collect();
        let most = dates.iter().map(|date| date.count).max()?;
        let rank = |date: &DateColumn| {
            let name = table.names.get(date.column).map_or("", String::as_str);
            let given = answers.role_of(date.column, name) == Some(ColumnRole::BookedAt);
            let named = named_role(name, answers) == Some(ColumnRole::BookedAt);
            // A date that few rows have is no date of bookings. Pending rows may lack it.
            (given, named && date.count * 2 >= most, date.count)
        };
        let best = dates.iter().map(rank).max()?;
        let main = dates.iter().position(|date| rank(date) == best)?;
        let main_date = dates.get(main)?.clone();
        let unbooked = unbooked(table, answers);
        let is_booked = |row: &&TableRow| {
            let mut unbooked = unbooked.iter();
            !unbooked.any(|(column, words)| words.contains(&row.cell(*column)))
        };
        let is_entry =
            |row: &&TableRow| parse_date(row.cell(main_date.column), &main_date.patterns).is_some();
        let (rows, others): (Vec<&TableRow>, Vec<&TableRow>) =
            table.rows.iter().filter(is_booked).partition(is_entry);
        let is_ambiguous = choose_orders(&mut dates, &rows, answers.dates);
        let order = order_of(&dates, &rows);
        let likely_order = dates
            .get(main)
            .and_then(|date| likely_order_of(date, &rows));
        Some(Self {
            rows,
            others,
            dates,
            main,
            order,
            likely_order,
            is_ambiguous,
        })
    }

    /// Returns the column of dates with an index, if it is one.
    pub(super) fn date(&self, column: usize) -> Option<&DateColumn> {
        self.dates.iter().find(|date| date.column == column)
    }
}

/// Returns the words of each column whose rows are not booked, as given.
pub(super) fn unbooked<'a>(table: &Table, answers: &'a Answers) -> Vec<(usize, Vec<&'a str>)> {
    let columns = table.names.iter().enumerate();
    columns
        .map(|(column, name)| (column, answers.unbooked_words(column, name)))
        .filter(|(_, words)| !words.is_empty())
        .collect()
}

/// Returns what most of the built-in profiles use a column of this name for. What stands in brackets, such as a currency, may be left out.
pub(super) fn named_role(name: &str, answers: &Answers) -> Option<ColumnRole> {
    let mut roles = roles_named(name, answers.without.as_deref());
    if roles.is_empty() {
        let plain = name.split_once('(').map_or(name, |(before, _)| before);
        let plain = plain.trim_matches(|character: char| !character.is_alphanumeric());
        roles = roles_named(plain, answers.without.as_deref());
    }
    roles.first().map(|(role, _)| ColumnRole::of_named(*role))
}

/// Chooses the order of day and month for all columns: the one that is given, that alone reads them, or that alone lets the dates go in one direction. Returns
/// whether several are left.
fn choose_orders(dates: &mut [DateColumn], rows: &[&TableRow], given: Option<DateOrder>) -> bool {
    let mut possible: Vec<DateOrder> = Vec::new();
    for date in dates.iter() {
        let orders = date.orders();
        match orders.as_slice() {
            // A column with a single order shows that of the others.
            [only] if *only != DateOrder::YearMonthDay => possible = vec![*only],
            _ if possible.is_empty() => possible = orders,
            _ => {}
        }
    }
    if let Some(given) = given {
        possible = vec![given];
    }
    if possible.len() > 1 {
        let one_way: Vec<DateOrder> = possible
            .iter()
            .copied()
            .filter(|order| goes_one_way(dates, rows, *order))
            .collect();
        if one_way.len() == 1 {
            possible = one_way;
        }
    }
    if let [only] = possible.as_slice() {
        for date in dates.iter_mut().filter(|date| date.orders().len() > 1) {
            date.keep(*only);
        }
    }
    dates.iter().any(|date| date.orders().len() > 1)
}

/// Whether the dates of a column go in one direction, if they are read in this order.
fn goes_one_way(dates: &[DateColumn], rows: &[&TableRow], order: DateOrder) -> bool {
    dates.iter().any(|date| {
        let mut date = date.clone();
        date.keep(order);
        !date.patterns.is_empty() && Changes::count(rows, date.column, &date.patterns).is_one_way()
    })
}

/// Returns the order of rows that the dates of a column fix, unless those of another one contradict.
fn order_of(dates: &[DateColumn], rows: &[&TableRow]) -> Option<RowOrder> {
    let mut fixed: Option<RowOrder> = None;
    for date in dates.iter().filter(|date| date.patterns.len() == 1) {
        let changes = Changes::count(rows, date.column, &date.patterns);
        if !changes.is_one_way() {
            continue;
        }
        let order = if changes.forward > 0 {
            RowOrder::OldestFirst
        } else {
            RowOrder::NewestFirst
        };
        if fixed.is_some_and(|fixed| fixed != order) {
            return None;
        }
        fixed = Some(order);
    }
    fixed
}

/// Returns the order in which at least four of five dates go.
fn likely_order_of(date: &DateColumn, rows: &[&TableRow]) -> Option<RowOrder> {
    let [_] = date.patterns.as_slice() else {
        return None;
    };
    let Changes { forward, backward } = Changes::count(rows, date.column, &date.patterns);
    if forward > 4 * backward {
        return Some(RowOrder::OldestFirst);
    }
    (backward > 4 * forward).then_some(RowOrder::NewestFirst)
}
