use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use universal_accounting::dedup::{Key, Plan, SuspectReason, Verdict};
use universal_accounting::endpoint::Organization;
use universal_accounting::format::{self, Options};
use universal_accounting::internals::source::{Decoded, FileKind};
use universal_accounting::statement::Summary;
use universal_accounting::transactions::{self, Transaction};
use universal_accounting::value::{AccountIdentifier, Text};

use crate::excerpt::{self, number_of};
use crate::files::{self, Input};
use crate::output::{self, Outcome};
use crate::settings::Grading;
use crate::statements::{self, Statements};
use crate::store::Place;
use crate::totals::aligned;
use crate::window::{clean, shortened};

/// So many conflicts, and suspects of a kind, are told one by one.
const TOLD: usize = 1000;

/// So many characters of an id, an account or a value are shown.
const LONGEST: usize = 100;

#[derive(Debug, Args)]
pub(crate) struct Import {
    /// Payloads of transactions in JSON and bank CSV exports; `-` reads standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The store: a file that is made where there is none, or a PostgreSQL database as `postgresql://user@host/database`.
    #[arg(long, value_name = "PATH")]
    store: PathBuf,
    /// In a database, whose transactions they are; `default` where none is named.
    #[arg(long, value_name = "NAME", value_parser = Organization::parse)]
    organization: Option<Organization>,
    /// Tell what would be imported, and import nothing.
    #[arg(long)]
    dry_run: bool,
    /// What to print: with `json` the three counts as the service answers them.
    #[arg(long, value_enum)]
    format: Option<ImportFormat>,
    #[command(flatten)]
    statements: Statements,
    #[command(flatten)]
    grading: Grading,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ImportFormat {
    /// The body of the service's answer: existing, new and error transactions.
    Json,
}

struct Read<'i> {
    input: &'i Input,
    rejected: usize,
    /// Whether nothing of it may be taken.
    is_refused: bool,
    /// Whether something in it weighs as an error.
    is_faulty: bool,
    /// Of a bank export.
    summary: Option<Summary>,
}

/// Where a transaction comes from.
struct Origin {
    file: usize,
    line: usize,
    /// Of a payload, its place in the list.
    index: Option<usize>,
}

pub(crate) fn run(call: &Import) -> Outcome {
    let store = Place::of(&call.store, call.organization.as_ref())?;
    let options = call.statements.options(&call.grading)?;
    let inputs = files::read_all(&call.files)?;
    let (mut batch, mut origins) = (Vec::new(), Vec::new());
    let read = |(file, input)| read(file, input, &options, &mut batch, &mut origins);
    let files: Vec<Read<'_>> = inputs.iter().enumerate().map(read).collect();
    let exports = || files.iter().filter_map(|file| Some((file.input, file.summary.as_ref()?)));
    exports().for_each(|(input, summary)| statements::tell_rows(input, summary));
    statements::refuse_to_merge(exports(), &options)?;
    let refused: Vec<String> =
        files.iter().filter(|file| file.is_refused).map(|file| clean(&file.input.name)).collect();
    if !refused.is_empty() {
        output::say(format!("nothing was imported: {} can't be taken", refused.join(", ")));
        return Ok(false);
    }
    let plan = store.import(&batch, call.dry_run)?;

    // Told before the rest, since it is done, whatever becomes of the output.
    let done = if call.dry_run { "would be imported" } else { "imported" };
    output::say(format!("{} {done} into {store}", number_of(plan.new_keys().count(), "new transaction")));

    let imported = Imported { plan: &plan, origins: &origins, files: &files };
    let strange = imported.strange();
    if call.format == Some(ImportFormat::Json) {
        if !strange.is_empty() {
            output::say(&strange);
        }
        let rejected = files.iter().map(|file| file.rejected).sum();
        output::put(&(transactions::write_result(&plan.result(rejected)) + "\n"))?;
    } else {
        output::put(&format!("{strange}{}\n", imported.table()))?;
    }
    Ok((strange.is_empty() || !call.grading.strict) && files.iter().all(|file| !file.is_faulty))
}

/// Reads a payload or a bank export, and tells what was found.
fn read<'i>(
    file: usize,
    input: &'i Input,
    options: &Options,
    batch: &mut Vec<Transaction>,
    origins: &mut Vec<Origin>,
) -> Read<'i> {
    let is_json = Path::new(&input.name).extension().is_some_and(|extension| extension == "json");
    if is_json || FileKind::sniff(&input.bytes) == FileKind::Json {
        let reading = transactions::read(&input.bytes, &options.policy.clone().sequence());
        excerpt::tell(input, &reading.report, &options.policy);
        let count = number_of(reading.values.len() + reading.rejected.len(), "transaction");
        output::say(format!("{}: {count}; {}", clean(&input.name), excerpt::sums(&reading.report)));
        let decoded = Decoded::from_bytes(&input.bytes);
        let mut locator = decoded.locator();
        origins.extend(reading.positions.iter().map(|place| {
            let start = place.span.start.saturating_sub(decoded.byte_order_mark_len());
            Origin { file, line: locator.locate(start).line, index: Some(place.index) }
        }));
        let (is_refused, is_faulty) = (!reading.is_importable(), !reading.report.is_valid());
        batch.extend(reading.values);
        return Read { input, rejected: reading.rejected.len(), is_refused, is_faulty, summary: None };
    }
    let summary = format::convert_to(&input.bytes, &options.for_file(&input.name), |converted| {
        origins.push(Origin { file, line: converted.line(), index: None });
        batch.push(converted.into_transaction());
    });
    excerpt::tell(input, &summary.report, &options.policy);
    let (is_refused, is_faulty) = (summary.format.is_none(), !statements::is_whole(&summary));
    Read { input, rejected: summary.rejected.len(), is_refused, is_faulty, summary: Some(summary) }
}

/// What an import came to, for people.
struct Imported<'i> {
    plan: &'i Plan<'i>,
    /// Of each transaction of the plan.
    origins: &'i [Origin],
    files: &'i [Read<'i>],
}

impl Imported<'_> {
    /// The conflicts with both values, and the suspects with what they are like, each kind under what it means: what a person should look at.
    fn strange(&self) -> String {
        let mut told = String::new();
        let conflicts =
            self.picked(|verdict| if let Verdict::Conflict(conflict) = verdict { Some(&**conflict) } else { None });
        if !conflicts.is_empty() {
            let count = number_of(conflicts.len(), "conflict");
            let exist = if conflicts.len() == 1 { "this one exists" } else { "these exist" };
            let what = "with other content; nothing was overwritten, find out which is right";
            let _ = writeln!(told, "{count}: {exist} {what}");
            for (index, key, conflict) in conflicts.iter().take(TOLD) {
                let here =
                    conflict.batch_index.map_or(String::new(), |earlier| format!(" as in {}", self.place(earlier)));
                let _ = writeln!(told, "  {}: {}", self.place(*index), named(key.account(), key.transaction_id()));
                for difference in &conflict.differences {
                    let [known, sent] = [&difference.known, &difference.sent]
                        .map(|value| value.as_deref().map_or("none".to_owned(), |text| shortened(text, LONGEST)));
                    let _ = writeln!(told, "    {}: {known} stays{here}, {sent} was sent", difference.field);
                }
            }
            told += &(further(conflicts.len()) + "\n");
        }
        for likeness in [SuspectReason::OtherSpelling, SuspectReason::OtherId, SuspectReason::NoId] {
            self.tell_suspects(likeness, &mut told);
        }
        told
    }

    /// The transactions with a verdict of a kind.
    fn picked<T>(&self, pick: impl Fn(&Verdict) -> Option<&T>) -> Vec<(usize, &Key<'_>, &T)> {
        let verdicts = self.plan.verdicts().enumerate();
        verdicts.filter_map(|(index, (key, verdict))| Some((index, key, pick(verdict)?))).collect()
    }

    /// Lists the suspects of one kind. Those that are like another one of their own file, such as two coffees of one day, are only counted.
    fn tell_suspects(&self, likeness: SuspectReason, told: &mut String) {
        let suspects = self.picked(|verdict| match verdict {
            Verdict::Suspect(suspect) if suspect.reason == likeness => Some(&**suspect),
            _ => None,
        });
        let Some((_, _, first)) = suspects.first() else { return };
        let _ = writeln!(told, "{}: {first}", number_of(suspects.len(), "suspect"));
        let file = |index: usize| self.origins.get(index).map(|origin| origin.file);
        let mut listed = 0;
        let mut of_file: BTreeMap<usize, (usize, usize, usize)> = BTreeMap::new();
        for (index, key, suspect) in suspects {
            if let (Some(own), Some(earlier)) = (file(index), suspect.batch_index)
                && file(earlier) == Some(own)
                && likeness != SuspectReason::OtherSpelling
            {
                of_file.entry(own).or_insert((0, index, earlier)).0 += 1;
                continue;
            }
            listed += 1;
            if listed > TOLD {
                continue;
            }
            let other = named(suspect.similar_to.account(), suspect.similar_to.transaction_id());
            let here = suspect.batch_index.map_or(String::new(), |earlier| format!(", {}", self.place(earlier)));
            let this = named(key.account(), key.transaction_id());
            let _ = writeln!(told, "  {}: {this} is like {other}{here}", self.place(index));
        }
        *told += &further(listed);
        for (count, index, earlier) in of_file.into_values() {
            let (this, other) = (self.place(index), self.place(earlier));
            let _ = writeln!(told, "  {count} like an earlier one of the same file: {this} is like {other}, for one");
        }
        told.push('\n');
    }

    /// A line for each file and one for all: what was sent and what became of it.
    fn table(&self) -> String {
        let header = ["", "sent", "existing", "new", "errors", "conflicts", "suspects", "other text"];
        let mut rows = vec![header.map(str::to_owned).to_vec()];
        let mut counts: Vec<_> = self.files.iter().map(|file| [file.rejected, 0, 0, file.rejected, 0, 0, 0]).collect();
        for ((_, verdict), origin) in self.plan.verdicts().zip(self.origins) {
            let Some([sent, existing, new, _, conflicts, suspects, texts]) = counts.get_mut(origin.file) else {
                continue;
            };
            *sent += 1;
            *(if verdict.is_new() { new } else { existing }) += 1;
            match verdict {
                Verdict::Conflict(_) => *conflicts += 1,
                Verdict::Suspect(_) => *suspects += 1,
                Verdict::Existing { text_differs: true } => *texts += 1,
                _ => {}
            }
        }
        let row = |name: &str, counts: &[usize; 7]| {
            std::iter::once(name.to_owned()).chain(counts.iter().map(usize::to_string)).collect::<Vec<_>>()
        };
        rows.extend(self.files.iter().zip(&counts).map(|(file, counts)| row(&clean(&file.input.name), counts)));
        if counts.len() > 1 {
            let mut all = [0; 7];
            for counts in &counts {
                all.iter_mut().zip(counts).for_each(|(all, count)| *all += count);
            }
            rows.push(row("all", &all));
        }
        aligned(&rows, &[1, 2, 3, 4, 5, 6, 7])
    }

    fn place(&self, index: usize) -> String {
        let Some(origin) = self.origins.get(index) else { return String::new() };
        let name = self.files.get(origin.file).map_or(String::new(), |file| clean(&file.input.name));
        let pointer = origin.index.map_or(String::new(), |index| format!(" /transactions/{index}"));
        format!("{name}:{}{pointer}", origin.line)
    }
}

/// How many of some are not told one by one.
fn further(count: usize) -> String {
    if count > TOLD { format!("  … and {} more\n", count - TOLD) } else { String::new() }
}

fn named(account: &AccountIdentifier, id: Option<&Text>) -> String {
    let account = shortened(account.as_str(), LONGEST);
    match id {
        Some(id) => format!("{} on {account}", shortened(id.as_str(), LONGEST)),
        None => format!("one without an id on {account}"),
    }
}
