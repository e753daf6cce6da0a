//! Statements in the messages of SWIFT: MT940 and MT942.

use universal_accounting::format::{self, ConvertOptions};
use universal_accounting::report::Report;
use universal_accounting::statement::{BalanceStatus, Conversion, IdKind};

fn convert(text: &str) -> Conversion {
    format::convert(text.as_bytes(), &ConvertOptions::new())
}

/// Returns line and column, and rule of each finding.
fn describe(report: &Report) -> Vec<String> {
    report
        .findings
        .iter()
        .map(|finding| format!("{}:{} {}", finding.line, finding.column, finding.rule.id))
        .collect()
}

/// A message with balances, in which the lines of the entries are 5 and following.
fn message(entries: &str, closing: &str) -> String {
    format!(
        ":20:START\n:25:CH9300762011623852957\n:28C:7/1\n:60F:C260330CHF100,00\n{entries}\n:62F:{closing}\n-\n"
    )
}

fn rows(conversion: &Conversion) -> Vec<String> {
    let row = |transaction: &universal_accounting::transactions::Transaction| {
        let direction = transaction
            .credit_debit
            .map_or("", |direction| direction.as_str());
        let day = |date: Option<universal_accounting::value::Date>| {
            date.map_or("-".to_owned(), |date| date.to_string())
        };
        format!(
            "{} {direction} {} {}",
            transaction.amount,
            day(transaction.valuta_at),
            day(transaction.booked_at)
        )
    };
    conversion.transactions.iter().map(row).collect()
}

#[test]
fn statement_lines_become_transactions() {
    let entries = ":61:2603310331D12,50NTRFRE-118//2026BANK0001\n:86:166?00E-Banking?20EREF+E-7?21SVWZ+Rechnung 118?32Muster GmbH\n\
                   :61:2604010331CF1000,NTRFNONREF//2026BANK0002\nzusatz\n:86:Lohn\nM\u{e4}rz\n-f\u{fc}r alle\n:26:37\n\
                   :61:260401RC,50NMSCNONREF\n:86:reversed credit\n\
                   :61:260401RD2,NMSCNONREF\n:86:reversed debit\n\
                   :61:260401ED7,NMSCNONREF\n:86:expected";
    let conversion = convert(&message(entries, "C260331CHF1089,00"));
    assert_eq!(
        rows(&conversion),
        [
            "12.50 debit 2026-03-31 2026-03-31",
            "1000.00 credit 2026-04-01 2026-03-31",
            "0.50 debit 2026-04-01 -",
            "2.00 credit 2026-04-01 -",
        ]
    );
    let Conversion {
        transactions,
        origins,
        summary,
        ..
    } = &conversion;
    assert_eq!(describe(&summary.report), Vec::<String>::new());
    let text = |index: usize| transactions[index].text.as_ref().map_or("", AsRef::as_ref);
    assert_eq!(
        text(0),
        "E-Banking; Muster GmbH; Rechnung 118; end-to-end E-7; reference RE-118"
    );
    assert_eq!(text(1), "Lohn März -für alle :26:37; zusatz");
    assert_eq!(
        (origins[0].line, origins[0].id_kind, origins[2].id_kind),
        (5, IdKind::Bank, IdKind::Derived)
    );
    assert_eq!(
        (summary.balance_status, summary.confirmed()),
        (BalanceStatus::Proved, 4)
    );
    assert_eq!(summary.skipped.len(), 1);
    assert_eq!(
        summary.format.as_ref().map(|format| format.id.as_str()),
        Some("mt940")
    );
}

#[test]
fn the_entry_date_is_in_the_year_nearest_to_the_value_date() {
    let lines = ":61:2601021231C1,NMSC\n:61:2512310102C1,NMSC\n:61:2602300228C1,NMSC\n:61:2602300231C1,NMSC\n:61:260302    C1,NMSC";
    let conversion = convert(&message(lines, "C260331CHF104,00"));
    assert_eq!(
        rows(&conversion),
        [
            "1.00 credit 2026-01-02 2025-12-31",
            "1.00 credit 2025-12-31 2026-01-02",
            "1.00 credit - 2026-02-28",
            "1.00 credit 2026-03-02 -",
        ]
    );
    assert_eq!(conversion.summary.rejected, [8]);
    // Thirty days a month: the other date counts.
    assert!(describe(&conversion.summary.report).contains(&"7:5 cell-passed-over".to_owned()));
    assert!(describe(&conversion.summary.report).contains(&"8:5 date-unreadable".to_owned()));
}

#[test]
fn an_entry_date_that_no_year_near_it_has_gives_way_to_the_value_date() {
    let lines = ":61:2603010229C1,NMSC\n:61:2402290229C1,NMSC";
    let conversion = convert(&message(lines, "C260331CHF102,00"));
    assert_eq!(
        rows(&conversion),
        [
            "1.00 credit 2026-03-01 2026-03-01",
            "1.00 credit 2024-02-29 2024-02-29",
        ]
    );
    let described = describe(&conversion.summary.report);
    assert!(
        described.contains(&"5:11 cell-passed-over".to_owned()),
        "{described:?}"
    );
}

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
fn any_end_of_a_line_gives_the_same() {
    let entries = ":61:2603310331C12,50NMSCNONREF\n:86:Muster GmbH\nBern";
    let text = message(entries, "C260331CHF112,50");
    let expected = convert(&text);
    assert_eq!(expected.summary.balance_status, BalanceStatus::Proved);
    for end in ["\r\n", "\r"] {
        let conversion = convert(&text.replace('\n', end));
        assert_eq!(conversion.transactions, expected.transactions);
        assert_eq!(
            describe(&conversion.summary.report),
            describe(&expected.summary.report)
        );
        assert_eq!(
            conversion.summary.balance_status,
            expected.summary.balance_status
        );
    }
}

#[test]
fn unreadable_lines_are_rejected_at_their_place() {
    for (line, place) in [
        (":61:2603D1,NMSC", "5:5 date-unreadable"),
        (":61:260331X1,NMSC", "5:11 direction-unknown"),
        (":61:260331D1.000,00NMSC", "5:12 amount-unreadable"),
        (":61:260331DNMSC", "5:13 amount-unreadable"),
        (":61:260331", "5:11 direction-unknown"),
    ] {
        let conversion = convert(&message(
            &format!("{line}\n:61:260331C1,NMSC"),
            "C260331CHF101,00",
        ));
        let Conversion {
            transactions,
            summary,
            ..
        } = conversion;
        assert_eq!(
            (transactions.len(), summary.rejected.as_slice()),
            (1, &[5][..]),
            "{line}"
        );
        assert_eq!(describe(&summary.report)[0], place, "{line}");
    }
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

#[test]
fn an_amount_is_never_read_in_part() {
    for amount in [
        "1'234,50",
        "1 234,50",
        "1234\n,50",
        "1234\u{ff0c}50",
        "1234\u{a0}50",
    ] {
        let line = format!(":61:2603310331D{amount}NMSCNONREF");
        let conversion = convert(&message(&line, "C260331CHF-1134,50"));
        assert_eq!(rows(&conversion), [""; 0], "{amount}");
        let described = describe(&conversion.summary.report);
        assert!(
            described.contains(&"5:16 amount-unreadable".to_owned()),
            "{described:?}"
        );
    }
    for end in ["", "NMSC", " NMSC", "//B"] {
        let line = format!(":61:2603310331D12,50{end}");
        let conversion = convert(&message(&line, "C260331CHF87,50"));
        assert_eq!(
            rows(&conversion),
            ["12.50 debit 2026-03-31 2026-03-31"],
            "{end}"
        );
    }
}

#[test]
fn a_text_whose_entry_may_be_missing_is_reported() {
    let entries = ":61:2603310331D12,50NMSCNONREF\n:86:one\n:86:two";
    let damaged = ":61:2603310331D12,50NMSCNONREF\n:86:one\n :61:2603310331D1,00NMSCNONREF";
    let text = |entries, closing| message(entries, closing);
    let without_balances = |entries| {
        let text = message(entries, "C260331CHF87,50");
        let lines = text
            .lines()
            .filter(|line| !line.starts_with(":6") || line.starts_with(":61"));
        let lines: Vec<&str> = lines.collect();
        lines.join("\n").replace("3852957", "3852957CHF")
    };
    for (text, expected) in [
        // Balances show that no entry is missing.
        (text(entries, "C260331CHF87,50"), vec![]),
        (without_balances(entries), vec!["6:1 text-without-entry"]),
        (
            text(damaged, "C260331CHF87,50"),
            vec!["7:1 text-without-entry"],
        ),
        (without_balances(damaged), vec!["6:1 text-without-entry"]),
    ] {
        let summary = convert(&text).summary;
        assert_eq!(describe(&summary.report), expected, "{text}");
        let is_proved = summary.balance_status == BalanceStatus::Proved;
        assert_eq!(is_proved, expected.is_empty(), "{text}");
    }
}

/// A message of which only the end or only the beginning is left leaves the file unproved, before and after a whole one.
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

/// A reference that passes the check of a card number is masked, since nobody can tell the two apart. Other references of sixteen digits stay.
#[test]
fn a_reference_that_is_a_card_number_reaches_no_transaction() {
    for (reference, is_card) in [
        ("4111111111111111", true),
        ("5500005555555559", true),
        ("4111111111111112", false),
        ("2026033112345678", false),
    ] {
        let line = format!(":61:260331C1,NMSC{reference}//{reference}\n:86:Payment");
        let conversion = convert(&message(&line, "C260331CHF101,00"));
        let transaction = &conversion.transactions[0];
        let id = transaction
            .transaction_id
            .as_ref()
            .map_or("", AsRef::as_ref);
        let text = transaction.text.as_ref().map_or("", AsRef::as_ref);
        let is_shown = |part: &str| part.contains(reference);
        assert_eq!(
            [is_shown(id), is_shown(text)],
            [!is_card; 2],
            "{reference}: {id}: {text}"
        );
        let findings = &conversion.summary.report.findings;
        let is_reported = findings
            .iter()
            .any(|finding| finding.rule.id == "card-number");
        assert_eq!(is_reported, is_card, "{reference}");
    }
}

#[test]
fn a_reference_is_in_the_id_unless_it_is_a_word_or_a_counter() {
    let kinds = |references: &[&str]| -> Vec<IdKind> {
        let lines: Vec<String> = references
            .iter()
            .zip(1..)
            .map(|(reference, amount)| format!(":61:260331C{amount},NMSCX//{reference}"))
            .collect();
        convert(&message(&lines.join("\n"), "C260331CHF100,00"))
            .origins
            .iter()
            .map(|origin| origin.id_kind)
            .collect()
    };
    assert_eq!(
        kinds(&["2026BANK0001", "2026BANK0002", "2026BANK0001"]),
        [IdKind::Bank; 3]
    );
    assert_eq!(kinds(&["NONREF", "000", ""]), [IdKind::Derived; 3]);
    // A reference that did not fit stands on the next line.
    let wrapped = convert(&message(
        ":61:260331C1,NMSCLONGREFERENCE\n//2026BANK0009\n:86:x",
        "C260331CHF101,00",
    ));
    assert_eq!(
        wrapped.transactions[0]
            .transaction_id
            .as_ref()
            .map(AsRef::as_ref),
        Some("2026BANK0009-OPZVSDP")
    );
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
