use super::{Organization, Scope};

/// Who sends a request (contract 5).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Caller {
    /// One who sent no credentials, or none of the scheme `Bearer`.
    Anonymous,
    /// One whose credentials are not known.
    Unknown,
    /// One who is known.
    Known {
        /// The organization that the caller belongs to. Of others nothing is seen.
        organization: Organization,
        /// What the caller may do there.
        scopes: Vec<Scope>,
    },
}

impl Caller {
    /// One who may do everything in an organization.
    #[must_use]
    pub fn with_every_scope(organization: Organization) -> Self {
        Self::Known { organization, scopes: Scope::ALL.to_vec() }
    }
}
