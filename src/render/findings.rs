use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::report::{CellPosition, Finding, Fix, Item, Param, Report};
use crate::source::Span;

/// Defines a struct that is serialized as a JSON object, and its function `new`, which computes each member from the arguments.
///
/// The members have the fields' names in camel case. A member with `?` is left out if it is `None`; the members of a field with `..` are inserted
/// among the others. `as` sets the name of the struct in schemas that refer to it.
///
/// To change it: a mark such as `?` has no value, and a repetition needs a variable to repeat over. A lifetime that nobody writes is one.
macro_rules! view {
    (
        $(#[$about:meta])*
        $visibility:vis struct $view:ident $(<$life:lifetime>)? $(as $name:literal)?
        fn new($($value:ident: $kind:ty),*) {
            $(
                $(#[$meaning:meta])*
                $member:ident $(? $($optional:lifetime)?)? $(.. $($flattened:lifetime)?)?: $content:ty = $from:expr,
            )*
        }
    ) => {
        #[derive(serde::Serialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        $(#[cfg_attr(test, schemars(rename = $name))])?
        $(#[$about])*
        #[serde(rename_all = "camelCase")]
        $visibility struct $view $(<$life>)? {
            $(
                $(#[$meaning])*
                $(#[serde(skip_serializing_if = "Option::is_none")] $($optional)?)?
                $(#[serde(flatten)] $($flattened)?)?
                $member: $content,
            )*
        }

        impl $(<$life>)? $view $(<$life>)? {
            $visibility fn new($($value: $kind),*) -> Self {
                Self { $($member: $from,)* }
            }
        }
    };
}

pub(super) use view;

view! {
    /// The findings in an input, and their numbers.
    pub(super) struct FindingsView<'r> as "found" fn new(report: &'r Report) {
        /// The number of errors, including errors that the limits left out of the findings.
        errors: usize = report.errors,
        /// The number of warnings, including warnings that the limits left out of the findings.
        warnings: usize = report.warnings,
        /// The number of notes, including notes that the limits left out of the findings.
        notes: usize = report.notes,
        /// The findings, in the order of their positions.
        findings: Vec<FindingView<'r>> = report.findings.iter().map(FindingView::new).collect(),
    }
}

view! {
    /// A fault in the input, with its position.
    pub(super) struct FindingView<'r> as "finding" fn new(finding: &'r Finding) {
        /// The rule that the input breaks, such as `amount-zero`.
        rule: &'static str = finding.rule.id,
        /// `error`, `warning` or `note`, according to the policy of the call. A note is no fault.
        #[cfg_attr(test, schemars(extend("enum" = ["error", "warning", "note"])))]
        severity: &'static str = finding.severity.as_str(),
        /// JSON pointer (RFC 6901) to the value, or to the object that lacks a value. Empty for a CSV file.
        path: &'r str = &finding.pointer,
        /// The cell, if the fault is in a row of a CSV file.
        cell?: Option<CellView<'r>> = finding.cell.as_ref().map(CellView::new),
        /// Line of the first character, counted from 1.
        line: usize = finding.line,
        /// Column of the first character, counted from 1 in Unicode scalar values.
        column: usize = finding.column,
        /// Offset of the first byte.
        start: usize = finding.span.start,
        /// Offset after the last byte.
        end: usize = finding.span.end,
        /// The same range in UTF-16 code units.
        utf16: RangeView = RangeView::new(finding.utf16),
        /// What is wrong. The message contains no value of the input.
        message: String = finding.message(),
        /// What to do.
        help: String = finding.help(),
        /// The parameters of the message and the help, by name.
        #[cfg_attr(test, schemars(with = "std::collections::BTreeMap<String, ParamView>"))]
        params: Params<'r> = Params(&finding.params),
        /// The record with the fault.
        item?: Option<ItemView<'r>> = finding.item.as_ref().map(ItemView::new),
        /// A replacement that fixes the fault.
        fix?: Option<FixView<'r>> = finding.fix.as_ref().map(FixView::new),
    }
}

/// The object that is an element of `findings` in [`report_json`](super::report_json).
impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        FindingView::new(self).serialize(serializer)
    }
}

/// A parameter: a text such as a name, or a number such as a limit.
#[cfg(test)]
#[derive(schemars::JsonSchema)]
#[schemars(rename = "param", untagged)]
#[expect(dead_code, reason = "only its schema is needed")]
enum ParamView {
    Text(String),
    Number(usize),
}

struct Params<'r>(&'r [(&'static str, Param)]);

impl Serialize for Params<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(self.0.len()))?;
        for (name, param) in self.0 {
            match param {
                Param::Text(text) => object.serialize_entry(name, text)?,
                Param::Number(number) => object.serialize_entry(name, number)?,
            }
        }
        object.end()
    }
}

view! {
    /// A range of the text in UTF-16 code units, as JavaScript and editors count; a byte order mark is one code unit.
    pub(super) struct RangeView as "range" fn new(span: Span) {
        /// Offset of the first code unit, counted from 0.
        start: usize = span.start,
        /// Offset after the last code unit.
        end: usize = span.end,
    }
}

view! {
    /// A cell of a CSV file.
    struct CellView<'r> as "cell" fn new(cell: &'r CellPosition) {
        /// The row below the header, counted from 1.
        row: usize = cell.row,
        /// The name of the column as in the file; empty if the column has no name.
        column: &'r str = &cell.column,
    }
}

view! {
    /// The record of a finding.
    struct ItemView<'r> as "item" fn new(item: &'r Item) {
        /// The position in its list, counted from 0 as in a JSON pointer.
        index: usize = item.index,
        /// The transactionId or externalId, card numbers masked.
        id?: Option<&'r str> = item.id.as_deref(),
    }
}

view! {
    /// A replacement that fixes the fault.
    struct FixView<'r> as "fix" fn new(fix: &'r Fix) {
        /// Whether the fix keeps the meaning for certain.
        safe: bool = fix.safe,
        /// Offset of the first byte to replace.
        start: usize = fix.span.start,
        /// Offset after the last byte to replace.
        end: usize = fix.span.end,
        /// The same range in UTF-16 code units.
        utf16: RangeView = RangeView::new(fix.utf16),
        /// The new text.
        replacement: &'r str = &fix.replacement,
    }
}

/// Returns the schema of a list of transactions, which refers to the schema of a transaction.
#[cfg(test)]
pub(super) fn transactions_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let items = "urn:universal-accounting:schema:transactions:1#/$defs/transaction";
    schemars::json_schema!({ "type": "array", "items": { "$ref": items } })
}

/// Serializes a view as JSON on one line. Views have only texts and numbers under fixed names, so this can't fail.
pub(super) fn to_json_line(view: &impl Serialize) -> String {
    serde_json::to_string(view).unwrap_or_default()
}

view! {
    /// The report on a file.
    #[cfg_attr(test, schemars(title = "Report"))]
    pub(super) struct ReportView<'r> as "report" fn new(file: &'r str, report: &'r Report) {
        /// The name of the file, as the caller gave it.
        file: &'r str = file,
        report..: UnnamedReportView<'r> = UnnamedReportView::new(report),
    }
}

view! {
    /// A report without the name of its file.
    struct UnnamedReportView<'r> fn new(report: &'r Report) {
        /// Whether there are no errors.
        valid: bool = report.is_valid(),
        findings..: FindingsView<'r> = FindingsView::new(report),
    }
}

/// The object of [`report_json`] without the name of a file.
///
/// ```
/// use universal_accounting::{report::Policy, transactions};
///
/// let report = transactions::check(b"{\"transactions\": []}", &Policy::new());
/// assert!(serde_json::to_string(&report)?.starts_with(r#"{"valid":false,"errors":1,"warnings":0,"notes":0,"findings":[{"rule":"transactions-empty","#));
/// # Ok::<(), serde_json::Error>(())
/// ```
impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        UnnamedReportView::new(self).serialize(serializer)
    }
}

/// Renders a report as one JSON object on one line.
///
/// `path` is a JSON pointer (RFC 6901), columns count Unicode scalar values from 1, and `start` and `end` are byte offsets.
/// `errors`, `warnings` and `notes` count all findings, including findings that the limits left out of `findings`.
///
/// ```
/// use universal_accounting::{render, report::Policy, transactions};
///
/// let report = transactions::check(b"{\"transactions\": []}", &Policy::new());
/// let json = render::report_json("payload.json", &report);
/// assert!(json.starts_with(r#"{"file":"payload.json","valid":false,"errors":1,"warnings":0,"notes":0,"findings":[{"rule":"transactions-empty","#));
/// ```
#[must_use]
pub fn report_json(file: &str, report: &Report) -> String {
    to_json_line(&ReportView::new(file, report))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::assert_schema_matches_file;

    #[test]
    fn schema_file_matches_the_view() {
        assert_schema_matches_file::<ReportView<'_>>("report");
    }
}
