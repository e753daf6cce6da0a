//! Laws that every format of statements keeps. A new format fails here until a reader of its files is added to `readers.rs`.

mod laws;
mod programs;
mod properties;
mod readers;

use universal_accounting::continuity::Conversions;
use universal_accounting::export::statement::{
    self, DatevSettings, StatementExport, StatementExportOptions, StatementRefusal, StatementTarget,
};
use universal_accounting::format;
use universal_accounting::internals::format::{convert_readable, join};
use universal_accounting::report::Policy;
use universal_accounting::rust_decimal::Decimal;
use universal_accounting::statement::Conversion;
use universal_accounting::transactions::{CreditDebit, Transaction};
use universal_accounting::value::{Currency, Date};

const ACCOUNT: &str = "CH9300762011623852957";

fn conversion(bookings: &[(Date, i64, &str)]) -> Conversion {
    conversion_in("CHF", bookings)
}

/// Converts bookings of one account in a currency: the day, the amount in hundredths, and the text of each. All balances are stated, from 2000.00 on.
fn conversion_in(currency: &str, bookings: &[(Date, i64, &str)]) -> Conversion {
    let mut table = "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n".to_owned();
    let mut balance = 200_000;
    for (day, amount, text) in bookings {
        balance += amount;
        let [amount, balance] = [*amount, balance].map(|hundredths| Decimal::new(hundredths, 2));
        let text = text.replace('"', "\"\"");
        let row =
            format!("{ACCOUNT};{day} 00:00:00.0;\"{text}\";{amount};{balance};{day} 00:00:00.0\n");
        table.push_str(&row);
    }
    let mut options = format::ConvertOptions::new();
    options.currency = Currency::parse(currency).ok();
    options.opening_balance = "2000".parse().ok();
    convert_readable(table.as_bytes(), &options)
}

fn march() -> Conversion {
    let day = |day| Date::from_year_month_day(2026, 3, day).unwrap();
    conversion(&[
        (day(2), 500_000, "Lohn"),
        (day(2), -450, "Kaffee"),
        (day(2), -450, "Kaffee"),
        (day(31), -120_050, "=Miete; März & \"April\""),
    ])
}

fn signed(transaction: &Transaction) -> Decimal {
    let amount = Decimal::from(transaction.amount);
    if transaction.credit_debit == Some(CreditDebit::Debit) {
        -amount
    } else {
        amount
    }
}

fn amounts(transactions: &[Transaction]) -> Vec<Decimal> {
    transactions.iter().map(signed).collect()
}

const DATEV: &[u8] = br#"{
    "consultant": 29098, "client": 55003, "yearStart": "2026-01-01", "accountLength": 4, "currency": "CHF",
    "accounts": [{"account": "CH9300762011623852957", "number": "1800"}], "income": "1370", "expenses": "1371"
}"#;

fn try_write(
    files: &[Conversion],
    target: StatementTarget,
) -> Result<StatementExport, Vec<StatementRefusal>> {
    let datev = DatevSettings::read(DATEV, &Policy::new()).value.unwrap();
    let mut options = StatementExportOptions::new();
    options.datev = Some(&datev);
    statement::write(&joined(files), target, &options)
}

/// Returns files as the result of one call.
fn joined(files: &[Conversion]) -> Conversions {
    let policy = Policy::new();
    join(files.iter().map(|file| (file.clone(), &policy)))
}

fn write(conversion: &Conversion, target: StatementTarget) -> StatementExport {
    let written = try_write(std::slice::from_ref(conversion), target);
    written.unwrap_or_else(|refused| panic!("{target}: {refused:?}"))
}
