use std::path::Path;

use universal_accounting::format::{self, Options};
use universal_accounting::source::{Decoded, FileKind};
use universal_accounting::statement::Summary;
use universal_accounting::transactions::{self, Transaction};

use crate::arguments::{Import, ImportFormat};
use crate::files::{self, Input};
use crate::imported::{Imported, Origin};
use crate::output::{self, Failure, Outcome};
use crate::store::Place;
use crate::window::clean;
use crate::{excerpt, statements};

/// What was read of a file.
struct Read {
    transactions: Vec<Transaction>,
    origins: Vec<Origin>,
    rejected: usize,
    /// Whether nothing of it may be taken.
    refused: bool,
    /// Whether something in it weighs as an error.
    faulty: bool,
    /// Of a bank export, what it came to.
    summary: Option<Summary>,
}

/// `uacc import`.
pub(crate) fn run(call: &Import) -> Result<Outcome, Failure> {
    let store = Place::of(&call.store, call.organization.as_ref())?;
    let options = statements::options(&call.statements, &call.grading)?;
    let inputs = files::read_all(&call.files)?;
    let files: Vec<Read> = inputs.iter().enumerate().map(|(file, input)| read(file, input, &options)).collect();
    for (input, file) in inputs.iter().zip(&files) {
        if let Some(summary) = &file.summary {
            statements::tell_rows(input, summary);
        }
    }
    let exports = inputs.iter().zip(&files).filter_map(|(input, file)| Some((input, file.summary.as_ref()?)));
    statements::refuse_to_merge(exports, &options)?;
    let refused: Vec<String> =
        inputs.iter().zip(&files).filter(|(_, file)| file.refused).map(|(input, _)| clean(&input.name)).collect();
    if !refused.is_empty() {
        output::say(format!("nothing was imported: {} can't be taken", refused.join(", ")));
        return Ok(Outcome::Faulty);
    }

    let faulty = files.iter().any(|file| file.faulty);
    let rejected: Vec<usize> = files.iter().map(|file| file.rejected).collect();
    let (mut batch, mut origins) = (Vec::new(), Vec::new());
    for file in files {
        batch.extend(file.transactions);
        origins.extend(file.origins);
    }
    let plan = store.import(&batch, call.dry_run)?;

    // Told before the rest, since it is done, whatever becomes of the output.
    let done = if call.dry_run { "would be imported" } else { "imported" };
    let count = excerpt::number_of(plan.new_keys().count(), "new transaction");
    output::say(format!("{count} {done} into {store}"));

    let names: Vec<&str> = inputs.iter().map(|input| input.name.as_str()).collect();
    let imported = Imported { plan: &plan, origins: &origins, files: &names, rejected: &rejected };
    match call.format {
        Some(ImportFormat::Json) => {
            Some(imported.strange()).filter(|told| !told.is_empty()).iter().for_each(output::say);
            output::put(&(transactions::write_result(&plan.result(rejected.iter().sum())) + "\n"))?;
        }
        None => output::put(&format!("{}{}\n", imported.strange(), imported.table()))?,
    }
    Ok(Outcome::of(!(faulty || call.grading.strict && imported.is_strange())))
}

/// Reads a payload or a bank export, and tells what was found.
fn read(file: usize, input: &Input, options: &Options) -> Read {
    let is_json = Path::new(&input.name).extension().is_some_and(|extension| extension == "json");
    if is_json || FileKind::sniff(&input.bytes) == FileKind::Json {
        return read_payload(file, input, options);
    }
    let (mut transactions, mut origins) = (Vec::new(), Vec::new());
    let summary = format::convert_to(&input.bytes, &options.of_file(&input.name), |converted| {
        origins.push(Origin { file, line: converted.line(), index: None });
        transactions.push(converted.into_transaction());
    });
    excerpt::tell(input, &summary.report, &options.policy);
    Read {
        transactions,
        origins,
        rejected: summary.rejected.len(),
        refused: summary.format.is_none(),
        faulty: !statements::is_whole(&summary),
        summary: Some(summary),
    }
}

fn read_payload(file: usize, input: &Input, options: &Options) -> Read {
    let reading = transactions::read(&input.bytes, &options.policy.clone().sequence());
    excerpt::tell(input, &reading.report, &options.policy);
    let read = reading.values.len() + reading.rejected.len();
    let sums = excerpt::sums(&reading.report);
    output::say(format!("{}: {}; {sums}", clean(&input.name), excerpt::number_of(read, "transaction")));
    let decoded = Decoded::from_bytes(&input.bytes);
    let mut locator = decoded.locator();
    let origins = reading.places.iter().map(|place| {
        let start = place.span.start.saturating_sub(decoded.mark());
        Origin { file, line: locator.locate(start).line, index: Some(place.index) }
    });
    Read {
        origins: origins.collect(),
        rejected: reading.rejected.len(),
        refused: !reading.can_be_taken(),
        faulty: !reading.report.is_valid(),
        transactions: reading.values,
        summary: None,
    }
}
