//! Statements in camt and OFX.

use universal_accounting::chrono::NaiveDate;
use universal_accounting::export::NoteKind;
use universal_accounting::export::statement::{
    self, StatementExportOptions, StatementRefusalReason, StatementTarget,
};
use universal_accounting::format;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::statement::BalanceStatus;
use universal_accounting::value::{AccountIdentifier, Amount, Currency, Date, Text};

use super::{APRIL, MARCH, convert, joined, note, text, write};

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
        include_str!("../../../messages/exported-statement.camt053.xml")
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
        let again = convert_readable(&export.bytes, &format::ConvertOptions::new());
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
        include_str!("../../../messages/exported-statement.ofx")
    );
}

#[test]
fn ofx_gives_the_same_transactions_again() {
    let twins = "CH9300762011623852957;2026-03-30 00:00:00.0;Kaffee;-4.5;;2026-03-30 00:00:00.0\n"
        .repeat(2);
    let long = "CH9300762011623852957;2026-03-30 00:00:00.0;Ein Text, der länger als ein Name in OFX ist & mehr;-4.5;;2026-03-30 00:00:00.0\n";
    let conversion = convert(&(twins + long + MARCH), None);
    let export = write(std::slice::from_ref(&conversion), StatementTarget::Ofx);
    let again = convert_readable(&export.bytes, &format::ConvertOptions::new());
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
            &joined(&[conversion]),
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
fn the_time_of_creation_can_be_given() {
    let mut options = StatementExportOptions::new();
    options.created = Date::parse("2026-04-05")
        .ok()
        .and_then(|day| NaiveDate::from(day).and_hms_opt(7, 8, 9));
    let conversions = [convert(MARCH, None)];
    let camt = statement::write(&joined(&conversions), StatementTarget::Camt053, &options).unwrap();
    assert_eq!(
        text(&camt)
            .matches("<CreDtTm>2026-04-05T07:08:09</CreDtTm>")
            .count(),
        2
    );
    let ofx = statement::write(&joined(&conversions), StatementTarget::Ofx, &options).unwrap();
    assert!(text(&ofx).contains("<DTSERVER>20260405070809</DTSERVER>"));
}
