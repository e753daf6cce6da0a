use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::error::Error;
use std::fmt;

use super::document::DocumentKey;
use super::part::JournalPart;
use crate::journal::{Entry, JournalRecord};
use crate::json::Reader;
use crate::record::{MemberReader, NestedRecord};
use crate::value::Text;

/// The parts of journal records that a store knows.
///
/// A plan needs every part of each record that is sent; parts of further records do no harm. For suspects it also needs the documents that have a [key](super::document_keys)
/// of a sent record.
#[derive(Debug, Clone, Default)]
pub struct KnownJournal {
    records: BTreeMap<String, KnownRecord>,
    /// The ids of records by the keys of their documents.
    documents: HashMap<DocumentKey, String>,
}

/// The known parts of a record.
#[derive(Debug, Clone, Default)]
pub(super) struct KnownRecord {
    /// The record without its lines.
    pub(super) head: Option<KnownPart>,
    /// The lines, by id.
    pub(super) lines: BTreeMap<String, (String, KnownPart)>,
    /// The ids of the entries.
    pub(super) entries: BTreeSet<String>,
}

/// What is known of a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct KnownPart {
    pub(super) json: String,
    /// The index in the batch of the record that it comes from. None if it comes from the store.
    pub(super) batch_index: Option<usize>,
}

/// The reason why a text is not a part that a store keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct JournalPartError;

impl fmt::Display for JournalPartError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("this is not the JSON of a journal record with one line or with no entries; pass what JournalPart::json returned")
    }
}

impl Error for JournalPartError {}

impl KnownJournal {
    /// Creates an empty collection.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a part, as [`JournalPart::json`](super::JournalPart::json) returned it.
    ///
    /// # Errors
    ///
    /// The text is something else.
    pub fn add(&mut self, json: &str) -> Result<(), JournalPartError> {
        self.add_part(json).map(drop)
    }

    /// Adds a part, and returns the ids of its record and its line.
    pub(in crate::dedup) fn add_part(
        &mut self,
        json: &str,
    ) -> Result<(Text, Option<Text>), JournalPartError> {
        let mut reader = Reader::new(json);
        reader.try_open(b'{').ok_or(JournalPartError)?;
        let record = JournalRecord::build(&mut MemberReader::new(&mut reader, None))
            .ok_or(JournalPartError)?;
        let line = match record.entries.as_slice() {
            [] => None,
            [
                Entry {
                    entry_id, lines, ..
                },
            ] => match lines.as_slice() {
                [line] => Some((entry_id, &line.line_id)),
                _ => return Err(JournalPartError),
            },
            _ => return Err(JournalPartError),
        };
        let part = KnownPart {
            json: json.to_owned(),
            batch_index: None,
        };
        self.records
            .entry(record.service_id.as_str().to_owned())
            .or_default()
            .insert_part(line, part);
        let line_id = line.map(|(_, line_id)| line_id.clone());
        Ok((record.service_id, line_id))
    }

    /// Adds a document: its key, as [`JournalPart::document_key`](super::JournalPart::document_key) returned it, and the id of its record.
    pub fn add_document(&mut self, key: [u8; 8], record_id: &str) {
        self.documents.insert(key, record_id.to_owned());
    }

    /// Returns whether a line of a record is known.
    #[cfg(any(feature = "file-store", feature = "postgres"))]
    pub(in crate::dedup) fn has_lines(&self, record_id: &str) -> bool {
        let record = self.records.get(record_id);
        record.is_some_and(|record| !record.lines.is_empty())
    }

    /// Returns the id of the record whose document has a key.
    pub(super) fn document(&self, key: DocumentKey) -> Option<&str> {
        self.documents.get(&key).map(String::as_str)
    }

    pub(super) fn record(&self, record_id: &str) -> Option<&KnownRecord> {
        self.records.get(record_id)
    }
}

impl KnownRecord {
    /// Adds a part of a record of the batch.
    pub(super) fn insert(&mut self, part: &JournalPart<'_>, batch_index: usize) {
        let line = part
            .entry()
            .map(|entry| &entry.entry_id)
            .zip(part.line_id());
        self.insert_part(
            line,
            KnownPart {
                json: part.json().to_owned(),
                batch_index: Some(batch_index),
            },
        );
    }

    /// Adds a line with the ids of its entry and its own, or the record without its lines. What is known already stays.
    fn insert_part(&mut self, line: Option<(&Text, &Text)>, part: KnownPart) {
        match line {
            None => {
                self.head.get_or_insert(part);
            }
            Some((entry_id, line_id)) => {
                self.entries.insert(entry_id.as_str().to_owned());
                let line = (entry_id.as_str().to_owned(), part);
                self.lines
                    .entry(line_id.as_str().to_owned())
                    .or_insert(line);
            }
        }
    }
}
