//! Files of JSON: what they are, the documents in them, and what the reader recovered from.

use crate::json::{Kind, Reader, RecoveredErrors, SyntaxError, Value, pointers};
use crate::record::JsonType;
use crate::record::rules::json as rules;
use crate::record::rules::{EMPTY_FILE, TOO_LARGE};
use crate::report::{Collector, Diagnostic, Fix, Policy, Report};
use crate::source::{Decoded, Encoding, FileKind, SourceFile, Span, first_invalid_utf8};

/// A document that is being read, and where its findings go.
pub(crate) struct Document<'s, 'c, 'p> {
    /// The text of the whole file.
    pub(crate) text: &'s str,
    /// How many bytes of the file stand before the text.
    pub(crate) mark: usize,
    pub(crate) reader: Reader<'s>,
    pub(crate) sink: &'c mut Collector<'p>,
}

impl<'s> Document<'s, '_, '_> {
    /// Returns the value at `start` as a document of its own, whose findings go elsewhere.
    pub(crate) const fn aside<'t, 'q>(&self, start: usize, sink: &'t mut Collector<'q>) -> Document<'s, 't, 'q> {
        Document { text: self.text, mark: self.mark, reader: self.reader.again_at(start), sink }
    }

    /// Reports what the reader recovered from since it was last asked, and returns whether there was anything. To be called after
    /// whatever is skipped outside of a record, lest the next record is blamed for it.
    pub(crate) fn report_recovered_errors(&mut self) -> bool {
        let errors = self.reader.take_recovered_errors();
        report_each(&errors, self.sink);
        !errors.commas.is_empty() || !errors.keys.is_empty()
    }

    /// Skips a value that belongs where a payload or a record does, and reports that it is no object.
    pub(crate) fn refuse_value(&mut self, what: &'static str, value: &Value<'_>) -> Result<(), SyntaxError> {
        self.reader.skip_from(value.span.start)?;
        let fault = Diagnostic::new(&rules::NOT_AN_OBJECT, value.span).param("what", what);
        self.sink.push(fault.param("found", json_type(value.kind).name()));
        Ok(())
    }
}

/// Judges a file of JSON: `read` is given each document that it holds. Where a file may hold several, `sequence` is the key with
/// which each begins, by which the next one is known after a fault in the one before.
pub(crate) fn check_file(
    file: &SourceFile<'_>,
    policy: &Policy,
    sequence: Option<&str>,
    read: &mut dyn FnMut(&mut Document<'_, '_, '_>) -> Result<(), SyntaxError>,
) -> Report {
    let mut sink = Collector::new(policy);
    // A short input is decoded once for its kind and for its text.
    let Some(kind) = kind_by(file.bytes(), || FileKind::from_decoded(file.decoded()), &mut sink) else {
        return sink.into_report(&Decoded::from_bytes(b""), None);
    };
    let decoded = file.decoded();
    let Some(text) = admit(file.bytes(), kind, decoded, &mut sink) else {
        return sink.into_report(decoded, None);
    };
    let sequence = sequence.filter(|_| policy.sequence);
    // Where documents begin behind the first one: of most files there is none.
    let mut others = Vec::new();
    loop {
        let start = others.last().copied().unwrap_or_default();
        let reader = Reader::new(text).with_depth_limit(policy.limits.depth).starting_at(start);
        let mut document = Document { text, mark: decoded.byte_order_mark_len(), reader, sink: &mut sink };
        let next = match read(&mut document) {
            Ok(()) => next_document(&mut document, sequence.is_some()),
            Err(fault) => {
                document.sink.push(Diagnostic::new(&rules::JSON_SYNTAX, fault.span).param("reason", fault.to_string()));
                sequence.and_then(|first_key| next_line(text, start, fault.span.start, first_key))
            }
        };
        document.report_recovered_errors();
        let Some(next) = next else { break };
        others.push(next);
    }
    sink.into_report(decoded, Some(&|spans| pointers(text, &[&[0][..], &others].concat(), policy.limits.depth, spans)))
}

/// The text of a JSON file, or the finding that says why it has none.
fn admit<'d>(bytes: &[u8], kind: FileKind, decoded: &'d Decoded<'_>, sink: &mut Collector<'_>) -> Option<&'d str> {
    let text = decoded.text();
    // A lone string or number is JSON, and the finding that it is no payload says more.
    if kind != FileKind::Json && !(kind == FileKind::Text && is_json(text)) {
        let found = if kind == FileKind::Text { "plain text" } else { kind.name() };
        sink.push(Diagnostic::new(&rules::NOT_JSON, Span::at(0)).param("found", found));
        return None;
    }
    if let Encoding::Utf16LittleEndian | Encoding::Utf16BigEndian = decoded.encoding() {
        sink.push(Diagnostic::new(&rules::UTF_16, Span::at(0)).param("encoding", decoded.encoding().name()));
        return None;
    }
    if !decoded.is_valid_utf8()
        && let Some(index) = first_invalid_utf8(bytes)
    {
        let before = bytes.get(..index).unwrap_or_default();
        sink.push(Diagnostic::new(&rules::NOT_UTF8, Span::at(Decoded::from_bytes(before).text().len())));
        return None;
    }
    if decoded.has_byte_order_mark() {
        sink.push(Diagnostic::for_byte_order_mark(&rules::BYTE_ORDER_MARK));
    }
    Some(text)
}

fn is_json(text: &str) -> bool {
    let mut reader = Reader::new(text);
    reader.value().is_ok() && reader.rest().is_none()
}

pub(super) fn report_each(errors: &RecoveredErrors, sink: &mut Collector<'_>) {
    for span in &errors.commas {
        sink.push(Diagnostic::new(&rules::TRAILING_COMMA, *span).fix(Some(Fix::safe(*span, String::new()))));
    }
    for span in &errors.keys {
        sink.push(Diagnostic::new(&rules::DUPLICATE_KEY, *span));
    }
}

/// Where the next document of a sequence begins: on a line of its own.
fn next_document(document: &mut Document<'_, '_, '_>, in_sequence: bool) -> Option<usize> {
    let end = document.reader.position();
    let next = document.reader.rest()?;
    if in_sequence && is_on_own_line(document.text, end, next) {
        return Some(next);
    }
    let length = document.text.get(next..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    document.sink.push(Diagnostic::new(&rules::SEVERAL_DOCUMENTS, Span::new(next, next + length)));
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

pub(super) const fn json_type(kind: Kind<'_>) -> JsonType {
    match kind {
        Kind::Null => JsonType::Null,
        Kind::Boolean(_) => JsonType::Boolean,
        Kind::Number(_) => JsonType::Number,
        Kind::Text(_) => JsonType::String,
        Kind::Object => JsonType::Object,
        Kind::Array => JsonType::Array,
    }
}

/// What kind of file an input is, or the finding that it is empty or larger than the caller allows. Before this is known,
/// nothing of it is decoded.
pub(crate) fn kind_of_file(bytes: &[u8], sink: &mut Collector<'_>) -> Option<FileKind> {
    kind_by(bytes, || FileKind::sniff(bytes), sink)
}

fn kind_by(bytes: &[u8], kind: impl FnOnce() -> FileKind, sink: &mut Collector<'_>) -> Option<FileKind> {
    let limit = sink.policy().limits.bytes;
    if bytes.len() > limit {
        let fault = Diagnostic::new(&TOO_LARGE, Span::at(0));
        sink.push(fault.param("found", bytes.len()).param("limit", limit));
        return None;
    }
    let kind = kind();
    if kind == FileKind::Empty {
        sink.push(Diagnostic::new(&EMPTY_FILE, Span::at(0)));
        return None;
    }
    Some(kind)
}
