//! Whole messages: balances, pages, interim reports, cut files.

use universal_accounting::statement::{BalanceStatus, Conversion};

use super::{convert, describe, message, rows};

#[test]
fn the_days_of_the_balances_are_a_period_with_a_month_around_it() {
    let status = |opening_day: &str, entry: &str| {
        let text = message(entry, "C260331CHF101,00").replace("260330", opening_day);
        let Conversion { summary, .. } = convert(&text);
        let rules = summary.report.findings.iter();
        let rules: Vec<&str> = rules.map(|finding| finding.rule.id).collect();
        (rules.join(" "), summary.balance_status)
    };
    let proved = (String::new(), BalanceStatus::Proved);
    let partly = |rule: &str| (rule.to_owned(), BalanceStatus::Partly);
    for day in ["2602270227", "2605010501"] {
        assert_eq!(status("260330", &format!(":61:{day}C1,NMSC")), proved);
    }
    for day in ["2602260226", "2605020502", "2503310331"] {
        let outside = partly("day-outside-period");
        assert_eq!(status("260330", &format!(":61:{day}C1,NMSC")), outside);
    }
    // The value date may be far away.
    assert_eq!(status("260330", ":61:2606010331C1,NMSC"), proved);
    let reversed = partly("balance-days-reversed");
    assert_eq!(status("260401", ":61:2503310331C1,NMSC"), reversed);
}

#[test]
fn a_broken_balance_is_reported() {
    let entries = ":61:260331D12,50NTRFRE//B-1";
    let found = |closing: &str| {
        let summary = convert(&message(entries, closing)).summary;
        (summary.balance_status, describe(&summary.report))
    };
    assert_eq!(found("C260331CHF87,50"), (BalanceStatus::Proved, vec![]));
    assert_eq!(found("C26033187,50"), (BalanceStatus::Proved, vec![]));
    assert_eq!(
        found("D260331CHF87,50"),
        (
            BalanceStatus::Broken,
            vec!["6:16 closing-balance".to_owned()]
        )
    );
    let (status, findings) = found("C260331CHF8x7,50");
    assert_eq!(
        (status, findings.as_slice()),
        (
            BalanceStatus::None,
            &["6:6 cell-passed-over".to_owned()][..]
        )
    );
    // A message without entries still says whether something is missing.
    let empty = convert(":20:A\n:25:1/2\n:60F:C260330CHF100,00\n:62F:C260331CHF99,00\n").summary;
    assert_eq!(
        (empty.balance_status, describe(&empty.report)),
        (
            BalanceStatus::Broken,
            vec![
                "1:1 statement-empty".to_owned(),
                "4:16 closing-balance".to_owned()
            ]
        )
    );
}

#[test]
fn pages_are_one_statement_and_messages_several() {
    let page = |number: &str, opening: &str, entries: &str, closing: &str| {
        format!(
            "{{1:F01BANKCHZZAXXX0000000000}}{{2:I940BANKCHZZXXXXN}}{{4:\r\n:20:A\r\n:25:BANK/123-4\r\n:28C:{number}\r\n{opening}\r\n{entries}{closing}\r\n-}}\r\n"
        )
    };
    let first = page(
        "7/1",
        ":60F:C260330CHF10,00",
        ":61:260331C1,NMSCX//A\r\n",
        ":62M:C260331CHF11,00",
    );
    let second = page(
        "7/2",
        ":60M:C260331CHF11,00",
        ":61:260331C2,NMSCX//B\r\n",
        ":62F:C260331CHF13,00",
    );
    let other = page(
        "8/1",
        ":60F:C260331CHF13,00",
        ":61:260401D3,NMSCX//C\r\n",
        ":62F:C260401CHF10,00",
    );
    let summary = convert(&format!("{first}{second}{other}")).summary;
    assert_eq!(
        (
            summary.balance_status,
            summary.totals.len(),
            describe(&summary.report)
        ),
        (BalanceStatus::Proved, 1, vec![])
    );
    let total = &summary.totals[0];
    assert_eq!(
        (total.opening_balance, total.closing_balance),
        ("10".parse().ok(), "10".parse().ok())
    );
    assert_eq!(
        (total.account.as_str(), total.transactions),
        ("BANK/123-4", 3)
    );
    // The balances of a page alone agree, but the first page may have anything.
    let alone = convert(&second).summary;
    assert_eq!(alone.balance_status, BalanceStatus::Partly);
    assert_eq!(describe(&alone.report), ["2:1 page-missing"]);
}

/// A file is not proved if it has only the end or only the beginning of a message, before or after a whole one.
#[test]
fn a_message_without_its_opening_balance_is_reported() {
    let whole = message(":61:2603310331D12,50NMSCNONREF", "C260331CHF87,50");
    let begun = ":20:B\n:25:CH5604835012345678009\n:28C:1/1\n";
    let ended = format!("{begun}:86:Lohn\n:62F:C260331CHF1000,00\n-\n");
    let with_entry = ended.replace(":86:Lohn", ":61:2603310331C1,NMSCNONREF");
    for (part, line, column, transactions) in [
        (begun, 3, 1, 1),
        (&ended, 5, 16, 1),
        (&with_entry, 5, 16, 2),
    ] {
        for (text, lines_before) in [(format!("{whole}{part}"), 7), (format!("{part}{whole}"), 0)] {
            let Conversion {
                transactions: converted,
                summary,
                ..
            } = convert(&text);
            let place = format!("{}:{column} message-without-opening", line + lines_before);
            assert_eq!(describe(&summary.report), [place], "{text}");
            assert_eq!(converted.len(), transactions, "{text}");
            assert_eq!(summary.balance_status, BalanceStatus::Partly, "{text}");
        }
    }
    // Some banks leave both balances out.
    let without = with_entry.replace(":62F:C260331CHF1000,00\n", "");
    let without = without.replace("12345678009", "12345678009CHF");
    assert_eq!(describe(&convert(&without).summary.report), [""; 0]);
    // Others write a field of their own before the message.
    let marked = convert(&format!(":940:\n{whole}"));
    assert_eq!(describe(&marked.summary.report), [""; 0]);
    assert_eq!(marked.summary.balance_status, BalanceStatus::Proved);
}

/// Without a reference, a second account or opening balance begins the next message, so that no entry gets the account of another.
#[test]
fn a_message_may_begin_without_its_reference() {
    let part = |account: &str, amount: &str| {
        format!(
            ":25:{account}\n:60F:C260330CHF10,00\n:61:260331C{amount},NMSCNONREF//{account}\n:86:one\n:86:two\n:62F:C260331CHF1{amount},00\n"
        )
    };
    let conversion = convert(&format!(":20:A\n{}{}", part("1/2", "1"), part("1/3", "2")));
    let accounts: Vec<&str> = conversion
        .transactions
        .iter()
        .map(|transaction| transaction.account_identifier.as_str())
        .collect();
    assert_eq!(accounts, ["1/2", "1/3"]);
    assert_eq!(
        conversion.transactions[0].text.as_ref().map(AsRef::as_ref),
        Some("one; two")
    );
    assert_eq!(
        (
            conversion.summary.balance_status,
            describe(&conversion.summary.report)
        ),
        (BalanceStatus::Proved, vec![])
    );
}

#[test]
fn interim_reports_have_sums_in_the_place_of_balances() {
    let report = |sum: &str| {
        convert(&format!(
            ":20:A\n:25:DE02120300000000202051EUR\n:28C:1\n:34F:EURD0,\n:13D:2603311200+0100\n:61:260331D5,NMSCX//A\n:90D:1EUR{sum}\n:90C:0EUR0,\n-\n"
        ))
    };
    let Conversion {
        transactions,
        summary,
        ..
    } = report("5,");
    assert_eq!(
        summary.format.as_ref().map(|format| format.id.as_str()),
        Some("mt942")
    );
    assert_eq!(
        (
            transactions[0].account_identifier.as_str(),
            transactions[0].currency.code()
        ),
        ("DE02120300000000202051", "EUR")
    );
    assert_eq!(
        (summary.balance_status, describe(&summary.report)),
        (BalanceStatus::None, vec![])
    );
    assert_eq!(describe(&report("6,").summary.report), ["8:6 sum-differs"]);
}

#[test]
fn a_cut_file_never_gives_other_transactions_without_a_finding() {
    let whole = message(
        ":61:2603310331D12,50NTRFRE//B-1\n:86:Bakery\n:61:2603310331C7,25NTRFRE//B-2\n:86:Refund",
        "C260331CHF94,75",
    );
    let expected = rows(&convert(&whole));
    for cut in 1..whole.trim_end_matches(['-', '\n']).len() {
        let conversion = convert(&whole[..cut]);
        let report = &conversion.summary.report;
        assert!(
            !report.findings.is_empty(),
            "{cut}: {:?}",
            rows(&conversion)
        );
    }
    assert_eq!(expected.len(), 2);
}
