//! Statements as a workbook of Excel: a sheet with the statements, and one for each of them.

use std::collections::{HashMap, HashSet};

use rust_decimal::Decimal;

use super::account_statement::{AccountStatement, Booking, KnownBalances};
use super::package::Package;
use super::refusal::{StatementRefusal, StatementRefusalReason};
use super::sheet::{Sheet, WrittenCell};
use crate::export::note::Notes;
use crate::report::language::{
    ACCOUNT, CLOSING_BALANCE, CONTRADICTED, CREDITS, CURRENCY, DEBITS, FROM, NOT_CHECKED,
    OPENING_BALANCE, PARTLY, PROVED, TO, TRANSACTIONS,
};
use crate::report::{Language, Words};
use crate::statement::{BalanceStatus, checked_sum};
use crate::transactions::CreditDebit;

pub(super) use crate::report::language::STATEMENTS;

/// How many rows a sheet has at most.
const MAX_ROWS: usize = 1_048_576;

/// How many characters the name of a sheet has at most.
const MAX_SHEET_NAME: usize = 31;

/// Writes a sheet with the statements and a sheet for each of them, the oldest transaction first.
pub(super) fn write(
    statements: &[AccountStatement<'_>],
    language: Language,
    notes: &mut Notes,
    out: &mut dyn FnMut(&[u8]),
) -> Result<(), Vec<StatementRefusal>> {
    let mut refused: Vec<StatementRefusal> = statements
        .iter()
        .filter(|statement| statement.count() >= MAX_ROWS)
        .map(|statement| statement.refuse(StatementRefusalReason::TooManyRows))
        .collect();
    let first = STATEMENTS.text(language);
    let mut package = Package::new(&sheet_names(first, statements), out);
    package.add_sheet(&mut |out| {
        let mut sheet = Sheet::new(&[30, 10, 12, 12, 14, 16, 16, 16, 16, 18], notes, out);
        sheet.push_row(&OVERVIEW.map(|heading| WrittenCell::Heading(heading.text(language))));
        for statement in statements {
            refused.extend(push_overview(&mut sheet, statement, language).err());
        }
        sheet.finish();
    });
    for statement in statements {
        package.add_sheet(&mut |out| {
            let mut sheet = Sheet::new(&[12, 12, 12, 70, 16, 16, 10, 16, 10, 38, 30], notes, out);
            sheet.push_row(&BOOKINGS.map(|heading| WrittenCell::Heading(heading.text(language))));
            let mut balance = opening_of(statement);
            for booking in statement.by_day() {
                refused.extend(push_booking(&mut sheet, &booking, &mut balance).err());
            }
            sheet.finish();
        });
    }
    package.finish();
    if refused.is_empty() {
        Ok(())
    } else {
        Err(refused)
    }
}

/// Returns the balance before the first transaction. The balance after each is known where the transactions lead from a known balance to another one, and none are missing between.
fn opening_of(statement: &AccountStatement<'_>) -> Option<Decimal> {
    if let Some([opening, _]) = statement.proved_balances() {
        return Some(opening);
    }
    let balances = KnownBalances::of(statement).ok()?;
    let is_known = !balances.is_computed && statement.is_in_one_piece();
    is_known.then_some(balances.opening)
}

fn push_overview(
    sheet: &mut Sheet<'_>,
    statement: &AccountStatement<'_>,
    language: Language,
) -> Result<(), StatementRefusal> {
    let currency = statement.currency;
    let amount = |amount: Option<Decimal>| {
        amount.map_or(WrittenCell::Empty, |amount| {
            WrittenCell::Amount(amount, currency)
        })
    };
    let period = statement.period();
    let (_, credits) = statement.sum(CreditDebit::Credit)?;
    let (_, debits) = statement.sum(CreditDebit::Debit)?;
    sheet.push_row(&[
        WrittenCell::Text(statement.account.as_str()),
        WrittenCell::Text(currency.code()),
        period.map(|(first, _)| first).into(),
        period.map(|(_, last)| last).into(),
        WrittenCell::Count(statement.count()),
        amount(Some(credits)),
        amount(Some(debits)),
        amount(statement.opening_balance()),
        amount(statement.closing_balance()),
        WrittenCell::Text(status(statement.balance_status()).text(language)),
    ]);
    Ok(())
}

/// Writes a row, and adds its amount to the balance, if that is known.
fn push_booking(
    sheet: &mut Sheet<'_>,
    booking: &Booking<'_>,
    balance: &mut Option<Decimal>,
) -> Result<(), StatementRefusal> {
    let transaction = booking.transaction;
    booking.needs_day()?;
    let (amount, currency) = (booking.signed_amount()?, transaction.currency);
    *balance = balance.and_then(|before| checked_sum(before, amount));
    let original = transaction
        .original_amount
        .zip(transaction.original_currency);
    sheet.push_row(&[
        transaction.booked_at.into(),
        transaction.valuta_at.into(),
        transaction.purchased_at.into(),
        Some(booking.text()).into(),
        WrittenCell::Amount(amount, currency),
        balance.map_or(WrittenCell::Empty, |balance| {
            WrittenCell::Amount(balance, currency)
        }),
        WrittenCell::Text(transaction.currency.code()),
        original.map_or(WrittenCell::Empty, |(amount, currency)| {
            WrittenCell::Amount(amount.into(), currency)
        }),
        original
            .as_ref()
            .map(|(_, currency)| currency.code())
            .into(),
        Some(booking.id()).into(),
        WrittenCell::Text(transaction.account_identifier.as_str()),
    ]);
    Ok(())
}

/// Returns a name for each sheet, which no other has: the account, with its currency where several statements have one account.
fn sheet_names(first: &str, statements: &[AccountStatement<'_>]) -> Vec<String> {
    let mut of_account = HashMap::<_, usize>::new();
    for statement in statements {
        *of_account.entry(&statement.account).or_default() += 1;
    }
    let mut names = vec![first.to_owned()];
    // Programs compare names without their case.
    let mut used = HashSet::from([first.to_lowercase()]);
    // The number that is tried first for each name, so that many equal names take no longer than others.
    let mut numbers = HashMap::<(String, String), usize>::new();
    for statement in statements {
        let is_allowed =
            |character: &char| !character.is_control() && !r"[]:*?/\'".contains(*character);
        let account: String = statement
            .account
            .canonical()
            .chars()
            .filter(is_allowed)
            .collect();
        let is_shared = of_account
            .get(&statement.account)
            .is_some_and(|count| *count > 1);
        let suffix = if is_shared {
            format!(" {}", statement.currency)
        } else {
            String::new()
        };
        let number = numbers
            .entry((account.clone(), suffix.clone()))
            .or_insert(1);
        loop {
            let suffix = if *number == 1 {
                suffix.clone()
            } else {
                format!("{suffix} {number}")
            };
            *number += 1;
            let name: String = account
                .trim()
                .chars()
                .take(MAX_SHEET_NAME.saturating_sub(suffix.len()))
                .collect();
            let name = if name.is_empty() {
                format!("Account{suffix}")
            } else {
                name + &suffix
            };
            if used.insert(name.to_lowercase()) {
                names.push(name);
                break;
            }
        }
    }
    names
}

/// Returns what balances prove.
pub(super) const fn status(status: BalanceStatus) -> Words {
    match status {
        BalanceStatus::Proved => PROVED,
        BalanceStatus::Partly => PARTLY,
        BalanceStatus::Broken => CONTRADICTED,
        BalanceStatus::None => NOT_CHECKED,
    }
}

/// The columns of the first sheet.
const OVERVIEW: [Words; 10] = [
    ACCOUNT,
    CURRENCY,
    FROM,
    TO,
    TRANSACTIONS,
    CREDITS,
    DEBITS,
    OPENING_BALANCE,
    CLOSING_BALANCE,
    Words([
        "balance",
        "Saldoprüfung",
        "contrôle du solde",
        "verifica del saldo",
    ]),
];

/// The columns of a sheet of an account.
const BOOKINGS: [Words; 11] = [
    Words([
        "booked at",
        "Buchungstag",
        "date comptable",
        "data contabile",
    ]),
    Words(["value date", "Valuta", "date de valeur", "data valuta"]),
    Words([
        "purchased at",
        "Kaufdatum",
        "date d’achat",
        "data d’acquisto",
    ]),
    Words(["text", "Text", "texte", "testo"]),
    Words(["amount", "Betrag", "montant", "importo"]),
    Words(["balance", "Saldo", "solde", "saldo"]),
    CURRENCY,
    Words([
        "original amount",
        "Originalbetrag",
        "montant d’origine",
        "importo originale",
    ]),
    Words([
        "original currency",
        "Originalwährung",
        "monnaie d’origine",
        "valuta originale",
    ]),
    Words(["id", "ID", "identifiant", "identificativo"]),
    ACCOUNT,
];
