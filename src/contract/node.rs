use serde::ser::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::json::{Reader, SyntaxError, ValueKind};
use crate::source::Certain;

/// A JSON value. The members of an object keep their order.
#[derive(Debug, Clone)]
pub(crate) enum Node {
    Text(String),
    Number(usize),
    List(Vec<Node>),
    Object(Vec<(String, Node)>),
    /// A number, a boolean or, if `None`, null, in the spelling of the source.
    Literal(Option<Box<RawValue>>),
}

impl Node {
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    pub(crate) fn texts<'t>(texts: impl IntoIterator<Item = &'t str>) -> Self {
        Self::List(texts.into_iter().map(Self::text).collect())
    }

    pub(crate) fn object<'k>(members: impl IntoIterator<Item = (&'k str, Self)>) -> Self {
        Self::Object(
            members
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
        )
    }

    /// Adds a member at the end of an object.
    pub(crate) fn with_member(mut self, name: &str, value: Self) -> Self {
        if let Self::Object(members) = &mut self {
            members.push((name.to_owned(), value));
        }
        self
    }

    /// Parses JSON, with the members in their order. Invalid JSON becomes an empty text.
    pub(crate) fn parse_json(text: &str) -> Self {
        let mut reader = Reader::new(text);
        Self::read_value(&mut reader).unwrap_or_else(|_| Self::text(""))
    }

    /// Reads a value recursively. The input is our own schemas and examples, so it is not deep.
    fn read_value(reader: &mut Reader<'_>) -> Result<Self, SyntaxError> {
        Ok(match reader.read_value()?.kind {
            ValueKind::Text(text) => Self::text(text.decode()),
            ValueKind::Object => {
                let mut members = Vec::new();
                while let Some(key) = reader.next_member()? {
                    members.push((key.text.decode().into_owned(), Self::read_value(reader)?));
                }
                Self::Object(members)
            }
            ValueKind::Array => {
                let mut items = Vec::new();
                while reader.next_element()? {
                    items.push(Self::read_value(reader)?);
                }
                Self::List(items)
            }
            ValueKind::Number(literal) => {
                Self::Literal(RawValue::from_string(literal.to_owned()).ok())
            }
            ValueKind::Boolean(boolean) => {
                Self::Literal(RawValue::from_string(boolean.to_string()).ok())
            }
            ValueKind::Null => Self::Literal(None),
        })
    }

    /// Returns the value of a member of an object.
    pub(crate) fn member(&self, name: &str) -> Option<&Self> {
        self.members()
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value)
    }

    /// Returns the members of an object; other values have none.
    pub(crate) fn members(&self) -> &[(String, Self)] {
        if let Self::Object(members) = self {
            members
        } else {
            &[]
        }
    }

    /// Returns the members of an object by value; other values have none.
    pub(crate) fn into_members(self) -> Vec<(String, Self)> {
        if let Self::Object(members) = self {
            members
        } else {
            Vec::new()
        }
    }

    /// Returns the items of a list; other values have none.
    pub(crate) fn items(&self) -> &[Self] {
        if let Self::List(items) = self {
            items
        } else {
            &[]
        }
    }

    pub(crate) fn as_str(&self) -> Option<&str> {
        if let Self::Text(text) = self {
            Some(text)
        } else {
            None
        }
    }

    /// Returns the texts in a list.
    pub(super) fn item_texts(&self) -> Vec<&str> {
        self.items().iter().filter_map(Self::as_str).collect()
    }

    /// Returns the text of a member, or an empty text if there is none.
    pub(crate) fn text_member(&self, name: &str) -> &str {
        self.member(name).and_then(Self::as_str).unwrap_or_default()
    }

    /// Returns the value as JSON on one line.
    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string(self).certain()
    }

    /// Returns the value as JSON over several lines, with a line break at the end.
    pub(crate) fn to_json_pretty(&self) -> String {
        // Serializing a `Node` can't fail.
        serde_json::to_string_pretty(self).certain() + "\n"
    }
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Number(number) => number.serialize(serializer),
            Self::List(list) => serializer.collect_seq(list),
            Self::Object(members) => {
                serializer.collect_map(members.iter().map(|(name, value)| (name, value)))
            }
            Self::Literal(value) => value.serialize(serializer),
        }
    }
}

/// Returns a text with its first letter in upper case.
pub(super) fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(characters).collect()
    })
}
