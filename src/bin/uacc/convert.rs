use std::collections::HashSet;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use csv::{QuoteStyle, WriterBuilder};
use universal_accounting::format;
use universal_accounting::render;
use universal_accounting::statement::{Payloads, Summary};
use universal_accounting::transactions::{self, Transaction};

use crate::arguments::{ConversionFormat, Convert};
use crate::files::Input;
use crate::output::{self, Failure, Outcome, shown};
use crate::totals::Totals;
use crate::window::clean;
use crate::{excerpt, files, statements};

/// `uacc convert`.
pub(crate) fn run(call: &Convert) -> Result<Outcome, Failure> {
    let options = statements::options(&call.statements, &call.grading)?;
    if !(1..=transactions::BATCH).contains(&call.batch) {
        let most = transactions::BATCH;
        return Err(Failure::Call(format!("--batch: a payload has 1 to {most} transactions")));
    }
    files::refuse_to_overwrite(call.output.as_slice(), sources(call))?;
    let inputs = files::read_all(&call.files)?;
    // A table has its columns in another order, and only several files can have a transaction in common.
    let (mut payloads, mut written) = (Payloads::new(call.batch), Vec::new());
    let (mut all, mut met, mut repeated) = (Vec::new(), HashSet::new(), 0);
    let mut reports = String::new();
    let mut summaries = Vec::with_capacity(inputs.len());
    let as_report = call.format == Some(ConversionFormat::Json);
    for input in &inputs {
        let options = options.of_file(&input.name);
        summaries.push(if as_report {
            let conversion = format::convert(&input.bytes, &options);
            reports += &line(&render::conversion_json(&input.name, &conversion));
            conversion.summary
        } else {
            format::convert_to(&input.bytes, &options, |converted| {
                if inputs.len() > 1 {
                    let one = converted.transaction();
                    repeated += usize::from(!met.insert((one.account_identifier.clone(), one.transaction_id.clone())));
                }
                match call.format {
                    Some(ConversionFormat::Csv) => all.push(converted.into_transaction()),
                    _ => written.extend(payloads.push(&converted).map(line)),
                }
            })
        });
    }

    for (input, summary) in inputs.iter().zip(&summaries) {
        // The report in JSON says it all to a machine; people get the same in their own form.
        if !as_report {
            excerpt::tell(input, &summary.report, &options.policy);
        }
        statements::tell_rows(input, summary);
    }
    let totals = Totals::of(inputs.iter().map(|input| input.name.as_str()).zip(&summaries));
    totals.gaps().iter().for_each(output::say);
    if let Some(map) = &options.accounts {
        let names: Vec<&str> = inputs.iter().map(|input| input.name.as_str()).collect();
        totals.unmapped(map, &names).iter().for_each(output::say);
    }
    if summaries.iter().any(|summary| summary.converted > 0) {
        output::say(format!("\n{}", totals.table()));
    }
    statements::refuse_to_merge(inputs.iter().zip(&summaries), &options)?;
    let whole = summaries.iter().all(statements::is_whole);
    if as_report {
        files::put_to(call.output.as_deref(), &reports)?;
    } else if let Some(reasons) = reasons_to_hold_back(&inputs, &summaries, call) {
        output::say(format!("nothing was written: {reasons}"));
    } else {
        if repeated > 0 {
            let those = excerpt::number_of(repeated, "transaction");
            output::say(format!(
                "{those} with the account and id of an earlier one; the service will count them as existing"
            ));
        }
        match call.format {
            Some(ConversionFormat::Csv) => files::put_to(call.output.as_deref(), &table(&all)?)?,
            _ => {
                written.extend(payloads.finish().map(line));
                write_payloads(&written, call)?;
            }
        }
    }
    Ok(Outcome::of(whole))
}

/// What a result may not take the place of: all that it is made from.
fn sources(call: &Convert) -> impl Iterator<Item = &Path> {
    let statements = &call.statements;
    call.files.iter().chain(&statements.profile).chain(&statements.accounts).map(PathBuf::as_path)
}

/// Why no payload is written; nothing where one is.
fn reasons_to_hold_back(inputs: &[Input], summaries: &[Summary], call: &Convert) -> Option<String> {
    let unread = |summary: &Summary| summary.format.is_none();
    let mut reasons: Vec<String> = Vec::new();
    for (input, summary) in inputs.iter().zip(summaries) {
        let name = clean(&input.name);
        if unread(summary) {
            reasons.push(format!("{name} could not be read"));
        } else if !summary.rejected.is_empty() && !call.partial {
            reasons.push(format!("{} of {name} rejected", excerpt::number_of(summary.rejected.len(), "row")));
        } else if !statements::is_whole(summary) && !call.partial {
            reasons.push(format!("{name} has errors"));
        }
    }
    let converted: usize = summaries.iter().map(|summary| summary.converted).sum();
    if reasons.is_empty() {
        // An empty payload would be refused, and a file of an earlier run is not of this one.
        return (converted == 0).then(|| "there are no transactions".to_owned());
    }
    let partial = converted > 0 && !call.partial && !summaries.iter().any(unread);
    let advice = if partial { "; --partial writes the rows that convert" } else { "" };
    Some(format!("{}{advice}", reasons.join(", ")))
}

fn line(payload: &str) -> String {
    format!("{payload}\n")
}

fn write_payloads(payloads: &[String], call: &Convert) -> Result<(), Failure> {
    let Some(path) = call.output.as_ref().filter(|path| !files::is_standard(path)) else {
        return output::put_each(payloads);
    };
    let split = payloads.len() > 1;
    let numbered = (1..=payloads.len()).map(|number| numbered(path, number));
    let paths: Vec<PathBuf> = if split { numbered.collect() } else { vec![path.clone()] };
    files::refuse_to_overwrite(&paths, sources(call))?;
    match payloads {
        [payload] => files::put(path, payload)?,
        payloads => files::put_all(paths.iter().map(PathBuf::as_path).zip(payloads.iter().map(String::as_str)))?,
    }
    if let ([first, .., last], true) = (paths.as_slice(), split) {
        output::say(format!(
            "{} written, {} to {}",
            excerpt::number_of(paths.len(), "file"),
            shown(first),
            shown(last)
        ));
    }
    let left_over = left_over(path, if split { payloads.len() } else { 0 });
    if let [first, ..] = left_over.as_slice() {
        let files = excerpt::number_of(left_over.len(), "file");
        output::say(format!("{files} of an earlier run not overwritten, from {} on", shown(first)));
    }
    Ok(())
}

/// The name of one of several files: `OUT.json` as `OUT-0001.json`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let name = path.file_name().unwrap_or_default();
    let stem = if path.extension().is_some_and(|extension| extension == "json") { path.file_stem() } else { None };
    let mut numbered = OsString::from(stem.unwrap_or(name));
    numbered.push(format!("-{number:04}.json"));
    path.with_file_name(numbered)
}

/// The files that an earlier run with more payloads left under the same name.
fn left_over(path: &Path, written: usize) -> Vec<PathBuf> {
    (written + 1..=9999).map(|number| numbered(path, number)).take_while(|path| path.exists()).collect()
}

/// Transactions as a table: a column for each field of the contract, in its order.
fn table(all: &[Transaction]) -> Result<String, Failure> {
    // Where a comma parts no cells, a quote keeps those of a text together.
    let mut writer = WriterBuilder::new().quote_style(QuoteStyle::NonNumeric).from_writer(Vec::new());
    let names = Transaction::TABLE.fields.iter().map(|field| field.name.to_owned()).collect();
    for row in std::iter::once(names).chain(all.iter().map(transactions::cells)) {
        writer.write_record(row.into_iter().map(harmless)).map_err(|error| Failure::Output(error.into()))?;
    }
    let bytes = writer.into_inner().map_err(|error| Failure::Output(error.into_error()))?;
    String::from_utf8(bytes).map_err(|error| Failure::Output(io::Error::other(error)))
}

/// A text that a spreadsheet would run as a formula gets an apostrophe before it: whoever sends money chooses its text.
fn harmless(text: String) -> String {
    // Signs that nobody sees may be dropped on the way, and the wide forms count as the narrow ones.
    let unseen =
        |one: char| one.is_whitespace() || one.is_control() || matches!(one, '\u{200B}'..='\u{200F}' | '\u{FEFF}');
    let shown = text.trim_start_matches(unseen);
    let is_number = shown.strip_prefix('-').is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
    let runs = shown.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) && !is_number;
    if runs || text.starts_with(['\t', '\r']) { format!("'{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_ending_json_gives_way_to_a_number() {
        for (path, expected) in
            [("a/out.json", "a/out-0002.json"), ("konto.2024", "konto.2024-0002.json"), ("x", "x-0002.json")]
        {
            assert_eq!(numbered(Path::new(path), 2), Path::new(expected));
        }
    }
}
