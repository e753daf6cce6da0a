//! Payloads of transactions: right ones, ones with a fault in a record, ones with damaged bytes.

use std::fmt::Write as _;

use universal_accounting::transactions::{CreditDebit, Transaction};
use universal_accounting::value::{AccountIdentifier, Amount, Currency, Date, Text};

use crate::tape::Tape;

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

/// Any text in which something can be seen.
pub(crate) fn text(tape: &mut Tape<'_>) -> Text {
    let pieces: String = (0..=tape.below(6)).map(|_| tape.pick(PIECES)).collect();
    Text::parse(&pieces).unwrap_or_else(|_| Text::parse(&format!("{pieces}x")).unwrap())
}

/// Any transaction that the types allow.
pub(crate) fn transaction(tape: &mut Tape<'_>) -> Transaction {
    let account = if tape.once_in(4) { text(tape).as_str().to_owned() } else { tape.pick(ACCOUNTS).to_owned() };
    let amount = |tape: &mut Tape<'_>| Amount::parse(tape.pick(AMOUNTS)).unwrap();
    let currency = |tape: &mut Tape<'_>| Currency::parse(tape.pick(CURRENCIES)).unwrap();
    let date = |tape: &mut Tape<'_>| Date::parse(tape.pick(DATES)).unwrap();
    let mut booking = Transaction::new(AccountIdentifier::parse(&account).unwrap(), amount(tape), currency(tape));
    booking.transaction_id = tape.once_in(2).then(|| text(tape));
    booking.text = tape.once_in(2).then(|| text(tape));
    booking.credit_debit = [None, Some(CreditDebit::Debit), Some(CreditDebit::Credit)][tape.below(3)];
    booking.original_amount = tape.once_in(3).then(|| amount(tape));
    booking.original_currency = tape.once_in(3).then(|| currency(tape));
    booking.purchased_at = tape.once_in(3).then(|| date(tape));
    booking.valuta_at = tape.once_in(3).then(|| date(tape));
    booking.booked_at = tape.once_in(2).then(|| date(tape));
    booking
}

/// A member of an object: its name, and its value as JSON.
#[derive(Debug, Clone)]
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) value: String,
}

/// The members of a transaction, strings escaped one way or another, in any order.
pub(crate) fn members(booking: &Transaction, tape: &mut Tape<'_>) -> Vec<Member> {
    let date = |date: Option<Date>| date.map(|date| date.to_string());
    let values = [
        ("accountIdentifier", Some(booking.account_identifier.as_str().to_owned())),
        ("transactionId", booking.transaction_id.as_ref().map(|id| id.as_str().to_owned())),
        ("text", booking.text.as_ref().map(|text| text.as_str().to_owned())),
        ("creditDebit", booking.credit_debit.map(|direction| direction.as_str().to_owned())),
        ("amount", Some(booking.amount.to_string())),
        ("currency", Some(booking.currency.to_string())),
        ("originalAmount", booking.original_amount.map(|amount| amount.to_string())),
        ("originalCurrency", booking.original_currency.map(|currency| currency.to_string())),
        ("purchasedAt", date(booking.purchased_at)),
        ("valutaAt", date(booking.valuta_at)),
        ("bookedAt", date(booking.booked_at)),
    ];
    let present = values.into_iter().filter_map(|(name, value)| Some((name, value?)));
    let mut members: Vec<Member> =
        present.map(|(name, value)| Member { name: name.to_owned(), value: string(&value, tape) }).collect();
    tape.shuffle(&mut members);
    members
}

/// A text as a JSON string: each character plain, with its short escape or with a long one.
pub(crate) fn string(text: &str, tape: &mut Tape<'_>) -> String {
    let mut json = String::from("\"");
    for character in text.chars() {
        let short = match character {
            '"' => Some('"'),
            '\\' => Some('\\'),
            '/' => Some('/'),
            '\n' => Some('n'),
            '\r' => Some('r'),
            '\t' => Some('t'),
            _ => None,
        };
        let must = character < ' ' || matches!(character, '"' | '\\');
        match (must, short, tape.below(16)) {
            (false, _, 0..=13) => json.push(character),
            (_, Some(short), 0..=14) => json.extend(['\\', short]),
            _ => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    write!(json, "\\u{unit:04x}").unwrap();
                }
            }
        }
    }
    json.push('"');
    json
}

fn blank(tape: &mut Tape<'_>) -> &'static str {
    tape.pick(&["", "", "", "", " ", "\n", "\r\n", "\t", "\r", "\n\n  "])
}

/// Members as a JSON object; `last` stands before the closing bracket.
pub(crate) fn object(members: &[Member], last: &str, tape: &mut Tape<'_>) -> String {
    let written: Vec<String> = members
        .iter()
        .map(|Member { name, value }| {
            let name = string(name, tape);
            format!("{}{name}{}:{}{value}{}", blank(tape), blank(tape), blank(tape), blank(tape))
        })
        .collect();
    format!("{{{}{}{last}}}", written.join(","), if written.is_empty() { blank(tape) } else { "" })
}

/// Records as a payload.
pub(crate) fn payload(records: &[String], tape: &mut Tape<'_>) -> String {
    let separator = format!("{},{}", blank(tape), blank(tape));
    let list = records.join(&separator);
    let note = if tape.once_in(8) { r#""note" : [{"a": [1e400, null]}], "# } else { "" };
    format!(
        "{}{{{note}{}\"transactions\"{}:{}[{}{list}]}}{}",
        blank(tape),
        blank(tape),
        blank(tape),
        blank(tape),
        blank(tape),
        blank(tape)
    )
}

/// Puts one fault, or one oddity, into a record and gives it as JSON.
pub(crate) fn faulty(mut members: Vec<Member>, tape: &mut Tape<'_>) -> String {
    const VALUES: &[&str] = &[
        "null",
        "true",
        "12.50",
        "-0",
        "[]",
        "{\"a\":{\"b\":[1,{}]}}",
        "\"\"",
        "\" \\t\"",
        "\"\u{200b}\"",
        "\"31.03.2026\"",
        "\"2026-02-30\"",
        "\"01.02.03\"",
        "\"1'234.50\"",
        "\"-12.50\"",
        "\"0012.50\"",
        "\"12,5\"",
        "\"0.00\"",
        "\"79228162514264337593543950336\"",
        "\"chf\"",
        "\"SFr\"",
        "\"DEBIT\"",
        "\"debti\"",
        "\"CH9300762011623852958\"",
    ];
    let at = tape.below(members.len());
    match tape.below(10) {
        0 => members[at].value = tape.pick(VALUES).into(),
        1 => {
            members.remove(at);
        }
        2 => members[at].name = members[at].name.to_uppercase(),
        3 => {
            members[at].name.pop();
        }
        4 => {
            let twin = members[at].clone();
            members.push(twin);
        }
        5 => members.push(Member { name: "booking/~text".into(), value: r#"{"a":[{"b":null}],"":{"":[]}}"#.into() }),
        6 => return object(&members, ",", tape),
        7 => return tape.pick(&["null", "\"12.50\"", "[{}]", "7"]).into(),
        8 => members.insert(at, Member { name: "text".into(), value: "null".into() }),
        _ => members[at].value = tape.pick(VALUES).replace('"', ""),
    }
    object(&members, "", tape)
}

/// Damages bytes at a few places, or cuts the rest off.
pub(crate) fn damaged(payload: &str, tape: &mut Tape<'_>) -> Vec<u8> {
    let mut bytes = payload.as_bytes().to_vec();
    for _ in 0..=tape.below(3) {
        let at = tape.below(bytes.len());
        match tape.below(5) {
            0 => bytes[at] ^= 1 << tape.below(8),
            1 => bytes.truncate(at),
            2 => bytes.insert(at, tape.pick(b"{}[],:\"\\\n\r x0\xff\xc3")),
            3 => {
                bytes.remove(at);
            }
            _ => bytes.splice(0..0, *b"\xEF\xBB\xBF").for_each(drop),
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}
