use std::fmt::Write;

use serde_json::{Value, json};

use super::findings::to_json_line;
use crate::contract;
use crate::report::{Finding, Report, Rule, RulePage};
use crate::source::{escape_invisible, is_invisible};

/// Renders the reports on several files as one SARIF 2.1.0 log, for code hosts and editors.
///
/// ```
/// use universal_accounting::{render, report::Policy, transactions};
///
/// let report = transactions::check(b"{\"transactions\": []}", &Policy::new());
/// assert!(render::sarif(&[("payload.json", &report)]).contains(r#""ruleId":"transactions-empty""#));
/// ```
#[must_use]
pub fn sarif(reports: &[(&str, &Report)]) -> String {
    let mut rules: Vec<&'static Rule> = Vec::new();
    for count in reports.iter().flat_map(|(_, report)| &report.counts) {
        if !rules.contains(&count.rule) {
            rules.push(count.rule);
        }
    }
    let results: Vec<Value> = reports
        .iter()
        .flat_map(|(file, report)| {
            report
                .findings
                .iter()
                .map(|finding| result(file, finding, &rules))
        })
        .collect();
    let rules: Vec<Value> = rules
        .into_iter()
        .filter_map(|rule| contract::page(rule.id))
        .map(descriptor)
        .collect();
    let log = to_json_line(&json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "uacc",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    }));
    escape_in_strings(&log)
}

/// Writes invisible characters as escapes of JSON, which stand for the same characters: a fix must insert exactly its text.
fn escape_in_strings(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for character in json.chars() {
        if is_invisible(character) {
            let units = &mut [0; 2];
            for unit in character.encode_utf16(units) {
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        } else {
            escaped.push(character);
        }
    }
    escaped
}

fn descriptor(page: &RulePage) -> Value {
    let rule = page.rule;
    json!({
        "id": rule.id,
        "shortDescription": { "text": page.title },
        "fullDescription": { "text": page.why },
        "help": { "text": rule.help_without_params() },
        "defaultConfiguration": { "level": rule.severity.as_str() },
    })
}

fn result(file: &str, finding: &Finding, rules: &[&'static Rule]) -> Value {
    let location = json!({ "uri": uri(file) });
    let logical_locations: Vec<Value> = [&finding.pointer]
        .into_iter()
        .filter(|pointer| !pointer.is_empty())
        .map(|pointer| json!({ "fullyQualifiedName": escape_invisible(pointer) }))
        .collect();
    // SARIF viewers may apply fixes without asking, so only fixes that keep the meaning are included.
    let fixes: Vec<Value> = finding
        .fix
        .iter()
        .filter(|fix| fix.safe)
        .map(|fix| {
            json!({
                "artifactChanges": [{
                    "artifactLocation": location,
                    "replacements": [{
                        "deletedRegion": { "byteOffset": fix.span.start, "byteLength": fix.span.len() },
                        "insertedContent": { "text": fix.replacement },
                    }],
                }],
            })
        })
        .collect();
    let message = format!("{}. Help: {}.", finding.message(), finding.help());
    json!({
        "ruleId": finding.rule.id,
        "ruleIndex": rules.iter().position(|rule| *rule == finding.rule),
        "level": finding.severity.as_str(),
        "message": { "text": escape_invisible(&message) },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": location,
                "region": {
                    "startLine": finding.line,
                    "startColumn": finding.column,
                    "endLine": finding.end_line,
                    "endColumn": finding.end_column,
                    "byteOffset": finding.span.start,
                    "byteLength": finding.span.len(),
                },
            },
            "logicalLocations": logical_locations,
        }],
        "fixes": fixes,
    })
}

/// Returns a file name as a relative reference, with percent-encoding where RFC 3986 requires it.
fn uri(file: &str) -> String {
    let mut uri = String::with_capacity(file.len());
    for byte in file.bytes() {
        match byte {
            b'\\' => uri.push('/'),
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => uri.extend(format!("%{byte:02X}").chars()),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_escaped_and_fixes_stay_exact() {
        let name = "x\u{202e}\u{e0041}";
        let source =
            format!("{{\"transactions\":[{{\"{name}\":1,\"text \":\"a\\u200b\u{200b} \"}}]}}");
        let report = crate::transactions::check(source.as_bytes(), &crate::report::Policy::new());
        let log = sarif(&[("a.json", &report)]);
        assert!(!log.contains(is_invisible), "{log}");
        let shown = r"`x\\u{202e}\\u{e0041}` is no field";
        assert!(log.contains(shown), "{log}");
        assert_eq!(
            escape_in_strings("\"\u{e0041}\u{9b}\""),
            r#""\udb40\udc41\u009b""#
        );
    }

    #[test]
    fn a_note_has_the_level_of_a_note() {
        let mut report =
            crate::transactions::check(b"{\"transactions\": []}", &crate::report::Policy::new());
        let level = |report: &Report| -> Option<Value> {
            let log: Value = serde_json::from_str(&sarif(&[("a.json", report)])).ok()?;
            log.pointer("/runs/0/results/0/level").cloned()
        };
        assert_eq!(level(&report), Some(json!("error")));
        report.findings[0].severity = crate::report::Severity::Note;
        assert_eq!(level(&report), Some(json!("note")));
    }

    #[test]
    fn file_names_become_relative_references() {
        assert_eq!(uri("a b/ü.json"), "a%20b/%C3%BC.json");
        assert_eq!(uri("dir\\x.csv"), "dir/x.csv");
    }
}
