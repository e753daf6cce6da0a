//! Generates journal exports without an error.

use universal_accounting::generate::Choices;

use crate::oracle::json::Json;
use crate::oracle::members::{FieldRow, members, object, record};

const RECORD: &[FieldRow] = &[("serviceId", true, &["s-#", "S-#-C-1", "財布", " s-#"])];
const INVOICE: &[FieldRow] = &[
    ("number", false, &["2026-118", "=null", "", "a\"b\\c/d\n"]),
    ("date", false, &["2026-03-28", "=null", "2024-02-29"]),
    ("currency", false, &["CHF", "EUR", "=null", "HRK"]),
    (
        "payableUntil",
        false,
        &["2026-04-27", "=null", "9999-12-31"],
    ),
    (
        "qrReferenceNumber",
        false,
        &["=null", "210000000003139471430009017", "x"],
    ),
    ("owner", false, &["Anna Muster", "=null", "🦀"]),
    ("source", false, &["upload", "=null"]),
    ("sourceId", false, &["u-#", "=null", " u-#"]),
    (
        "postingType",
        false,
        &["creditor-invoice", "anything", "=null"],
    ),
];
const BILLING_PERIOD: &[FieldRow] = &[
    ("from", true, &["2026-03-01", "0001-01-01", "2026-12-31"]),
    ("to", true, &["2026-03-31", "9999-12-31"]),
];
const CONTACT: &[FieldRow] = &[
    (
        "name",
        false,
        &["Beispiel GmbH", "=null", "4111 1111 1111 1111"],
    ),
    (
        "contactId",
        false,
        &["3f0b6f0e-5f2c-4b8e-9d53-0d9f6f0c1a2b", "=null", "k"],
    ),
    (
        "externalId",
        false,
        &[
            "k-17",
            "=null",
            "123456789012345678901234567890123456",
            " k",
        ],
    ),
    (
        "legalType",
        false,
        &["company", "person", "COMPANY", "=null", "club"],
    ),
    ("firstName", false, &["=null", "Anna"]),
    ("lastName", false, &["=null", "Muster", "\u{200b}"]),
    ("companyName", false, &["Beispiel GmbH", "=null", ""]),
    (
        "companyTaxNumber",
        false,
        &["CHE-100.000.006 MWST", "=null", "x"],
    ),
    (
        "companyUid",
        false,
        &["CHE-100.000.006", "=null", "no such number"],
    ),
];
const ADDRESS: &[FieldRow] = &[
    ("street", false, &["Hauptstrasse", "=null"]),
    ("houseNumber", false, &["12a", "=null", ""]),
    ("postalCode", false, &["3000", "=null"]),
    ("city", false, &["Bern", "=null", "Zürich"]),
    ("country", false, &["CH", "Schweiz", "=null", "che"]),
];
const ENTRY: &[FieldRow] = &[
    ("entryId", true, &["e-#", "E-#-C-1"]),
    (
        "entryNumber",
        false,
        &["=1", "=#", "=0", "=18446744073709551615"],
    ),
    ("type", false, &["invoice", "anything", "", "日本語"]),
    ("date", true, &["2026-03-31", "2024-02-29", "0001-01-01"]),
];
const LINE: &[FieldRow] = &[
    ("lineId", true, &["l-#", "L-#-C-1"]),
    ("lineNumber", false, &["=#", "=0", "=7"]),
    (
        "amountInAccountCurrency",
        false,
        &["=null", "61.20", "-61.20", "0"],
    ),
    (
        "originalAmount",
        false,
        &["=null", "70.10", "-0.00", "79228162514264337593543950335"],
    ),
    ("originalCurrency", false, &["=null", "EUR", "XXX"]),
    (
        "text",
        false,
        &[
            "Toner, March",
            "=null",
            "a\"b\\c/d\n\u{7f}",
            "",
            "Kauf mit Karte 4111 1111 1111 1111",
        ],
    ),
];
const ACCOUNT: &[FieldRow] = &[
    (
        "externalId",
        false,
        &[
            "a-6500",
            "=null",
            "A rather long external id that nobody limits",
        ],
    ),
    (
        "number",
        true,
        &["6500", "12345678901234567890", "財布", " 2000"],
    ),
    ("currency", false, &["=null", "CHF", "USD"]),
];
const TAX: &[FieldRow] = &[
    ("externalId", false, &["t-1", "=null", ""]),
    (
        "code",
        false,
        &["VM81", "=null", "more than twelve characters"],
    ),
    (
        "value",
        false,
        &[
            "8.1",
            "=null",
            "0",
            "-7.70",
            "0.0000000000000000000000000001",
        ],
    ),
];
const DIMENSION: &[FieldRow] = &[
    (
        "externalId",
        false,
        &[
            "c-10",
            "=null",
            "A rather long external id that nobody limits",
        ],
    ),
    ("name", false, &["Verkauf", "=null", ""]),
    (
        "type",
        false,
        &[
            "cost-center",
            "project",
            "credit-card-statement-file-service-id",
            "anything",
            "=null",
        ],
    ),
];
const FILE: &[FieldRow] = &[
    ("serviceFileId", false, &["file-4711", "=null"]),
    (
        "contentAsBase64",
        false,
        &[
            "JVBERi0xLjQ=",
            "=null",
            "JVBERi0xLjQ",
            "-_8",
            "+/8=",
            "JVBE\r\nRi0x\nLjQ=\n",
            "",
            "4111111111111111",
        ],
    ),
];

/// The amounts of two lines that balance.
const AMOUNTS: &[[&str; 2]] = &[
    ["65.00", "65.00"],
    ["30", "30.00"],
    ["0.50", "00.5"],
    ["-5.00", "-5"],
    ["0", "-0.00"],
    [
        "79228162514264337593543950335",
        "79228162514264337593543950335",
    ],
    [
        "0.0000000000000000000000000001",
        "0.0000000000000000000000000001",
    ],
    ["1234567.123456", "1234567.1234560"],
];

/// Generates an export: an array, or one record.
pub(crate) fn journal(choices: &mut Choices<'_>) -> Json {
    if choices.once_in(8) {
        return business_transaction(0, choices);
    }
    list(4, choices, business_transaction)
}

fn business_transaction(index: usize, choices: &mut Choices<'_>) -> Json {
    let mut members = members(RECORD, index, choices);
    nested(&mut members, "invoice", choices, |choices| {
        let mut members = self::members(INVOICE, index, choices);
        nested(&mut members, "billingPeriod", choices, |choices| {
            record(BILLING_PERIOD, 0, choices)
        });
        object(members, choices)
    });
    nested(&mut members, "contact", choices, contact);
    if choices.once_in(4) {
        nested(&mut members, "contacts", choices, |choices| {
            list(3, choices, |_, choices| contact(choices))
        });
    }
    members.push(("entries".to_owned(), list(3, choices, entry)));
    nested(&mut members, "files", choices, |choices| {
        list(3, choices, |index, choices| record(FILE, index, choices))
    });
    object(members, choices)
}

fn contact(choices: &mut Choices<'_>) -> Json {
    let mut members = members(CONTACT, 0, choices);
    nested(&mut members, "address", choices, |choices| {
        record(ADDRESS, 0, choices)
    });
    object(members, choices)
}

fn entry(index: usize, choices: &mut Choices<'_>) -> Json {
    let mut members = members(ENTRY, index + 1, choices);
    let currency = choices.pick(&["CHF", "CHF", "EUR", "JPY", "HRK"]);
    let mut lines = Vec::new();
    for pair in 0..choices.below(4) {
        let amounts = if choices.once_in(3) {
            choices.pick(AMOUNTS)
        } else {
            AMOUNTS[0]
        };
        for (place, (side, amount)) in ["debit", "credit"].into_iter().zip(amounts).enumerate() {
            lines.push(line(
                2 * pair + place + 1,
                [side, amount, currency],
                choices,
            ));
        }
    }
    // A line alone balances with nothing, and an entry in several currencies may be of any sum.
    if lines.is_empty() && choices.once_in(4) {
        lines.push(line(1, ["debit", "5.00", currency], choices));
    } else if !lines.is_empty() && choices.once_in(8) {
        lines.push(line(9, ["credit", "1.00", "USD"], choices));
    }
    members.push(("lines".to_owned(), Json::List(lines)));
    object(members, choices)
}

fn line(number: usize, values: [&str; 3], choices: &mut Choices<'_>) -> Json {
    let mut members = members(LINE, number, choices);
    // Lines usually have their amount after their number.
    let at = members
        .iter()
        .position(|(name, _)| name != "lineId" && name != "lineNumber")
        .unwrap_or(members.len());
    let money = ["creditDebit", "amount", "currency"]
        .into_iter()
        .zip(values);
    members.splice(
        at..at,
        money.map(|(name, value)| (name.to_owned(), Json::Text(value.to_owned()))),
    );
    members.push(("account".to_owned(), record(ACCOUNT, 0, choices)));
    nested(&mut members, "tax", choices, |choices| {
        record(TAX, 0, choices)
    });
    nested(&mut members, "dimensions", choices, |choices| {
        list(3, choices, |index, choices| {
            record(DIMENSION, index, choices)
        })
    });
    object(members, choices)
}

/// Adds a value that may be absent or null.
fn nested<'b>(
    members: &mut Vec<(String, Json)>,
    name: &str,
    choices: &mut Choices<'b>,
    value: impl FnOnce(&mut Choices<'b>) -> Json,
) {
    match choices.below(4) {
        0 => {}
        1 if choices.once_in(2) => members.push((name.to_owned(), Json::Raw("null".to_owned()))),
        _ => members.push((name.to_owned(), value(choices))),
    }
}

fn list<'b>(
    limit: usize,
    choices: &mut Choices<'b>,
    item: impl Fn(usize, &mut Choices<'b>) -> Json,
) -> Json {
    Json::List(
        (0..choices.below(limit))
            .map(|index| item(index, choices))
            .collect(),
    )
}
