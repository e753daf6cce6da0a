//! Journal records in a store in a file.

use std::collections::BTreeSet;

use redb::{ReadableDatabase, ReadableTable, ReadableTableMetadata};

use super::FileStore;
use super::error::{FileStoreError, Result};
use super::open::{JOURNAL_DOCUMENTS, JOURNAL_LINES, JOURNAL_RECORDS, LineIds};
use crate::dedup::journal::{JournalPlan, KnownJournal, document_keys, plan_journal};
use crate::journal::JournalRecord;

impl FileStore {
    /// Plans an import of journal records with those that are known now. Changes nothing.
    ///
    /// # Errors
    ///
    /// The file can't be read.
    pub fn plan_journal<'b>(
        &self,
        records: &'b [JournalRecord],
    ) -> Result<JournalPlan<'b>, FileStoreError> {
        Ok(self.try_plan_journal(records)?)
    }

    /// Imports journal records: creates all new parts of the [plan](plan_journal), or none. When it returns, they are on the disk.
    ///
    /// # Errors
    ///
    /// The store was opened read-only, or the file can't be read or written.
    pub fn import_journal<'b>(
        &self,
        records: &'b [JournalRecord],
    ) -> Result<JournalPlan<'b>, FileStoreError> {
        Ok(self.try_import_journal(records)?)
    }

    /// Returns the number of lines of journals.
    ///
    /// # Errors
    ///
    /// The file can't be read.
    pub fn count_journal_lines(&self) -> Result<u64, FileStoreError> {
        Ok(self.try_count_journal_lines()?)
    }

    fn try_plan_journal<'b>(&self, records: &'b [JournalRecord]) -> Result<JournalPlan<'b>> {
        let read = self.database.begin_read()?;
        let known = find(
            &read.open_table(JOURNAL_RECORDS)?,
            &read.open_table(JOURNAL_LINES)?,
            &read.open_table(JOURNAL_DOCUMENTS)?,
            records,
        )?;
        Ok(plan_journal(records, &known))
    }

    fn try_import_journal<'b>(&self, records: &'b [JournalRecord]) -> Result<JournalPlan<'b>> {
        if self.is_read_only {
            return Err(FileStoreError::ReadOnly.into());
        }
        // Only one import at a time can write, so the plan is still right when it is committed.
        let mut write = self.database.begin_write()?;
        write.set_two_phase_commit(true);
        let plan = {
            let (mut known_records, mut known_lines) = (
                write.open_table(JOURNAL_RECORDS)?,
                write.open_table(JOURNAL_LINES)?,
            );
            let mut documents = write.open_table(JOURNAL_DOCUMENTS)?;
            let known = find(&known_records, &known_lines, &documents, records)?;
            let plan = plan_journal(records, &known);
            let mut new_documents = Vec::new();
            for part in plan.new_parts() {
                let (record_id, json) = (
                    part.record().service_id.as_str().as_bytes(),
                    part.json().as_bytes(),
                );
                if let Some(key) = part.document_key() {
                    new_documents.push((key, record_id));
                }
                match part.line_id() {
                    Some(line_id) => known_lines
                        .insert((record_id, line_id.as_str().as_bytes()), json)
                        .map(drop)?,
                    None => known_records.insert(record_id, json).map(drop)?,
                }
            }
            // Inserting in the order of the table is faster.
            new_documents.sort_unstable();
            for (key, record_id) in new_documents {
                documents.insert(key, record_id)?;
            }
            plan
        };
        if plan.new_parts().next().is_some() {
            write.commit()?;
        }
        Ok(plan)
    }

    fn try_count_journal_lines(&self) -> Result<u64> {
        let read = self.database.begin_read()?;
        Ok(read.open_table(JOURNAL_LINES)?.len()?)
    }
}

/// Returns what is known of the records that have the ids of these, and of documents that may be theirs.
fn find(
    known_records: &impl ReadableTable<&'static [u8], &'static [u8]>,
    known_lines: &impl ReadableTable<LineIds, &'static [u8]>,
    documents: &impl ReadableTable<[u8; 8], &'static [u8]>,
    records: &[JournalRecord],
) -> Result<KnownJournal> {
    let ids: BTreeSet<&str> = records
        .iter()
        .map(|record| record.service_id.as_str())
        .collect();
    let mut known = KnownJournal::new();
    let mut add = |record_id: &str, line_id: Option<&[u8]>, json: &[u8]| {
        let json = str::from_utf8(json).map_err(|_| FileStoreError::Damaged)?;
        let (found_record, found_line) = known
            .add_part(json)
            .map_err(|_| FileStoreError::Unreadable)?;
        // A row under other ids is damaged.
        let is_consistent = found_record.as_str() == record_id
            && found_line.as_ref().map(|id| id.as_str().as_bytes()) == line_id;
        if is_consistent {
            Ok(())
        } else {
            Err(FileStoreError::Damaged)
        }
    };
    for id in ids {
        if let Some(json) = known_records.get(id.as_bytes())? {
            add(id, None, json.value())?;
        }
        // No text is greater than this one and less than the same with another byte behind it.
        let next = [id.as_bytes(), b"\0"].concat();
        for row in known_lines.range((id.as_bytes(), &b""[..])..(&next[..], &b""[..]))? {
            let (key, json) = row?;
            add(id, Some(key.value().1), json.value())?;
        }
    }
    // A first import needs no keys to look up.
    if !documents.is_empty()? {
        add_documents(documents, records, &mut known)?;
    }
    Ok(known)
}

/// Adds the documents that those of new records may be.
fn add_documents(
    documents: &impl ReadableTable<[u8; 8], &'static [u8]>,
    records: &[JournalRecord],
    known: &mut KnownJournal,
) -> Result<()> {
    for record in records {
        if known.has_lines(record.service_id.as_str()) {
            continue;
        }
        for key in document_keys(record) {
            let Some(id) = documents.get(key)? else {
                continue;
            };
            let id = str::from_utf8(id.value()).map_err(|_| FileStoreError::Damaged)?;
            known.add_document(key, id);
        }
    }
    Ok(())
}
