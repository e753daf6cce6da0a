use std::collections::HashMap;
use std::fmt;

use super::document::{DocumentKey, document_keys};
use super::known::KnownJournal;
use crate::journal::JournalRecord;

/// A new record that may be the document of another record: one that was deleted in the service and exported again under another id, for example.
///
/// Both have their first entries on the same day, and the same number of the invoice. Where the older record has no number, these entries have the same
/// amounts instead.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct JournalSuspect {
    /// The id of the other record.
    pub record_id: String,
    /// The index of the other record in the batch, if it comes from the same batch.
    pub batch_index: Option<usize>,
}

/// Explains the suspicion and says what to do, without any value of the records.
impl fmt::Display for JournalSuspect {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(
            "new, but another record has the same day and number of the invoice, or the same day and amounts without a number; check whether both are one \
             document, for example one that was deleted in the service and exported again",
        )
    }
}

/// The documents of a store and of a batch.
pub(super) struct Documents<'k, 'b> {
    known: &'k KnownJournal,
    of_batch: HashMap<DocumentKey, (&'b str, usize)>,
}

/// What is found out about the document of a new record.
#[derive(Debug, Default)]
pub(super) struct Document {
    /// The key by which stores find it. None if another document has it already.
    pub(super) key: Option<DocumentKey>,
    pub(super) suspect: Option<JournalSuspect>,
}

impl<'k, 'b> Documents<'k, 'b> {
    pub(super) fn new(known: &'k KnownJournal) -> Self {
        Self {
            known,
            of_batch: HashMap::new(),
        }
    }

    /// Looks for the document of a new record, and adds it.
    pub(super) fn find_and_add(&mut self, record: &'b JournalRecord, index: usize) -> Document {
        let keys = document_keys(record);
        let suspect = keys.iter().find_map(|key| self.find(*key));
        let own = keys.first().copied();
        let key = own.filter(|key| self.find(*key).is_none());
        if let Some(key) = key {
            self.of_batch
                .insert(key, (record.service_id.as_str(), index));
        }
        Document { key, suspect }
    }

    fn find(&self, key: DocumentKey) -> Option<JournalSuspect> {
        if let Some(record_id) = self.known.document(key) {
            return Some(JournalSuspect {
                record_id: record_id.to_owned(),
                batch_index: None,
            });
        }
        let (record_id, index) = self.of_batch.get(&key)?;
        Some(JournalSuspect {
            record_id: (*record_id).to_owned(),
            batch_index: Some(*index),
        })
    }
}
