//! Readers of the files of every format.

use universal_accounting::export::statement::StatementTarget;
use universal_accounting::format;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::rust_decimal::Decimal;
use universal_accounting::statement::Conversion;
use universal_accounting::value::Currency;

use super::amounts;

/// Reads the amount of each transaction in a file, negative for a debit.
pub(super) fn amounts_in(target: StatementTarget, file: &[u8]) -> Vec<Decimal> {
    match target {
        StatementTarget::Xlsx => amounts_in_workbook(file),
        StatementTarget::Csv => amounts_in_table(file),
        StatementTarget::Ynab | StatementTarget::GnuCash => column(&rows_of(file, b','), "Amount"),
        StatementTarget::Xero => column(&rows_of(file, b','), "*Amount"),
        StatementTarget::Datev => amounts_in_batch(file),
        StatementTarget::Hledger | StatementTarget::Beancount => amounts_in_ledger(file),
        StatementTarget::Camt053
        | StatementTarget::Ofx
        | StatementTarget::Qbo
        | StatementTarget::Mt940
        | StatementTarget::Qif => amounts(&read_again(file).transactions),
        target => panic!("read a file of the format {target} here"),
    }
}

fn amounts_in_workbook(file: &[u8]) -> Vec<Decimal> {
    use calamine::{Reader, Xlsx};

    let mut workbook = Xlsx::new(std::io::Cursor::new(file)).unwrap();
    let sheets = workbook.worksheets();
    let rows = sheets
        .iter()
        .skip(1)
        .flat_map(|(_, sheet)| sheet.rows().skip(1));
    rows.map(|row| row[4].to_string().parse().unwrap())
        .collect()
}

/// Reads a file that was written. What QIF lacks is given.
pub(super) fn read_again(file: &[u8]) -> Conversion {
    let mut options = format::ConvertOptions::new();
    options.currency = Currency::parse("CHF").ok();
    let again = convert_readable(file, &options);
    let text = String::from_utf8_lossy(file);
    assert!(
        again.summary.report.is_valid(),
        "{:?}\n{text}",
        again.summary.report
    );
    again
}

/// Reads the rows of a table, and its headings as the first one.
fn rows_of(file: &[u8], delimiter: u8) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader
        .has_headers(false)
        .delimiter(delimiter)
        .from_reader(file);
    let rows = reader.records().map(Result::unwrap);
    rows.map(|row| row.iter().map(str::to_owned).collect())
        .collect()
}

fn cells<'r>(rows: &'r [Vec<String>], heading: &str) -> Vec<&'r str> {
    let column = rows[0].iter().position(|known| known == heading).unwrap();
    rows[1..].iter().map(|row| row[column].as_str()).collect()
}

fn column(rows: &[Vec<String>], heading: &str) -> Vec<Decimal> {
    let cells = cells(rows, heading);
    cells.iter().map(|cell| cell.parse().unwrap()).collect()
}

fn amounts_in_table(file: &[u8]) -> Vec<Decimal> {
    let rows = rows_of(file, b',');
    let amounts = column(&rows, "amount").into_iter();
    let directions = cells(&rows, "creditDebit");
    let signed = amounts.zip(directions).map(|(amount, direction)| {
        if direction == "debit" {
            -amount
        } else {
            amount
        }
    });
    signed.collect()
}

/// Reads the amounts of a batch for DATEV, whose first line is about the batch.
fn amounts_in_batch(file: &[u8]) -> Vec<Decimal> {
    let start = file.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    let decoded: String = file[start..].iter().map(|byte| char::from(*byte)).collect();
    let rows = rows_of(decoded.as_bytes(), b';');
    let amounts = cells(&rows, "Umsatz (ohne Soll/Haben-Kz)").into_iter();
    let signed = amounts
        .zip(cells(&rows, "Soll/Haben-Kennzeichen"))
        .map(|(amount, side)| {
            let amount: Decimal = amount.replace(',', ".").parse().unwrap();
            if side == "H" { -amount } else { amount }
        });
    signed.collect()
}

/// Reads the first posting of each transaction with an id. Balances have none.
fn amounts_in_ledger(file: &[u8]) -> Vec<Decimal> {
    let (mut amounts, mut has_id) = (Vec::new(), false);
    for line in str::from_utf8(file).unwrap().lines().map(str::trim) {
        has_id |= line.starts_with("; id: ") || line.starts_with("id: ");
        if let Some(posting) = line.strip_prefix("Assets:").filter(|_| has_id) {
            let (_, amount) = posting.split_once("  ").unwrap();
            amounts.push(amount.trim().trim_end_matches(" CHF").parse().unwrap());
            has_id = false;
        }
    }
    amounts
}
