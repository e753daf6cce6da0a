//! Imports of journal exports without duplicates.

mod difference;
mod document;
mod known;
mod part;
mod plan;
mod report;
mod suspect;

pub use difference::JournalDifference;
pub use document::document_keys;
pub use known::{JournalPartError, KnownJournal};
pub use part::JournalPart;
pub use plan::{JournalConflict, JournalPlan, JournalVerdict, plan_journal};
pub(crate) use report::report_journal_conflicts;
pub use suspect::JournalSuspect;
