//! Detects the format of a bank's statement and converts the statement to transactions.

mod convert;
mod detect;
mod options;
pub(crate) mod rules;
pub mod table;

pub use convert::{convert, convert_to};
pub use detect::{Candidate, detect};
pub use options::{Format, Options};
pub use table::profile;
pub use table::profile::Profile;
pub use table::{profile_by_id, profiles};
