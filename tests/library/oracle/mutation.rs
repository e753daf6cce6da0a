//! Payloads made wrong, or at least odd.

use universal_accounting::generate::Choices;

use crate::oracle::json::Json;
use crate::oracle::odd::{ANYWHERE, odd_for};
use crate::oracle::payload::Entry;
use crate::properties::tape::CARD_NUMBERS;

/// Changes a payload at one place or at a few.
pub(crate) fn mutate(payload: &mut Json, entry: Entry, tape: &mut Choices<'_>) {
    for _ in 0..=tape.below(3) {
        if tape.once_in(24) {
            *payload = other_payload(payload, entry, tape);
            continue;
        }
        let places = payload.places();
        let (here, name) = payload.at(&places[tape.below(places.len())]);
        match here {
            Json::Text(_) | Json::Raw(_) => *here = odd_value(&name, here, tape),
            Json::List(items) => change_list(items, tape),
            Json::Object(members) => change_object(members, tape),
        }
    }
}

/// A value that is odd under that name, or everywhere.
fn odd_value(name: &str, was: &Json, tape: &mut Choices<'_>) -> Json {
    match (tape.below(9), was) {
        (0, _) => Json::of(tape.pick(ANYWHERE)),
        (1, _) => Json::Text(long_text(tape)),
        (2, _) if tape.once_in(4) => Json::Text(tape.pick(&CARD_NUMBERS).to_owned()),
        (3, _) if name.ends_with("At") => Json::Text(any_day(tape)),
        (3 | 4, Json::Text(text)) => Json::Text(edited(text, tape)),
        (3 | 4, Json::Raw(raw)) => Json::Raw(edited(raw, tape)),
        _ => Json::of(tape.pick(odd_for(name))),
    }
}

/// A text with another character somewhere, one more or one less.
fn edited(text: &str, tape: &mut Choices<'_>) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let at = tape.below(characters.len() + 1);
    let other =
        tape.pick(&['0', '1', '9', '.', '-', ' ', 'A', 'a', 'C', '5', 'e', '+', '\'', '\u{a0}', '\u{200b}', '–', '٣']);
    match tape.below(3) {
        0 if at < characters.len() => characters[at] = other,
        1 if at < characters.len() => drop(characters.remove(at)),
        _ => characters.insert(at, other),
    }
    characters.into_iter().collect()
}

/// A day that may be none; often the end of a February.
fn any_day(tape: &mut Choices<'_>) -> String {
    let century = tape.below(101);
    let year = if tape.once_in(2) { tape.below(100) } else { 0 };
    let month = if tape.once_in(2) { 2 } else { tape.below(15) };
    let day = if tape.once_in(2) { 29 } else { tape.below(34) };
    format!("{century:02}{year:02}-{month:02}-{day:02}")
}

/// A text at a limit of the contract, or one past it.
fn long_text(tape: &mut Choices<'_>) -> String {
    tape.pick(&["🦀", "x", "é", " ", "e\u{301}"]).repeat(tape.pick(&[37, 13, 256, 36, 12, 255, 6, 18, 19]))
}

fn change_list(items: &mut Vec<Json>, tape: &mut Choices<'_>) {
    let at = tape.below(items.len());
    match tape.below(5) {
        0 => items.clear(),
        1 | 2 if !items.is_empty() => items.push(items[at].clone()),
        3 if !items.is_empty() => items[at] = Json::of(tape.pick(ANYWHERE)),
        _ => items.push(Json::of(tape.pick(ANYWHERE))),
    }
}

fn change_object(members: &mut Vec<(String, Json)>, tape: &mut Choices<'_>) {
    if members.is_empty() {
        return members.push(("x".to_owned(), Json::of(tape.pick(ANYWHERE))));
    }
    let at = tape.below(members.len());
    match tape.below(9) {
        0 => drop(members.remove(at)),
        1 => members.push(members[at].clone()),
        2 => {
            let (name, value) = &members[at];
            let twin = (name.clone(), odd_value(name, value, tape));
            members.insert(tape.below(members.len()), twin);
        }
        3 => members[at].1 = Json::of(tape.pick(ANYWHERE)),
        4 => members.insert(at, ("note".to_owned(), Json::of(tape.pick(ANYWHERE)))),
        5 => members[at].0 = members[tape.below(members.len())].0.clone(),
        _ => members[at].0 = other_name(&members[at].0, tape),
    }
}

/// A name in another case, misspelt, or another name.
fn other_name(name: &str, tape: &mut Choices<'_>) -> String {
    let mut characters: Vec<char> = name.chars().collect();
    match tape.below(7) {
        0 => name.to_uppercase(),
        1 => name.to_lowercase(),
        2 => {
            let rest: String = characters.iter().skip(1).collect();
            characters.first().map(char::to_ascii_uppercase).into_iter().collect::<String>() + &rest
        }
        3 => {
            characters.pop();
            characters.into_iter().collect()
        }
        4 => {
            let at = tape.below(characters.len().saturating_sub(1));
            if at + 1 < characters.len() {
                characters.swap(at, at + 1);
            }
            characters.into_iter().collect()
        }
        5 => format!("{name}s"),
        _ => tape.pick(&["amount", "externalId", "nothing like it", "~0/1", "iban ", "accounts", "text"]).to_owned(),
    }
}

/// Something else in place of the whole payload.
fn other_payload(payload: &Json, entry: Entry, tape: &mut Choices<'_>) -> Json {
    let list = match payload {
        Json::Object(members) => members.iter().find(|(name, _)| name == "transactions" || name == "accounts"),
        _ => None,
    };
    let list = list.map(|(_, list)| list.clone()).filter(|list| matches!(list, Json::List(_)));
    let first = if let Some(Json::List(items)) = &list { items.first().cloned() } else { None };
    let other = Entry::ALL[tape.below(Entry::ALL.len())];
    match tape.below(5) {
        0 => Json::of(tape.pick(ANYWHERE)),
        1 => list.unwrap_or(Json::List(Vec::new())),
        2 => first.unwrap_or(Json::Object(Vec::new())),
        3 if other != entry => crate::oracle::payload::payload(other, tape),
        _ => Json::List(vec![payload.clone()]),
    }
}
