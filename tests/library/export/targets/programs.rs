//! What the program of each format expects.

use universal_accounting::export::NoteKind;
use universal_accounting::export::statement::{
    self, DatevSettings, StatementExportOptions, StatementRefusalReason, StatementTarget,
};
use universal_accounting::format;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::report::{Language, Policy};
use universal_accounting::statement::Conversion;
use universal_accounting::transactions::Transaction;
use universal_accounting::value::{AccountIdentifier, Amount, Date};

use super::{DATEV, conversion_in, joined, march, try_write, write};
use crate::project::in_project;

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
    let export = statement::write(&joined(&[march()]), StatementTarget::Mt940, &options).unwrap();
    let text = String::from_utf8(export.bytes).unwrap();
    assert!(text.contains("\r\n:86:999?20Lohn\r\n"), "{text}");
}

#[test]
fn quickbooks_gets_the_number_of_the_bank() {
    let export = write(&march(), StatementTarget::Qbo);
    assert_eq!(export.notes[0].kind, NoteKind::NoBankNumber);
    let mut options = StatementExportOptions::new();
    options.bank_number = Some(3000);
    let export = statement::write(&joined(&[march()]), StatementTarget::Qbo, &options).unwrap();
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
        &joined(&[march()]),
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
    let export = statement::write(&joined(&[march()]), StatementTarget::Csv, &options).unwrap();
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
    let export = statement::write(&joined(&[march()]), StatementTarget::Xlsx, &options).unwrap();
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
    let conversion = convert_readable(csv.as_bytes(), &options);
    let export = statement::write(
        &joined(&[conversion]),
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
    let path = in_project("tests/bank/zkb-account/2022-de.csv");
    let csv = std::fs::read_to_string(path).unwrap();
    assert_eq!(running_balances(&csv), ["2845.85", "2115.35", "2108.85"]);
    let changed = csv.replace("\"6.50\"", "\"7.50\"");
    assert_eq!(running_balances(&changed), ["", "", ""]);
}

/// A register has one currency, so an account with two has two registers.
#[test]
fn qif_has_a_register_for_each_currency_of_an_account() {
    let statement = |number: u8, currency: &str| {
        format!(
            ":20:X\n:25:CH9300762011623852957\n:28C:{number}/1\n:60F:C260330{currency}100,00\n\
             :61:2603310331D12,50NTRFNONREF\n:62F:C260331{currency}87,50\n-\n"
        )
    };
    let registers = |file: String| {
        let own = convert_readable(file.as_bytes(), &format::ConvertOptions::new());
        let qif = String::from_utf8(write(&own, StatementTarget::Qif).bytes).unwrap();
        let names = qif.lines().filter(|line| line.starts_with('N'));
        names.map(str::to_owned).collect::<Vec<String>>()
    };
    assert_eq!(
        registers(statement(1, "CHF") + &statement(1, "EUR")),
        ["NCH9300762011623852957 CHF", "NCH9300762011623852957 EUR"]
    );
    assert_eq!(registers(statement(1, "EUR")), ["NCH9300762011623852957"]);
}
