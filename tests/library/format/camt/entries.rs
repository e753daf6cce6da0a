//! Entries: their values, their ids, and what is skipped or rejected.

use universal_accounting::statement::{BalanceStatus, Conversion, IdKind};

use super::{IBAN, balance, convert, describe, details, entry, message, statement};
use crate::format::fixtures::id_kinds;

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
fn a_reference_is_in_the_id_unless_it_is_a_word_or_a_counter() {
    let ids = |references: &[&str]| -> Vec<IdKind> {
        let entries: String = references
            .iter()
            .zip(1..)
            .map(|(reference, amount)| entry(&format!("{amount}.00"), "CRDT", reference, ""))
            .collect();
        id_kinds(&convert(&message(&statement(IBAN, &entries))))
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
