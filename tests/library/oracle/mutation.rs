//! Changes valid payloads into payloads that are invalid or unusual.

use universal_accounting::generate::Choices;

use crate::oracle::json::Json;
use crate::oracle::payload::EntryPoint;
use crate::oracle::values::{ANYWHERE, values_for};
use crate::properties::card_numbers::CARD_NUMBERS;

/// Makes a few random changes to a payload.
pub(crate) fn mutate(payload: &mut Json, entry_point: EntryPoint, choices: &mut Choices<'_>) {
    for _ in 0..=choices.below(3) {
        if choices.once_in(24) {
            *payload = other_payload(payload, entry_point, choices);
            continue;
        }
        let paths = payload.paths();
        let (value, name) = payload.get_mut(&paths[choices.below(paths.len())]);
        match value {
            Json::Text(_) | Json::Raw(_) => *value = other_value(&name, value, choices),
            Json::List(items) => change_list(items, choices),
            Json::Object(members) => change_object(members, choices),
        }
    }
}

/// Generates another value for a member of this name.
fn other_value(name: &str, old: &Json, choices: &mut Choices<'_>) -> Json {
    match (choices.below(9), old) {
        (0, _) => Json::parse(choices.pick(ANYWHERE)),
        (1, _) => Json::Text(long_text(choices)),
        (2, _) if choices.once_in(4) => Json::Text(choices.pick(&CARD_NUMBERS).to_owned()),
        (3, _) if name.ends_with("At") => Json::Text(any_date(choices)),
        (3 | 4, Json::Text(text)) => Json::Text(edited(text, choices)),
        (3 | 4, Json::Raw(raw)) => Json::Raw(edited(raw, choices)),
        _ => Json::parse(choices.pick(values_for(name))),
    }
}

/// Returns a text with one character replaced, removed or inserted.
fn edited(text: &str, choices: &mut Choices<'_>) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let at = choices.below(characters.len() + 1);
    let character = choices.pick(&[
        '0', '1', '9', '.', '-', ' ', 'A', 'a', 'C', '5', 'e', '+', '\'', '\u{a0}', '\u{200b}',
        '–', '٣',
    ]);
    match choices.below(3) {
        0 if at < characters.len() => characters[at] = character,
        1 if at < characters.len() => drop(characters.remove(at)),
        _ => characters.insert(at, character),
    }
    characters.into_iter().collect()
}

/// Generates a date that may not exist, often at the end of February.
fn any_date(choices: &mut Choices<'_>) -> String {
    let century = choices.below(101);
    let year = if choices.once_in(2) {
        choices.below(100)
    } else {
        0
    };
    let month = if choices.once_in(2) {
        2
    } else {
        choices.below(15)
    };
    let day = if choices.once_in(2) {
        29
    } else {
        choices.below(34)
    };
    format!("{century:02}{year:02}-{month:02}-{day:02}")
}

/// Generates a text whose length is at a limit of the contract, or one above.
fn long_text(choices: &mut Choices<'_>) -> String {
    choices
        .pick(&["🦀", "x", "é", " ", "e\u{301}"])
        .repeat(choices.pick(&[37, 13, 256, 36, 12, 255, 6, 18, 19]))
}

fn change_list(items: &mut Vec<Json>, choices: &mut Choices<'_>) {
    let at = choices.below(items.len());
    match choices.below(5) {
        0 => items.clear(),
        1 | 2 if !items.is_empty() => items.push(items[at].clone()),
        3 if !items.is_empty() => items[at] = Json::parse(choices.pick(ANYWHERE)),
        _ => items.push(Json::parse(choices.pick(ANYWHERE))),
    }
}

fn change_object(members: &mut Vec<(String, Json)>, choices: &mut Choices<'_>) {
    if members.is_empty() {
        return members.push(("x".to_owned(), Json::parse(choices.pick(ANYWHERE))));
    }
    let at = choices.below(members.len());
    match choices.below(9) {
        0 => drop(members.remove(at)),
        1 => members.push(members[at].clone()),
        2 => {
            let (name, value) = &members[at];
            let duplicate = (name.clone(), other_value(name, value, choices));
            members.insert(choices.below(members.len()), duplicate);
        }
        3 => members[at].1 = Json::parse(choices.pick(ANYWHERE)),
        4 => members.insert(at, ("note".to_owned(), Json::parse(choices.pick(ANYWHERE)))),
        5 => members[at].0 = members[choices.below(members.len())].0.clone(),
        _ => members[at].0 = other_name(&members[at].0, choices),
    }
}

/// Returns a name in another case, a misspelt name, or another name.
fn other_name(name: &str, choices: &mut Choices<'_>) -> String {
    let mut characters: Vec<char> = name.chars().collect();
    match choices.below(7) {
        0 => name.to_uppercase(),
        1 => name.to_lowercase(),
        2 => {
            let rest: String = characters.iter().skip(1).collect();
            characters
                .first()
                .map(char::to_ascii_uppercase)
                .into_iter()
                .collect::<String>()
                + &rest
        }
        3 => {
            characters.pop();
            characters.into_iter().collect()
        }
        4 => {
            let at = choices.below(characters.len().saturating_sub(1));
            if at + 1 < characters.len() {
                characters.swap(at, at + 1);
            }
            characters.into_iter().collect()
        }
        5 => format!("{name}s"),
        _ => choices
            .pick(&[
                "amount",
                "externalId",
                "nothing like it",
                "~0/1",
                "iban ",
                "accounts",
                "text",
            ])
            .to_owned(),
    }
}

/// Returns another value instead of the whole payload.
fn other_payload(payload: &Json, entry_point: EntryPoint, choices: &mut Choices<'_>) -> Json {
    let list = match payload {
        Json::Object(members) => members
            .iter()
            .find(|(name, _)| name == "transactions" || name == "accounts"),
        _ => None,
    };
    let list = list
        .map(|(_, list)| list.clone())
        .filter(|list| matches!(list, Json::List(_)));
    let first = if let Some(Json::List(items)) = &list {
        items.first().cloned()
    } else {
        None
    };
    let other_entry_point = EntryPoint::ALL[choices.below(EntryPoint::ALL.len())];
    match choices.below(5) {
        0 => Json::parse(choices.pick(ANYWHERE)),
        1 => list.unwrap_or(Json::List(Vec::new())),
        2 => first.unwrap_or(Json::Object(Vec::new())),
        3 if other_entry_point != entry_point => {
            crate::oracle::payload::payload(other_entry_point, choices)
        }
        _ => Json::List(vec![payload.clone()]),
    }
}
