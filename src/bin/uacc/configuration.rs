//! The configuration file: settings of a folder, which every call in it has. Arguments come before them.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{fs, io};

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use universal_accounting::format::DateOrder;
use universal_accounting::report::Language;
use universal_accounting::value::{Currency, CurrencyError};

use crate::language;
use crate::output::{self, display_path};
use crate::sanitize::sanitize;
use crate::verbosity::is_verbose;

/// The file that is used if it is in the current folder.
const FILE_NAME: &str = "uacc.toml";

static CONFIGURATION: OnceLock<Configuration> = OnceLock::new();

/// The settings of a configuration file.
#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Configuration {
    /// The file itself.
    #[serde(skip)]
    path: Option<PathBuf>,
    /// The account map.
    pub(crate) accounts: Option<PathBuf>,
    /// The currency of files that name none.
    #[serde(default, deserialize_with = "read_currency")]
    pub(crate) currency: Option<Currency>,
    /// Bank profiles, and folders of them.
    #[serde(default)]
    pub(crate) profiles: Vec<PathBuf>,
    /// The language of findings for people.
    #[serde(default, deserialize_with = "read_language")]
    pub(crate) lang: Option<Language>,
    /// Whether every warning is an error.
    #[serde(default)]
    pub(crate) strict: bool,
    /// The rules of these levels.
    #[serde(default)]
    pub(crate) allow: Vec<String>,
    #[serde(default)]
    pub(crate) warn: Vec<String>,
    #[serde(default)]
    pub(crate) deny: Vec<String>,
}

/// Reads the configuration file, once, before a command runs: the given one, or `uacc.toml` in the current folder if it is there.
pub(crate) fn read(given: Option<&Path>) -> Result<(), String> {
    let path = given.unwrap_or(Path::new(FILE_NAME));
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if given.is_none() && error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => {
            return Err(format!(
                "the configuration file {} can't be read: {error}",
                display_path(path)
            ));
        }
    };
    let configuration = parse(&text, path).map_err(|fault| {
        format!(
            "the configuration file {} can't be used: {fault}",
            display_path(path)
        )
    })?;
    if is_verbose() {
        output::print_note(format!(
            "the settings of {} are used: {}",
            display_path(path),
            sanitize(&text.trim().replace('\n', "; "))
        ));
    }
    // Only the first call has an effect, and there is only one.
    let _ = CONFIGURATION.set(configuration);
    Ok(())
}

/// Returns the settings, which are empty without a configuration file.
pub(crate) fn configuration() -> &'static Configuration {
    static NONE: OnceLock<Configuration> = OnceLock::new();
    CONFIGURATION
        .get()
        .unwrap_or_else(|| NONE.get_or_init(Configuration::default))
}

/// Parses a configuration file. Its paths are relative to its folder.
fn parse(text: &str, path: &Path) -> Result<Configuration, String> {
    let mut configuration: Configuration =
        toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let relative = configuration
        .accounts
        .iter_mut()
        .chain(&mut configuration.profiles);
    relative.for_each(|setting| *setting = folder.join(&setting));
    configuration.path = Some(path.to_owned());
    Ok(configuration)
}

fn read_currency<'de, D: Deserializer<'de>>(source: D) -> Result<Option<Currency>, D::Error> {
    parse_currency(&String::deserialize(source)?)
        .map(Some)
        .map_err(D::Error::custom)
}

fn read_language<'de, D: Deserializer<'de>>(source: D) -> Result<Option<Language>, D::Error> {
    language::parse(&String::deserialize(source)?)
        .map(Some)
        .map_err(D::Error::custom)
}

/// Parses the order of day, month and year.
pub(crate) fn parse_dates(text: &str) -> Result<DateOrder, String> {
    DateOrder::parse(text).ok_or_else(|| "write dmy, mdy or ymd".to_owned())
}

/// Parses a currency in any case.
pub(crate) fn parse_currency(text: &str) -> Result<Currency, CurrencyError> {
    match Currency::parse(text) {
        Err(CurrencyError::Case(currency)) => Ok(currency),
        parsed => parsed,
    }
}

impl Configuration {
    /// Returns the files that the settings come from, which no output may replace.
    pub(crate) fn sources(&self) -> impl Iterator<Item = &PathBuf> {
        self.path.iter().chain(&self.accounts).chain(&self.profiles)
    }

    /// Returns the name of the file for messages.
    pub(crate) fn name(&self) -> String {
        self.path.as_deref().map(display_path).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative_to_the_file() {
        let text = "accounts = \"a.json\"\nprofiles = [\"p\", \"/q\"]\nlang = \"de\"\ndeny = [\"balance-broken\"]\n";
        let read = parse(text, Path::new("books/uacc.toml")).unwrap();
        assert_eq!(read.accounts.as_deref(), Some(Path::new("books/a.json")));
        assert_eq!(read.profiles, [Path::new("books/p"), Path::new("/q")]);
        assert_eq!(
            (read.lang, read.deny),
            (Some(Language::German), vec!["balance-broken".to_owned()])
        );
    }

    #[test]
    fn a_fault_is_named_with_its_place() {
        let fault = |text: &str| parse(text, Path::new("uacc.toml")).unwrap_err();
        let language = fault("lang = \"rm\"\n");
        assert!(
            language.contains("| lang = \"rm\"\n")
                && language.ends_with("the languages are en, de, fr, it"),
            "{language}"
        );
        let unknown = fault("currency = \"CHF\"\nacounts = \"a.json\"\n");
        assert!(
            unknown.starts_with("TOML parse error at line 2, column 1\n"),
            "{unknown}"
        );
        assert!(
            unknown.contains("unknown field `acounts`, expected one of `accounts`, `currency`"),
            "{unknown}"
        );
        assert!(fault("strict = 1\n").contains("invalid type: integer `1`, expected a boolean"));
    }
}
