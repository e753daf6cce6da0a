//! No output contains the full number of a payment card.

use serde_json::Value;
use universal_accounting::render::{report_json, sarif};
use universal_accounting::report::Report;
use universal_accounting::value::CardNumber;

/// Asserts that neither the findings nor the rendered reports contain a card number.
pub(super) fn assert_none_in_report(report: &Report) {
    for finding in &report.findings {
        assert_none_in_text(&finding.message());
        assert_none_in_text(&finding.help());
        assert_none_in_text(&finding.pointer);
        for (_, param) in &finding.params {
            assert_none_in_text(&param.to_string());
        }
        if let Some(cell) = &finding.cell {
            assert_none_in_text(&cell.column);
        }
        if let Some(id) = finding.item.as_ref().and_then(|item| item.id.as_ref()) {
            assert_none_in_text(id);
        }
        if let Some(fix) = &finding.fix {
            assert_none_in_text(&fix.replacement);
        }
    }
    assert_none_in_json(&report_json("f", report));
    assert_none_in_json(&sarif(&[("f", report)]));
}

/// Asserts that the text is JSON, and that no string and no key in it contains a card number.
pub(super) fn assert_none_in_json(json: &str) {
    assert_none_in_value(
        &serde_json::from_str(json).unwrap_or_else(|error| panic!("{error} in {json}")),
    );
}

fn assert_none_in_value(value: &Value) {
    match value {
        Value::String(text) => assert_none_in_text(text),
        Value::Array(items) => items.iter().for_each(assert_none_in_value),
        Value::Object(members) => {
            for (name, value) in members {
                assert_none_in_text(name);
                assert_none_in_value(value);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

pub(super) fn assert_none_in_text(text: &str) {
    assert_eq!(CardNumber::find(text), None, "{text:?}");
}
