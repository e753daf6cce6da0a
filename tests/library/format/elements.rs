//! What comes out of each element of a camt message: `tests/statements/elements.tsv` has the list. The suite `elements.py` compares it with real messages.

use std::collections::HashSet;

use serde_json::{Value, json};
use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::transactions::CreditDebit;

const LIST: &str = include_str!("../../statements/elements.tsv");

/// A row of the list: an element of an entry, its value, and where the value comes out.
struct Row {
    path: &'static str,
    value: &'static str,
    out: &'static str,
}

/// Returns the rows with values, those of one entry together.
fn entries() -> Vec<Vec<Row>> {
    let sections = LIST.split("\n\n").map(|section| {
        let rows = section.lines().filter(|line| !line.starts_with('#'));
        let rows = rows.map(|line| {
            let [path, value, out] = line.split('\t').collect::<Vec<_>>()[..] else {
                panic!("three columns: {line}")
            };
            Row { path, value, out }
        });
        rows.filter(|row| !row.value.is_empty()).collect()
    });
    sections
        .filter(|rows: &Vec<Row>| !rows.is_empty())
        .collect()
}

/// Writes the elements of an entry, in the order of the rows. Elements that every entry needs are added.
fn entry(rows: &[Row]) -> String {
    let needed = [("Amt", "CHF 77.77"), ("CdtDbtInd", "DBIT"), ("Sts", "BOOK")];
    let mut xml = String::from("<Ntry>");
    for (name, value) in needed {
        let path = format!("Ntry/{name}");
        if !rows
            .iter()
            .any(|row| row.path.trim_end_matches("/Cd") == path)
        {
            xml.push_str(&element(name, value));
        }
    }
    let mut open: Vec<&str> = vec!["Ntry"];
    for row in rows {
        let names: Vec<&str> = row.path.split('/').collect();
        let (name, parents) = names.split_last().unwrap();
        let common = open
            .iter()
            .zip(parents)
            .take_while(|(one, other)| one == other)
            .count();
        for name in open.drain(common..).rev() {
            xml.extend(["</", name, ">"]);
        }
        for name in &parents[common..] {
            xml.extend(["<", name, ">"]);
            open.push(name);
        }
        xml.push_str(&element(name, row.value));
    }
    for name in open.drain(..).rev() {
        xml.extend(["</", name, ">"]);
    }
    xml
}

/// Returns the currency and the number of a value such as `CHF 1.00`.
fn amount_of(value: &str) -> Option<(&str, &str)> {
    let parts = value.split_once(' ');
    parts.filter(|(code, _)| matches!(*code, "CHF" | "EUR" | "USD"))
}

/// Returns how a text writes a value.
fn in_text(value: &str) -> String {
    amount_of(value).map_or(value.to_owned(), |(code, amount)| {
        format!("{amount} {code}")
    })
}

/// Writes an element.
fn element(name: &str, value: &str) -> String {
    match amount_of(value) {
        Some((currency, amount)) => format!("<{name} Ccy=\"{currency}\">{amount}</{name}>"),
        None => format!("<{name}>{value}</{name}>"),
    }
}

/// Returns the transaction of an entry.
fn convert(rows: &[Row]) -> Value {
    let entry = entry(rows);
    let message = format!(
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct>{entry}</Stmt></BkToCstmrStmt></Document>"
    );
    let conversion = convert_readable(message.as_bytes(), &ConvertOptions::new());
    let [transaction] = conversion.transactions.as_slice() else {
        panic!("{message}\n{:?}", conversion.summary.report)
    };
    let transaction = transaction.clone();
    json!({
        "transactionId": transaction.transaction_id.map(String::from),
        "text": transaction.text.map(String::from),
        "creditDebit": transaction.credit_debit.map(CreditDebit::as_str),
        "amount": transaction.amount.to_string(),
        "originalAmount": transaction.original_amount.map(|amount| amount.to_string()),
        "originalCurrency": transaction.original_currency.map(|currency| currency.code().to_owned()),
        "purchasedAt": transaction.purchased_at.map(|day| day.to_string()),
        "valutaAt": transaction.valuta_at.map(|day| day.to_string()),
        "bookedAt": transaction.booked_at.map(|day| day.to_string()),
    })
}

#[test]
fn each_element_comes_out_or_is_left_out_for_a_reason() {
    let mut values = HashSet::new();
    for rows in entries() {
        let transaction = convert(&rows);
        let field = |name: &str| transaction[name].as_str().unwrap_or_default();
        for Row { path, value, out } in &rows {
            let is_alone = value.len() < 5 || values.insert(*value);
            assert!(is_alone || out.starts_with("- "), "{value} occurs twice");
            let amount = amount_of(value);
            match *out {
                "text" => {
                    assert!(
                        field("text").contains(&in_text(value)),
                        "{path}: {transaction}"
                    );
                }
                // Words that stand for a code.
                "reversal" | "returned" | "invoice" | "credit note" => {
                    assert!(field("text").contains(out), "{path}: {transaction}");
                }
                "creditDebit" => {
                    let word = if *value == "CRDT" { "credit" } else { "debit" };
                    assert_eq!(field(out), word, "{path}");
                }
                "originalAmount" => {
                    let (code, amount) = amount.unwrap();
                    assert_eq!(
                        [field(out), field("originalCurrency")],
                        [amount, code],
                        "{path}"
                    );
                }
                "amount" => {
                    assert_eq!(Some(field(out)), amount.map(|(_, amount)| amount), "{path}");
                }
                "bookedAt" | "valutaAt" | "purchasedAt" => {
                    assert_eq!(field(out), &value[..10], "{path}");
                }
                "transactionId" => assert!(field(out).starts_with(value), "{path}: {transaction}"),
                left_out => {
                    assert!(
                        left_out.starts_with("- ") && left_out.len() > 10,
                        "{path}: {out}"
                    );
                    let read = left_out.starts_with("- read") || left_out.contains("the same");
                    assert!(
                        read || !transaction.to_string().contains(value),
                        "{path}: {transaction}"
                    );
                }
            }
        }
    }
    assert!(values.len() > 100, "{}", values.len());
}

#[test]
fn a_value_is_said_once() {
    for rows in entries() {
        let transaction = convert(&rows);
        let text = transaction["text"].as_str().unwrap_or_default();
        for row in rows
            .iter()
            .filter(|row| row.out == "text" && row.value.len() > 8)
        {
            assert_eq!(
                text.matches(&in_text(row.value)).count(),
                1,
                "{}: {text}",
                row.value
            );
        }
    }
}

#[test]
fn words_for_none_and_repeated_references_are_left_out() {
    let detail = "Ntry/NtryDtls/TxDtls";
    let row = |path: String, value| Row {
        path: path.leak(),
        value,
        out: "text",
    };
    let rows = [
        row("Ntry/AddtlNtryInf".to_owned(), "Order ORDER-4711 of today"),
        row(format!("{detail}/Refs/MsgId"), "NOTPROVIDED"),
        row(format!("{detail}/Refs/PmtInfId"), "ORDER-4711"),
        row(format!("{detail}/Refs/InstrId"), "A-1"),
        row(format!("{detail}/Refs/EndToEndId"), "A-1"),
        row(format!("{detail}/Refs/TxId"), "0000000"),
        row(format!("{detail}/RmtInf/Ustrd"), "NOT PROVIDED"),
    ];
    let text = convert(&rows)["text"].clone();
    assert_eq!(text, json!("Order ORDER-4711 of today; end-to-end A-1"));
}
