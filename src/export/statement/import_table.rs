//! CSV tables with the columns that YNAB, Xero and GnuCash import.
//!
//! The columns are those of the programs' own templates and guides: YNAB's *File-Based Import*, Xero's statement template, and the column types of GnuCash's
//! assistant for CSV. Days are written as in ISO 8601, which all three read, so that no month is taken for a day.

use super::account_statement::{AccountStatement, Booking};
use super::ofx::beginning;
use super::refusal::{StatementRefusal, StatementRefusalReason};
use crate::export::csv::{escape_formula, push_row};
use crate::export::ledger::to_one_line;
use crate::export::note::{NoteKind, Notes};

/// How many rows Xero imports at once.
const MAX_XERO_ROWS: usize = 1000;

/// How many characters YNAB has for a payee and a memo.
const MAX_PAYEE: usize = 100;
const MAX_MEMO: usize = 500;

/// A program that imports tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Program {
    Ynab,
    Xero,
    GnuCash,
}

impl Program {
    const fn columns(self) -> &'static [&'static str] {
        match self {
            Self::Ynab => &["Date", "Payee", "Memo", "Amount"],
            Self::Xero => &[
                "*Date",
                "*Amount",
                "Payee",
                "Description",
                "Reference",
                "Check Number",
            ],
            Self::GnuCash => &[
                "Date",
                "Num",
                "Description",
                "Notes",
                "Account",
                "Amount",
                "Transaction Commodity",
            ],
        }
    }

    /// Whether the program imports a file into one account, so that it must not have transactions of others.
    const fn takes_one_account(self) -> bool {
        matches!(self, Self::Ynab | Self::Xero)
    }
}

/// Writes a row for each transaction, the oldest one first.
pub(super) fn write(
    program: Program,
    statements: &[AccountStatement<'_>],
    notes: &mut Notes,
    out: &mut dyn FnMut(&[u8]),
) -> Result<(), Vec<StatementRefusal>> {
    let others = statements.iter().skip(1);
    let mut refused: Vec<StatementRefusal> = others
        .filter(|_| program.takes_one_account())
        .map(|statement| statement.refuse(StatementRefusalReason::SeveralAccounts))
        .collect();
    let mut row = String::new();
    push_row(&mut row, program.columns());
    out(row.as_bytes());
    let mut rows = 0;
    for statement in statements {
        for booking in statement.by_day() {
            row.clear();
            match push_booking(program, &booking, notes, &mut row) {
                Ok(()) => out(row.as_bytes()),
                Err(refusal) => refused.push(refusal),
            }
            rows += 1;
        }
    }
    if program == Program::Xero && rows > MAX_XERO_ROWS {
        notes.add(NoteKind::ManyRows, rows);
    }
    if refused.is_empty() {
        Ok(())
    } else {
        Err(refused)
    }
}

fn push_booking(
    program: Program,
    booking: &Booking<'_>,
    notes: &mut Notes,
    row: &mut String,
) -> Result<(), StatementRefusal> {
    let (day, amount) = (booking.needs_day()?, booking.signed_amount()?);
    let (day_text, amount) = (day.to_string(), amount.to_string());
    let currency = booking.transaction.currency;
    let text = to_one_line(booking.text());
    let cell = |text: &str| escape_formula(text.to_owned());
    notes.add_lost(booking, day, program != Program::Ynab);
    match program {
        Program::Ynab => {
            let payee = beginning(&text, MAX_PAYEE);
            let memo = if payee == text { "" } else { &text };
            let kept = beginning(memo, MAX_MEMO);
            notes.add(NoteKind::CutText, usize::from(kept != memo));
            push_row(row, [day_text, cell(payee), cell(kept), amount]);
        }
        Program::Xero => {
            let nothing = String::new;
            let reference = cell(booking.id());
            let cells = [
                day_text,
                amount,
                nothing(),
                cell(&text),
                reference,
                nothing(),
            ];
            push_row(row, cells);
        }
        Program::GnuCash => {
            let account = cell(booking.transaction.account_identifier.as_str());
            let nothing = String::new();
            let (id, text) = (cell(booking.id()), cell(&text));
            let currency = currency.to_string();
            push_row(
                row,
                [day_text, id, text, nothing, account, amount, currency],
            );
        }
    }
    if program != Program::GnuCash {
        notes.add(NoteKind::NoPlace { field: "currency" }, 1);
    }
    Ok(())
}
