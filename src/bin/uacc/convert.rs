use std::collections::HashSet;
use std::error::Error;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use csv::{QuoteStyle, WriterBuilder};
use universal_accounting::format;
use universal_accounting::render;
use universal_accounting::statement::{Payloads, Summary};
use universal_accounting::transactions::{self, MAX_TRANSACTIONS, Transaction};

use crate::files::Input;
use crate::output::{self, Outcome, shown};
use crate::settings::Grading;
use crate::statements::{self, Statements};
use crate::window::clean;
use crate::{excerpt, files, totals};

#[derive(Debug, Args)]
pub(crate) struct Convert {
    /// The files; `-` reads standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    statements: Statements,
    /// Write the rows that convert also where others were rejected.
    #[arg(long)]
    partial: bool,
    /// How many transactions go in one payload, 1 to 1000.
    #[arg(long, value_name = "N", default_value_t = MAX_TRANSACTIONS)]
    batch: usize,
    /// The file to write, whole or not at all, instead of standard output; split payloads go to OUT-0001.json and so on.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// What to write: the payload, or with `json` a report on each file that holds its transactions, or with `csv` one table.
    #[arg(long, value_enum)]
    format: Option<ConversionFormat>,
    #[command(flatten)]
    grading: Grading,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ConversionFormat {
    /// One JSON object per file: transactions, origins, skipped and rejected rows, findings.
    Json,
    /// One table of all transactions, a column for each field.
    Csv,
}

pub(crate) fn run(call: &Convert) -> Outcome {
    let options = call.statements.options(&call.grading)?;
    if !(1..=MAX_TRANSACTIONS).contains(&call.batch) {
        return Err(format!("--batch: a payload has 1 to {MAX_TRANSACTIONS} transactions"));
    }
    files::refuse_to_overwrite(call.output.as_slice(), sources(call))?;
    let inputs = files::read_all(&call.files)?;
    // A table has its columns in another order, and only several files can have a transaction in common.
    let (mut payloads, mut written, mut reports) = (Payloads::new(call.batch), Vec::new(), String::new());
    let (mut all, mut met, mut repeated) = (Vec::new(), HashSet::new(), 0);
    let as_report = call.format == Some(ConversionFormat::Json);
    let mut convert = |input: &Input| {
        let options = options.for_file(&input.name);
        if as_report {
            let conversion = format::convert(&input.bytes, &options);
            reports += &line(&render::conversion_json(&input.name, &conversion));
            return conversion.summary;
        }
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
    };
    let files: Vec<(&Input, Summary)> = inputs.iter().map(|input| (input, convert(input))).collect();

    for (input, summary) in &files {
        // The report in JSON says it all to a machine; people get the same in their own form.
        if !as_report {
            excerpt::tell(input, &summary.report, &options.policy);
        }
        statements::tell_rows(input, summary);
    }
    totals::tell(&files, options.accounts.as_deref());
    statements::refuse_to_merge(files.iter().map(|(input, summary)| (*input, summary)), &options)?;
    if as_report {
        files::put_to(call.output.as_deref(), &reports)?;
    } else if let Some(reasons) = reasons_to_hold_back(&files, call.partial) {
        output::say(format!("nothing was written: {reasons}"));
    } else {
        if repeated > 0 {
            let those = excerpt::number_of(repeated, "transaction");
            output::say(format!(
                "{those} with the account and id of an earlier one; the service will count them as existing"
            ));
        }
        if call.format == Some(ConversionFormat::Csv) {
            files::put_to(call.output.as_deref(), &table(&all).map_err(output::not_whole)?)?;
        } else {
            written.extend(payloads.finish().map(line));
            write_payloads(&written, call)?;
        }
    }
    Ok(files.iter().all(|(_, summary)| statements::is_whole(summary)))
}

/// What a result may not take the place of: all that it is made from.
fn sources(call: &Convert) -> impl Iterator<Item = &Path> {
    let statements = &call.statements;
    call.files.iter().chain(&statements.profile).chain(&statements.accounts).map(PathBuf::as_path)
}

/// Why no payload is written; nothing where one is.
fn reasons_to_hold_back(files: &[(&Input, Summary)], partial: bool) -> Option<String> {
    let mut reasons: Vec<String> = Vec::new();
    for (input, summary) in files {
        let name = clean(&input.name);
        if summary.format.is_none() {
            reasons.push(format!("{name} could not be read"));
        } else if !summary.rejected.is_empty() && !partial {
            reasons.push(format!("{} of {name} rejected", excerpt::number_of(summary.rejected.len(), "row")));
        } else if !statements::is_whole(summary) && !partial {
            reasons.push(format!("{name} has errors"));
        }
    }
    let is_empty = files.iter().all(|(_, summary)| summary.converted == 0);
    if reasons.is_empty() {
        // An empty payload would be refused, and a file of an earlier run is not of this one.
        return is_empty.then(|| "there are no transactions".to_owned());
    }
    let helps = !is_empty && !partial && files.iter().all(|(_, summary)| summary.format.is_some());
    let advice = if helps { "; --partial writes the rows that convert" } else { "" };
    Some(format!("{}{advice}", reasons.join(", ")))
}

fn line(payload: &str) -> String {
    format!("{payload}\n")
}

fn write_payloads(payloads: &[String], call: &Convert) -> Result<(), String> {
    let Some(path) = call.output.as_ref().filter(|path| !files::is_standard(path)) else {
        return payloads.iter().try_for_each(|payload| output::put(payload));
    };
    let mut paths: Vec<PathBuf> = Vec::new();
    if let [payload] = payloads {
        files::put(path, payload)?;
    } else {
        paths.extend((1..=payloads.len()).map(|number| numbered(path, number)));
        files::refuse_to_overwrite(&paths, sources(call))?;
        files::put_all(paths.iter().zip(payloads))?;
    }
    if let [first, .., last] = paths.as_slice() {
        let written = excerpt::number_of(paths.len(), "file");
        output::say(format!("{written} written, {} to {}", shown(first), shown(last)));
    }
    // An earlier run may have written more of them.
    let others = (paths.len() + 1..=9999).map(|number| numbered(path, number));
    let left_over: Vec<PathBuf> = others.take_while(|path| path.exists()).collect();
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

/// Transactions as a table: a column for each field of the contract, in its order.
fn table(all: &[Transaction]) -> Result<String, Box<dyn Error>> {
    // Where a comma parts no cells, a quote keeps those of a text together.
    let mut writer = WriterBuilder::new().quote_style(QuoteStyle::NonNumeric).from_writer(Vec::new());
    let names = Transaction::TABLE.fields.iter().map(|field| field.name.to_owned()).collect();
    for row in std::iter::once(names).chain(all.iter().map(transactions::cells)) {
        writer.write_record(row.into_iter().map(harmless))?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
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
