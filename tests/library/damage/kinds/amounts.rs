//! Amounts in another notation, and changes of single amounts.

use super::edits::{edit, one_row};
use crate::damage::sheet::{Row, Sheet, cents};

pub(super) fn swap_marks(text: &str) -> Option<String> {
    let swap = |character: char| match character {
        '.' => ',',
        ',' => '.',
        other => other,
    };
    cents(text).map(|_| text.chars().map(swap).collect())
}

/// Writes the digits before the decimals in groups.
pub(super) fn grouped(text: &str, separator: &str) -> Option<String> {
    let (sign, digits) = text.split_at(text.find(|character: char| character.is_ascii_digit())?);
    let whole_end = digits
        .find(|character: char| !character.is_ascii_digit())
        .unwrap_or(digits.len());
    let (whole, fraction) = digits.split_at(whole_end);
    (whole.len() > 3 && whole.len() < 7).then(|| {
        let (thousands, rest) = whole.split_at(whole.len() - 3);
        format!("{sign}{thousands}{separator}{rest}{fraction}")
    })
}

/// Writes a number with these marks.
pub(super) fn notation(text: &str, group: &str, decimal: &str) -> Option<String> {
    let cents = cents(text)?;
    let (sign, whole) = (
        if cents < 0 { "-" } else { "" },
        (cents.abs() / 100).to_string(),
    );
    let whole = grouped(&whole, group).unwrap_or(whole);
    Some(format!("{sign}{whole}{decimal}{:02}", cents.abs() % 100))
}

pub(super) fn other_digits(text: &str, zero: u32) -> String {
    let convert = |character: char| {
        character
            .to_digit(10)
            .and_then(|digit| char::from_u32(zero + digit))
            .unwrap_or(character)
    };
    text.chars().map(convert).collect()
}

type Change<'c> = &'c dyn Fn(&str) -> Option<String>;

fn amounts_of(sheet: &Sheet, rows: &[usize], change: Change<'_>) -> Option<Vec<u8>> {
    let columns: Vec<usize> = sheet
        .amounts
        .iter()
        .chain(&sheet.balances)
        .copied()
        .collect();
    edit(sheet, |sheet| {
        sheet.map(&columns, rows, change);
    })
}

/// Changes all amounts and balances.
pub(super) fn every_amount(sheet: &Sheet, change: Change<'_>) -> Option<Vec<u8>> {
    amounts_of(sheet, &(0..sheet.rows.len()).collect::<Vec<_>>(), change)
}

/// Changes the amounts and balances of every second row.
pub(super) fn half_of_amounts(sheet: &Sheet, change: Change<'_>) -> Option<Vec<u8>> {
    amounts_of(
        sheet,
        &(0..sheet.rows.len()).step_by(2).collect::<Vec<_>>(),
        change,
    )
}

/// Changes the amount of one booking, and not its balance.
pub(super) fn one_amount(sheet: &Sheet, change: Change<'_>) -> Option<Vec<u8>> {
    let (columns, bookings) = (sheet.amounts.clone(), sheet.bookings());
    // The first one that changes, from the middle on.
    let (before, after) = bookings.split_at(bookings.len() / 2);
    after.iter().chain(before).find_map(|row| {
        edit(sheet, |sheet| {
            let first = columns.iter().copied().find(|column| {
                cents(&sheet.rows[*row].text(*column)).is_some_and(|cents| cents != 0)
            });
            if let Some(column) = first {
                sheet.map(&[column], &[*row], change);
            }
        })
    })
}

/// Cuts the file within an amount, leaving this many digits at its end out.
pub(super) fn truncated_in_amount(sheet: &Sheet, missing: usize) -> Option<Vec<u8>> {
    let row = sheet.middle()?;
    let column = *sheet
        .amounts
        .iter()
        .find(|column| cents(&sheet.rows[row].text(**column)).is_some_and(|cents| cents != 0))?;
    edit(sheet, |sheet| {
        sheet.rows.truncate(row + 1);
        sheet.tail.clear();
        let Some(last) = sheet.rows.last_mut() else {
            return;
        };
        last.cells.truncate(column + 1);
        last.line_end.clear();
        if let Some(cell) = last.cells.last_mut() {
            let text = cell.0.trim_end_matches('"');
            cell.0 = text[..text.len().saturating_sub(missing)].to_owned();
        }
    })
}

/// Writes the amount of one row into the columns of both directions.
pub(super) fn both_amounts(sheet: &Sheet) -> Option<Vec<u8>> {
    let [first, second] = sheet.amounts[..] else {
        return None;
    };
    let fill = |row: &mut Row, _| {
        let mut amounts = [first, second]
            .into_iter()
            .filter_map(|at| row.cells.get(at));
        let Some(cell) = amounts.find(|cell| !cell.text().is_empty()).cloned() else {
            return;
        };
        for at in [first, second] {
            if let Some(other) = row.cells.get_mut(at) {
                *other = cell.clone();
            }
        }
    };
    one_row(sheet, fill, first)
}
