//! Statements as a ledger: a transaction for each booking, the balances that are proved as assertions.

use std::collections::{BTreeMap, HashMap, HashSet};

use rust_decimal::Decimal;

use super::account_statement::{AccountStatement, Booking};
use super::ledger_accounts::LedgerAccounts;
use super::options::StatementExportOptions;
use super::refusal::StatementRefusal;
use crate::base_data::{self, BaseData};
use crate::export::ledger::{
    Account, AccountKind, Balance, Declarations, LedgerWriter, Posting, Status, Syntax, Tag,
    Transaction,
};
use crate::export::note::{NoteKind, Notes};
use crate::transactions::CreditDebit;
use crate::value::{Currency, Date, Iban};

/// A transaction of the ledger, before it is written.
enum Planned<'s> {
    Opening(Transaction),
    /// A booking, with the account of its statement.
    Booking(&'s Booking<'s>, &'s Account),
}

/// Writes the transactions of all statements by day. Returns how many were written.
pub(super) fn write(
    statements: &[AccountStatement<'_>],
    syntax: Syntax,
    options: &StatementExportOptions<'_>,
    notes: &mut Notes,
    out: &mut dyn FnMut(&[u8]),
) -> Result<usize, Vec<StatementRefusal>> {
    let default_accounts = LedgerAccounts::default();
    let names = Names {
        listed: options.ledger_accounts.unwrap_or(&default_accounts),
        by_iban: options.base_data.map(accounts_by_iban).unwrap_or_default(),
    };
    let mut statements: Vec<_> = statements
        .iter()
        .map(|statement| (statement, names.account(statement)))
        .collect();
    statements.sort_by_key(|(statement, _)| statement.period());
    let shared = shared_names(&statements);
    let (mut planned, mut refused) = (Vec::new(), Vec::new());
    let (mut assertions, mut declarations) = (Vec::new(), Declarations::default());
    for (statement, account) in &statements {
        let currency = statement.currency;
        let has_own_balance = !shared.contains(&(account, currency));
        let proved = statement.proved_balances().filter(|_| has_own_balance);
        if proved.is_none() {
            notes.add(NoteKind::NotAsserted, 1);
        }
        let opening = proved.map(|[opening, _]| opening).zip(statement.period());
        if let Some((balance, (day, _))) = opening.filter(|(balance, _)| !balance.is_zero()) {
            let postings = postings(account, balance, currency, &names.listed.opening);
            let opening = opening_transaction(day, postings);
            declarations.add(&opening);
            planned.push((day, Planned::Opening(opening)));
        }
        let mut days: BTreeMap<Date, Decimal> = BTreeMap::new();
        for booking in &statement.bookings {
            match entry(booking, account, names.listed) {
                Ok(transaction) => {
                    declarations.add(&transaction);
                    add_to_day(&mut days, transaction.day, booking);
                    planned.push((transaction.day, Planned::Booking(booking, account)));
                }
                Err(refusal) => refused.push(refusal),
            }
        }
        let closings = opening.map(|(opening, _)| closings(statement, opening, &days));
        assertions.extend(closings.into_iter().flatten().map(|(day, amount)| Balance {
            account: account.clone(),
            day,
            amount,
            currency,
        }));
    }
    if !refused.is_empty() {
        return Err(refused);
    }
    // Stable, so that an opening balance stays before the transactions of its day.
    planned.sort_by_key(|(day, _)| *day);
    let mut writer = LedgerWriter::new(&declarations, &assertions, syntax, out);
    for (_, planned) in &planned {
        match planned {
            Planned::Opening(opening) => writer.push(opening),
            Planned::Booking(booking, account) => {
                // Bookings that can't be written are refused above.
                if let Ok(transaction) = entry(booking, account, names.listed) {
                    writer.push(&transaction);
                }
            }
        }
    }
    notes.add(NoteKind::AlteredText, writer.finish());
    Ok(planned.len())
}

fn opening_transaction(day: Date, postings: Vec<Posting>) -> Transaction {
    let mut opening = Transaction::new(day);
    opening.status = Some(Status::Cleared);
    opening.description = Some("Opening balance".to_owned());
    opening.postings = postings;
    opening
}

fn add_to_day(days: &mut BTreeMap<Date, Decimal>, day: Date, booking: &Booking<'_>) {
    let sum = days.entry(day).or_default();
    let added = booking
        .signed_amount()
        .ok()
        .and_then(|amount| sum.checked_add(amount));
    *sum = added.unwrap_or(*sum);
}

/// Returns the balances at the end of days, as far as the transactions up to the day give them: another statement may have more of the day.
fn closings(
    statement: &AccountStatement<'_>,
    opening: Decimal,
    days: &BTreeMap<Date, Decimal>,
) -> Vec<(Date, Decimal)> {
    let (mut balance, mut at_end) = (opening, BTreeMap::new());
    for (day, sum) in days {
        balance = balance.checked_add(*sum).unwrap_or(balance);
        at_end.insert(*day, balance);
    }
    let is_reached = |(day, closing): &(Date, Decimal)| {
        let last = at_end.range(..=*day).next_back();
        last.map_or(opening, |(_, balance)| *balance) == *closing
    };
    let mut closings = statement.proved_closings();
    // A booking may be dated after the last closing balance.
    let last = statement.proved_balances().zip(at_end.last_key_value());
    closings.extend(last.map(|([_, closing], (day, _))| (*day, closing)));
    closings.retain(is_reached);
    closings.sort_unstable();
    closings.dedup();
    closings
}

/// Returns the accounts of the ledger that several accounts of statements have in one currency. Their balance is that of none of these.
fn shared_names<'a>(
    statements: &'a [(&AccountStatement<'_>, Account)],
) -> HashSet<(&'a Account, Currency)> {
    let (mut owners, mut shared) = (HashMap::new(), HashSet::new());
    for (statement, name) in statements {
        let (name, owner) = ((name, statement.currency), statement.account.canonical());
        if *owners.entry(name).or_insert_with(|| owner.clone()) != owner {
            shared.insert(name);
        }
    }
    shared
}

/// Where the names of accounts come from.
struct Names<'o> {
    listed: &'o LedgerAccounts,
    by_iban: HashMap<Iban, &'o base_data::Account>,
}

impl Names<'_> {
    /// Returns the account of a statement: as it is listed, or as base data names it, or else by its identifier.
    fn account(&self, statement: &AccountStatement<'_>) -> Account {
        let id = &statement.account;
        if let Some(account) = self.listed.get(id) {
            return account.clone();
        }
        if let Some(account) = id.iban().and_then(|iban| self.by_iban.get(&iban)) {
            let kind = account
                .account_type
                .map_or(AccountKind::Asset, AccountKind::from);
            return Account::new(
                kind,
                [format!("{} {}", account.number, account.description)],
            );
        }
        let (kind, group) = if statement.is_masked_card() {
            (AccountKind::Liability, "Card")
        } else {
            (AccountKind::Asset, "Bank")
        };
        Account::new(kind, [group.to_owned(), id.canonical()])
    }
}

fn accounts_by_iban(base_data: &BaseData) -> HashMap<Iban, &base_data::Account> {
    base_data
        .records()
        .accounts
        .iter()
        .filter_map(|account| Some((account.iban?, account)))
        .collect()
}

/// Returns a booking as a transaction of the ledger.
fn entry(
    booking: &Booking<'_>,
    account: &Account,
    names: &LedgerAccounts,
) -> Result<Transaction, StatementRefusal> {
    let transaction = booking.transaction;
    let (day, amount) = (booking.needs_day()?, booking.signed_amount()?);
    let other = if booking.direction()? == CreditDebit::Credit {
        &names.income
    } else {
        &names.expenses
    };
    let mut entry = Transaction::new(day);
    entry.status = Some(Status::Cleared);
    entry.description = Some(booking.text().to_owned());
    entry.postings = postings(account, amount, transaction.currency, other);
    let different = |date: Option<Date>| {
        date.filter(|date| *date != day)
            .map(|date| date.to_string())
    };
    let original = transaction
        .original_amount
        .zip(transaction.original_currency);
    let tags = [
        ("id", Some(booking.id().to_owned())),
        ("value-date", different(transaction.valuta_at)),
        ("purchase-date", different(transaction.purchased_at)),
        (
            "original",
            original.map(|(amount, currency)| format!("{amount} {currency}")),
        ),
    ];
    entry.tags = tags
        .into_iter()
        .filter_map(|(name, value)| Some(Tag::new(name, value?)))
        .collect();
    Ok(entry)
}

fn postings(
    account: &Account,
    amount: Decimal,
    currency: Currency,
    other: &Account,
) -> Vec<Posting> {
    vec![
        Posting::new(account.clone(), amount, currency),
        Posting::new(other.clone(), -amount, currency),
    ]
}
