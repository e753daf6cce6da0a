//! JSON as a tree that keeps what a parser would lose: the order of keys, duplicate keys, and the text of numbers.

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use universal_accounting::generate::Choices;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Json {
    Text(String),
    /// Any other text, such as a number, `true` or `null`.
    Raw(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// The role of a string.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum StringRole {
    Key,
    Value,
}

impl Json {
    /// Parses a value of a table of test values: after `=` it is JSON, otherwise it is a text.
    pub(crate) fn parse(value: &str) -> Self {
        value.strip_prefix('=').map_or_else(
            || Self::Text(value.to_owned()),
            |raw| Self::Raw(raw.to_owned()),
        )
    }

    /// Returns the JSON text, with `blank` wherever JSON allows blanks. `quote` writes keys and texts.
    pub(crate) fn to_text(
        &self,
        blank: &str,
        quote: &mut dyn FnMut(&str, StringRole) -> String,
    ) -> String {
        let (brackets, items): (_, Vec<String>) = match self {
            Self::Text(text) => return quote(text, StringRole::Value),
            Self::Raw(raw) => return raw.clone(),
            Self::List(items) => (
                "[]",
                items
                    .iter()
                    .map(|item| item.to_text(blank, quote))
                    .collect(),
            ),
            Self::Object(members) => {
                let write = |(name, value): &(String, Self)| {
                    format!(
                        "{}{blank}:{blank}{}",
                        quote(name, StringRole::Key),
                        value.to_text(blank, quote)
                    )
                };
                ("{}", members.iter().map(write).collect())
            }
        };
        let (open, close) = brackets.split_at(1);
        format!(
            "{open}{blank}{}{blank}{close}",
            items.join(&format!("{blank},{blank}"))
        )
    }

    /// Returns the JSON text with random escapes and blanks.
    pub(crate) fn to_noisy_text(&self, choices: &mut Choices<'_>) -> String {
        let blank = choices.pick(&["", " ", "\n", "\r\n\t", "  "]);
        self.to_text(blank, &mut |text, _| quoted(text, |_| choices.once_in(24)))
    }

    /// Returns the paths of all values: at each level the index of a child.
    pub(crate) fn paths(&self) -> Vec<Vec<usize>> {
        let children: Vec<&Self> = match self {
            Self::Text(_) | Self::Raw(_) => Vec::new(),
            Self::List(items) => items.iter().collect(),
            Self::Object(members) => members.iter().map(|(_, value)| value).collect(),
        };
        let below = children.into_iter().enumerate().flat_map(|(index, child)| {
            child
                .paths()
                .into_iter()
                .map(move |path| [vec![index], path].concat())
                .collect::<Vec<_>>()
        });
        [Vec::new()].into_iter().chain(below).collect()
    }

    /// Returns the value at a path, and its name if it is a member.
    pub(crate) fn get_mut(&mut self, path: &[usize]) -> (&mut Self, String) {
        let (mut value, mut name) = (self, String::new());
        for &index in path {
            value = match value {
                Self::List(items) => &mut items[index],
                Self::Object(members) => {
                    name.clone_from(&members[index].0);
                    &mut members[index].1
                }
                Self::Text(_) | Self::Raw(_) => panic!("a scalar has no children"),
            };
        }
        (value, name)
    }
}

/// Returns a text as a JSON string. The characters that `escape` picks or that JSON requires to be escaped are written as `\uXXXX`.
pub(crate) fn quoted(text: &str, mut escape: impl FnMut(usize) -> bool) -> String {
    let mut json = String::from("\"");
    for (index, character) in text.chars().enumerate() {
        if character < ' ' || matches!(character, '"' | '\\') || escape(index) {
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

/// Returns whether an object in a JSON text has a duplicate key. None if the text is not JSON.
pub(crate) fn has_duplicate_key(source: &[u8]) -> Option<bool> {
    serde_json::from_slice::<HasDuplicateKey>(source)
        .ok()
        .map(|result| result.0)
}

struct HasDuplicateKey(bool);

impl<'de> Deserialize<'de> for HasDuplicateKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;

        impl<'de> Visitor<'de> for Any {
            type Value = HasDuplicateKey;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("JSON")
            }

            fn visit_seq<A: SeqAccess<'de>>(
                self,
                mut list: A,
            ) -> Result<HasDuplicateKey, A::Error> {
                let mut found = false;
                while let Some(HasDuplicateKey(inside)) = list.next_element()? {
                    found |= inside;
                }
                Ok(HasDuplicateKey(found))
            }

            fn visit_map<A: MapAccess<'de>>(
                self,
                mut object: A,
            ) -> Result<HasDuplicateKey, A::Error> {
                let (mut found, mut names) = (false, BTreeSet::new());
                while let Some((name, HasDuplicateKey(inside))) =
                    object.next_entry::<String, HasDuplicateKey>()?
                {
                    found |= inside | !names.insert(name);
                }
                Ok(HasDuplicateKey(found))
            }

            fn visit_unit<E>(self) -> Result<HasDuplicateKey, E> {
                Ok(HasDuplicateKey(false))
            }

            fn visit_bool<E>(self, _: bool) -> Result<HasDuplicateKey, E> {
                Ok(HasDuplicateKey(false))
            }

            fn visit_str<E>(self, _: &str) -> Result<HasDuplicateKey, E> {
                Ok(HasDuplicateKey(false))
            }

            fn visit_u64<E>(self, _: u64) -> Result<HasDuplicateKey, E> {
                Ok(HasDuplicateKey(false))
            }

            fn visit_i64<E>(self, _: i64) -> Result<HasDuplicateKey, E> {
                Ok(HasDuplicateKey(false))
            }

            fn visit_f64<E>(self, _: f64) -> Result<HasDuplicateKey, E> {
                Ok(HasDuplicateKey(false))
            }
        }

        deserializer.deserialize_any(Any)
    }
}
