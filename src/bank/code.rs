use std::borrow::Cow;
use std::ops::Deref;

use crate::value::{Currency, CurrencyFault, CurrencyStatus};

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

/// What is known of a currency.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known {
    currency: Currency,
    pub(super) minor_units: Option<u8>,
    /// Whether accounts are kept in it to this day.
    pub(super) is_active: bool,
}

/// The currencies that were looked up last.
#[derive(Debug, Default)]
pub(super) struct Currencies {
    known: [Option<Known>; 2],
}

impl Currencies {
    pub(super) fn get(&mut self, currency: Currency) -> Known {
        let found = self.known.iter().flatten().find(|known| known.currency == currency);
        found.copied().unwrap_or_else(|| self.look_up(currency))
    }

    #[cold]
    fn look_up(&mut self, currency: Currency) -> Known {
        let is_active = currency.status() == CurrencyStatus::Active;
        let known = Known { currency, minor_units: currency.minor_units(), is_active };
        self.known.rotate_right(1);
        let [first, _] = &mut self.known;
        *first = Some(known);
        known
    }
}
