//! Laws that every format of statements keeps. A new format fails here until a reader of its files is added.

use universal_accounting::export::NoteKind;
use universal_accounting::export::statement::{
    self, DatevSettings, StatementExport, StatementExportOptions, StatementRefusal,
    StatementRefusalReason, StatementTarget,
};
use universal_accounting::format;
use universal_accounting::report::{Language, Policy};
use universal_accounting::rust_decimal::Decimal;
use universal_accounting::statement::{BalanceStatus, Conversion};
use universal_accounting::transactions::{CreditDebit, Transaction};
use universal_accounting::value::{AccountIdentifier, Amount, Currency, Date};

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

fn try_write(
    files: &[Conversion],
    target: StatementTarget,
) -> Result<StatementExport, Vec<StatementRefusal>> {
    let datev = DatevSettings::read(DATEV, &Policy::new()).value.unwrap();
    let mut options = StatementExportOptions::new();
    options.datev = Some(&datev);
    statement::write(files, target, &options)
}

fn write(conversion: &Conversion, target: StatementTarget) -> StatementExport {
    let written = try_write(std::slice::from_ref(conversion), target);
    written.unwrap_or_else(|refused| panic!("{target}: {refused:?}"))
}

/// Reads the amount of each transaction in a file, negative for a debit.
fn amounts_in(target: StatementTarget, file: &[u8]) -> Vec<Decimal> {
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
fn read_again(file: &[u8]) -> Conversion {
    let mut options = format::ConvertOptions::new();
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
    for target in StatementTarget::ALL {
        let export = write(&march, *target);
        let mut read = amounts_in(*target, &export.bytes);
        let mut own = amounts(&march.transactions);
        read.sort_unstable();
        own.sort_unstable();
        assert_eq!(read, own, "{target}");
        let openings = usize::from(matches!(
            target,
            StatementTarget::Hledger | StatementTarget::Beancount
        ));
        assert_eq!(export.transactions, own.len() + openings, "{target}");
    }
}

#[test]
fn a_transaction_in_two_files_is_written_once() {
    let files = [march(), march()];
    for target in StatementTarget::ALL {
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
    for target in StatementTarget::ALL {
        let export = write(&march, *target);
        let text = content(*target, &export.bytes);
        // camt has the id in its short form, from which it is restored; the texts of this test would be equal otherwise.
        let has_id = text.contains(&id) || *target == StatementTarget::Camt053;
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
            let notes = &export.notes;
            assert!(
                is_there || is_noted,
                "{target} writes no `{field}` and has no note `NoPlace` for it: {notes:?}"
            );
            assert!(
                !is_there || !is_noted,
                "{target} writes `{field}` and has a note `NoPlace` for it: {notes:?}"
            );
        }
    }
}

/// Returns all texts of a file.
fn content(target: StatementTarget, file: &[u8]) -> String {
    if target != StatementTarget::Xlsx {
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

/// Returns the booking date and the amount of each transaction, in an order that doesn't depend on the file.
fn facts(conversion: &Conversion) -> Vec<(Option<Date>, Decimal)> {
    let fact = |transaction: &Transaction| (transaction.booked_at, signed(transaction));
    let mut facts: Vec<_> = conversion.transactions.iter().map(fact).collect();
    facts.sort_unstable();
    facts
}

fn ids(conversion: &Conversion) -> Vec<String> {
    let id =
        |transaction: &Transaction| transaction.transaction_id.as_ref().map(ToString::to_string);
    let mut ids: Vec<String> = conversion.transactions.iter().filter_map(id).collect();
    ids.sort_unstable();
    ids
}

fn texts(conversion: &Conversion) -> Vec<String> {
    let text = |transaction: &Transaction| transaction.text.as_ref().map(ToString::to_string);
    let mut texts: Vec<String> = conversion.transactions.iter().filter_map(text).collect();
    texts.sort_unstable();
    texts
}

/// Returns a conversion whose transactions have references of the bank.
fn with_references(conversion: &Conversion) -> Conversion {
    let table: String = {
        let rows = conversion.transactions.iter().zip(1..);
        let rows = rows.map(|(transaction, number)| {
            let (mark, amount) = (signed(transaction), transaction.amount);
            let mark = if mark.is_sign_negative() { 'D' } else { 'C' };
            let day = transaction.booked_at.unwrap().to_string().replace('-', "");
            let (day, entry) = (&day[2..], &day[4..]);
            let amount = amount.to_string().replace('.', ",");
            format!(":61:{day}{entry}{mark}{amount}NTRFNONREF//REF7{number:05}\r\n:86:Text\r\n")
        });
        rows.collect()
    };
    let message = format!(":20:A\r\n:25:{ACCOUNT}\r\n:28C:1\r\n:60F:C260101CHF2000,\r\n{table}");
    let sum: Decimal = conversion.transactions.iter().map(signed).sum();
    let closing = Decimal::new(2000, 0) + sum;
    let mark = if closing.is_sign_negative() { 'D' } else { 'C' };
    let closing = closing.abs().to_string().replace('.', ",");
    let closing = if closing.contains(',') {
        closing
    } else {
        closing + ","
    };
    let message = format!("{message}:62F:{mark}261231CHF{closing}\r\n-\r\n");
    format::convert(message.as_bytes(), &format::ConvertOptions::new())
}

#[test]
fn references_of_the_bank_give_the_same_ids_again() {
    let march = with_references(&march());
    assert_eq!(march.summary.balance_status, BalanceStatus::Proved);
    for target in [
        StatementTarget::Camt053,
        StatementTarget::Ofx,
        StatementTarget::Qbo,
        StatementTarget::Mt940,
    ] {
        let again = read_again(&write(&march, target).bytes);
        assert_eq!(ids(&again), ids(&march), "{target}");
        assert_eq!(facts(&again), facts(&march), "{target}");
    }
    let export = write(&march, StatementTarget::Mt940);
    assert!(export.notes.is_empty(), "{:?}", export.notes);
}

#[test]
fn mt940_has_the_lines_of_the_handbook() {
    let export = write(&march(), StatementTarget::Mt940);
    let text = String::from_utf8(export.bytes).unwrap();
    let lines: Vec<&str> = text.split("\r\n").collect();
    assert!(
        lines[0].starts_with(":20:STM-") && lines[0].len() == 20,
        "{text}"
    );
    assert_eq!(
        lines[1..],
        [
            ":25:CH9300762011623852957",
            ":28C:26090/1",
            ":60F:C260302CHF2000,00",
            ":61:2603020302C5000,00NMSCNONREF",
            ":86:Lohn",
            ":61:2603020302D4,50NMSCNONREF",
            ":86:Kaffee",
            ":61:2603020302D4,50NMSCNONREF",
            ":86:Kaffee",
            ":61:2603310331D1200,50NMSCNONREF",
            ":86:.Miete, Maerz + 'April'",
            ":62F:C260331CHF5790,50",
            "-",
            ""
        ]
    );
    let datev = DatevSettings::read(DATEV, &Policy::new()).value.unwrap();
    let mut options = StatementExportOptions::new();
    (options.numbered_fields, options.datev) = (true, Some(&datev));
    let export = statement::write(&[march()], StatementTarget::Mt940, &options).unwrap();
    let text = String::from_utf8(export.bytes).unwrap();
    assert!(text.contains("\r\n:86:999?20Lohn\r\n"), "{text}");
}

#[test]
fn quickbooks_gets_the_number_of_the_bank() {
    let export = write(&march(), StatementTarget::Qbo);
    assert_eq!(export.notes[0].kind, NoteKind::NoBankNumber);
    let mut options = StatementExportOptions::new();
    options.bank_number = Some(3000);
    let export = statement::write(&[march()], StatementTarget::Qbo, &options).unwrap();
    assert!(export.notes.is_empty(), "{:?}", export.notes);
    let text: String = export.bytes.iter().map(|byte| char::from(*byte)).collect();
    assert!(text.starts_with("OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\n"));
    for part in [
        "<INTU.BID>3000<",
        "<NAME>=Miete; M\u{e4}rz &amp; \"April\"<",
        "<BALAMT>5790.50<",
    ] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn datev_gets_the_accounts_and_sides_of_its_books() {
    let export = write(&march(), StatementTarget::Datev);
    let text: String = export.bytes.iter().map(|byte| char::from(*byte)).collect();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[0],
        "\"EXTF\";700;21;\"Buchungsstapel\";13;20260331000000000;;\"\";\"\";\"\";29098;55003;20260101;4;20260302;20260331;\"Bank\";\"\";1;0;0;\"CHF\";;\"\";;;\"\";;;\"\";\"\""
    );
    assert!(
        lines[1..]
            .iter()
            .all(|line| line.matches(';').count() >= 124)
    );
    assert!(
        lines[2].starts_with("5000,00;\"S\";\"CHF\";;;;1800;1370;;0203;;;;\"Lohn\";"),
        "{}",
        lines[2]
    );
    assert!(
        lines[5].starts_with(
            "1200,50;\"H\";\"CHF\";;;;1800;1371;;3103;;;;\"'=Miete; M\u{e4}rz & \"\"April\"\"\";"
        ),
        "{}",
        lines[5]
    );
}

#[test]
fn tables_for_programs_have_their_columns_and_no_formulas() {
    for (target, headings, first, last) in [
        (
            StatementTarget::Ynab,
            "Date,Payee,Memo,Amount",
            "2026-03-02,Lohn,,5000.00",
            "2026-03-31,\"'=Miete; März & \"\"April\"\"\",,-1200.50",
        ),
        (
            StatementTarget::Xero,
            "*Date,*Amount,Payee,Description,Reference,Check Number",
            "2026-03-02,5000.00,,Lohn,ua1-",
            "2026-03-31,-1200.50,,\"'=Miete; März & \"\"April\"\"\",ua1-",
        ),
        (
            StatementTarget::GnuCash,
            "Date,Num,Description,Notes,Account,Amount,Transaction Commodity",
            "2026-03-02,ua1-",
            "2026-03-31,ua1-",
        ),
    ] {
        let export = write(&march(), target);
        let text = String::from_utf8(export.bytes).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!((lines[0], lines.len()), (headings, 5), "{text}");
        assert!(
            lines[1].starts_with(first) && lines[4].starts_with(last),
            "{text}"
        );
    }
}

#[test]
fn what_a_program_can_not_take_is_refused() {
    let refused = |files: &[Conversion], target| try_write(files, target).unwrap_err()[0].reason;
    let day = Date::from_year_month_day(2026, 3, 3).unwrap();
    let euro = conversion_in("EUR", &[(day, 100, "Zins")]);
    for target in [StatementTarget::Ynab, StatementTarget::Xero] {
        let both = [march(), euro.clone()];
        assert_eq!(
            refused(&both, target),
            StatementRefusalReason::SeveralAccounts
        );
    }
    assert_eq!(
        refused(&[euro], StatementTarget::Datev),
        StatementRefusalReason::OtherCurrency
    );
    let mut unproved = march();
    let statement = &mut unproved.summary.statements[0];
    (statement.opening_balance, statement.closing_balance) = (None, None);
    let unproved = [unproved];
    assert_eq!(
        refused(&unproved, StatementTarget::Mt940),
        StatementRefusalReason::NoBalance
    );
    assert_eq!(
        refused(&unproved, StatementTarget::Qbo),
        StatementRefusalReason::NoBalance
    );
    let changed = |change: &dyn Fn(&mut Transaction)| {
        let mut changed = march();
        changed.transactions.iter_mut().for_each(change);
        [changed]
    };
    let masked = changed(&|transaction| {
        transaction.account_identifier = AccountIdentifier::parse("4123 **** 1234").unwrap();
    });
    assert_eq!(
        refused(&masked, StatementTarget::Mt940),
        StatementRefusalReason::AccountCharacters
    );
    assert_eq!(
        refused(&masked, StatementTarget::Datev),
        StatementRefusalReason::NoAccountNumber
    );
    let late = changed(&|transaction| transaction.booked_at = Date::parse("2027-01-01").ok());
    assert_eq!(
        refused(&late, StatementTarget::Datev),
        StatementRefusalReason::OutsideFiscalYear
    );
    let large =
        changed(&|transaction| transaction.amount = Amount::parse("12345678901234").unwrap());
    assert_eq!(
        refused(&large, StatementTarget::Datev),
        StatementRefusalReason::AmountTooLong
    );
    let no_settings = statement::write(
        &[march()],
        StatementTarget::Datev,
        &StatementExportOptions::new(),
    );
    assert_eq!(
        no_settings.unwrap_err()[0].reason,
        StatementRefusalReason::NoAccountNumber
    );
}

#[test]
fn a_balance_is_computed_only_where_nothing_is_missing() {
    let mut march = march();
    let statement = &mut march.summary.statements[0];
    statement.opening_balance = None;
    let export = write(&march, StatementTarget::Mt940);
    let computed = export
        .notes
        .iter()
        .find(|note| note.kind == NoteKind::ComputedBalance);
    assert_eq!(computed.map(|note| note.count), Some(1));
    let text = String::from_utf8(export.bytes).unwrap();
    assert!(text.contains(":60F:C260302CHF2000,00"), "{text}");
    march.summary.statements[0].opening_balance = "1999".parse().ok();
    let refused = try_write(&[march], StatementTarget::Mt940).unwrap_err();
    assert_eq!(refused[0].reason, StatementRefusalReason::BalancesDiffer);
}

#[test]
fn a_table_for_excel_has_its_marks() {
    let mut options = StatementExportOptions::new();
    (options.delimiter, options.byte_order_mark) = (';', true);
    (options.decimal_comma, options.signed_amounts) = (true, true);
    let export = statement::write(&[march()], StatementTarget::Csv, &options).unwrap();
    let text = String::from_utf8(export.bytes).unwrap();
    assert!(text.starts_with("\u{feff}\"accountIdentifier\";"), "{text}");
    assert!(
        text.contains(";\"-1200,50\";") && text.contains(";\"5000,00\";"),
        "{text}"
    );
}

#[test]
fn a_workbook_has_running_balances_and_headings_in_a_language() {
    use calamine::{Reader, Xlsx};

    let mut options = StatementExportOptions::new();
    options.language = Language::German;
    let export = statement::write(&[march()], StatementTarget::Xlsx, &options).unwrap();
    let mut workbook = Xlsx::new(std::io::Cursor::new(&export.bytes)).unwrap();
    let sheets = workbook.worksheets();
    assert_eq!(sheets[0].0, "Kontoauszüge");
    assert_eq!(sheets[0].1[(1, 9)].to_string(), "bewiesen");
    let rows: Vec<String> = sheets[1]
        .1
        .rows()
        .map(|row| format!("{} {}", row[4], row[5]))
        .collect();
    let expected = [
        "Betrag Saldo",
        "5000 7000",
        "-4.5 6995.5",
        "-4.5 6991",
        "-1200.5 5790.5",
    ];
    assert_eq!(rows, expected);
}

/// Returns the balances in the workbook of an account. No statement says the balance before its oldest transaction.
fn running_balances(csv: &str) -> Vec<String> {
    use calamine::{Reader, Xlsx};

    let mut options = format::ConvertOptions::new();
    options.account = Some(AccountIdentifier::parse("household").unwrap());
    let conversion = format::convert(csv.as_bytes(), &options);
    let export = statement::write(
        &[conversion],
        StatementTarget::Xlsx,
        &StatementExportOptions::new(),
    )
    .unwrap();
    let mut workbook = Xlsx::new(std::io::Cursor::new(&export.bytes)).unwrap();
    let sheets = workbook.worksheets();
    let rows = sheets[1].1.rows().skip(1);
    rows.map(|row| row[5].to_string()).collect()
}

#[test]
fn a_workbook_has_the_balances_that_the_bank_states_unless_one_is_contradicted() {
    let path = "tests/bank/zkb-account/2022-de.csv";
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let csv = std::fs::read_to_string(path).unwrap();
    assert_eq!(running_balances(&csv), ["2845.85", "2115.35", "2108.85"]);
    let changed = csv.replace("\"6.50\"", "\"7.50\"");
    assert_eq!(running_balances(&changed), ["", "", ""]);
}

#[cfg(feature = "proptest")]
mod properties {
    use proptest::prelude::*;

    use super::*;
    use crate::cases::cases;

    fn bookings() -> impl Strategy<Value = Vec<(Date, i64, String)>> {
        let day = (1_u8..=12, 1_u8..=28)
            .prop_map(|(month, day)| Date::from_year_month_day(2026, month, day).unwrap());
        let amount = (-99_999_999_i64..99_999_999).prop_filter("no zero", |amount| *amount != 0);
        let text = "[A-Za-z0-9äöüéß?:/+&%=@€.,-]{1,90}( [A-Za-z0-9äöü?:/+&%=@.,-]{1,40}){0,9}";
        let booking = (day, amount, text);
        prop::collection::vec(booking, 1..12).prop_map(|mut bookings| {
            bookings.sort_by_key(|(day, ..)| *day);
            bookings
        })
    }

    fn converted(bookings: &[(Date, i64, String)]) -> Conversion {
        let rows: Vec<_> = bookings
            .iter()
            .map(|(day, amount, text)| (*day, *amount, text.as_str()))
            .collect();
        conversion(&rows)
    }

    proptest! {
        #![proptest_config(cases(128))]

        #[test]
        fn what_is_read_again_has_the_same_money_and_days(bookings in bookings()) {
            let own = converted(&bookings);
            prop_assert_eq!(own.summary.balance_status, BalanceStatus::Proved);
            for target in [StatementTarget::Camt053, StatementTarget::Ofx, StatementTarget::Qbo, StatementTarget::Mt940] {
                let again = read_again(&write(&own, target).bytes);
                prop_assert_eq!(facts(&again), facts(&own), "{}", target);
                if target != StatementTarget::Mt940 {
                    prop_assert_eq!(ids(&again), ids(&own), "{}", target);
                }
            }
            let mt940 = read_again(&write(&own, StatementTarget::Mt940).bytes);
            prop_assert_eq!(mt940.summary.balance_status, BalanceStatus::Proved);
            let balances = |conversion: &Conversion| {
                let total = &conversion.summary.totals[0];
                (total.opening_balance, total.closing_balance)
            };
            prop_assert_eq!(balances(&mt940), balances(&own));
            let mut options = format::ConvertOptions::new();
            options.currency = Currency::parse("CHF").ok();
            let qif = format::convert(&write(&own, StatementTarget::Qif).bytes, &options);
            prop_assert_eq!(facts(&qif), facts(&own));
        }

        #[test]
        fn short_texts_of_swift_characters_come_back_from_mt940(
            text in "[a-zA-Z0-9()+.',:/?-]{1,70}( [a-zA-Z0-9()+.',:/?-]{1,30}){0,6}",
            has_fields: bool,
        ) {
            let day = Date::from_year_month_day(2026, 3, 2).unwrap();
            let own = conversion(&[(day, -450, &text)]);
            let mut options = StatementExportOptions::new();
            options.numbered_fields = has_fields;
            let export = statement::write(std::slice::from_ref(&own), StatementTarget::Mt940, &options).unwrap();
            let is_whole = export.notes.iter().all(|note| !matches!(note.kind, NoteKind::Respelled | NoteKind::CutText));
            let again = read_again(&export.bytes);
            // Signs that separate fields, and codes of SEPA, are read as such.
            let has_code = text.contains('+') || text.contains('/');
            if is_whole && !has_code {
                prop_assert_eq!(texts(&again), texts(&own));
            }
        }

        #[test]
        fn no_line_of_mt940_is_too_long(bookings in bookings(), has_fields: bool) {
            let mut options = StatementExportOptions::new();
            options.numbered_fields = has_fields;
            let export = statement::write(&[converted(&bookings)], StatementTarget::Mt940, &options).unwrap();
            let text = String::from_utf8(export.bytes).unwrap();
            let content = |line: &str| line.strip_prefix(":86:").unwrap_or(line).len();
            for line in text.split("\r\n") {
                prop_assert!(line.is_ascii() && content(line) <= 65, "{}", line);
            }
            prop_assert_eq!(text.matches("\r\n:61:").count(), bookings.len());
            prop_assert_eq!(text.matches("\r\n-\r\n").count(), 1);
        }
    }
}
