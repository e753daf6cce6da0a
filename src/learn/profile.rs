use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::amounts::Amounts;
use super::answers::Answers;
use super::balance_rows::BalanceRow;
use super::column::LearnedColumn;
use super::entries::{Entries, unbooked};
use super::reading::{Reading, roles_of};
use super::role::{Basis, ColumnRole};
use super::row::TableRow;
use super::table::Table;
use crate::format::Profile;
use crate::report::Policy;
use crate::statement::RowOrder;
use crate::value::Iban;

/// Writes the profile of a table, and reads it again. `None` if the language of profiles can't say it.
pub(super) fn write_profile(
    table: &Table,
    entries: &Entries<'_>,
    reading: &Reading,
    columns: &[LearnedColumn],
    answers: &Answers,
) -> Option<(Profile, String)> {
    let ids = column_ids(table);
    let institution = answers
        .institution
        .clone()
        .unwrap_or_else(|| "Unknown bank".to_owned());
    let product = answers
        .product
        .clone()
        .unwrap_or_else(|| "account".to_owned());
    let mut profile = json!({
        "id": slug(&format!("{institution} {product}")),
        "institution": institution,
        "product": product,
        "country": answers.country.clone().unwrap_or_else(|| "CH".to_owned()),
        "evidence": "real-file",
        "styles": [{ "dates": dates(entries, columns), "numbers": numbers(reading, columns) }],
        "columns": write_columns(table, entries, reading, columns, &ids),
        "variants": [{ "id": "learned", "amount": amount(&reading.amounts, reading, &ids)? }],
        "identity": { "version": 1, "columns": identity(columns, &ids) },
    });
    let fields = profile.as_object_mut()?;
    let mut add = |name: &str, value: Value| fields.insert(name.to_owned(), value);
    if table.header_line == 0 {
        add("headerless", json!(true));
    }
    match entries.order {
        Some(RowOrder::OldestFirst) => drop(add("order", json!("oldest-first"))),
        Some(RowOrder::NewestFirst) => drop(add("order", json!("newest-first"))),
        _ => {}
    }
    if !columns
        .iter()
        .any(|column| column.role == ColumnRole::Currency)
    {
        drop(
            answers
                .currency
                .map(|currency| add("currency", json!(currency.code()))),
        );
    }
    let labels = iban_labels(table);
    if !labels.is_empty() {
        add("preamble", Value::Array(labels));
    }
    let rules = row_rules(entries, columns, &ids);
    if !rules.is_empty() {
        add("rows", Value::Array(rules));
    }
    let statuses = statuses(table, &ids, answers);
    if !statuses.is_empty() {
        add("status", Value::Array(statuses));
    }
    if let Some(caution) = caution(columns) {
        add("caution", json!(caution));
    }
    let text = serde_json::to_string_pretty(&profile).ok()? + "\n";
    let profile = Profile::read(text.as_bytes(), &Policy::new()).value?;
    Some((profile, text))
}

/// Returns the words of the columns that say which rows are booked.
fn statuses(table: &Table, ids: &[String], answers: &Answers) -> Vec<Value> {
    let mut statuses = Vec::new();
    for (column, pending) in unbooked(table, answers) {
        let cells: BTreeSet<&str> = table.rows.iter().map(|row| row.cell(column)).collect();
        let booked: Vec<&str> = cells
            .into_iter()
            .filter(|word| !pending.contains(word))
            .collect();
        let status = json!({ "column": ids.get(column), "booked": booked, "pending": pending });
        statuses.push(status);
    }
    statuses
}

/// Returns what each conversion says of the roles that names suggested.
fn caution(columns: &[LearnedColumn]) -> Option<String> {
    let is_meant = |column: &&LearnedColumn| {
        column.basis == Basis::Suggested
            && (column.role == ColumnRole::BookedAt || column.role.is_amount())
    };
    let names: Vec<String> = columns
        .iter()
        .filter(is_meant)
        .map(|column| format!("`{}`", column.name))
        .collect();
    (!names.is_empty()).then(|| format!("the meaning of {} was suggested by names and values and accepted, but no balance proves it", names.join(", ")))
}

/// Returns an id for each column, from its name.
fn column_ids(table: &Table) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for (index, name) in table.names.iter().enumerate() {
        let mut id = slug(name);
        if id.is_empty() || id.bytes().all(|byte| byte.is_ascii_digit()) {
            id = format!("column-{}", index + 1);
        }
        if ids.contains(&id) {
            id = format!("{id}-{}", index + 1);
        }
        ids.push(id);
    }
    ids
}

/// Returns a text with lowercase letters, digits and hyphens only.
fn slug(text: &str) -> String {
    let mut slug = String::new();
    for character in text.to_lowercase().chars() {
        if character.is_ascii_alphanumeric() {
            slug.push(character);
        } else if !slug.ends_with('-') && !slug.is_empty() {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_owned()
}

fn dates(entries: &Entries<'_>, columns: &[LearnedColumn]) -> Vec<String> {
    let mut patterns: Vec<String> = Vec::new();
    for date in &entries.dates {
        let is_used = columns
            .get(date.column)
            .is_some_and(|column| column.role.is_date());
        for pattern in date.patterns.iter().filter(|_| is_used) {
            if !patterns.contains(pattern) {
                patterns.push(pattern.clone());
            }
        }
    }
    patterns
}

/// Returns how the amounts and balances are written.
fn numbers(reading: &Reading, columns: &[LearnedColumn]) -> Value {
    let mut used = used_columns(&reading.amounts);
    let is_balance = |column: &LearnedColumn| column.role == ColumnRole::Balance;
    used.extend(columns.iter().position(is_balance));
    let mut grouping = BTreeSet::new();
    let (mut lakhs, mut with_currency, mut always_decimals) = (false, false, true);
    for column in reading
        .numbers
        .iter()
        .filter(|known| used.contains(&known.column))
    {
        grouping.extend(column.style.grouping.iter().copied());
        lakhs |= column.style.lakhs;
        with_currency |= column.style.with_currency;
        always_decimals &= column.style.always_decimals && column.values.len() >= 5;
    }
    let mut numbers = json!({ "decimal": reading.decimal });
    if let Some(fields) = numbers.as_object_mut() {
        if !grouping.is_empty() {
            fields.insert("grouping".to_owned(), json!(grouping));
        }
        if lakhs {
            fields.insert("lakhs".to_owned(), json!(true));
        }
        if with_currency {
            fields.insert("withCurrency".to_owned(), json!(true));
        }
        if always_decimals {
            fields.insert("alwaysDecimals".to_owned(), json!(true));
        }
    }
    numbers
}

/// Returns the columns of numbers that a reading of amounts uses.
fn used_columns(amounts: &Amounts) -> Vec<usize> {
    let roles = roles_of(amounts, None).into_iter();
    let numbers = roles.filter(|(_, role)| *role != ColumnRole::Direction);
    numbers.map(|(column, _)| column).collect()
}

fn write_columns(
    table: &Table,
    entries: &Entries<'_>,
    reading: &Reading,
    columns: &[LearnedColumn],
    ids: &[String],
) -> Vec<Value> {
    let used = used_columns(&reading.amounts);
    let main = entries.dates.get(entries.main).map(|date| date.column);
    let mut written = Vec::new();
    for (index, (column, id)) in columns.iter().zip(ids).enumerate() {
        let mut value = json!({ "id": id });
        let Some(fields) = value.as_object_mut() else {
            continue;
        };
        if !matches!(
            column.role,
            ColumnRole::Amount
                | ColumnRole::Debit
                | ColumnRole::Credit
                | ColumnRole::Direction
                | ColumnRole::Fee
                | ColumnRole::Other
        ) {
            fields.insert("role".to_owned(), json!(column.role.as_str()));
        }
        if table.header_line > 0 {
            fields.insert("names".to_owned(), json!({ "en": [column.name] }));
        }
        let is_filled = entries.rows.iter().all(|row| !row.cell(index).is_empty());
        if Some(index) == main || table.header_line == 0 && is_filled && !used.contains(&index) {
            fields.insert("valueRequired".to_owned(), json!(true));
        }
        written.push(value);
    }
    written
}

fn amount(amounts: &Amounts, reading: &Reading, ids: &[String]) -> Option<Value> {
    let id = |column: usize| ids.get(column);
    let side = |column: usize| {
        let numbers = reading
            .numbers
            .iter()
            .find(|known| known.column == column)?;
        let is_negative = numbers.is_negative();
        let is_mixed = !is_negative && !numbers.is_positive();
        let mut side =
            json!({ "column": id(column)?, "sign": if is_negative { "minus" } else { "plus" } });
        if is_mixed {
            side.as_object_mut()?
                .insert("reversals".to_owned(), json!(true));
        }
        Some(side)
    };
    Some(match amounts {
        Amounts::Signed { column, reversed } => {
            let positive = if *reversed { "debit" } else { "credit" };
            json!({ "signed": { "column": id(*column)?, "positive": positive } })
        }
        Amounts::Columns { debit, credit } => {
            json!({ "debitCredit": { "debit": side(*debit)?, "credit": side(*credit)? } })
        }
        Amounts::Words {
            column,
            direction,
            credit,
            debit,
        } => {
            let words = json!({ "column": id(*direction)?, "credit": credit, "debit": debit });
            json!({ "debitCredit": { "debit": side(*column)?, "credit": side(*column)?, "directionWords": words } })
        }
        Amounts::WithFee {
            column,
            fee,
            negative,
        } => {
            let fee =
                json!({ "column": id(*fee)?, "sign": if *negative { "minus" } else { "plus" } });
            json!({ "signed": { "column": id(*column)?, "positive": "credit", "fee": fee } })
        }
    })
}

/// Returns the columns whose cells go into ids: the texts, or else the booking date alone.
fn identity(columns: &[LearnedColumn], ids: &[String]) -> Vec<String> {
    let texts = columns
        .iter()
        .zip(ids)
        .filter(|(column, _)| matches!(column.role, ColumnRole::Text | ColumnRole::TransactionId));
    texts.map(|(_, id)| id.clone()).collect()
}

/// Returns labels for the IBANs above the header.
fn iban_labels(table: &Table) -> Vec<Value> {
    let mut labels = Vec::new();
    for row in &table.preamble {
        let mut before: Option<&str> = None;
        for cell in row
            .iter()
            .map(|cell| cell.trim())
            .filter(|cell| !cell.is_empty())
        {
            let of_cell = cell
                .split_once(':')
                .filter(|(_, value)| Iban::parse(value.trim()).is_ok());
            let label = match of_cell {
                Some((label, _)) => Some(format!("{label}:")),
                None if Iban::parse(cell).is_ok() => before.map(str::to_owned),
                None => None,
            };
            if let Some(label) = label {
                labels.push(json!({ "role": "iban", "labels": [label] }));
            }
            before = Some(cell);
        }
    }
    labels
}

/// Returns rules for the rows without a date: more text of the entry above, or a total.
fn row_rules(entries: &Entries<'_>, columns: &[LearnedColumn], ids: &[String]) -> Vec<Value> {
    let main = entries.dates.get(entries.main).map(|date| date.column);
    let date = main.and_then(|main| ids.get(main));
    let is_moving = |column: &LearnedColumn| {
        matches!(
            column.role,
            ColumnRole::Amount | ColumnRole::Debit | ColumnRole::Credit
        )
    };
    let amounts: Vec<usize> = (0..columns.len())
        .filter(|index| columns.get(*index).is_some_and(is_moving))
        .collect();
    let has_amount = |row: &TableRow| amounts.iter().any(|column| !row.cell(*column).is_empty());
    let is_dateless = |row: &TableRow| main.is_none_or(|main| row.cell(main).is_empty());
    let mut rules = balance_rules(entries, ids);
    let is_between = |row: &TableRow| {
        let lines = || {
            let of_file = entries.rows.iter().filter(|known| known.file == row.file);
            of_file.map(|known| known.line)
        };
        lines().next() < Some(row.line) && Some(row.line) < lines().next_back()
    };
    if entries
        .others
        .iter()
        .any(|row| is_between(row) && is_dateless(row) && !has_amount(row))
    {
        let empty = date
            .into_iter()
            .chain(amounts.iter().filter_map(|column| ids.get(*column)));
        rules.push(json!({ "empty": empty.collect::<Vec<_>>(), "kind": "continuation" }));
    }
    rules
}

/// Returns rules for the rows that are balances or totals.
fn balance_rules(entries: &Entries<'_>, ids: &[String]) -> Vec<Value> {
    let mut rules = Vec::new();
    for (column, word) in &entries.balances {
        let Some(id) = ids.get(*column) else { continue };
        // A star stands for any text.
        let matches = json!({ id: [word.replace('*', "")] });
        let mut rule = json!({ "matches": matches, "kind": "total" });
        let balance = match BalanceRow::of(word) {
            BalanceRow::Opening => Some("opening"),
            BalanceRow::Closing => Some("closing"),
            BalanceRow::Other => None,
        };
        if let (Some(fields), Some(balance)) = (rule.as_object_mut(), balance) {
            fields.insert("balance".to_owned(), json!(balance));
        }
        rules.push(rule);
    }
    rules
}
