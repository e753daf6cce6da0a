//! Messages and statements: versions, accounts, encodings, and several in a file.

use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::statement::{BalanceStatus, Conversion};
use universal_accounting::value::AccountIdentifier;

use super::{IBAN, balance, convert, describe, entry, message, statement};

#[test]
fn every_version_is_read_by_the_names_of_its_elements() {
    let content = statement(IBAN, &entry("12.50", "DBIT", "2026BANK0118", ""));
    for (message_name, element, part) in [
        ("camt.052", "BkToCstmrAcctRpt", "Rpt"),
        ("camt.053", "BkToCstmrStmt", "Stmt"),
        ("camt.054", "BkToCstmrDbtCdtNtfctn", "Ntfctn"),
    ] {
        for version in 1..=13 {
            let suffix = if version == 1 { "V01" } else { "" };
            let content = content.replace("Stmt>", &format!("{part}>"));
            let namespace =
                format!("urn:iso:std:iso:20022:tech:xsd:{message_name}.001.{version:02}");
            let plain = format!(
                "<Document xmlns=\"{namespace}\"><{element}{suffix}>{content}</{element}{suffix}></Document>"
            );
            let prefixed = plain
                .replace("</", "\u{1}")
                .replace('<', "<n:")
                .replace('\u{1}', "</n:")
                .replace("xmlns=", "xmlns:n=");
            let wrapped = format!("<Envelope><Header/>{plain}</Envelope>");
            for text in [&plain, &prefixed, &wrapped] {
                let Conversion {
                    transactions,
                    summary,
                    ..
                } = convert(text);
                assert_eq!(describe(&summary.report), Vec::<String>::new(), "{text}");
                assert_eq!(summary.format.unwrap().id, message_name);
                assert_eq!(summary.variant, Some(format!("001.{version:02}")));
                assert_eq!(transactions.len(), 1);
            }
        }
    }
}

#[test]
fn each_statement_of_a_file_is_proved_by_itself() {
    let other = "CH5604835012345678009";
    let pages = |page: &str, is_last: bool, content: &str| {
        let number = "<ElctrncSeqNb>7</ElctrncSeqNb>";
        format!(
            "<Stmt>{number}<StmtPgntn><PgNb>{page}</PgNb><LastPgInd>{is_last}</LastPgInd></StmtPgntn><Acct><Id><IBAN>{other}</IBAN></Id></Acct>{content}</Stmt>\n"
        )
    };
    let content = [
        statement(
            IBAN,
            &[
                balance("OPBD", "10.00"),
                balance("CLBD", "5.00"),
                entry("5.00", "DBIT", "A-1", ""),
            ]
            .concat(),
        ),
        pages(
            "1",
            false,
            &[balance("OPBD", "1.00"), entry("1.00", "CRDT", "B-1", "")].concat(),
        ),
        pages(
            "2",
            true,
            &[balance("CLBD", "4.00"), entry("2.00", "CRDT", "B-2", "")].concat(),
        ),
        statement(
            IBAN,
            &[
                balance("OPBD", "5.00"),
                balance("CLBD", "6.00"),
                entry("1.00", "CRDT", "A-2", ""),
            ]
            .concat(),
        ),
    ];
    let summary = convert(&message(&content.concat())).summary;
    assert_eq!(describe(&summary.report), Vec::<String>::new());
    assert_eq!(
        (
            summary.balance_status,
            summary.converted,
            summary.totals.len()
        ),
        (BalanceStatus::Proved, 4, 2)
    );
    let total = &summary.totals[0];
    assert_eq!(
        (total.opening_balance, total.closing_balance),
        ("10".parse().ok(), "6".parse().ok())
    );
    assert_eq!((total.transactions, total.confirmed), (2, 2));
    // A wrong balance of one statement says nothing about the others.
    let broken = convert(&message(&content.concat().replace(">6.00<", ">7.00<"))).summary;
    assert_eq!(describe(&broken.report), ["16:66 closing-balance"]);
    assert_eq!(broken.balance_status, BalanceStatus::Broken);
    assert_eq!(broken.totals[1].balance_status, BalanceStatus::Proved);
}

#[test]
fn what_is_no_statement_is_refused_by_name() {
    let [pain, other] = ["pain.001.001.09", "camt.086.001.02"].map(|name| {
        format!("<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:{name}\"><CstmrCdtTrfInitn/></Document>")
    });
    let whole = message(&statement(IBAN, &entry("1.00", "CRDT", "a", "")));
    let bomb = format!(
        "<!DOCTYPE b [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>{}",
        whole.lines().skip(1).collect::<String>()
    );
    let cases = [
        (
            pain,
            "1:1 statement-kind",
            "this is a message pain.001 of ISO 20022, not a statement that can be converted",
        ),
        (
            other,
            "1:1 statement-kind",
            "this is a message camt.086 of ISO 20022, not a statement that can be converted",
        ),
        (
            "<a><b/></a>".to_owned(),
            "1:1 statement-kind",
            "this is an XML document, not a statement that can be converted",
        ),
        (
            bomb,
            "1:1 xml-doctype",
            "this document type is not read, so the file is not converted",
        ),
    ];
    for (text, place, sentence) in cases {
        let Conversion {
            transactions,
            summary,
            ..
        } = convert(&text);
        assert_eq!(
            (transactions.len(), describe(&summary.report)),
            (0, vec![place.to_owned()])
        );
        assert_eq!(summary.report.findings[0].message(), sentence);
    }
}

/// Messages in one document, in an envelope, or in several documents give the transactions that each of them gives alone.
#[test]
fn all_messages_of_a_file_are_read() {
    const OTHER: &str = "CH5604835012345678009";
    let with_balances = |account, before: &str, amount: &str, after: &str| {
        let entry = entry(amount, "CRDT", "", "");
        let content = [balance("OPBD", before), balance("CLBD", after), entry].concat();
        message(&statement(account, &content))
    };
    let first = with_balances(IBAN, "1.00", "2.00", "3.00");
    let second = with_balances(OTHER, "5.00", "6.00", "11.00");
    let report = second
        .replace("camt.053", "camt.052")
        .replace("BkToCstmrStmt", "BkToCstmrAcctRpt")
        .replace("Stmt>", "Rpt>");
    let without_declaration = |text: &str| text.split_once('\n').unwrap().1.to_owned();
    let only_message = |text: &str| {
        let (start, end) = (text.find("<BkTo"), text.find("</Document>"));
        text[start.unwrap()..end.unwrap()].to_owned()
    };
    let files = [
        (
            first.replace(
                "</Document>",
                &format!("{}</Document>", only_message(&second)),
            ),
            "bank statement",
        ),
        (format!("{first}{second}"), "bank statement"),
        (format!("{first}\u{feff}{second}"), "bank statement"),
        (
            format!("{first}{}", without_declaration(&second)),
            "bank statement",
        ),
        (
            format!("{first}{report}"),
            "bank statement and account report",
        ),
        (
            format!(
                "<Envelope xmlns=\"urn:example\"><Header/>{}{}</Envelope>",
                without_declaration(&first),
                without_declaration(&report)
            ),
            "bank statement and account report",
        ),
    ];
    let expected = [convert(&first).transactions, convert(&second).transactions].concat();
    assert_eq!(expected.len(), 2);
    for (text, product) in files {
        let Conversion {
            transactions,
            summary,
            ..
        } = convert(&text);
        assert_eq!(transactions, expected, "{text}");
        assert_eq!(describe(&summary.report), Vec::<String>::new(), "{text}");
        assert_eq!(summary.balance_status, BalanceStatus::Proved, "{text}");
        let format = summary.format.unwrap();
        assert_eq!(
            (format.id.as_str(), format.product.as_str()),
            ("camt.053", product)
        );
    }
}

#[test]
fn what_is_no_message_beside_a_message_is_reported_where_it_begins() {
    let [first, last] = ["2026BANK0001", "2026BANK0002"]
        .map(|reference| message(&statement(IBAN, &entry("1.00", "CRDT", reference, ""))));
    let other = "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:pain.001.001.09\"/>\n";
    let cases = [
        (format!("{other}{first}{last}"), "1:1"),
        (format!("{first}{other}{last}"), "7:1"),
        (format!("{first}{last}{other}"), "13:1"),
    ];
    for (text, place) in cases {
        let conversion = convert(&text);
        let ids = conversion.transactions.iter();
        let ids: Vec<String> = ids
            .filter_map(|transaction| transaction.transaction_id.as_ref())
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            ids,
            ["2026BANK0001-OXT6ONN", "2026BANK0002-OQTTSEB"],
            "{text}"
        );
        let findings = describe(&conversion.summary.report);
        assert_eq!(findings, [format!("{place} statement-kind")], "{text}");
    }
}

#[test]
fn a_reference_of_two_messages_gives_two_ids() {
    let whole = message(&statement(IBAN, &entry("1.00", "CRDT", "2026BANK0001", "")));
    let ids = |text: &str| -> Vec<String> {
        let transactions = convert(text).transactions;
        let ids = transactions.into_iter().map(|one| one.transaction_id);
        ids.map(|id| id.unwrap().into()).collect()
    };
    let other = whole.replace("1.00", "2.00");
    let alone = [ids(&whole), ids(&other)].concat();
    assert_ne!(alone[0], alone[1]);
    assert_eq!(ids(&format!("{whole}{other}")), alone);
    // The same is in both messages, so it is one booking.
    assert_eq!(ids(&format!("{whole}{whole}")), [alone[0].clone()]);
}

#[test]
fn namespaces_other_than_those_of_iso_20022_are_reported() {
    let whole = message(&statement(IBAN, &entry("1.00", "CRDT", "a", "")));
    let namespace = " xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"";
    for (other, place, version) in [
        (namespace.replace("20022", "20023"), "2:18", Some("001.08")),
        (" xmlns=\"urn:example\"".to_owned(), "2:18", None),
        (String::new(), "2:1", None),
    ] {
        let Conversion {
            transactions,
            summary,
            ..
        } = convert(&whole.replace(namespace, &other));
        assert_eq!(
            describe(&summary.report),
            [format!("{place} namespace-unknown")]
        );
        assert_eq!(
            (transactions.len(), summary.variant.as_deref()),
            (1, version)
        );
    }
}

#[test]
fn an_account_can_be_given_and_an_empty_statement_is_no_error() {
    let nameless = message(
        &statement(IBAN, &entry("1.00", "CRDT", "a", ""))
            .replace(&format!("<IBAN>{IBAN}</IBAN>"), ""),
    );
    assert_eq!(
        describe(&convert(&nameless).summary.report),
        ["3:1 account-missing"]
    );
    let mut options = ConvertOptions::new();
    options.account = AccountIdentifier::parse(IBAN).ok();
    let given = convert_readable(nameless.as_bytes(), &options);
    assert_eq!(
        (
            given.transactions.len(),
            given.summary.report.findings.len()
        ),
        (1, 0)
    );
    let empty = convert(&message(&statement(
        IBAN,
        &[balance("OPBD", "1.00"), balance("CLBD", "1.00")].concat(),
    )));
    assert_eq!(describe(&empty.summary.report), ["3:1 statement-empty"]);
    assert!(empty.summary.report.is_valid());
}

#[test]
fn other_encodings_are_decoded() {
    let text = message(&statement(
        IBAN,
        &entry("1.00", "CRDT", "a", "<AddtlNtryInf>Zürich</AddtlNtryInf>"),
    ));
    let utf16: Vec<u8> = std::iter::once(0xFEFF)
        .chain(text.replace("UTF-8", "UTF-16").encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let latin: Vec<u8> = text
        .replace("UTF-8", "ISO-8859-1")
        .chars()
        .map(|character| u8::try_from(character).unwrap())
        .collect();
    let marked = format!("\u{feff}{text}").into_bytes();
    for bytes in [utf16, latin, marked] {
        let conversion = convert_readable(&bytes, &ConvertOptions::new());
        assert_eq!(conversion.summary.report.findings, []);
        assert_eq!(
            conversion.transactions[0].text.as_ref().map(AsRef::as_ref),
            Some("Zürich; bank reference a")
        );
    }
}

/// Statements with one number are pages only if something says that the first one goes on. Else the second one may be a copy, and each has its own totals.
#[test]
fn statements_with_one_number_are_no_pages_by_that_alone() {
    let found = |first_total: &str| {
        let statements = [first_total, ""].map(|total| {
            let head = "<ElctrncSeqNb>7</ElctrncSeqNb><CreDtTm>2026-03-31T20:00:00</CreDtTm><Acct>";
            let booked = entry("12.50", "DBIT", "", "");
            statement(IBAN, &format!("{total}{booked}")).replace("<Acct>", head)
        });
        let found = convert(&message(&statements.concat()));
        let rules: Vec<&str> = found
            .summary
            .report
            .findings
            .iter()
            .map(|finding| finding.rule.id)
            .collect();
        (found.transactions.len(), rules.join(" "))
    };
    assert_eq!(found(""), (1, String::new()));
    let total = "<TxsSummry><TtlNtries><NbOfNtries>2</NbOfNtries></TtlNtries></TxsSummry>";
    assert_eq!(found(total), (1, "count-differs".to_owned()));
}
