use super::Date;
use super::currency_facts::{CurrencyFacts, WITHDRAWN};
use super::error::error_enum;
use crate::source::Certain;

/// A currency code of ISO 4217, from list one (current codes) or list three (withdrawn codes).
///
/// ```
/// use universal_accounting::value::{Currency, CurrencyError, CurrencyStatus};
///
/// let franc = Currency::parse("CHF")?;
/// assert_eq!(franc.minor_units(), Some(2));
/// assert_eq!(franc.status(), CurrencyStatus::Active);
/// assert_eq!(Currency::parse(" chf"), Err(CurrencyError::Case(franc)));
/// # Ok::<(), CurrencyError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Currency([u8; 3]);

/// Whether a currency is in use for bank accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CurrencyStatus {
    /// In use.
    Active,
    /// In list one, but not for accounts: precious metals, units of account, fund codes, the code for tests.
    NotForAccounts,
    /// In list three: valid for old bookings only.
    Withdrawn(Withdrawal),
}

/// The withdrawal of a currency: its date and the successor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Withdrawal {
    /// The year of withdrawal.
    pub last_year: u16,
    /// The month of withdrawal, 1 to 12; the last month where ISO 4217 gives a range.
    pub last_month: u8,
    /// The currency that replaced it.
    pub successor: Option<Currency>,
}

error_enum! {
    /// The reason why a text is not a currency code.
    pub enum CurrencyError {
        /// A code in lower case or with blanks around it; carries the currency.
        Case(Currency) => "a currency code has three upper-case letters and no blanks around them",
        /// ISO 4217 has no such code.
        Unknown => "ISO 4217 has no such currency; write its three-letter code, such as CHF",
    }
}

impl Currency {
    /// Parses exactly three upper-case letters that are a current or withdrawn code of ISO 4217.
    ///
    /// # Errors
    ///
    /// The text isn't such a code.
    pub fn parse(text: &str) -> Result<Self, CurrencyError> {
        Self::from_exact_code(text).ok_or_else(|| Self::parse_error(text))
    }

    /// Returns the three letters.
    #[must_use]
    pub fn code(&self) -> &str {
        // Always valid UTF-8: `from_exact_code` accepts only known codes.
        str::from_utf8(&self.0).certain()
    }

    pub(crate) const fn letters(self) -> [u8; 3] {
        self.0
    }

    /// Returns the number of decimals of amounts in the currency, or `None` for codes without a minor unit, such as gold, and for
    /// withdrawn codes.
    #[must_use]
    pub fn minor_units(self) -> Option<u8> {
        let facts = CurrencyFacts::for_code(self.0);
        facts.minor_units().filter(|_| !facts.is_withdrawn())
    }

    /// Returns whether the currency is in use for accounts and, if not, why.
    #[must_use]
    pub fn status(self) -> CurrencyStatus {
        match self.withdrawal() {
            Some(withdrawal) => CurrencyStatus::Withdrawn(withdrawal),
            None if CurrencyFacts::for_code(self.0).is_not_for_accounts() => {
                CurrencyStatus::NotForAccounts
            }
            None => CurrencyStatus::Active,
        }
    }

    /// Whether a code is that of an [active](CurrencyStatus::Active) currency.
    #[inline]
    pub(crate) fn is_active(code: [u8; 3]) -> bool {
        CurrencyFacts::for_code(code).is_active()
    }

    /// Returns the [minor units](Self::minor_units) of the currency with this code, or `None` for an unknown code.
    #[inline]
    pub(crate) fn minor_units_of(code: [u8; 3]) -> Option<u8> {
        Self(code).minor_units()
    }

    /// Like [`parse`](Self::parse), without a reason.
    pub(crate) fn from_exact_code(text: &str) -> Option<Self> {
        let currency = Self(text.as_bytes().try_into().ok()?);
        CurrencyFacts::for_code(currency.0)
            .is_currency()
            .then_some(currency)
    }

    fn withdrawal(self) -> Option<Withdrawal> {
        if !CurrencyFacts::for_code(self.0).is_withdrawn() {
            return None;
        }
        let row = WITHDRAWN
            .binary_search_by_key(&self.sort_key(), |(code, ..)| Self(*code).sort_key())
            .ok()?;
        let (_, last_year, last_month, successor) = *WITHDRAWN.get(row)?;
        Some(Withdrawal {
            last_year,
            last_month,
            successor: successor.map(Self),
        })
    }

    /// Returns a number that sorts like the code and is faster to compare.
    fn sort_key(self) -> u32 {
        let [first, second, third] = self.0;
        u32::from_be_bytes([0, first, second, third])
    }

    #[cold]
    fn parse_error(text: &str) -> CurrencyError {
        let trimmed = text.trim();
        // On stock exchanges GBp is the penny: read as the pound, the amount would be a hundred times too large.
        if trimmed == "GBp" {
            return CurrencyError::Unknown;
        }
        Self::from_exact_code(&trimmed.to_ascii_uppercase())
            .map_or(CurrencyError::Unknown, CurrencyError::Case)
    }
}

impl Withdrawal {
    /// Whether the currency was still in use on a day; it was until the end of the month of withdrawal.
    #[must_use]
    pub(crate) fn in_use_on(self, day: Date) -> bool {
        (day.year(), day.month()) <= (self.last_year, self.last_month)
    }
}

#[cfg(test)]
mod tests {
    use super::super::currency_facts::NOT_FOR_ACCOUNTS;
    use super::*;

    fn currency(code: &str) -> Currency {
        Currency::parse(code).unwrap()
    }

    fn withdrawal(code: &str) -> Withdrawal {
        match currency(code).status() {
            CurrencyStatus::Withdrawn(withdrawal) => withdrawal,
            status => panic!("{code} is {status:?}"),
        }
    }

    #[test]
    fn tables_are_sorted_and_have_only_known_codes() {
        assert!(WITHDRAWN.is_sorted_by(|left, right| left.0 < right.0));
        for (code, year, month, successor) in WITHDRAWN {
            assert!(
                (1978..=2026).contains(&year) && (1..=12).contains(&month),
                "{}",
                Currency(code)
            );
            assert!(
                successor.is_none_or(|next| Currency::parse(Currency(next).code()).is_ok()),
                "{}",
                Currency(code)
            );
        }
        for code in NOT_FOR_ACCOUNTS {
            assert_eq!(
                currency(Currency(code).code()).status(),
                CurrencyStatus::NotForAccounts
            );
        }
    }

    #[test]
    fn knows_minor_units_of_active_codes() {
        for (code, units) in [
            ("CHF", 2),
            ("JPY", 0),
            ("KWD", 3),
            ("CHE", 2),
            ("CHW", 2),
            ("VES", 2),
            ("XAD", 2),
            ("HUF", 2),
        ] {
            assert_eq!(
                (currency(code).minor_units(), currency(code).status()),
                (Some(units), CurrencyStatus::Active),
                "{code}"
            );
        }
        assert_eq!(currency("XAU").minor_units(), None);
        assert_eq!(currency("CLF").minor_units(), Some(4));
    }

    #[test]
    fn knows_date_and_successor_of_withdrawn_codes() {
        let kuna = withdrawal("HRK");
        assert_eq!(
            (kuna.last_year, kuna.last_month, kuna.successor),
            (2023, 1, Some(currency("EUR")))
        );
        assert_eq!(
            (withdrawal("ARY").last_year, withdrawal("ARY").last_month),
            (1990, 12)
        );
        assert_eq!(withdrawal("DDM").last_month, 9);
        for code in ["BGN", "CUC", "SLL", "ZWL", "ANG", "DEM"] {
            assert_eq!(
                (
                    withdrawal(code).successor.is_some(),
                    currency(code).minor_units()
                ),
                (true, None),
                "{code}"
            );
        }
    }

    #[test]
    fn withdrawn_currencies_are_in_use_until_the_end_of_their_last_month() {
        let date = |text| Date::parse(text).unwrap();
        assert!(withdrawal("HRK").in_use_on(date("2023-01-31")));
        assert!(withdrawal("HRK").in_use_on(date("2022-12-01")));
        assert!(!withdrawal("HRK").in_use_on(date("2023-02-01")));
    }

    #[test]
    fn suggests_only_codes_in_lower_case_or_with_blanks_around_them() {
        for text in ["chf", "Chf", " CHF", "CHF\n", "\u{a0}chf "] {
            assert_eq!(
                Currency::parse(text),
                Err(CurrencyError::Case(currency("CHF"))),
                "{text:?}"
            );
        }
        assert_eq!(
            Currency::parse("gbp"),
            Err(CurrencyError::Case(currency("GBP")))
        );
        for text in [
            "",
            "CH",
            "CHFX",
            "756",
            "SFr",
            "€",
            "RMB",
            "BTC",
            "GBX",
            "GBp",
            "ＣＨＦ",
            "СHF",
            "C HF",
            "CNH",
        ] {
            assert_eq!(
                Currency::parse(text),
                Err(CurrencyError::Unknown),
                "{text:?}"
            );
        }
    }

    #[test]
    fn displays_the_code() {
        assert_eq!(
            format!("{0} {0:?} {0:>5}", currency("CHF")),
            "CHF Currency(CHF)   CHF"
        );
    }
}
