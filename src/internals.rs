//! What the project's own tests, fuzzers, benchmarks and program use beneath the public API. No promise of compatibility covers it.

/// Reading JSON with the place of every value.
pub mod json {
    pub use crate::json::*;
}

/// Field tables.
pub mod record {
    pub use crate::record::*;
}

/// Decoding, kinds of file, lines and columns.
pub mod source {
    pub use crate::source::*;
}

/// The rows and cells of a table.
pub mod table {
    pub use crate::format::table::*;
}

/// The definitions that profiles stand for.
pub mod profile {
    use std::sync::Arc;

    use crate::format::Profile;
    pub use crate::format::table::profile::*;

    /// Returns the definition of a profile.
    #[must_use]
    pub fn definition_of(profile: &Profile) -> Arc<ProfileDefinition> {
        Arc::clone(profile.definition())
    }
}
