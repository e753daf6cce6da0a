use std::cell::OnceCell;

use super::model::JournalRecord;
use super::record_rules::{JournalRules, Level};
use crate::json::{SyntaxError, ValueKind};
use crate::record::{
    Brand, CheckedFile, Document, DocumentReader, NestedFastReader, NestedTables, Normalizer,
    check_documents_with, find_wrong_payload, index_of, next_element, reject_surplus,
};
use crate::report::{Checkpoint, Collector, Fixes, Normalized, Policy, Report};
use crate::source::{SourceFile, Span};

/// Checks a journal export, without building values.
///
/// The export is an array of records or one record; with [`Policy::sequence`], a record or an array on each line. One call finds all faults, each with its
/// position. An error in one record does not hide faults in others.
///
/// ```
/// use universal_accounting::{journal, report::Policy};
///
/// let export = br#"[{"serviceId": "s-81", "entries": [{"entryId": "e-1", "entryNumber": 1, "type": "invoice", "date": "2026-03-31", "lines": [
///     {"lineId": "l-1", "lineNumber": 1, "creditDebit": "debit", "amount": "65.00", "currency": "CHF", "account": {"number": "6500"}},
///     {"lineId": "l-2", "lineNumber": 2, "creditDebit": "credit", "amount": "64.95", "currency": "CHF", "account": {"number": "2000"}}]}]}]"#;
/// let report = journal::check(export, &Policy::new());
/// assert_eq!(report.findings[0].rule.id, "entry-unbalanced");
/// assert_eq!(report.findings[0].pointer, "/0/entries/0/lines");
/// ```
#[must_use]
pub fn check(source: &[u8], policy: &Policy) -> Report {
    visit_records(&JournalFile::new(source), policy, None).into_report()
}

/// A record of an export.
pub(super) struct VisitedRecord<'s> {
    /// The index in the file. Records of all lines are counted together.
    pub(super) index: usize,
    /// The text of the whole file, without its byte order mark.
    pub(super) text: &'s str,
    /// The offset of the record in the text.
    pub(super) start: usize,
    /// The bytes of the record in the file.
    pub(super) span: Span,
    /// Whether the record has no error of the contract.
    pub(super) is_valid: bool,
    pub(super) brand: Option<&'s Brand>,
}

type Visitor<'f> = dyn FnMut(&VisitedRecord<'_>) + 'f;

/// An export, with what its first record shows of all others.
pub(crate) struct JournalFile<'b> {
    source: SourceFile<'b>,
    /// The tables with the brand.
    tables: OnceCell<NestedTables<Level>>,
    brand: OnceCell<Option<Brand>>,
}

impl<'b> JournalFile<'b> {
    pub(crate) const fn new(source: &'b [u8]) -> Self {
        Self {
            source: SourceFile::new(source),
            tables: OnceCell::new(),
            brand: OnceCell::new(),
        }
    }

    /// Returns what is written in the place of `service`, if it is known after reading.
    pub(super) fn brand(&self) -> Option<String> {
        self.brand.get().cloned().flatten().map(Brand::into_string)
    }
}

/// Reads an export, and calls `visit` with each of its records.
pub(super) fn visit_records<'f, 'p>(
    file: &'f JournalFile<'_>,
    policy: &'p Policy,
    visit: Option<&mut Visitor<'_>>,
) -> CheckedFile<'f, 'p> {
    let JournalFile {
        source,
        tables,
        brand,
    } = file;
    let mut reader = RecordReader {
        tables,
        brand,
        fast: None,
        rules: JournalRules::default(),
        index: 0,
        visit,
    };
    check_documents_with(source, policy, Some(|key| key.ends_with("Id")), &mut reader)
}

struct RecordReader<'s, 'v, 'f> {
    tables: &'s OnceCell<NestedTables<Level>>,
    brand: &'s OnceCell<Option<Brand>>,
    fast: Option<NestedFastReader<'s, Level>>,
    rules: JournalRules<'s>,
    /// The index of the next record.
    index: usize,
    visit: Option<&'v mut Visitor<'f>>,
}

const SERVICE_ID: usize = index_of(JournalRecord::FIELDS, "serviceId");
/// The levels of brackets in a record: that of a dimension is the innermost.
const MAX_DEPTH: usize = 7;

impl<'s> DocumentReader<'s> for RecordReader<'s, '_, '_> {
    fn read(&mut self, document: &mut Document<'s, '_, '_>) -> Result<(), SyntaxError> {
        document.is_export = true;
        if let Some(opening) = document.reader.try_open(b'[') {
            return self.read_list(document, opening);
        }
        let start = document
            .reader
            .next_document()
            .unwrap_or_else(|| document.reader.position());
        if self.read_clean_record(document, start).is_some() {
            return Ok(());
        }
        let value = document.reader.read_value()?;
        if value.kind != ValueKind::Object {
            return document.reject_value("journal export", &value);
        }
        if let Some(fault) = find_wrong_payload(document, value.span, JournalRecord::FIELDS) {
            document.sink.push(fault);
            document.reader.skip(&value)?;
            document.report_recovered_errors();
            self.end_record(document, value.span.start, false);
            return Ok(());
        }
        let checkpoint = document.sink.checkpoint();
        self.read_record(document, value.span, checkpoint)
    }

    fn finish(&mut self, text: &'s str, sink: &mut Collector<'_>) {
        self.rules.ids.report_duplicates(text, sink);
    }
}

impl<'s> RecordReader<'s, '_, '_> {
    fn read_list(
        &mut self,
        document: &mut Document<'s, '_, '_>,
        opening: Span,
    ) -> Result<(), SyntaxError> {
        let limit = document.sink.policy().limits.records;
        while document.reader.next_element()? {
            // An error between two elements belongs to neither.
            document.report_recovered_errors();
            if self.index >= limit {
                let text = document.text;
                let offset = document.byte_order_mark_len;
                let limit = self.index;
                self.index =
                    reject_surplus(document, ("journal", opening), limit, &mut |index, span| {
                        self.visit_record((text, offset), index, span, false);
                    })?;
                break;
            }
            let mut start = document.reader.position();
            let mut is_clean = false;
            while let Some(end) = self.read_clean_record(document, start) {
                is_clean = true;
                match next_element(document.text, end).filter(|_| self.index < limit) {
                    Some(next) => start = next,
                    None => break,
                }
            }
            if is_clean {
                continue;
            }
            let checkpoint = document.sink.checkpoint();
            let value = document.reader.read_value()?;
            if value.kind == ValueKind::Object {
                self.read_record(document, value.span, checkpoint)?;
            } else {
                document.reject_value(JournalRecord::TABLE.name, &value)?;
                document.report_recovered_errors();
                self.end_record(document, value.span.start, false);
                document.sink.set_item(checkpoint, self.index - 1, None);
            }
        }
        document.report_recovered_errors();
        Ok(())
    }

    /// Reads a record on the fast path and returns the offset after it. Returns `None` if anything in it may have to be reported.
    fn read_clean_record(
        &mut self,
        document: &mut Document<'s, '_, '_>,
        start: usize,
    ) -> Option<usize> {
        if !document.reader.can_open_levels(MAX_DEPTH)
            || document.text.as_bytes().get(start) != Some(&b'{')
        {
            return None;
        }
        let tables = self.tables(document, start);
        let fast = self
            .fast
            .get_or_insert_with(|| NestedFastReader::new(tables));
        let end = fast.read(document.text, start, &mut self.rules)?;
        document.reader.set_position(end);
        self.end_record(document, start, true);
        Some(end)
    }

    /// Reads the record that was just opened with the general reader.
    fn read_record(
        &mut self,
        document: &mut Document<'s, '_, '_>,
        opening: Span,
        checkpoint: Checkpoint,
    ) -> Result<(), SyntaxError> {
        #[cfg(test)]
        crate::record::FALLBACKS.set(crate::record::FALLBACKS.get() + 1);
        let tables = self.tables(document, opening.start);
        let Some(root) = tables.root() else {
            return Ok(());
        };
        document.brand.clone_from(self.brand.get().unwrap_or(&None));
        let record = document.check_nested(opening, tables, root, &mut self.rules)?;
        self.end_record(document, opening.start, !record.faulty);
        document.sink.set_item(
            checkpoint,
            self.index - 1,
            record.text(SERVICE_ID).as_deref(),
        );
        Ok(())
    }

    /// Returns the tables. The first record shows the brand, unless the policy has one.
    fn tables(&self, document: &Document<'s, '_, '_>, start: usize) -> &'s NestedTables<Level> {
        self.tables.get_or_init(|| {
            let brand = self.brand.get_or_init(|| {
                let given = document.sink.policy().brand_name().and_then(Brand::parse);
                given.or_else(|| {
                    Brand::learn(document.reader.nested_reader(start), JournalRecord::FIELDS)
                })
            });
            NestedTables::new(JournalRecord::TABLE, brand.as_ref(), &Level::of)
        })
    }

    /// Visits the record from `start` to where the reader is.
    fn end_record(&mut self, document: &Document<'s, '_, '_>, start: usize, is_valid: bool) {
        let (index, span) = (self.index, Span::new(start, document.reader.position()));
        self.index += 1;
        self.rules.ids.take_record(index);
        self.visit_record(
            (document.text, document.byte_order_mark_len),
            index,
            span,
            is_valid,
        );
    }

    fn visit_record(
        &mut self,
        (text, offset): (&'s str, usize),
        index: usize,
        span: Span,
        is_valid: bool,
    ) {
        if let Some(visit) = &mut self.visit {
            let brand = self.brand.get().and_then(Option::as_ref);
            let (start, span) = (
                span.start,
                Span::new(span.start + offset, span.end + offset),
            );
            visit(&VisitedRecord {
                index,
                text,
                start,
                span,
                is_valid,
                brand,
            });
        }
    }
}

/// Applies fixes to a journal export and writes it as canonical JSON. An array, a single record and a record a line stay what they are.
///
/// Nothing is lost, and every change is reported. Normalizing the result again changes nothing.
///
/// ```
/// use universal_accounting::journal;
/// use universal_accounting::report::{Fixes, Policy};
///
/// let normalized = journal::normalize(br#"{"entries": [], "note": 1, "serviceId": "s-81"}"#, &Policy::new(), Fixes::Safe);
/// assert_eq!(normalized.json.as_deref(), Some(r#"{"serviceId":"s-81","entries":[],"note":1}"#));
/// ```
#[must_use]
pub fn normalize(source: &[u8], policy: &Policy, fixes: Fixes) -> Normalized {
    NORMALIZER.normalize(source, policy, fixes)
}

/// How journal exports are normalized.
pub(crate) static NORMALIZER: Normalizer = Normalizer {
    table: JournalRecord::TABLE,
    allows_sequences: true,
    check: |file, policy, _| {
        visit_records(&JournalFile::new(file.bytes()), policy, None).into_report()
    },
};
