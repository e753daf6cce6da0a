//! The outcome of an import of journals.

use std::fmt::Write;

use universal_accounting::dedup::{
    JournalConflict, JournalPart, JournalPlan, JournalSuspect, JournalVerdict,
};

use crate::findings::pluralize;
use crate::listing::{MAX_VALUE_CHARS, max_listed, omitted};
use crate::sanitize::{sanitize, truncate};
use crate::terminal;

/// Where a record comes from.
pub(crate) struct Origin {
    pub(crate) file: usize,
    pub(crate) line: usize,
    /// The index of the record in the file.
    pub(crate) index: usize,
}

/// The result of an import, for people.
pub(crate) struct Review<'i> {
    pub(crate) plan: &'i JournalPlan<'i>,
    /// The origin of each record of the plan.
    pub(crate) origins: &'i [Origin],
    /// The name of each file, and the numbers of its records that were read and rejected.
    pub(crate) files: Vec<(String, Counts)>,
    pub(crate) is_redacted: bool,
}

/// The numbers of a file.
#[derive(Default, Clone, Copy)]
pub(crate) struct Counts {
    records: usize,
    rejected: usize,
    changed: usize,
    suspects: usize,
    lines: usize,
    existing: usize,
    new: usize,
    conflicts: usize,
}

impl Counts {
    /// The columns of the table. All before `lines` count records, the others lines.
    const COLUMNS: [&'static str; 8] = [
        "records",
        "rejected",
        "changed",
        "suspects",
        "lines",
        "existing",
        "new",
        "conflicts",
    ];

    /// Creates the counts of records that were read and of rejected ones.
    pub(crate) fn of_records(read: usize, rejected: usize) -> Self {
        Self {
            records: read + rejected,
            rejected,
            ..Self::default()
        }
    }

    fn cells(self) -> [usize; 8] {
        [
            self.records,
            self.rejected,
            self.changed,
            self.suspects,
            self.lines,
            self.existing,
            self.new,
            self.conflicts,
        ]
    }

    fn add(&mut self, other: Self) {
        self.records += other.records;
        self.rejected += other.rejected;
        self.changed += other.changed;
        self.suspects += other.suspects;
        self.lines += other.lines;
        self.existing += other.existing;
        self.new += other.new;
        self.conflicts += other.conflicts;
    }
}

impl<'i> Review<'i> {
    /// Iterates over the parts with their verdicts, and the index of the record of each.
    fn verdicts(&self) -> impl Iterator<Item = (usize, &JournalPart<'i>, &JournalVerdict)> {
        let mut records = 0;
        self.plan.verdicts().iter().map(move |(part, verdict)| {
            records += usize::from(part.line().is_none());
            (records - 1, part, verdict)
        })
    }

    /// Lists the conflicts with both values.
    pub(crate) fn conflicts(&self) -> String {
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

    /// Lists the records that are suspects, with the records that they are like.
    pub(crate) fn suspects(&self) -> String {
        let mut suspects: Vec<(usize, &JournalPart<'_>, &JournalSuspect)> = self
            .verdicts()
            .filter_map(|(index, part, verdict)| match verdict {
                JournalVerdict::Suspect(suspect) => Some((index, part, suspect)),
                _ => None,
            })
            .collect();
        suspects.dedup_by_key(|(index, ..)| *index);
        let Some((_, _, first)) = suspects.first() else {
            return String::new();
        };
        let mut text = format!("{}: {first}\n", pluralize(suspects.len(), "suspect"));
        for (index, part, suspect) in suspects.iter().take(max_listed()) {
            let location = self.location(*index);
            let earlier = suspect.batch_index.map(|earlier| self.location(earlier));
            if self.is_redacted {
                let like = earlier
                    .as_deref()
                    .unwrap_or("a record that was imported before");
                let _ = writeln!(text, "  {location}: a record is like {like}");
                continue;
            }
            let earlier = earlier.map_or(String::new(), |earlier| format!(" ({earlier})"));
            let [id, similar] = [part.record().service_id.as_str(), &suspect.record_id]
                .map(|id| truncate(id, MAX_VALUE_CHARS));
            let _ = writeln!(
                text,
                "  {location}: record {id} is like record {similar}{earlier}"
            );
        }
        text + &omitted(suspects.len()) + "\n"
    }

    /// Returns the counts of each file.
    fn counts(&self) -> Vec<Counts> {
        let mut counts: Vec<Counts> = self.files.iter().map(|(_, counts)| *counts).collect();
        let mut last_suspect = None;
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
                _ if verdict.is_new() => counts.new += usize::from(is_line),
                _ => counts.existing += usize::from(is_line),
            }
            let is_suspect = matches!(verdict, JournalVerdict::Suspect(_));
            if is_suspect && last_suspect != Some(index) {
                counts.suspects += 1;
                last_suspect = Some(index);
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
    pub(crate) fn table(&self) -> String {
        let row = |name: &str, counts: Counts| {
            let cells = counts.cells().map(|count| count.to_string());
            std::iter::once(name.to_owned())
                .chain(cells)
                .collect::<Vec<_>>()
        };
        let header = std::iter::once("")
            .chain(Counts::COLUMNS)
            .map(str::to_owned)
            .collect();
        let mut rows: Vec<Vec<String>> = vec![header];
        let files = self.files.iter().zip(self.counts());
        rows.extend(files.map(|((name, _), counts)| row(name, counts)));
        if self.files.len() > 1 {
            rows.push(row("total", self.totals()));
        }
        terminal::table(&rows, &[1, 2, 3, 4, 5, 6, 7, 8], terminal::stdout_width())
    }

    pub(crate) fn json(&self) -> String {
        let Counts {
            rejected,
            changed,
            existing,
            new,
            conflicts,
            suspects,
            ..
        } = self.totals();
        format!(
            "{{\"existingLines\":{existing},\"newLines\":{new},\"conflictingLines\":{conflicts},\"changedRecords\":{changed},\
             \"errorRecords\":{rejected},\"suspectRecords\":{suspects}}}\n"
        )
    }

    fn location(&self, index: usize) -> String {
        let Some(origin) = self.origins.get(index) else {
            return String::new();
        };
        let name = self
            .files
            .get(origin.file)
            .map_or("", |(name, _)| name.as_str());
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
