//! Other libraries that process the same payloads.

use std::borrow::Cow;
use std::fmt;
use std::hint::black_box;
use std::marker::PhantomData;
use std::sync::LazyLock;

use jsonschema::Validator;
use serde::de::{Deserializer, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::comparison::Subject;

/// Parses into structs with borrowed strings with `serde_json`, which checks nothing.
pub(crate) const TRANSACTIONS_BORROWED: Subject = Subject {
    name: "serde_json borrowed",
    work: |json| read::<Transactions<&str>>(json),
};
pub(crate) const BASE_DATA_BORROWED: Subject = Subject {
    name: "serde_json borrowed",
    work: |json| read::<BaseData<&str>>(json),
};

/// Parses into structs with owned strings with `serde_json`, which checks nothing.
pub(crate) const TRANSACTIONS_OWNED: Subject = Subject {
    name: "serde_json owned",
    work: |json| read::<Transactions<String>>(json),
};
pub(crate) const BASE_DATA_OWNED: Subject = Subject {
    name: "serde_json owned",
    work: |json| read::<BaseData<String>>(json),
};

/// Parses into a tree with `serde_json`.
pub(crate) const VALUE: Subject = Subject {
    name: "serde_json Value",
    work: |json| read::<Value>(json),
};

/// Parses into structs with borrowed strings with `serde_json`, and writes them again.
pub(crate) const TRANSACTIONS_ROUND: Subject = Subject {
    name: "serde_json in and out",
    work: |json| {
        let read: Transactions<&str> = serde_json::from_slice(json).expect("transactions");
        black_box(serde_json::to_vec(&read).expect("JSON"));
    },
};
pub(crate) const BASE_DATA_ROUND: Subject = Subject {
    name: "serde_json in and out",
    work: |json| {
        let read: BaseData<&str> = serde_json::from_slice(json).expect("base data");
        black_box(serde_json::to_vec(&read).expect("JSON"));
    },
};

/// Visits the records with `sonic-rs`, keeps none of them, and checks the form of each value.
pub(crate) const TRANSACTIONS_STREAMED: Subject = Subject {
    name: "sonic-rs visitor",
    work: |json| {
        let streamed: Streamed = sonic_rs::from_slice(black_box(json)).expect("transactions");
        black_box(streamed.transactions);
    },
};

/// Parses into a tree and validates it with `jsonschema` and our own schema, which states the shapes, but not all rules.
pub(crate) const TRANSACTIONS_SCHEMA: Subject = Subject {
    name: "jsonschema",
    work: |json| validate(&TRANSACTIONS_VALIDATOR, json),
};
pub(crate) const BASE_DATA_SCHEMA: Subject = Subject {
    name: "jsonschema",
    work: |json| validate(&BASE_DATA_VALIDATOR, json),
};

static TRANSACTIONS_VALIDATOR: LazyLock<Validator> =
    LazyLock::new(|| validator(include_str!("../schema/transactions.schema.json")));
static BASE_DATA_VALIDATOR: LazyLock<Validator> =
    LazyLock::new(|| validator(include_str!("../schema/base-data.schema.json")));

fn validator(schema: &str) -> Validator {
    jsonschema::validator_for(&serde_json::from_str(schema).expect("JSON")).expect("a schema")
}

fn validate(validator: &Validator, json: &[u8]) {
    let value: Value = serde_json::from_slice(black_box(json)).expect("JSON");
    black_box(validator.iter_errors(&value).count());
}

fn read<'a, T: Deserialize<'a>>(json: &'a [u8]) {
    black_box(serde_json::from_slice::<T>(black_box(json)).expect("a payload"));
}

/// Counts the transactions whose values have the right form.
struct CountVisitor;

impl<'de> Visitor<'de> for CountVisitor {
    type Value = usize;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("transactions")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut records: A) -> Result<usize, A::Error> {
        let mut count = 0;
        while let Some(record) = records.next_element::<Transaction<Text<'_>>>()? {
            count += usize::from(record.is_well_formed());
        }
        Ok(count)
    }
}

#[derive(Deserialize)]
struct Streamed {
    #[serde(deserialize_with = "count")]
    transactions: usize,
}

fn count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    deserializer.deserialize_seq(CountVisitor)
}

/// A string, borrowed if it has no escapes.
#[derive(Serialize)]
struct Text<'a>(Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextVisitor<'a>(PhantomData<&'a ()>);
        impl<'de: 'a, 'a> Visitor<'de> for TextVisitor<'a> {
            type Value = Text<'a>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a text")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Text<'a>, E> {
                Ok(Text(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Text<'a>, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(TextVisitor(PhantomData))
    }
}

impl Transaction<Text<'_>> {
    fn is_well_formed(&self) -> bool {
        let text = |text: &Text<'_>| !text.0.trim().is_empty();
        let amount = |text: &Text<'_>| {
            let (whole, decimals) = text.0.split_once('.').unwrap_or((&text.0, "0"));
            let digits = |digits: &str| {
                !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
            };
            digits(whole) && digits(decimals)
        };
        let currency = |text: &Text<'_>| {
            text.0.len() == 3 && text.0.bytes().all(|byte| byte.is_ascii_uppercase())
        };
        let day = |text: &Text<'_>| {
            text.0.len() == 10
                && text.0.bytes().enumerate().all(|(index, byte)| {
                    if matches!(index, 4 | 7) {
                        byte == b'-'
                    } else {
                        byte.is_ascii_digit()
                    }
                })
        };
        text(&self.account_identifier)
            && self.transaction_id.as_ref().is_some_and(text)
            && self.text.as_ref().is_none_or(text)
            && self
                .credit_debit
                .as_ref()
                .is_some_and(|word| matches!(&*word.0, "credit" | "debit"))
            && amount(&self.amount)
            && currency(&self.currency)
            && self.original_amount.as_ref().is_none_or(amount)
            && self.original_currency.as_ref().is_none_or(currency)
            && [&self.purchased_at, &self.valuta_at, &self.booked_at]
                .into_iter()
                .flatten()
                .all(day)
    }
}

#[derive(Deserialize, Serialize)]
pub(crate) struct Transactions<T> {
    pub(crate) transactions: Vec<Transaction<T>>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Transaction<T> {
    account_identifier: T,
    #[serde(skip_serializing_if = "Option::is_none")]
    transaction_id: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    credit_debit: Option<T>,
    amount: T,
    currency: T,
    #[serde(skip_serializing_if = "Option::is_none")]
    original_amount: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    original_currency: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    purchased_at: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    valuta_at: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    booked_at: Option<T>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BaseData<T> {
    organization: Organization<T>,
    accounts: Vec<Account<T>>,
    currencies: Vec<Currency<T>>,
    taxes: Vec<Tax<T>>,
    tax_periods: Vec<TaxPeriod<T>>,
    cost_centers: Vec<Dimension<T>>,
    projects: Vec<Dimension<T>>,
    pub(crate) contacts: Vec<Contact<T>>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Organization<T> {
    company_name: T,
    #[serde(skip_serializing_if = "Option::is_none")]
    company_uid: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    company_tax_number: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    company_website: Option<T>,
    lead_currency: T,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Account<T> {
    external_id: T,
    number: T,
    description: T,
    #[serde(skip_serializing_if = "Option::is_none")]
    currency: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    iban: Option<T>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    account_type: Option<T>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Currency<T> {
    external_id: T,
    code: T,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Tax<T> {
    external_id: T,
    code: T,
    description: T,
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    country: Option<T>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct TaxPeriod<T> {
    external_id: T,
    is_subject_to_tax: bool,
    balance_taxation: bool,
    accounting_method: T,
    starts_at: T,
    ends_at: T,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Dimension<T> {
    #[serde(skip_serializing_if = "Option::is_none")]
    external_id: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<T>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Contact<T> {
    external_id: T,
    legal_type: T,
    #[serde(skip_serializing_if = "Option::is_none")]
    company_name: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_name: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_name: Option<T>,
}
