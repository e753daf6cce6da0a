//! The project's own bank files: a folder for each format, a file for each variant and language.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use universal_accounting::format::{ConvertOptions, Format};
use universal_accounting::report::Report;
use universal_accounting::statement::{Conversion, IdKind};
use universal_accounting::value::{AccountIdentifier, Currency};

use crate::project::in_project;

/// A file of a format.
pub(crate) struct Fixture {
    pub(crate) profile: String,
    /// The name of the file without its extension.
    pub(crate) name: String,
    pub(crate) source: Vec<u8>,
}

pub(crate) fn folder() -> PathBuf {
    in_project("tests/bank")
}

pub(crate) fn fixtures() -> Vec<Fixture> {
    let mut fixtures = Vec::new();
    for profile in fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
    {
        for file in fs::read_dir(&profile)
            .unwrap()
            .map(|entry| entry.unwrap().path())
        {
            if file.extension().is_some_and(|extension| extension == "csv") {
                let name = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
                fixtures.push(Fixture {
                    profile: name(&profile),
                    name: name(&file),
                    source: fs::read(&file).unwrap(),
                });
            }
        }
    }
    fixtures.sort_by(|left, right| (&left.profile, &left.name).cmp(&(&right.profile, &right.name)));
    fixtures
}

/// Returns the options for files of a format that don't name their account, their currency or the columns, from `given.json` beside them.
pub(crate) fn options(profile: &str) -> ConvertOptions {
    let mut options = ConvertOptions::new();
    let given = fs::read_to_string(folder().join(profile).join("given.json"))
        .unwrap_or_else(|_| "{}".to_owned());
    let given: BTreeMap<String, String> = serde_json::from_str(&given).unwrap();
    options.account = given
        .get("account")
        .map(|account| AccountIdentifier::parse(account).unwrap());
    options.currency = given
        .get("currency")
        .map(|code| Currency::parse(code).unwrap());
    if let Some(bank) = given.get("bank") {
        options.format = Format::Id(bank.clone());
    }
    options
}

/// Returns the rules of the findings, in the order of the file.
pub(crate) fn rules(conversion: &Conversion) -> Vec<&'static str> {
    conversion
        .summary
        .report
        .findings
        .iter()
        .map(|finding| finding.rule.id)
        .collect()
}

/// Returns line and rule of each finding.
pub(crate) fn describe(report: &Report) -> Vec<String> {
    let findings = report.findings.iter();
    findings
        .map(|finding| format!("{} {}", finding.line, finding.rule.id))
        .collect()
}

/// Returns the kinds of the ids of the transactions.
pub(crate) fn id_kinds(conversion: &Conversion) -> Vec<IdKind> {
    let origins = conversion.origins.iter();
    origins.map(|origin| origin.id_kind).collect()
}
