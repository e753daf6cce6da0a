//! Accounts, footers and several statements in a file.

use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::statement::BalanceStatus;
use universal_accounting::value::AccountIdentifier;

use super::{IBAN, POSTFINANCE, RAIFFEISEN, VISECA, amounts, convert, convert_text};
use crate::format::fixtures::rules;

use crate::ubs::UBS;

#[test]
fn the_first_of_two_statements_is_converted_and_the_second_refused() {
    let second = [
        "Datum von:;=\"01.03.2026\"",
        "Konto:;=\"CH5604835012345678009\"",
        "",
        "Datum;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie;Valuta;Saldo in CHF",
        "",
        "31.03.2026;Laden C;;-7;;;31.03.2026;100",
    ];
    let first = [
        &format!("Konto:;=\"{IBAN}\""),
        "",
        POSTFINANCE,
        "",
        "31.03.2026;K;Laden A;;-5;;",
        "",
    ];
    let found = convert(&[&first[..], &second[..]].concat());
    assert_eq!(amounts(&found), ["5.00"]);
    assert_eq!(found.transactions[0].account_identifier.as_str(), IBAN);
    assert_eq!(rules(&found), ["second-statement"]);

    let ubs = [
        "Kontonummer:;0230 00123456.40;",
        &format!("IBAN:;{IBAN};"),
        "",
        UBS,
    ];
    let row = "2026-03-31;;2026-03-31;2026-03-31;CHF;-9.00;;;91.00;A1;Muster;;;;";
    let found = convert(&[&ubs[..], &[row], &ubs[..], &[row]].concat());
    assert_eq!(
        (amounts(&found), rules(&found)),
        (vec!["9.00".to_owned()], vec!["second-statement"])
    );
    assert!(found.summary.skipped.is_empty());
}

#[test]
fn normalizes_and_checks_the_given_account() {
    let account = |given: &str| {
        let mut options = ConvertOptions::new();
        options.account = Some(AccountIdentifier::parse(given).unwrap());
        let row =
            "T1,001,2026-03-29 10:00:00,2026-03-31 00:00:00,12.500,CHF,,,M,B,CH,BOOKED,,fee\n";
        let found = convert_readable(format!("{VISECA}\n{row}").as_bytes(), &options);
        (
            found.transactions[0].account_identifier.as_str().to_owned(),
            rules(&found).join(" "),
        )
    };
    assert_eq!(
        account("ch93 0076 2011 6238 5295 7"),
        (IBAN.to_owned(), String::new())
    );
    assert_eq!(account(" X "), ("X".to_owned(), String::new()));
    assert_eq!(
        account("CH9300762011623852958"),
        (
            "CH9300762011623852958".to_owned(),
            "given-account-invalid".to_owned()
        )
    );
    assert_eq!(account("4111 1111 1111 1111").0, "**** **** **** 1111");
}

#[test]
fn balances_of_two_currencies_are_not_added_up() {
    let found = convert(&[
        &format!("IBAN:;{IBAN};"),
        "Anfangssaldo:;100.00;",
        "Schlusssaldo:;82.00;",
        "",
        UBS,
        "2026-03-31;;2026-03-31;2026-03-31;CHF;-9.00;;;;A1;Muster;;;;",
        "2026-03-31;;2026-03-31;2026-03-31;EUR;-9.00;;;;A2;Muster;;;;",
    ]);
    assert_eq!(
        (found.summary.balance_status, amounts(&found).len()),
        (BalanceStatus::None, 2)
    );
}

#[test]
fn recognizes_a_footer_by_its_label_or_a_blank_line() {
    let rows = [
        &format!("Konto:;=\"{IBAN}\""),
        "",
        POSTFINANCE,
        "",
        "31.03.2026;K;Laden A;;-5;;",
    ];
    for footer in [
        &["Disclaimer:", "Ohne Gewähr"][..],
        &["", "Hinweis:", "Ohne Gewähr"],
        &[";;;;;;", "Disclaimer:;;;;;;"],
    ] {
        let found = convert(&[&rows[..], footer].concat());
        assert_eq!(
            (found.summary.rows, rules(&found)),
            (1, vec![]),
            "{footer:?}"
        );
    }
    let found = convert(
        &[
            &rows[..],
            &["", "30.03.2026;;;;;;", "29.03.2026;K;Laden B;;-6;;"],
        ]
        .concat(),
    );
    assert_eq!(
        (
            found.summary.rows,
            found.summary.rejected.len(),
            amounts(&found).len()
        ),
        (3, 1, 2)
    );
}

#[test]
fn ignores_a_second_byte_order_mark() {
    let text = format!("\u{feff}\u{feff}{RAIFFEISEN}\n{IBAN};2026-03-01;A;;-100;900;2026-03-01\n");
    assert_eq!(amounts(&convert_text(&text)), ["100.00"]);
}

#[test]
fn reports_a_label_without_its_iban() {
    let booked = "2026-01-18;;2026-01-18;2026-01-18;CHF;-9.00;;;;A1;Muster;;;;";
    let found = convert(&["Kontonummer:;0234 00103914.40;", "IBAN:;;", "", UBS, booked]);
    assert_eq!(rules(&found), ["account-unusable"]);
    // The label may be further to the right.
    let found = convert(&[
        "Kontonummer:;0234 00103914.40;",
        &format!("IBAN:;;{IBAN}"),
        "",
        UBS,
        booked,
    ]);
    assert_eq!(rules(&found), [""; 0]);
    assert_eq!(found.transactions[0].account_identifier.as_str(), IBAN);
}

#[test]
fn a_changed_header_always_names_the_missing_columns() {
    let found = convert(&[
        &format!("IBAN:;{IBAN};"),
        "",
        &UBS.replace("Einzelbetrag;", ""),
    ]);
    let message = found.summary.report.findings[0].message();
    assert!(message.contains("missing: `Einzelbetrag`"), "{message}");
}

#[test]
fn rows_are_counted_from_the_header() {
    let row = format!("{IBAN};2026-03-01;A;;-100;900;2026-03-01");
    let found = convert(&[&row, RAIFFEISEN, &row.replace("-100", "x")]);
    let cells = found
        .summary
        .report
        .findings
        .iter()
        .map(|finding| finding.cell.as_ref().map(|cell| cell.row));
    assert_eq!(
        (rules(&found), cells.collect()),
        (
            vec!["row-above-header", "amount-unreadable"],
            vec![None, Some(1)]
        )
    );
    assert_eq!(
        (found.summary.rows, found.summary.rejected.as_slice()),
        (2, &[1, 3][..])
    );
}

const ING_ROMANIA: &str = ",Data,,Detalii tranzactie,,,Debit,Credit";

#[test]
fn the_pages_of_a_statement_are_one_statement() {
    let convert = |lines: &[&str]| {
        let mut options = ConvertOptions::new();
        options.account = AccountIdentifier::parse("000123").ok();
        convert_readable(lines.join("\n").as_bytes(), &options)
    };
    let first = "02 martie 2026,,Cumparare POS,,,\"48,90\",,";
    let second = "05 martie 2026,,Incasare,,,,\"500,00\",";
    let foot = ["Roxana Petria,,,,,,,", ",,,,Alexandra Ilie,,,"];
    let found = convert(&[ING_ROMANIA, first, foot[0], foot[1], ING_ROMANIA, second]);
    assert_eq!(amounts(&found), ["48.90", "500.00"]);
    assert!(found.summary.rejected.is_empty());

    // A booking below the foot of a page is on no page.
    let found = convert(&[ING_ROMANIA, first, foot[0], second, ING_ROMANIA, second]);
    assert_eq!(amounts(&found), ["48.90", "500.00"]);
    assert_eq!(rules(&found), ["row-after-footer"]);

    // Another layout of the next page is another statement.
    let moved = ",Data,,Detalii tranzactie,,Debit,Credit,";
    let found = convert(&[ING_ROMANIA, first, foot[0], moved, second]);
    assert_eq!(amounts(&found), ["48.90"]);
    assert!(rules(&found).contains(&"second-statement"));

    // Nothing but its column tells whether an amount is a debit, so a row with another cell before it is no booking.
    let shifted = "05 martie 2026,,Incasare,,,,,\"500,00\",";
    let found = convert(&[ING_ROMANIA, first, shifted]);
    assert_eq!(amounts(&found), ["48.90"]);
    assert_eq!(rules(&found)[0], "row-too-long");
    let shifted = "05 martie 2026,,Cumparare POS,,,,\"48,90\",,";
    let found = convert(&[ING_ROMANIA, first, shifted, shifted, shifted]);
    assert_eq!(amounts(&found), ["48.90"]);
    assert_eq!(rules(&found), ["row-shifted"; 3]);
}
