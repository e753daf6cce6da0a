//! The libraries, each as a function that reads a message to its figures, and one that only reads it.

use std::hint::black_box;

use mt940::ExtDebitOrCredit;
use rust_decimal::Decimal;
use sepa::CreditDebitIndicator;
use sepa::camt::{CashEntry, EntryStatus};
use universal_accounting::internals::format::convert_readable;
use universal_accounting::format::{self, ConvertOptions};
use universal_accounting::transactions::CreditDebit;
use universal_accounting::value::{AccountIdentifier, Currency};

use crate::figures::Figures;

pub(crate) struct Reader {
    pub(crate) name: &'static str,
    /// The messages that it reads.
    pub(crate) kinds: &'static [&'static str],
    pub(crate) read: fn(&[u8]) -> Option<Figures>,
    pub(crate) work: fn(&[u8]),
}

pub(crate) static READERS: [Reader; 6] = [
    Reader {
        name: "ours, to transactions",
        kinds: &["camt.052", "camt.053", "camt.054", "MT940", "MT942"],
        read: read_ours,
        work: |source| drop(black_box(convert_readable(source, &options()))),
    },
    Reader {
        name: "sepa",
        kinds: &["camt.053"],
        read: |source| {
            let document = sepa::camt053::parse_camt053(&text(source)).ok()?;
            sum(document
                .statements
                .iter()
                .flat_map(|statement| &statement.entries))
        },
        work: |source| drop(black_box(sepa::camt053::parse_camt053(&text(source)))),
    },
    Reader {
        name: "sepa",
        kinds: &["camt.052"],
        read: |source| {
            let document = sepa::camt052::parse_camt052(&text(source)).ok()?;
            sum(document.reports.iter().flat_map(|report| &report.entries))
        },
        work: |source| drop(black_box(sepa::camt052::parse_camt052(&text(source)))),
    },
    Reader {
        name: "sepa",
        kinds: &["camt.054"],
        read: |source| {
            let document = sepa::camt054::parse_camt054(&text(source)).ok()?;
            sum(document
                .notifications
                .iter()
                .flat_map(|notification| &notification.entries))
        },
        work: |source| drop(black_box(sepa::camt054::parse_camt054(&text(source)))),
    },
    Reader {
        name: "camt053",
        kinds: &["camt.053"],
        read: |source| {
            let statements = camt053::SimpleStatements::from_reader(source).ok()?;
            let mut figures = Figures::default();
            for transaction in statements
                .statements
                .iter()
                .flat_map(|statement| &statement.transactions)
            {
                figures.add(
                    transaction.amount.abs(),
                    transaction.amount.is_sign_positive(),
                );
            }
            Some(figures)
        },
        work: |source| drop(black_box(camt053::SimpleStatements::from_reader(source))),
    },
    Reader {
        name: "mt940",
        kinds: &["MT940"],
        read: |source| {
            let messages = mt940::parse_mt940(&mt940::sanitizers::sanitize(&text(source))).ok()?;
            let mut figures = Figures::default();
            for line in messages.iter().flat_map(|message| &message.statement_lines) {
                let is_credit = matches!(
                    line.ext_debit_credit_indicator,
                    ExtDebitOrCredit::Credit | ExtDebitOrCredit::ReverseDebit
                );
                figures.add(line.amount.to_string().parse().ok()?, is_credit);
            }
            Some(figures)
        },
        work: |source| {
            drop(black_box(mt940::parse_mt940(&mt940::sanitizers::sanitize(
                &text(source),
            ))))
        },
    },
];

/// The account and the currency, for files that name none.
fn options() -> ConvertOptions {
    let mut options = ConvertOptions::new();
    options.account = AccountIdentifier::parse("CH9300762011623852957").ok();
    options.currency = Currency::parse("EUR").ok();
    options
}

fn read_ours(source: &[u8]) -> Option<Figures> {
    let conversion = convert_readable(source, &options());
    conversion.summary.format?;
    let mut figures = Figures::default();
    for transaction in &conversion.transactions {
        let amount = transaction.amount.to_string().parse().ok()?;
        figures.add(
            amount,
            transaction.credit_debit == Some(CreditDebit::Credit),
        );
    }
    Some(figures)
}

/// The other libraries take text.
fn text(source: &[u8]) -> String {
    String::from_utf8_lossy(source).into_owned()
}

fn sum<'e>(entries: impl Iterator<Item = &'e CashEntry>) -> Option<Figures> {
    let mut figures = Figures::default();
    for entry in entries.filter(|entry| {
        !matches!(
            entry.status,
            EntryStatus::Pending | EntryStatus::Info | EntryStatus::Future
        )
    }) {
        // An amount that the library can't read is no amount.
        let Some(cents) = entry.amount.ct else {
            continue;
        };
        figures.add(
            Decimal::new(cents, 2),
            entry.amount.direction == Some(CreditDebitIndicator::Credit),
        );
    }
    Some(figures)
}
