//! Generates payloads of any size, and batches of transactions. `count` is the number of repeated parts, such as records.

use universal_accounting::transactions::{CreditDebit, Transaction};
use universal_accounting::value::{AccountIdentifier, Amount, Currency, Date, Text};

use crate::parts::{list, part};
use crate::payloads;

pub(crate) fn clean(thousands: usize) -> Vec<u8> {
    payloads::transactions(thousands * 270_000, payloads::Records::Clean)
        .json
        .into_bytes()
}

pub(crate) fn faulty(thousands: usize) -> Vec<u8> {
    payloads::transactions(thousands * 270_000, payloads::Records::Faulty)
        .json
        .into_bytes()
}

pub(crate) fn base_data(thousands: usize) -> Vec<u8> {
    payloads::base_data(thousands * 270_000, payloads::Records::Clean)
        .json
        .into_bytes()
}

/// The start of a payload with one transaction, to which members can be added.
const OPEN_TRANSACTION: &str = r#"{"transactions":[{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31","#;

fn members(count: usize, part: impl Fn(usize) -> String) -> Vec<u8> {
    list(OPEN_TRANSACTION, ",", "}]}", count, part)
}

fn records(count: usize, part: impl Fn(usize) -> String) -> Vec<u8> {
    list("{\"transactions\":[", ",", "]}", count, part)
}

/// Returns a transaction whose text is `part`, repeated.
fn text(count: usize, part: &str) -> Vec<u8> {
    list(
        &format!("{OPEN_TRANSACTION}\"text\":\""),
        "",
        "\"}]}",
        count,
        |_| part.to_owned(),
    )
}

pub(crate) fn one_key(count: usize) -> Vec<u8> {
    members(count, part("\"text\":\"Miete\""))
}

pub(crate) fn one_unknown_key(count: usize) -> Vec<u8> {
    members(count, part("\"note\":1"))
}

pub(crate) fn keys_twice(count: usize) -> Vec<u8> {
    members(count, |number| format!("\"key{}\":1", number / 2))
}

pub(crate) fn keys_twice_below(count: usize) -> Vec<u8> {
    let inner = |number| format!("\"key{}\":1", number / 2);
    list(
        &format!("{OPEN_TRANSACTION}\"more\":{{"),
        ",",
        "}}]}",
        count,
        inner,
    )
}

pub(crate) fn similar_names(count: usize) -> Vec<u8> {
    members(count, part("\"originalAmoun#\":\"1.00\""))
}

pub(crate) fn similar_names_in_records(count: usize) -> Vec<u8> {
    records(
        count,
        part(r##"{"acountIdentifier":"A","transactionID":"#","Amount":"1.00","curency":"CHF"}"##),
    )
}

pub(crate) fn one_id(count: usize) -> Vec<u8> {
    let record = r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#;
    records(count, |_| record.to_owned())
}

pub(crate) fn no_records(count: usize) -> Vec<u8> {
    records(count, part("1"))
}

pub(crate) fn empty_records(count: usize) -> Vec<u8> {
    records(count, part("{}"))
}

pub(crate) fn empty_accounts(count: usize) -> Vec<u8> {
    list("{\"accounts\":[", ",", "]}", count, part("{}"))
}

/// Base data without errors, in two parts: unknown fields are added to the payload between them, or to the account after them.
const BASE_DATA: [&str; 2] = [
    "{",
    r#""organization":{"companyName":"Muster AG","leadCurrency":"CHF"},"currencies":[{"externalId":"c-1","code":"CHF"}],"taxes":[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":8.1}],"taxPeriods":[{"externalId":"p-1","isSubjectToTax":true,"balanceTaxation":false,"accountingMethod":"ACCRUAL","startsAt":"2026-01-01","endsAt":"2026-12-31"}],"accounts":[{"externalId":"a-1","number":"1020","description":"Bank""#,
];

pub(crate) fn unknown_fields(count: usize) -> Vec<u8> {
    let [before, after] = BASE_DATA;
    let payload = |value| {
        list(before, "", &format!("{after}}}]}}"), count, |number| {
            format!("\"key{number:07}\":{value},")
        })
    };
    [payload(1), payload(2)].concat()
}

pub(crate) fn unknown_fields_in_reverse(count: usize) -> Vec<u8> {
    let [before, after] = BASE_DATA;
    let payload = |key: &dyn Fn(usize) -> usize| {
        list(before, "", &format!("{after}}}]}}"), count, |number| {
            format!("\"key{:07}\":1,", key(number))
        })
    };
    [
        payload(&|number| number),
        payload(&|number| count - 1 - number),
    ]
    .concat()
}

pub(crate) fn unknown_fields_of_an_account(count: usize) -> Vec<u8> {
    let before = BASE_DATA.concat();
    let payload = |value| {
        list(&before, "", "}]}", count, |number| {
            format!(",\"key{number:07}\":{value}")
        })
    };
    [payload(1), payload(2)].concat()
}

pub(crate) fn commas(count: usize) -> Vec<u8> {
    records(count, part("{\"a\":[1,],}"))
}

pub(crate) fn missing_commas(count: usize) -> Vec<u8> {
    records(count, part("{\"a\":[{} {}]\"b\":1}"))
}

pub(crate) fn stray_characters(count: usize) -> Vec<u8> {
    records(count, part("{\"a\":1;\"b\":2}"))
}

pub(crate) fn deep_arrays(count: usize) -> Vec<u8> {
    format!(
        "{OPEN_TRANSACTION}\"a\":{}{}}}]}}",
        "[".repeat(count),
        "]".repeat(count)
    )
    .into_bytes()
}

pub(crate) fn deep_objects(count: usize) -> Vec<u8> {
    format!(
        "{OPEN_TRANSACTION}\"a\":{}1,\"a\":1{}}}]}}",
        "{\"a\":".repeat(count),
        "}".repeat(count)
    )
    .into_bytes()
}

pub(crate) fn deep_faults(count: usize) -> Vec<u8> {
    format!(
        "{OPEN_TRANSACTION}\"a\":{}1{}}}]}}",
        "{\"a\":2,\"a\":".repeat(count),
        "}".repeat(count)
    )
    .into_bytes()
}

pub(crate) fn bodies_cut_off(count: usize) -> Vec<u8> {
    list(
        "",
        "\n",
        "\n",
        count,
        part("{\"transactions\":[{\"amount\":#x}]}"),
    )
}

pub(crate) fn long_text(count: usize) -> Vec<u8> {
    text(count, "Einkauf ")
}

pub(crate) fn escapes(count: usize) -> Vec<u8> {
    text(count, "\\u00e4")
}

pub(crate) fn surrogates(count: usize) -> Vec<u8> {
    text(count, "\\ud83d\\ude00")
}

pub(crate) fn digits(count: usize) -> Vec<u8> {
    text(count, "4111 1")
}

pub(crate) fn digits_alone(count: usize) -> Vec<u8> {
    text(count, "41")
}

pub(crate) fn long_number(count: usize) -> Vec<u8> {
    members(1, |_| format!("\"originalAmount\":1{}", "0".repeat(count)))
}

pub(crate) fn long_amount(count: usize) -> Vec<u8> {
    members(1, |_| {
        format!("\"originalAmount\":\"1{}\"", "'000".repeat(count))
    })
}

pub(crate) fn long_key(count: usize) -> Vec<u8> {
    members(1, |_| format!("\"{}\":1", "amount".repeat(count)))
}

fn periods(count: usize, days: impl Fn(usize) -> [usize; 2]) -> Vec<u8> {
    let before = r#"{"organization":{"companyName":"Muster AG","leadCurrency":"CHF"},"accounts":[],"currencies":[],"taxes":[],"taxPeriods":["#;
    let day = |day: usize| {
        format!(
            "{:04}-{:02}-{:02}",
            1000 + day / 336 % 9000,
            1 + day / 28 % 12,
            1 + day % 28
        )
    };
    list(before, ",", "]}", count, |number| {
        let [start, end] = days(number).map(day);
        let method = r#""isSubjectToTax":true,"balanceTaxation":false,"accountingMethod":"CASH""#;
        format!(r#"{{"externalId":"{number}",{method},"startsAt":"{start}","endsAt":"{end}"}}"#)
    })
}

pub(crate) fn periods_in_order(count: usize) -> Vec<u8> {
    periods(count, |number| [number; 2])
}

pub(crate) fn periods_in_reverse(count: usize) -> Vec<u8> {
    periods(count, |number| [count - number; 2])
}

pub(crate) fn periods_that_overlap(count: usize) -> Vec<u8> {
    periods(count, |number| [number, number + 1000])
}

pub(crate) fn periods_in_periods(count: usize) -> Vec<u8> {
    periods(count, |number| [number, 2 * count - number])
}

fn batch(count: usize, id: impl Fn(usize) -> Option<String>) -> Vec<Transaction> {
    let account = AccountIdentifier::parse("CH9300762011623852957").expect("an account");
    let (amount, currency) = (
        Amount::parse("12.50").expect("an amount"),
        Currency::parse("CHF").expect("a currency"),
    );
    let transaction = |number| {
        let mut transaction = Transaction::new(account.clone(), amount, currency);
        transaction.transaction_id = id(number).map(|id| Text::parse(&id).expect("an id"));
        transaction.credit_debit = Some(CreditDebit::Debit);
        transaction.booked_at = Date::parse("2026-03-31").ok();
        transaction
    };
    (0..count).map(transaction).collect()
}

pub(crate) fn equal_keys(count: usize) -> Vec<Transaction> {
    batch(count, |_| Some("1".to_owned()))
}

pub(crate) fn equal_contents(count: usize) -> Vec<Transaction> {
    batch(count, |number| Some(number.to_string()))
}

pub(crate) fn no_keys(count: usize) -> Vec<Transaction> {
    batch(count, |_| None)
}
