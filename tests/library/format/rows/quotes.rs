//! Quotes that open or close nothing, and delimiters that a bank does not quote.

use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::statement::BalanceStatus;
use universal_accounting::value::AccountIdentifier;

use super::{IBAN, POSTFINANCE, RAIFFEISEN, VISECA, amounts, convert};
use crate::format::fixtures::rules;

use crate::ubs::UBS;

#[test]
fn two_stray_quotes_in_one_column_lose_no_row() {
    let found = convert(&[
        RAIFFEISEN,
        &format!("{IBAN};2026-03-01;\"A;;-100;900;2026-03-01"),
        &format!("{IBAN};2026-03-02;B;;-50;850;2026-03-02"),
        &format!("{IBAN};2026-03-03;C\";;-50;800;2026-03-03"),
        &format!("{IBAN};2026-03-04;D;;-50;750;2026-03-04"),
    ]);
    assert_eq!(amounts(&found), ["100.00", "50.00", "50.00", "50.00"]);
    assert_eq!(
        (found.summary.balance_status, found.summary.confirmed()),
        (BalanceStatus::Partly, 3)
    );
    assert_eq!(rules(&found), ["stray-quote"]);
}

#[test]
fn a_stray_quote_may_be_closed_in_a_continuation_row() {
    let found = convert(&[
        RAIFFEISEN,
        &format!("{IBAN};2026-03-01;\"Zum goldenen;;-5;95;2026-03-01"),
        ";;Löwen\";;;;",
        &format!("{IBAN};2026-03-02;B;;-50;45;2026-03-02"),
    ]);
    assert_eq!(amounts(&found), ["5.00", "50.00"]);
    assert_eq!(
        found.transactions[0].text.as_ref().unwrap().as_str(),
        "\"Zum goldenen | Löwen\""
    );
}

#[test]
fn a_cell_of_several_lines_stays_one_cell() {
    let found = convert(&[
        &format!("IBAN:;{IBAN};"),
        "",
        UBS,
        "2026-03-31;;2026-03-31;2026-03-31;CHF;-9.00;;;91.00;A1;\"Line\none\";\"x;y\";z;;",
        "2026-03-30;;2026-03-30;2026-03-30;CHF;-9.00;;;100.00;A2;\"Line\ntwo\";x;y;;",
    ]);
    assert_eq!(amounts(&found), ["9.00", "9.00"]);
    assert_eq!(rules(&found), Vec::<&str>::new());
    assert_eq!(
        found.transactions[0].text.as_ref().unwrap().as_str(),
        "Line one; x;y; z"
    );
}

#[test]
fn stray_quotes_across_blank_lines_lose_no_row() {
    let found = convert(&[
        RAIFFEISEN,
        &format!("{IBAN};2026-03-01;\"A;;-100;900;2026-03-01"),
        "",
        &format!("{IBAN};2026-03-02;B\";;-50;850;2026-03-02"),
        "",
        &format!("{IBAN};2026-03-03;C;;-50;800;2026-03-03"),
    ]);
    assert_eq!(amounts(&found), ["100.00", "50.00", "50.00"]);
    assert_eq!(rules(&found), ["stray-quote"]);
}

#[test]
fn a_quote_in_the_header_loses_no_row() {
    let rows = [1, 2].map(|n| {
        format!("TRX{n},1,2026-03-29,2026-03-31,{n}.5,CHF,,,Muster,Bern,CH,BOOKED,,merchant")
    });
    let header = VISECA.replace(",Type", ",\"Type");
    let mut options = ConvertOptions::new();
    options.account = AccountIdentifier::parse("**** 1111").ok();
    let found = convert_readable(
        format!("{header}\n{}\n{}\"\n", rows[0], rows[1]).as_bytes(),
        &options,
    );
    assert_eq!(amounts(&found), ["1.50", "2.50"]);
    assert_eq!(rules(&found), ["header-unfamiliar", "stray-quote"]);
}

#[test]
fn a_lone_quote_loses_no_row() {
    let account = format!("Konto:;=\"{IBAN}\"");
    let (first, second) = (
        "18.01.2026;Buchung;Miete;;-5.00;;",
        "17.01.2026;Buchung;\"Lohn\nBern\";1.00;;;",
    );
    let found = convert(&[&account, "", POSTFINANCE, "\"", first, second]);
    assert_eq!(amounts(&found)[..1], ["5.00"]);
    assert!(found.summary.report.errors > 0);
}

/// Some programs end each row with a delimiter that the header lacks.
#[test]
fn two_lone_quotes_lose_no_rows_ending_in_a_delimiter() {
    let found = convert(&[
        RAIFFEISEN,
        "\"",
        &format!("{IBAN};2026-03-01;A;;-100;900;2026-03-01;"),
        &format!("{IBAN};2026-03-02;B;;-50;850;2026-03-02;"),
        "\"",
        &format!("{IBAN};2026-03-03;C;;-50;800;2026-03-03;"),
    ]);
    assert_eq!(amounts(&found), ["100.00", "50.00", "50.00"]);
}

const TD_BANK: &str = "Date,Bank RTN,Account Number,Transaction Type,Description,Debit,Credit,Check Number,Account Running Balance";

#[test]
fn a_text_has_the_delimiters_that_a_bank_does_not_quote() {
    let row = |text: &str| format!("2026-03-26,011,4370001,DEBIT,{text},0.9,,,99.1");
    let found = convert(&[TD_BANK, &row("WATER, GAS, POWER"), &row("CHECK")]);
    let mut texts = Vec::new();
    for transaction in &found.transactions {
        texts.push(transaction.text.as_ref().unwrap().as_str());
    }
    assert_eq!(texts, ["WATER, GAS, POWER", "CHECK"]);
    assert_eq!(amounts(&found), ["0.90", "0.90"]);

    // Without a blank after it, a delimiter may have come from anywhere.
    for text in ["WATER,GAS", "\"WATER\", GAS", "WATER, GAS,POWER"] {
        let found = convert(&[TD_BANK, &row(text), &row("CHECK")]);
        assert_eq!(amounts(&found), ["0.90"], "{text}");
        assert_eq!(rules(&found)[0], "row-too-long", "{text}");
    }
    let elsewhere = "2026-03-26,011,4370,001,DEBIT,WATER,0.9,,,99.1";
    assert_eq!(rules(&convert(&[TD_BANK, elsewhere]))[0], "row-too-long");
}
