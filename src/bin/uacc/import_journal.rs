//! `uacc import` of journal exports.

use universal_accounting::format;
use universal_accounting::internals::dedup::report_journal_conflicts;
use universal_accounting::internals::source::Decoded;
use universal_accounting::journal::{self, JournalRecord};
use universal_accounting::report::{Policy, Report};

use crate::files::Input;
use crate::findings::{self, pluralize};
use crate::import_journal_review::{Counts, Origin, Review};
use crate::output::{self, Outcome};
use crate::sanitize::sanitize;
use crate::store::StoreLocation;

/// A journal export that was read.
struct ReadJournal<'i> {
    input: &'i Input,
    /// The number of records that were read, and of those that were rejected.
    records: usize,
    rejected: usize,
    /// Whether nothing may be imported because of the file.
    is_unusable: bool,
    report: Report,
}

/// Returns whether all files are journal exports.
///
/// # Errors
///
/// Some are.
pub(crate) fn are_journals(inputs: &[Input]) -> Result<bool, String> {
    if let Some(table) = inputs
        .iter()
        .find(|input| format::is_single_entries_file(&input.bytes))
    {
        return Err(format!(
            "{}: an import knows the lines of a journal by their ids, and single entries have one for two lines; import the JSON of the export",
            sanitize(&table.name)
        ));
    }
    let is_journal = |input: &&Input| format::is_journal_file(&input.bytes);
    let Some(journal) = inputs.iter().find(is_journal) else {
        return Ok(false);
    };
    // A month without a record.
    let is_empty = |input: &Input| input.bytes.trim_ascii() == b"[]";
    match inputs
        .iter()
        .find(|input| !is_journal(input) && !is_empty(input))
    {
        Some(other) => Err(format!(
            "{} is a journal export and {} is not; import journals in a call of their own",
            sanitize(&journal.name),
            sanitize(&other.name)
        )),
        None => Ok(true),
    }
}

/// What to do with the journals.
pub(crate) struct Settings<'s> {
    pub(crate) policy: &'s Policy,
    pub(crate) is_strict: bool,
    pub(crate) is_dry_run: bool,
    pub(crate) as_json: bool,
}

/// Prints the findings of a file, and how many records it has.
fn print_file(file: &ReadJournal<'_>, settings: &Settings<'_>) {
    let ReadJournal {
        input,
        records,
        rejected,
        report,
        ..
    } = file;
    findings::print(*input, report, settings.policy);
    output::print_summary(format!(
        "{}: {}, {rejected} rejected; {}",
        sanitize(&input.name),
        pluralize(records + rejected, "journal record"),
        findings::count_errors_and_warnings(report)
    ));
}

pub(crate) fn run(inputs: &[Input], store: &StoreLocation, settings: &Settings<'_>) -> Outcome {
    let (mut records, mut origins) = (Vec::new(), Vec::new());
    let files: Vec<ReadJournal<'_>> = inputs
        .iter()
        .enumerate()
        .map(|(file, input)| read(file, input, settings, &mut records, &mut origins))
        .collect();
    for file in &files {
        print_file(file, settings);
    }
    let unusable = files.iter().filter(|file| file.is_unusable);
    let unusable: Vec<String> = unusable.map(|file| sanitize(&file.input.name)).collect();
    if !unusable.is_empty() {
        output::print_note(format!(
            "nothing was imported, because of {}",
            unusable.join(", ")
        ));
        return Ok(false);
    }
    let plan = store.import_journal(&records, settings.is_dry_run)?;

    // The store has changed. Print this first, because writing the output can fail.
    let new_lines = plan.new_parts().filter(|part| part.line().is_some());
    let new_lines = pluralize(new_lines.count(), "new line");
    let done = if settings.is_dry_run {
        "would be imported"
    } else {
        "imported"
    };
    output::print_summary(format!("{new_lines} {done} into {store}"));

    let conflicts = report_journal_conflicts(&plan, settings.policy);
    let review = Review {
        plan: &plan,
        origins: &origins,
        files: files.iter().map(counts_of).collect(),
        is_redacted: settings.policy.is_redacted(),
    };
    let mut listed = if conflicts.findings.is_empty() {
        String::new()
    } else {
        review.conflicts()
    };
    listed += &review.suspects();
    if settings.as_json {
        if !listed.is_empty() {
            output::print_note(&listed);
        }
        output::write_stdout(review.json())?;
    } else {
        output::write_stdout(format!("{listed}{}\n", review.table()))?;
    }
    let has_errors = files.iter().any(|file| !file.report.is_valid());
    Ok(conflicts.is_valid() && !has_errors && (listed.is_empty() || !settings.is_strict))
}

/// Returns the name of a file, and the numbers of its records.
fn counts_of(file: &ReadJournal<'_>) -> (String, Counts) {
    let counts = Counts::of_records(file.records, file.rejected);
    (sanitize(&file.input.name), counts)
}

fn read<'i>(
    file: usize,
    input: &'i Input,
    settings: &Settings<'_>,
    records: &mut Vec<JournalRecord>,
    origins: &mut Vec<Origin>,
) -> ReadJournal<'i> {
    let reading = journal::read(&input.bytes, &settings.policy.clone().sequence());
    let decoded = Decoded::from_bytes(&input.bytes);
    let mut locator = decoded.locator();
    origins.extend(reading.positions.iter().map(|position| {
        let start = position
            .span
            .start
            .saturating_sub(decoded.byte_order_mark_len());
        Origin {
            file,
            line: locator.locate(start).line,
            index: position.index,
        }
    }));
    let (is_unusable, rejected) = (!reading.is_importable(), reading.rejected.len());
    let count = reading.records.len();
    records.extend(reading.records);
    ReadJournal {
        input,
        records: count,
        rejected,
        is_unusable,
        report: reading.report,
    }
}
