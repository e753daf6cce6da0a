//! Laws that every format of statements keeps. A new format fails here until a reader of its files is added.

use universal_accounting::export::NoteKind;
use universal_accounting::export::statement::{
    self, DatevSettings, Export, Options, Refusal, Target,
};
use universal_accounting::format;
use universal_accounting::report::Policy;
use universal_accounting::rust_decimal::Decimal;
use universal_accounting::statement::Conversion;
use universal_accounting::transactions::{CreditDebit, Transaction};
use universal_accounting::value::{Amount, Currency, Date};

const ACCOUNT: &str = "CH9300762011623852957";

/// Converts bookings of one account: the day, the amount in hundredths, and the text of each. All balances are stated, from 2000.00 on.
fn conversion(bookings: &[(Date, i64, &str)]) -> Conversion {
    let mut table = "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n".to_owned();
    let mut balance = 200_000;
    for (day, amount, text) in bookings {
        balance += amount;
        let [amount, balance] = [*amount, balance].map(|hundredths| Decimal::new(hundredths, 2));
        let text = text.replace('"', "\"\"");
        table +=
            &format!("{ACCOUNT};{day} 00:00:00.0;\"{text}\";{amount};{balance};{day} 00:00:00.0\n");
    }
    let mut options = format::Options::new();
    options.currency = Currency::parse("CHF").ok();
    options.opening_balance = "2000".parse().ok();
    format::convert(table.as_bytes(), &options)
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

fn try_write(files: &[Conversion], target: Target) -> Result<Export, Vec<Refusal>> {
    let datev = DatevSettings::read(DATEV, &Policy::new()).value.unwrap();
    let mut options = Options::new();
    options.datev = Some(&datev);
    statement::write(files, target, &options)
}

fn write(conversion: &Conversion, target: Target) -> Export {
    let written = try_write(std::slice::from_ref(conversion), target);
    written.unwrap_or_else(|refused| panic!("{target}: {refused:?}"))
}

/// Reads the amount of each transaction in a file, negative for a debit.
fn amounts_in(target: Target, file: &[u8]) -> Vec<Decimal> {
    match target {
        Target::Xlsx => amounts_in_workbook(file),
        Target::Csv => amounts_in_table(file),
        Target::Ynab | Target::GnuCash => column(&rows_of(file, b','), "Amount"),
        Target::Xero => column(&rows_of(file, b','), "*Amount"),
        Target::Datev => amounts_in_batch(file),
        Target::Hledger | Target::Beancount => amounts_in_ledger(file),
        Target::Camt053 | Target::Ofx | Target::Qbo | Target::Mt940 | Target::Qif => {
            amounts(&read_again(file).transactions)
        }
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
fn read_again(file: &[u8]) -> Conversion {
    let mut options = format::Options::new();
    options.currency = Currency::parse("CHF").ok();
    let again = format::convert(file, &options);
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

#[test]
fn every_format_has_each_transaction_once_with_its_amount() {
    let march = march();
    for target in Target::ALL {
        let export = write(&march, *target);
        let mut read = amounts_in(*target, &export.bytes);
        let mut own = amounts(&march.transactions);
        read.sort_unstable();
        own.sort_unstable();
        assert_eq!(read, own, "{target}");
        let openings = usize::from(matches!(target, Target::Hledger | Target::Beancount));
        assert_eq!(export.transactions, own.len() + openings, "{target}");
    }
}

#[test]
fn a_transaction_in_two_files_is_written_once() {
    let files = [march(), march()];
    for target in Target::ALL {
        let export = try_write(&files, *target).unwrap();
        let read = amounts_in(*target, &export.bytes);
        assert_eq!(read.len(), files[0].transactions.len(), "{target}");
    }
}

#[test]
fn every_format_has_the_values_of_a_transaction_or_notes_what_it_lacks() {
    let mut march = march();
    let first = &mut march.transactions[0];
    first.original_amount = Amount::parse("4711.25").ok();
    first.original_currency = Currency::parse("EUR").ok();
    first.purchased_at = Date::from_year_month_day(2026, 2, 27);
    first.valuta_at = Date::from_year_month_day(2026, 3, 4);
    let id = first.transaction_id.as_ref().unwrap().to_string();
    for target in Target::ALL {
        let export = write(&march, *target);
        let text = content(*target, &export.bytes);
        // camt has the id in its short form, from which it is restored; the texts of this test would be equal otherwise.
        let has_id = text.contains(&id) || *target == Target::Camt053;
        let has_day = |days: [&str; 4]| days.iter().any(|day| text.contains(day));
        for (field, is_there) in [
            (
                "originalAmount",
                text.contains("4711.25") || text.contains("4711,25"),
            ),
            (
                "purchasedAt",
                has_day(["2026-02-27", "20260227", "260227", "46080"]),
            ),
            (
                "valutaAt",
                has_day(["2026-03-04", "20260304", "260304", "46085"]),
            ),
            ("transactionId", has_id),
            ("currency", text.contains("CHF")),
        ] {
            let is_noted = export
                .notes
                .iter()
                .any(|note| note.kind == NoteKind::NoPlace { field });
            assert_ne!(is_there, is_noted, "{target}: {field}: {:?}", export.notes);
        }
    }
}

/// Returns all texts of a file.
fn content(target: Target, file: &[u8]) -> String {
    if target != Target::Xlsx {
        return String::from_utf8_lossy(file).into_owned();
    }
    let reader = std::io::Cursor::new(file);
    let mut archive = zip::ZipArchive::new(reader).unwrap();
    let mut content = String::new();
    for index in 0..archive.len() {
        let mut part = archive.by_index(index).unwrap();
        std::io::Read::read_to_string(&mut part, &mut content).unwrap();
    }
    content
}
