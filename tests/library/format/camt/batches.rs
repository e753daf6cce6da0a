//! Entries of several payments.

use std::collections::BTreeSet;

use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::statement::{BalanceStatus, Conversion, SkipReason};
use universal_accounting::transactions::Transaction;

use super::{IBAN, balance, convert, describe, entry, message, statement};

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
    convert_readable(text.as_bytes(), &options)
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
