//! Implements serde's traits for values, which are strings in any format; a [`Rate`] is a JSON number. Deserializing calls `parse`, so no invalid value
//! can be built.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::{
    AccountIdentifier, Amount, Base64, Country, Currency, Date, Iban, LimitedText, Rate,
    SignedAmount, Text, Uid,
};

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

impl_serde_as_text! { AccountIdentifier Amount Base64 SignedAmount Country Currency Date Iban LimitedText<LIMIT> Text Uid }

/// Serializes a JSON number from its text, without a binary float in between. Works with `serde_json` only.
impl Serialize for Rate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.to_string())
            .map_err(serde::ser::Error::custom)?
            .serialize(serializer)
    }
}

/// Deserializes the text of a JSON number. Works with `serde_json` only.
impl<'de> Deserialize<'de> for Rate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = Box::<RawValue>::deserialize(deserializer)?;
        Self::parse(number.get()).map_err(D::Error::custom)
    }
}
