use super::check::{RecordVisitor, visit_records};
use super::model::PAYLOAD;
use crate::record::{CanonicalRanges, Normalizer, Record};
use crate::report::{Fixes, Normalized, Policy};

/// Applies fixes to a base data payload and writes it as canonical JSON.
///
/// Nothing is lost, and every change is reported. Normalizing the result again changes nothing.
///
/// ```
/// use universal_accounting::base_data;
/// use universal_accounting::report::{Fixes, Policy};
///
/// let payload = br#"{"taxes": [{"value": "8.10", "code": "UN81"}]}"#;
/// let normalized = base_data::normalize(payload, &Policy::new(), Fixes::Safe);
/// assert_eq!(normalized.json.as_deref(), Some(r#"{"taxes":[{"code":"UN81","value":8.1}]}"#));
/// assert_eq!(normalized.changes[1].pointer, "/taxes/0/value");
/// assert!(!normalized.report.is_valid());
/// ```
#[must_use]
pub fn normalize(source: &[u8], policy: &Policy, fixes: Fixes) -> Normalized {
    NORMALIZER.normalize(source, policy, fixes)
}

/// How base data is normalized.
pub(crate) static NORMALIZER: Normalizer = Normalizer {
    table: &PAYLOAD,
    allows_sequences: false,
    check: |file, policy, ranges| {
        visit_records(
            file,
            policy,
            ranges.map(|ranges| -> &mut dyn RecordVisitor { ranges }),
        )
    },
};

impl RecordVisitor for CanonicalRanges {
    fn visit_record(&mut self, _list: &str, _index: usize, record: &Record<'_>) {
        self.add(record);
    }
}
