//! Generates journal exports, the same in every run, and parses them with `serde_json`.

use std::fmt::Write as _;
use std::hint::black_box;

use serde::Deserialize;
use universal_accounting::journal;
use universal_accounting::report::Policy;

use crate::comparison::{Job, Subject};
use crate::random::Random;

/// Whether records have files, and their content.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Files {
    None,
    Embedded,
}

const CHECK: Subject = Subject {
    name: "check",
    work: |json| {
        black_box(journal::check(black_box(json), &Policy::new()));
    },
};
const READ: Subject = Subject {
    name: "read",
    work: |json| {
        black_box(journal::read(black_box(json), &Policy::new()));
    },
};

/// Parses into structs with borrowed strings with `serde_json`, which checks nothing.
const BORROWED: Subject = Subject {
    name: "serde_json borrowed",
    work: |json| parse::<Record<&str>>(json),
};

/// Parses into structs with owned strings with `serde_json`, which checks nothing.
const OWNED: Subject = Subject {
    name: "serde_json owned",
    work: |json| parse::<Record<String>>(json),
};

fn parse<'a, T: Deserialize<'a>>(json: &'a [u8]) {
    black_box(serde_json::from_slice::<Vec<T>>(black_box(json)).expect("a journal"));
}

pub(crate) fn jobs(bytes: usize) -> Vec<Job> {
    let job = |name, input: String, subjects: &[Subject]| {
        assert_eq!(
            journal::check(input.as_bytes(), &Policy::new()).findings,
            [],
            "{name}"
        );
        Job {
            name,
            input: input.into_bytes(),
            subjects: subjects.to_vec(),
        }
    };
    let records = generate(bytes, Files::None);
    vec![
        job("check journal", records.clone(), &[CHECK, BORROWED, OWNED]),
        job(
            "check journal with files",
            generate(bytes, Files::Embedded),
            &[CHECK, BORROWED, OWNED],
        ),
        job("read journal", records, &[READ, BORROWED, OWNED]),
    ]
}

/// Generates records of about this size. As in real exports, absent values are `null`.
fn generate(bytes: usize, files: Files) -> String {
    let mut random = Random(0x5eed_0027);
    let mut json = String::from("[");
    for number in 1.. {
        if number > 1 {
            json.push(',');
        }
        push_record(&mut json, &mut random, number, files);
        if json.len() >= bytes {
            break;
        }
    }
    json.push(']');
    json
}

fn push_record(json: &mut String, random: &mut Random, number: usize, files: Files) {
    let day = format!(
        "2026-{:02}-{:02}",
        1 + random.below(12),
        1 + random.below(28)
    );
    let due = if random.percent(50) {
        "null".to_owned()
    } else {
        format!("\"{day}\"")
    };
    let _ = write!(
        json,
        r#"{{"serviceId":"C-{number:08}","invoice":{{"number":"R-{number}","date":"{day}","currency":"CHF","payableUntil":{due},"billingPeriod":null,"qrReferenceNumber":null,"owner":"Anna Muster","source":"mail","sourceId":null,"postingType":"invoice"}},"#
    );
    let _ = write!(
        json,
        r#""contact":{{"name":"Beispiel {number} GmbH","contactId":"3f0b6f0e-5f2c-4b8e-9d53-{number:012}","externalId":null,"legalType":"company","firstName":null,"lastName":null,"companyName":"Beispiel {number} GmbH","companyTaxNumber":null,"companyUid":null,"address":{{"street":"Hauptstrasse","houseNumber":"12a","postalCode":"3000","city":"Bern","country":"CH"}}}},"entries":["#
    );
    for entry in 1..=1 + random.below(3) {
        let separator = if entry == 1 { "" } else { "," };
        let _ = write!(
            json,
            r#"{separator}{{"entryId":"C-{number:08}-{entry}","entryNumber":{entry},"type":"invoice","date":"{day}","lines":["#
        );
        let debits = 1 + random.below(4);
        let mut sum = 0;
        for line in 1..=debits {
            let cents = 5 + random.below(200_000);
            sum += cents;
            push_line(
                json,
                random,
                &format!("C-{number:08}-{entry}-{line}"),
                line,
                ("debit", cents),
            );
            json.push(',');
        }
        let last = debits + 1;
        push_line(
            json,
            random,
            &format!("C-{number:08}-{entry}-{last}"),
            last,
            ("credit", sum),
        );
        json.push_str("]}");
    }
    json.push_str("],\"files\":[");
    if files == Files::Embedded {
        const ALPHABET: &[u8; 64] =
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let _ = write!(
            json,
            "{{\"serviceFileId\":\"F-{number}\",\"contentAsBase64\":\""
        );
        for _ in 0..10_000 + random.below(10_000) {
            let bits = random.next();
            json.extend((0..4).map(|sextet| {
                char::from(ALPHABET[usize::try_from(bits >> (6 * sextet) & 63).unwrap_or(0)])
            }));
        }
        json.push_str("\"}");
    }
    json.push_str("]}");
}

fn push_line(
    json: &mut String,
    random: &mut Random,
    id: &str,
    number: usize,
    (side, cents): (&str, usize),
) {
    let account = random.pick(&["1020", "2000", "4200", "6500", "6510", "6570"]);
    let tax = if random.percent(50) {
        r#"{"externalId":"t-vm81","code":"VM81","value":"8.1"}"#
    } else {
        "null"
    };
    let text = if random.percent(70) {
        "\"Toner und Papier, M\u{e4}rz\""
    } else {
        "null"
    };
    let dimensions = if random.percent(30) {
        r#"[{"externalId":"c-10","name":"Verkauf","type":"cost-center"}]"#
    } else {
        "[]"
    };
    let _ = write!(
        json,
        r#"{{"lineId":"{id}","lineNumber":{number},"creditDebit":"{side}","amount":"{}.{:02}","currency":"CHF","amountInAccountCurrency":null,"account":{{"externalId":"a-{account}","number":"{account}","currency":null}},"tax":{tax},"originalAmount":null,"originalCurrency":null,"text":{text},"dimensions":{dimensions}}}"#,
        cents / 100,
        cents % 100,
    );
}

macro_rules! records {
    ($($record:ident { $($field:ident: $value:ty,)+ })+) => {
        $(
            #[derive(Deserialize)]
            #[serde(rename_all = "camelCase")]
            #[allow(dead_code, reason = "parsed only")]
            struct $record<T> { $($field: $value,)+ }
        )+
    };
}

records! {
    Record {
        service_id: T,
        invoice: Option<Invoice<T>>,
        contact: Option<Contact<T>>,
        entries: Vec<Entry<T>>,
        files: Vec<File<T>>,
    }
    Invoice {
        number: Option<T>,
        date: Option<T>,
        currency: Option<T>,
        payable_until: Option<T>,
        billing_period: Option<Period<T>>,
        qr_reference_number: Option<T>,
        owner: Option<T>,
        source: Option<T>,
        source_id: Option<T>,
        posting_type: Option<T>,
    }
    Period { from: T, to: T, }
    Contact {
        name: Option<T>,
        contact_id: Option<T>,
        external_id: Option<T>,
        legal_type: Option<T>,
        first_name: Option<T>,
        last_name: Option<T>,
        company_name: Option<T>,
        company_tax_number: Option<T>,
        company_uid: Option<T>,
        address: Option<Address<T>>,
    }
    Address {
        street: Option<T>,
        house_number: Option<T>,
        postal_code: Option<T>,
        city: Option<T>,
        country: Option<T>,
    }
    Entry { entry_id: T, entry_number: u64, r#type: T, date: T, lines: Vec<Line<T>>, }
    Line {
        line_id: T,
        line_number: u64,
        credit_debit: T,
        amount: T,
        currency: T,
        amount_in_account_currency: Option<T>,
        account: Account<T>,
        tax: Option<Tax<T>>,
        original_amount: Option<T>,
        original_currency: Option<T>,
        text: Option<T>,
        dimensions: Vec<Dimension<T>>,
    }
    Account { external_id: Option<T>, number: T, currency: Option<T>, }
    Tax { external_id: Option<T>, code: Option<T>, value: Option<T>, }
    Dimension { external_id: Option<T>, name: Option<T>, r#type: Option<T>, }
    File { service_file_id: Option<T>, content_as_base64: Option<T>, }
}
