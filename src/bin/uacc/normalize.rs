use std::path::PathBuf;

use clap::{Args, ValueEnum};
use universal_accounting::report::{Change, Fixes, Normalized, Policy};
use universal_accounting::{base_data, documents, render, transactions};

use crate::files::Input;
use crate::output::{self, Outcome};
use crate::settings::PolicyArguments;
use crate::window::{clean, clean_and_masked};
use crate::{excerpt, files};

/// So many changes are told one by one.
const TOLD: usize = 100;

#[derive(Debug, Args)]
pub(crate) struct Normalize {
    /// What the file is.
    payload: Normalizable,
    /// The file; `-` reads standard input.
    file: PathBuf,
    /// The file to write, whole or not at all, instead of standard output.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Apply also the fixes that may change the meaning: look at each of them.
    #[arg(long)]
    unsafe_fixes: bool,
    /// What to write: the payload, or with `json` a report that holds it.
    #[arg(long, value_enum)]
    format: Option<NormalizedFormat>,
    #[command(flatten)]
    policy: PolicyArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Normalizable {
    /// An organization's base data.
    BaseData,
    /// Financial transactions for import.
    Transactions,
    /// A request to create a document.
    #[value(alias = "document-request")]
    Document,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum NormalizedFormat {
    /// One JSON object: the changes, what is left to mend, the normalized payload.
    Json,
}

pub(crate) fn run(call: &Normalize) -> Outcome {
    let policy = call.policy.policy()?;
    let fixes = if call.unsafe_fixes { Fixes::All } else { Fixes::Safe };
    files::refuse_to_overwrite(call.output.as_slice(), [call.file.as_path()])?;
    let input = files::read(&call.file)?;
    let mut normalized = match call.payload {
        Normalizable::BaseData => base_data::normalize(&input.bytes, &policy, fixes),
        Normalizable::Transactions => transactions::normalize(&input.bytes, &policy.clone().sequence(), fixes),
        Normalizable::Document => documents::normalize(&input.bytes, &policy, fixes),
    };
    let is_right = normalized.json.is_some() && normalized.report.is_valid();
    if call.format.is_some() {
        files::put_to(call.output.as_deref(), &(render::normalized_json(&input.name, &normalized) + "\n"))?;
    } else {
        let written = normalized.json.take().map(|json| json + "\n");
        if let Some(text) = &written {
            files::put_to(call.output.as_deref(), text)?;
        }
        tell(input, written, &normalized, &policy);
    }
    Ok(is_right)
}

/// What was changed, at its place in the input, and what is left, at its place in what was written.
fn tell(mut input: Input, written: Option<String>, normalized: &Normalized, policy: &Policy) {
    for change in normalized.changes.iter().take(TOLD) {
        output::say(told(&input.name, change));
    }
    let count = normalized.changes.len();
    if count > TOLD {
        output::say(format_args!("… and {} further changes; --format json has all", count - TOLD));
    }
    if let Some(text) = written {
        input = Input { name: format!("{}, normalized", input.name), bytes: text.into_bytes() };
    }
    excerpt::tell(&input, &normalized.report, policy);
    let (changes, left) = (excerpt::number_of(count, "change"), excerpt::sums(&normalized.report));
    output::say(format_args!("{}: {changes}; left are {left}", clean(&input.name)));
}

fn told(name: &str, change: &Change) -> String {
    let rule = change.rule.map_or("canonical", |rule| rule.id);
    let became = match change.replacement.as_deref() {
        Some("") => ": taken away".to_owned(),
        Some(text) => format!(": now {}", clean_and_masked(text)),
        None => String::new(),
    };
    let doubt = if change.safe { "" } else { " (this may change the meaning)" };
    let pointer = clean_and_masked(&change.pointer);
    let place = if pointer.is_empty() { pointer } else { format!(" {pointer}") };
    let (name, message) = (clean(name), clean(&change.message));
    format!("{name}:{}:{}:{place} {rule}: {message}{became}{doubt}", change.line, change.column)
}
