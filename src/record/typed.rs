//! Records as Rust types, each written down once: as the rows of its table.

use std::error::Error;
use std::fmt;

use super::push_quoted;
use crate::value::{AccountIdentifier, Amount, Country, Currency, Date, Iban, LimitedText, Rate, Text, Uid};

/// A value that a field of a typed record holds.
pub(crate) trait FieldValue: Sized {
    /// How many characters its text may have.
    const LIMIT: Option<usize> = None;

    /// The value that a text in which no fault was found stands for.
    fn from_text(text: &str) -> Option<Self>;

    /// Appends the value as canonical JSON.
    fn push_json(&self, json: &mut String);
}

macro_rules! texts {
    ($($value:ty: $push:expr;)*) => {
        $(impl FieldValue for $value {
            fn from_text(text: &str) -> Option<Self> {
                Self::parse(text).ok()
            }

            fn push_json(&self, json: &mut String) {
                let push: fn(&mut String, &Self) = $push;
                push(json, self);
            }
        })*
    };
}

texts! {
    AccountIdentifier: |json, value| push_quoted(json, value.as_str());
    Amount: |json, value| push_in_quotes(json, |json| value.push_to(json));
    Country: |json, value| push_quoted(json, value.as_ref());
    Currency: |json, value| push_quoted(json, value.code());
    Date: |json, value| push_in_quotes(json, |json| value.push_to(json));
    Iban: |json, value| push_quoted(json, value.as_str());
    Text: |json, value| push_quoted(json, value.as_str());
    Uid: |json, value| push_quoted(json, &value.to_string());
}

/// Appends what needs no escape.
fn push_in_quotes(json: &mut String, push: impl FnOnce(&mut String)) {
    json.push('"');
    push(json);
    json.push('"');
}

impl<const LIMIT: usize> FieldValue for LimitedText<LIMIT> {
    const LIMIT: Option<usize> = Some(LIMIT);

    fn from_text(text: &str) -> Option<Self> {
        Self::parse(text).ok()
    }

    fn push_json(&self, json: &mut String) {
        push_quoted(json, self.as_str());
    }
}

impl FieldValue for Rate {
    fn from_text(text: &str) -> Option<Self> {
        Self::parse(text).ok()
    }

    fn push_json(&self, json: &mut String) {
        json.push_str(&self.to_string());
    }
}

impl FieldValue for bool {
    fn from_text(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    fn push_json(&self, json: &mut String) {
        json.push_str(if *self { "true" } else { "false" });
    }
}

impl FieldValue for u64 {
    fn from_text(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    fn push_json(&self, json: &mut String) {
        json.push_str(&self.to_string());
    }
}

/// An object that is being written, member by member.
pub(crate) struct ObjectWriter<'j> {
    json: &'j mut String,
    separator: char,
}

impl<'j> ObjectWriter<'j> {
    pub(crate) const fn new(json: &'j mut String) -> Self {
        Self { json, separator: '{' }
    }

    /// Appends a name and gives the place where its value goes.
    pub(crate) fn name(&mut self, name: &str) -> &mut String {
        self.json.push(self.separator);
        self.separator = ',';
        push_quoted(self.json, name);
        self.json.push(':');
        self.json
    }

    pub(crate) fn member(&mut self, name: &str, value: &impl FieldValue) {
        value.push_json(self.name(name));
    }

    pub(crate) fn close(self) {
        self.json.push_str(if self.separator == '{' { "{}" } else { "}" });
    }
}

/// Gives the text of each field that has one in which no error was found.
pub(crate) type Texts<'f, 't> = dyn Fn(usize) -> Option<&'t str> + 'f;

/// A typed record that knows its table.
pub(crate) trait TypedRecord: Sized {
    /// The values of a record in which no error was found.
    fn from_texts(text: &Texts<'_, '_>) -> Option<Self>;

    /// Appends the record as canonical JSON: fields in the order of the contract, absent ones left out.
    fn push_json(&self, json: &mut String);
}

/// A text that is none of the words of a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownWord {
    /// The words of the choice.
    pub expected: &'static [&'static str],
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "this is none of the words {}", self.expected.join(", "))
    }
}

impl Error for UnknownWord {}

/// Whether a value says what its absence says.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Appends records as a JSON array.
pub(crate) fn push_list(json: &mut String, records: &[impl TypedRecord]) {
    json.push('[');
    for (index, record) in records.iter().enumerate() {
        if index > 0 {
            json.push(',');
        }
        record.push_json(json);
    }
    json.push(']');
}

/// Writes a record as its table, its Rust type, and the way from one to the other.
///
/// Each row is: how it is present, the contract's name, the Rust name, type, kind, meaning, example, and the usual limit
/// where the type has none. `expected` is optional with a warning where it is missing, `defaulted` is an optional boolean that is false
/// where it is missing.
macro_rules! record {
    (
        $(#[doc = $about:literal])+
        $visibility:vis $record:ident called $called:literal, $described:literal {
            $($presence:ident $name:literal $field:ident: $value:ty, $kind:expr, $meaning:literal, $example:literal
                $(, usually at most $usual:literal)?;)+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Debug, Clone, PartialEq, Eq)]
        #[non_exhaustive]
        $visibility struct $record {
            $(
                #[doc = concat!("`", $name, "`: ", $meaning, "." $(, " Usually at most ", $usual, " characters.")?)]
                pub $field: $crate::record::held!($presence $value),
            )+
        }

        impl $record {
            /// The fields, in the order of the contract.
            pub(crate) const FIELDS: &'static [$crate::record::Field; [$($name),+].len()] = &[$(
                $crate::record::Field {
                    name: $name,
                    kind: $kind,
                    presence: $crate::record::presence!($presence),
                    default: $crate::record::default!($presence),
                    limit: $crate::record::limit!($value $(, $usual)?),
                    about: $meaning,
                    example: $example,
                },
            )+];

            /// The record as a table: its name, and its fields in the order of the contract.
            $visibility const TABLE: &'static $crate::record::Table =
                &$crate::record::Table { name: $called, about: $described, fields: Self::FIELDS };
        }

        const _: () = assert!($record::FIELDS.len() <= 64, "readers have a bit for each field");

        impl $crate::record::TypedRecord for $record {
            fn from_texts(text: &$crate::record::Texts<'_, '_>) -> Option<Self> {
                let mut places = 0..;
                let mut next = || text(places.next()?);
                Some(Self { $($field: $crate::record::taken!($presence $value, next())),+ })
            }

            fn push_json(&self, json: &mut String) {
                let mut object = $crate::record::ObjectWriter::new(json);
                $($crate::record::put!($presence object, $name, self.$field);)+
                object.close();
            }
        }

        #[cfg(feature = "serde")]
        impl serde::Serialize for $record {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut object = serializer.serialize_map(None)?;
                $($crate::record::entry!($presence object, $name, self.$field);)+
                serde::ser::SerializeMap::end(object)
            }
        }

        $crate::record::constructor! { $visibility $record () () $($presence $field: $value;)+ }
    };
}

/// The function `new`, which takes what no record can lack, in the order of the contract.
macro_rules! constructor {
    ($visibility:vis $record:ident ($($given:ident: $value:ty,)*) ($($absent:ident,)*)) => {
        impl $record {
            /// A record with the fields that none can lack, in the order of the contract; the others are set afterwards.
            #[must_use]
            #[allow(clippy::new_without_default, reason = "an empty record is rarely meant")]
            $visibility fn new($($given: $value),*) -> Self {
                Self { $($given,)* $($absent: Default::default(),)* }
            }
        }
    };
    ($visibility:vis $record:ident ($($given:tt)*) ($($absent:tt)*) required $field:ident: $value:ty; $($rest:tt)*) => {
        $crate::record::constructor! { $visibility $record ($($given)* $field: $value,) ($($absent)*) $($rest)* }
    };
    ($visibility:vis $record:ident ($($given:tt)*) ($($absent:tt)*) $other:ident $field:ident: $value:ty; $($rest:tt)*) => {
        $crate::record::constructor! { $visibility $record ($($given)*) ($($absent)* $field,) $($rest)* }
    };
}

macro_rules! presence {
    (required) => {
        $crate::record::Presence::Required
    };
    (expected) => {
        $crate::record::Presence::Expected
    };
    ($optional:ident) => {
        $crate::record::Presence::Optional
    };
}

macro_rules! default {
    (defaulted) => {
        Some("false")
    };
    ($other:ident) => {
        None
    };
}

macro_rules! held {
    (required $value:ty) => { $value };
    (defaulted $value:ty) => { $value };
    ($optional:ident $value:ty) => { Option<$value> };
}

macro_rules! limit {
    ($value:ty) => {
        match <$value as $crate::record::FieldValue>::LIMIT {
            Some(limit) => Some($crate::record::Limit::Contract(limit)),
            None => None,
        }
    };
    ($value:ty, $usual:literal) => {
        Some($crate::record::Limit::Usual($usual))
    };
}

macro_rules! taken {
    (required $value:ty, $text:expr) => {
        <$value as $crate::record::FieldValue>::from_text($text?)?
    };
    (defaulted $value:ty, $text:expr) => {
        $text.and_then(<$value as $crate::record::FieldValue>::from_text).unwrap_or_default()
    };
    ($optional:ident $value:ty, $text:expr) => {
        $text.and_then(<$value as $crate::record::FieldValue>::from_text)
    };
}

macro_rules! put {
    (required $object:ident, $name:literal, $value:expr) => {
        $object.member($name, &$value)
    };
    (defaulted $object:ident, $name:literal, $value:expr) => {
        if !$crate::record::is_default(&$value) {
            $object.member($name, &$value);
        }
    };
    ($optional:ident $object:ident, $name:literal, $value:expr) => {
        if let Some(value) = &$value {
            $object.member($name, value);
        }
    };
}

#[cfg(feature = "serde")]
macro_rules! entry {
    (required $object:ident, $name:literal, $value:expr) => {
        serde::ser::SerializeMap::serialize_entry(&mut $object, $name, &$value)?
    };
    (defaulted $object:ident, $name:literal, $value:expr) => {
        if !$crate::record::is_default(&$value) {
            serde::ser::SerializeMap::serialize_entry(&mut $object, $name, &$value)?;
        }
    };
    ($optional:ident $object:ident, $name:literal, $value:expr) => {
        if let Some(value) = &$value {
            serde::ser::SerializeMap::serialize_entry(&mut $object, $name, value)?;
        }
    };
}

/// Writes a field's few words as a Rust type.
macro_rules! choice {
    (
        $(#[doc = $about:literal])+
        $choice:ident {
            $($(#[doc = $meaning:literal])+ $variant:ident = $word:literal,)+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $choice {
            $($(#[doc = $meaning])+ $variant,)+
        }

        impl $choice {
            /// The words of the contract.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// The word of the contract.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }

        impl std::fmt::Display for $choice {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(self.as_str())
            }
        }

        impl std::str::FromStr for $choice {
            type Err = $crate::record::UnknownWord;

            fn from_str(word: &str) -> Result<Self, $crate::record::UnknownWord> {
                let known = [$(Self::$variant),+].into_iter().find(|choice| choice.as_str() == word);
                known.ok_or($crate::record::UnknownWord { expected: Self::WORDS })
            }
        }

        #[cfg(feature = "serde")]
        impl serde::Serialize for $choice {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $choice {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::value::deserialize_parsed(deserializer)
            }
        }

        impl $crate::record::FieldValue for $choice {
            fn from_text(text: &str) -> Option<Self> {
                text.parse().ok()
            }

            fn push_json(&self, json: &mut String) {
                $crate::record::push_quoted(json, self.as_str());
            }
        }
    };
}

#[cfg(feature = "serde")]
pub(crate) use entry;
pub(crate) use {choice, constructor, default, held, limit, presence, put, record, taken};
