//! Files of JSON: what they are, the documents in them, and what the reader recovered from.

use crate::json::{Kind, Reader, RecoveredErrors, SyntaxFault, Value, pointers};
use crate::record::rules::json as rules;
use crate::record::rules::{EMPTY_FILE, TOO_LARGE};
use crate::report::{Collector, Fault, Fix, Policy, Report};
use crate::source::{Decoded, Encoding, File, FileKind, Span, first_invalid_utf8};

/// The text of a file, and how many bytes stand before it.
#[derive(Clone, Copy)]
pub(crate) struct Source<'s> {
    pub(crate) text: &'s str,
    mark: usize,
}

impl Source<'_> {
    /// A place in the text as a place in the file.
    pub(crate) const fn in_file(&self, span: Span) -> Span {
        Span::new(span.start + self.mark, span.end + self.mark)
    }
}

/// Reads the document that a reader stands before.
pub(crate) type ReadDocument<'f> =
    dyn for<'s> FnMut(Source<'s>, &mut Reader<'s>, &mut Collector<'_>) -> Result<(), SyntaxFault> + 'f;

/// Judges a file of JSON: `read` is given each document that it holds. Where a file may hold several, `sequence` is the key with
/// which each begins, by which the next one is known after a fault in the one before.
pub(crate) fn check_file(
    file: &File<'_>,
    policy: &Policy,
    sequence: Option<&str>,
    read: &mut ReadDocument<'_>,
) -> Report {
    let mut sink = Collector::new(policy);
    let Some((kind, decoded)) = decoded_file(file, &mut sink) else {
        return sink.close(&Decoded::from_bytes(b""), None);
    };
    let Some(text) = admit(file.bytes(), kind, decoded, &mut sink) else {
        return sink.close(decoded, None);
    };
    let source = Source { text, mark: decoded.mark() };
    let further = documents(source, sequence.filter(|_| policy.reads_sequences()), &mut sink, read);
    let starts = || [&[0], further.as_slice()].concat();
    sink.close(decoded, Some(&|spans| pointers(text, &starts(), policy.bounds().depth, spans)))
}

/// The text of a JSON file, or the finding that says why it has none.
fn admit<'d>(bytes: &[u8], kind: FileKind, decoded: &'d Decoded<'_>, sink: &mut Collector<'_>) -> Option<&'d str> {
    let text = decoded.text();
    // A lone string or number is JSON, and the finding that it is no payload says more.
    if kind != FileKind::Json && !(kind == FileKind::Text && is_json(text)) {
        let found = if kind == FileKind::Text { "plain text" } else { kind.name() };
        sink.push(Fault::new(&rules::NOT_JSON, Span::at(0)).param("found", found));
        return None;
    }
    if let Encoding::Utf16LittleEndian | Encoding::Utf16BigEndian = decoded.encoding() {
        sink.push(Fault::new(&rules::UTF_16, Span::at(0)).param("encoding", decoded.encoding().name()));
        return None;
    }
    if !decoded.is_valid_utf8()
        && let Some(index) = first_invalid_utf8(bytes)
    {
        let before = bytes.get(..index).unwrap_or_default();
        sink.push(Fault::new(&rules::NOT_UTF8, Span::at(Decoded::from_bytes(before).text().len())));
        return None;
    }
    if decoded.has_mark() {
        sink.push(Fault::at_mark(&rules::BYTE_ORDER_MARK));
    }
    Some(text)
}

fn is_json(text: &str) -> bool {
    let mut reader = Reader::new(text);
    reader.value().is_ok() && reader.rest().is_none()
}

/// Reads the one document of a text, or each of a sequence where the policy takes one, and reports what the reader saw.
/// Gives the places where those behind the first one begin.
fn documents(
    source: Source<'_>,
    sequence: Option<&str>,
    sink: &mut Collector<'_>,
    read: &mut ReadDocument<'_>,
) -> Vec<usize> {
    let text = source.text;
    let depth = sink.policy().bounds().depth;
    let mut next = Some(0);
    let mut further = Vec::new();
    while let Some(start) = next {
        let mut reader = Reader::new(text).with_depth_limit(depth).starting_at(start);
        next = match read(source, &mut reader, sink) {
            Ok(()) => next_document(text, &mut reader, sequence.is_some(), sink),
            Err(fault) => {
                sink.push(Fault::new(&rules::JSON_SYNTAX, fault.span).param("reason", fault.to_string()));
                sequence.and_then(|first_key| next_line(text, start, fault.span.start, first_key))
            }
        };
        report_recovered_errors(&mut reader, sink);
        further.extend(next);
    }
    further
}

/// Reports what the reader read over since it was last asked. Whether there was anything. To be called after whatever is skipped
/// outside of a record, lest the next record is blamed for it.
pub(crate) fn report_recovered_errors(reader: &mut Reader<'_>, sink: &mut Collector<'_>) -> bool {
    if !reader.has_recovered_errors() {
        return false;
    }
    report_each(&reader.take_recovered_errors(), sink);
    true
}

pub(super) fn report_each(errors: &RecoveredErrors, sink: &mut Collector<'_>) {
    for span in &errors.commas {
        sink.push(Fault::new(&rules::TRAILING_COMMA, *span).fix(Some(Fix::safe(*span, String::new()))));
    }
    for span in &errors.keys {
        sink.push(Fault::new(&rules::DUPLICATE_KEY, *span));
    }
}

/// Where the next document of a sequence begins: on a line of its own.
fn next_document(text: &str, reader: &mut Reader<'_>, in_sequence: bool, sink: &mut Collector<'_>) -> Option<usize> {
    let end = reader.position();
    let next = reader.rest()?;
    if in_sequence && is_on_own_line(text, end, next) {
        return Some(next);
    }
    let length = text.get(next..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    sink.push(Fault::new(&rules::SEVERAL_DOCUMENTS, Span::new(next, next + length)));
    None
}

/// Whether a document that begins at `next` stands on a line of its own, where the one before ends at `end`.
pub(crate) fn is_on_own_line(text: &str, end: usize, next: usize) -> bool {
    text.get(end..next).is_some_and(|between| between.contains(['\n', '\r']))
}

/// After a fault in a document of one line, the next line, where that begins another document: one of the same kind, by its
/// first key.
fn next_line(text: &str, start: usize, fault: usize, first_key: &str) -> Option<usize> {
    let document = text.get(start..)?;
    let start = start + (document.len() - document.trim_start().len());
    let line_end = ['\n', '\r'];
    let end = fault + text.get(fault..)?.find(line_end)?;
    let line = text.get(start..end)?;
    if line.contains(line_end) || line.trim_end().ends_with([',', '[', '{', ':']) {
        return None;
    }
    let rest = text.get(end..)?;
    let next = end + (rest.len() - rest.trim_start().len());
    let mut reader = Reader::new(text).starting_at(next);
    let begins = matches!(reader.value().ok()?.kind, Kind::Object) && reader.member().ok()??.text.is(first_key);
    begins.then_some(next)
}

/// The finding that a payload or a record is no object.
pub(crate) fn not_an_object(what: &'static str, value: &Value<'_>) -> Fault {
    Fault::new(&rules::NOT_AN_OBJECT, value.span).param("what", what).param("found", type_name(&value.kind))
}

pub(super) const fn type_name(kind: &Kind<'_>) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::Boolean(_) => "a boolean",
        Kind::Number(_) => "a number",
        Kind::Text(_) => "a string",
        Kind::Object => "an object",
        Kind::Array => "an array",
    }
}

/// What kind of file an input is, or the finding that it is empty or larger than the caller allows. Before this is known,
/// nothing of it is decoded.
pub(crate) fn kind_of_file(bytes: &[u8], sink: &mut Collector<'_>) -> Option<FileKind> {
    within_limit(bytes, sink)?;
    filled(FileKind::sniff(bytes), sink)
}

/// The same with what an input says, where it is decoded whatever it is: a short one once for both.
pub(crate) fn decoded_file<'f, 'b>(
    file: &'f File<'b>,
    sink: &mut Collector<'_>,
) -> Option<(FileKind, &'f Decoded<'b>)> {
    within_limit(file.bytes(), sink)?;
    let decoded = file.decoded();
    Some((filled(FileKind::of(decoded), sink)?, decoded))
}

fn within_limit(bytes: &[u8], sink: &mut Collector<'_>) -> Option<()> {
    let limit = sink.policy().bounds().bytes;
    if bytes.len() > limit {
        let fault = Fault::new(&TOO_LARGE, Span::at(0));
        sink.push(fault.param("found", bytes.len()).param("limit", limit));
        return None;
    }
    Some(())
}

fn filled(kind: FileKind, sink: &mut Collector<'_>) -> Option<FileKind> {
    if kind == FileKind::Empty {
        sink.push(Fault::new(&EMPTY_FILE, Span::at(0)));
        return None;
    }
    Some(kind)
}
