//! Statement lines: dates, amounts, references, texts.

use universal_accounting::statement::{BalanceStatus, Conversion, IdKind};

use super::{convert, describe, message, rows};
use crate::format::fixtures::id_kinds;

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
    let days = ["2603010229", "2402290229", "2708300229", "2708290229"];
    let lines = days.map(|days| format!(":61:{days}C1,NMSC")).join("\n");
    let conversion = convert(&message(&lines, "C260331CHF104,00"));
    assert_eq!(
        rows(&conversion),
        [
            "1.00 credit 2026-03-01 2026-03-01",
            "1.00 credit 2024-02-29 2024-02-29",
            // 183 and 184 days.
            "1.00 credit 2027-08-30 2028-02-29",
            "1.00 credit 2027-08-29 2027-08-29",
        ]
    );
    let described = describe(&conversion.summary.report);
    assert!(
        described.contains(&"5:11 cell-passed-over".to_owned()),
        "{described:?}"
    );
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
        id_kinds(&convert(&message(&lines.join("\n"), "C260331CHF100,00")))
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
