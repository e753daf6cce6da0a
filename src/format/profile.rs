use std::sync::Arc;

use super::table::built_in;
pub use super::table::profile::Evidence;
use super::table::profile::ProfileDefinition;
use crate::report::{Policy, Reading};

/// The format of a bank's statements.
///
/// A profile is a JSON file that says what the columns of a bank's export mean. [The guide](crate::guide::profiles) describes its keys. A clone is cheap.
///
/// ```
/// use universal_accounting::format::Profile;
///
/// let profile = Profile::by_id("postfinance-account").ok_or("no such profile")?;
/// assert_eq!((profile.institution(), profile.country()), ("PostFinance", "CH"));
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Profile(Arc<ProfileDefinition>);

impl Profile {
    /// Returns the built-in profiles, sorted by id.
    ///
    /// ```
    /// use universal_accounting::format::Profile;
    ///
    /// assert!(Profile::built_in().any(|profile| profile.id() == "ubs-account"));
    /// ```
    #[must_use]
    pub fn built_in() -> impl ExactSizeIterator<Item = Self> {
        built_in()
            .iter()
            .map(|listed| Self::from_shared(listed.definition()))
    }

    /// Returns the built-in profile with this id.
    #[must_use]
    pub fn by_id(id: &str) -> Option<Self> {
        built_in()
            .iter()
            .find(|listed| listed.id == id)
            .map(|listed| Self::from_shared(listed.definition()))
    }

    /// Reads a profile from JSON, and checks that it is complete and consistent.
    ///
    /// ```
    /// use universal_accounting::format::Profile;
    /// use universal_accounting::report::Policy;
    ///
    /// let reading = Profile::read(b"{\"id\": \"muster-bank\"}", &Policy::new());
    /// assert!(reading.value.is_none());
    /// assert_eq!(reading.report.findings[0].message(), "missing field `institution`");
    /// ```
    #[must_use]
    pub fn read(source: &[u8], policy: &Policy) -> Reading<Self> {
        let reading = ProfileDefinition::read(source, policy);
        Reading::new(
            reading.value.map(|definition| Self(Arc::new(definition))),
            reading.report,
        )
    }

    pub(super) fn from_shared(definition: &Arc<ProfileDefinition>) -> Self {
        Self(Arc::clone(definition))
    }

    /// Returns what the profile says about the files.
    pub(crate) fn definition(&self) -> &Arc<ProfileDefinition> {
        &self.0
    }

    /// Returns the id of the format, such as `ubs-account`.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.0.id
    }

    /// Returns the institution that exports files in this format.
    #[must_use]
    pub fn institution(&self) -> &str {
        &self.0.institution
    }

    /// Returns the product that the files are exported from, such as `account` or `card`.
    #[must_use]
    pub fn product(&self) -> &str {
        &self.0.product
    }

    /// Returns the country of the institution, an alpha-2 code of ISO 3166-1.
    #[must_use]
    pub fn country(&self) -> &str {
        &self.0.country
    }

    /// Returns the source of the definition.
    #[must_use]
    pub fn evidence(&self) -> Evidence {
        self.0.evidence
    }

    /// Returns why files of this format are recognized but not converted, as the end of a sentence; `None` if they are converted.
    #[must_use]
    pub fn unsupported(&self) -> Option<&str> {
        self.0.unsupported.as_deref()
    }
}
