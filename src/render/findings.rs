use serde::Serialize;
use serde::ser::Serializer;

use super::view::view;
use crate::report::{Cell, Finding, Fix, Item, Param, Report};
use crate::source::Span;

view! {
    /// All that was found in an input.
    pub(super) struct FindingsView<'r> as "found" fn new(report: &'r Report) {
        /// How many errors there are, also those that the limits left out of the findings.
        errors: usize = report.errors,
        /// How many warnings there are, also those that the limits left out of the findings.
        warnings: usize = report.warnings,
        /// What was found, in the order of the places.
        findings: Vec<FindingView<'r>> = report.findings.iter().map(FindingView::new).collect(),
    }
}

view! {
    /// One fault at its place.
    pub(super) struct FindingView<'r> as "finding" fn new(finding: &'r Finding) {
        /// The rule that the input breaks, such as `amount-zero`.
        rule: &'static str = finding.rule.id,
        /// `error` or `warning`, as the policy of the call has it.
        #[cfg_attr(test, schemars(extend("enum" = ["error", "warning"])))]
        severity: &'static str = finding.severity.as_str(),
        /// JSON pointer (RFC 6901) to the value, or to the object that lacks one. Empty in a CSV.
        path: &'r str = &finding.pointer,
        /// The cell, in a row of a CSV.
        cell?: Option<CellView<'r>> = finding.cell.as_ref().map(CellView::new),
        /// Line of the first character, counted from 1.
        line: usize = finding.line,
        /// Column of the first character, counted from 1 in Unicode scalar values.
        column: usize = finding.column,
        /// Offset of the first byte.
        start: usize = finding.span.start,
        /// Offset after the last byte.
        end: usize = finding.span.end,
        /// The same in code units of UTF-16.
        utf16: RangeView = RangeView::new(finding.utf16),
        /// What is wrong, without any value of the input.
        message: String = finding.message(),
        /// What to do.
        help: String = finding.help(),
        /// The data of message and help, by name.
        #[cfg_attr(test, schemars(with = "std::collections::BTreeMap<String, ParamView>"))]
        params: Params<'r> = Params(&finding.params),
        /// The record that it belongs to.
        item?: Option<ItemView<'r>> = finding.item.as_ref().map(ItemView::new),
        /// How to mend it.
        fix?: Option<FixView<'r>> = finding.fix.as_ref().map(FixView::new),
    }
}

/// A word, a name or an expectation; or a count, a length or a limit.
#[derive(Serialize)]
#[serde(untagged)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "param"))]
enum ParamView<'r> {
    Text(&'r str),
    Number(usize),
}

struct Params<'r>(&'r [(&'static str, Param)]);

impl Serialize for Params<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, param)| {
            let param = match param {
                Param::Text(text) => ParamView::Text(text),
                Param::Number(number) => ParamView::Number(*number),
            };
            (name, param)
        }))
    }
}

view! {
    /// A range of the text in code units of UTF-16, as JavaScript and editors count; a byte order mark is one of them.
    pub(super) struct RangeView as "range" fn new(span: Span) {
        /// Offset of the first code unit, counted from 0.
        start: usize = span.start,
        /// Offset after the last code unit.
        end: usize = span.end,
    }
}

view! {
    /// A cell of a CSV.
    struct CellView<'r> as "cell" fn new(cell: &'r Cell) {
        /// The row below the header, counted from 1.
        row: usize = cell.row,
        /// The column's name as the file writes it; empty where it has none.
        column: &'r str = &cell.column,
    }
}

view! {
    /// A record, so that a reader finds it again.
    struct ItemView<'r> as "item" fn new(item: &'r Item) {
        /// Its place in the list, counted from 0 as in a JSON pointer.
        index: usize = item.index,
        /// Its own name: transactionId or externalId, card numbers masked.
        id?: Option<&'r str> = item.id.as_deref(),
    }
}

view! {
    /// A replacement that mends the fault.
    struct FixView<'r> as "fix" fn new(fix: &'r Fix) {
        /// Whether the meaning is kept for certain.
        safe: bool = fix.safe,
        /// Offset of the first byte to replace.
        start: usize = fix.span.start,
        /// Offset after the last byte to replace.
        end: usize = fix.span.end,
        /// The same in code units of UTF-16.
        utf16: RangeView = RangeView::new(fix.utf16),
        /// What to put there.
        replacement: &'r str = &fix.replacement,
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
