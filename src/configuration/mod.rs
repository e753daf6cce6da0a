//! Parsing of the JSON files that users write by hand: account maps, bank profiles, credentials, forced responses.

mod from_json;

pub(crate) use from_json::{
    FromJson, ShapeError, json_enum, json_struct, member_or_default, read_members, required_member,
    variant_index,
};

use crate::json::{Reader, SyntaxError, Value, ValueKind, find_pointers};
use crate::record::kind_of_file;
use crate::report::{Collector, Diagnostic, Policy, Reading, Rule};
use crate::source::{Decoded, FileKind, Span};

/// The faults of a parsed file: for each, the JSON pointer of the value and what is wrong with it.
pub(crate) type Faults = Vec<(String, String)>;

/// Parses a file as `T` and builds the result from it. Every fault is reported under `rule` at the value that has it.
pub(crate) fn read<T: FromJson, V>(
    source: &[u8],
    policy: &Policy,
    rule: &'static Rule,
    build: fn(T) -> Result<V, Faults>,
) -> Reading<V> {
    let mut findings = Collector::new(policy);
    let kind = kind_of_file(source, &mut findings);
    let decoded = Decoded::from_bytes(if kind.is_some() { source } else { b"" });
    let text = decoded.text();
    let invalid = |span: Span, fault: String| Diagnostic::new(rule, span).param("fault", fault);
    let mut value = None;
    match parse::<T>(text) {
        Err(_) if kind.is_none() => {}
        Err(_) if kind != Some(FileKind::Json) => {
            let found = kind.map_or("nothing", FileKind::name);
            findings.push(invalid(
                Span::at(0),
                format!("this is {found}, not a JSON object"),
            ));
        }
        Err(ShapeError { span, fault }) => findings.push(invalid(span, fault)),
        Ok(read) => {
            let outcome = build(read);
            let faults = outcome.as_ref().err().map_or(&[][..], Vec::as_slice);
            for (index, (pointer, fault)) in faults.iter().enumerate() {
                // Finding the span of a pointer takes as long as parsing the file, so it is skipped for findings that are only counted.
                if findings.count_if_full(rule) {
                    findings.count(rule, faults.len() - index - 1);
                    break;
                }
                findings.push(invalid(span_at(text, pointer), fault.clone()));
            }
            value = outcome.ok();
        }
    }
    let depth = policy.limits.depth;
    let report = findings.into_report(
        &decoded,
        Some(&|spans| find_pointers(text, &[0], depth, spans)),
    );
    Reading::new(value, report)
}

/// Parses a text that consists of exactly one JSON value.
pub(crate) fn parse<T: FromJson>(text: &str) -> Result<T, ShapeError> {
    let mut reader = Reader::new(text);
    let value = reader.read_value()?;
    let read = T::from_json(&value, &mut reader)?;
    if let Some(error) = reader.recovered_syntax_errors().first() {
        return Err((*error).into());
    }
    if let Some(comma) = reader.trailing_commas().first() {
        return Err(ShapeError {
            span: *comma,
            fault: "nothing follows this comma".to_owned(),
        });
    }
    match reader.next_document() {
        Some(next) => Err(ShapeError {
            span: Span::at(next),
            fault: "something follows the end of the object".to_owned(),
        }),
        None => Ok(read),
    }
}

/// Returns the span of the value at a JSON pointer, or of its innermost ancestor that exists. The text was parsed before, so it has no
/// syntax errors.
fn span_at(text: &str, pointer: &str) -> Span {
    let mut reader = Reader::new(text);
    let Ok(mut value) = reader.read_value() else {
        return Span::at(0);
    };
    for step in pointer.split('/').skip(1) {
        match find_child(&mut reader, &value, step) {
            Ok(Some(child)) => value = child,
            // `find_child` has read the value to its end.
            Ok(None) | Err(_) => return Span::new(value.span.start, reader.position()),
        }
    }
    let end = reader.skip(&value).unwrap_or(value.span.end);
    Span::new(value.span.start, end)
}

/// Reads the members or elements of a container up to the one that a step of a JSON pointer names.
fn find_child<'s>(
    reader: &mut Reader<'s>,
    value: &Value<'s>,
    step: &str,
) -> Result<Option<Value<'s>>, SyntaxError> {
    let mut index = 0_usize;
    loop {
        let is_match = match value.kind {
            ValueKind::Object => reader.next_member()?.map(|key| key.text.decodes_to(step)),
            ValueKind::Array => reader.next_element()?.then(|| step.parse() == Ok(index)),
            _ => None,
        };
        let Some(is_match) = is_match else {
            return Ok(None);
        };
        let child = reader.read_value()?;
        if is_match {
            return Ok(Some(child));
        }
        reader.skip(&child)?;
        index += 1;
    }
}
