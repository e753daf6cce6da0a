//! Bank statements that are written for other programs.

use universal_accounting::base_data;
use universal_accounting::chrono::NaiveDate;
use universal_accounting::export::ledger::AccountKind;
use universal_accounting::export::statement::{
    self, LedgerAccounts, StatementExport, StatementExportOptions, StatementRefusalReason,
    StatementTarget,
};
use universal_accounting::export::{Note, NoteKind};
use universal_accounting::format;
use universal_accounting::internals::rules::Example;
use universal_accounting::report::Policy;
use universal_accounting::statement::{BalanceStatus, Conversion};
use universal_accounting::transactions::Transaction;
use universal_accounting::value::{AccountIdentifier, Amount, Currency, Date, Text};

const HEADER: &str = "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n";
const MARCH: &str = "CH9300762011623852957;2026-03-30 00:00:00.0;Miete <März> & Co;-1200.5;799.5;2026-03-31 00:00:00.0\n\
                     CH9300762011623852957;2026-03-31 00:00:00.0;=Lohn | 100;5000;5799.5;2026-03-31 00:00:00.0\n";
const APRIL: &str =
    "CH9300762011623852957;2026-04-01 00:00:00.0;Einkauf;-20;5779.5;2026-04-01 00:00:00.0\n";

/// Converts rows, with the balance before them.
fn convert(rows: &str, opening: Option<&str>) -> Conversion {
    let mut options = format::ConvertOptions::new();
    options.currency = Currency::parse("CHF").ok();
    options.opening_balance = opening.map(|balance| balance.parse().unwrap());
    format::convert(format!("{HEADER}{rows}").as_bytes(), &options)
}

fn write(conversions: &[Conversion], target: StatementTarget) -> StatementExport {
    statement::write(conversions, target, &StatementExportOptions::new()).unwrap()
}

fn text(export: &StatementExport) -> &str {
    str::from_utf8(&export.bytes).unwrap()
}

fn note(notes: &[Note], kind: NoteKind) -> usize {
    notes
        .iter()
        .find(|note| note.kind == kind)
        .map_or(0, |note| note.count)
}

/// Returns a conversion after a change to its first transaction.
fn changed(change: impl FnOnce(&mut Transaction)) -> Conversion {
    let mut conversion = convert(MARCH, None);
    change(&mut conversion.transactions[0]);
    conversion
}

#[test]
fn a_proved_statement_is_a_camt_053() {
    let march = convert(MARCH, Some("2000"));
    assert_eq!(march.summary.balance_status, BalanceStatus::Proved);
    let export = write(&[march], StatementTarget::Camt053);
    assert_eq!(
        (export.format, export.transactions, export.notes.as_slice()),
        ("camt.053", 2, &[][..])
    );
    assert_eq!(
        text(&export),
        include_str!("../../messages/exported-statement.camt053.xml")
    );
}

#[test]
fn without_proved_balances_an_account_report_is_written() {
    let export = write(
        &[convert(MARCH, None), convert(APRIL, Some("5799.5"))],
        StatementTarget::Camt053,
    );
    assert_eq!(
        (export.format, note(&export.notes, NoteKind::NoBalances)),
        ("camt.052", 1)
    );
    let xml = text(&export);
    assert!(
        xml.contains("camt.052.001.08") && xml.contains("<BkToCstmrAcctRpt>"),
        "{xml}"
    );
    assert_eq!(
        (xml.matches("<Rpt>").count(), xml.matches("<Bal>").count()),
        (1, 0)
    );
    assert_eq!(
        export.notes[0].to_string(),
        "the balances before and after all transactions of 1 account are not proved, so this is an account report (camt.052) and no bank statement (camt.053)"
    );
}

#[test]
fn camt_gives_the_same_transactions_again() {
    let twins = "CH9300762011623852957;2026-03-30 00:00:00.0;Kaffee;-4.5;;2026-03-30 00:00:00.0\n"
        .repeat(2);
    let long = (0..200)
        .map(|number| format!("Zahlung {number}"))
        .collect::<Vec<_>>()
        .join("; ");
    let long = format!(
        "CH9300762011623852957;2026-03-30 00:00:00.0;\"{long}\";-4.5;;2026-03-30 00:00:00.0\n"
    );
    let conversion = convert(&(twins + &long + MARCH), None);
    let mut foreign = conversion.clone();
    foreign.transactions[0].original_amount = Amount::parse("4.80").ok();
    foreign.transactions[0].original_currency = Currency::parse("EUR").ok();
    foreign.transactions[0].purchased_at = Date::parse("2026-03-28").ok();
    foreign.transactions[1].transaction_id = Text::parse("9999311BN1710030-N2RWH7N").ok();
    for conversion in [conversion, foreign] {
        let export = write(std::slice::from_ref(&conversion), StatementTarget::Camt053);
        let again = format::convert(&export.bytes, &format::ConvertOptions::new());
        assert!(
            again.summary.report.is_valid(),
            "{:?}",
            again.summary.report
        );
        assert_eq!(again.transactions, conversion.transactions);
        assert_eq!(again.transactions.len(), 5);
    }
}

#[test]
fn a_statement_is_written_as_ofx() {
    let export = write(&[convert(MARCH, Some("2000"))], StatementTarget::Ofx);
    assert_eq!((export.format, export.notes.as_slice()), ("ofx", &[][..]));
    assert_eq!(
        text(&export),
        include_str!("../../messages/exported-statement.ofx")
    );
}

#[test]
fn ofx_gives_the_same_transactions_again() {
    let twins = "CH9300762011623852957;2026-03-30 00:00:00.0;Kaffee;-4.5;;2026-03-30 00:00:00.0\n"
        .repeat(2);
    let long = "CH9300762011623852957;2026-03-30 00:00:00.0;Ein Text, der länger als ein Name in OFX ist & mehr;-4.5;;2026-03-30 00:00:00.0\n";
    let conversion = convert(&(twins + long + MARCH), None);
    let export = write(std::slice::from_ref(&conversion), StatementTarget::Ofx);
    let again = format::convert(&export.bytes, &format::ConvertOptions::new());
    assert!(again.summary.report.is_valid());
    assert_eq!(again.transactions, conversion.transactions);
    assert_eq!(again.transactions.len(), 5);
}

#[test]
fn cards_and_accounts_differ_in_ofx() {
    let account = |account: &str| {
        let mut conversion = convert(MARCH, None);
        for transaction in &mut conversion.transactions {
            transaction.account_identifier = AccountIdentifier::parse(account).unwrap();
        }
        statement::write(
            &[conversion],
            StatementTarget::Ofx,
            &StatementExportOptions::new(),
        )
        .map(|export| text(&export).to_owned())
    };
    let card = account("XXXX XXXX XXXX 1234").unwrap();
    assert!(
        card.contains(
            "<CCACCTFROM>\n          <ACCTID>XXXX XXXX XXXX 1234</ACCTID>\n        </CCACCTFROM>"
        ),
        "{card}"
    );
    let long = account("FR1420041010050500013M02606").unwrap();
    assert!(
        long.contains("<BANKID>FR1420041</BANKID>\n          <ACCTID>010050500013M02606</ACCTID>"),
        "{long}"
    );
    assert!(
        account("12-345-6")
            .unwrap()
            .contains("<BANKID>UNKNOWN</BANKID>\n          <ACCTID>12-345-6</ACCTID>")
    );
    let refused = account("an account with a very long name").unwrap_err();
    assert_eq!(
        (refused.len(), refused[0].reason),
        (1, StatementRefusalReason::AccountTooLong)
    );
}

#[test]
fn a_ledger_has_ids_and_asserted_balances() {
    let march = convert(MARCH, Some("2000"));
    let hledger = write(std::slice::from_ref(&march), StatementTarget::Hledger);
    assert_eq!(
        text(&hledger),
        include_str!("../../messages/exported-statement.hledger")
    );
    assert_eq!(
        (
            hledger.transactions,
            note(&hledger.notes, NoteKind::AlteredText)
        ),
        (3, 1)
    );
    let beancount = write(&[march], StatementTarget::Beancount);
    assert_eq!(
        text(&beancount),
        include_str!("../../messages/exported-statement.beancount")
    );
}

#[test]
fn statements_that_follow_each_other_are_asserted_and_repeats_written_once() {
    let (march, april) = (convert(MARCH, Some("2000")), convert(APRIL, Some("5799.5")));
    let asserted = |conversions: &[Conversion]| {
        let export = write(conversions, StatementTarget::Beancount);
        let lines = text(&export)
            .lines()
            .filter(|line| line.contains(" balance "))
            .map(str::to_owned);
        (
            lines.collect::<Vec<_>>(),
            export.transactions,
            note(&export.notes, NoteKind::NotAsserted),
        )
    };
    let line = |day: &str, amount: &str| {
        format!("{day} balance Assets:Bank:CH9300762011623852957  {amount} CHF")
    };
    let both = vec![line("2026-04-01", "5799.50"), line("2026-04-02", "5779.50")];
    // The order of the files does not matter.
    assert_eq!(
        asserted(&[march.clone(), april.clone()]),
        (both.clone(), 4, 0)
    );
    assert_eq!(asserted(&[april.clone(), march.clone()]), (both, 4, 0));
    // Between these, a transaction is missing.
    let gap = convert(APRIL, Some("5799.5"));
    let february = convert(
        "CH9300762011623852957;2026-02-27 00:00:00.0;Zins;1;1801;2026-02-27 00:00:00.0\n",
        Some("1800"),
    );
    assert_eq!(asserted(&[february, gap]), (vec![], 2, 1));
    // The same file twice.
    assert_eq!(
        asserted(&[march.clone(), march]),
        (vec![line("2026-04-01", "5799.50")], 3, 0)
    );
    assert_eq!(asserted(&[convert(MARCH, None)]), (vec![], 2, 1));
}

#[test]
fn names_of_ledger_accounts_are_listed_or_in_base_data() {
    let conversion = [convert(MARCH, Some("2000"))];
    let names = br#"{"accounts": [{"account": "CH93 0076 2011 6238 5295 7", "name": "Assets:Valiant: Current"}], "income": "Income:To sort", "opening": "Equity:Start"}"#;
    let names = LedgerAccounts::read(names, &Policy::new()).value.unwrap();
    let mut options = StatementExportOptions::new();
    options.ledger_accounts = Some(&names);
    let listed = statement::write(&conversion, StatementTarget::Hledger, &options).unwrap();
    for name in [
        "account Assets:Valiant:Current\n",
        "account Income:To sort\n",
        "account Equity:Start\n",
        "account Expenses:Unknown\n",
    ] {
        assert!(text(&listed).contains(name), "{}", text(&listed));
    }
    let base_data = Example::BaseData(
        "accounts",
        r#"[{"externalId":"a-1020","number":"1020","description":"Bank","iban":"CH9300762011623852957","type":"ASSET"}]"#,
    );
    let base_data = base_data::read(&base_data.input(), &Policy::new())
        .value
        .unwrap();
    (options.ledger_accounts, options.base_data) = (None, Some(&base_data));
    let known = statement::write(&conversion, StatementTarget::Hledger, &options).unwrap();
    assert!(
        text(&known).contains("account Assets:1020 Bank\n"),
        "{}",
        text(&known)
    );
    assert_eq!(
        AccountKind::from(base_data::AccountType::Revenue),
        AccountKind::Income
    );
}

#[test]
fn accounts_with_one_name_have_no_balance_of_their_own() {
    let mut other = convert(MARCH, Some("2000"));
    for transaction in &mut other.transactions {
        transaction.account_identifier = AccountIdentifier::parse("B").unwrap();
    }
    other.summary.statements[0].account = AccountIdentifier::parse("B").ok();
    let conversions = [convert(MARCH, Some("2000")), other];
    let asserted = |names: &str| {
        let names = LedgerAccounts::read(names.as_bytes(), &Policy::new())
            .value
            .unwrap();
        let mut options = StatementExportOptions::new();
        options.ledger_accounts = Some(&names);
        let export = statement::write(&conversions, StatementTarget::Beancount, &options).unwrap();
        (
            text(&export).matches(" balance ").count(),
            note(&export.notes, NoteKind::NotAsserted),
        )
    };
    assert_eq!(asserted("{}"), (2, 0));
    let one_name = r#"{"accounts": [{"account": "CH9300762011623852957", "name": "Assets:Bank"}, {"account": "B", "name": "Assets:Bank"}]}"#;
    assert_eq!(asserted(one_name), (0, 2));
}

#[test]
fn faults_of_ledger_accounts_have_places() {
    for (json, pointer) in [
        (
            r#"{"accounts": [{"account": "A", "name": "Bank:A"}]}"#,
            "/accounts/0/name",
        ),
        (
            r#"{"accounts": [{"account": " ", "name": "Assets:A"}]}"#,
            "/accounts/0/account",
        ),
        (
            r#"{"accounts": [{"account": "A", "name": "Assets:A"}, {"account": "A", "name": "Assets:B"}]}"#,
            "/accounts/1/account",
        ),
        (r#"{"income": "Income"}"#, "/income"),
        (r#"{"incomes": "Income:A"}"#, "/incomes"),
    ] {
        let reading = LedgerAccounts::read(json.as_bytes(), &Policy::new());
        assert!(reading.value.is_none());
        let found: Vec<_> = reading
            .report
            .findings
            .iter()
            .map(|finding| (finding.rule.id, finding.pointer.as_str()))
            .collect();
        assert_eq!(found, [("ledger-accounts-invalid", pointer)], "{json}");
    }
}

#[test]
fn a_table_has_the_delimiter_of_its_options() {
    let mut options = StatementExportOptions::new();
    options.delimiter = '\t';
    let export = statement::write(&[convert(MARCH, None)], StatementTarget::Csv, &options).unwrap();
    let rows: Vec<Vec<&str>> = text(&export)
        .lines()
        .map(|line| line.split('\t').collect())
        .collect();
    assert_eq!(
        (rows.len(), rows[0][4], rows[1][4]),
        (3, "\"amount\"", "1200.50")
    );
    assert_eq!(rows[2][2], "\"'=Lohn | 100\"", "no formula");
}

#[test]
fn a_workbook_has_numbers_and_dates() {
    use calamine::{Data, DataType, Reader, Xlsx};

    let mut march = convert(MARCH, Some("2000"));
    march.transactions[1].amount = Amount::parse("1234567890123.456").unwrap();
    march.transactions[1].text = Text::parse("_x0041_ <a> & \u{1} b").ok();
    let mut euro = convert(APRIL, None);
    euro.transactions[0].currency = Currency::parse("EUR").unwrap();
    let export = write(&[march, euro], StatementTarget::Xlsx);
    assert_eq!(
        (export.format, note(&export.notes, NoteKind::NumberAsText)),
        ("xlsx", 3),
        "the amount, the balance after it, and the sum"
    );
    let mut workbook = Xlsx::new(std::io::Cursor::new(&export.bytes)).unwrap();
    let names = workbook.sheet_names();
    assert_eq!(
        names,
        [
            "Statements",
            "CH9300762011623852957 CHF",
            "CH9300762011623852957 EUR"
        ]
    );
    let sheets: Vec<Vec<Vec<Data>>> = names
        .iter()
        .map(|name| {
            workbook
                .worksheet_range(name)
                .unwrap()
                .rows()
                .map(<[Data]>::to_vec)
                .collect()
        })
        .collect();
    let day = |year, month, day| NaiveDate::from_ymd_opt(year, month, day);
    let first = &sheets[1][1];
    assert_eq!(
        (first[0].as_date(), first[1].as_date()),
        (day(2026, 3, 30), day(2026, 3, 31))
    );
    assert_eq!(
        (first[3].as_string(), &first[4]),
        (Some("Miete <März> & Co".to_owned()), &Data::Float(-1200.5))
    );
    let second = &sheets[1][2];
    assert_eq!(
        second[4],
        Data::String("1234567890123.456".to_owned()),
        "more digits than a spreadsheet holds"
    );
    assert_eq!(second[3], Data::String("_x0041_ <a> &   b".to_owned()));
    let overview = &sheets[0][1];
    assert_eq!(
        overview[7..],
        [
            Data::Float(2000.0),
            Data::Float(5779.5),
            Data::String("proved".to_owned())
        ]
    );
    assert_eq!(sheets[0][2][9], Data::String("not checked".to_owned()));
}

#[test]
fn what_a_format_can_not_express_is_refused_with_its_line() {
    let too_long =
        |amount: &str| changed(|transaction| transaction.amount = Amount::parse(amount).unwrap());
    let cases: [(Conversion, StatementTarget, StatementRefusalReason); 5] = [
        (
            changed(|transaction| (transaction.booked_at, transaction.valuta_at) = (None, None)),
            StatementTarget::Hledger,
            StatementRefusalReason::NoDate,
        ),
        (
            changed(|transaction| transaction.credit_debit = None),
            StatementTarget::Xlsx,
            StatementRefusalReason::NoDirection,
        ),
        (
            too_long("1000000000000000000"),
            StatementTarget::Camt053,
            StatementRefusalReason::AmountTooLong,
        ),
        (
            too_long("0.000001"),
            StatementTarget::Camt053,
            StatementRefusalReason::AmountTooLong,
        ),
        (
            changed(|transaction| {
                transaction.account_identifier = AccountIdentifier::parse(&"9".repeat(35)).unwrap();
            }),
            StatementTarget::Camt053,
            StatementRefusalReason::AccountTooLong,
        ),
    ];
    for (conversion, target, reason) in cases {
        let refused = statement::write(
            &[convert(APRIL, None), conversion],
            target,
            &StatementExportOptions::new(),
        )
        .unwrap_err();
        assert!(
            refused
                .iter()
                .any(|refusal| (refusal.file, refusal.line, refusal.reason) == (1, 2, reason)),
            "{refused:?}"
        );
        assert!(refused.iter().all(|refusal| refusal.file == 1));
    }
    let dateless =
        changed(|transaction| (transaction.booked_at, transaction.valuta_at) = (None, None));
    let refused = statement::write(
        std::slice::from_ref(&dateless),
        StatementTarget::Ofx,
        &StatementExportOptions::new(),
    )
    .unwrap_err();
    assert_eq!(
        refused[0].to_string(),
        "line 2: the transaction has no date, which the format needs; CSV does without it"
    );
    assert_eq!(write(&[dateless], StatementTarget::Csv).transactions, 2);
}

#[test]
fn losses_are_noted() {
    let long_id = changed(|transaction| {
        transaction.transaction_id = Text::parse("01893c5a-7b6f-7d3a-9c41-2f5c1d8e0a11").ok();
    });
    assert_eq!(
        note(
            &write(&[long_id], StatementTarget::Camt053).notes,
            NoteKind::HashedId
        ),
        1
    );
    let control = changed(|transaction| transaction.text = Text::parse("a\u{1}b").ok());
    let export = write(std::slice::from_ref(&control), StatementTarget::Camt053);
    assert_eq!(note(&export.notes, NoteKind::ReplacedCharacters), 1);
    assert!(text(&export).contains("<AddtlNtryInf>a b</AddtlNtryInf>"));
    assert_eq!(
        note(
            &write(&[control], StatementTarget::Ofx).notes,
            NoteKind::ReplacedCharacters
        ),
        1
    );
    let long = changed(|transaction| {
        transaction.text = Text::parse(&"Wort ".repeat(60)).ok();
        transaction.original_amount = Amount::parse("1").ok();
        transaction.original_currency = Currency::parse("EUR").ok();
    });
    let export = write(&[long], StatementTarget::Ofx);
    assert_eq!(note(&export.notes, NoteKind::CutText), 1);
    assert_eq!(
        note(
            &export.notes,
            NoteKind::NoPlace {
                field: "originalAmount"
            }
        ),
        1
    );
    // A single balance can't be compared with anything.
    assert_eq!(
        note(
            &write(&[convert(APRIL, None)], StatementTarget::Ofx).notes,
            NoteKind::NoClosingBalance
        ),
        1
    );
}

#[test]
fn the_time_of_creation_can_be_given() {
    let mut options = StatementExportOptions::new();
    options.created = Date::parse("2026-04-05")
        .ok()
        .and_then(|day| NaiveDate::from(day).and_hms_opt(7, 8, 9));
    let conversions = [convert(MARCH, None)];
    let camt = statement::write(&conversions, StatementTarget::Camt053, &options).unwrap();
    assert_eq!(
        text(&camt)
            .matches("<CreDtTm>2026-04-05T07:08:09</CreDtTm>")
            .count(),
        2
    );
    let ofx = statement::write(&conversions, StatementTarget::Ofx, &options).unwrap();
    assert!(text(&ofx).contains("<DTSERVER>20260405070809</DTSERVER>"));
}

#[cfg(feature = "proptest")]
mod properties {
    use proptest::prelude::*;
    use universal_accounting::format::Profile;
    use universal_accounting::generate::{self, ChoiceBytes};
    use universal_accounting::statement::Conversion;
    use universal_accounting::transactions::CreditDebit;

    use super::*;
    use crate::cases::cases;

    /// The account, the id, the amount with its direction, the currency and the day, which are the same in every format.
    type Facts = (
        String,
        String,
        Option<CreditDebit>,
        String,
        Currency,
        Option<Date>,
    );

    fn facts(conversion: &Conversion) -> Vec<Facts> {
        let fact = |transaction: &Transaction| {
            let id = transaction
                .transaction_id
                .as_ref()
                .map(ToString::to_string)
                .unwrap_or_default();
            let account = transaction
                .account_identifier
                .iban()
                .map_or(transaction.account_identifier.to_string(), |iban| {
                    iban.to_string()
                });
            let day = transaction
                .booked_at
                .or(transaction.valuta_at)
                .or(transaction.purchased_at);
            (
                account,
                id,
                transaction.credit_debit,
                transaction.amount.to_string(),
                transaction.currency,
                day,
            )
        };
        conversion.transactions.iter().map(fact).collect()
    }

    proptest! {
        #![proptest_config(cases(256))]

        #[test]
        fn csv_to_camt_and_back_keeps_ids_amounts_and_days(
            bytes in ChoiceBytes::strategy(400),
            profile in prop::sample::select(Profile::built_in().collect::<Vec<_>>()),
        ) {
            let Some(statement) = generate::statement(&profile, &mut bytes.choices()) else { return Ok(()) };
            let csv = format::convert(&statement.source, &statement.options);
            let is_dated = csv.transactions.iter().all(|transaction| {
                transaction.booked_at.or(transaction.valuta_at).or(transaction.purchased_at).is_some()
            });
            match statement::write(std::slice::from_ref(&csv), StatementTarget::Camt053, &StatementExportOptions::new()) {
                Ok(export) => {
                    prop_assert!(is_dated);
                    let again = format::convert(&export.bytes, &format::ConvertOptions::new());
                    prop_assert_eq!(facts(&again), facts(&csv));
                    let expected = if export.format == "camt.053" { BalanceStatus::Proved } else { BalanceStatus::None };
                    prop_assert!(csv.transactions.is_empty() || again.summary.balance_status == expected);
                }
                Err(refused) => prop_assert!(!is_dated, "{refused:?}"),
            }
        }
    }
}
