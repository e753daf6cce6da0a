//! Values as strings of any format that serde knows; what is read goes through `parse`, and nothing else makes a value.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::{AccountIdentifier, Amount, Country, Currency, Date, Iban, LimitedText, Rate, Text, Uid};

pub(crate) fn deserialize_parsed<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: fmt::Display>,
    D: Deserializer<'de>,
{
    struct ParseVisitor<T>(PhantomData<T>);

    impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for ParseVisitor<T> {
        type Value = T;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("a string")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            text.parse().map_err(E::custom)
        }
    }

    deserializer.deserialize_str(ParseVisitor(PhantomData))
}

macro_rules! impl_serde_as_text {
    ($($value:ident $(<$limit:ident>)?)*) => {
        $(
            impl$(<const $limit: usize>)? Serialize for $value$(<$limit>)? {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
                }
            }

            impl<'de $(, const $limit: usize)?> Deserialize<'de> for $value$(<$limit>)? {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    deserialize_parsed(deserializer)
                }
            }
        )*
    };
}

impl_serde_as_text! { AccountIdentifier Amount Country Currency Date Iban LimitedText<LIMIT> Text Uid }

/// A JSON number with its own text, so that no binary float comes between: JSON only, through `serde_json`.
impl Serialize for Rate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.to_string()).map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}

/// From the text of a JSON number: JSON only, through `serde_json`.
impl<'de> Deserialize<'de> for Rate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = Box::<RawValue>::deserialize(deserializer)?;
        Self::parse(number.get()).map_err(D::Error::custom)
    }
}
