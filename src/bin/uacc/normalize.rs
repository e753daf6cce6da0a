use universal_accounting::report::{Change, Fixes, Normalized, Policy};
use universal_accounting::{base_data, documents, render, transactions};

use crate::arguments::{Normalizable, Normalize};
use crate::outcome::{Failure, Outcome};
use crate::window::{clean, clean_and_masked};
use crate::{excerpt, files, input, output, policy};

/// So many changes are told one by one.
const TOLD: usize = 100;

/// `uacc normalize`.
pub(crate) fn run(call: &Normalize) -> Result<Outcome, Failure> {
    let policy = policy::of(&call.policy)?;
    let fixes = if call.unsafe_fixes { Fixes::All } else { Fixes::Safe };
    files::refuse_to_overwrite(call.output.as_slice(), [call.file.as_path()])?;
    let input = input::read(&call.file)?;
    let normalized = match call.payload {
        Normalizable::BaseData => base_data::normalize(&input.bytes, &policy, fixes),
        Normalizable::Transactions => transactions::normalize(&input.bytes, &policy.clone().sequence(), fixes),
        Normalizable::Document => documents::normalize(&input.bytes, &policy, fixes),
    };
    let text = match (call.format, &normalized.json) {
        (Some(_), _) => Some(render::normalized_json(&input.name, &normalized)),
        (None, json) => json.clone(),
    };
    if let Some(text) = text {
        files::put_to(call.output.as_deref(), &(text + "\n"))?;
    }
    if call.format.is_none() {
        tell(&input.name, &input.bytes, &normalized, &policy);
    }
    Ok(Outcome::of(normalized.json.is_some() && normalized.report.is_valid()))
}

/// What was changed, at its place in the input, and what is left, at its place in what was written.
fn tell(name: &str, source: &[u8], normalized: &Normalized, policy: &Policy) {
    for change in normalized.changes.iter().take(TOLD) {
        output::say(told(name, change));
    }
    if normalized.changes.len() > TOLD {
        output::say(format_args!("… and {} further changes; --format json has all", normalized.changes.len() - TOLD));
    }
    let (name, source) = match &normalized.json {
        Some(json) => (format!("{name}, normalized"), json.as_bytes()),
        None => (name.to_owned(), source),
    };
    for finding in excerpt::findings(&name, source, &normalized.report, policy) {
        output::say(finding);
    }
    let count = normalized.changes.len();
    let plural = if count == 1 { "" } else { "s" };
    output::say(format_args!(
        "{}: {count} change{plural}; left are {}",
        clean(&name),
        excerpt::sums(&normalized.report)
    ));
}

fn told(name: &str, change: &Change) -> String {
    let rule = change.rule.map_or("canonical", |rule| rule.id);
    let became = match change.replacement.as_deref() {
        Some("") => ": taken away".to_owned(),
        Some(text) => format!(": now {}", clean_and_masked(text)),
        None => String::new(),
    };
    let doubt = if change.safe { "" } else { " (this may change the meaning)" };
    let place =
        if change.pointer.is_empty() { String::new() } else { format!(" {}", clean_and_masked(&change.pointer)) };
    format!(
        "{}:{}:{}:{place} {rule}: {}{became}{doubt}",
        clean(name),
        change.line,
        change.column,
        clean(&change.message)
    )
}
