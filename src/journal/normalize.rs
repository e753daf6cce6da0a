use super::check::{JournalFile, visit_records};
use super::model::JournalRecord;
use crate::record::Normalizer;
use crate::report::{Fixes, Normalized, Policy};

/// Applies fixes to a journal export and writes it as canonical JSON. An array, a single record and a record a line stay what they are.
///
/// Nothing is lost, and every change is reported. Normalizing the result again changes nothing.
///
/// ```
/// use universal_accounting::journal;
/// use universal_accounting::report::{Fixes, Policy};
///
/// let normalized = journal::normalize(br#"{"entries": [], "note": 1, "serviceId": "s-81"}"#, &Policy::new(), Fixes::Safe);
/// assert_eq!(normalized.json.as_deref(), Some(r#"{"serviceId":"s-81","entries":[],"note":1}"#));
/// ```
#[must_use]
pub fn normalize(source: &[u8], policy: &Policy, fixes: Fixes) -> Normalized {
    NORMALIZER.normalize(source, policy, fixes)
}

/// How journal exports are normalized.
pub(crate) static NORMALIZER: Normalizer = Normalizer {
    table: JournalRecord::TABLE,
    allows_sequences: true,
    check: |file, policy, _| {
        visit_records(&JournalFile::new(file.bytes()), policy, None).into_report()
    },
};
