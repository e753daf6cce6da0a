//! JSON as a tree that keeps what a reader would lose: the order of keys, keys that stand twice, numbers as they are written.

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use universal_accounting::generate::Choices;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Json {
    Text(String),
    /// A number, `true`, `null` or anything else, as it is written.
    Raw(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// Where a text stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Key,
    Value,
}

impl Json {
    /// A value of a table of values: what begins with `=` is JSON, all else is a text.
    pub(crate) fn of(value: &str) -> Self {
        value.strip_prefix('=').map_or_else(|| Self::Text(value.to_owned()), |raw| Self::Raw(raw.to_owned()))
    }

    /// The JSON text: `blank` stands wherever one may, and `quote` writes keys and texts.
    pub(crate) fn written(&self, blank: &str, quote: &mut dyn FnMut(&str, Place) -> String) -> String {
        let (brackets, items): (_, Vec<String>) = match self {
            Self::Text(text) => return quote(text, Place::Value),
            Self::Raw(raw) => return raw.clone(),
            Self::List(items) => ("[]", items.iter().map(|item| item.written(blank, quote)).collect()),
            Self::Object(members) => {
                let written = |(name, value): &(String, Self)| {
                    format!("{}{blank}:{blank}{}", quote(name, Place::Key), value.written(blank, quote))
                };
                ("{}", members.iter().map(written).collect())
            }
        };
        let (open, close) = brackets.split_at(1);
        format!("{open}{blank}{}{blank}{close}", items.join(&format!("{blank},{blank}")))
    }

    /// The JSON text with escapes and blanks here and there.
    pub(crate) fn scribbled(&self, tape: &mut Choices<'_>) -> String {
        let blank = tape.pick(&["", " ", "\n", "\r\n\t", "  "]);
        self.written(blank, &mut |text, _| quoted(text, |_| tape.once_in(24)))
    }

    /// The places of all values: which child of which child.
    pub(crate) fn places(&self) -> Vec<Vec<usize>> {
        let children: Vec<&Self> = match self {
            Self::Text(_) | Self::Raw(_) => Vec::new(),
            Self::List(items) => items.iter().collect(),
            Self::Object(members) => members.iter().map(|(_, value)| value).collect(),
        };
        let below = children.into_iter().enumerate().flat_map(|(at, child)| {
            child.places().into_iter().map(move |place| [vec![at], place].concat()).collect::<Vec<_>>()
        });
        [Vec::new()].into_iter().chain(below).collect()
    }

    /// The value at a place, and its name where it is a member.
    pub(crate) fn at(&mut self, place: &[usize]) -> (&mut Self, String) {
        let (mut here, mut name) = (self, String::new());
        for &at in place {
            here = match here {
                Self::List(items) => &mut items[at],
                Self::Object(members) => {
                    name.clone_from(&members[at].0);
                    &mut members[at].1
                }
                Self::Text(_) | Self::Raw(_) => panic!("a scalar has no children"),
            };
        }
        (here, name)
    }
}

/// A text as a JSON string; each character that `escape` picks, and each that can't stand plain, with its long escape.
pub(crate) fn quoted(text: &str, mut escape: impl FnMut(usize) -> bool) -> String {
    let mut json = String::from("\"");
    for (at, character) in text.chars().enumerate() {
        if character < ' ' || matches!(character, '"' | '\\') || escape(at) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                write!(json, "\\u{unit:04x}").unwrap();
            }
        } else {
            json.push(character);
        }
    }
    json.push('"');
    json
}

/// Whether some object of a JSON text has a key twice; none where it is no JSON.
pub(crate) fn repeats_a_key(source: &[u8]) -> Option<bool> {
    serde_json::from_slice::<Repeats>(source).ok().map(|repeats| repeats.0)
}

struct Repeats(bool);

impl<'de> Deserialize<'de> for Repeats {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;

        impl<'de> Visitor<'de> for Any {
            type Value = Repeats;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("JSON")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Repeats, A::Error> {
                let mut found = false;
                while let Some(Repeats(inside)) = list.next_element()? {
                    found |= inside;
                }
                Ok(Repeats(found))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Repeats, A::Error> {
                let (mut found, mut names) = (false, BTreeSet::new());
                while let Some((name, Repeats(inside))) = object.next_entry::<String, Repeats>()? {
                    found |= inside | !names.insert(name);
                }
                Ok(Repeats(found))
            }

            fn visit_unit<E>(self) -> Result<Repeats, E> {
                Ok(Repeats(false))
            }

            fn visit_bool<E>(self, _: bool) -> Result<Repeats, E> {
                Ok(Repeats(false))
            }

            fn visit_str<E>(self, _: &str) -> Result<Repeats, E> {
                Ok(Repeats(false))
            }

            fn visit_u64<E>(self, _: u64) -> Result<Repeats, E> {
                Ok(Repeats(false))
            }

            fn visit_i64<E>(self, _: i64) -> Result<Repeats, E> {
                Ok(Repeats(false))
            }

            fn visit_f64<E>(self, _: f64) -> Result<Repeats, E> {
                Ok(Repeats(false))
            }
        }

        deserializer.deserialize_any(Any)
    }
}
