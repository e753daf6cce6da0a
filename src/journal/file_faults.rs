//! Faults of a member after which a file could be missing.

use crate::json::{MemberKey, Value, ValueKind};
use crate::record::rules::WRONG_TYPE;
use crate::record::rules::json::UNKNOWN_FIELD;
use crate::record::{Field, json_type, nearest};
use crate::report::{Collector, Diagnostic, sanitize_name};

/// Returns whether a value is a text or null, and reports any other.
pub(super) fn is_text_or_null(field: &Field, value: &Value<'_>, sink: &mut Collector<'_>) -> bool {
    let is_valid = matches!(value.kind, ValueKind::Text(_) | ValueKind::Null);
    if !is_valid {
        report_wrong_type(field, value, sink);
    }
    is_valid
}

/// Reports a value that is not of the type of the field.
pub(super) fn report_wrong_type(field: &Field, value: &Value<'_>, sink: &mut Collector<'_>) {
    let diagnostic = Diagnostic::new(&WRONG_TYPE, value.span).param("field", field.name);
    let diagnostic = diagnostic.param("found", json_type(value.kind).name());
    sink.push(diagnostic.param("expected", field.json_type().name()));
}

/// Returns whether a name is probably meant as that of the field. No other name of the contract is nearly the same.
pub(super) fn is_misnamed(name: &str, field: &Field) -> bool {
    nearest(name, [field.name]).is_some()
}

/// Reports an unknown name instead of that of a field, because its value is not extracted.
pub(super) fn report_misnamed(key: &MemberKey<'_>, field: &Field, sink: &mut Collector<'_>) {
    let diagnostic =
        Diagnostic::new(&UNKNOWN_FIELD, key.span).param("name", sanitize_name(&key.text.decode()));
    sink.push(diagnostic.param("hint", format!("; `{}` was probably meant", field.name)));
}
