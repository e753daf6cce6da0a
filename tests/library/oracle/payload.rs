//! Generates valid payloads for every entry point.

use universal_accounting::generate::Choices;

use crate::oracle::json::Json;

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

/// A field, whether it is required, and valid values in the notation of [`Json::parse`]. A `#` is replaced by the number of the record.
type FieldRow = (&'static str, bool, &'static [&'static str]);

const ORGANIZATION: &[FieldRow] = &[
    ("companyName", true, &["Muster AG", "Bäckerei Müller & Söhne", "🦀", "\u{200b}x", " x "]),
    ("companyUid", false, &["CHE-100.000.006", "CHE-123.456.788", "CHE-123.456.789", "CHE-023.456.789"]),
    ("companyTaxNumber", false, &["CHE-100.000.006 MWST", "DE129274202", "CHE-1", ""]),
    ("companyWebsite", false, &["https://www.example.ch", "www.example.ch", "no address", " "]),
    ("leadCurrency", true, &["CHF", "EUR", "JPY"]),
];
const ACCOUNT: &[FieldRow] = &[
    ("externalId", true, &["a-#", "Konto #", "4111 1111 1111 1111 #", " a-#", "🦀#"]),
    ("number", true, &["10#", "123456789012", "🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀"]),
    ("description", true, &["Bank", "Kasse Zürich", "a\"b\\c/d\n"]),
    ("currency", false, &["CHF", "EUR", "USD", "HRK", "XXX", "XAU", "VES"]),
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
const CURRENCY: &[FieldRow] = &[("externalId", true, &["c-#"]), ("code", true, &["CHF", "EUR", "USD", "HRK", "CHE"])];
const TAX: &[FieldRow] = &[
    ("externalId", true, &["t-#"]),
    ("code", true, &["UN81-#", "VM"]),
    ("description", true, &["Umsatzsteuer", "日本語"]),
    (
        "value",
        true,
        &["=8.1", "=0", "=100", "=100.00", "=8.10", "=81e-1", "=0.081", "=1E2", "=99.9999999999999999999999999"],
    ),
    ("country", false, &["CH", "XK", "UK", "zz", "🦀🦀"]),
];
const TAX_PERIOD: &[FieldRow] = &[
    ("externalId", true, &["p-#", "2026/#"]),
    ("isSubjectToTax", true, &["=true", "=false"]),
    ("balanceTaxation", true, &["=false", "=true"]),
    ("accountingMethod", true, &["ACCRUAL", "CASH"]),
    ("startsAt", true, &["2026-01-01", "0001-01-01", "2024-02-29", "2000-02-29", "2025-07-01"]),
    ("endsAt", true, &["2026-12-31", "9999-12-31", "2028-02-29", "2400-02-29"]),
];
const CONTACT: &[FieldRow] = &[
    ("externalId", true, &["k-#"]),
    ("legalType", true, &["COMPANY", "INDIVIDUAL"]),
    ("companyName", false, &["Lieferant GmbH", ""]),
    ("firstName", false, &["Anna"]),
    ("lastName", false, &["Muster", "\u{feff}"]),
];
const DIMENSION: &[FieldRow] = &[
    ("externalId", false, &["d-#", "A rather long external id that nobody limits #", "", " "]),
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
        &["Einkauf", "Kauf mit Karte 4111 1111 1111 1111", "a\"b\\c/d\n\u{0}\u{7f}", "👩\u{200d}👧", "\u{200b}"],
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
    ("currency", true, &["CHF", "EUR", "JPY", "KWD", "HRK", "XXX", "CHE"]),
    ("originalAmount", false, &["5", "7.9228162514264337593543950335"]),
    ("originalCurrency", false, &["USD", "CHF", "BGN"]),
    ("purchasedAt", false, &["2026-03-30", "2026-04-02", "0001-01-01"]),
    ("valutaAt", false, &["2026-03-31", "9999-12-31", "1996-02-29"]),
    ("bookedAt", false, &["2026-03-31", "2024-02-29"]),
];
const DOCUMENT_REQUEST: &[FieldRow] = &[
    ("signedFileName", true, &["f3b1c2.pdf", " f", "5555555555554444"]),
    ("fileName", true, &["rechnung.pdf", "\u{202e}fdp.txt"]),
    ("processImmediately", false, &["=true", "=false"]),
    ("paymentType", false, &["credit-card", "settled-payment", "cash", ""]),
    ("externalId", false, &["d-1", "A rather long external id that nobody limits", ""]),
];
const DOCUMENT_RESULT: &[FieldRow] =
    &[("serviceId", false, &["doc-81", ""]), ("serviceFileId", true, &["file-4711", " f"])];
const BASE_DATA_RESULT: &[FieldRow] = &[("success", true, &["=true", "=false"])];
const COUNTS: &[&str] = &["=0", "=12", "=3", "=18446744073709551615", "=1000"];
const IMPORT_RESULT: &[FieldRow] =
    &[("existingTransactions", true, COUNTS), ("newTransactions", true, COUNTS), ("errorTransactions", true, COUNTS)];

const INVOICE: &[FieldRow] = &[
    ("number", false, &["2026-118", "=null", ""]),
    ("date", false, &["2026-03-28", "=null"]),
    ("currency", false, &["CHF", "=null"]),
    ("payableUntil", false, &["2026-04-27", "=null"]),
    ("owner", false, &["Anna", "=null"]),
    ("sourceId", false, &["u-1", " u"]),
    ("postingType", false, &["anything", "=null"]),
];
const PERIOD: &[FieldRow] = &[("from", true, &["2026-03-01", "2026-04-01"]), ("to", true, &["2026-03-31"])];
const JOURNAL_CONTACT: &[FieldRow] = &[
    ("name", false, &["Beispiel GmbH", "=null", ""]),
    ("contactId", false, &["3f0b6f0e", "=null"]),
    (
        "externalId",
        false,
        &["k-17", "=null", "🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀"],
    ),
    ("legalType", false, &["company", "COMPANY", "=null"]),
    ("companyUid", false, &["CHE-100.000.006", "no UID", "=null"]),
];
const ADDRESS: &[FieldRow] = &[
    ("street", false, &["Hauptstrasse", "=null"]),
    ("city", false, &["Bern", ""]),
    ("country", false, &["CH", "Schweiz"]),
];
const ENTRY: &[FieldRow] = &[
    ("entryId", true, &["e-#", "e"]),
    ("entryNumber", false, &["=1", "=2", "=0"]),
    ("type", false, &["invoice", ""]),
    ("date", true, &["2026-03-31", "0001-01-01", "2024-02-29"]),
];
const LINE: &[FieldRow] = &[
    ("lineId", true, &["l-#", "l"]),
    ("lineNumber", false, &["=1", "=2", "=7"]),
    ("currency", true, &["CHF", "EUR", "HRK"]),
    ("amountInAccountCurrency", false, &["=null", "61.20", "-5"]),
    ("originalAmount", false, &["=null", "61.20"]),
    ("originalCurrency", false, &["=null", "EUR"]),
    ("text", false, &["Toner", "=null", ""]),
];
const LINE_ACCOUNT: &[FieldRow] = &[
    ("externalId", false, &["a-6500", "=null", " a"]),
    ("number", true, &["6500", "a number of more than twelve characters"]),
    ("currency", false, &["CHF", "=null"]),
];
const LINE_TAX: &[FieldRow] = &[
    ("externalId", false, &["t-1", "=null"]),
    ("code", false, &["VM81", "=null"]),
    ("value", false, &["8.1", "-0", "=null"]),
];
const JOURNAL_DIMENSION: &[FieldRow] = &[
    ("externalId", false, &["c-10", "=null"]),
    ("name", false, &["Verkauf", "=null"]),
    ("type", false, &["cost-center", "project", "credit-card-statement-file-acme-id", "other", "=null"]),
];
const JOURNAL_FILE: &[FieldRow] = &[
    ("serviceFileId", false, &["f-#", "=null"]),
    ("contentAsBase64", false, &["JVBERi0xLjQ=", "-_8", "JVBE\r\nRi0xLjQ=", "=null"]),
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

/// Unknown names, some of them nearly the name of an optional field.
const UNKNOWN: &[&str] =
    &["bookingText", "a/b~c", "", "🦀", "Iban", "Text", "contats", "note", "Country", "transactionld"];
const UNKNOWN_VALUES: &[&str] = &["x", "=null", r#"={"a":[{"b":[1,null]}]}"#, "=[]", "=-0.0", "", "4222222222222"];

/// Generates a payload without an error.
pub(crate) fn payload(entry_point: EntryPoint, choices: &mut Choices<'_>) -> Json {
    match entry_point {
        EntryPoint::BaseData => {
            let mut members = vec![("organization".to_owned(), record(ORGANIZATION, 0, choices))];
            for (name, required, rows) in LISTS {
                if *required || !choices.once_in(3) {
                    members.push(((*name).to_owned(), list(rows, usize::from(*required), choices)));
                }
            }
            object(members, choices)
        }
        EntryPoint::Transactions => object(vec![("transactions".to_owned(), list(TRANSACTION, 1, choices))], choices),
        EntryPoint::DocumentRequest => record(DOCUMENT_REQUEST, 0, choices),
        EntryPoint::DocumentResult => record(DOCUMENT_RESULT, 0, choices),
        EntryPoint::BaseDataResult => record(BASE_DATA_RESULT, 0, choices),
        EntryPoint::ImportResult => record(IMPORT_RESULT, 0, choices),
        EntryPoint::Journal => {
            let records: Vec<Json> = (0..choices.below(3)).map(|index| journal_record(index, choices)).collect();
            match records.as_slice() {
                [record] if choices.once_in(2) => record.clone(),
                _ => Json::List(records),
            }
        }
    }
}

/// Generates a journal record whose entries balance: each debit has a credit of the same amount.
fn journal_record(index: usize, choices: &mut Choices<'_>) -> Json {
    let entries = (0..choices.below(3)).map(|entry| {
        let lines = (0..choices.below(3)).flat_map(|pair| {
            let amount = choices.pick(&["65.00", "30", "0.5", "-7", "0", "007.10", "79228162514264337593543950335"]);
            ["debit", "credit"].map(|side| {
                let account = ("account", record(LINE_ACCOUNT, index, choices));
                let mut line = vec![account, ("amount", Json::parse(amount)), ("creditDebit", Json::parse(side))];
                if choices.once_in(2) {
                    line.push(("tax", nested(LINE_TAX, choices)));
                }
                if choices.once_in(2) {
                    line.push(("dimensions", list(JOURNAL_DIMENSION, 0, choices)));
                }
                with_members(record(LINE, pair, choices), line)
            })
        });
        let lines = ("lines", Json::List(lines.collect()));
        with_members(record(ENTRY, entry, choices), vec![lines])
    });
    let mut members = vec![("entries", Json::List(entries.collect()))];
    if choices.once_in(2) {
        let mut invoice = record(INVOICE, index, choices);
        if choices.once_in(2) {
            invoice = with_members(invoice, vec![("billingPeriod", nested(PERIOD, choices))]);
        }
        members.push(("invoice", invoice));
    }
    if choices.once_in(2) {
        let contact =
            with_members(record(JOURNAL_CONTACT, index, choices), vec![("address", nested(ADDRESS, choices))]);
        members.push(if choices.once_in(2) { ("contact", contact) } else { ("contacts", Json::List(vec![contact])) });
    }
    if choices.once_in(2) {
        members.push(("files", list(JOURNAL_FILE, 0, choices)));
    }
    with_members(record(&[("serviceId", true, &["s-#", " s-#"])], index, choices), members)
}

/// Generates a record or null.
fn nested(rows: &[FieldRow], choices: &mut Choices<'_>) -> Json {
    if choices.once_in(3) { Json::parse("=null") } else { record(rows, 0, choices) }
}

fn with_members(mut object: Json, more: Vec<(&str, Json)>) -> Json {
    if let Json::Object(members) = &mut object {
        members.extend(more.into_iter().map(|(name, value)| (name.to_owned(), value)));
    }
    object
}

fn list(rows: &[FieldRow], min: usize, choices: &mut Choices<'_>) -> Json {
    Json::List((0..min + choices.below(3)).map(|index| record(rows, index, choices)).collect())
}

fn record(rows: &[FieldRow], index: usize, choices: &mut Choices<'_>) -> Json {
    let mut members = Vec::new();
    for (name, required, values) in rows {
        if !required && choices.once_in(4) {
            continue;
        }
        // The first value is usual, so that many records take the fast path.
        let value = if choices.once_in(3) { choices.pick(values) } else { values[0] };
        members.push(((*name).to_owned(), Json::parse(&value.replace('#', &index.to_string()))));
    }
    object(members, choices)
}

fn object(mut members: Vec<(String, Json)>, choices: &mut Choices<'_>) -> Json {
    if choices.once_in(8) {
        members.push((choices.pick(UNKNOWN).to_owned(), Json::parse(choices.pick(UNKNOWN_VALUES))));
    }
    if choices.once_in(4) {
        choices.shuffle(&mut members);
    }
    Json::Object(members)
}
