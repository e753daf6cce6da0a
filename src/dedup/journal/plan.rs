use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::difference::{JournalDifference, differences};
use super::known::{KnownJournal, KnownPart, KnownRecord};
use super::part::JournalPart;
use super::suspect::{Documents, JournalSuspect};
use crate::journal::{Entry, JournalRecord};

/// What an import does with a part of a journal.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum JournalVerdict {
    /// The part is created.
    New,
    /// The line is created, but its record may be the document of another one.
    Suspect(JournalSuspect),
    /// The part exists and is not created again.
    Existing,
    /// The part contradicts what is known of its record. It is not created, and what is known is not changed.
    Conflict(JournalConflict),
}

impl JournalVerdict {
    /// Returns whether the part is created.
    #[must_use]
    pub const fn is_new(&self) -> bool {
        matches!(self, Self::New | Self::Suspect(_))
    }

    /// Returns the word in machine-readable output.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Suspect(_) => "suspect",
            Self::Existing => "existing",
            Self::Conflict(_) => "conflict",
        }
    }
}

/// Writes the word, and what a [`JournalSuspect`] and a [`JournalConflict`] say. None of it has a value of the journal.
impl fmt::Display for JournalVerdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())?;
        match self {
            Self::Suspect(suspect) => write!(formatter, ": {suspect}"),
            Self::Conflict(conflict) => write!(formatter, ": {conflict}"),
            Self::New | Self::Existing => Ok(()),
        }
    }
}

/// A part of a journal that contradicts what is known of its record.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct JournalConflict {
    /// The values that differ; never empty.
    ///
    /// A line that its known entry lacks differs in its `lineId`, and the lines of an entry that can't be created in their `entryId`, which are not
    /// known. What a known record has and the sent one lacks is listed with the record itself, as `entries` or as `entries/<id>/lines`.
    pub differences: Vec<JournalDifference>,
    /// The index in the batch of the record that has the known values, if they come from the same batch.
    pub batch_index: Option<usize>,
}

/// Names the fields that differ, but none of their values.
impl fmt::Display for JournalConflict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields: Vec<&str> = self
            .differences
            .iter()
            .map(|difference| difference.field.as_str())
            .collect();
        write!(
            formatter,
            "exists with another {}; it stays as it is",
            fields.join(", ")
        )
    }
}

/// What an import of a journal would do: a verdict on each part of its records, in their order.
#[derive(Debug, Clone)]
pub struct JournalPlan<'b> {
    verdicts: Vec<(JournalPart<'b>, JournalVerdict)>,
}

/// Decides what to do with each line of a journal, given the known parts of its records. Changes nothing in any store.
///
/// | verdict | the line … |
/// |---|---|
/// | new | is in a record or an entry that is not known |
/// | suspect | is new, and its record may be the document of another record |
/// | existing | is known by the ids of its record and its own, with equal values |
/// | conflict | is known with other values, or is not known though its entry is |
///
/// An entry is created whole or not at all, so that its debits equal its credits: not if one of its lines has the id of another line of the record. Where
/// a record that is sent again lacks one of its known entries, its new entries are conflicts too: they may stand for the one that is missing, and
/// would be booked twice. The invoice and the contacts of a record are compared in the same way, its files are not.
///
/// A document that was deleted in the service and exported again has other ids, so its lines are new, and would be booked twice without a word.
/// [`JournalSuspect`] says when a record is a suspect. Entries that are added to a known record are none.
///
/// Records are compared in order, and a new part counts as known for the records after it.
///
/// ```
/// use universal_accounting::dedup::{self, JournalVerdict, KnownJournal};
/// use universal_accounting::{journal, report::Policy};
///
/// let export = r#"[{"serviceId": "s-81", "entries": [{"entryId": "e-1", "entryNumber": 1, "type": "invoice", "date": "2026-03-31", "lines": [
///     {"lineId": "l-1", "lineNumber": 1, "creditDebit": "debit", "amount": "65.00", "currency": "CHF", "account": {"number": "6500"}},
///     {"lineId": "l-2", "lineNumber": 2, "creditDebit": "credit", "amount": "65.00", "currency": "CHF", "account": {"number": "2000"}}]}]}]"#;
/// let records = journal::read(export.as_bytes(), &Policy::new()).records;
/// let mut known = KnownJournal::new();
/// for part in dedup::plan_journal(&records, &known).new_parts() {
///     // In a database of your own: insert the part under the ids of the record and the line, with the key of the document, if there is one.
///     known.add(part.json())?;
///     if let Some(key) = part.document_key() {
///         known.add_document(key, part.record().service_id.as_str());
///     }
/// }
///
/// let changed = journal::read(export.replace("6500", "6570").as_bytes(), &Policy::new()).records;
/// let plan = dedup::plan_journal(&changed, &known);
/// let [(_, record), (_, debit), (_, credit)] = plan.verdicts() else { panic!("{plan:?}") };
/// assert_eq!([record, credit], [&JournalVerdict::Existing; 2]);
/// let JournalVerdict::Conflict(conflict) = debit else { panic!("{plan:?}") };
/// assert_eq!(conflict.differences[0].field, "account/number");
/// assert_eq!(conflict.differences[0].known.as_deref(), Some("6500"));
/// # Ok::<(), dedup::JournalPartError>(())
/// ```
#[must_use = "a plan does nothing until it is committed"]
pub fn plan_journal<'b>(records: &'b [JournalRecord], known: &KnownJournal) -> JournalPlan<'b> {
    let mut records_so_far: BTreeMap<&str, KnownRecord> = BTreeMap::new();
    let mut documents = Documents::new(known);
    let mut verdicts = Vec::new();
    for (index, record) in records.iter().enumerate() {
        let id = record.service_id.as_str();
        let known = records_so_far
            .entry(id)
            .or_insert_with(|| known.record(id).cloned().unwrap_or_default());
        plan_record(record, index, known, &mut documents, &mut verdicts);
    }
    JournalPlan { verdicts }
}

/// Decides on the parts of a record, and adds the new ones to what is known of it.
fn plan_record<'b>(
    record: &'b JournalRecord,
    index: usize,
    known: &mut KnownRecord,
    documents: &mut Documents<'_, 'b>,
    verdicts: &mut Vec<(JournalPart<'b>, JournalVerdict)>,
) {
    let missing = missing_parts(record, known);
    let lacks_entry = missing.iter().any(|difference| difference.field == ENTRIES);
    let head = JournalPart::of_record(record);
    let verdict = match &known.head {
        None => {
            known.insert(&head, index);
            JournalVerdict::New
        }
        Some(same) => compare(same, &head, missing),
    };
    verdicts.push((head, verdict));
    let is_known_document = !known.lines.is_empty();
    let mut document = None;
    for entry in &record.entries {
        let is_known = known.entries.contains(entry.entry_id.as_str());
        let is_new = !is_known && !lacks_entry && has_new_lines(entry, known);
        let is_document_new = is_new && !is_known_document && !entry.lines.is_empty();
        if is_document_new && document.is_none() {
            document = Some(documents.find_and_add(record, index));
        }
        for line in &entry.lines {
            let key = document.as_mut().and_then(|document| document.key.take());
            let part = JournalPart::of_line(record, entry, line, key);
            let verdict = if is_new {
                known.insert(&part, index);
                let suspect = document
                    .as_ref()
                    .and_then(|document| document.suspect.clone());
                suspect.map_or(JournalVerdict::New, JournalVerdict::Suspect)
            } else if let Some((_, same)) = known.lines.get(line.line_id.as_str()) {
                compare(same, &part, Vec::new())
            } else {
                let (field, id) = if is_known {
                    ("lineId", &line.line_id)
                } else {
                    ("entryId", &entry.entry_id)
                };
                let differences = vec![JournalDifference::new(field, None, Some(id.as_str()))];
                JournalVerdict::Conflict(JournalConflict {
                    differences,
                    // A new record contradicts itself, or what came before it in the batch.
                    batch_index: known.head.as_ref().and_then(|head| head.batch_index),
                })
            };
            verdicts.push((part, verdict));
        }
    }
}

/// Compares a part with the known one that has its ids. `further` are differences that are found otherwise.
fn compare(
    known: &KnownPart,
    part: &JournalPart<'_>,
    further: Vec<JournalDifference>,
) -> JournalVerdict {
    let differences: Vec<_> = differences(&known.json, part.json())
        .into_iter()
        .chain(further)
        .collect();
    if differences.is_empty() {
        return JournalVerdict::Existing;
    }
    JournalVerdict::Conflict(JournalConflict {
        differences,
        batch_index: known.batch_index,
    })
}

/// Returns whether no line of the entry has the id of another one, of this entry or of another.
fn has_new_lines(entry: &Entry, known: &KnownRecord) -> bool {
    let mut ids = BTreeSet::new();
    entry
        .lines
        .iter()
        .map(|line| line.line_id.as_str())
        .all(|id| !known.lines.contains_key(id) && ids.insert(id))
}

const ENTRIES: &str = "entries";

/// Lists the known entries that the record lacks, and the known lines that its entries lack.
fn missing_parts(record: &JournalRecord, known: &KnownRecord) -> Vec<JournalDifference> {
    let sent_entries: BTreeSet<&str> = record
        .entries
        .iter()
        .map(|entry| entry.entry_id.as_str())
        .collect();
    let sent_lines: BTreeSet<&str> = record
        .entries
        .iter()
        .flat_map(|entry| &entry.lines)
        .map(|line| line.line_id.as_str())
        .collect();
    let entries = known
        .entries
        .iter()
        .filter(|id| !sent_entries.contains(id.as_str()));
    let entries = entries.map(|id| JournalDifference::new(ENTRIES, Some(id), None));
    let lines = known.lines.iter().filter(|(id, (entry_id, _))| {
        sent_entries.contains(entry_id.as_str()) && !sent_lines.contains(id.as_str())
    });
    let lines = lines.map(|(id, (entry_id, _))| {
        JournalDifference::new(format!("{ENTRIES}/{entry_id}/lines"), Some(id), None)
    });
    entries.chain(lines).collect()
}

impl<'b> JournalPlan<'b> {
    /// Returns the parts of all records with their verdicts. Each record comes before its lines.
    #[must_use]
    pub fn verdicts(&self) -> &[(JournalPart<'b>, JournalVerdict)] {
        &self.verdicts
    }

    /// Iterates over the parts to create, with the suspects among them.
    pub fn new_parts(&self) -> impl Iterator<Item = &JournalPart<'b>> {
        self.verdicts
            .iter()
            .filter(|(_, verdict)| verdict.is_new())
            .map(|(part, _)| part)
    }
}
