//! The traits that values have in common.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::{
    AccountIdentifier, Amount, AmountFault, CardNumber, CardNumberFault, Country, CountryFault, Currency,
    CurrencyFault, Date, DateFault, Iban, IbanFault, LimitedText, LimitedTextFault, PeriodFault, Rate, RateFault, Text,
    TextFault, Uid, UidFault, WebAddressFault,
};

/// What is parsed by name can be parsed by trait too.
macro_rules! parsed {
    ($($value:ty, $fault:ty;)*) => {
        $(impl FromStr for $value {
            type Err = $fault;

            fn from_str(text: &str) -> Result<Self, $fault> {
                Self::parse(text)
            }
        })*
    };
}

parsed! {
    AccountIdentifier, TextFault;
    Amount, AmountFault;
    CardNumber, CardNumberFault;
    Country, CountryFault;
    Currency, CurrencyFault;
    Date, DateFault;
    Iban, IbanFault;
    Rate, RateFault;
    Text, TextFault;
    Uid, UidFault;
}

/// A value whose debug output is what it shows.
macro_rules! shown_for_debug {
    ($($value:ident)*) => {
        $(impl fmt::Debug for $value {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(formatter, concat!(stringify!($value), "({})"), self)
            }
        })*
    };
}

shown_for_debug! { CardNumber Currency Date Iban Rate Uid }

/// A value that is a text as it came. In debug output, which ends up in logs, card numbers are masked.
macro_rules! texts {
    ($($value:ident $(<$limit:ident>)?)*) => {
        $(
            impl$(<const $limit: usize>)? AsRef<str> for $value$(<$limit>)? {
                fn as_ref(&self) -> &str {
                    self.as_str()
                }
            }

            impl$(<const $limit: usize>)? fmt::Display for $value$(<$limit>)? {
                fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                    formatter.pad(self.as_str())
                }
            }

            impl$(<const $limit: usize>)? fmt::Debug for $value$(<$limit>)? {
                fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                    formatter.debug_tuple(stringify!($value)).field(&CardNumber::mask(self.as_str())).finish()
                }
            }
        )*
    };
}

texts! { AccountIdentifier LimitedText<LIMIT> Text }

macro_rules! errors {
    ($($fault:ty)*) => {
        $(impl Error for $fault {})*
    };
}

errors! {
    AmountFault CardNumberFault CountryFault CurrencyFault DateFault IbanFault LimitedTextFault PeriodFault RateFault
    TextFault UidFault WebAddressFault
}
