use super::answers::Answers;
use super::balance_rows::balance_words;
use super::date_order::{OrderBasis, choose_orders};
use super::dates::{Changes, DateColumn};
use super::headings::named_role;
use super::role::ColumnRole;
use super::row::TableRow;
use super::table::Table;
use crate::sheet::date;
use crate::statement::RowOrder;

/// The rows of a table that have a date, and the columns of dates.
#[derive(Debug)]
pub(super) struct Entries<'t> {
    pub(super) rows: Vec<&'t TableRow>,
    /// The rows without such a date.
    pub(super) others: Vec<&'t TableRow>,
    /// The columns and words of rows that are balances or totals.
    pub(super) balances: Vec<(usize, String)>,
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
        let is_entry = |row: &&TableRow| {
            date::parse(row.cell(main_date.column), &main_date.patterns).is_some()
        };
        let (candidates, others): (Vec<&TableRow>, Vec<&TableRow>) =
            table.rows.iter().filter(is_booked).partition(is_entry);
        let balances = balance_words(table, &candidates, answers);
        let is_balance = |row: &&TableRow| {
            let mut balances = balances.iter();
            balances.any(|(column, word)| row.cell(*column) == *word)
        };
        let rows: Vec<&TableRow> = candidates
            .into_iter()
            .filter(|row| !is_balance(row))
            .collect();
        let basis = choose_orders(&mut dates, &rows, answers);
        let shown = order_of(&dates, &rows);
        // Dates whose day and month are only suggested prove no order.
        let order = shown.filter(|_| basis == OrderBasis::Shown);
        let likely = dates
            .get(main)
            .and_then(|date| likely_order_of(date, &rows));
        let likely_order = shown.or(likely);
        Some(Self {
            rows,
            others,
            balances: balances.into_iter().map(owned).collect(),
            dates,
            main,
            order,
            likely_order,
            is_ambiguous: basis == OrderBasis::Open,
        })
    }

    /// Returns the column of dates with an index, if it is one.
    pub(super) fn date(&self, column: usize) -> Option<&DateColumn> {
        self.dates.iter().find(|date| date.column == column)
    }
}

fn owned((column, word): (usize, &str)) -> (usize, String) {
    (column, word.to_owned())
}

/// Returns the words of each column whose rows are not booked, as given.
pub(super) fn unbooked<'a>(table: &Table, answers: &'a Answers) -> Vec<(usize, Vec<&'a str>)> {
    let columns = table.names.iter().enumerate();
    columns
        .map(|(column, name)| (column, answers.unbooked_words(column, name)))
        .filter(|(_, words)| !words.is_empty())
        .collect()
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
