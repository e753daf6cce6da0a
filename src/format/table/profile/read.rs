use super::Profile;
use super::check::faults;
use crate::configuration;
use crate::format::rules::PROFILE_INVALID;
use crate::report::{Policy, Reading};

impl Profile {
    /// Reads a profile of the caller's own, and finds what is wrong with it.
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
        configuration::read(source, policy, &PROFILE_INVALID, faults)
    }

    /// What is wrong with it: the JSON pointer of each fault, and the fault in words.
    pub(in crate::format) fn faults(&self) -> Vec<(String, String)> {
        faults(self)
    }
}
