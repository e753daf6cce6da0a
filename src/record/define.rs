//! Macros that write a record or a choice down once: its table, its Rust type, and the way from one to the other.

use std::error::Error;
use std::fmt;

/// A text that is none of the words of a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownWordError {
    /// The words of the choice.
    pub expected: &'static [&'static str],
}

impl fmt::Display for UnknownWordError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "this is none of the words {}", self.expected.join(", "))
    }
}

impl Error for UnknownWordError {}

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
                    presence: $crate::record::Presence::of(stringify!($presence)),
                    default: $crate::record::Presence::default_of(stringify!($presence)),
                    limit: $crate::record::Limit::of(<$value as $crate::record::FieldValue>::LIMIT, &[$($usual)?]),
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

            const FIELDS: &'static [$crate::record::Field] = Self::FIELDS;

            fn show(&self, show: &mut $crate::record::Show<'_>) {
                let mut places = 0..;
                $(
                    let place = places.next().unwrap_or_default();
                    if let Some(value) = $crate::record::present!($presence self.$field) {
                        $crate::record::FieldValue::show(value, &mut |text| show(place, text));
                    }
                )+
            }
        }

        #[cfg(feature = "serde")]
        impl serde::Serialize for $record {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut object = serializer.serialize_map(None)?;
                $(
                    if let Some(value) = $crate::record::present!($presence self.$field) {
                        serde::ser::SerializeMap::serialize_entry(&mut object, $name, value)?;
                    }
                )+
                serde::ser::SerializeMap::end(object)
            }
        }

        /// From JSON alone, through `serde_json`: by the same rules as any payload. Not behind `#[serde(flatten)]` or in an untagged enum, which keep
        /// no JSON text.
        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $record {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::record::deserialize_record(deserializer, &mut |_, _| {})
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

macro_rules! held {
    (required $value:ty) => { $value };
    (defaulted $value:ty) => { $value };
    ($optional:ident $value:ty) => { Option<$value> };
}

macro_rules! taken {
    (required $value:ty, $text:expr) => {
        $text?.parse().ok()?
    };
    (defaulted $value:ty, $text:expr) => {
        $text.and_then(|text| text.parse().ok()).unwrap_or_default()
    };
    ($optional:ident $value:ty, $text:expr) => {
        $text.and_then(|text| text.parse().ok())
    };
}

/// The value of a field, where it is to be written.
macro_rules! present {
    (required $value:expr) => {
        Some(&$value)
    };
    (defaulted $value:expr) => {
        Some(&$value).filter(|value| **value)
    };
    ($optional:ident $value:expr) => {
        $value.as_ref()
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
        $crate::source::named_enum! {
            $(#[doc = $about])+
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
            pub enum $choice {
                $($(#[doc = $meaning])+ $variant = $word,)+
            }
            /// The word of the contract.
            as_str
        }

        impl $choice {
            /// The words of the contract.
            pub const WORDS: &'static [&'static str] = &[$($word),+];
        }

        impl std::fmt::Display for $choice {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(self.as_str())
            }
        }

        impl std::str::FromStr for $choice {
            type Err = $crate::record::UnknownWordError;

            fn from_str(word: &str) -> Result<Self, $crate::record::UnknownWordError> {
                let known = [$(Self::$variant),+].into_iter().find(|choice| choice.as_str() == word);
                known.ok_or($crate::record::UnknownWordError { expected: Self::WORDS })
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
            fn show(&self, show: &mut dyn FnMut(&str)) {
                show(self.as_str());
            }
        }
    };
}

pub(crate) use {choice, constructor, held, present, record, taken};
