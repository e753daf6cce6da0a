//! Generates valid payloads for every entry point.

use universal_accounting::generate::Choices;

use crate::oracle::journal_payload::journal;
use crate::oracle::json::Json;
use crate::oracle::members::{FieldRow, object, record};

/// A kind of payload. The names are those of the schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EntryPoint {
    BaseData,
    Transactions,
    DocumentRequest,
    DocumentResult,
    BaseDataResult,
    ImportResult,
    Journal,
}

impl EntryPoint {
    pub(crate) const ALL: [Self; 7] = [
        Self::BaseData,
        Self::Transactions,
        Self::DocumentRequest,
        Self::DocumentResult,
        Self::BaseDataResult,
        Self::ImportResult,
        Self::Journal,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::BaseData => "base-data",
            Self::Transactions => "transactions",
            Self::DocumentRequest => "document-request",
            Self::DocumentResult => "document-result",
            Self::BaseDataResult => "base-data-result",
            Self::ImportResult => "import-result",
            Self::Journal => "journal",
        }
    }
}

const ORGANIZATION: &[FieldRow] = &[
    (
        "companyName",
        true,
        &[
            "Muster AG",
            "Bäckerei Müller & Söhne",
            "🦀",
            "\u{200b}x",
            " x ",
        ],
    ),
    (
        "companyUid",
        false,
        &[
            "CHE-100.000.006",
            "CHE-123.456.788",
            "CHE-123.456.789",
            "CHE-023.456.789",
        ],
    ),
    (
        "companyTaxNumber",
        false,
        &["CHE-100.000.006 MWST", "DE129274202", "CHE-1", ""],
    ),
    (
        "companyWebsite",
        false,
        &[
            "https://www.example.ch",
            "www.example.ch",
            "no address",
            " ",
        ],
    ),
    ("leadCurrency", true, &["CHF", "EUR", "JPY"]),
];
const ACCOUNT: &[FieldRow] = &[
    (
        "externalId",
        true,
        &["a-#", "Konto #", "4111 1111 1111 1111 #", " a-#", "🦀#"],
    ),
    (
        "number",
        true,
        &["10#", "123456789012", "🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀"],
    ),
    (
        "description",
        true,
        &["Bank", "Kasse Zürich", "a\"b\\c/d\n"],
    ),
    (
        "currency",
        false,
        &["CHF", "EUR", "USD", "HRK", "XXX", "XAU", "VES"],
    ),
    (
        "iban",
        false,
        &[
            "CH9300762011623852957",
            "CH93 0076 2011 6238 5295 7",
            "ch93-0076.2011 6238 5295 7",
            "LI21088100002324013AA",
            "CH4431999123000889012",
        ],
    ),
    ("type", false, &["ASSET", "LIABILITY", "EXPENSE", "REVENUE"]),
];
const CURRENCY: &[FieldRow] = &[
    ("externalId", true, &["c-#"]),
    ("code", true, &["CHF", "EUR", "USD", "HRK", "CHE"]),
];
const TAX: &[FieldRow] = &[
    ("externalId", true, &["t-#"]),
    ("code", true, &["UN81-#", "VM"]),
    ("description", true, &["Umsatzsteuer", "日本語"]),
    (
        "value",
        true,
        &[
            "=8.1",
            "=0",
            "=100",
            "=100.00",
            "=8.10",
            "=81e-1",
            "=0.081",
            "=1E2",
            "=99.9999999999999999999999999",
        ],
    ),
    ("country", false, &["CH", "XK", "UK", "zz", "🦀🦀"]),
];
const TAX_PERIOD: &[FieldRow] = &[
    ("externalId", true, &["p-#", "2026/#"]),
    ("isSubjectToTax", true, &["=true", "=false"]),
    ("balanceTaxation", true, &["=false", "=true"]),
    ("accountingMethod", true, &["ACCRUAL", "CASH"]),
    (
        "startsAt",
        true,
        &[
            "2026-01-01",
            "0001-01-01",
            "2024-02-29",
            "2000-02-29",
            "2025-07-01",
        ],
    ),
    (
        "endsAt",
        true,
        &["2026-12-31", "9999-12-31", "2028-02-29", "2400-02-29"],
    ),
];
const CONTACT: &[FieldRow] = &[
    ("externalId", true, &["k-#"]),
    ("legalType", true, &["COMPANY", "INDIVIDUAL"]),
    ("companyName", false, &["Lieferant GmbH", ""]),
    ("firstName", false, &["Anna"]),
    ("lastName", false, &["Muster", "\u{feff}"]),
];
const DIMENSION: &[FieldRow] = &[
    (
        "externalId",
        false,
        &[
            "d-#",
            "A rather long external id that nobody limits #",
            "",
            " ",
        ],
    ),
    ("name", false, &["Neubau", ""]),
    ("code", false, &["NEU", "more-than-twelve"]),
];
const TRANSACTION: &[FieldRow] = &[
    (
        "accountIdentifier",
        true,
        &[
            "CH9300762011623852957",
            "XXXX XXXX XXXX 1234",
            "CH9300762011623852958",
            "CH93 0076 2011 6238 5295 7",
            "財布",
        ],
    ),
    ("transactionId", false, &["b-#", "1", " 1 ", ""]),
    (
        "text",
        false,
        &[
            "Einkauf",
            "Kauf mit Karte 4111 1111 1111 1111",
            "a\"b\\c/d\n\u{0}\u{7f}",
            "👩\u{200d}👧",
            "\u{200b}",
        ],
    ),
    ("creditDebit", false, &["debit", "credit"]),
    (
        "amount",
        true,
        &[
            "12.50",
            "0.05",
            "1000",
            "1.100",
            "12.505",
            "12.5",
            "0.0000000000000000000000000001",
            "79228162514264337593543950335",
        ],
    ),
    (
        "currency",
        true,
        &["CHF", "EUR", "JPY", "KWD", "HRK", "XXX", "CHE"],
    ),
    (
        "originalAmount",
        false,
        &["5", "7.9228162514264337593543950335"],
    ),
    ("originalCurrency", false, &["USD", "CHF", "BGN"]),
    (
        "purchasedAt",
        false,
        &["2026-03-30", "2026-04-02", "0001-01-01"],
    ),
    (
        "valutaAt",
        false,
        &["2026-03-31", "9999-12-31", "1996-02-29"],
    ),
    ("bookedAt", false, &["2026-03-31", "2024-02-29"]),
];
const DOCUMENT_REQUEST: &[FieldRow] = &[
    (
        "signedFileName",
        true,
        &["f3b1c2.pdf", " f", "5555555555554444"],
    ),
    ("fileName", true, &["rechnung.pdf", "\u{202e}fdp.txt"]),
    ("processImmediately", false, &["=true", "=false"]),
    (
        "paymentType",
        false,
        &["credit-card", "settled-payment", "cash", ""],
    ),
    (
        "externalId",
        false,
        &["d-1", "A rather long external id that nobody limits", ""],
    ),
];
const DOCUMENT_RESULT: &[FieldRow] = &[
    ("serviceId", false, &["doc-81", ""]),
    ("serviceFileId", true, &["file-4711", " f"]),
];
const BASE_DATA_RESULT: &[FieldRow] = &[("success", true, &["=true", "=false"])];
const COUNTS: &[&str] = &["=0", "=12", "=3", "=18446744073709551615", "=1000"];
const IMPORT_RESULT: &[FieldRow] = &[
    ("existingTransactions", true, COUNTS),
    ("newTransactions", true, COUNTS),
    ("errorTransactions", true, COUNTS),
];

/// The lists of base data, and whether they are required.
const LISTS: &[(&str, bool, &[FieldRow])] = &[
    ("accounts", true, ACCOUNT),
    ("currencies", true, CURRENCY),
    ("taxes", true, TAX),
    ("taxPeriods", true, TAX_PERIOD),
    ("contacts", false, CONTACT),
    ("costCenters", false, DIMENSION),
    ("projects", false, DIMENSION),
];

/// Generates a payload without an error.
pub(crate) fn payload(entry_point: EntryPoint, choices: &mut Choices<'_>) -> Json {
    match entry_point {
        EntryPoint::BaseData => {
            let mut members = vec![("organization".to_owned(), record(ORGANIZATION, 0, choices))];
            for (name, required, rows) in LISTS {
                if *required || !choices.once_in(3) {
                    members.push((
                        (*name).to_owned(),
                        list(rows, usize::from(*required), choices),
                    ));
                }
            }
            object(members, choices)
        }
        EntryPoint::Transactions => object(
            vec![("transactions".to_owned(), list(TRANSACTION, 1, choices))],
            choices,
        ),
        EntryPoint::DocumentRequest => record(DOCUMENT_REQUEST, 0, choices),
        EntryPoint::DocumentResult => record(DOCUMENT_RESULT, 0, choices),
        EntryPoint::BaseDataResult => record(BASE_DATA_RESULT, 0, choices),
        EntryPoint::ImportResult => record(IMPORT_RESULT, 0, choices),
        EntryPoint::Journal => journal(choices),
    }
}

fn list(rows: &[FieldRow], min: usize, choices: &mut Choices<'_>) -> Json {
    Json::List(
        (0..min + choices.below(3))
            .map(|index| record(rows, index, choices))
            .collect(),
    )
}
