//! Registers in QIF.

use universal_accounting::format::{ConvertOptions, DateOrder};
use universal_accounting::internals::format::convert_readable;
use universal_accounting::statement::{Conversion, SkipReason};
use universal_accounting::transactions::CreditDebit;
use universal_accounting::value::{AccountIdentifier, Currency};

use crate::format::fixtures::describe;

fn convert(text: &str) -> Conversion {
    convert_in(text, None)
}

fn convert_in(text: &str, dates: Option<DateOrder>) -> Conversion {
    let mut options = ConvertOptions::new();
    options.account = AccountIdentifier::parse("CH9300762011623852957").ok();
    options.currency = Currency::parse("CHF").ok();
    options.dates = dates;
    convert_readable(text.as_bytes(), &options)
}

/// Returns day, signed amount and text of each transaction.
fn rows(conversion: &Conversion) -> Vec<String> {
    let row = |transaction: &universal_accounting::transactions::Transaction| {
        let is_debit = transaction.credit_debit == Some(CreditDebit::Debit);
        let sign = if is_debit { "-" } else { "" };
        let day = transaction
            .booked_at
            .map_or(String::new(), |day| day.to_string());
        let text = transaction.text.as_ref().map_or("", AsRef::as_ref);
        format!("{day} {sign}{} {text}", transaction.amount)
    };
    conversion.transactions.iter().map(row).collect()
}

#[test]
fn records_become_transactions_with_their_splits() {
    let text = "a comment\n!Type:Cat\nNFood\nE\n^\n!type:bank \nD25.12.2025\nT-1,234.50\nPShop\nMweekly\nN17\nLFood/Home\n^\n\
                D1/ 2'26\nT  30.00\nPRefund\nL[Savings]\n^\n\
                D3/2/26\nU-100\nT-100.00\nPSupermarket\nSFood\n$-60.00\nSHome\nEsoap\n$-40.00\n^^\n\
                D4/2/26\nT0.00\nPNothing\n^\nD30/2/26\nT1\n^\nD4/2/26\n$5\n^\nD5/2/26\nT-7\nPLast\n";
    let conversion = convert(text);
    assert_eq!(
        rows(&conversion),
        [
            "2025-12-25 -1234.50 Shop; weekly; number 17; Food/Home",
            "2026-02-01 30.00 Refund; transfer Savings",
            "2026-02-03 -100.00 Supermarket | 60.00 Food | 40.00 Home; soap",
            "2026-02-05 -7.00 Last",
        ]
    );
    let summary = &conversion.summary;
    assert_eq!(
        (summary.rows, summary.details, summary.rejected.len()),
        (9, 2, 2)
    );
    assert_eq!(summary.skipped[0].reason, SkipReason::ZeroAmount);
    assert_eq!(
        describe(&summary.report),
        [
            "2 part-skipped",
            "33 date-unreadable",
            "38 amount-absent",
            "39 file-unfinished",
        ]
    );
}

#[test]
fn day_and_month_follow_from_the_file_or_are_asked() {
    let text = "!Type:Bank\nD5/6/94\nT-1.00\nPShop\n^\nD8/7/94\nT-2.00\nPShop\n^\n";
    let asked = convert(text);
    assert_eq!(asked.summary.rows, 0);
    assert_eq!(describe(&asked.summary.report), ["2 dates-ambiguous"]);
    let day = |conversion: &Conversion| {
        conversion.transactions[0]
            .booked_at
            .map(|day| day.to_string())
    };
    for (dates, expected) in [
        (DateOrder::DayMonthYear, "1994-06-05"),
        (DateOrder::MonthDayYear, "1994-05-06"),
    ] {
        assert_eq!(
            day(&convert_in(text, Some(dates))).as_deref(),
            Some(expected)
        );
    }
    let decided = convert(&text.replace("8/7/94", "8/25/93"));
    assert_eq!(day(&decided).as_deref(), Some("1994-05-06"));
}

#[test]
fn registers_name_their_accounts() {
    let text = "!Option:AutoSwitch\n!Account\nNOther\nTBank\n^\n!Clear:AutoSwitch\n!Account\nNMy Cash\nTCash\n^\n\
                !Type:Cash\nD31/1/2026\nT100.00\nPOpening Balance\nL[My Cash]\n^\nD31/1/2026\nT-1.00\nPKiosk\n^\n\
                !Type:Oth A\nD1/2/2026\nT-2.00\nPFees\n^\n!Type:Invst\nD1/2/2026\nNBuy\n^\n";
    let conversion = convert(text);
    let accounts: Vec<&str> = conversion
        .transactions
        .iter()
        .map(|transaction| transaction.account_identifier.as_str())
        .collect();
    assert_eq!(accounts, ["My Cash", "CH9300762011623852957"]);
    assert_eq!(conversion.summary.skipped[0].reason, SkipReason::Total);
    let unnamed = convert_readable(text.as_bytes(), &ConvertOptions::new());
    let found = describe(&unnamed.summary.report);
    assert!(
        found.contains(&"11 currency-missing".to_owned()),
        "{found:?}"
    );
    assert!(
        found.contains(&"21 account-missing".to_owned()),
        "{found:?}"
    );
}

#[test]
fn what_can_be_read_in_two_ways_is_rejected() {
    let lost = convert("!Type:Bank\nD31/1/2026\nT-1.00\nPKiosk\nD31/1/2026\nT-2.00\nPShop\n^\n");
    assert_eq!(describe(&lost.summary.report), ["5 element-repeated"]);
    let thousands = convert("!Type:Bank\nD31/1/2026\nT-1,234\nPKiosk\n^\n");
    assert_eq!(describe(&thousands.summary.report), ["3 style-ambiguous"]);
    let comma = convert("!Type:Bank\nD31/1/2026\nT-1,234\n^\nD31/1/2026\nT-1,50\n^\n");
    assert_eq!(rows(&comma), ["2026-01-31 -1.234 ", "2026-01-31 -1.50 "]);
    for text in [
        "!Type:Invst\nD31/1/2026\n^\n",
        "!Type:Bank\\nD31/1/2026\\nT-1.00\\n^",
    ] {
        let refused = convert(text).summary;
        assert_eq!(
            describe(&refused.report),
            ["1 qif-without-register", "1 part-skipped"]
        );
    }
}
