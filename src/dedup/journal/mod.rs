//! Imports of journal exports without duplicates.

mod difference;
mod known;
mod part;
mod plan;
mod report;

pub use difference::JournalDifference;
pub use known::{JournalPartError, KnownJournal};
pub use part::JournalPart;
pub use plan::{JournalConflict, JournalPlan, JournalVerdict, plan_journal};
pub(crate) use report::report_journal_conflicts;
