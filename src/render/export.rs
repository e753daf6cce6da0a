use super::findings::{ReportView, to_json_line, view};
use crate::export::{AccountTotal, JournalExport, JournalRefusal, Note};
use crate::journal::JournalReading;

view! {
    /// Journal records, written for another program.
    #[cfg_attr(test, schemars(title = "Journal conversion"))]
    struct JournalConversionView<'e>
    fn new(file: &'e str, export: &'e JournalExport, reading: &'e JournalReading, is_redacted: bool) {
        /// The output, without the records that were rejected and the entries that were refused.
        text: &'e str = &export.text,
        /// The number of entries in the output.
        entries: usize = export.entries,
        /// The number of records that were read.
        records: usize = reading.records.len(),
        /// The number of records with an error; none of their entries is in the output.
        rejected: usize = reading.rejected.len(),
        /// The entries that the format can't express; they are not in the output.
        refused: Vec<RefusalView> = export.refused.iter().map(|refusal| RefusalView::new(refusal, is_redacted)).collect(),
        /// What was lost, altered or assumed.
        notes: Vec<NoteView> = export.notes.iter().map(NoteView::new).collect(),
        /// The totals of all records that were read.
        read: Vec<TotalView<'e>> = export.read.iter().map(TotalView::new).collect(),
        /// The totals of the output. Debits and credits equal those of `read` unless an entry was refused.
        written: Vec<TotalView<'e>> = export.written.iter().map(TotalView::new).collect(),
        /// The report on the file.
        report: ReportView<'e> = ReportView::new(file, &reading.report),
    }
}

view! {
    /// An entry that was not written.
    struct RefusalView as "refusal" fn new(refusal: &JournalRefusal, is_redacted: bool) {
        /// The index of the record, counted from 0.
        record: usize = refusal.record,
        /// The index of the entry in the record, counted from 0.
        entry: usize = refusal.entry,
        /// The entry and the reason.
        message: String = if is_redacted { refusal.redacted() } else { refusal.to_string() },
        /// The reason alone, by which a translation is found.
        sentence: &'static str = refusal.reason.message(),
    }
}

view! {
    /// What was lost, altered or assumed.
    struct NoteView as "note" fn new(note: &Note) {
        /// How often it occurs.
        count: usize = note.count,
        /// A sentence that includes the count.
        message: String = note.to_string(),
        /// The sentence with `{count}` and `{field}` in the place of their values, by which a translation is found.
        template: &'static str = note.template(),
        /// The path of the field that the note is about.
        field: Option<&'static str> = note.field(),
    }
}

view! {
    /// The amounts of one account in one currency.
    struct TotalView<'e> as "account-total" fn new(total: &'e AccountTotal) {
        /// The number of the account.
        number: &'e str = &total.number,
        /// The external id, if several accounts have the number.
        external_id: Option<&'e str> = total.external_id.as_deref(),
        /// The currency.
        currency: &'e str = total.currency.code(),
        /// The number of amounts.
        amounts: usize = total.amounts,
        /// The sum of the debits; null if it is too large to hold exactly.
        debits: Option<String> = total.debits.map(|sum| sum.to_string()),
        /// The sum of the credits; null if it is too large to hold exactly.
        credits: Option<String> = total.credits.map(|sum| sum.to_string()),
    }
}

/// Renders journal records that were written for another program as one JSON object on one line. With a redacted policy, `is_redacted` keeps ids out of it.
///
/// ```
/// use universal_accounting::export::{self, JournalExportOptions, JournalTarget};
/// use universal_accounting::{journal, render, report::Policy};
///
/// let reading = journal::read(br#"{"serviceId": "s-81", "entries": []}"#, &Policy::new());
/// let export = export::journal(&reading.records, JournalTarget::Banana, &JournalExportOptions::new());
/// assert!(render::journal_conversion_json("export.json", &export, &reading, false).contains(r#""entries":0,"records":1,"#));
/// ```
#[must_use]
pub fn journal_conversion_json(
    file: &str,
    export: &JournalExport,
    reading: &JournalReading,
    is_redacted: bool,
) -> String {
    to_json_line(&JournalConversionView::new(
        file,
        export,
        reading,
        is_redacted,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::assert_schema_matches_file;

    #[test]
    fn schema_file_matches_the_view() {
        assert_schema_matches_file::<JournalConversionView<'_>>("journal-conversion");
    }
}
