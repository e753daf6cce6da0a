//! Generates payloads for the limits of the fast path: values that it reads or just does not read, keys in any order, repeated keys.

use universal_accounting::generate::Choices;
use universal_accounting::internals::record;

use crate::oracle::journal_payload::journal;
use crate::oracle::json::Json;

/// Generates a text that the fast path may or may not read: long runs of digits, blanks at its ends, escapes, and lengths around the size of a scan.
fn text(choices: &mut Choices<'_>) -> String {
    const PIECES: [&str; 10] = [
        "a",
        "Müller",
        "12",
        "2026",
        "4111 1111 1111 1111",
        "5555555555554444",
        "1-2",
        "—",
        "x y",
        "123456789012",
    ];
    let mut text = choices.pick(&["A", "A", "A", "", " "]).to_owned();
    if choices.once_in(4) {
        // The shortest card number must be found wherever it begins.
        text.extend(std::iter::repeat_n('x', choices.below(130)));
        text.push_str("4222222222222");
    }
    for _ in 0..choices.below(12) {
        text.push_str(choices.pick(&PIECES));
        text.push_str(choices.pick(&[
            "", "", " ", "-", "\u{a0}", "  ", ".", "/", "\n", "\"", "\u{1}",
        ]));
    }
    let padding = choices.pick(&[0, 0, 11, 12, 13, 30, 31, 32, 33, 62, 63, 64, 65, 128]);
    text.extend(std::iter::repeat_n(
        choices.pick(&['x', '1', ' ', 'ü']),
        padding,
    ));
    text
}

/// Generates a value of a field: usually a valid value, which is the first of each list, otherwise any value of the list.
fn value(name: &str, choices: &mut Choices<'_>) -> String {
    let is_valid = !choices.once_in(6);
    let mut pick = |values: &[&'static str]| {
        if is_valid {
            values[0]
        } else {
            choices.pick(values)
        }
    };
    let value = match name {
        "accountIdentifier" => pick(&[
            "CH9300762011623852957",
            "CH9300762011623852958",
            "Kasse",
            "Kasse ",
            "",
        ]),
        "creditDebit" => pick(&["debit", "credit", "debi", "debits", "Debit", ""]),
        "amount" | "originalAmount" => {
            let whole = pick(&[
                "1",
                "0",
                "12",
                "00",
                "4111111111111",
                "123456789012",
                "",
                "-3",
                "1'000",
            ]);
            return format!(
                "{whole}{}",
                pick(&[
                    "",
                    ".",
                    ".5",
                    ".50",
                    ".00",
                    ".505",
                    ".5.5",
                    ".1234567890",
                    " "
                ])
            );
        }
        "currency" => pick(&[
            "CHF", "EUR", "JPY", "chf", "DEM", "XAU", "CH", "CHFX", "USD", "GBP", "SEK", "",
        ]),
        "originalCurrency" => pick(&["EUR", "CHF", "JPY", "USD", "KRW", "eur", ""]),
        "purchasedAt" | "valutaAt" | "bookedAt" => pick(&[
            "2026-03-31",
            "2026-03-30",
            "2026-02-29",
            "2024-02-29",
            "2026-13-01",
            "2026-3-31",
            "0000-01-01",
            "2026-03-31 ",
        ]),
        _ => return text(choices),
    };
    value.to_owned()
}

/// Generates a journal with some of its values at the limits of the fast path, and some of its members left out, repeated, null or in another place.
pub(crate) fn journal_payload(choices: &mut Choices<'_>) -> Json {
    let mut journal = journal(choices);
    for _ in 0..choices.below(6) {
        let paths = journal.paths();
        let (found, name) = journal.get_mut(&paths[choices.below(paths.len())]);
        match found {
            Json::Text(_) if choices.once_in(8) => *found = Json::Raw("null".to_owned()),
            Json::Text(_) => *found = Json::Text(value(journal_name(&name), choices)),
            Json::Object(members) if !members.is_empty() => {
                let at = choices.below(members.len());
                match choices.below(4) {
                    0 => drop(members.remove(at)),
                    1 => members.push(members[at].clone()),
                    2 => members[at].1 = Json::Raw("null".to_owned()),
                    _ => choices.shuffle(members),
                }
            }
            Json::List(items) if !items.is_empty() => {
                items.push(items[choices.below(items.len())].clone());
            }
            Json::Raw(_) | Json::Object(_) | Json::List(_) => {}
        }
    }
    journal
}

/// Returns the name of a transaction's field that has the same kind of values as a field of a journal.
fn journal_name(name: &str) -> &str {
    match name {
        "date" | "payableUntil" | "from" | "to" => "bookedAt",
        "amountInAccountCurrency" | "value" => "amount",
        other => other,
    }
}

/// Generates a payload of a few transactions, each with an amount.
pub(crate) fn transactions(choices: &mut Choices<'_>) -> Json {
    let mut names: Vec<&str> = record::transaction()
        .fields
        .iter()
        .map(|field| field.name)
        .collect();
    let mut records = Vec::new();
    for _ in 0..=choices.below(6) {
        if choices.once_in(3) {
            choices.shuffle(&mut names);
        }
        let mut members = Vec::new();
        for name in &names {
            for _ in 0..if *name == "amount" {
                1
            } else {
                choices.pick(&[1, 1, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 2])
            } {
                members.push(((*name).to_owned(), Json::Text(value(name, choices))));
            }
        }
        records.push(Json::Object(members));
    }
    Json::Object(vec![("transactions".to_owned(), Json::List(records))])
}
