use std::collections::HashMap;

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::record::kind_of_file;
use crate::report::{Collector, Fault, Policy, Reading, Rule};
use crate::source::{Decoded, FileKind, Span};

/// Reads a JSON file that the caller wrote for this library. A fault is found at its place: by the shape of `T`, then by
/// `faults`, which gives the JSON pointer of each and what it is.
pub(super) fn read<T: DeserializeOwned>(
    source: &[u8],
    policy: &Policy,
    rule: &'static Rule,
    faults: fn(&T) -> Vec<(String, String)>,
) -> Reading<T> {
    let mut findings = Collector::new(policy);
    let kind = kind_of_file(source, &mut findings);
    let decoded = Decoded::from_bytes(if kind.is_some() { source } else { b"" });
    let text = decoded.text();
    let invalid = |span: Span, fault: String| Fault::new(rule, span).param("fault", fault);
    let mut value = None;
    match serde_json::from_str::<T>(text) {
        Err(_) if kind.is_none() => {}
        Err(_) if kind != Some(FileKind::Json) => {
            let found = kind.map_or("nothing", FileKind::name);
            findings.push(invalid(Span::at(0), format!("this is {found}, not a JSON object")));
        }
        Err(error) => {
            let message = error.to_string();
            let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
            // What stands there instead may be anything, a number of a card too.
            let what = message.rsplit_once(", expected ").filter(|_| message.starts_with("invalid "));
            let message = what.map_or_else(|| message.to_owned(), |(_, expected)| format!("expected {expected}"));
            let span = Span::at(offset(text, error.line(), error.column()));
            findings.push(invalid(span, message));
        }
        Ok(read) => {
            let faults = faults(&read);
            for (index, (pointer, fault)) in faults.iter().enumerate() {
                // To look for a place takes as long as to read the file.
                if findings.is_full(rule) {
                    findings.count(rule, faults.len() - index);
                    break;
                }
                findings.push(invalid(place(text, pointer), fault.clone()));
            }
            value = faults.is_empty().then_some(read);
        }
    }
    let report = findings.close(&decoded, None);
    Reading::new(value, report)
}

/// The offset of a place that is counted in lines and bytes from 1.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let mut offset = (start + column.saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// Where the value stands that a pointer leads to, or the innermost one before it that is there.
fn place(text: &str, pointer: &str) -> Span {
    let mut value = text;
    for step in pointer.split('/').skip(1) {
        let Some(inner) = member(value, step) else { break };
        value = inner;
    }
    let start = value.as_ptr().addr().saturating_sub(text.as_ptr().addr());
    Span::new(start, start + value.len())
}

fn member<'t>(value: &'t str, step: &str) -> Option<&'t str> {
    if let Ok(index) = step.parse::<usize>() {
        let items: Vec<&RawValue> = serde_json::from_str(value).ok()?;
        return items.get(index).map(|item| item.get());
    }
    let members: HashMap<String, &RawValue> = serde_json::from_str(value).ok()?;
    members.get(step).map(|member| member.get())
}
