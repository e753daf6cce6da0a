//! Faults of the XML, and values in wrong places.

use universal_accounting::statement::{BalanceStatus, Conversion};

use super::{IBAN, balance, convert, describe, details, entry, message, statement};

#[test]
fn a_fault_in_the_xml_keeps_the_entries_before_it() {
    let entries = [
        entry("1.00", "CRDT", "a", ""),
        entry("2.00", "CRDT", "b", ""),
    ];
    let whole = message(&statement(IBAN, &entries.concat()));
    let at = |text: &str| whole.find(text).unwrap();
    let cases = [
        (
            whole[..at("2.00")].to_owned(),
            1,
            "5:22 xml-syntax",
            "the file ends inside an element, so it was cut off",
        ),
        (
            whole[..at("</Stmt>")].to_owned(),
            2,
            "6:1 xml-syntax",
            "the file ends inside an element, so it was cut off",
        ),
        (
            format!("{whole}</Document>"),
            2,
            "8:1 xml-syntax",
            "this end tag is not that of the open element",
        ),
        (
            format!("{whole}{}", &whole[..at("2.00")]),
            2,
            "12:22 xml-syntax",
            "the file ends inside an element, so it was cut off",
        ),
        (
            format!("{whole}x"),
            2,
            "7:28 xml-syntax",
            "text stands outside of the document's element",
        ),
        (
            whole.replace(">b<", ">b</Amt><"),
            1,
            "5:188 xml-syntax",
            "this end tag is not that of the open element",
        ),
        (
            whole.replace(">b<", ">&b;<"),
            1,
            "5:187 xml-syntax",
            "XML has no entity of this name",
        ),
        (
            whole.replace(">b<", ">b & c<"),
            1,
            "",
            "`&` begins an entity that has no `;`; write `&amp;` for the character",
        ),
    ];
    for (text, transactions, place, reason) in cases {
        let conversion = convert(&text);
        assert_eq!(conversion.transactions.len(), transactions, "{reason}");
        let fault = conversion
            .summary
            .report
            .findings
            .iter()
            .find(|finding| finding.rule.id == "xml-syntax")
            .unwrap();
        assert_eq!(
            fault.message(),
            format!("the XML can't be read from here on: {reason}")
        );
        if !place.is_empty() {
            assert!(
                describe(&conversion.summary.report).contains(&place.to_owned()),
                "{:?}",
                describe(&conversion.summary.report)
            );
        }
        // A row that is in both messages comes out once.
        let skipped = conversion.summary.skipped.len();
        assert_eq!(
            conversion.summary.rows,
            transactions + skipped + conversion.summary.rejected.len()
        );
    }
}

#[test]
fn counts_and_sums_that_cannot_be_read_are_reported() {
    let totals = |count: &str, credits: &str, debits: &str| {
        let totals = format!(
            "<TxsSummry><TtlNtries><NbOfNtries>{count}</NbOfNtries></TtlNtries><TtlCdtNtries><Sum>{credits}</Sum></TtlCdtNtries>\n<TtlDbtNtries><Sum>{debits}</Sum></TtlDbtNtries></TxsSummry>\n"
        );
        let content = [totals, entry("1.00", "CRDT", "a", "")].concat();
        describe(&convert(&message(&statement(IBAN, &content))).summary.report)
    };
    assert_eq!(totals("1", "1.00", "0"), [""; 0]);
    assert_eq!(totals("", "", "-0.00"), [""; 0]);
    assert_eq!(
        totals("1x", "1.0O", "0"),
        ["4:35 cell-passed-over", "4:81 cell-passed-over"]
    );
    assert_eq!(totals("1", "1.00", "0,00"), ["5:20 cell-passed-over"]);
}

/// An entry or a statement in a wrong place is reported once, is not read, and leaves the statement unproved.
#[test]
fn an_element_in_a_wrong_place_is_reported() {
    let balances = [balance("OPBD", "1.00"), balance("CLBD", "3.00")].concat();
    let own = entry("2.00", "CRDT", "a", "");
    let whole = message(&statement(IBAN, &[balances, own].concat()));
    let proved = convert(&whole).summary;
    assert_eq!(describe(&proved.report), Vec::<String>::new());
    assert_eq!(proved.balance_status, BalanceStatus::Proved);
    let stray_entry = entry("5.00", "CRDT", "b", "");
    let stray = statement("CH5604835012345678009", &stray_entry);
    let header = format!("<GrpHdr><MsgId>1</MsgId>{stray_entry}</GrpHdr>\n<Stmt>");
    let cases = [
        whole.replacen("<Stmt>", &header, 1),
        whole.replacen("<Stmt>", &format!("{stray_entry}<Stmt>"), 1),
        whole.replace("</Stmt>", &format!("</Stmt>{stray_entry}")),
        whole.replace("</Ntry>", &format!("{stray_entry}</Ntry>")),
        whole.replace(
            "</Ntry>",
            &format!("<NtryDtls><Btch>{stray_entry}</Btch></NtryDtls></Ntry>"),
        ),
        whole.replace("</Stmt>", &format!("{stray}</Stmt>")),
        whole.replace("</Acct>", &format!("{stray}</Acct>")),
    ];
    for text in cases {
        let Conversion {
            transactions,
            summary,
            ..
        } = convert(&text);
        let [finding] = summary.report.findings.as_slice() else {
            panic!("{text}{:?}", describe(&summary.report))
        };
        assert_eq!(finding.rule.id, "element-misplaced", "{text}");
        let tag = &text[finding.span.start..finding.span.end];
        assert!(matches!(tag, "<Ntry>" | "<Stmt>"), "{tag}");
        assert_eq!(transactions, convert(&whole).transactions, "{text}");
        assert_eq!(summary.balance_status, BalanceStatus::Partly, "{text}");
    }
}

#[test]
fn nothing_is_proved_before_a_fault_in_the_xml() {
    let balances = [balance("OPBD", "1.00"), balance("CLBD", "3.00")].concat();
    let own = entry("2.00", "CRDT", "a", "");
    let whole = message(&statement(IBAN, &[balances, own].concat()));
    let status = |text: &str| {
        let summary = convert(text).summary;
        let total = summary.totals.first().map(|total| total.balance_status);
        assert_eq!(total, Some(summary.balance_status));
        (summary.balance_status, summary.report.is_valid())
    };
    assert_eq!(status(&whole), (BalanceStatus::Proved, true));
    let end_of_statement = whole.find("</Stmt>").unwrap() + "</Stmt>".len();
    let begun = &whole[..whole.find("<Stmt>").unwrap()];
    for text in [
        whole[..end_of_statement].to_owned(),
        format!("{whole}{begun}"),
        format!("{whole}x"),
    ] {
        assert_eq!(status(&text), (BalanceStatus::Partly, false), "{text}");
    }
}

/// A file that was cut off anywhere gives the entries before the cut, and an error.
#[test]
fn a_cut_file_gives_an_error_at_every_place() {
    let entries = [
        entry(
            "1.00",
            "CRDT",
            "a",
            &details("<RmtInf><Ustrd>x &amp; y</Ustrd></RmtInf>"),
        ),
        entry("2.00", "DBIT", "b", ""),
    ];
    let whole = message(&statement(IBAN, &entries.concat()));
    let expected = convert(&whole).transactions;
    let end = whole.trim_end().len();
    for cut in (1..end).filter(|cut| whole.is_char_boundary(*cut)) {
        let conversion = convert(&whole[..cut]);
        assert!(!conversion.summary.report.is_valid(), "{cut}");
        assert!(expected.starts_with(&conversion.transactions), "{cut}");
    }
}
