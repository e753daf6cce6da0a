//! The language of findings for people, which is set once, before a command runs. Outputs for programs are always in English.

use std::env;
use std::sync::OnceLock;

use universal_accounting::report::Language;

static LANGUAGE: OnceLock<Language> = OnceLock::new();

/// Parses an argument: a code such as `de`, or a locale such as `de-CH`.
pub(crate) fn parse(text: &str) -> Result<Language, String> {
    let codes: Vec<&str> = Language::all()
        .iter()
        .map(|language| language.code())
        .collect();
    Language::parse(text).ok_or_else(|| format!("the languages are {}", codes.join(", ")))
}

/// Sets the language: the given one, or that of the locale, or English if the locale has another language.
pub(crate) fn set(given: Option<Language>) {
    let locale = || of_locale(|name| env::var(name).ok());
    // Only the first call has an effect, and there is only one.
    let _ = LANGUAGE.set(given.unwrap_or_else(locale));
}

pub(crate) fn language() -> Language {
    LANGUAGE.get().copied().unwrap_or(Language::English)
}

/// Returns the language of the locale for messages. As POSIX has it, the first variable that is set and not empty counts alone.
fn of_locale(variable: impl Fn(&str) -> Option<String>) -> Language {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .find_map(|name| variable(name).filter(|text| !text.is_empty()));
    locale
        .and_then(|locale| Language::parse(&locale))
        .unwrap_or(Language::English)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_is_set_counts() {
        for (variables, language) in [
            (&[][..], Language::English),
            (&[("LANG", "de_CH.UTF-8")], Language::German),
            (
                &[("LANG", "de_CH.UTF-8"), ("LC_MESSAGES", "fr_CH.UTF-8")],
                Language::French,
            ),
            (
                &[("LANG", "de_CH.UTF-8"), ("LC_MESSAGES", "")],
                Language::German,
            ),
            (
                &[("LANG", "de_CH.UTF-8"), ("LC_ALL", "C")],
                Language::English,
            ),
            (
                &[("LC_ALL", "it_CH"), ("LC_MESSAGES", "fr_CH")],
                Language::Italian,
            ),
        ] {
            let variable = |name: &str| {
                variables
                    .iter()
                    .find(|(known, _)| *known == name)
                    .map(|(_, text)| (*text).to_owned())
            };
            assert_eq!(of_locale(variable), language, "{variables:?}");
        }
    }

    #[test]
    fn an_unknown_language_is_an_error() {
        assert_eq!(parse("fr-CH"), Ok(Language::French));
        assert_eq!(
            parse("rm"),
            Err("the languages are en, de, fr, it".to_owned())
        );
    }
}
