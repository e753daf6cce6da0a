use serde::ser::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::json::{Kind, Reader, SyntaxError};

/// A JSON value whose members keep the order in which they are written.
#[derive(Debug, Clone)]
pub(crate) enum Node {
    Text(String),
    Number(usize),
    List(Vec<Node>),
    Object(Vec<(String, Node)>),
    /// A number, a truth or a null in its own spelling.
    Literal(Option<Box<RawValue>>),
}

impl Node {
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    pub(crate) fn texts<'t>(texts: impl IntoIterator<Item = &'t str>) -> Self {
        Self::List(texts.into_iter().map(Self::text).collect())
    }

    pub(crate) fn object<const N: usize>(members: [(&str, Self); N]) -> Self {
        Self::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// With a further member at its end.
    pub(crate) fn with(mut self, name: &str, value: Self) -> Self {
        if let Self::Object(members) = &mut self {
            members.push((name.to_owned(), value));
        }
        self
    }

    /// The value that a JSON text stands for, members in their order. A text that is none becomes an empty one.
    pub(crate) fn of_json(text: &str) -> Self {
        let mut reader = Reader::new(text);
        Self::read(&mut reader).unwrap_or_else(|_| Self::text(""))
    }

    /// Examples are as deep as the tables and no deeper.
    fn read(reader: &mut Reader<'_>) -> Result<Self, SyntaxError> {
        Ok(match reader.value()?.kind {
            Kind::Text(text) => Self::text(text.decode()),
            Kind::Object => {
                let mut members = Vec::new();
                while let Some(key) = reader.member()? {
                    members.push((key.text.decode().into_owned(), Self::read(reader)?));
                }
                Self::Object(members)
            }
            Kind::Array => {
                let mut items = Vec::new();
                while reader.element()? {
                    items.push(Self::read(reader)?);
                }
                Self::List(items)
            }
            Kind::Number(literal) => Self::Literal(RawValue::from_string(literal.to_owned()).ok()),
            Kind::Boolean(truth) => Self::Literal(RawValue::from_string(truth.to_string()).ok()),
            Kind::Null => Self::Literal(None),
        })
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Self> {
        self.members().iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// The members of an object; of anything else none.
    pub(crate) fn members(&self) -> &[(String, Self)] {
        if let Self::Object(members) = self { members } else { &[] }
    }

    /// The members of an object, to keep.
    pub(crate) fn into_members(self) -> Vec<(String, Self)> {
        if let Self::Object(members) = self { members } else { Vec::new() }
    }

    /// The items of a list; of anything else none.
    pub(crate) fn items(&self) -> &[Self] {
        if let Self::List(items) = self { items } else { &[] }
    }

    pub(crate) fn as_text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    pub(super) fn words(&self) -> Vec<&str> {
        self.items().iter().filter_map(Self::as_text).collect()
    }

    /// The text of a member; where there is none it is empty.
    pub(crate) fn word(&self, name: &str) -> &str {
        self.get(name).and_then(Self::as_text).unwrap_or_default()
    }

    pub(crate) fn compact(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The value over several lines, with a line break at its end.
    pub(crate) fn pretty(&self) -> String {
        // Texts and numbers under fixed names always can be written.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Number(number) => number.serialize(serializer),
            Self::List(list) => serializer.collect_seq(list),
            Self::Object(members) => serializer.collect_map(members.iter().map(|(name, value)| (name, value))),
            Self::Literal(value) => value.serialize(serializer),
        }
    }
}

/// A text with its first letter in upper case.
pub(super) fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or(String::new(), |first| first.to_uppercase().chain(characters).collect())
}
