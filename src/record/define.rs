//! Macros that define a record or a choice once: its field table, its Rust type, and the conversions between the two.

/// Defines a record: its field table, its Rust type, and the conversions between the two.
///
/// Each row has the presence, the contract's name, the Rust name, the type, the kind, a description, an example, and the usual limit
/// if the type has no limit. An `expected` field is optional, and its absence is a warning. A `defaulted` field is an optional boolean that is
/// false when absent.
macro_rules! record {
    (
        $(#[doc = $doc:literal])+
        $visibility:vis $record:ident called $name_in_words:literal, $record_description:literal {
            $($presence:ident $name:literal $field:ident: $value:ty, $kind:expr, $description:literal, $example:literal
                $(, usually at most $usual_limit:literal)?;)+
        }
    ) => {
        $(#[doc = $doc])+
        #[derive(Debug, Clone, PartialEq, Eq)]
        #[non_exhaustive]
        $visibility struct $record {
            $(
                #[doc = concat!("`", $name, "`: ", $description, "." $(, " Usually at most ", $usual_limit, " characters.")?)]
                pub $field: $crate::record::field_type!($presence $value),
            )+
        }

        impl $record {
            /// The fields, in the order of the contract.
            pub(crate) const FIELDS: &'static [$crate::record::Field; [$($name),+].len()] = &[$(
                $crate::record::Field {
                    name: $name,
                    kind: $kind,
                    presence: $crate::record::Presence::from_keyword(stringify!($presence)),
                    default: $crate::record::Presence::default_from_keyword(stringify!($presence)),
                    limit: $crate::record::Limit::new(<$value as $crate::record::FieldValue>::MAX_CHARS, &[$($usual_limit)?]),
                    description: $description,
                    example: $example,
                },
            )+];

            /// The field table of the record: its name, and its fields in the order of the contract.
            pub(crate) const TABLE: &'static $crate::record::FieldTable = &$crate::record::FieldTable {
                name: $name_in_words,
                description: $record_description,
                fields: Self::FIELDS,
            };
        }

        impl $crate::record::TypedRecord for $record {
            fn from_record(record: &$crate::record::Record<'_>) -> Option<Self> {
                let mut indexes = 0..;
                let mut next = || record.text(indexes.next()?);
                Some(Self { $($field: $crate::record::parse_field!($presence $value, next())),+ })
            }

            const FIELDS: &'static [$crate::record::Field] = Self::FIELDS;

            fn visit_texts(&self, visit: &mut $crate::record::TextVisitor<'_>) {
                let mut indexes = 0..;
                $(
                    let index = $crate::source::Certain::certain(indexes.next());
                    if let Some(value) = $crate::record::written_value!($presence self.$field) {
                        $crate::record::FieldValue::with_text(value, &mut |text| visit(index, text));
                    }
                )+
            }
        }

        impl serde::Serialize for $record {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut object = serializer.serialize_map(None)?;
                $(
                    if let Some(value) = $crate::record::written_value!($presence self.$field) {
                        serde::ser::SerializeMap::serialize_entry(&mut object, $name, value)?;
                    }
                )+
                serde::ser::SerializeMap::end(object)
            }
        }

        /// Reads only JSON, through `serde_json`, and checks the same rules as for any payload. It does not work inside `#[serde(flatten)]` or an
        /// untagged enum, as these keep no JSON text.
        impl<'de> serde::Deserialize<'de> for $record {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::record::deserialize_record(deserializer, &mut |_, _| {})
            }
        }

        $crate::record::constructor! { $visibility $record () () $($presence $field: $value;)+ }
    };
}

/// Defines the function `new`, which takes the required fields in the order of the contract.
macro_rules! constructor {
    ($visibility:vis $record:ident ($($given:ident: $value:ty,)*) ($($unset:ident,)*)) => {
        impl $record {
            /// Creates a record from its required fields, in the order of the contract. Set the other fields afterwards.
            #[must_use]
            #[allow(clippy::new_without_default, reason = "an empty record is rarely meant")]
            $visibility fn new($($given: $value),*) -> Self {
                Self { $($given,)* $($unset: Default::default(),)* }
            }
        }
    };
    ($visibility:vis $record:ident ($($given:tt)*) ($($unset:tt)*) required $field:ident: $value:ty; $($rest:tt)*) => {
        $crate::record::constructor! { $visibility $record ($($given)* $field: $value,) ($($unset)*) $($rest)* }
    };
    ($visibility:vis $record:ident ($($given:tt)*) ($($unset:tt)*) required_record $field:ident: $value:ty; $($rest:tt)*) => {
        $crate::record::constructor! { $visibility $record ($($given)* $field: $value,) ($($unset)*) $($rest)* }
    };
    ($visibility:vis $record:ident ($($given:tt)*) ($($unset:tt)*) required_list $field:ident: $value:ty; $($rest:tt)*) => {
        $crate::record::constructor! { $visibility $record ($($given)* $field: Vec<$value>,) ($($unset)*) $($rest)* }
    };
    ($visibility:vis $record:ident ($($given:tt)*) ($($unset:tt)*) $other:ident $field:ident: $value:ty; $($rest:tt)*) => {
        $crate::record::constructor! { $visibility $record ($($given)*) ($($unset)* $field,) $($rest)* }
    };
}

/// The Rust type of a field that has this presence.
macro_rules! field_type {
    (required $value:ty) => { $value };
    (defaulted $value:ty) => { $value };
    ($optional:ident $value:ty) => { Option<$value> };
}

/// Parses the text of a field, and returns None from the caller if a required field has no valid text.
macro_rules! parse_field {
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

/// The value of a field as an option: None if the field is left out when the record is written.
macro_rules! written_value {
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

/// Defines the words that a field allows as a Rust enum.
macro_rules! choice {
    (
        $(#[doc = $doc:literal])+
        $choice:ident {
            $($(#[doc = $variant_doc:literal])+ $variant:ident = $word:literal,)+
        }
    ) => {
        $crate::source::named_enum! {
            $(#[doc = $doc])+
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
            pub enum $choice {
                $($(#[doc = $variant_doc])+ $variant = $word,)+
            }
            /// Returns the word of the contract.
            as_str
        }

        impl $choice {
            /// The words of the contract.
            pub(crate) const WORDS: &'static [&'static str] = &[$($word),+];
        }

        impl std::str::FromStr for $choice {
            type Err = $crate::value::UnknownWordError;

            fn from_str(word: &str) -> Result<Self, $crate::value::UnknownWordError> {
                let known = [$(Self::$variant),+].into_iter().find(|choice| choice.as_str() == word);
                known.ok_or($crate::value::UnknownWordError { expected: Self::WORDS })
            }
        }

        impl serde::Serialize for $choice {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $choice {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::value::deserialize_parsed(deserializer)
            }
        }

        impl $crate::record::FieldValue for $choice {
            fn with_text(&self, take: &mut dyn FnMut(&str)) {
                take(self.as_str());
            }
        }
    };
}

pub(crate) use {choice, constructor, field_type, parse_field, record, written_value};
