use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, Subcommand};
use serde_json::Value;
use universal_accounting::format::profile::Evidence;
use universal_accounting::format::{self, Candidate, Options, Profile};
use universal_accounting::internals::source::FileKind;
use universal_accounting::render;

use crate::output::{self, Outcome, shown};
use crate::settings::own_profile;
use crate::statements::name_account;
use crate::totals::aligned;
use crate::window::clean;
use crate::{excerpt, files};

/// So many formats are told of that don't fit.
const SHOWN: usize = 5;

/// So many names are told of each.
const NAMES: usize = 8;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Banks {
    #[command(subcommand)]
    command: Option<BanksCommand>,
    /// A file: tell how near it comes to each format.
    file: Option<PathBuf>,
    /// A profile of your own to hold the file against.
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum BanksCommand {
    /// Convert a sample with a profile of your own and hold the report against the one that you expect.
    Test {
        /// The profile.
        profile: PathBuf,
        /// A file of the bank.
        sample: PathBuf,
        /// What `uacc convert --format json` should give for it: the members that matter to you.
        expected: PathBuf,
        /// The account, where the file names none.
        #[arg(long, value_name = "ID")]
        account: Option<String>,
        /// The currency, where the file names none.
        #[arg(long, value_name = "CODE")]
        currency: Option<String>,
    },
}

pub(crate) fn run(call: &Banks) -> Outcome {
    let mut options = Options::new();
    if let Some(BanksCommand::Test { profile, sample, expected, account, currency }) = &call.command {
        options.format = own_profile(profile)?;
        name_account(&mut options, account.as_deref(), currency.as_deref())?;
        return test(&options, sample, expected);
    }
    if let Some(profile) = &call.profile {
        options.format = own_profile(profile)?;
    }
    match &call.file {
        Some(file) => nearest(file, &options),
        None => list(),
    }
}

/// The formats, by country.
fn list() -> Outcome {
    let mut profiles: Vec<_> = format::profiles().iter().collect();
    profiles.sort_by_key(|profile| (&profile.country, &profile.institution, &profile.product));
    let row = |profile: &&Arc<Profile>| {
        let Profile { id, country, institution, product, unsupported, evidence, .. } = &***profile;
        let basis = match evidence {
            _ if unsupported.is_some() => "told by name, not converted",
            Evidence::RealFile => "real files",
            Evidence::ParserSource => "another program's reader",
            _ => "a description",
        };
        vec![id.clone(), country.clone(), format!("{institution}, {product}"), basis.to_owned()]
    };
    let mut rows = vec![["format", "", "what it is an export of", "rests on"].map(str::to_owned).to_vec()];
    rows.extend(profiles.iter().map(row));
    output::put(&format!("{}\n", aligned(&rows, &[])))?;
    Ok(true)
}

fn nearest(file: &Path, options: &Options) -> Outcome {
    let input = files::read(file)?;
    let mut lines = vec![clean(&input.name)];
    let kind = FileKind::sniff(&input.bytes);
    if kind != FileKind::Text {
        lines.push(format!("  this is {}, no CSV export", kind.name()));
    }
    let mut candidates = format::detect(&input.bytes, options);
    let chosen = candidates.iter().any(|candidate| candidate.chosen);
    // What fits needs no others beside it, unless these fit too.
    candidates.retain(|candidate| candidate.chosen || !chosen);
    if candidates.is_empty() && kind == FileKind::Text {
        lines.push(
            "  no line has the name of a column that is known, and no format without a header has this shape"
                .to_owned(),
        );
    } else if !chosen && !candidates.is_empty() {
        lines.push("  no format fits; the nearest are".to_owned());
    }
    for candidate in candidates.iter().take(SHOWN) {
        tell(candidate, &mut lines);
    }
    if candidates.len() > SHOWN {
        let further = excerpt::number_of(candidates.len() - SHOWN, "format");
        lines.push(format!("  ({further} with fewer columns in common left out)"));
    }
    output::put(&format!("{}\n", lines.join("\n")))?;
    Ok(chosen)
}

fn tell(candidate: &Candidate, lines: &mut Vec<String>) {
    let Candidate { profile, chosen, variant, line, found, expected, missing, unknown_columns, .. } = candidate;
    let mark = if *chosen { "*" } else { " " };
    let name = format!("{} ({}, {})", profile.id, clean(&profile.institution), clean(&profile.product));
    lines.push(match (line, variant) {
        (Some(line), Some(variant)) => format!("{mark} {name}: fits by the header in line {line}, variant {variant}"),
        (Some(line), None) => format!("{mark} {name}: {found} of {expected} columns in line {line}"),
        (None, _) if !*chosen && *expected == 0 => format!("{mark} {name}: nothing of it is there"),
        (None, _) if *expected == 0 => format!("{mark} {name}: a statement without rows, by what stands above them"),
        (None, _) => format!("{mark} {name}: {found} of the first {expected} rows have its shape"),
    });
    for (what, names) in [("missing", missing), ("not known to it", unknown_columns)] {
        let shown: Vec<String> = names.iter().take(NAMES).map(|name| format!("`{}`", clean(name))).collect();
        let more = if names.len() > NAMES { ", …" } else { "" };
        lines.extend((!names.is_empty()).then(|| format!("    {what}: {}{more}", shown.join(", "))));
    }
    if let Some(reason) = &profile.unsupported {
        lines.push(format!("    not converted: {}", clean(reason)));
    }
}

/// Holds what a sample converts to against what the user expects.
fn test(options: &Options, sample: &Path, expected: &Path) -> Outcome {
    let input = files::read(sample)?;
    let wanted = files::read(expected)?;
    let mut wanted: Value = serde_json::from_slice(&wanted.bytes)
        .map_err(|error| format!("{} is no JSON: {error}", clean(&wanted.name)))?;
    let conversion = format::convert(&input.bytes, options);
    excerpt::tell(&input, &conversion.summary.report, &options.policy);
    let report = render::conversion_json(&input.name, &conversion);
    let report: Value = serde_json::from_str(&report).unwrap_or_default();
    let mut differences = Vec::new();
    if let Value::Object(members) = &mut wanted {
        // How the file is called says nothing about the profile.
        members.remove("file");
        if members.is_empty() {
            let what = format!("{} expects nothing; name a member such as rows", shown(expected));
            return Err(what);
        }
    }
    compare("", &wanted, &report, &mut differences);
    for difference in &differences {
        output::put(&format!("{difference}\n"))?;
    }
    let sum = match differences.len() {
        0 => "as expected".to_owned(),
        count => excerpt::number_of(count, "difference"),
    };
    output::say(format!("{}: {sum}", clean(&input.name)));
    Ok(differences.is_empty())
}

/// Every member that is expected must be there; members that nobody asked for may be. Lists are compared whole.
fn compare(pointer: &str, wanted: &Value, found: &Value, differences: &mut Vec<String>) {
    match (wanted, found) {
        (Value::Object(wanted), Value::Object(found)) => {
            for (name, wanted) in wanted {
                match found.get(name) {
                    Some(found) => compare(&format!("{pointer}/{name}"), wanted, found, differences),
                    None => differences.push(clean(&format!("{pointer}/{name}: the report has no such member"))),
                }
            }
        }
        (Value::Array(wanted), Value::Array(found)) => {
            if wanted.len() != found.len() {
                differences.push(format!("{pointer}: {} expected, {} found", wanted.len(), found.len()));
            }
            for (index, (wanted, found)) in wanted.iter().zip(found).enumerate() {
                compare(&format!("{pointer}/{index}"), wanted, found, differences);
            }
        }
        _ if wanted != found => {
            differences.push(clean(&format!("{pointer}: {wanted} expected, {found} found")));
        }
        _ => {}
    }
}
