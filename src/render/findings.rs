use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::report::{Finding, Param, Report};
use crate::source::Span;

/// All that was found in an input.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "found"))]
pub(super) struct FoundView<'r> {
    /// How many errors there are, also those that the limits left out of the findings.
    errors: usize,
    /// How many warnings there are, also those that the limits left out of the findings.
    warnings: usize,
    /// What was found, in the order of the places.
    findings: Vec<FindingView<'r>>,
}

impl<'r> From<&'r Report> for FoundView<'r> {
    fn from(report: &'r Report) -> Self {
        let findings = report.findings.iter().map(FindingView::from).collect();
        Self { errors: report.errors, warnings: report.warnings, findings }
    }
}

/// One fault at its place.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "finding"))]
pub(super) struct FindingView<'r> {
    /// The rule that the input breaks, such as `amount-zero`.
    rule: &'static str,
    /// `error` or `warning`, as the policy of the call has it.
    #[cfg_attr(test, schemars(extend("enum" = ["error", "warning"])))]
    severity: &'static str,
    /// JSON pointer (RFC 6901) to the value, or to the object that lacks one. Empty in a CSV.
    path: &'r str,
    /// The cell, in a row of a CSV.
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<CellView<'r>>,
    /// Line of the first character, counted from 1.
    line: usize,
    /// Column of the first character, counted from 1 in Unicode scalar values.
    column: usize,
    /// Offset of the first byte.
    start: usize,
    /// Offset after the last byte.
    end: usize,
    /// The same in code units of UTF-16.
    utf16: RangeView,
    /// What is wrong, without any value of the input.
    message: String,
    /// What to do.
    help: String,
    /// The data of message and help, by name.
    #[cfg_attr(test, schemars(with = "std::collections::BTreeMap<String, ParamShape>"))]
    params: Params<'r>,
    /// The record that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    item: Option<ItemView<'r>>,
    /// How to mend it.
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<FixView<'r>>,
}

/// A word, a name or an expectation; or a count, a length or a limit.
#[cfg(test)]
#[derive(schemars::JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "param")]
#[allow(dead_code, reason = "a shape for the schema")]
enum ParamShape {
    Text(String),
    Number(usize),
}

/// A range of the text in code units of UTF-16, as JavaScript and editors count; a byte order mark is one of them.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "range"))]
pub(super) struct RangeView {
    /// Offset of the first code unit, counted from 0.
    start: usize,
    /// Offset after the last code unit.
    end: usize,
}

impl From<Span> for RangeView {
    fn from(span: Span) -> Self {
        Self { start: span.start, end: span.end }
    }
}

/// A cell of a CSV.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "cell"))]
struct CellView<'r> {
    /// The row below the header, counted from 1.
    row: usize,
    /// The column's name as the file writes it; empty where it has none.
    column: &'r str,
}

/// A record, so that a reader finds it again.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "item"))]
struct ItemView<'r> {
    /// Its place in the list, counted from 0 as in a JSON pointer.
    index: usize,
    /// Its own name: transactionId or externalId, card numbers masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'r str>,
}

/// A replacement that mends the fault.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "fix"))]
struct FixView<'r> {
    /// Whether the meaning is kept for certain.
    safe: bool,
    /// Offset of the first byte to replace.
    start: usize,
    /// Offset after the last byte to replace.
    end: usize,
    /// The same in code units of UTF-16.
    utf16: RangeView,
    /// What to put there.
    replacement: &'r str,
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

impl<'r> From<&'r Finding> for FindingView<'r> {
    fn from(finding: &'r Finding) -> Self {
        Self {
            rule: finding.rule.id,
            severity: finding.severity.as_str(),
            path: &finding.pointer,
            cell: finding.cell.as_ref().map(|cell| CellView { row: cell.row, column: &cell.column }),
            line: finding.line,
            column: finding.column,
            start: finding.span.start,
            end: finding.span.end,
            utf16: finding.utf16.into(),
            message: finding.message(),
            help: finding.help(),
            params: Params(&finding.params),
            item: finding.item.as_ref().map(|item| ItemView { index: item.index, id: item.id.as_deref() }),
            fix: finding.fix.as_ref().map(|fix| FixView {
                safe: fix.safe,
                start: fix.span.start,
                end: fix.span.end,
                utf16: fix.utf16.into(),
                replacement: &fix.replacement,
            }),
        }
    }
}

/// A list of transactions, as the contract has them.
#[cfg(test)]
pub(super) fn transactions_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let items = "urn:universal-accounting:schema:transactions:1#/$defs/transaction";
    schemars::json_schema!({ "type": "array", "items": { "$ref": items } })
}

/// JSON on one line. The views are made of text and numbers under fixed keys, which always can be written.
pub(super) fn line(view: &impl Serialize) -> String {
    serde_json::to_string(view).unwrap_or_default()
}
