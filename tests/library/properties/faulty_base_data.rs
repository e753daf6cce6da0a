//! Base data with faults.

use serde_json::{Value, json};
use universal_accounting::generate::Choices;

/// Puts faults and unusual values into random fields of a document.
pub(crate) fn add_faults(document: &mut Value, choices: &mut Choices<'_>) {
    for _ in 0..=choices.below(4) {
        let mut pointers = Vec::new();
        collect_pointers(document, "", &mut pointers);
        let pointer = pointers
            .get(choices.below(pointers.len()))
            .cloned()
            .unwrap_or_default();
        let (parent, name) = pointer.rsplit_once('/').unwrap_or_default();
        let Some(Value::Object(object)) = document.pointer_mut(parent) else {
            continue;
        };
        match choices.below(5) {
            0 => drop(object.remove(name)),
            1 => {
                if let Some(value) = object.remove(name) {
                    object.insert(name.to_uppercase(), value);
                }
            }
            2 => drop(object.insert(format!("{name}s"), json!([1e300, {"b": null, "a": [[]]}]))),
            _ => drop(object.insert(name.to_owned(), unusual_value(choices))),
        }
    }
}

/// Collects the pointers to all members of objects whose names need no escape.
fn collect_pointers(value: &Value, prefix: &str, pointers: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            for (name, value) in object.iter().filter(|(name, _)| !name.contains(['/', '~'])) {
                pointers.push(format!("{prefix}/{name}"));
                collect_pointers(value, &format!("{prefix}/{name}"), pointers);
            }
        }
        Value::Array(list) => {
            for (index, value) in list.iter().enumerate() {
                collect_pointers(value, &format!("{prefix}/{index}"), pointers);
            }
        }
        _ => {}
    }
}

fn unusual_value(choices: &mut Choices<'_>) -> Value {
    let texts = [
        "",
        " ",
        "\u{200b}",
        "chf",
        " EUR",
        "SFr",
        "asset",
        "ASSETS",
        "cash",
        "company",
        "true",
        "8.10",
        "8,1",
        "101",
        "-5",
        "31.12.2025",
        "01.02.2025",
        "2025-02-29",
        "2025-12-31T00:00:00",
        "che100000006 mwst",
        "100.000.006",
        "CHE-1",
        "ch93 0076 2011 6238 5295 7",
        "CH9300762011623852958",
        "www.muster.example",
        "UK",
        "ch",
        "CHE",
        "4111 1111 1111 1111",
        "1020 ",
        "Credit-Card",
        "é́",
    ];
    match choices.below(12) {
        0 => Value::Null,
        1 => json!([]),
        2 => json!({}),
        3 => json!(true),
        4 => json!(12),
        5 => json!(8.25),
        6 => json!("🦀".repeat(37)),
        7 => json!([null, 7, {}]),
        _ => json!(choices.pick(&texts)),
    }
}
