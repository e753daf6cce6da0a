use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::report::{Finding, Param};

/// A finding as a JSON object.
#[derive(Serialize)]
pub(super) struct FindingView<'r> {
    rule: &'static str,
    severity: &'static str,
    path: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<CellView<'r>>,
    line: usize,
    column: usize,
    start: usize,
    end: usize,
    message: String,
    help: String,
    params: Params<'r>,
    #[serde(skip_serializing_if = "Option::is_none")]
    item: Option<ItemView<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<FixView<'r>>,
}

#[derive(Serialize)]
struct CellView<'r> {
    row: usize,
    column: &'r str,
}

#[derive(Serialize)]
struct ItemView<'r> {
    index: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'r str>,
}

#[derive(Serialize)]
struct FixView<'r> {
    safe: bool,
    start: usize,
    end: usize,
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
            message: finding.message(),
            help: finding.help(),
            params: Params(&finding.params),
            item: finding.item.as_ref().map(|item| ItemView { index: item.index, id: item.id.as_deref() }),
            fix: finding.fix.as_ref().map(|fix| FixView {
                safe: fix.safe,
                start: fix.span.start,
                end: fix.span.end,
                replacement: &fix.replacement,
            }),
        }
    }
}

/// JSON on one line. The views are made of text and numbers under fixed keys, which always can be written.
pub(super) fn line(view: &impl Serialize) -> String {
    serde_json::to_string(view).unwrap_or_default()
}
