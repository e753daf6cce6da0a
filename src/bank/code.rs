use std::borrow::Cow;
use std::ops::Deref;

use crate::value::{Currency, CurrencyFault};

/// The code of a currency: one that is known, or what stands in its place.
#[derive(Debug, Clone)]
pub(super) enum Code<'t> {
    Known(Currency),
    Unknown(Cow<'t, str>),
}

impl<'t> Code<'t> {
    /// The code that a cell holds, as the contract writes it, where it merely is in another case.
    pub(super) fn of(text: Cow<'t, str>) -> Self {
        match Currency::parse(&text) {
            Ok(currency) | Err(CurrencyFault::Case(currency)) => Self::Known(currency),
            Err(_) => Self::Unknown(text),
        }
    }

    pub(super) fn known(&self) -> Option<Currency> {
        match self {
            Self::Known(currency) => Some(*currency),
            Self::Unknown(_) => None,
        }
    }
}

impl Deref for Code<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Self::Known(currency) => currency.code(),
            Self::Unknown(text) => text,
        }
    }
}
