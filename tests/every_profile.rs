//! Each format written by its own profile and read back: columns, signs, days and ids, for every generation and style.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    reason = "a test may panic"
)]

use std::collections::BTreeSet;

use universal_accounting::bank::profile::{
    AmountModel, Direction, DirectionWords, Fee, Role, Side, Sign, Style, Variant,
};
use universal_accounting::bank::{self, Conversion, Format, Options, Profile};
use universal_accounting::transactions::CreditDebit;
use universal_accounting::value::{AccountIdentifier, Currency};

/// A booking: its day in March 2026, with the value date a day later and the purchase a day before it, the amount in cents, positive for money in, and its text.
struct Booking(u8, i64, &'static str);

const IBAN: &str = "CH9300762011623852957";
const NUMBER: &str = "12-345.6";

/// Two of them are twins.
const BOOKINGS: [Booking; 4] = [
    Booking(30, -1250, "Bäckerei Muster"),
    Booking(29, 123_400, "Arbeitgeberin AG"),
    Booking(28, -1250, "Bäckerei Muster"),
    Booking(28, -1250, "Bäckerei Muster"),
];

fn day(form: &str, day: u8) -> String {
    let tokens = [
        ("yyyy", "2026".to_owned()),
        ("yy", "26".to_owned()),
        ("mmm", "Mar".to_owned()),
        ("mm", "03".to_owned()),
        ("m", "3".to_owned()),
        ("dd", format!("{day:02}")),
        ("d", day.to_string()),
        ("HH", "14".to_owned()),
        ("H", "9".to_owned()),
        ("MM", "05".to_owned()),
        ("SS", "07".to_owned()),
        ("F", "0".to_owned()),
        ("Z", "+0100".to_owned()),
    ];
    let mut rest = form;
    let mut text = String::new();
    while let Some(next) = rest.chars().next() {
        match tokens.iter().find(|(token, _)| rest.starts_with(token)) {
            Some((token, value)) => {
                text.push_str(value);
                rest = &rest[token.len()..];
            }
            None => {
                text.push(next);
                rest = &rest[next.len_utf8()..];
            }
        }
    }
    text
}

fn number(style: &Style, cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    format!("{sign}{}{}{:02}", cents.abs() / 100, style.numbers.decimal, cents.abs() % 100)
}

/// The cell of a column of amounts or their words, where the variant puts something there.
fn amount_cell(variant: &Variant, key: &str, style: &Style, cents: i64) -> Option<String> {
    let said = |words: &DirectionWords| {
        let words_of = if cents > 0 { &words.credit } else { &words.debit };
        (words.column == key).then(|| words_of[0].clone())
    };
    let no_fee = |fee: &Fee| (fee.column == key || fee.currency.as_deref() == Some(key)).then(String::new);
    let side = |side: &Side, own: bool| {
        let cents = if side.sign == Sign::Minus { -cents.abs() } else { cents.abs() };
        if side.column == key && own {
            return Some(number(style, cents));
        }
        let currency = (side.currency.as_deref() == Some(key) && own).then(|| "CHF".to_owned());
        currency.or_else(|| side.fee.as_ref().and_then(no_fee))
    };
    match &variant.amount {
        AmountModel::Signed { column, positive, words, fee } => {
            let cents = if *positive == Direction::Credit { cents } else { -cents };
            let amount = (column == key).then(|| number(style, cents));
            amount.or_else(|| words.as_ref().and_then(said)).or_else(|| fee.as_ref().and_then(no_fee))
        }
        AmountModel::Split { debit, credit, words } => {
            let said = words.as_ref().and_then(said);
            said.or_else(|| side(debit, cents < 0)).or_else(|| side(credit, cents > 0))
        }
        other => panic!("a model of a new kind: {other:?}"),
    }
}

/// The columns that an export of the variant has: those that every export has, and those that the variant needs.
fn columns(profile: &Profile, variant: &Variant) -> BTreeSet<usize> {
    let needed = |key: &str| {
        let mut keys = variant.needs.iter();
        keys.any(|need| need == key)
            || [1, -1].iter().any(|cents| amount_cell(variant, key, &profile.styles[0], *cents).is_some())
    };
    let all = profile.columns.iter().enumerate();
    all.filter(|(_, column)| profile.headerless || !column.optional || needed(&column.key))
        .map(|(index, _)| index)
        .collect()
}

/// A file of the variant in one style, cells apart by semicolons.
fn file(profile: &Profile, variant: &Variant, style: &Style) -> String {
    let columns = columns(profile, variant);
    let mut lines = Vec::new();
    if !profile.headerless {
        let name = |index: &usize| {
            let names = profile.columns[*index].names.values().next().unwrap();
            format!("\"{}\"", names[0].replace("{currency}", "CHF"))
        };
        lines.push(columns.iter().map(name).collect::<Vec<_>>().join(";"));
    }
    for (row, Booking(on, cents, text)) in BOOKINGS.iter().enumerate() {
        let cell = |index: &usize| {
            let column = &profile.columns[*index];
            let status = profile.status.iter().find(|status| status.column == column.key);
            if let Some(amount) = amount_cell(variant, &column.key, style, *cents) {
                return amount;
            }
            match column.role {
                Role::Iban => IBAN.to_owned(),
                Role::Account | Role::Card => NUMBER.to_owned(),
                Role::Currency => "CHF".to_owned(),
                Role::BookedAt => day(&style.dates[0], *on),
                Role::ValutaAt => day(&style.dates[0], *on + 1),
                Role::PurchasedAt => day(&style.dates[0], *on - 1),
                Role::TransactionId => format!("ID{row}"),
                Role::Text => (*text).to_owned(),
                _ => status.and_then(|status| status.booked.first()).cloned().unwrap_or_default(),
            }
        };
        lines.push(columns.iter().map(cell).map(|cell| format!("\"{cell}\"")).collect::<Vec<_>>().join(";"));
    }
    lines.push(String::new());
    lines.join("\n")
}

fn convert(profile: &Profile, text: &str) -> Conversion {
    let mut options = Options::new();
    options.format = Format::BuiltIn(profile.id.clone());
    let has_iban = profile.columns.iter().any(|column| column.role == Role::Iban);
    options.account = AccountIdentifier::parse(if has_iban { IBAN } else { NUMBER }).ok();
    options.currency = Currency::parse("CHF").ok();
    bank::convert(text.as_bytes(), &options)
}

#[test]
fn every_generation_is_read_as_its_profile_says() {
    for profile in bank::profiles().iter().filter(|profile| profile.refused.is_none()) {
        for (variant, style) in profile.variants.iter().flat_map(|one| profile.styles.iter().map(move |two| (one, two)))
        {
            let text = file(profile, variant, style);
            let found = convert(profile, &text);
            let what = format!("{} {}\n{text}\n{:#?}", profile.id, variant.id, found.summary.report.findings);
            assert_eq!(found.summary.report.errors, 0, "{what}");
            assert_eq!(found.summary.variant.as_deref(), Some(variant.id.as_str()), "{what}");
            assert_eq!(found.transactions.len(), BOOKINGS.len(), "{what}");
            let has = |role: Role| columns(profile, variant).iter().any(|index| profile.columns[*index].role == role);
            for (one, Booking(on, cents, _)) in found.transactions.iter().zip(&BOOKINGS) {
                let direction = if *cents > 0 { CreditDebit::Credit } else { CreditDebit::Debit };
                assert_eq!(one.credit_debit, Some(direction), "{what}");
                let amount = format!("{}.{:02}", cents.abs() / 100, cents.abs() % 100);
                assert_eq!(one.amount.to_string(), amount, "{what}");
                for (role, date, on) in [
                    (Role::BookedAt, one.booked_at, *on),
                    (Role::ValutaAt, one.valuta_at, *on + 1),
                    (Role::PurchasedAt, one.purchased_at, *on - 1),
                ] {
                    let expected = has(role).then(|| format!("2026-03-{on}"));
                    assert_eq!(date.map(|date| date.to_string()), expected, "{role:?} {what}");
                }
            }
        }
    }
}

/// The neighbouring generation of a format, and another style, give the same ids; twins have two.
#[test]
fn every_generation_gives_the_same_ids() {
    for profile in bank::profiles().iter().filter(|profile| profile.refused.is_none()) {
        let mut all = BTreeSet::new();
        for (variant, style) in profile.variants.iter().flat_map(|one| profile.styles.iter().map(move |two| (one, two)))
        {
            let found = convert(profile, &file(profile, variant, style));
            let ids: Vec<String> =
                found.transactions.iter().map(|one| one.transaction_id.as_ref().unwrap().as_str().to_owned()).collect();
            let distinct: BTreeSet<&String> = ids.iter().collect();
            assert_eq!(distinct.len(), BOOKINGS.len(), "{} {}", profile.id, variant.id);
            all.insert(ids);
        }
        assert!(all.len() == 1, "{} gives several ids for one booking: {all:#?}", profile.id);
    }
}
