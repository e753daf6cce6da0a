//! The ids of entries in messages are frozen: with another id, entries that were imported before would be imported again.

use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::convert_readable;

use crate::format::identity::{derive_id, reference_id};
use universal_accounting::transactions::{CreditDebit, Transaction};
use universal_accounting::value::{AccountIdentifier, Amount, Currency, Date};

/// The ids of the transactions of a message.
fn ids(source: &str) -> Vec<String> {
    let conversion = convert_readable(source.as_bytes(), &ConvertOptions::new());
    let ids = conversion
        .transactions
        .iter()
        .map(|transaction| transaction.transaction_id.as_ref());
    ids.map(|id| id.unwrap().as_str().to_owned()).collect()
}

/// The id that is derived from the parts of an entry.
fn derived(parts: &[&str]) -> String {
    derive_id(
        1,
        &parts
            .iter()
            .map(|part| (*part).to_owned())
            .collect::<Vec<_>>(),
    )
}

/// The id of a debit of 31 March 2026 with a reference.
fn with_reference(reference: &str, amount: &str) -> String {
    let mut transaction = Transaction::new(
        AccountIdentifier::parse(IBAN).unwrap(),
        Amount::parse(amount).unwrap(),
        Currency::parse("CHF").unwrap(),
    );
    transaction.credit_debit = Some(CreditDebit::Debit);
    transaction.booked_at = Date::parse("2026-03-31").ok();
    reference_id(reference, &transaction)
}

const IBAN: &str = "CH9300762011623852957";

#[test]
fn ids_of_camt_entries_are_frozen() {
    let entry = |amount: &str, rest: &str| {
        format!(
            "<Ntry><Amt Ccy='CHF'>{amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-31</Dt></BookgDt><ValDt><Dt>2026-04-01</Dt></ValDt>{rest}</Ntry>"
        )
    };
    let detail = |content: &str| format!("<NtryDtls><TxDtls>{content}</TxDtls></NtryDtls>");
    let payment = detail(
        "<Refs><AcctSvcrRef>NOTPROVIDED</AcctSvcrRef><EndToEndId>E-1</EndToEndId></Refs><RmtInf><Ustrd>Rent  March</Ustrd></RmtInf>",
    );
    let unknown = detail(
        "<Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RmtInf><Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd></RmtInf>",
    );
    let entries = [
        entry("1.00", "<AcctSvcrRef>2026BANK0001</AcctSvcrRef>"),
        entry("2.00", "<AcctSvcrRef>2026BANK0002</AcctSvcrRef>"),
        entry(
            "3.00",
            "<AcctSvcrRef>2026BANK0002</AcctSvcrRef><AddtlNtryInf>passed over</AddtlNtryInf>",
        ),
        entry("4.50", &payment),
        entry("4.50", &payment),
        entry("5.00", &unknown),
        entry("6.00", "<AddtlNtryInf>Fee</AddtlNtryInf>"),
    ];
    let message = |kind: &str, version: &str, root: &str, statement: &str| {
        format!(
            "<Document xmlns='urn:iso:std:iso:20022:tech:xsd:{kind}.{version}'><{root}><GrpHdr/><{statement}><Acct><Id><IBAN>{IBAN}</IBAN></Id></Acct>{}</{statement}></{root}></Document>",
            entries.concat()
        )
    };
    let of_payment = derived(&[
        IBAN,
        "CHF",
        "debit",
        "4.5",
        "2026-03-31",
        "E-1",
        "Rent March",
    ]);
    let expected = [
        with_reference("2026BANK0001", "1"),
        with_reference("2026BANK0002", "2"),
        with_reference("2026BANK0002", "3"),
        of_payment.clone(),
        format!("{of_payment}-2"),
        derived(&[IBAN, "CHF", "debit", "5", "2026-03-31", "RF18539007547034"]),
        derived(&[IBAN, "CHF", "debit", "6", "2026-03-31", "Fee"]),
    ];
    assert_eq!(expected[1], "2026BANK0002-GKBR5UU");
    // The same in every message and version.
    for (kind, root, statement) in [
        ("camt.052", "BkToCstmrAcctRpt", "Rpt"),
        ("camt.053", "BkToCstmrStmt", "Stmt"),
        ("camt.054", "BkToCstmrDbtCdtNtfctn", "Ntfctn"),
    ] {
        for version in ["001.02", "001.04"] {
            assert_eq!(
                ids(&message(kind, version, root, statement)),
                expected,
                "{kind}.{version}"
            );
        }
    }
}

#[test]
fn ids_of_swift_entries_are_frozen() {
    let lines = [
        ":61:2603310331D1,NTRFNONREF//2026BANK0001",
        ":61:2603310331D2,NTRFC-2//2026BANK0002\n:86:Rent",
        ":61:2603310331D3,NTRFC-3//2026BANK0002\n:86:Rent",
        ":61:2603310331D4,5NTRFNONREF\n:86:?20Rent?21  March",
        ":61:2603310331D4,5NTRFNONREF\n:86:?20Rent?21  March",
        ":61:2603310331D5,NCHGNONREF\nFee",
    ];
    let account = "DE89370400440532013000";
    let of_payment = derived(&[
        account,
        "EUR",
        "debit",
        "4.5",
        "2026-03-31",
        "?20Rent?21 March",
    ]);
    let expected = [
        with_reference("2026BANK0001", "1"),
        with_reference("2026BANK0002", "2"),
        with_reference("2026BANK0002", "3"),
        of_payment.clone(),
        format!("{of_payment}-2"),
        derived(&[account, "EUR", "debit", "5", "2026-03-31", "Fee"]),
    ];
    let lines = lines.join("\n");
    let statement = format!(
        ":20:A\n:25:{account}\n:28C:1\n:60F:C260331EUR100,\n{lines}\n:62F:C260331EUR80,\n-\n"
    );
    let report =
        format!(":20:A\n:25:{account}\n:28C:1\n:34F:EUR0,\n:13D:2603311200+0100\n{lines}\n-\n");
    assert_eq!(ids(&statement), expected);
    assert_eq!(ids(&report), expected);
}
