//! Statements in OFX: SGML and XML, whole and broken.

use universal_accounting::continuity::{Conversions, Link};
use universal_accounting::format::Input;
use universal_accounting::format::{self, ConvertOptions};
use universal_accounting::internals::format::convert_readable;
use universal_accounting::report::Policy;
use universal_accounting::statement::{BalanceStatus, Conversion, SkipReason};
use universal_accounting::value::AccountIdentifier;

use crate::format::fixtures::describe;

fn convert(text: &str) -> Conversion {
    convert_readable(text.as_bytes(), &ConvertOptions::new())
}

/// Returns day, signed amount and text of each transaction.
fn rows(conversion: &Conversion) -> Vec<String> {
    let row = |transaction: &universal_accounting::transactions::Transaction| {
        let sign = match transaction.credit_debit {
            Some(universal_accounting::transactions::CreditDebit::Debit) => "-",
            _ => "",
        };
        let day = transaction
            .booked_at
            .map_or(String::new(), |day| day.to_string());
        let text = transaction.text.as_ref().map_or("", AsRef::as_ref);
        format!(
            "{day} {sign}{} {} {text}",
            transaction.amount, transaction.currency
        )
    };
    conversion.transactions.iter().map(row).collect()
}

/// A file with one statement, whose list begins in line 6.
fn statement(list: &str) -> String {
    format!(
        "OFXHEADER:100\nDATA:OFXSGML\n<OFX><BANKMSGSRSV1><STMTTRNRS>\n<STMTRS><CURDEF>CHF\n\
         <BANKACCTFROM><BANKID>01<BRANCHID>7<ACCTID>12-345</BANKACCTFROM><BANKTRANLIST>\n{list}\n\
         </BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n\0\0"
    )
}

const SHOP: &str = "<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260331235900[-9:AKST]<TRNAMT>-12,5<FITID>2026BANK0001<NAME>Shop & Co</STMTTRN>";

#[test]
fn both_forms_are_read_alike() {
    let closed = "<STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20260331</DTPOSTED><TRNAMT>-12.50</TRNAMT>\
                  <FITID>2026BANK0001</FITID><NAME><![CDATA[Shop & Co]]></NAME></STMTTRN>";
    let crossed = "<stmttrn><DTPOSTED>20260331</DTUSER><TRNAMT> -12.50 <FITID>2026BANK0001<NAME>Shop &amp; Co</NAME></FITID>\
                   <MEMO/><EXTRA><TRNTYPE>OTHER";
    let expected = convert(&statement(SHOP));
    assert_eq!(rows(&expected), ["2026-03-31 -12.50 CHF Shop & Co"]);
    assert_eq!(
        expected.transactions[0].account_identifier.as_str(),
        "01/7/12-345"
    );
    assert_eq!(describe(&expected.summary.report), [""; 0]);
    for list in [closed, crossed] {
        let text = statement(list);
        let header = "OFXHEADER:100\nDATA:OFXSGML\n";
        for start in [
            "",
            "\n\nOFXHEADER:100 DATA:OFXSGML VERSION:102 ",
            "<!-- \nOFXHEADER:100\n-->\n",
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<?OFX OFXHEADER=\"200\"?>",
            "DATA:OFXSGML\nENCODING:UTF-8\n",
        ] {
            let conversion = convert(&text.replace(header, start));
            assert_eq!(
                conversion.transactions, expected.transactions,
                "{start}{list}"
            );
            assert_eq!(
                describe(&conversion.summary.report),
                [""; 0],
                "{start}{list}"
            );
        }
    }
}

#[test]
fn each_entry_is_converted_skipped_or_rejected() {
    let list = "<STMTTRN><DTPOSTED>20260331<TRNAMT>0.00<FITID>1<NAME>Balance</STMTTRN>\n\
                <STMTTRN><DTPOSTED>20260231<TRNAMT>-1.00<FITID>2<NAME>No day</STMTTRN>\n\
                <STMTTRN><DTPOSTED>20260331<TRNAMT>1,650.00<FITID>3<NAME>No amount</STMTTRN>\n\
                <STMTTRN><DTPOSTED>20260331<FITID>4<NAME>No amount</STMTTRN>\n\
                <STMTTRN><DTPOSTED>20260331<TRNAMT>1.00<TRNAMT>2.00<FITID>5<NAME>Two amounts</STMTTRN>\n\
                <STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260331<TRNAMT>-3.00<FITID>6<NAME>Other type</STMTTRN>\n\
                <STMTTRN><DTPOSTED>20260331<TRNAMT>4.00<CURRENCY><CURSYM>EUR<CURRATE>1</CURRENCY><NAME>Euro\n\
                <STMTTRN><DTPOSTED>20260331<TRNAMT>5.00<ORIGCURRENCY><CURSYM>USD</ORIGCURRENCY><NAME>Dollar</STMTTRN>\n\
                <STMTTRN><CORRECTACTION>DELETE<CORRECTFITID>7<DTPOSTED>20260331<TRNAMT>6.00<NAME>Gone</STMTTRN>\n\
                </BANKTRANLIST><BANKTRANLISTP><STMTTRNP><DTTRAN>20260401<TRNAMT>-7.00<NAME>Card</STMTTRNP></BANKTRANLISTP>";
    let conversion = convert(&statement(list));
    assert_eq!(
        rows(&conversion),
        [
            "2026-03-31 -3.00 CHF Other type",
            "2026-03-31 4.00 EUR Euro",
            "2026-03-31 5.00 CHF Dollar; original USD",
        ]
    );
    let summary = &conversion.summary;
    let skipped: Vec<(usize, SkipReason)> = summary
        .skipped
        .iter()
        .map(|skipped| (skipped.line, skipped.reason))
        .collect();
    assert_eq!(
        skipped,
        [
            (6, SkipReason::ZeroAmount),
            (14, SkipReason::Status),
            (15, SkipReason::Pending)
        ]
    );
    assert_eq!(summary.rejected, [7, 8, 9, 10]);
    assert_eq!(summary.rows, 10);
    assert_eq!(
        describe(&summary.report),
        [
            "7 date-unreadable",
            "8 amount-unreadable",
            "9 amount-absent",
            "10 element-repeated",
            "11 type-contradicts",
            "12 currency-differs",
            "14 entry-corrects",
        ]
    );
}

#[test]
fn accounts_are_told_apart() {
    for (account, name) in [
        (
            "<BANKID>CH9300762<ACCTID>CH9300762011623852957",
            "CH9300762011623852957",
        ),
        (
            "<BANKID>CH9300762<ACCTID>011623852957",
            "CH9300762011623852957",
        ),
        ("<BANKID>UNKNOWN<ACCTID>12345", "12345"),
        ("<BANKID>01<BANKID>12345", "01/12345"),
        ("<BANKID>01<ACCTID>Savings", "01/Savings"),
    ] {
        let text = statement(SHOP).replace("<BANKID>01<BRANCHID>7<ACCTID>12-345", account);
        let conversion = convert(&text);
        assert_eq!(conversion.transactions[0].account_identifier.as_str(), name);
    }
    let masked = statement(SHOP).replace("<BANKID>01<BRANCHID>7<ACCTID>12-345", "<ACCTID>XXXX");
    assert_eq!(
        describe(&convert(&masked).summary.report),
        ["5 account-masked"]
    );
    let mut options = ConvertOptions::new();
    options.account = AccountIdentifier::parse("CH9300762011623852957").ok();
    let given = convert_readable(masked.as_bytes(), &options);
    assert_eq!(
        given.transactions[0].account_identifier.as_str(),
        "CH9300762011623852957"
    );
}

#[test]
fn a_file_without_a_statement_says_what_it_has() {
    for (content, reason) in [
        (
            "<INVSTMTRS><INVBANKTRAN><STMTTRN><TRNAMT>1.00</STMTTRN></INVBANKTRAN></INVSTMTRS>",
            "investments",
        ),
        (
            "<STATUS><CODE>2000<SEVERITY>ERROR</STATUS>",
            "answered with an error",
        ),
        (
            "<INTRARS><XFERINFO><TRNAMT>1.00</XFERINFO></INTRARS>",
            "transfers",
        ),
        ("<SONRS><LANGUAGE>ENG</SONRS>", "no part of another kind"),
    ] {
        let conversion = convert(&format!("OFXHEADER:100\n\n<OFX>{content}</OFX>\n"));
        let last = conversion
            .summary
            .report
            .findings
            .iter()
            .find(|found| found.rule.id == "ofx-without-statement");
        assert!(
            last.is_some_and(|found| found.message().contains(reason)),
            "{content}"
        );
        assert_eq!(conversion.summary.rows, 0);
    }
}

#[test]
fn an_entry_outside_of_its_place_is_said() {
    let lost = statement(&format!(
        "{SHOP}\n<STMTTRX><DTPOSTED>20260331<TRNAMT>-7.00<FITID>2026BANK0002</STMTTRX>"
    ));
    assert_eq!(
        describe(&convert(&lost).summary.report),
        ["7 element-misplaced"]
    );
    let outside = statement(SHOP).replace("</STMTRS>", &format!("</STMTRS>{SHOP}"));
    assert_eq!(
        describe(&convert(&outside).summary.report),
        ["7 element-misplaced"]
    );
    let cut = statement(SHOP);
    let cut = &cut[..cut.find("<FITID>").unwrap()];
    let conversion = convert(cut);
    assert_eq!(conversion.summary.rejected, [6]);
    assert_eq!(
        describe(&conversion.summary.report),
        ["6 file-unfinished", "6 row-truncated"]
    );
}

#[test]
fn a_closing_balance_and_the_next_one_prove_the_entries_between_them() {
    let month = |day: &str, amount: &str, balance: &str| {
        let list = format!(
            "<STMTTRN><DTPOSTED>{day}<TRNAMT>{amount}<FITID>2026BANK{day}<NAME>Shop</STMTTRN>"
        );
        let ledger = format!("<LEDGERBAL><BALAMT>{balance}<DTASOF>{day}</LEDGERBAL></STMTRS>");
        statement(&list).replace("</STMTRS>", &ledger)
    };
    let [first, second] = [
        month("20260331", "-10.00", "90.00"),
        month("20260430", "-15.00", "75.00"),
    ];
    let conversion = convert(&first);
    assert_eq!(conversion.summary.balance_status, BalanceStatus::None);
    assert_eq!(
        conversion.summary.statements[0].closing_balance,
        "90.00".parse().ok()
    );
    let mut options = ConvertOptions::new();
    options.opening_balance = "90.00".parse().ok();
    let proved = convert_readable(second.as_bytes(), &options);
    assert_eq!(proved.summary.balance_status, BalanceStatus::Proved);
    let changed = convert_readable(second.replace("-15.00", "-16.00").as_bytes(), &options);
    assert_eq!(describe(&changed.summary.report), ["7 closing-balance"]);
}

/// Returns a statement of a month with one booking, from the first to the last day, and its balance.
fn month(days: [&str; 2], booking: (&str, &str), balance: (&str, &str)) -> String {
    let ([first, last], (day, amount), (balance_day, balance)) = (days, booking, balance);
    let written = format!(
        "<DTSTART>{first}<DTEND>{last}<STMTTRN><DTPOSTED>{day}<TRNAMT>{amount}<FITID>2026BANK{day}<NAME>Shop</STMTTRN>"
    );
    let ledger = format!("<LEDGERBAL><BALAMT>{balance}<DTASOF>{balance_day}</LEDGERBAL></STMTRS>");
    statement(&written).replace("</STMTRS>", &ledger)
}

/// Returns the verdict on the account of several files, how many transactions are confirmed, the last link, and the findings.
fn join(files: &[String]) -> (BalanceStatus, usize, Link, Vec<String>) {
    let inputs = files.iter();
    let inputs: Vec<Input<'_>> = inputs
        .map(|file| Input::new("a.ofx", file.as_bytes()))
        .collect();
    let Conversions {
        files: conversions,
        history,
        ..
    } = format::convert_all(&inputs, &ConvertOptions::new());
    let [account] = history.accounts.as_slice() else {
        panic!("{} accounts", history.accounts.len());
    };
    let findings = conversions
        .iter()
        .flat_map(|conversion| describe(&conversion.summary.report));
    (
        account.balance_status,
        account.confirmed,
        account.statements.last().unwrap().link,
        findings.collect(),
    )
}

/// The balance of the first file is the one before the bookings of the second, which states none itself.
#[test]
fn two_files_in_a_row_prove_the_bookings_of_the_second() {
    const MARCH: [&str; 2] = ["20260301", "20260331"];
    const APRIL: [&str; 2] = ["20260401", "20260430"];
    let march = month(MARCH, ("20260330", "-10.00"), ("20260331", "90.00"));
    let april = |amount, balance| month(APRIL, ("20260420", amount), balance);
    let joined = |second: String| join(&[march.clone(), second]);

    let follows = joined(april("-15.00", ("20260430", "75.00")));
    assert_eq!(follows, (BalanceStatus::Partly, 1, Link::Follows, vec![]));
    let mut with_opening = ConvertOptions::new();
    with_opening.opening_balance = "100.00".parse().ok();
    let gap = vec!["4 statement-missing".to_owned()];
    let missing = joined(april("-15.00", ("20260430", "70.00")));
    assert_eq!(missing, (BalanceStatus::None, 0, Link::Gap, gap));

    // The sum of a bill is no balance, and bookings after the last day may be in a balance of a later day.
    for second in [
        april("-15.00", ("20260430", "-15.00")),
        april("-15.00", ("20260430", "15.00")),
        april("-15.00", ("20260505", "70.00")),
    ] {
        let unknown = (BalanceStatus::None, 0, Link::Unknown, vec![]);
        assert_eq!(joined(second), unknown);
    }
    // Nobody has the days between, so a difference says nothing, but equal balances do.
    let late = ["20260410", "20260430"];
    let days = vec!["4 days-uncovered".to_owned()];
    let differs = joined(month(late, ("20260420", "-15.00"), ("20260430", "70.00")));
    assert_eq!(differs, (BalanceStatus::None, 0, Link::Unknown, days));
    let agrees = joined(month(late, ("20260420", "-15.00"), ("20260430", "75.00")));
    assert_eq!(agrees, (BalanceStatus::Partly, 1, Link::Follows, vec![]));
    // A booking of the day of the first balance may be in it or not.
    let same_day = month(
        ["20260331", "20260430"],
        ("20260331", "-15.00"),
        ("20260430", "70.00"),
    );
    assert_eq!(joined(same_day).2, Link::Unknown);

    let first = convert_readable(march.as_bytes(), &with_opening);
    let second = convert(&april("-15.00", ("20260430", "75.00")));
    let whole = universal_accounting::internals::format::join([
        (first, &Policy::new()),
        (second, &Policy::new()),
    ]);
    let account = &whole.history.accounts[0];
    assert_eq!(
        (account.balance_status, account.confirmed),
        (BalanceStatus::Proved, 2)
    );
}
