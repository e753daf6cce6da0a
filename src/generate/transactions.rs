use super::Tape;
use crate::contract;
use crate::record::{Field, Kind, TypedRecord};
use crate::report::{Example, Policy, Report, Rule};
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
const CURRENCIES: &[&str] = &["CHF", "EUR", "JPY", "KWD", "HRK", "XXX", "CHE", "VES", "UYW"];
const DATES: &[&str] = &["2026-03-31", "0001-01-01", "9999-12-31", "2024-02-29", "2000-02-29", "1999-12-31"];
const PIECES: &[&str] = &[
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

/// A payload and what it says.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Payload<T> {
    /// The payload, in any of the spellings that JSON has.
    pub json: String,
    /// What it says.
    pub value: T,
}

/// A member of an object: its name, and its value as JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its value as JSON.
    pub value: String,
}

/// A text as a JSON string: each character plain, with its short escape or with a long one.
#[must_use]
pub fn json_string(text: &str, tape: &mut Tape<'_>) -> String {
    const SHORT: [(char, char); 6] = [('"', '"'), ('\\', '\\'), ('/', '/'), ('\n', 'n'), ('\r', 'r'), ('\t', 't')];
    let mut json = String::from("\"");
    for character in text.chars() {
        let short = SHORT.iter().find(|(plain, _)| *plain == character);
        let must = character < ' ' || matches!(character, '"' | '\\');
        match (must, short, tape.below(16)) {
            (false, _, 0..=13) => json.push(character),
            (_, Some((_, short)), 0..=14) => json.extend(['\\', *short]),
            _ => json.extend(character.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}"))),
        }
    }
    json.push('"');
    json
}

fn blank(tape: &mut Tape<'_>) -> &'static str {
    tape.pick(&["", "", "", "", " ", "\n", "\r\n", "\t", "\r", "\n\n  "])
}

/// Members as a JSON object; `last` stands before the closing bracket.
#[must_use]
pub fn object(members: &[Member], last: &str, tape: &mut Tape<'_>) -> String {
    let written: Vec<String> = members
        .iter()
        .map(|Member { name, value }| {
            let name = json_string(name, tape);
            format!("{}{name}{}:{}{value}{}", blank(tape), blank(tape), blank(tape), blank(tape))
        })
        .collect();
    format!("{{{}{}{last}}}", written.join(","), if written.is_empty() { blank(tape) } else { "" })
}

/// Records as a payload.
#[must_use]
pub fn payload(records: &[String], tape: &mut Tape<'_>) -> String {
    let separator = format!("{},{}", blank(tape), blank(tape));
    let list = records.join(&separator);
    let note = if tape.once_in(8) { r#""note" : [{"a": [1e400, null]}], "# } else { "" };
    let [start, name, colon, value, first, end] = std::array::from_fn(|_| blank(tape));
    format!("{start}{{{note}{name}\"transactions\"{colon}:{value}[{first}{list}]}}{end}")
}

/// Any text in which something can be seen.
#[must_use]
pub fn text(tape: &mut Tape<'_>) -> Text {
    let pieces: String = (0..=tape.below(6)).map(|_| tape.pick(PIECES)).collect();
    Text::parse(&pieces).unwrap_or_else(|_| Text::parse(&format!("{pieces}x")).unwrap())
}

/// Any transaction that the types allow: each field of the table has a value that its kind allows, or, if it may, none.
#[must_use]
pub fn transaction(tape: &mut Tape<'_>) -> Transaction {
    let mut value = |field: &Field| (field.is_required() || tape.once_in(2)).then(|| value(field.kind, tape));
    let values: Vec<Option<String>> = Transaction::FIELDS.iter().map(&mut value).collect();
    Transaction::from_texts(&|field| values.get(field)?.as_deref()).unwrap()
}

fn value(kind: Kind, tape: &mut Tape<'_>) -> String {
    match kind {
        Kind::Account if !tape.once_in(4) => tape.pick(ACCOUNTS).to_owned(),
        Kind::Amount { .. } => tape.pick(AMOUNTS).to_owned(),
        Kind::Currency => tape.pick(CURRENCIES).to_owned(),
        Kind::Date => tape.pick(DATES).to_owned(),
        Kind::Choice(words) => tape.pick(words).to_owned(),
        _ => text(tape).as_str().to_owned(),
    }
}

/// The members of a transaction, strings escaped one way or another, in any order.
#[must_use]
pub fn members(booking: &Transaction, tape: &mut Tape<'_>) -> Vec<Member> {
    let names = Transaction::TABLE.fields.iter().map(|field| field.name.to_owned());
    let present = names.zip(cells(booking)).filter(|(_, text)| !text.is_empty());
    let mut members: Vec<Member> =
        present.map(|(name, text)| Member { name, value: json_string(&text, tape) }).collect();
    tape.shuffle(&mut members);
    members
}

fn record(booking: &Transaction, tape: &mut Tape<'_>) -> String {
    let members = members(booking, tape);
    object(&members, "", tape)
}

/// A payload of right transactions, in any of the spellings that JSON has: escapes, blanks, members in any order, a member that nobody knows.
#[must_use]
pub fn transactions(tape: &mut Tape<'_>) -> Payload<Vec<Transaction>> {
    let value: Vec<Transaction> = (0..=tape.below(6)).map(|_| transaction(tape)).collect();
    let records: Vec<String> = value.iter().map(|booking| record(booking, tape)).collect();
    Payload { json: payload(&records, tape), value }
}

/// A payload of transactions in which this rule is broken, once among records that are right; none for a rule that no payload of transactions
/// breaks.
///
/// ```
/// use universal_accounting::{contract, generate, report::Policy, transactions};
///
/// let rule = contract::rule("amount-zero").ok_or("no such rule")?;
/// let payload = generate::transactions_with_fault(rule, &mut generate::Tape::new(&[3, 1, 4])).ok_or("not of transactions")?;
/// let report = transactions::check(&payload, &Policy::new());
/// assert!(report.findings.iter().any(|finding| finding.rule == rule));
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn transactions_with_fault(rule: &Rule, tape: &mut Tape<'_>) -> Option<Vec<u8>> {
    let example = contract::page(rule.id)?.bad;
    // Some rules are broken only by what is beside a payload, such as a limit.
    let breaks = |report: Report| report.counts.iter().any(|count| count.rule == rule);
    match example {
        Example::Transaction(faulty) if breaks(check(&example.input(), &Policy::new())) => {
            let mut records: Vec<String> = (0..tape.below(4)).map(|_| record(&transaction(tape), tape)).collect();
            records.insert(tape.below(records.len() + 1), faulty.to_owned());
            Some(payload(&records, tape).into_bytes())
        }
        Example::Transactions(_) | Example::Repeated { .. } => {
            Some(example.input().into_owned()).filter(|payload| breaks(check(payload, &Policy::new())))
        }
        _ => None,
    }
}
