use serde::ser::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::findings::{FindingView, RangeView, to_json_line, view};
use crate::report::{Change, Normalized};

view! {
    /// The result of normalizing a file.
    #[cfg_attr(test, schemars(title = "Normalized"))]
    struct NormalizedView<'n> fn new(file: &'n str, normalized: &'n Normalized, documents: Option<Box<RawValue>>) {
        /// The name of the file, as the caller gave it.
        file: &'n str = file,
        normalized..: UnnamedNormalizedView<'n> = UnnamedNormalizedView::new(normalized, documents),
    }
}

view! {
    /// The result of normalizing, without the name of the file.
    struct UnnamedNormalizedView<'n> fn new(normalized: &'n Normalized, documents: Option<Box<RawValue>>) {
        /// Whether no errors remain.
        valid: bool = normalized.report.is_valid(),
        /// The number of remaining errors.
        errors: usize = normalized.report.errors,
        /// The number of remaining warnings.
        warnings: usize = normalized.report.warnings,
        /// The number of remaining notes.
        notes: usize = normalized.report.notes,
        /// The changes, in the order of their positions in the file.
        changes: Vec<ChangeView<'n>> = normalized.changes.iter().map(ChangeView::new).collect(),
        /// The remaining findings, with positions in the normalized text.
        findings: Vec<FindingView<'n>> = normalized.report.findings.iter().map(FindingView::new).collect(),
        /// The normalized documents, usually one; null if the syntax of the file can't be fixed.
        #[cfg_attr(test, schemars(schema_with = "documents_schema"))]
        normalized?: Option<Box<RawValue>> = documents,
    }
}

view! {
    /// A change of content. Changes of whitespace and of escapes in strings are not listed.
    struct ChangeView<'n> as "change" fn new(change: &'n Change) {
        /// The broken rule; null if the members were put into the order of the service's contract.
        rule: Option<&'static str> = change.rule.map(|rule| rule.id),
        /// Whether the change keeps the meaning for certain.
        safe: bool = change.safe,
        /// JSON pointer (RFC 6901) to the value in the original file.
        path: &'n str = &change.pointer,
        /// Line of the first character, counted from 1.
        line: usize = change.line,
        /// Column of the first character, counted from 1 in Unicode scalar values.
        column: usize = change.column,
        /// Offset of the first byte.
        start: usize = change.span.start,
        /// Offset after the last byte.
        end: usize = change.span.end,
        /// The same range in UTF-16 code units.
        utf16: RangeView = RangeView::new(change.utf16),
        /// What was wrong. The message contains no value of the file.
        message: &'n str = &change.message,
        /// The new JSON, with card numbers masked; empty if the text was removed, absent if members were put into order.
        replacement?: Option<&'n str> = change.replacement.as_deref(),
    }
}

/// The object of [`normalized_json`] without the name of a file.
impl Serialize for Normalized {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        UnnamedNormalizedView::new(self, documents_as_list(self.json.as_deref()))
            .serialize(serializer)
    }
}

/// Renders the result of normalizing a file as one JSON object on one line.
///
/// The positions of the changes are in the file; those of the remaining findings are in the normalized text. `normalized` is the list of the
/// documents, or null if there are none. `path` is a JSON pointer (RFC 6901), columns count Unicode scalar values from 1, and `start` and `end`
/// are byte offsets. A `replacement` is JSON; it is empty if something was removed, and absent if members were put into order.
///
/// ```
/// use universal_accounting::report::{Fixes, Policy};
/// use universal_accounting::{documents, render};
///
/// let request = br#"{"fileName": "a.pdf", "signedFileName": "f-1", "paymentType": "Credit-Card"}"#;
/// let normalized = documents::normalize(request, &Policy::new(), Fixes::Safe);
/// let json = render::normalized_json("request.json", &normalized);
/// assert!(json.starts_with(r#"{"file":"request.json","valid":true,"errors":0,"warnings":0,"notes":0,"changes":[{"rule":null,"#));
/// assert!(json.ends_with(r#""normalized":[{"signedFileName":"f-1","fileName":"a.pdf","paymentType":"credit-card"}]}"#));
/// ```
#[must_use]
pub fn normalized_json(file: &str, normalized: &Normalized) -> String {
    to_json_line(&NormalizedView::new(
        file,
        normalized,
        documents_as_list(normalized.json.as_deref()),
    ))
}

/// Renders the same object as [`normalized_json`] without the documents, for a caller who uses [`Normalized::json`] directly.
#[must_use]
pub fn normalized_changes_json(file: &str, normalized: &Normalized) -> String {
    to_json_line(&NormalizedView::new(file, normalized, None))
}

#[cfg(test)]
fn documents_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "type": ["array", "null"], "items": {} })
}

/// Returns a JSON list of documents, or null if there are none. Each line of `json` is one document.
fn documents_as_list(json: Option<&str>) -> Option<Box<RawValue>> {
    let list = |lines: &str| ["[", &lines.lines().collect::<Vec<_>>().join(","), "]"].concat();
    RawValue::from_string(json.map_or_else(|| "null".to_owned(), list)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::assert_schema_matches_file;

    #[test]
    fn schema_file_matches_the_view() {
        assert_schema_matches_file::<NormalizedView<'_>>("normalized");
    }
}
