use serde_json::value::RawValue;

use super::findings::{FindingView, RangeView, line};
use super::view::view;
use crate::report::{Change, Normalized};

view! {
    /// What normalizing a file came to.
    #[cfg_attr(test, schemars(title = "Normalized"))]
    struct NormalizedView<'n> fn new(file: &'n str, all: &'n Normalized, documents: Option<Box<RawValue>>) {
        /// The file's name as it was given.
        file: &'n str = file,
        /// Whether nothing that is left weighs as an error.
        valid: bool = all.report.is_valid(),
        /// How many errors are left.
        errors: usize = all.report.errors,
        /// How many warnings are left.
        warnings: usize = all.report.warnings,
        /// What was changed, in the order of the places in the file.
        changes: Vec<ChangeView<'n>> = all.changes.iter().map(ChangeView::new).collect(),
        /// What is left to mend, at its places in the normalized text.
        findings: Vec<FindingView<'n>> = all.report.findings.iter().map(FindingView::new).collect(),
        /// The normalized documents, mostly one; null where the file breaks the grammar of JSON beyond mending.
        #[cfg_attr(test, schemars(schema_with = "documents_schema"))]
        normalized?: Option<Box<RawValue>> = documents,
    }
}

view! {
    /// A change of content. White space and the escapes of strings are no content.
    struct ChangeView<'n> as "change" fn new(change: &'n Change) {
        /// The rule that was broken; null where members were put into the order of the contract.
        rule: Option<&'static str> = change.rule.map(|rule| rule.id),
        /// Whether the meaning is kept for certain.
        safe: bool = change.safe,
        /// JSON pointer (RFC 6901) to the value in the file as it came.
        path: &'n str = &change.pointer,
        /// Line of the first character, counted from 1.
        line: usize = change.line,
        /// Column of the first character, counted from 1 in Unicode scalar values.
        column: usize = change.column,
        /// Offset of the first byte.
        start: usize = change.span.start,
        /// Offset after the last byte.
        end: usize = change.span.end,
        /// The same in code units of UTF-16.
        utf16: RangeView = RangeView::new(change.utf16),
        /// What was wrong, without any value of the file.
        message: &'n str = &change.message,
        /// What stands there now as JSON, card numbers masked; empty where something was taken away, absent where members were put into order.
        replacement?: Option<&'n str> = change.replacement.as_deref(),
    }
}

/// What normalizing came to as one JSON object on one line: the changes at their places in the file, what is left to mend at its
/// places in the normalized text, and the normalized documents, or null where there are none.
///
/// `path` is a JSON pointer (RFC 6901), columns count Unicode scalar values from 1, `start` and `end` are byte offsets. A `replacement`
/// is JSON, empty where something was taken away; it is absent where members were put into order.
///
/// ```
/// use universal_accounting::report::{Fixes, Policy};
/// use universal_accounting::{documents, render};
///
/// let request = br#"{"fileName": "a.pdf", "signedFileName": "f-1", "paymentType": "Credit-Card"}"#;
/// let normalized = documents::normalize(request, &Policy::new(), Fixes::Safe);
/// let json = render::normalized_json("request.json", &normalized);
/// assert!(json.starts_with(r#"{"file":"request.json","valid":true,"errors":0,"warnings":0,"changes":[{"rule":null,"#));
/// assert!(json.ends_with(r#""normalized":[{"signedFileName":"f-1","fileName":"a.pdf","paymentType":"credit-card"}]}"#));
/// ```
#[must_use]
pub fn normalized_json(file: &str, normalized: &Normalized) -> String {
    line(&NormalizedView::new(file, normalized, documents(normalized.json.as_deref())))
}

/// The same without the documents, for one who takes them as they are from [`Normalized::json`].
#[must_use]
pub fn normalized_changes_json(file: &str, normalized: &Normalized) -> String {
    line(&NormalizedView::new(file, normalized, None))
}

#[cfg(test)]
fn documents_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "type": ["array", "null"], "items": {} })
}

/// The documents, each of which stands on a line of its own, as a list; null where there are none.
fn documents(json: Option<&str>) -> Option<Box<RawValue>> {
    let list = |lines: &str| ["[", &lines.lines().collect::<Vec<_>>().join(","), "]"].concat();
    RawValue::from_string(json.map_or_else(|| "null".to_owned(), list)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::assert_schema_matches_file;

    #[test]
    fn the_schema_is_that_of_what_is_written() {
        assert_schema_matches_file::<NormalizedView<'_>>("normalized");
    }
}
