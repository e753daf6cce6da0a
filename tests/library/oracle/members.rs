//! Generates the members of valid objects from tables of fields.

use universal_accounting::generate::Choices;

use crate::oracle::json::Json;

/// A field, whether it is required, and valid values in the notation of [`Json::parse`]. A `#` is replaced by the number of the record.
pub(crate) type FieldRow = (&'static str, bool, &'static [&'static str]);

/// Unknown names, some of them nearly the name of an optional field.
const UNKNOWN: &[&str] = &[
    "bookingText",
    "a/b~c",
    "",
    "🦀",
    "Iban",
    "Text",
    "contats",
    "note",
    "Country",
    "transactionld",
];
const UNKNOWN_VALUES: &[&str] = &[
    "x",
    "=null",
    r#"={"a":[{"b":[1,null]}]}"#,
    "=[]",
    "=-0.0",
    "",
    "4222222222222",
];

/// Generates a record of single values.
pub(crate) fn record(rows: &[FieldRow], index: usize, choices: &mut Choices<'_>) -> Json {
    let members = members(rows, index, choices);
    object(members, choices)
}

/// Generates the single values of a record.
pub(crate) fn members(
    rows: &[FieldRow],
    index: usize,
    choices: &mut Choices<'_>,
) -> Vec<(String, Json)> {
    let mut members = Vec::new();
    for (name, required, values) in rows {
        if !required && choices.once_in(4) {
            continue;
        }
        // The first value is usual, so that many records take the fast path.
        let value = if choices.once_in(3) {
            choices.pick(values)
        } else {
            values[0]
        };
        members.push((
            (*name).to_owned(),
            Json::parse(&value.replace('#', &index.to_string())),
        ));
    }
    members
}

/// Returns an object with these members, sometimes with an unknown member or in another order.
pub(crate) fn object(mut members: Vec<(String, Json)>, choices: &mut Choices<'_>) -> Json {
    if choices.once_in(8) {
        members.push((
            choices.pick(UNKNOWN).to_owned(),
            Json::parse(choices.pick(UNKNOWN_VALUES)),
        ));
    }
    if choices.once_in(4) {
        choices.shuffle(&mut members);
    }
    Json::Object(members)
}
