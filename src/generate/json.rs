use std::fmt::Write as _;

use super::Tape;

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
                    // Writing to a text can't fail.
                    let _ = write!(json, "\\u{unit:04x}");
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
