//! Statements as a ledger: a transaction for each booking, the balances that are proved as assertions.

use std::collections::{HashMap, HashSet};

use rust_decimal::Decimal;

use super::account_statement::{AccountStatement, Booking};
use super::ledger_accounts::LedgerAccounts;
use super::options::Options;
use super::refusal::Refusal;
use crate::base_data::{self, BaseData};
use crate::export::ledger::{
    Account, AccountKind, Balance, Posting, Status, Syntax, Tag, Transaction, write_with_balances,
};
use crate::export::note::{NoteKind, Notes};
use crate::transactions::{self, CreditDebit};
use crate::value::{Currency, Date, Iban};

/// Writes the transactions of all statements by day. A transaction that several files have is written once.
pub(super) fn write(
    statements: &[AccountStatement<'_>],
    syntax: Syntax,
    options: &Options<'_>,
    notes: &mut Notes,
) -> Result<(String, usize), Vec<Refusal>> {
    let default_accounts = LedgerAccounts::default();
    let names = Names {
        listed: options.ledger_accounts.unwrap_or(&default_accounts),
        by_iban: options.base_data.map(accounts_by_iban).unwrap_or_default(),
    };
    let mut statements: Vec<&AccountStatement<'_>> = statements.iter().collect();
    statements.sort_by_key(|statement| statement.period());
    let (mut transactions, mut refused, mut books) = (Vec::new(), Vec::new(), Books::default());
    let shared = names.shared(&statements);
    for statement in statements {
        let account = names.account(statement);
        let key = (statement.account.canonical(), statement.currency);
        let has_own_balance = !shared.contains(&(account.clone(), statement.currency));
        let opening = books.open(key.clone(), statement, has_own_balance, notes);
        if let Some((balance, day)) = opening.filter(|(balance, _)| !balance.is_zero()) {
            let mut opening = Transaction::new(day);
            opening.status = Some(Status::Cleared);
            opening.description = Some("Opening balance".to_owned());
            opening.postings = postings(&account, balance, statement.currency, &names.listed.opening);
            transactions.push(opening);
        }
        for booking in &statement.bookings {
            match entry(booking, &account, names.listed) {
                Ok(transaction) if books.is_new(&key, booking) => transactions.push(transaction),
                Ok(_) => notes.add(NoteKind::Repeated, 1),
                Err(refusal) => refused.push(refusal),
            }
        }
        books.close(&key, statement, &account);
    }
    if !refused.is_empty() {
        return Err(refused);
    }
    // Stable, so that an opening balance stays before the transactions of its day.
    transactions.sort_by_key(|transaction| transaction.day);
    let count = transactions.len();
    let ledger = write_with_balances(&transactions, &books.assertions, syntax);
    notes.add(NoteKind::AlteredText, ledger.altered_texts);
    Ok((ledger.text, count))
}

/// What is known of each account so far.
#[derive(Default)]
struct Books<'c> {
    /// The balance up to which all transactions of an account are known. `None` once one may be missing.
    balances: HashMap<Key, Option<Decimal>>,
    /// The transactions of each account by id.
    known: HashMap<Key, HashMap<&'c str, &'c transactions::Transaction>>,
    assertions: Vec<Balance>,
}

/// An account and a currency.
type Key = (String, Currency);

impl<'c> Books<'c> {
    /// Begins a statement. Returns the balance before the first transaction of the account with its day, if it is proved.
    fn open(
        &mut self,
        key: Key,
        statement: &AccountStatement<'c>,
        has_own_balance: bool,
        notes: &mut Notes,
    ) -> Option<(Decimal, Date)> {
        let proved = statement.proved_balances().filter(|_| has_own_balance).map(|[opening, _]| opening);
        let is_first = !self.balances.contains_key(&key);
        let known = self.balances.entry(key).or_insert(proved);
        if known.is_none() || *known != proved {
            notes.add(NoteKind::NotAsserted, 1);
            *known = None;
        }
        if is_first { known.zip(statement.period().map(|(first, _)| first)) } else { None }
    }

    /// Returns whether no earlier file has the same transaction.
    fn is_new(&mut self, key: &Key, booking: &Booking<'c>) -> bool {
        if booking.id().is_empty() {
            return true;
        }
        let known = self.known.entry(key.clone()).or_default();
        // Another content under a known id is another transaction; the import would call it a conflict.
        *known.entry(booking.id()).or_insert(booking.transaction) != booking.transaction
            || known.get(booking.id()).is_some_and(|first| std::ptr::eq(*first, booking.transaction))
    }

    /// Ends a statement, and asserts its closing balance if all transactions before it are known.
    fn close(&mut self, key: &Key, statement: &AccountStatement<'c>, account: &Account) {
        let Some(known) = self.balances.get_mut(key).filter(|known| known.is_some()) else { return };
        *known = statement.proved_balances().map(|[_, closing]| closing);
        if let Some((amount, (_, day))) = known.zip(statement.period()) {
            let currency = statement.currency;
            self.assertions.push(Balance { account: account.clone(), day, amount, currency });
        }
    }
}

/// Where the names of accounts come from.
struct Names<'o> {
    listed: &'o LedgerAccounts,
    by_iban: HashMap<Iban, &'o base_data::Account>,
}

impl Names<'_> {
    /// Returns the accounts of the ledger that several accounts of statements have in one currency. Its balance is that of none of them.
    fn shared(&self, statements: &[&AccountStatement<'_>]) -> HashSet<(Account, Currency)> {
        let (mut owners, mut shared) = (HashMap::new(), HashSet::new());
        for statement in statements {
            let (name, owner) = ((self.account(statement), statement.currency), statement.account.canonical());
            if *owners.entry(name.clone()).or_insert_with(|| owner.clone()) != owner {
                shared.insert(name);
            }
        }
        shared
    }

    /// Returns the account of a statement: as it is listed, or as base data names it, or else by its identifier.
    fn account(&self, statement: &AccountStatement<'_>) -> Account {
        let id = statement.account;
        if let Some(account) = self.listed.get(id) {
            return account.clone();
        }
        if let Some(account) = id.iban().and_then(|iban| self.by_iban.get(&iban)) {
            let kind = account.account_type.map_or(AccountKind::Asset, AccountKind::from);
            return Account::new(kind, [format!("{} {}", account.number, account.description)]);
        }
        let (kind, group) =
            if statement.is_masked_card() { (AccountKind::Liability, "Card") } else { (AccountKind::Asset, "Bank") };
        Account::new(kind, [group.to_owned(), id.canonical()])
    }
}

fn accounts_by_iban(base_data: &BaseData) -> HashMap<Iban, &base_data::Account> {
    base_data.records().accounts.iter().filter_map(|account| Some((account.iban?, account))).collect()
}

/// Returns a booking as a transaction of the ledger.
fn entry(booking: &Booking<'_>, account: &Account, names: &LedgerAccounts) -> Result<Transaction, Refusal> {
    let transaction = booking.transaction;
    let (day, amount) = (booking.needs_day()?, booking.signed_amount()?);
    let other = if booking.direction()? == CreditDebit::Credit { &names.income } else { &names.expenses };
    let mut entry = Transaction::new(day);
    entry.status = Some(Status::Cleared);
    entry.description = Some(booking.text().to_owned());
    entry.postings = postings(account, amount, transaction.currency, other);
    let different = |date: Option<Date>| date.filter(|date| *date != day).map(|date| date.to_string());
    let original = transaction.original_amount.zip(transaction.original_currency);
    let tags = [
        ("id", Some(booking.id().to_owned())),
        ("value-date", different(transaction.valuta_at)),
        ("purchase-date", different(transaction.purchased_at)),
        ("original", original.map(|(amount, currency)| format!("{amount} {currency}"))),
    ];
    entry.tags = tags.into_iter().filter_map(|(name, value)| Some(Tag::new(name, value?))).collect();
    Ok(entry)
}

fn postings(account: &Account, amount: Decimal, currency: Currency, other: &Account) -> Vec<Posting> {
    vec![Posting::new(account.clone(), amount, currency), Posting::new(other.clone(), -amount, currency)]
}
