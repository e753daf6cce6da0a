//! Implements the traits that values have in common.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::{
    AccountIdentifier, Amount, AmountError, Base64, Base64Error, CardNumber, CardNumberError,
    Country, CountryError, Currency, CurrencyError, Date, DateError, Iban, IbanError, LimitedText,
    LimitedTextError, Rate, RateError, SignedAmount, SignedAmountError, Text, TextError, Uid,
    UidError,
};

macro_rules! impl_from_str {
    ($($value:ident $(<$limit:ident>)?, $error:ty;)*) => {
        $(impl$(<const $limit: usize>)? FromStr for $value$(<$limit>)? {
            type Err = $error;

            fn from_str(text: &str) -> Result<Self, $error> {
                Self::parse(text)
            }
        })*
    };
}

impl_from_str! {
    AccountIdentifier, TextError;
    Amount, AmountError;
    Base64, Base64Error;
    CardNumber, CardNumberError;
    Country, CountryError;
    Currency, CurrencyError;
    Date, DateError;
    Iban, IbanError;
    LimitedText<LIMIT>, LimitedTextError;
    Rate, RateError;
    SignedAmount, SignedAmountError;
    Text, TextError;
    Uid, UidError;
}

macro_rules! impl_display {
    ($($value:ident $(<$limit:ident>)? $text:ident;)*) => {
        $(impl$(<const $limit: usize>)? fmt::Display for $value$(<$limit>)? {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.pad(self.$text())
            }
        })*
    };
}

impl_display! {
    AccountIdentifier as_str;
    Country code;
    Currency code;
    Iban as_str;
    LimitedText<LIMIT> as_str;
    Text as_str;
}

macro_rules! impl_debug_from_display {
    ($($value:ident)*) => {
        $(impl fmt::Debug for $value {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(formatter, concat!(stringify!($value), "({})"), self)
            }
        })*
    };
}

impl_debug_from_display! { CardNumber Currency Date Iban Rate Uid }

/// Implements the traits of values that are a text. Debug output masks card numbers, because it ends up in logs.
macro_rules! impl_text {
    ($($value:ident $(<$limit:ident>)? $text:ident;)*) => {
        $(
            impl$(<const $limit: usize>)? AsRef<str> for $value$(<$limit>)? {
                fn as_ref(&self) -> &str {
                    self.$text()
                }
            }

            impl$(<const $limit: usize>)? fmt::Debug for $value$(<$limit>)? {
                fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                    formatter.debug_tuple(stringify!($value)).field(&CardNumber::mask(self.$text())).finish()
                }
            }
        )*
    };
}

impl_text! { AccountIdentifier as_str; Country code; LimitedText<LIMIT> as_str; Text as_str; }

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
