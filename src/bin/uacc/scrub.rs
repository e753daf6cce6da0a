//! `uacc scrub`.

use std::path::{Path, PathBuf};

use clap::Args;
use universal_accounting::scrub::{
    self, Copy, Factor, ScrubKey, ScrubOptions, ScrubRefusal, ScrubSource,
};

use crate::files::{self, Input};
use crate::findings::pluralize;
use crate::limits;
use crate::new_files::NewFiles;
use crate::output::{self, Outcome, display_path};
use crate::sanitize::sanitize;
use crate::settings::ProfileArguments;

/// How many findings that only the file or its copy has are listed.
const MAX_FINDINGS: usize = 5;

/// The number of random bytes of a key that is made for a call.
const KEY_LEN: usize = 32;

#[derive(Debug, Args)]
pub(crate) struct Scrub {
    /// The statements: CSV files, camt messages, OFX and QIF. `-` reads standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write the copies to this folder, which is created if it does not exist. No file in it is replaced, and all copies are written or none.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    #[command(flatten)]
    profiles: ProfileArguments,
    /// The line with the names of columns, for CSV files whose format is not known, or 0 if they have none. Its words stay, so it must have no names of people.
    #[arg(long, value_name = "LINE")]
    header: Option<u32>,
    /// Multiply amounts, sums and balances by this whole number, from 2 to 1000. Without it, amounts stay.
    #[arg(long, value_name = "FACTOR")]
    amounts: Option<u32>,
    /// A file with at least 16 random bytes, from which the replacements are derived. The same key gives the same copies. Without it, a key is made for this
    /// call and thrown away.
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Scrub) -> Outcome {
    let mut options = ScrubOptions::new();
    options.format.policy = limits::policy();
    arguments.profiles.apply_to(&mut options.format)?;
    options.header_line = arguments.header.and_then(|line| usize::try_from(line).ok());
    let factor = arguments.amounts.map(Factor::new).transpose();
    options.amounts = factor.map_err(|fault| format!("--amounts: {fault}"))?;
    let key = read_key(arguments.key.as_deref())?;
    let folder = NewFiles::new(&arguments.output)?;
    let inputs = files::read_all(&arguments.files)?;
    let names: Vec<String> = inputs.iter().map(file_name).collect();
    let sources: Vec<ScrubSource<'_>> = inputs
        .iter()
        .zip(&names)
        .map(|(input, name)| ScrubSource {
            name,
            bytes: &input.bytes,
        })
        .collect();
    let scrubbed = scrub::scrub(&sources, &key, &options);
    let refused: Vec<(&Input, &ScrubRefusal)> = inputs
        .iter()
        .zip(&scrubbed)
        .filter_map(|(input, copy)| Some((input, copy.as_ref().err()?)))
        .collect();
    for (input, refusal) in &refused {
        let advice = if matches!(refusal, ScrubRefusal::UnknownTable) {
            ": --header LINE"
        } else {
            ""
        };
        output::print_note(format_args!(
            "refused: {}: {refusal}{advice}",
            sanitize(&input.name)
        ));
    }
    if !refused.is_empty() {
        let count = pluralize(refused.len(), "file");
        output::print_note(format_args!(
            "nothing was written: {count} can't be made safe to show"
        ));
        return Ok(false);
    }
    let copies: Vec<&Copy> = scrubbed.iter().flatten().collect();
    folder.write_all(
        &copies
            .iter()
            .map(|copy| (copy.name.as_str(), &*copy.bytes))
            .collect::<Vec<_>>(),
    )?;
    for (input, copy) in inputs.iter().zip(&copies) {
        print_copy(input, copy, &arguments.output);
    }
    output::print_note(if options.amounts.is_some() {
        STAYS_WITHOUT_AMOUNTS
    } else {
        STAYS
    });
    Ok(true)
}

/// What a person should know before a copy is sent.
const STAYS: &str = "note: amounts that are read, days, currencies, the order of rows, the lengths of words, names of columns and words of the format stay; read the copies \
                     before you send them";
const STAYS_WITHOUT_AMOUNTS: &str = "note: days, currencies, the order of rows, the lengths of words, names of columns and words of the format stay, and the \
                                     ratios of amounts, from which the factor can be found; read the copies before you send them";

/// What is known of a copy, if a format reads its file, and otherwise.
const READ: &str = "each row is read as before";
const NOT_READ: &str = "no format reads its rows, so they were not compared";

fn print_copy(input: &Input, copy: &Copy, folder: &Path) {
    let path = display_path(&folder.join(&copy.name));
    let texts = pluralize(copy.replaced, "text");
    let compared = if copy.is_read { READ } else { NOT_READ };
    output::print_summary(format_args!(
        "{} -> {path}: {texts} replaced; {compared}",
        sanitize(&input.name)
    ));
    if copy.shared > 0 {
        output::print_note(format_args!(
            "note: {path}: words and numbers that have the replacement of another one, because no other of their length is left: {}",
            copy.shared
        ));
    }
    let findings = copy.differing_findings.iter().take(MAX_FINDINGS);
    for (rule, line) in findings {
        output::print_note(format_args!(
            "note: {rule} in line {line} is reported for one of the two files only"
        ));
    }
    let more = copy.differing_findings.len().saturating_sub(MAX_FINDINGS);
    if more > 0 {
        output::print_note(format_args!(
            "note: {} more",
            pluralize(more, "such finding")
        ));
    }
}

/// Returns the name of a file without its folder.
fn file_name(input: &Input) -> String {
    let name = Path::new(&input.name)
        .file_name()
        .filter(|_| input.name != "<stdin>");
    name.map_or_else(
        || "statement".to_owned(),
        |name| name.to_string_lossy().into_owned(),
    )
}

/// Makes a key for one call.
pub(crate) fn random_key() -> Result<ScrubKey, String> {
    let mut secret = [0; KEY_LEN];
    getrandom::fill(&mut secret)
        .map_err(|error| format!("this machine gives no random bytes: {error}"))?;
    ScrubKey::new(&secret).map_err(|fault| fault.to_string())
}

/// Reads the key, or makes one.
fn read_key(path: Option<&Path>) -> Result<ScrubKey, String> {
    let Some(path) = path else {
        return random_key();
    };
    let secret = files::read(path)?.bytes;
    ScrubKey::new(&secret).map_err(|fault| format!("--key: {}: {fault}", display_path(path)))
}
