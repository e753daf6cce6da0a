//! The totals of the output, which small parsers of the tests read back, equal those of the input.

use std::collections::BTreeMap;

use proptest::prelude::*;
use universal_accounting::export::{self, AccountTotal, JournalExportOptions, JournalTarget};
use universal_accounting::generate::{self, Choices};
use universal_accounting::journal::{
    Contact, Dimension, Entry, JournalRecord, Line, LineAccount, Side,
};
use universal_accounting::rust_decimal::Decimal;
use universal_accounting::value::{Currency, Date, SignedAmount, Text};

use super::{TARGETS, base_data};

/// Texts that have a meaning in some format.
const TEXTS: &[&str] = &[
    "Toner",
    "a\n2026-01-01 open X",
    "a\r\n    Assets:X  1 CHF",
    "; comment",
    "a  b",
    "date: 2020-99-99",
    "[2026-13-45]",
    "a, b: c",
    "(x) * !",
    "| x",
    "\"q\" \\",
    "=1+1",
    "\t",
    "\u{85}account X",
    "\u{2028}x",
    "é, Zürich",
    "\0",
    "*",
    "#tag ^link",
    "{x} @ 3",
    "'",
    "東京",
];
const NUMBERS: &[&str] = &[
    "6500", "2000", "1020", "1020.1", "1020 1", "1020:1", "a;b", "  x", "ß", "東",
];

fn text(choices: &mut Choices<'_>) -> Text {
    let parts: Vec<&str> = (0..=choices.below(3))
        .map(|_| choices.pick(TEXTS))
        .collect();
    Text::parse(&parts.join(choices.pick(&["", " ", "\n", ","])))
        .unwrap_or_else(|_| Text::parse("x").unwrap())
}

fn line(choices: &mut Choices<'_>, side: Side, amount: Decimal, currency: Currency) -> Line {
    let mut account = LineAccount::new(Text::parse(choices.pick(NUMBERS)).unwrap());
    if choices.once_in(6) {
        account.external_id = Some(Text::parse(choices.pick(&["a-1", "a-2", "a,3"])).unwrap());
    }
    let mut line = Line::new(
        text(choices),
        side,
        SignedAmount::from(amount),
        currency,
        account,
    );
    line.text = choices.once_in(2).then(|| text(choices));
    for _ in 0..choices.below(3) {
        let mut dimension = Dimension::new();
        dimension.name = Some(text(choices));
        dimension.dimension_type = choices.once_in(2).then(|| text(choices));
        line.dimensions.push(dimension);
    }
    line
}

/// Generates an entry that balances, except once in eight.
fn entry(choices: &mut Choices<'_>) -> Entry {
    let currency = Currency::parse(choices.pick(&["CHF", "EUR", "JPY"])).unwrap();
    let mut lines = Vec::new();
    let mut balance = Decimal::ZERO;
    for _ in 0..choices.below(4) {
        let side = choices.pick(&[Side::Debit, Side::Credit]);
        let amount = Decimal::new(
            i64::try_from(choices.below(40_000)).unwrap() - 5_000,
            u32::try_from(choices.below(4)).unwrap(),
        );
        balance += if side == Side::Debit { amount } else { -amount };
        lines.push(line(choices, side, amount, currency));
    }
    if !choices.once_in(8) {
        let (side, amount) = if choices.once_in(2) {
            (Side::Debit, -balance)
        } else {
            (Side::Credit, balance)
        };
        lines.push(line(choices, side, amount, currency));
    }
    Entry::new(
        text(choices),
        Date::parse(choices.pick(&["2026-03-31", "2025-01-01", "9999-12-31"])).unwrap(),
        lines,
    )
}

fn journal(choices: &mut Choices<'_>) -> Vec<JournalRecord> {
    let records = (0..choices.below(4)).map(|_| {
        let entries = (0..choices.below(3)).map(|_| entry(choices)).collect();
        let mut record = JournalRecord::new(text(choices), entries);
        for _ in 0..choices.below(3) {
            let mut contact = Contact::new();
            contact.name = Some(text(choices));
            record.contacts.push(contact);
        }
        record
    });
    records.collect()
}

/// Debits minus credits by account and currency. Amounts of zero are left out.
type Balances = BTreeMap<(String, String), Decimal>;

fn add(balances: &mut Balances, account: &str, currency: &str, amount: &str, is_credit: bool) {
    let amount = Decimal::from_str_exact(amount).unwrap();
    let key = (account.to_owned(), currency.to_owned());
    *balances.entry(key).or_default() += if is_credit { -amount } else { amount };
    balances.retain(|_, balance| !balance.is_zero());
}

/// Reads the output with the rules of RFC 4180.
fn csv_balances(text: &str, target: JournalTarget) -> Balances {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let names = reader.headers().unwrap().clone();
    let mut balances = Balances::new();
    for row in reader.records() {
        let row = row.unwrap();
        let cell = |name: &str| {
            names
                .iter()
                .position(|known| known == name)
                .map_or("", |column| &row[column])
        };
        // A number may look like a formula.
        let number = |name| cell(name).trim_start_matches('\'');
        let sides = match target {
            JournalTarget::Table => [
                ("entry-account-number", "entry-debit", false),
                ("entry-account-number", "entry-credit", true),
            ],
            _ => [
                ("entry-debitAccount-number", "entry-amount", false),
                ("entry-creditAccount-number", "entry-amount", true),
            ],
        };
        for (account, amount, is_credit) in sides {
            if !number(account).is_empty() && !cell(amount).is_empty() {
                add(
                    &mut balances,
                    number(account),
                    cell("entry-currency"),
                    cell(amount),
                    is_credit,
                );
            }
        }
    }
    balances
}

/// Reads the table for Banana, which has no quotes.
fn tab_balances(text: &str) -> Balances {
    let mut lines = text.split('\n');
    let names: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let mut balances = Balances::new();
    for line in lines.filter(|line| !line.is_empty()) {
        let cells: Vec<&str> = line.split('\t').collect();
        assert_eq!(cells.len(), names.len(), "{line}");
        let cell = |name: &str| {
            names
                .iter()
                .position(|known| *known == name)
                .map_or("", |column| cells[column])
        };
        let amount = if cell("AmountCurrency").is_empty() {
            cell("Amount")
        } else {
            cell("AmountCurrency")
        };
        for (account, is_credit) in [("AccountDebit", false), ("AccountCredit", true)] {
            if !cell(account).is_empty() {
                add(
                    &mut balances,
                    cell(account),
                    cell("ExchangeCurrency"),
                    amount,
                    is_credit,
                );
            }
        }
    }
    balances
}

/// Reads the postings of a ledger: lines with one indent that end in an amount. Every other line must have a form that the writer has.
fn ledger_balances(text: &str, target: JournalTarget) -> Balances {
    let mut balances = Balances::new();
    let indent = if target == JournalTarget::Hledger {
        "    "
    } else {
        "  "
    };
    for line in text.split('\n').filter(|line| !line.is_empty()) {
        assert!(
            !line.contains(|character: char| character.is_control() || character == '\u{2028}'),
            "{line:?}"
        );
        let Some(rest) = line.strip_prefix(indent) else {
            let words = ["decimal-mark ", "commodity ", "account "];
            assert!(
                words.iter().any(|word| line.starts_with(word)) || Date::parse(&line[..10]).is_ok(),
                "{line}"
            );
            continue;
        };
        let rest = rest.trim_start();
        if rest.starts_with("; ") || rest.contains(": \"") {
            continue;
        }
        let (account, amount) = rest.rsplit_once("  ").unwrap();
        assert!(!account.contains("  "), "{line}");
        let (amount, currency) = amount.split_once(' ').unwrap();
        add(&mut balances, account, currency, amount, false);
    }
    balances
}

fn balances(totals: &[AccountTotal]) -> Vec<Decimal> {
    sorted(
        totals
            .iter()
            .map(|total| total.debits.unwrap() - total.credits.unwrap()),
    )
}

/// The balances that are not zero, without the names of accounts, which the targets spell differently.
fn sorted(balances: impl Iterator<Item = Decimal>) -> Vec<Decimal> {
    let mut balances: Vec<Decimal> = balances
        .filter(|balance| !balance.is_zero())
        .map(|balance| balance.normalize())
        .collect();
    balances.sort_unstable();
    balances
}

proptest! {
    #[test]
    fn what_comes_out_is_what_went_in(records in generate::strategy(journal), with_base_data in any::<bool>()) {
        let base_data = base_data();
        let mut options = JournalExportOptions::new();
        options.base_data = with_base_data.then_some(&base_data);
        for target in TARGETS {
            let export = export::journal(&records, target, &options);
            // Without the refused entries, the totals before and after are equal.
            let mut accepted = records.clone();
            for refusal in export.refused.iter().rev() {
                accepted[refusal.record].entries.remove(refusal.entry);
            }
            let again = export::journal(&accepted, target, &options);
            prop_assert!(again.refused.is_empty());
            let sums = |totals: &[AccountTotal]| totals.iter().map(|total| (total.number.clone(), total.currency, total.debits, total.credits)).collect::<Vec<_>>();
            prop_assert_eq!(sums(&again.read), sums(&again.written));
            // The text has these totals. Accounts that share a number are one account in a table, so that only their sum can be compared.
            let by_number = |totals: &[AccountTotal]| {
                let mut balances = Balances::new();
                for total in totals {
                    let currency = if target == JournalTarget::Banana { String::new() } else { total.currency.to_string() };
                    let balance = total.debits.unwrap() - total.credits.unwrap();
                    add(&mut balances, &total.number, &currency, &balance.to_string(), false);
                }
                balances
            };
            match target {
                JournalTarget::Hledger | JournalTarget::Beancount => {
                    let found = ledger_balances(&again.text, target);
                    prop_assert_eq!(sorted(found.into_values()), balances(&again.written), "{}", again.text);
                }
                JournalTarget::Banana => {
                    let mut found = Balances::new();
                    for ((account, _), balance) in tab_balances(&again.text) {
                        add(&mut found, &account, "", &balance.to_string(), false);
                    }
                    prop_assert_eq!(found, by_number(&again.written));
                }
                _ => prop_assert_eq!(csv_balances(&again.text, target), by_number(&again.written)),
            }
        }
    }
}
