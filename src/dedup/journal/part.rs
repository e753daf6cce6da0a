use super::document::DocumentKey;
use crate::journal::{Entry, JournalRecord, Line};
use crate::record::NestedRecord;
use crate::value::Text;

/// What a journal import knows by an id: a line by the ids of its record and its own, or by its id a record without its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalPart<'b> {
    record: &'b JournalRecord,
    line: Option<(&'b Entry, &'b Line)>,
    json: String,
    document_key: Option<DocumentKey>,
}

impl<'b> JournalPart<'b> {
    pub(super) fn of_record(record: &'b JournalRecord) -> Self {
        Self {
            record,
            line: None,
            json: part_json(record, None),
            document_key: None,
        }
    }

    pub(super) fn of_line(
        record: &'b JournalRecord,
        entry: &'b Entry,
        line: &'b Line,
        document_key: Option<DocumentKey>,
    ) -> Self {
        Self {
            record,
            line: Some((entry, line)),
            json: part_json(record, Some((entry, line))),
            document_key,
        }
    }

    /// Returns the record that has the part.
    #[must_use]
    pub const fn record(&self) -> &'b JournalRecord {
        self.record
    }

    /// Returns the entry that has the line. None for the record itself.
    #[must_use]
    pub fn entry(&self) -> Option<&'b Entry> {
        self.line.map(|(entry, _)| entry)
    }

    /// Returns the line. None for the record itself.
    #[must_use]
    pub fn line(&self) -> Option<&'b Line> {
        self.line.map(|(_, line)| line)
    }

    /// Returns the id of the line. None for the record itself.
    #[must_use]
    pub fn line_id(&self) -> Option<&'b Text> {
        self.line().map(|line| &line.line_id)
    }

    /// Returns what a store keeps of the part: the canonical JSON of a journal record with this line alone, or with no entries. Files are not kept.
    #[must_use]
    pub fn json(&self) -> &str {
        &self.json
    }

    /// Returns the [key](super::document_keys) of a new document with its first line, beside which a store keeps it. None for all other parts, and where another
    /// document has the key.
    #[must_use]
    pub const fn document_key(&self) -> Option<[u8; 8]> {
        self.document_key
    }
}

fn part_json(record: &JournalRecord, line: Option<(&Entry, &Line)>) -> String {
    let mut part = JournalRecord::new(record.service_id.clone(), Vec::new());
    match line {
        Some((entry, line)) => part.entries.push(Entry {
            entry_id: entry.entry_id.clone(),
            entry_number: entry.entry_number,
            entry_type: entry.entry_type.clone(),
            date: entry.date,
            lines: vec![line.clone()],
        }),
        None => {
            (part.invoice, part.contact) = (record.invoice.clone(), record.contact.clone());
            part.contacts.clone_from(&record.contacts);
        }
    }
    let mut json = String::new();
    part.push_json(&mut json, None);
    json
}
