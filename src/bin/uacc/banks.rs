//! `uacc banks`.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde_json::Value;
use universal_accounting::format::{
    self, Candidate, ConvertOptions, Evidence, Format, MessageFormat, Profile,
};
use universal_accounting::internals::format::convert_readable;
use universal_accounting::internals::source::FileKind;
use universal_accounting::render;
use universal_accounting::report::Policy;

use crate::output::{self, Outcome, display_path};
use crate::sanitize::sanitize;
use crate::settings::read_profile;
use crate::statements::{self, set_account_and_currency};
use crate::suggestion::{country_name, has_words, which_format};
use crate::terminal::align_columns;
use crate::{files, findings};

/// How many formats are shown for a file.
const MAX_CANDIDATES: usize = 5;

/// How many column names are shown for a format.
const MAX_COLUMNS: usize = 8;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Banks {
    #[command(subcommand)]
    command: Option<BanksCommand>,
    /// A file. Shows the format that it matches, or the formats that come closest.
    file: Option<PathBuf>,
    /// List only the formats with these words in their names.
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["file", "profile"])]
    search: Option<String>,
    /// Compare the file with this bank profile, instead of the built-in ones.
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum BanksCommand {
    /// Test a bank profile: convert a sample with it and compare the report with the expected report.
    Test {
        /// The bank profile.
        profile: PathBuf,
        /// A sample export of the bank.
        sample: PathBuf,
        /// The expected report: the output of `uacc convert --format json`. Members that you leave out are not compared.
        expected: PathBuf,
        /// The account, if the file does not name one.
        #[arg(long, value_name = "ID")]
        account: Option<String>,
        /// The currency, if the file does not name one.
        #[arg(long, value_name = "CODE")]
        currency: Option<String>,
    },
}

pub(crate) fn run(arguments: &Banks) -> Outcome {
    let mut options = ConvertOptions::new();
    if let Some(BanksCommand::Test {
        profile,
        sample,
        expected,
        account,
        currency,
    }) = &arguments.command
    {
        options.format = Format::Custom(read_profile(profile, &Policy::new())?);
        set_account_and_currency(&mut options, account.as_deref(), currency.as_deref())?;
        return test_profile(&options, sample, expected);
    }
    if let Some(profile) = &arguments.profile {
        options.format = Format::Custom(read_profile(profile, &Policy::new())?);
    }
    match &arguments.file {
        Some(file) => match_formats(file, &options),
        None => list_formats(arguments.search.as_deref()),
    }
}

/// A format in the list.
struct Listed {
    /// The code of the country; empty if the format is the same for all banks.
    country: String,
    id: String,
    institution: String,
    product: String,
    basis: &'static str,
}

impl Listed {
    fn of_bank(profile: &Profile) -> Self {
        let basis = match profile.evidence() {
            _ if profile.unsupported().is_some() => "recognized, but not converted",
            Evidence::RealFile => "real files",
            Evidence::ParserSource => "the source code of another parser",
            _ => "a description",
        };
        Self {
            country: profile.country().to_owned(),
            id: profile.id().to_owned(),
            institution: profile.institution().to_owned(),
            product: profile.product().to_owned(),
            basis,
        }
    }

    fn of_all_banks(message: MessageFormat) -> Self {
        Self {
            country: String::new(),
            id: message.id().to_owned(),
            institution: message.institution().to_owned(),
            product: message.product().to_owned(),
            basis: "the published format",
        }
    }

    /// Returns what the format is listed below.
    fn heading(&self) -> String {
        if self.country.is_empty() {
            return "All banks".to_owned();
        }
        format!("{} ({})", country_name(&self.country), self.country)
    }

    fn row(&self) -> Vec<String> {
        let export = format!("{}, {}", self.institution, self.product);
        vec![self.id.clone(), export, self.basis.to_owned()]
    }

    /// Returns the key by which the list is sorted: formats that are the same for all banks come first.
    fn sort_key(&self) -> (bool, &str, &str, &str) {
        let is_of_bank = !self.country.is_empty();
        let country = country_name(&self.country);
        (is_of_bank, country, &self.institution, &self.product)
    }
}

/// Lists the formats by country: all, or those with the words of a search.
fn list_formats(search: Option<&str>) -> Outcome {
    let messages = MessageFormat::ALL.into_iter().map(Listed::of_all_banks);
    let profiles: Vec<Profile> = Profile::built_in().collect();
    let mut formats: Vec<Listed> = messages
        .chain(profiles.iter().map(Listed::of_bank))
        .collect();
    if let Some(text) = search {
        formats.retain(|format| {
            let names = [
                &format.id,
                &format.heading(),
                &format.institution,
                &format.product,
            ];
            has_words(&names.map(String::as_str), text)
        });
        if formats.is_empty() {
            let question = which_format(text);
            output::print_note(format!(
                "no format has `{}` in its name.{question} `uacc banks` lists all formats",
                sanitize(text)
            ));
            return Ok(false);
        }
    }
    formats.sort_by(|left, right| left.sort_key().cmp(&right.sort_key()));
    let mut rows = vec![
        ["format", "export of", "based on"]
            .map(str::to_owned)
            .to_vec(),
    ];
    rows.extend(formats.iter().map(Listed::row));
    output::write_stdout(group_by_country(&formats, &align_columns(&rows, &[])))?;
    Ok(true)
}

/// Adds a heading before the first format of each country. `lines` are the names of the columns and a line for each format.
fn group_by_country(formats: &[Listed], lines: &str) -> String {
    let mut lines = lines.lines();
    let mut list = format!("{}\n", lines.next().unwrap_or_default());
    let mut heading = String::new();
    for (format, line) in formats.iter().zip(lines) {
        if format.heading() != heading {
            heading = format.heading();
            list.extend(["\n", &heading, "\n"]);
        }
        list.push_str(line);
        list.push('\n');
    }
    list
}

/// Shows the format that a file matches, or the formats that come closest.
fn match_formats(file: &Path, options: &ConvertOptions) -> Outcome {
    let input = files::read(file)?;
    let mut lines = vec![sanitize(&input.name)];
    let kind = FileKind::sniff(&input.bytes);
    if matches!(
        kind,
        FileKind::Camt052
            | FileKind::Camt053
            | FileKind::Camt054
            | FileKind::Mt940
            | FileKind::Ofx
            | FileKind::Qif
    ) {
        lines.push(format!(
            "  this is {}, which is the same for all banks",
            kind.name()
        ));
        output::write_stdout(format!("{}\n", lines.join("\n")))?;
        return Ok(true);
    }
    let is_table = matches!(
        kind,
        FileKind::Text
            | FileKind::Xlsx
            | FileKind::Xls
            | FileKind::Ods
            | FileKind::SpreadsheetXml
            | FileKind::Html
    );
    if !is_table {
        lines.push(format!(
            "  this is {}, not a statement that can be converted",
            kind.name()
        ));
    }
    let mut candidates = format::detect(&input.bytes, options);
    let chosen = candidates.iter().any(|candidate| candidate.chosen);
    let compared = candidates.len();
    // If any format matches, leave out the formats that only come close. Those that have less than half of the columns are not close.
    let is_shown = |candidate: &Candidate| match options.format {
        Format::Detected if chosen => candidate.chosen,
        Format::Detected => 2 * candidate.found >= candidate.expected,
        _ => true,
    };
    candidates.retain(is_shown);
    if candidates.is_empty() && compared > 0 {
        lines.push(
            "  no format is near: none has half of its columns or rows in the file".to_owned(),
        );
    } else if candidates.is_empty() && is_table {
        lines.push(
            "  no line contains a known column name, and the rows match no format without a header"
                .to_owned(),
        );
    } else if !chosen && !candidates.is_empty() {
        lines.push("  no format matches; the closest are:".to_owned());
    }
    for candidate in candidates.iter().take(MAX_CANDIDATES) {
        describe_candidate(candidate, &mut lines);
    }
    if candidates.len() > MAX_CANDIDATES {
        let further = findings::pluralize(candidates.len() - MAX_CANDIDATES, "format");
        lines.push(format!(
            "  ({further} with fewer columns in common not shown)"
        ));
    }
    output::write_stdout(format!("{}\n", lines.join("\n")))?;
    Ok(chosen)
}

fn describe_candidate(candidate: &Candidate, lines: &mut Vec<String>) {
    let Candidate {
        profile,
        chosen,
        variant,
        line,
        found,
        expected,
        missing,
        unknown_columns,
        ..
    } = candidate;
    let mark = if *chosen { "*" } else { " " };
    let name = format!(
        "{} ({}, {})",
        profile.id(),
        sanitize(profile.institution()),
        sanitize(profile.product())
    );
    lines.push(match (line, variant) {
        (Some(line), Some(variant)) => {
            format!("{mark} {name}: matches the header in line {line}, variant {variant}")
        }
        (Some(line), None) => {
            format!("{mark} {name}: {found} of {expected} columns in line {line}")
        }
        (None, _) if !*chosen && *expected == 0 => format!("{mark} {name}: nothing matches"),
        (None, _) if *expected == 0 => {
            format!("{mark} {name}: a statement without rows, matched by the lines above the table")
        }
        (None, _) => format!("{mark} {name}: {found} of the first {expected} rows match"),
    });
    for (label, names) in [("missing", missing), ("unknown", unknown_columns)] {
        let listed: Vec<String> = names
            .iter()
            .take(MAX_COLUMNS)
            .map(|name| format!("`{}`", sanitize(name)))
            .collect();
        let more = if names.len() > MAX_COLUMNS {
            ", …"
        } else {
            ""
        };
        lines.extend(
            (!names.is_empty()).then(|| format!("    {label}: {}{more}", listed.join(", "))),
        );
    }
    if let Some(reason) = profile.unsupported() {
        lines.push(format!("    not converted: {}", sanitize(reason)));
    }
}

/// Converts a sample and compares the report with the expected report.
fn test_profile(options: &ConvertOptions, sample: &Path, expected: &Path) -> Outcome {
    let input = files::read(sample)?;
    let wanted = files::read(expected)?;
    // The object of the accounts follows that of the file.
    let mut objects = serde_json::Deserializer::from_slice(&wanted.bytes).into_iter::<Value>();
    let mut wanted = objects
        .next()
        .unwrap_or(Ok(Value::Null))
        .map_err(|error| format!("{} is not JSON: {error}", sanitize(&wanted.name)))?;
    let conversion = convert_readable(&input.bytes, options);
    findings::print(
        statements::as_read(&input, &conversion.summary),
        &conversion.summary.report,
        &options.policy,
    );
    let report = render::conversion_json(&input.name, &conversion);
    let report: Value = serde_json::from_str(&report).unwrap_or_default();
    let mut differences = Vec::new();
    if let Value::Object(members) = &mut wanted {
        // The name of the file does not depend on the profile.
        members.remove("file");
        if members.is_empty() {
            return Err(format!(
                "{} expects nothing; add a member such as `rows`",
                display_path(expected)
            ));
        }
    }
    compare("", &wanted, &report, &mut differences);
    for difference in &differences {
        output::write_stdout(format!("{difference}\n"))?;
    }
    let result = match differences.len() {
        0 => "as expected".to_owned(),
        count => findings::pluralize(count, "difference"),
    };
    output::print_note(format!("{}: {result}", sanitize(&input.name)));
    Ok(differences.is_empty())
}

/// Compares the report with the expected report. Members that are not expected are ignored. Lists must have the same length.
fn compare(pointer: &str, wanted: &Value, found: &Value, differences: &mut Vec<String>) {
    match (wanted, found) {
        (Value::Object(wanted), Value::Object(found)) => {
            for (name, wanted) in wanted {
                match found.get(name) {
                    Some(found) => {
                        compare(&format!("{pointer}/{name}"), wanted, found, differences);
                    }
                    None => differences.push(sanitize(&format!(
                        "{pointer}/{name}: the report has no such member"
                    ))),
                }
            }
        }
        (Value::Array(wanted), Value::Array(found)) => {
            if wanted.len() != found.len() {
                differences.push(format!(
                    "{pointer}: {} expected, {} found",
                    wanted.len(),
                    found.len()
                ));
            }
            for (index, (wanted, found)) in wanted.iter().zip(found).enumerate() {
                compare(&format!("{pointer}/{index}"), wanted, found, differences);
            }
        }
        _ if wanted != found => {
            differences.push(sanitize(&format!(
                "{pointer}: {wanted} expected, {found} found"
            )));
        }
        _ => {}
    }
}
