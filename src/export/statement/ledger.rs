//! Statements as a ledger: a transaction for each booking, the balances that are proved as assertions.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};

use rust_decimal::Decimal;

use super::account_statement::{AccountStatement, Booking};
use super::ledger_accounts::LedgerAccounts;
use super::options::Options;
use super::refusal::Refusal;
use super::transactions::StoredTransactions;
use crate::base_data::{self, BaseData};
use crate::export::ledger::{
    Account, AccountKind, Balance, Declarations, LedgerWriter, Posting, Status, Syntax, Tag,
    Transaction,
};
use crate::export::note::{NoteKind, Notes};
use crate::record::TypedRecord;
use crate::transactions::{self, CreditDebit};
use crate::value::{Currency, Date, Iban};

/// A transaction of the ledger: its day, the index of its statement, and where its booking is.
struct Planned {
    day: Date,
    statement: u32,
    position: u64,
}

impl Planned {
    /// Returns whether both are bookings, or both opening balances, of one statement.
    fn is_read_with(&self, next: &Self) -> bool {
        let is_opening = self.position == OPENING;
        let is_next_opening = next.position == OPENING;
        self.statement == next.statement && is_opening == is_next_opening
    }
}

/// The position of an opening balance, which is no booking.
const OPENING: u64 = u64::MAX;

/// How many bookings are read at a time.
const CHUNK_LEN: usize = 1000;

/// Writes the transactions of all statements by day. A transaction that several files have is written once. Returns how many were written.
pub(super) fn write(
    statements: &[AccountStatement<'_>],
    stored: &mut dyn StoredTransactions,
    syntax: Syntax,
    options: &Options<'_>,
    notes: &mut Notes,
    out: &mut dyn FnMut(&[u8]),
) -> Result<usize, Vec<Refusal>> {
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
    let (mut planned, mut refused, mut books) = (Vec::new(), Vec::new(), HashMap::new());
    let (mut openings, mut assertions, mut declarations) =
        (HashMap::new(), Vec::new(), Declarations::default());
    let hasher = Hasher::default();
    for ((statement, account), number) in statements.iter().zip(0..) {
        let (account_id, currency) = (statement.account.canonical(), statement.currency);
        let has_own_balance = !shared.contains(&(account, currency));
        let proved = statement.proved_balances().filter(|_| has_own_balance);
        let opening = proved.map(|[opening, _]| opening);
        let is_first = !books.contains_key(&(account_id.clone(), currency));
        let book = books.entry((account_id, currency)).or_insert_with(|| Book {
            balance: opening,
            known: HashSet::new(),
        });
        if book.balance.is_none() || book.balance != opening {
            notes.add(NoteKind::NotAsserted, 1);
            book.balance = None;
        }
        let first_day = statement
            .period()
            .map(|(first, _)| first)
            .filter(|_| is_first);
        let opening = book.balance.zip(first_day);
        if let Some((balance, day)) = opening.filter(|(balance, _)| !balance.is_zero()) {
            let postings = postings(account, balance, currency, &names.listed.opening);
            let opening = opening_transaction(day, postings);
            declarations.add(&opening);
            openings.insert(number, opening);
            planned.push(Planned {
                day,
                statement: number,
                position: OPENING,
            });
        }
        let mut positions = statement.positions().iter();
        statement.each(stored, &mut |booking| {
            let position = positions.next().copied().unwrap_or(OPENING);
            match entry(booking, account, names.listed) {
                Ok(transaction) if book.is_new(booking, &hasher) => {
                    declarations.add(&transaction);
                    planned.push(Planned {
                        day: transaction.day,
                        statement: number,
                        position,
                    });
                }
                Ok(_) => notes.add(NoteKind::Repeated, 1),
                Err(refusal) => refused.push(refusal),
            }
        });
        book.balance = book.balance.and(proved).map(|[_, closing]| closing);
        if let Some((amount, (_, day))) = book.balance.zip(statement.period()) {
            assertions.push(Balance {
                account: account.clone(),
                day,
                amount,
                currency,
            });
        }
    }
    if !refused.is_empty() {
        return Err(refused);
    }
    // Stable, so that an opening balance stays before the transactions of its day.
    planned.sort_by_key(|transaction| transaction.day);
    let mut writer = LedgerWriter::new(&declarations, &assertions, syntax, out);
    for run in planned.chunk_by(Planned::is_read_with) {
        let Some(first) = run.first() else { continue };
        if let Some(opening) = openings.get(&first.statement)
            && first.position == OPENING
        {
            writer.push(opening);
            continue;
        }
        let index = usize::try_from(first.statement).unwrap_or(usize::MAX);
        let Some((statement, account)) = statements.get(index) else {
            continue;
        };
        for chunk in run.chunks(CHUNK_LEN) {
            let positions: Vec<u64> = chunk.iter().map(|planned| planned.position).collect();
            statement.each_at(&positions, stored, &mut |booking| {
                if let Ok(transaction) = entry(booking, account, names.listed) {
                    writer.push(&transaction);
                }
            });
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

/// What is known of an account in one currency so far.
struct Book {
    /// The balance up to which all transactions are known. `None` once one may be missing.
    balance: Option<Decimal>,
    /// The hashes of the transactions with an id.
    known: HashSet<u128>,
}

impl Book {
    /// Returns whether no earlier file has the same transaction. Another content under a known id is another transaction; the import would call it a conflict.
    fn is_new(&mut self, booking: &Booking<'_>, hasher: &Hasher) -> bool {
        booking.id().is_empty() || self.known.insert(hasher.hash(booking.transaction))
    }
}

/// Hashes transactions with keys that nobody knows. With 128 bits, no two transactions have the same hash by chance.
#[derive(Default)]
struct Hasher([RandomState; 2]);

impl Hasher {
    fn hash(&self, transaction: &transactions::Transaction) -> u128 {
        let json = transaction.to_json();
        let [high, low] = self
            .0
            .each_ref()
            .map(|state| u128::from(state.hash_one(&json)));
        high << 64 | low
    }
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
) -> Result<Transaction, Refusal> {
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
