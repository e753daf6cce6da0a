//! What a camt entry says about its payments, and a statement about its entries, is compared.

use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::statement::{BalanceStatus, Conversion};

/// Converts a statement that begins with 100.00 and ends with `closing`, or has no balances.
fn convert(content: &str, closing: Option<&str>, split_batches: bool) -> Conversion {
    let balance = |code: &str, amount: &str| {
        format!(
            "<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp><Amt Ccy=\"CHF\">{amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>"
        )
    };
    let balances = closing.map_or(String::new(), |closing| {
        balance("OPBD", "100.00") + &balance("CLBD", closing)
    });
    let message = format!(
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct>\n{balances}\n{content}</Stmt></BkToCstmrStmt></Document>"
    );
    let mut options = ConvertOptions::new();
    options.split_batches = split_batches;
    convert_readable(message.as_bytes(), &options)
}

fn entry(amount: &str, direction: &str, more: &str) -> String {
    format!(
        "<Ntry><Amt Ccy=\"CHF\">{amount}</Amt><CdtDbtInd>{direction}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-31</Dt></BookgDt><AddtlNtryInf>Order</AddtlNtryInf>{more}</Ntry>\n"
    )
}

/// A payment, with charges unless they are empty.
fn payment(amount: &str, charges: &str) -> String {
    let charges = if charges.is_empty() {
        String::new()
    } else {
        format!("<Chrgs><Rcrd><Amt Ccy=\"CHF\">{charges}</Amt></Rcrd></Chrgs>")
    };
    format!("<TxDtls><Amt Ccy=\"CHF\">{amount}</Amt>{charges}</TxDtls>")
}

fn batch(more: &str, payments: &[String]) -> String {
    format!(
        "<NtryDtls><Btch>{more}</Btch>{}</NtryDtls>",
        payments.concat()
    )
}

fn found(conversion: &Conversion) -> Vec<&str> {
    let findings = conversion.summary.report.findings.iter();
    findings.map(|finding| finding.rule.id).collect()
}

fn rows(conversion: &Conversion) -> Vec<String> {
    let transactions = conversion.transactions.iter();
    transactions
        .map(|transaction| {
            let direction = transaction
                .credit_debit
                .map_or("", |direction| direction.as_str());
            format!("{} {direction}", transaction.amount)
        })
        .collect()
}

#[test]
fn charges_explain_a_difference_exactly_or_not() {
    let two = |first: &str, second: &str| [payment("20.00", first), payment("10.00", second)];
    let of_entry = "<Chrgs><TtlChrgsAndTaxAmt Ccy=\"CHF\">3.00</TtlChrgsAndTaxAmt></Chrgs>";
    for (amount, direction, more, payments, closing, expected) in [
        (
            "33.00",
            "DBIT",
            "",
            two("2.00", "1.00"),
            "67.00",
            &["22.00 debit", "11.00 debit"][..],
        ),
        (
            "27.00",
            "CRDT",
            "",
            two("2.00", "1.00"),
            "127.00",
            &["18.00 credit", "9.00 credit"],
        ),
        (
            "33.00",
            "DBIT",
            of_entry,
            two("", ""),
            "67.00",
            &["20.00 debit", "10.00 debit", "3.00 debit"],
        ),
        (
            "27.00",
            "CRDT",
            of_entry,
            two("", ""),
            "127.00",
            &["20.00 credit", "10.00 credit", "3.00 debit"],
        ),
        // Charges that the bank takes apart.
        (
            "30.00",
            "DBIT",
            of_entry,
            two("2.00", "1.00"),
            "70.00",
            &["20.00 debit", "10.00 debit"],
        ),
    ] {
        let content = entry(
            amount,
            direction,
            &(more.to_owned() + &batch("", &payments)),
        );
        let whole = convert(&content, Some(closing), false);
        assert_eq!(
            rows(&whole),
            [format!(
                "{amount} {}",
                if direction == "CRDT" {
                    "credit"
                } else {
                    "debit"
                }
            )]
        );
        let split = convert(&content, Some(closing), true);
        assert_eq!(rows(&split), expected);
        for conversion in [whole, split] {
            let summary = &conversion.summary;
            assert_eq!(found(&conversion), Vec::<&str>::new(), "{content}");
            assert_eq!(summary.balance_status, BalanceStatus::Proved, "{content}");
            let skipped = summary.skipped.len();
            assert_eq!(summary.rows, summary.converted + summary.details + skipped);
        }
    }
    let content = entry("33.01", "DBIT", &batch("", &two("2.00", "1.00")));
    assert_eq!(
        found(&convert(&content, Some("66.99"), false)),
        ["parts-differ"]
    );
    let split = convert(&content, Some("66.99"), true);
    let mut ids = found(&split);
    ids.sort_unstable();
    assert_eq!(
        (rows(&split).len(), ids),
        (1, vec!["batch-not-split", "parts-differ"])
    );
}

#[test]
fn an_only_payment_with_another_amount_is_a_note() {
    let of = |more: &str, amount: &str, charges: &str| {
        let content = entry("80.00", "CRDT", &batch(more, &[payment(amount, charges)]));
        convert(&content, Some("180.00"), false)
    };
    for (amount, charges) in [("80.00", ""), ("0.00", ""), ("82.00", "2.00")] {
        assert_eq!(
            found(&of("", amount, charges)),
            Vec::<&str>::new(),
            "{amount}"
        );
    }
    let conversion = of("<NbOfTxs>2</NbOfTxs>", "50.00", "");
    let finding = &conversion.summary.report.findings[0];
    assert_eq!(finding.rule.id, "parts-differ");
    assert!(
        finding
            .message()
            .contains("(difference 30.00; 1 of 2 payments are listed)")
    );
    assert_eq!(conversion.summary.balance_status, BalanceStatus::Proved);
    assert!(
        conversion.transactions[0]
            .text
            .as_ref()
            .unwrap()
            .as_ref()
            .contains("amount 50.00 CHF")
    );
    // The number of payments alone proves nothing.
    assert_eq!(
        found(&of("<NbOfTxs>2</NbOfTxs>", "80.00", "")),
        Vec::<&str>::new()
    );
    let total = "<TtlAmt Ccy=\"CHF\">81.00</TtlAmt>";
    assert_eq!(found(&of(total, "80.00", "")), ["batch-total-differs"]);
    assert_eq!(
        found(&of(&total.replace("CHF", "EUR"), "80.00", "")),
        Vec::<&str>::new()
    );
}

#[test]
fn a_reversal_in_the_direction_of_its_booking_is_named() {
    let turned = [
        entry("50.00", "DBIT", ""),
        entry("50.00", "DBIT", "<RvslInd>true</RvslInd>"),
    ]
    .concat();
    let conversion = convert(&turned, Some("100.00"), false);
    assert_eq!(found(&conversion), ["closing-balance"]);
    let help = conversion.summary.report.findings[0].help();
    assert!(
        help.contains("the reversal in line 4 went the other way"),
        "{help}"
    );
    assert!(!help.contains("cuts it off"), "{help}");
    let right = turned.replacen("DBIT", "CRDT", 1);
    assert_eq!(
        found(&convert(&right, Some("100.00"), false)),
        Vec::<&str>::new()
    );
    assert_eq!(found(&convert(&right, None, false)), ["reversal-unproved"]);
}

#[test]
fn totals_of_the_statement_are_compared() {
    let entries = [entry("30.00", "DBIT", ""), entry("12.50", "CRDT", "")].concat();
    let of = |totals: &str| {
        let content = format!("<TxsSummry>{totals}</TxsSummry>{entries}");
        let conversion = convert(&content, None, false);
        found(&conversion).join(" ")
    };
    for (totals, expected) in [
        (
            "<TtlNtries><NbOfNtries>2</NbOfNtries><Sum>42.50</Sum><TtlNetNtryAmt>17.50</TtlNetNtryAmt><CdtDbtInd>DBIT</CdtDbtInd></TtlNtries>",
            "",
        ),
        // One bank writes the net amount as the sum, and debits as negative.
        (
            "<TtlNtries><Sum>17.50</Sum></TtlNtries><TtlDbtNtries><NbOfNtries>1</NbOfNtries><Sum>-30.00</Sum></TtlDbtNtries>",
            "",
        ),
        ("<TtlNtries><Sum>42.51</Sum></TtlNtries>", "sum-differs"),
        (
            "<TtlNtries><TtlNetNtry><Amt>17.50</Amt><CdtDbtInd>CRDT</CdtDbtInd></TtlNetNtry></TtlNtries>",
            "net-differs",
        ),
        (
            "<TtlNtries><TtlNetNtryAmt>17.51</TtlNetNtryAmt></TtlNtries>",
            "net-differs",
        ),
        (
            "<TtlCdtNtries><NbOfNtries>2</NbOfNtries></TtlCdtNtries>",
            "count-differs",
        ),
        (
            "<TtlDbtNtries><NbOfNtries>0</NbOfNtries></TtlDbtNtries>",
            "count-differs",
        ),
        (
            "<TtlDbtNtries><NbOfNtries>1x</NbOfNtries><Sum>3O.00</Sum></TtlDbtNtries>",
            "cell-passed-over cell-passed-over",
        ),
        (
            "<TtlNtries><Sum>x</Sum><TtlNetNtry><Amt>y</Amt></TtlNetNtry></TtlNtries>",
            "cell-passed-over cell-passed-over",
        ),
    ] {
        assert_eq!(of(totals), expected, "{totals}");
    }
}
