//! Reads JSON files: detects their kind, splits them into documents, and reports recovered errors.

use super::brand::Brand;
use crate::json::{
    Reader, RecoveredErrors, SyntaxError, SyntaxErrorKind, Value, ValueKind, find_pointers,
};
use crate::record::rules::json as rules;
use crate::record::rules::{EMPTY_FILE, TOO_LARGE};
use crate::record::{Field, JsonType};
use crate::report::{Collector, Diagnostic, Fix, Policy, Report};
use crate::source::{Decoded, Encoding, FileKind, SourceFile, Span, first_invalid_utf8};

/// A document that is being read, and the collector of its findings.
pub(crate) struct Document<'s, 'c, 'p> {
    /// The text of the whole file.
    pub(crate) text: &'s str,
    /// The number of bytes before the text.
    pub(crate) byte_order_mark_len: usize,
    pub(crate) reader: Reader<'s>,
    /// What is written in the place of `service` in the names of fields.
    pub(crate) brand: Option<Brand>,
    /// Whether the service wrote the document, so that a field that is not in the table is not a mistake of the user.
    pub(crate) is_export: bool,
    /// The fields whose absence the caller reports once, so that it is only counted in each record.
    pub(crate) absent_fields: &'s [&'static Field],
    pub(crate) sink: &'c mut Collector<'p>,
}

impl<'s> Document<'s, '_, '_> {
    /// Returns a second reader of this document, which begins at the value at `start` and has its own collector.
    pub(crate) const fn fork_at<'t, 'q>(
        &self,
        start: usize,
        sink: &'t mut Collector<'q>,
    ) -> Document<'s, 't, 'q> {
        Document {
            text: self.text,
            byte_order_mark_len: self.byte_order_mark_len,
            reader: self.reader.nested_reader(start),
            brand: None,
            is_export: self.is_export,
            absent_fields: self.absent_fields,
            sink,
        }
    }

    /// Reports the errors that the reader recovered from since the last call, and returns whether there were any. Call it after skipping a value
    /// outside of records, or the errors are attributed to the next record.
    pub(crate) fn report_recovered_errors(&mut self) -> bool {
        if !self.reader.has_recovered_errors() {
            return false;
        }
        let errors = self.reader.take_recovered_errors();
        report_recovered(&errors, self.sink);
        errors.has_syntax_errors() || !errors.duplicate_keys.is_empty()
    }

    /// Skips a value that should be a payload or a record, and reports that it is not an object.
    pub(crate) fn reject_value(
        &mut self,
        name: &'static str,
        value: &Value<'_>,
    ) -> Result<(), SyntaxError> {
        self.reader.skip_from(value.span.start)?;
        let diagnostic = Diagnostic::new(&rules::NOT_AN_OBJECT, value.span).param("what", name);
        self.sink
            .push(diagnostic.param("found", json_type(value.kind).name()));
        Ok(())
    }
}

/// Reads the documents of a file, and may compare them.
pub(crate) trait DocumentReader<'s> {
    /// Reads the next document.
    fn read(&mut self, document: &mut Document<'s, '_, '_>) -> Result<(), SyntaxError>;

    /// Reports what is only known after all documents.
    fn finish(&mut self, _text: &'s str, _sink: &mut Collector<'_>) {}
}

/// A function that reads one document.
type ReadDocument<'r, 's> = dyn FnMut(&mut Document<'s, '_, '_>) -> Result<(), SyntaxError> + 'r;

impl<'s> DocumentReader<'s> for &mut ReadDocument<'_, 's> {
    fn read(&mut self, document: &mut Document<'s, '_, '_>) -> Result<(), SyntaxError> {
        self(document)
    }
}

/// Returns whether a document may begin with a key.
pub(crate) type IsFirstKey = fn(&str) -> bool;

/// A JSON file after its check. Comparisons with other files can add diagnostics before the report is made.
pub(crate) struct CheckedFile<'f, 'p> {
    pub(crate) sink: Collector<'p>,
    /// `None` for a file that is empty or too large to be decoded.
    decoded: Option<&'f Decoded<'f>>,
    /// The text, if it is JSON.
    text: Option<&'f str>,
    /// The starts of all documents but the first. Most files have only one document.
    later_starts: Vec<usize>,
}

impl<'f> CheckedFile<'f, '_> {
    /// Returns the text, which is empty if the file is not JSON.
    pub(crate) fn text(&self) -> &'f str {
        self.text.unwrap_or_default()
    }

    /// Returns the number of bytes before the text.
    pub(crate) fn byte_order_mark_len(&self) -> usize {
        self.decoded.map_or(0, Decoded::byte_order_mark_len)
    }

    /// Makes a report of all diagnostics, in the order of their positions.
    pub(crate) fn into_report(self) -> Report {
        let Self {
            sink,
            decoded,
            text,
            later_starts,
        } = self;
        let (Some(decoded), Some(text)) = (decoded, text) else {
            return sink.into_report(decoded.unwrap_or(&Decoded::from_bytes(b"")), None);
        };
        let depth = sink.policy().limits.depth;
        sink.into_report(
            decoded,
            Some(&|spans| find_pointers(text, &[&[0][..], &later_starts].concat(), depth, spans)),
        )
    }
}

/// Checks a JSON file as [`check_documents`] does, and makes the report.
pub(crate) fn check_file<'f>(
    file: &'f SourceFile<'_>,
    policy: &Policy,
    sequence: Option<IsFirstKey>,
    read: &mut ReadDocument<'_, 'f>,
) -> Report {
    check_documents(file, policy, sequence, read).into_report()
}

/// Checks a JSON file and calls `read` for each document. If the file may have several documents, `sequence` recognizes the first key of each, so that
/// the next document is found after a syntax error.
pub(crate) fn check_documents<'f, 'p>(
    file: &'f SourceFile<'_>,
    policy: &'p Policy,
    sequence: Option<IsFirstKey>,
    mut read: &mut ReadDocument<'_, 'f>,
) -> CheckedFile<'f, 'p> {
    check_documents_with(file, policy, sequence, &mut read)
}

/// Like [`check_documents`], with a reader that may compare the documents.
pub(crate) fn check_documents_with<'f, 'p>(
    file: &'f SourceFile<'_>,
    policy: &'p Policy,
    sequence: Option<IsFirstKey>,
    reader: &mut dyn DocumentReader<'f>,
) -> CheckedFile<'f, 'p> {
    let mut sink = Collector::new(policy);
    // A short input is decoded once, for its kind and for its text.
    let Some(kind) = check_size_and_kind(
        file.bytes(),
        || FileKind::from_decoded(file.decoded()),
        &mut sink,
    ) else {
        return CheckedFile {
            sink,
            decoded: None,
            text: None,
            later_starts: Vec::new(),
        };
    };
    let decoded = file.decoded();
    let Some(text) = json_text(file.bytes(), kind, decoded, &mut sink) else {
        return CheckedFile {
            sink,
            decoded: Some(decoded),
            text: None,
            later_starts: Vec::new(),
        };
    };
    let sequence = if policy.sequence { sequence } else { None };
    let mut later_starts = Vec::new();
    loop {
        let start = later_starts.last().copied().unwrap_or(0);
        let json = Reader::new(text)
            .with_depth_limit(policy.limits.depth)
            .starting_at(start);
        let byte_order_mark_len = decoded.byte_order_mark_len();
        let mut document = Document {
            text,
            byte_order_mark_len,
            reader: json,
            brand: None,
            is_export: false,
            absent_fields: &[],
            sink: &mut sink,
        };
        let next = match reader.read(&mut document) {
            Ok(()) => next_document(&mut document, sequence.is_some()),
            Err(error) => {
                let rest = ": the rest of this document was not checked";
                document.sink.push(syntax_diagnostic(&error, rest));
                match sequence {
                    Some(is_first_key) => {
                        document_on_next_line(text, start, error.span.start, is_first_key)
                    }
                    None => None,
                }
            }
        };
        document.report_recovered_errors();
        let Some(next) = next else { break };
        later_starts.push(next);
    }
    reader.finish(text, &mut sink);
    CheckedFile {
        sink,
        decoded: Some(decoded),
        text: Some(text),
        later_starts,
    }
}

/// Returns the text of a JSON file, or reports why it has none.
fn json_text<'d>(
    bytes: &[u8],
    kind: FileKind,
    decoded: &'d Decoded<'_>,
    sink: &mut Collector<'_>,
) -> Option<&'d str> {
    let text = decoded.text();
    // A single string or number is JSON, and a later finding, that it is not a payload, is more precise.
    let is_json = match kind {
        FileKind::Json => true,
        FileKind::Text => is_json(text),
        _ => false,
    };
    if !is_json {
        let found = match kind {
            FileKind::Text => "plain text",
            _ => kind.name(),
        };
        sink.push(Diagnostic::new(&rules::NOT_JSON, Span::at(0)).param("found", found));
        return None;
    }
    if let Encoding::Utf16LittleEndian | Encoding::Utf16BigEndian = decoded.encoding() {
        sink.push(
            Diagnostic::new(&rules::UTF_16, Span::at(0))
                .param("encoding", decoded.encoding().name()),
        );
        return None;
    }
    if !decoded.is_valid_utf8()
        && let Some(index) = first_invalid_utf8(bytes)
    {
        let before = bytes.get(..index).unwrap_or_default();
        let offset = Decoded::from_bytes(before).text().len();
        sink.push(Diagnostic::new(&rules::NOT_UTF8, Span::at(offset)));
        return None;
    }
    if decoded.has_byte_order_mark() {
        sink.push(Diagnostic::for_byte_order_mark(&rules::BYTE_ORDER_MARK));
    }
    Some(text)
}

fn is_json(text: &str) -> bool {
    let mut reader = Reader::new(text);
    reader.read_value().is_ok() && reader.next_document().is_none()
}

/// Builds the diagnostic of a syntax error. `rest` says what was not checked because of it.
fn syntax_diagnostic(error: &SyntaxError, rest: &'static str) -> Diagnostic {
    Diagnostic::new(&rules::JSON_SYNTAX, error.span)
        .param("reason", error.to_string())
        .param("rest", rest)
}

pub(super) fn report_recovered(errors: &RecoveredErrors, sink: &mut Collector<'_>) {
    for span in &errors.trailing_commas {
        let fix = Fix::safe(*span, String::new());
        sink.push(Diagnostic::new(&rules::TRAILING_COMMA, *span).fix(Some(fix)));
    }
    for error in &errors.syntax {
        let fix = match error.kind {
            SyntaxErrorKind::MissingComma => Some(Fix::safe(error.span, ",".to_owned())),
            SyntaxErrorKind::StrayCharacters => Some(Fix::new(false, error.span, String::new())),
            _ => None,
        };
        sink.push(syntax_diagnostic(error, "").fix(fix));
    }
    // The service refuses the whole payload then.
    if errors.has_syntax_errors() {
        sink.refuse_payload();
    }
    for span in &errors.duplicate_keys {
        sink.push(Diagnostic::new(&rules::DUPLICATE_KEY, *span));
    }
}

/// Returns the start of the next document of a sequence, which must be on a new line. Reports anything else that follows the document.
fn next_document(document: &mut Document<'_, '_, '_>, in_sequence: bool) -> Option<usize> {
    let end = document.reader.position();
    let next = document.reader.next_document()?;
    if in_sequence && is_on_own_line(document.text, end, next) {
        return Some(next);
    }
    let rest = document.text.get(next..).unwrap_or_default();
    let length = rest.chars().next().map_or(0, char::len_utf8);
    let span = Span::new(next, next + length);
    document
        .sink
        .push(Diagnostic::new(&rules::SEVERAL_DOCUMENTS, span));
    None
}

/// Returns whether there is a line break between the end of a document and the start of the next one.
pub(crate) fn is_on_own_line(text: &str, end: usize, next: usize) -> bool {
    let Some(between) = text.get(end..next) else {
        return false;
    };
    between.contains(['\n', '\r'])
}

/// Returns the start of the next document after a syntax error. This works only if the document is on a single line, and the next line begins with an
/// object with a first key of a document.
fn document_on_next_line(
    text: &str,
    start: usize,
    error: usize,
    is_first_key: IsFirstKey,
) -> Option<usize> {
    let document = text.get(start..)?;
    let start = start + (document.len() - document.trim_start().len());
    let line_end = ['\n', '\r'];
    let end = error + text.get(error..)?.find(line_end)?;
    let line = text.get(start..end)?;
    if line.contains(line_end) || line.trim_end().ends_with([',', '[', '{', ':']) {
        return None;
    }
    let rest = text.get(end..)?;
    let next = end + (rest.len() - rest.trim_start().len());
    let mut reader = Reader::new(text).starting_at(next);
    if reader.read_value().ok()?.kind != ValueKind::Object {
        return None;
    }
    let first_key = reader.next_member().ok()??;
    is_first_key(&first_key.text.decode()).then_some(next)
}

pub(crate) const fn json_type(kind: ValueKind<'_>) -> JsonType {
    match kind {
        ValueKind::Null => JsonType::Null,
        ValueKind::Boolean(_) => JsonType::Boolean,
        ValueKind::Number(_) => JsonType::Number,
        ValueKind::Text(_) => JsonType::String,
        ValueKind::Object => JsonType::Object,
        ValueKind::Array => JsonType::Array,
    }
}

/// Returns the kind of a file, or reports that the file is empty or larger than the caller allows. The size is checked before anything is decoded.
pub(crate) fn kind_of_file(bytes: &[u8], sink: &mut Collector<'_>) -> Option<FileKind> {
    check_size_and_kind(bytes, || FileKind::sniff(bytes), sink)
}

fn check_size_and_kind(
    bytes: &[u8],
    kind: impl FnOnce() -> FileKind,
    sink: &mut Collector<'_>,
) -> Option<FileKind> {
    let limit = sink.policy().limits.bytes;
    if bytes.len() > limit {
        // A caller may stop reading at the limit, so the size of the file is not known.
        sink.push(Diagnostic::new(&TOO_LARGE, Span::at(0)).param("limit", limit));
        return None;
    }
    let kind = kind();
    if kind == FileKind::Empty {
        sink.push(Diagnostic::new(&EMPTY_FILE, Span::at(0)));
        return None;
    }
    Some(kind)
}
