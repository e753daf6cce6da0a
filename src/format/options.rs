use std::borrow::Cow;
use std::sync::Arc;

use super::table::profile::Profile;
use super::table::{CATALOG, Catalog};
use crate::report::Policy;
use crate::statement::{AccountMap, StatementOptions};
use crate::value::{AccountIdentifier, Currency};

/// What the caller knows of a statement beside the file.
///
/// ```
/// use universal_accounting::{format::Options, value::AccountIdentifier};
///
/// let mut options = Options::new();
/// options.account = Some(AccountIdentifier::parse("CH9300762011623852957")?);
/// # Ok::<(), universal_accounting::value::TextError>(())
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Options {
    /// What the file is an export of.
    pub format: Format,
    /// The account, where the file names none. An IBAN goes out in its canonical form, a card number masked.
    pub account: Option<AccountIdentifier>,
    /// The currency, where the file names none.
    pub currency: Option<Currency>,
    /// What the bank's numbers of accounts and cards stand for.
    pub accounts: Option<Arc<AccountMap>>,
    /// How findings are graded, and the limits.
    pub policy: Policy,
}

impl Options {
    /// Nothing is known but the file.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What is known of the statement itself.
    pub(super) const fn given(&self) -> StatementOptions<'_> {
        StatementOptions {
            account: self.account.as_ref(),
            currency: self.currency,
            account_map: self.accounts.as_ref(),
            policy: &self.policy,
        }
    }

    /// What is known of a file of this name: its account and currency by the map, where that tells files by their names.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use universal_accounting::{format::Options, report::Policy, statement::AccountMap};
    ///
    /// let map = br#"{"accounts": [{"files": ["yuh_*.csv"], "account": "CH9300762011623852957"}]}"#;
    /// let mut options = Options::new();
    /// options.accounts = AccountMap::read(map, &Policy::new()).value.map(Arc::new);
    /// assert!(options.for_file("downloads/yuh_2026.csv").account.is_some());
    /// ```
    #[must_use]
    pub fn for_file(&self, name: &str) -> Self {
        let mut options = self.clone();
        if let Some(known) = self.accounts.as_ref().and_then(|map| map.find_by_file_name(name)) {
            options.account = Some(known.account.clone());
            options.currency = known.currency.or(self.currency);
        }
        options
    }
}

/// What a file is an export of.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub enum Format {
    /// That of the built-in profiles whose header stands in the file.
    #[default]
    Detected,
    /// The built-in profile of that id.
    BuiltIn(String),
    /// A profile of the caller's own.
    Custom(Arc<Profile>),
}

impl Format {
    /// The id of the profile, where one is chosen.
    pub(super) fn id(&self) -> Option<&str> {
        match self {
            Self::Detected => None,
            Self::BuiltIn(id) => Some(id),
            Self::Custom(profile) => Some(&profile.id),
        }
    }

    /// The profiles among which to look.
    pub(super) fn catalog(&self) -> Cow<'static, Catalog> {
        match self {
            Self::Custom(profile) => Cow::Owned(Catalog::new(vec![Arc::clone(profile)])),
            Self::Detected | Self::BuiltIn(_) => Cow::Borrowed(&CATALOG),
        }
    }
}
