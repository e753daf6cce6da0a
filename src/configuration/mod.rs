//! JSON files that a caller wrote for this library.

mod renamed;
mod written;

pub(crate) use written::{ShapeError, Written, given, members, required, word, words, written};

use crate::json::{Reader, SyntaxError, Value, ValueKind, find_pointers};
use crate::record::kind_of_file;
use crate::report::{Collector, Diagnostic, Policy, Reading, Rule};
use crate::source::{Decoded, FileKind, Span};

/// The faults of a file: the JSON pointer of each, and what is wrong.
pub(crate) type Faults = Vec<(String, String)>;

/// Reads a file that the caller wrote. A fault is found at its place: by the shape of `T`, then by `build`.
pub(crate) fn read<T: Written, V>(
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
            findings.push(invalid(Span::at(0), format!("this is {found}, not a JSON object")));
        }
        Err(ShapeError { span, fault }) => findings.push(invalid(span, fault)),
        Ok(read) => {
            let outcome = build(read);
            let faults = outcome.as_ref().err().map_or(&[][..], Vec::as_slice);
            for (index, (pointer, fault)) in faults.iter().enumerate() {
                // To look for a place takes as long as to read the file.
                if findings.count_if_full(rule) {
                    findings.count(rule, faults.len() - index - 1);
                    break;
                }
                findings.push(invalid(place(text, pointer), fault.clone()));
            }
            value = outcome.ok();
        }
    }
    let depth = policy.limits.depth;
    let report = findings.into_report(&decoded, Some(&|spans| find_pointers(text, &[0], depth, spans)));
    Reading::new(value, report)
}

/// Reads a text that holds one value and nothing else.
pub(crate) fn parse<T: Written>(text: &str) -> Result<T, ShapeError> {
    let mut reader = Reader::new(text);
    let value = reader.read_value()?;
    let read = T::of(&value, &mut reader)?;
    if let Some(comma) = reader.trailing_commas().first() {
        return Err(ShapeError { span: *comma, fault: "nothing follows this comma".to_owned() });
    }
    match reader.next_document() {
        Some(next) => {
            Err(ShapeError { span: Span::at(next), fault: "something follows the end of the object".to_owned() })
        }
        None => Ok(read),
    }
}

/// Where the value stands that a pointer leads to, or the innermost one before it that is there. The text has been read before, so
/// nothing can break its reading.
fn place(text: &str, pointer: &str) -> Span {
    let mut reader = Reader::new(text);
    let Ok(mut value) = reader.read_value() else { return Span::at(0) };
    for step in pointer.split('/').skip(1) {
        match child(&mut reader, &value, step) {
            Ok(Some(inner)) => value = inner,
            // What has no such child was read to its end.
            Ok(None) | Err(_) => return Span::new(value.span.start, reader.position()),
        }
    }
    let end = reader.skip(&value).unwrap_or(value.span.end);
    Span::new(value.span.start, end)
}

fn child<'s>(reader: &mut Reader<'s>, value: &Value<'s>, step: &str) -> Result<Option<Value<'s>>, SyntaxError> {
    let mut index = 0_usize;
    loop {
        let is_sought = match value.kind {
            ValueKind::Object => reader.next_member()?.map(|key| key.text.decodes_to(step)),
            ValueKind::Array => reader.next_element()?.then(|| step.parse() == Ok(index)),
            _ => None,
        };
        let Some(is_sought) = is_sought else { return Ok(None) };
        let inner = reader.read_value()?;
        if is_sought {
            return Ok(Some(inner));
        }
        reader.skip(&inner)?;
        index += 1;
    }
}
