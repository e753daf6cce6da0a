//! Statements in XML: the messages of ISO 20022.

use std::collections::BTreeSet;

use universal_accounting::format::{self, ConvertOptions};
use universal_accounting::report::Report;
use universal_accounting::statement::{BalanceStatus, Conversion, IdKind, SkipReason};
use universal_accounting::transactions::Transaction;
use universal_accounting::value::AccountIdentifier;

const IBAN: &str = "CH9300762011623852957";

fn convert(text: &str) -> Conversion {
    format::convert(text.as_bytes(), &ConvertOptions::new())
}

/// Returns line and column, rule and element of each finding.
fn describe(report: &Report) -> Vec<String> {
    let findings = report.findings.iter();
    findings
        .map(|finding| {
            let element = finding.cell.as_ref().map_or(String::new(), |cell| {
                format!(" {}/{}", cell.row, cell.column)
            });
            format!(
                "{}:{} {}{element}",
                finding.line, finding.column, finding.rule.id
            )
        })
        .collect()
}

fn message(content: &str) -> String {
    let namespace = "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08";
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Document xmlns=\"{namespace}\"><BkToCstmrStmt>\n{content}</BkToCstmrStmt></Document>\n"
    )
}

fn statement(account: &str, content: &str) -> String {
    format!("<Stmt><Acct><Id><IBAN>{account}</IBAN></Id><Ccy>CHF</Ccy></Acct>\n{content}</Stmt>\n")
}

fn balance(code: &str, amount: &str) -> String {
    format!(
        "<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp><Amt Ccy=\"CHF\">{amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>\n"
    )
}

/// An entry on one line.
fn entry(amount: &str, direction: &str, reference: &str, others: &str) -> String {
    format!(
        "<Ntry><Amt Ccy=\"CHF\">{amount}</Amt><CdtDbtInd>{direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-03-31</Dt></BookgDt><ValDt><DtTm>2026-04-01T00:00:00+02:00</DtTm></ValDt><AcctSvcrRef>{reference}</AcctSvcrRef>{others}</Ntry>\n"
    )
}

fn details(content: &str) -> String {
    format!("<NtryDtls><TxDtls>{content}</TxDtls></NtryDtls>")
}

#[test]
fn an_entry_becomes_a_transaction() {
    let payment = details(
        "<Refs><EndToEndId>E2E-7</EndToEndId><MndtId>M-1</MndtId></Refs>\
         <AmtDtls><InstdAmt><Amt Ccy=\"EUR\">11.20</Amt></InstdAmt></AmtDtls>\
         <RltdPties><Dbtr><Nm>A &amp; B</Nm></Dbtr><Cdtr><Pty><Nm>Muster &amp; Söhne</Nm></Pty></Cdtr><CdtrAcct><Id><IBAN>DE02120300000000202051</IBAN></Id></CdtrAcct></RltdPties>\
         <RmtInf><Ustrd>Rechnung\n  118</Ustrd><Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd></RmtInf>",
    );
    let content = [
        balance("OPBD", "100.00"),
        balance("CLBD", "1087.50"),
        entry(
            "12.50",
            "DBIT",
            "2026BANK0118",
            &format!("{payment}<AddtlNtryInf>E-Banking</AddtlNtryInf>"),
        ),
        entry(
            "1000",
            "CRDT",
            "REF-2",
            "<AddtlNtryInf><![CDATA[Lohn <März>]]></AddtlNtryInf>",
        ),
    ];
    let conversion = convert(&message(&statement(IBAN, &content.concat())));
    let Conversion {
        transactions,
        origins,
        summary,
        ..
    } = &conversion;
    assert_eq!(describe(&summary.report), Vec::<String>::new());
    let format = summary.format.as_ref().unwrap();
    assert_eq!(
        (format.id.as_str(), summary.variant.as_deref()),
        ("camt.053", Some("001.08"))
    );
    let text = |index: usize| transactions[index].text.as_ref().map_or("", AsRef::as_ref);
    assert_eq!(
        text(0),
        "E-Banking; Muster & Söhne; DE02120300000000202051; Rechnung 118; RF18539007547034; end-to-end E2E-7; mandate M-1"
    );
    assert_eq!(text(1), "Lohn <März>; bank reference REF-2");
    let first = universal_accounting::transactions::write(&transactions[..1]);
    for part in [
        r#""transactionId":"2026BANK0118-AGTRNM3""#,
        r#""creditDebit":"debit","amount":"12.50","currency":"CHF","originalAmount":"11.20","originalCurrency":"EUR""#,
        r#""valutaAt":"2026-04-01","bookedAt":"2026-03-31""#,
    ] {
        assert!(first.contains(part), "{first}");
    }
    assert_eq!(
        (summary.balance_status, summary.confirmed()),
        (BalanceStatus::Proved, 2)
    );
    assert_eq!((origins[0].line, origins[0].id_kind), (6, IdKind::Bank));
    assert!(
        origins[0]
            .cells
            .contains(&("Amt".to_owned(), "12.50".to_owned())),
        "{:?}",
        origins[0].cells
    );
}

#[test]
fn a_qr_reference_in_free_text_is_found() {
    let text = |remittance: &str| {
        let entry = entry(
            "12.50",
            "CRDT",
            "2026BANK0118",
            &details(&format!("<RmtInf>{remittance}</RmtInf>")),
        );
        convert(&message(&statement(IBAN, &entry))).transactions[0]
            .text
            .as_ref()
            .map(ToString::to_string)
    };
    assert_eq!(
        text("<Ustrd>Rechnung 118 21 00000 00003 13947 14300 09017</Ustrd>").as_deref(),
        Some(
            "Rechnung 118 21 00000 00003 13947 14300 09017; QR reference 210000000003139471430009017"
        )
    );
    let reference = "<CdtrRefInf><Ref>210000000003139471430009017</Ref></CdtrRefInf>";
    assert_eq!(
        text(&format!(
            "<Ustrd>21 00000 00003 13947 14300 09017</Ustrd><Strd>{reference}</Strd>"
        ))
        .as_deref(),
        Some("21 00000 00003 13947 14300 09017; 210000000003139471430009017")
    );
}

#[test]
fn a_code_is_the_text_of_an_entry_unless_it_says_that_none_is_known() {
    let text_with = |domain: &str, family: &str| {
        let code = format!(
            "<BkTxCd><Domn><Cd>{domain}</Cd><Fmly><Cd>{family}</Cd><SubFmlyCd>NTAV</SubFmlyCd></Fmly></Domn></BkTxCd>"
        );
        let entry = entry("12.50", "DBIT", "0140390TJ2030001", &code);
        let conversion = convert(&message(&statement(IBAN, &entry)));
        let text = conversion.transactions[0].text.clone();
        text.map(|text| text.as_str().to_owned())
    };
    let known = text_with("PMNT", "ICDT");
    assert_eq!(known.as_deref(), Some("transaction code PMNT ICDT NTAV"));
    assert_eq!(text_with("XTND", "NTAV"), None);
}

#[test]
fn a_batch_is_one_transaction_with_details() {
    let detail = |amount: &str, name: &str| {
        format!(
            "<TxDtls><Amt Ccy=\"CHF\">{amount}</Amt><RltdPties><Dbtr><Nm>{name}</Nm></Dbtr></RltdPties></TxDtls>"
        )
    };
    let batch = |second: &str| {
        let details = format!(
            "<NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch>{}{}</NtryDtls>",
            detail("10.00", "Anna"),
            detail(second, "Beat")
        );
        convert(&message(&statement(
            IBAN,
            &entry("15.50", "CRDT", "B-1", &details),
        )))
    };
    let Conversion {
        transactions,
        summary,
        ..
    } = batch("5.50");
    assert_eq!(
        (summary.rows, transactions.len(), summary.details),
        (3, 1, 2)
    );
    assert_eq!(
        transactions[0].text.as_ref().map(AsRef::as_ref),
        Some("bank reference B-1 | 10.00 Anna | 5.50 Beat")
    );
    assert_eq!(describe(&summary.report), Vec::<String>::new());
    assert_eq!(
        describe(&batch("5.00").summary.report),
        ["4:22 parts-differ 1/Amt"]
    );
}

/// Converts a message with batches split.
fn split(text: &str) -> Conversion {
    let mut options = ConvertOptions::new();
    options.split_batches = true;
    format::convert(text.as_bytes(), &options)
}

#[test]
fn a_batch_is_split_where_its_payments_add_up() {
    let payment = |amount: &str, more: &str| {
        format!(
            "<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><Amt Ccy=\"CHF\">{amount}</Amt>{more}<RmtInf><Ustrd>Rate</Ustrd></RmtInf></TxDtls>"
        )
    };
    let message = |payments: &str, direction: &str| {
        let entry = entry(
            "15.50",
            direction,
            "B-1",
            &format!("<NtryDtls>{payments}</NtryDtls>"),
        );
        let closing = if direction == "CRDT" {
            "115.50"
        } else {
            "84.50"
        };
        message(&statement(
            IBAN,
            &[balance("OPBD", "100.00"), balance("CLBD", closing), entry].concat(),
        ))
    };
    let rows = |conversion: &Conversion| -> Vec<String> {
        let row = |transaction: &Transaction| {
            format!(
                "{} {}",
                transaction.amount,
                transaction
                    .credit_debit
                    .map_or("", |direction| direction.as_str())
            )
        };
        conversion.transactions.iter().map(row).collect()
    };
    let three = [
        payment("5.00", ""),
        payment("5.00", ""),
        payment("5.50", ""),
    ]
    .concat();
    let conversion = split(&message(&three, "CRDT"));
    assert_eq!(
        rows(&conversion),
        ["5.00 credit", "5.00 credit", "5.50 credit"]
    );
    let summary = &conversion.summary;
    assert_eq!(
        (
            summary.rows,
            summary.converted,
            summary.details,
            summary.skipped.len()
        ),
        (4, 3, 0, 1)
    );
    assert_eq!(
        (summary.balance_status, summary.confirmed()),
        (BalanceStatus::Proved, 3)
    );
    assert_eq!(summary.skipped[0].reason, SkipReason::Total);
    assert_eq!(describe(&summary.report), Vec::<String>::new());
    // Equal payments have ids of their own, the same in any order of the payments.
    let ids: BTreeSet<_> = conversion
        .transactions
        .iter()
        .map(|transaction| transaction.transaction_id.clone())
        .collect();
    assert_eq!(ids.len(), 3);
    let reversed = split(&message(
        &[
            payment("5.50", ""),
            payment("5.00", ""),
            payment("5.00", ""),
        ]
        .concat(),
        "CRDT",
    ));
    assert!(
        reversed
            .transactions
            .iter()
            .all(|transaction| ids.contains(&transaction.transaction_id))
    );
    let alone = convert(&message(&three, "CRDT"));
    assert!(!ids.contains(&alone.transactions[0].transaction_id));

    // A payment back is one in the other direction, in a batch of debits too.
    let back = [
        payment("20.00", ""),
        payment("4.50", "<CdtDbtInd>CRDT</CdtDbtInd>"),
    ]
    .concat();
    let conversion = split(&message(&back, "DBIT"));
    assert_eq!(rows(&conversion), ["20.00 debit", "4.50 credit"]);
    assert_eq!(conversion.summary.balance_status, BalanceStatus::Proved);
    assert_eq!(
        convert(&message(&back, "DBIT")).transactions[0]
            .text
            .as_ref()
            .map(AsRef::as_ref),
        Some("bank reference B-1 | 20.00 Rate | -4.50 Rate")
    );

    for (payments, rule) in [
        (
            [payment("5.00", ""), payment("5.00", "")].concat(),
            "parts-differ",
        ),
        (
            [
                payment("5.00", ""),
                payment("10.50", "").replace("\"CHF\"", "\"EUR\""),
            ]
            .concat(),
            "batch-not-split",
        ),
    ] {
        let conversion = split(&message(&payments, "CRDT"));
        assert_eq!(rows(&conversion), ["15.50 credit"]);
        let found = conversion.summary.report.findings;
        let ids: Vec<&str> = found.iter().map(|finding| finding.rule.id).collect();
        assert!(
            ids.contains(&rule) && ids.contains(&"batch-not-split"),
            "{ids:?}"
        );
    }
}

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
fn a_reference_is_in_the_id_unless_it_is_a_word_or_a_counter() {
    let ids = |references: &[&str]| -> Vec<IdKind> {
        let entries: String = references
            .iter()
            .zip(1..)
            .map(|(reference, amount)| entry(&format!("{amount}.00"), "CRDT", reference, ""))
            .collect();
        convert(&message(&statement(IBAN, &entries)))
            .origins
            .iter()
            .map(|origin| origin.id_kind)
            .collect()
    };
    // Entries with the same reference have ids of their own.
    assert_eq!(
        ids(&["2026BANK0001", "2026BANK0002", "2026BANK0001"]),
        [IdKind::Bank; 3]
    );
    for placeholder in [
        "NOTPROVIDED",
        "NONREF",
        "notprovided",
        "0000-00",
        "",
        "UNKNOWN",
        "MasterCard",
        "KEINE ANGABE",
        "000001",
        "12345678",
    ] {
        assert_eq!(
            ids(&[placeholder, "2026BANK0001"]),
            [IdKind::Derived, IdKind::Bank],
            "{placeholder}"
        );
    }
    // A reference may be that of the only transaction of an entry.
    let of_detail = details("<Refs><AcctSvcrRef>2026BANK0003</AcctSvcrRef></Refs>");
    let conversion = convert(&message(&statement(
        IBAN,
        &entry("1.00", "CRDT", "", &of_detail),
    )));
    assert_eq!(
        conversion.transactions[0]
            .transaction_id
            .as_ref()
            .map(AsRef::as_ref),
        Some("2026BANK0003-HJC2NFS")
    );
}

#[test]
fn entries_that_are_no_bookings_are_skipped_and_bad_ones_rejected() {
    let [good, pending] =
        ["BOOK", "PDNG"].map(|status| entry("1.00", "CRDT", "", "").replace("BOOK", status));
    let entries = [
        good.clone(),
        pending.replace("<Cd>PDNG</Cd>", "INFO"),
        pending.replace("PDNG", "FUTR"),
        entry("0.00", "CRDT", "", ""),
        entry("1'000,00", "CRDT", "", ""),
        entry("-1.00", "CRDT", "", ""),
        entry("", "CRDT", "", ""),
        entry("1.00", "CR", "", ""),
        good.replace("<CdtDbtInd>CRDT</CdtDbtInd>", ""),
        good.replace("2026-03-31", "2026-02-30")
            .replace("2026-04-01", "01.04.2026"),
        good.replace("2026-03-31", "2026-02-30"),
        good.replace("\"CHF\"", "\"EUR\""),
        good.replace("BOOK", "DONE"),
        good.replace("<CdtDbtInd>", "<CdtDbtInd>DBIT</CdtDbtInd><CdtDbtInd>"),
    ];
    let summary = convert(&message(&statement(IBAN, &entries.concat()))).summary;
    let skipped: Vec<_> = summary
        .skipped
        .iter()
        .map(|skipped| (skipped.line, skipped.reason.as_str()))
        .collect();
    assert_eq!(
        skipped,
        [(5, "pending"), (6, "pending"), (7, "zero-amount")]
    );
    assert_eq!(summary.rejected, [8, 9, 10, 11, 12, 13, 17]);
    assert_eq!((summary.rows, summary.converted), (14, 4));
    let mut found = describe(&summary.report);
    found.sort_by_key(|finding| {
        finding
            .split(':')
            .next()
            .and_then(|line| line.parse::<usize>().ok())
    });
    assert_eq!(
        found,
        [
            "8:22 amount-unreadable",
            "9:22 amount-unreadable",
            "10:7 amount-absent",
            "11:43 direction-unknown",
            "12:1 direction-unknown",
            "13:96 date-unreadable",
            "14:96 cell-passed-over 11/BookgDt",
            "15:17 currency-differs 12/Amt/@Ccy",
            "16:68 status-unknown 13/Sts",
            "17:70 element-repeated",
        ]
    );
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
    let given = format::convert(nameless.as_bytes(), &options);
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
        let conversion = format::convert(&bytes, &ConvertOptions::new());
        assert_eq!(conversion.summary.report.findings, []);
        assert_eq!(
            conversion.transactions[0].text.as_ref().map(AsRef::as_ref),
            Some("Zürich; bank reference a")
        );
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
