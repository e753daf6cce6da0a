//! `uacc import` of journal exports.

use std::fmt::Write;

use universal_accounting::dedup::{JournalConflict, JournalPart, JournalPlan, JournalVerdict};
use universal_accounting::format;
use universal_accounting::internals::dedup::report_journal_conflicts;
use universal_accounting::internals::source::Decoded;
use universal_accounting::journal::{self, JournalRecord};
use universal_accounting::report::{Policy, Report};

use crate::files::Input;
use crate::findings::{self, pluralize};
use crate::listing::{MAX_VALUE_CHARS, max_listed, omitted};
use crate::output::{self, Outcome};
use crate::sanitize::{sanitize, truncate};
use crate::store::StoreLocation;
use crate::terminal;

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

/// Where a record comes from.
struct Origin {
    file: usize,
    line: usize,
    /// The index of the record in the file.
    index: usize,
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

pub(crate) fn run(inputs: &[Input], store: &StoreLocation, settings: &Settings<'_>) -> Outcome {
    let (mut records, mut origins) = (Vec::new(), Vec::new());
    let files: Vec<ReadJournal<'_>> = inputs
        .iter()
        .enumerate()
        .map(|(file, input)| read(file, input, settings, &mut records, &mut origins))
        .collect();
    for ReadJournal {
        input,
        records,
        rejected,
        report,
        ..
    } in &files
    {
        findings::print(*input, report, settings.policy);
        output::print_summary(format!(
            "{}: {}, {rejected} rejected; {}",
            sanitize(&input.name),
            pluralize(records + rejected, "journal record"),
            findings::count_errors_and_warnings(report)
        ));
    }
    let unusable: Vec<String> = files
        .iter()
        .filter(|file| file.is_unusable)
        .map(|file| sanitize(&file.input.name))
        .collect();
    if !unusable.is_empty() {
        output::print_note(format!(
            "nothing was imported, because of {}",
            unusable.join(", ")
        ));
        return Ok(false);
    }
    let plan = store.import_journal(&records, settings.is_dry_run)?;

    // The store has changed. Print this first, because writing the output can fail.
    let new_lines = plan
        .new_parts()
        .filter(|part| part.line().is_some())
        .count();
    let done = if settings.is_dry_run {
        "would be imported"
    } else {
        "imported"
    };
    output::print_summary(format!(
        "{} {done} into {store}",
        pluralize(new_lines, "new line")
    ));

    let conflicts = report_journal_conflicts(&plan, settings.policy);
    let report = ImportReport {
        plan: &plan,
        origins: &origins,
        files: &files,
        is_redacted: settings.policy.is_redacted(),
    };
    let listed = if conflicts.findings.is_empty() {
        String::new()
    } else {
        report.conflicts()
    };
    if settings.as_json {
        if !listed.is_empty() {
            output::print_note(&listed);
        }
        output::write_stdout(report.json())?;
    } else {
        output::write_stdout(format!("{listed}{}\n", report.table()))?;
    }
    let has_errors = files.iter().any(|file| !file.report.is_valid());
    Ok(conflicts.is_valid() && !has_errors && (listed.is_empty() || !settings.is_strict))
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

/// The result of an import, for people.
struct ImportReport<'i> {
    plan: &'i JournalPlan<'i>,
    /// The origin of each record of the plan.
    origins: &'i [Origin],
    files: &'i [ReadJournal<'i>],
    is_redacted: bool,
}

/// The numbers of a file.
#[derive(Default, Clone, Copy)]
struct Counts {
    records: usize,
    rejected: usize,
    changed: usize,
    lines: usize,
    existing: usize,
    new: usize,
    conflicts: usize,
}

impl Counts {
    const COLUMNS: [&'static str; 7] = [
        "records",
        "rejected",
        "changed",
        "lines",
        "existing",
        "new",
        "conflicts",
    ];

    fn add(&mut self, other: Self) {
        self.records += other.records;
        self.rejected += other.rejected;
        self.changed += other.changed;
        self.lines += other.lines;
        self.existing += other.existing;
        self.new += other.new;
        self.conflicts += other.conflicts;
    }
}

impl<'i> ImportReport<'i> {
    /// Iterates over the parts with their verdicts, and the index of the record of each.
    fn verdicts(&self) -> impl Iterator<Item = (usize, &JournalPart<'i>, &JournalVerdict)> {
        let mut records = 0;
        self.plan.verdicts().iter().map(move |(part, verdict)| {
            records += usize::from(part.line().is_none());
            (records - 1, part, verdict)
        })
    }

    /// Lists the conflicts with both values.
    fn conflicts(&self) -> String {
        let conflicts: Vec<(usize, &JournalPart<'_>, &JournalConflict)> = self
            .verdicts()
            .filter_map(|(index, part, verdict)| match verdict {
                JournalVerdict::Conflict(conflict) => Some((index, part, conflict)),
                _ => None,
            })
            .collect();
        let mut text = format!(
            "{}, not imported: {}\n",
            pluralize(conflicts.len(), "conflict"),
            reason_of(&conflicts)
        );
        for (index, part, conflict) in conflicts.iter().take(max_listed()) {
            let kept_from = conflict.batch_index.map_or(String::new(), |earlier| {
                format!(" (from {})", self.location(earlier))
            });
            if self.is_redacted {
                let part = if part.line_id().is_some() {
                    "a line"
                } else {
                    "a record"
                };
                let fields = conflict.differences.iter();
                let fields: Vec<String> = fields
                    .map(|difference| sanitize(&difference.field))
                    .collect();
                let _ = writeln!(
                    text,
                    "  {}: {part} with other {}{kept_from}",
                    self.location(*index),
                    fields.join(", ")
                );
                continue;
            }
            let id = truncate(part.record().service_id.as_str(), MAX_VALUE_CHARS);
            let line = part
                .line_id()
                .map(|line| format!("line {} of ", truncate(line.as_str(), MAX_VALUE_CHARS)));
            let _ = writeln!(
                text,
                "  {}: {}record {id}",
                self.location(*index),
                line.unwrap_or_default()
            );
            for difference in conflict.differences.iter().take(max_listed()) {
                let [known, sent] = [&difference.known, &difference.sent]
                    .map(|value| value.as_deref().map(|text| truncate(text, MAX_VALUE_CHARS)));
                let values = match (known, sent) {
                    (Some(known), Some(sent)) => {
                        format!("{known} is kept{kept_from}, {sent} is not imported")
                    }
                    (Some(known), None) => format!("{known} is kept{kept_from}, and was not sent"),
                    (None, sent) => format!("{} is not imported", sent.unwrap_or_default()),
                };
                let _ = writeln!(text, "    {}: {values}", sanitize(&difference.field));
            }
        }
        text + &omitted(conflicts.len()) + "\n"
    }

    /// Returns the counts of each file.
    fn counts(&self) -> Vec<Counts> {
        let of_file = |file: &ReadJournal<'_>| Counts {
            records: file.records + file.rejected,
            rejected: file.rejected,
            ..Counts::default()
        };
        let mut counts: Vec<Counts> = self.files.iter().map(of_file).collect();
        for (index, part, verdict) in self.verdicts() {
            let Some(counts) = self
                .origins
                .get(index)
                .and_then(|origin| counts.get_mut(origin.file))
            else {
                continue;
            };
            let is_line = part.line().is_some();
            counts.lines += usize::from(is_line);
            match verdict {
                JournalVerdict::Conflict(_) if is_line => counts.conflicts += 1,
                JournalVerdict::Conflict(_) => counts.changed += 1,
                JournalVerdict::New => counts.new += usize::from(is_line),
                _ => counts.existing += usize::from(is_line),
            }
        }
        counts
    }

    fn totals(&self) -> Counts {
        let mut totals = Counts::default();
        self.counts()
            .into_iter()
            .for_each(|counts| totals.add(counts));
        totals
    }

    /// Returns a table with the counts of each file and the totals.
    fn table(&self) -> String {
        let row = |name: String, counts: Counts| {
            let Counts {
                records,
                rejected,
                changed,
                lines,
                existing,
                new,
                conflicts,
            } = counts;
            let cells = [records, rejected, changed, lines, existing, new, conflicts]
                .map(|count| count.to_string());
            std::iter::once(name).chain(cells).collect::<Vec<_>>()
        };
        let header = std::iter::once("")
            .chain(Counts::COLUMNS)
            .map(str::to_owned)
            .collect();
        let mut rows: Vec<Vec<String>> = vec![header];
        let files = self.files.iter().zip(self.counts());
        rows.extend(files.map(|(file, counts)| row(sanitize(&file.input.name), counts)));
        if self.files.len() > 1 {
            rows.push(row("total".to_owned(), self.totals()));
        }
        terminal::table(&rows, &[1, 2, 3, 4, 5, 6, 7], terminal::stdout_width())
    }

    fn json(&self) -> String {
        let Counts {
            rejected,
            changed,
            existing,
            new,
            conflicts,
            ..
        } = self.totals();
        format!(
            "{{\"existingLines\":{existing},\"newLines\":{new},\"conflictingLines\":{conflicts},\"changedRecords\":{changed},\
             \"errorRecords\":{rejected}}}\n"
        )
    }

    fn location(&self, index: usize) -> String {
        let Some(origin) = self.origins.get(index) else {
            return String::new();
        };
        let name = self
            .files
            .get(origin.file)
            .map_or(String::new(), |file| sanitize(&file.input.name));
        format!("{name}:{} /{}", origin.line, origin.index)
    }
}

/// Says what the parts of a journal contradict: what was imported before, what is in the files, or their own record.
fn reason_of(conflicts: &[(usize, &JournalPart<'_>, &JournalConflict)]) -> String {
    let count = |is_counted: fn(usize, usize) -> bool| {
        let counted = conflicts.iter().filter(|(index, _, conflict)| {
            conflict
                .batch_index
                .is_some_and(|known| is_counted(known, *index))
        });
        counted.count()
    };
    let in_files = count(|known, index| known != index);
    let in_themselves = count(|known, index| known == index);
    let before = conflicts.len() - in_files - in_themselves;
    let mut reasons = Vec::new();
    if before > 0 {
        reasons.push("what was imported before has other content");
    }
    if in_files > 0 {
        reasons.push("what is in the files with the same id before it has other content");
    }
    if in_themselves > 0 {
        reasons.push("a record has an id twice");
    }
    format!("{}; check which version is correct", reasons.join(", or "))
}
