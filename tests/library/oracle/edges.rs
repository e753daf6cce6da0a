//! Transactions at the edge of the fast path: values that it takes and values that it nearly takes, keys in any order, repeated keys.

use universal_accounting::generate::Choices;
use universal_accounting::transactions::Transaction;

use crate::oracle::json::Json;

/// A text between what is plain and what is not: long runs of digits, blanks at its ends, escapes, lengths around those that are
/// looked at at once.
fn text(tape: &mut Choices<'_>) -> String {
    const PIECES: [&str; 10] =
        ["a", "Müller", "12", "2026", "4111 1111 1111 1111", "5555555555554444", "1-2", "—", "x y", "123456789012"];
    let mut text = tape.pick(&["A", "A", "A", "", " "]).to_owned();
    if tape.once_in(4) {
        // Wherever it begins, the shortest card number is seen whole.
        text.extend(std::iter::repeat_n('x', tape.below(130)));
        text.push_str("4222222222222");
    }
    for _ in 0..tape.below(12) {
        text.push_str(tape.pick(&PIECES));
        text.push_str(tape.pick(&["", "", " ", "-", "\u{a0}", "  ", ".", "/", "\n", "\"", "\u{1}"]));
    }
    let room = tape.pick(&[0, 0, 11, 12, 13, 30, 31, 32, 33, 62, 63, 64, 65, 128]);
    text.extend(std::iter::repeat_n(tape.pick(&['x', '1', ' ', 'ü']), room));
    text
}

/// A value of a field: mostly the first of several, which is right, else one that may be nearly right or wrong.
fn value(name: &str, tape: &mut Choices<'_>) -> String {
    let right = !tape.once_in(6);
    let mut pick = |among: &[&'static str]| if right { among[0] } else { tape.pick(among) };
    let one = match name {
        "accountIdentifier" => pick(&["CH9300762011623852957", "CH9300762011623852958", "Kasse", "Kasse ", ""]),
        "creditDebit" => pick(&["debit", "credit", "debi", "debits", "Debit", ""]),
        "amount" | "originalAmount" => {
            let whole = pick(&["1", "0", "12", "00", "4111111111111", "123456789012", "", "-3", "1'000"]);
            return format!("{whole}{}", pick(&["", ".", ".5", ".50", ".00", ".505", ".5.5", ".1234567890", " "]));
        }
        "currency" => pick(&["CHF", "EUR", "JPY", "chf", "DEM", "XAU", "CH", "CHFX", "USD", "GBP", "SEK", ""]),
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
        _ => return text(tape),
    };
    one.to_owned()
}

/// A payload of a few transactions, each with an amount.
pub(crate) fn payload(tape: &mut Choices<'_>) -> Json {
    let mut names: Vec<&str> = Transaction::TABLE.fields.iter().map(|field| field.name).collect();
    let mut records = Vec::new();
    for _ in 0..=tape.below(6) {
        if tape.once_in(3) {
            tape.shuffle(&mut names);
        }
        let mut members = Vec::new();
        for name in &names {
            for _ in 0..if *name == "amount" { 1 } else { tape.pick(&[1, 1, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 2]) } {
                members.push(((*name).to_owned(), Json::Text(value(name, tape))));
            }
        }
        records.push(Json::Object(members));
    }
    Json::Object(vec![("transactions".to_owned(), Json::List(records))])
}
