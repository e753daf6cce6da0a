//! What the program adds to the help of a rule: the options and commands that do what the help says.

use universal_accounting::internals::hints::{Place, hint};
use universal_accounting::report::Language;

/// Appends to the help of a rule what the program adds to it, in parentheses.
pub(crate) fn with_hint(rule: &str, help: String, language: Language) -> String {
    match hint(rule, Place::Program, language) {
        Some(hint) => format!("{help} ({hint})"),
        None => help,
    }
}

#[cfg(test)]
mod tests {
    use super::{Language, with_hint};

    #[test]
    fn the_hint_follows_the_help() {
        for (rule, language, text) in [
            (
                "currency-missing",
                Language::English,
                "name it (--currency)",
            ),
            ("not-json", Language::French, "name it (`uacc convert`)"),
            (
                "account-map-invalid",
                Language::German,
                "name it (`uacc schema account-map` gibt es aus)",
            ),
            ("amount-zero", Language::English, "name it"),
        ] {
            assert_eq!(with_hint(rule, "name it".to_owned(), language), text);
        }
    }
}
