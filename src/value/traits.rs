//! Implements the traits that values have in common.

use std::fmt;
use std::str::FromStr;

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
