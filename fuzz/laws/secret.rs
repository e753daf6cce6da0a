//! No full number of a payment card is ever said.

use serde_json::Value;
use universal_accounting::render::{report_json, sarif};
use universal_accounting::report::Report;
use universal_accounting::value::CardNumber;

/// Neither a finding nor what is rendered of a report holds one.
pub(super) fn in_no_report(report: &Report) {
    for finding in &report.findings {
        in_no_text(&finding.message());
        in_no_text(&finding.help());
        in_no_text(&finding.pointer);
        for (_, param) in &finding.params {
            in_no_text(&param.to_string());
        }
        if let Some(cell) = &finding.cell {
            in_no_text(&cell.column);
        }
        if let Some(id) = finding.item.as_ref().and_then(|item| item.id.as_ref()) {
            in_no_text(id);
        }
        if let Some(fix) = &finding.fix {
            in_no_text(&fix.replacement);
        }
    }
    in_no_json(&report_json("f", report));
    in_no_json(&sarif(&[("f", report)]));
}

/// None stands in a text of a piece of JSON, be it a value or a name. That it is JSON is held too.
pub(super) fn in_no_json(json: &str) {
    in_no_value(&serde_json::from_str(json).unwrap_or_else(|fault| panic!("{fault} in {json}")));
}

fn in_no_value(value: &Value) {
    match value {
        Value::String(text) => in_no_text(text),
        Value::Array(items) => items.iter().for_each(in_no_value),
        Value::Object(members) => {
            for (name, value) in members {
                in_no_text(name);
                in_no_value(value);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

pub(super) fn in_no_text(text: &str) {
    assert_eq!(CardNumber::find(text), None, "{text:?}");
}
