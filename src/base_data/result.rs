use super::rules;
use crate::record::{FieldKind, TypedRecord, read_object, record};
use crate::report::{Diagnostic, Policy, Reading, Report};

record! {
    /// The service's answer to an update of base data.
    pub UpdateResult called "base data result", "the answer to an update of base data" {
        required "success" success: bool, FieldKind::Boolean, "whether the base data was imported successfully", "true";
    }
}

/// Checks the answer to an update of base data.
#[must_use]
pub fn check_result(source: &[u8], policy: &Policy) -> Report {
    read_result(source, policy).report
}

/// Reads the answer to an update of base data.
///
/// ```
/// use universal_accounting::{base_data, report::Policy};
///
/// let reading = base_data::read_result(br#"{"success": true}"#, &Policy::new().received());
/// assert!(reading.value.is_some_and(|result| result.success));
/// ```
#[must_use]
pub fn read_result(source: &[u8], policy: &Policy) -> Reading<UpdateResult> {
    read_object(source, policy, "result", &mut |record, sink| {
        if UpdateResult::from_record(record).is_some_and(|result| !result.success) {
            sink.push(Diagnostic::new(&rules::UPDATE_FAILED, record.span));
        }
    })
}

/// Writes the answer to an update of base data as canonical JSON.
///
/// ```
/// use universal_accounting::base_data::{UpdateResult, write_result};
///
/// assert_eq!(write_result(&UpdateResult::new(true)), r#"{"success":true}"#);
/// ```
#[must_use]
pub fn write_result(result: &UpdateResult) -> String {
    result.to_json()
}
