use std::borrow::Cow;

use super::Choices;
use crate::contract;
use crate::record::{FieldKind, Record};
use crate::report::{Example, Policy, Report, Rule};
use crate::source::Span;
use crate::transactions::{Transaction, cells, check};
use crate::value::Text;

const ACCOUNTS: &[&str] = &[
    "CH9300762011623852957",
    "CH93 0076 2011 6238 5295 7",
    "LI21088100002324013AA",
    "XXXX XXXX XXXX 1234",
    "01-2345-6",
    "CH9300762011623852958",
    " Kasse ",
    "財布",
];
const AMOUNTS: &[&str] = &[
    "12.50",
    "0.05",
    "1000",
    "1.100",
    "0.0000000000000000000000000001",
    "79228162514264337593543950335",
    "7.9228162514264337593543950335",
    "99999999.99",
];
const CURRENCIES: &[&str] = &[
    "CHF", "EUR", "JPY", "KWD", "HRK", "XXX", "CHE", "VES", "UYW",
];
const DATES: &[&str] = &[
    "2026-03-31",
    "0001-01-01",
    "9999-12-31",
    "2024-02-29",
    "2000-02-29",
    "1999-12-31",
];
const TEXT_PIECES: &[&str] = &[
    "Einkauf",
    " ",
    "Bäckerei Müller",
    "Zürich",
    "\u{200b}",
    "日本語",
    "🦀",
    "👩\u{200d}👩\u{200d}👧",
    "\u{202e}txet",
    "a\"b",
    "c\\d/e",
    "\t",
    "\r\n",
    "\u{0}",
    "\u{7f}",
    "\u{feff}",
    "\u{2028}",
    "e\u{301}",
    "\u{10ffff}",
    "1'234.50",
    "{}",
];

/// A payload with the values that it contains.
///
/// ```
/// use universal_accounting::generate::{Choices, transactions};
///
/// let payload = transactions(&mut Choices::new(&[3]));
/// assert_eq!(payload.value.len(), 4);
/// assert!(payload.json.contains("\"transactions\""));
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Payload<T> {
    /// The payload, in any of the notations that JSON allows.
    pub json: String,
    /// The values in the payload.
    pub value: T,
}

/// A member of a JSON object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectMember {
    /// The name, without quotes.
    pub name: String,
    /// The value as JSON.
    pub value: String,
}

/// Writes a text as a JSON string: each character unescaped, with its short escape, or with a `\u` escape.
#[must_use]
pub fn json_string(text: &str, choices: &mut Choices<'_>) -> String {
    const SHORT: [(char, char); 6] = [
        ('"', '"'),
        ('\\', '\\'),
        ('/', '/'),
        ('\n', 'n'),
        ('\r', 'r'),
        ('\t', 't'),
    ];
    let mut json = String::from("\"");
    for character in text.chars() {
        let short = SHORT.iter().find(|(unescaped, _)| *unescaped == character);
        let must_escape = character < ' ' || matches!(character, '"' | '\\');
        match (must_escape, short, choices.below(16)) {
            (false, _, 0..=13) => json.push(character),
            (_, Some((_, short)), 0..=14) => json.extend(['\\', *short]),
            _ => json.extend(
                character
                    .encode_utf16(&mut [0; 2])
                    .iter()
                    .map(|unit| format!("\\u{unit:04x}")),
            ),
        }
    }
    json.push('"');
    json
}

fn white_space(choices: &mut Choices<'_>) -> &'static str {
    choices.pick(&["", "", "", "", " ", "\n", "\r\n", "\t", "\r", "\n\n  "])
}

/// Writes members as a JSON object, with `suffix` before the closing brace.
#[must_use]
pub fn json_object(members: &[ObjectMember], suffix: &str, choices: &mut Choices<'_>) -> String {
    let written: Vec<String> = members
        .iter()
        .map(|ObjectMember { name, value }| {
            let name = json_string(name, choices);
            format!(
                "{}{name}{}:{}{value}{}",
                white_space(choices),
                white_space(choices),
                white_space(choices),
                white_space(choices)
            )
        })
        .collect();
    format!(
        "{{{}{}{suffix}}}",
        written.join(","),
        if written.is_empty() {
            white_space(choices)
        } else {
            ""
        }
    )
}

/// Writes records as a payload of transactions.
#[must_use]
pub fn json_payload(records: &[String], choices: &mut Choices<'_>) -> String {
    let separator = format!("{},{}", white_space(choices), white_space(choices));
    let list = records.join(&separator);
    let note = if choices.once_in(8) {
        r#""note" : [{"a": [1e400, null]}], "#
    } else {
        ""
    };
    let [start, name, colon, value, first, end] = std::array::from_fn(|_| white_space(choices));
    format!("{start}{{{note}{name}\"transactions\"{colon}:{value}[{first}{list}]}}{end}")
}

/// Generates any text with a visible character.
#[must_use]
pub fn text(choices: &mut Choices<'_>) -> Text {
    let pieces: String = (0..=choices.below(6))
        .map(|_| choices.pick(TEXT_PIECES))
        .collect();
    Text::parse(&pieces).unwrap_or_else(|_| Text::parse(&format!("{pieces}x")).unwrap())
}

/// Generates any transaction that the types allow. Each field has a value of its kind; an optional field may have none.
#[must_use]
pub fn transaction(choices: &mut Choices<'_>) -> Transaction {
    let mut record = Record::new("", Transaction::FIELDS, Span::at(0));
    for (index, field) in Transaction::FIELDS.iter().enumerate() {
        if field.is_required() || choices.once_in(2) {
            let text = value(field.kind, choices);
            record.set_text(index, Cow::Owned(text), Span::at(0));
        }
    }
    record.build().unwrap()
}

fn value(kind: FieldKind, choices: &mut Choices<'_>) -> String {
    match kind {
        FieldKind::Account if !choices.once_in(4) => choices.pick(ACCOUNTS).to_owned(),
        FieldKind::Amount { .. } => choices.pick(AMOUNTS).to_owned(),
        FieldKind::Currency => choices.pick(CURRENCIES).to_owned(),
        FieldKind::Date => choices.pick(DATES).to_owned(),
        FieldKind::Choice(words) => choices.pick(words).to_owned(),
        _ => text(choices).as_str().to_owned(),
    }
}

/// Writes the members of a transaction in any order, with any escapes.
#[must_use]
pub fn json_members(transaction: &Transaction, choices: &mut Choices<'_>) -> Vec<ObjectMember> {
    let names = Transaction::TABLE
        .fields
        .iter()
        .map(|field| field.name.to_owned());
    let present = names
        .zip(cells(transaction))
        .filter(|(_, text)| !text.is_empty());
    let mut members: Vec<ObjectMember> = present
        .map(|(name, text)| ObjectMember {
            name,
            value: json_string(&text, choices),
        })
        .collect();
    choices.shuffle(&mut members);
    members
}

fn json_record(transaction: &Transaction, choices: &mut Choices<'_>) -> String {
    let members = json_members(transaction, choices);
    json_object(&members, "", choices)
}

/// Generates a payload of valid transactions in any of the notations that JSON allows: escapes, whitespace, members in any order, an unknown member.
#[must_use]
pub fn transactions(choices: &mut Choices<'_>) -> Payload<Vec<Transaction>> {
    let value: Vec<Transaction> = (0..=choices.below(6))
        .map(|_| transaction(choices))
        .collect();
    let records: Vec<String> = value
        .iter()
        .map(|transaction| json_record(transaction, choices))
        .collect();
    Payload {
        json: json_payload(&records, choices),
        value,
    }
}

/// Generates a payload of transactions that breaks this rule once, among valid records. Returns `None` for a rule that a payload of transactions
/// can't break.
///
/// ```
/// use universal_accounting::{contract, generate, report::Policy, transactions};
///
/// let rule = contract::rule("amount-zero").ok_or("no such rule")?;
/// let payload = generate::transactions_with_fault(rule, &mut generate::Choices::new(&[3, 1, 4])).ok_or("not of transactions")?;
/// let report = transactions::check(&payload, &Policy::new());
/// assert!(report.findings.iter().any(|finding| finding.rule == rule));
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn transactions_with_fault(rule: &Rule, choices: &mut Choices<'_>) -> Option<Vec<u8>> {
    let example = contract::page(rule.id)?.bad;
    // Some rules depend on more than the payload, such as a limit of the policy.
    let breaks = |report: Report| report.counts.iter().any(|count| count.rule == rule);
    match example {
        Example::Transaction(faulty) if breaks(check(&example.input(), &Policy::new())) => {
            let mut records: Vec<String> = (0..choices.below(4))
                .map(|_| json_record(&transaction(choices), choices))
                .collect();
            records.insert(choices.below(records.len() + 1), faulty.to_owned());
            Some(json_payload(&records, choices).into_bytes())
        }
        Example::Transactions(_) | Example::Repeated { .. } => Some(example.input().into_owned())
            .filter(|payload| breaks(check(payload, &Policy::new()))),
        _ => None,
    }
}
