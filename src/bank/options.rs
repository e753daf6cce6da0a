use std::sync::Arc;

use super::account_map::AccountMap;
use super::profile::Profile;
use crate::report::Policy;
use crate::value::{AccountIdentifier, Currency};

/// What the caller knows of a statement beside the file.
///
/// ```
/// use universal_accounting::{bank::Options, value::AccountIdentifier};
///
/// let mut options = Options::new();
/// options.account = Some(AccountIdentifier::parse("CH9300762011623852957")?);
/// # Ok::<(), universal_accounting::value::TextFault>(())
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Options {
    /// The id of the profile to read by; without it the file's header decides.
    pub bank: Option<String>,
    /// A profile of the caller's own, beside which the built-in ones play no part.
    pub profile: Option<Arc<Profile>>,
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
}
