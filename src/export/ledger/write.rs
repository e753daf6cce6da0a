use std::collections::BTreeMap;
use std::fmt::Write;
use std::iter::Peekable;
use std::vec;

use super::names::{Names, UniqueNames};
use super::syntax::Grammar;
use super::text::tag_name;
use super::{Account, Balance, LedgerError, Posting, Syntax, Tag, Transaction};
use crate::export::totals::CurrencySums;
use crate::source::Certain;
use crate::value::{Currency, Date};

/// How much of a ledger is held in memory.
const BUFFER_LEN: usize = 64 << 10;

/// A ledger as text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ledger {
    /// The text.
    pub text: String,
    /// The number of texts in which characters were replaced, because they have a meaning in the syntax, are invisible or end a line. Names of accounts are not
    /// counted.
    pub altered_texts: usize,
}

/// Writes transactions as a complete ledger, in their order.
///
/// Every account and, in hledger, every currency is declared. An account is opened on the day of its first use. Where the name of an account had to be
/// altered, its declaration has the wanted name as a tag.
///
/// # Errors
///
/// The postings of a transaction don't balance in each currency. Both programs would refuse the transaction, or look for an exchange rate.
pub fn write(transactions: &[Transaction], syntax: Syntax) -> Result<Ledger, LedgerError> {
    for (index, transaction) in transactions.iter().enumerate() {
        check_balance(index, transaction)?;
    }
    Ok(write_balanced(transactions, syntax))
}

/// Writes transactions that are known to balance.
pub(in crate::export) fn write_balanced(transactions: &[Transaction], syntax: Syntax) -> Ledger {
    let mut declarations = Declarations::default();
    for transaction in transactions {
        declarations.add(transaction);
    }
    let mut text = Vec::new();
    let mut out = |piece: &[u8]| text.extend_from_slice(piece);
    let mut writer = LedgerWriter::new(&declarations, &[], syntax, &mut out);
    for transaction in transactions {
        writer.push(transaction);
    }
    let altered_texts = writer.finish();
    Ledger {
        text: String::from_utf8(text).certain(),
        altered_texts,
    }
}

fn check_balance(index: usize, transaction: &Transaction) -> Result<(), LedgerError> {
    let mut sums = CurrencySums::default();
    for posting in &transaction.postings {
        sums.add(posting.currency, posting.amount);
    }
    match sums.first_not_zero() {
        None => Ok(()),
        Some((currency, sum)) if sum.is_zero().is_none() => Err(LedgerError::TooLarge {
            transaction: index,
            currency,
        }),
        Some((currency, _)) => Err(LedgerError::Unbalanced {
            transaction: index,
            currency,
        }),
    }
}

/// What a ledger declares before its transactions.
#[derive(Default)]
pub(in crate::export) struct Declarations {
    /// Each account with the day of its first use.
    accounts: BTreeMap<Account, Date>,
    /// Each currency with the most decimals of its amounts, because hledger rounds what it shows to the declared decimals.
    currencies: Vec<(Currency, u32)>,
}

impl Declarations {
    pub(in crate::export) fn add(&mut self, transaction: &Transaction) {
        for Posting {
            account,
            currency,
            amount,
            ..
        } in &transaction.postings
        {
            match self.accounts.get_mut(account) {
                Some(day) => *day = transaction.day.min(*day),
                None => drop(self.accounts.insert(account.clone(), transaction.day)),
            }
            match self
                .currencies
                .iter_mut()
                .find(|(known, _)| known == currency)
            {
                Some((_, decimals)) => *decimals = amount.scale().max(*decimals),
                None => {
                    let decimals = amount
                        .scale()
                        .max(currency.minor_units().unwrap_or(0).into());
                    self.currencies.push((*currency, decimals));
                }
            }
        }
    }
}

/// Writes a ledger piece by piece: transactions that are known to balance and come in the order of their days, and after each day the balances of accounts at its
/// end. Each account with a balance has a transaction.
pub(in crate::export) struct LedgerWriter<'d, 'o> {
    grammar: &'static Grammar,
    names: Names<'d>,
    balances: Peekable<vec::IntoIter<&'d Balance>>,
    /// The part that was not passed to `out` yet.
    text: String,
    out: &'o mut dyn FnMut(&[u8]),
    is_empty: bool,
    altered_texts: usize,
}

impl<'d, 'o> LedgerWriter<'d, 'o> {
    /// Writes the declarations.
    pub(in crate::export) fn new(
        declarations: &'d Declarations,
        balances: &'d [Balance],
        syntax: Syntax,
        out: &'o mut dyn FnMut(&[u8]),
    ) -> Self {
        let grammar = syntax.grammar();
        let mut balances: Vec<&Balance> = balances.iter().collect();
        balances.sort_by_key(|balance| balance.day);
        let mut writer = Self {
            grammar,
            names: Names::new(&declarations.accounts, grammar),
            balances: balances.into_iter().peekable(),
            text: grammar.preamble.to_owned(),
            out,
            is_empty: grammar.preamble.is_empty() && declarations.accounts.is_empty(),
            altered_texts: 0,
        };
        writer.push_currencies(&declarations.currencies);
        writer.push_accounts(&declarations.accounts);
        writer
    }

    /// Writes a transaction, and before it the balances of earlier days.
    pub(in crate::export) fn push(&mut self, transaction: &Transaction) {
        while let Some(balance) = self
            .balances
            .next_if(|balance| balance.day < transaction.day)
        {
            self.push_balance(balance);
        }
        self.push_transaction(transaction);
        if self.text.len() >= BUFFER_LEN {
            (self.out)(self.text.as_bytes());
            self.text.clear();
        }
    }

    /// Writes the last balances. Returns the number of texts that were altered.
    pub(in crate::export) fn finish(mut self) -> usize {
        while let Some(balance) = self.balances.next() {
            self.push_balance(balance);
        }
        (self.out)(self.text.as_bytes());
        self.altered_texts
    }

    fn push_currencies(&mut self, currencies: &[(Currency, u32)]) {
        if !self.grammar.declares_currencies {
            return;
        }
        let mut currencies = currencies.to_vec();
        currencies.sort_unstable();
        for (currency, decimals) in currencies {
            let zeros = "0".repeat(usize::try_from(decimals).unwrap_or_default());
            self.push_line(0, &format!("commodity 1000.{zeros} {currency}"));
        }
    }

    fn push_accounts(&mut self, accounts: &BTreeMap<Account, Date>) {
        for (account, day) in accounts {
            let name = self.names.of(account).to_owned();
            self.push_line(
                0,
                &((self.grammar.declare_account)(&day.to_string()) + &name),
            );
            let wanted = account.segments.join(":");
            let written = name.split_once(':').map(|(_, below_root)| below_root);
            if written != Some(&wanted) {
                let value = (self.grammar.value)(&wanted).into_owned();
                self.push_tag(1, "name", &value);
            }
        }
    }

    fn push_balance(&mut self, balance: &Balance) {
        self.text.push('\n');
        for (depth, line) in (self.grammar.assertion)(self.names.of(&balance.account), balance) {
            self.push_line(depth, &line);
        }
    }

    fn push_transaction(&mut self, transaction: &Transaction) {
        if !std::mem::take(&mut self.is_empty) {
            self.text.push('\n');
        }
        let heading = (self.grammar.heading)(transaction);
        self.altered_texts += heading.altered;
        self.push_line(0, &format!("{}{}", transaction.day, heading.text));
        let code = transaction
            .code
            .iter()
            .filter(|_| heading.lacks_code)
            .map(|code| Tag::new("code", code));
        let tags: Vec<Tag> = code.chain(transaction.tags.iter().cloned()).collect();
        self.push_tags(1, &tags);
        for posting in &transaction.postings {
            let name = self.names.of(&posting.account).to_owned();
            // `Decimal` has a negative zero.
            let amount = if posting.amount.is_zero() {
                posting.amount.abs()
            } else {
                posting.amount
            };
            self.push_line(1, &format!("{name}  {amount} {}", posting.currency));
            self.push_tags(2, &posting.tags);
        }
    }

    fn push_tags(&mut self, depth: usize, tags: &[Tag]) {
        let mut names = UniqueNames::default();
        for tag in tags {
            let value = (self.grammar.value)(&tag.value);
            self.altered_texts += usize::from(value != tag.value);
            if value.is_empty() {
                continue;
            }
            // beancount has each name once.
            self.push_tag(depth, &names.add(tag_name(&tag.name)), &value);
        }
    }

    fn push_tag(&mut self, depth: usize, name: &str, value: &str) {
        self.push_line(depth, &(self.grammar.tag)(name, value));
    }

    fn push_line(&mut self, depth: usize, line: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{}{line}", self.grammar.indent.repeat(depth));
    }
}

#[cfg(test)]
mod tests {
    use rust_decimal::Decimal;

    use super::*;
    use crate::export::ledger::{AccountKind, Status};

    fn posting(account: &Account, amount: &str, currency: &str) -> Posting {
        let amount = Decimal::from_str_exact(amount).unwrap();
        Posting::new(account.clone(), amount, Currency::parse(currency).unwrap())
    }

    fn transaction(day: &str, postings: Vec<Posting>) -> Transaction {
        Transaction {
            postings,
            ..Transaction::new(Date::parse(day).unwrap())
        }
    }

    #[test]
    fn both_syntaxes_have_the_same_content() {
        let bank = Account::new(AccountKind::Asset, ["1020 Bank: CHF"]);
        let fees = Account::new(AccountKind::Expense, ["Finance", "6900 Fees"]);
        let mut fee = transaction(
            "2026-04-01",
            vec![posting(&fees, "5", "CHF"), posting(&bank, "-5.000", "CHF")],
        );
        fee.status = Some(Status::Cleared);
        fee.code = Some("7".to_owned());
        fee.payee = Some("Bank \"Muster\"".to_owned());
        fee.tags = vec![Tag::new("record", "s-1"), Tag::new("Record", "a,\n[b]")];
        fee.postings[0].tags = vec![Tag::new("cost-center", "Verkauf"), Tag::new("empty", " \n")];
        let zero = transaction(
            "2026-03-31",
            vec![posting(&bank, "-0.00", "CHF"), posting(&bank, "0", "JPY")],
        );
        let ledgers = [Syntax::Hledger, Syntax::Beancount]
            .map(|syntax| write(&[fee.clone(), zero.clone()], syntax).unwrap());
        assert_eq!(
            ledgers[0].text,
            "\
decimal-mark .
commodity 1000.000 CHF
commodity 1000. JPY
account Assets:1020 Bank- CHF
    ; name: 1020 Bank: CHF
account Expenses:Finance:6900 Fees

2026-04-01 * (7) Bank \"Muster\"
    ; record: s-1
    ; record-2: a; (b]
    Expenses:Finance:6900 Fees  5 CHF
        ; cost-center: Verkauf
    Assets:1020 Bank- CHF  -5.000 CHF

2026-03-31
    Assets:1020 Bank- CHF  0.00 CHF
    Assets:1020 Bank- CHF  0 JPY
"
        );
        assert_eq!(
            ledgers[1].text,
            r#"2026-03-31 open Assets:1020-Bank-CHF
  name: "1020 Bank: CHF"
2026-04-01 open Expenses:Finance:6900-Fees
  name: "Finance:6900 Fees"

2026-04-01 * "Bank \"Muster\"" ""
  code: "7"
  record: "s-1"
  record-2: "a, [b]"
  Expenses:Finance:6900-Fees  5 CHF
    cost-center: "Verkauf"
  Assets:1020-Bank-CHF  -5.000 CHF

2026-03-31 txn ""
  Assets:1020-Bank-CHF  0.00 CHF
  Assets:1020-Bank-CHF  0 JPY
"#
        );
        assert_eq!(
            ledgers.map(|ledger| ledger.altered_texts),
            [2, 2],
            "the tag, and the empty one"
        );
    }

    #[test]
    fn accounts_never_share_a_name() {
        let account = |kind, segments: &[&str]| Account::new(kind, segments.iter().copied());
        let accounts = [
            account(AccountKind::Asset, &["10.20"]),
            account(AccountKind::Asset, &["10 20"]),
            account(AccountKind::Asset, &["10-20"]),
            account(AccountKind::Asset, &["10-20-2"]),
            account(AccountKind::Asset, &["東京"]),
            account(AccountKind::Asset, &[]),
            account(AccountKind::Liability, &["10.20"]),
        ];
        let all = |accounts: &[Account]| {
            let postings = accounts
                .iter()
                .map(|account| posting(account, "0", "CHF"))
                .collect();
            let text = write(&[transaction("2026-03-31", postings)], Syntax::Beancount)
                .unwrap()
                .text;
            let opened = text
                .lines()
                .filter_map(|line| line.split_once(" open ").map(|(_, name)| name.to_owned()));
            opened.collect::<Vec<_>>()
        };
        let names = all(&accounts);
        let expected = [
            "Other",
            "10-20",
            "10-20-2",
            "10-20-2-2",
            "10-20-3",
            "Other-2",
        ]
        .map(|name| format!("Assets:{name}"));
        assert_eq!(names[..6], expected);
        assert_eq!(names[6], "Liabilities:10-20");
        let reversed: Vec<Account> = accounts.into_iter().rev().collect();
        assert_eq!(
            all(&reversed),
            names,
            "the order of the transactions does not matter"
        );
    }

    #[test]
    fn a_transaction_that_does_not_balance_is_refused() {
        let bank = Account::new(AccountKind::Asset, ["1020"]);
        let write = |amounts: &[(&str, &str)]| {
            let postings = amounts
                .iter()
                .map(|(amount, currency)| posting(&bank, amount, currency))
                .collect();
            write(
                &[
                    transaction("2026-03-31", vec![]),
                    transaction("2026-03-31", postings),
                ],
                Syntax::Hledger,
            )
            .map(|_| ())
        };
        let [franc, euro] = ["CHF", "EUR"].map(|code| Currency::parse(code).unwrap());
        assert_eq!(
            write(&[("1.00", "CHF"), ("-1", "CHF"), ("2", "EUR"), ("-2", "EUR")]),
            Ok(())
        );
        assert_eq!(
            write(&[("1", "CHF"), ("-1", "CHF"), ("1", "EUR")]),
            Err(LedgerError::Unbalanced {
                transaction: 1,
                currency: euro
            })
        );
        assert_eq!(
            write(&[
                ("79228162514264337593543950335", "CHF"),
                ("-0.0000000000000000000000000001", "CHF")
            ]),
            Err(LedgerError::TooLarge {
                transaction: 1,
                currency: franc
            })
        );
    }
}
