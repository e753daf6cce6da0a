//! QIF: a register for each account. The format has no ids, no currencies, no balances and one day for each transaction.
//!
//! Days begin with the year, so that no program takes the month for the day; Quicken alone reads them in its own order only.

use rust_decimal::Decimal;

use super::account_statement::{AccountStatement, Booking};
use super::refusal::StatementRefusal;
use crate::export::ledger::to_one_line;
use crate::export::note::{NoteKind, Notes};

/// Writes a register for each statement.
pub(super) fn write(
    statements: &[AccountStatement<'_>],
    notes: &mut Notes,
    out: &mut dyn FnMut(&[u8]),
) -> Result<(), Vec<StatementRefusal>> {
    let mut refused = Vec::new();
    for statement in statements {
        let kind = if statement.is_masked_card() {
            "CCard"
        } else {
            "Bank"
        };
        let account = register_name(statement, statements);
        let start = format!("!Account\nN{account}\nT{kind}\n^\n!Type:{kind}\n");
        out(start.as_bytes());
        for booking in statement.by_day() {
            match record(&booking, notes) {
                Ok(record) => out(record.as_bytes()),
                Err(refusal) => refused.push(refusal),
            }
        }
    }
    if refused.is_empty() {
        Ok(())
    } else {
        Err(refused)
    }
}

/// Returns the account, with the currency if it has statements in several: a register has one.
fn register_name(statement: &AccountStatement<'_>, all: &[AccountStatement<'_>]) -> String {
    let account = to_one_line(statement.account.as_str());
    let is_other_currency = |other: &AccountStatement<'_>| {
        other.account == statement.account && other.currency != statement.currency
    };
    if all.iter().any(is_other_currency) {
        format!("{account} {}", statement.currency)
    } else {
        account.into_owned()
    }
}

fn record(booking: &Booking<'_>, notes: &mut Notes) -> Result<String, StatementRefusal> {
    let (day, amount) = (booking.needs_day()?, booking.signed_amount()?);
    let amount = amount_text(amount);
    let mut record = format!("D{day}\nT{amount}\n");
    let text = to_one_line(booking.text());
    if !text.is_empty() {
        record.extend(["P", &text, "\n"]);
    }
    record += "^\n";
    notes.add(NoteKind::NoPlace { field: "currency" }, 1);
    notes.add_lost(booking, day, false);
    Ok(record)
}

/// Returns an amount that can be read in one way only: with three decimals, it would be one with a mark between thousands.
fn amount_text(amount: Decimal) -> String {
    let mut text = amount.to_string();
    let decimals = text
        .split_once('.')
        .map_or(0, |(_, decimals)| decimals.len());
    if decimals == 3 {
        text.push('0');
    }
    text
}
