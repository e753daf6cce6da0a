use super::answers::Answers;
use super::chain::BalanceTime;
use super::entries::Entries;
use super::headings::named_role;
use super::reading::{Reading, roles_of};
use super::role::{Basis, ColumnRole};
use super::table::Table;
use crate::value::{Currency, Iban};

/// A column, and what it means.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LearnedColumn {
    /// The name in the header, or its number.
    pub name: String,
    /// What the column means.
    pub role: ColumnRole,
    /// What the role rests on.
    pub basis: Basis,
    /// The first different texts of the column, at most three.
    pub examples: Vec<String>,
}

/// The number of texts that a column shows.
const MAX_EXAMPLES: usize = 3;

/// Says what each column means: as given, as the reading of the amounts has it, or as its name and values suggest.
pub(super) fn learn_columns(
    table: &Table,
    entries: &Entries<'_>,
    reading: Option<&Reading>,
    answers: &Answers,
) -> Vec<LearnedColumn> {
    let amounts = reading.map_or(Vec::new(), |reading| {
        let after = reading
            .balance
            .filter(|(_, time)| *time == BalanceTime::After);
        roles_of(&reading.amounts, after.map(|(column, _)| column))
    });
    let mut columns: Vec<LearnedColumn> = Vec::new();
    for (column, name) in table.names.iter().enumerate() {
        let of_amount = amounts
            .iter()
            .find(|(known, _)| *known == column)
            .map(|(_, role)| *role);
        let is_taken = |role: ColumnRole| columns.iter().any(|known| known.role == role);
        let (role, basis) = if let Some(given) = answers.role_of(column, name) {
            (given, Basis::Given)
        } else if let (Some(role), Some(reading)) = (of_amount, reading) {
            (role, reading.basis)
        } else {
            suggest(entries, column, name, answers, is_taken)
        };
        let examples = examples(entries, column);
        columns.push(LearnedColumn {
            name: name.clone(),
            role,
            basis,
            examples,
        });
    }
    // A balance that no reading explains stays one, so that each conversion says that it contradicts.
    if let Some(reading) = reading.filter(|reading| reading.balance.is_none()) {
        let is_number = |column: usize| {
            let mut numbers = reading.numbers.iter();
            numbers.any(|known| known.column == column && known.is_used())
        };
        let named = columns.iter_mut().enumerate().find(|(column, known)| {
            let is_balance = named_role(&known.name, answers) == Some(ColumnRole::Balance);
            is_balance && known.role == ColumnRole::Other && is_number(*column)
        });
        if let Some((_, balance)) = named.filter(|(_, known)| known.basis != Basis::Given) {
            balance.role = ColumnRole::Balance;
        }
    }
    // Some date is that of the booking.
    if !columns
        .iter()
        .any(|column| column.role == ColumnRole::BookedAt)
        && let Some(main) = entries
            .dates
            .get(entries.main)
            .and_then(|date| columns.get_mut(date.column))
        && main.basis != Basis::Given
    {
        main.role = ColumnRole::BookedAt;
    }
    columns
}

/// Suggests the role of a column that is no amount, from its name and its values.
fn suggest(
    entries: &Entries<'_>,
    column: usize,
    name: &str,
    answers: &Answers,
    is_taken: impl Fn(ColumnRole) -> bool,
) -> (ColumnRole, Basis) {
    let cells = || {
        entries
            .rows
            .iter()
            .map(|row| row.cell(column))
            .filter(|cell| !cell.is_empty())
    };
    let named = named_role(name, answers);
    let suggested = |role| (role, Basis::Suggested);
    let all = |is: &dyn Fn(&str) -> bool| cells().next().is_some() && cells().all(is);
    if entries.date(column).is_some() {
        let role = named.filter(|role| role.is_date() && !is_taken(*role));
        return suggested(role.unwrap_or(ColumnRole::Other));
    }
    if all(&|cell| Iban::parse(cell).is_ok())
        && !is_taken(ColumnRole::Iban)
        && named != Some(ColumnRole::Other)
        && named != Some(ColumnRole::Text)
    {
        return suggested(ColumnRole::Iban);
    }
    if all(&|cell| Currency::parse(cell).is_ok())
        && !is_taken(ColumnRole::Currency)
        && named != Some(ColumnRole::Other)
    {
        return suggested(ColumnRole::Currency);
    }
    let has_letters = cells()
        .filter(|cell| cell.contains(char::is_alphabetic))
        .count()
        * 2
        > cells().count();
    match named {
        Some(role @ (ColumnRole::Account | ColumnRole::TransactionId)) if !is_taken(role) => {
            suggested(role)
        }
        Some(ColumnRole::Text) => suggested(ColumnRole::Text),
        _ if has_letters => suggested(ColumnRole::Text),
        _ => suggested(ColumnRole::Other),
    }
}

fn examples(entries: &Entries<'_>, column: usize) -> Vec<String> {
    let mut examples: Vec<String> = Vec::new();
    for cell in entries.rows.iter().map(|row| row.cell(column)) {
        if examples.len() == MAX_EXAMPLES {
            break;
        }
        if !cell.is_empty() && !examples.iter().any(|known| known == cell) {
            examples.push(cell.to_owned());
        }
    }
    examples
}
