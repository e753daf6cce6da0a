//! What the program adds to the help of a rule: the options and commands that do what the help says. The library's texts name none, because the
//! library, the JavaScript package and the page show them too.

use universal_accounting::report::Language;

const FIXED_LIMITS: &str =
    "the limits of `uacc` are fixed; a program that uses the library can raise them";

/// For each rule id, the text that follows its help.
const HINTS: &[(&str, &str)] = &[
    ("account-differs", "--account, --accounts"),
    ("account-map-invalid", "`uacc schema account-map` prints it"),
    ("account-missing", "--account; for many files --accounts"),
    ("account-unusable", "--account; for many files --accounts"),
    ("bank-ambiguous", "--bank"),
    (
        "bank-unknown",
        "`uacc banks` lists the known formats; `uacc banks FILE` compares a file with them; --profile reads it with your own profile",
    ),
    ("cell-too-long", FIXED_LIMITS),
    ("column-left-out", "--columns"),
    ("credentials-invalid", "`uacc schema credentials` prints it"),
    ("currency-missing", "--currency"),
    (
        "delivery-invalid",
        "`uacc schema delivery-request` prints it",
    ),
    (
        "forced-response-invalid",
        "`uacc schema forced-response` prints it",
    ),
    ("format-by-shape", "--bank"),
    ("given-account-invalid", "--account"),
    ("given-currency-differs", "--currency"),
    ("given-opening-unused", "--opening"),
    ("header-changed", "--profile reads the file with it"),
    ("heading-repeated", "--columns"),
    ("heading-unknown", "--columns"),
    (
        "ledger-accounts-invalid",
        "`uacc schema ledger-accounts` prints it",
    ),
    ("line-too-long", FIXED_LIMITS),
    ("not-json", "`uacc convert`"),
    ("opening-balance", "--opening"),
    ("profile-invalid", "`uacc schema bank-profile` prints it"),
    ("shape-unproved", "--bank"),
    ("table-ambiguous", "--columns"),
    ("table-unknown", "--columns"),
    ("too-large", "--max-size"),
    ("too-many-records", FIXED_LIMITS),
    (
        "transactions-too-many",
        "`uacc convert` writes payloads that fit one request",
    ),
];

/// The hints that are sentences, in German, French and Italian. `{}` stands for a name that differs between hints.
const TRANSLATIONS: &[(&str, [&str; 3])] = &[
    (
        "`uacc schema {}` prints it",
        [
            "`uacc schema {}` gibt es aus",
            "`uacc schema {}` l'affiche",
            "`uacc schema {}` lo mostra",
        ],
    ),
    (
        FIXED_LIMITS,
        [
            "die Grenzwerte von `uacc` sind fest; ein Programm, das die Bibliothek verwendet, kann sie erhöhen",
            "les limites de `uacc` sont fixes\u{a0}; un programme qui utilise la bibliothèque peut les augmenter",
            "i limiti di `uacc` sono fissi; un programma che usa la libreria può aumentarli",
        ],
    ),
    (
        "--account; for many files --accounts",
        [
            "--account; für viele Dateien --accounts",
            "--account\u{a0}; pour plusieurs fichiers --accounts",
            "--account; per più file --accounts",
        ],
    ),
    (
        "`uacc banks` lists the known formats; `uacc banks FILE` compares a file with them; --profile reads it with your own profile",
        [
            "`uacc banks` zeigt die bekannten Formate; `uacc banks FILE` vergleicht eine Datei damit; --profile liest sie mit einem eigenen Profil",
            "`uacc banks` affiche les formats connus\u{a0}; `uacc banks FILE` y compare un fichier\u{a0}; --profile le lit avec votre propre profil",
            "`uacc banks` mostra i formati conosciuti; `uacc banks FILE` li confronta con un file; --profile lo legge con un profilo proprio",
        ],
    ),
    (
        "--profile reads the file with it",
        [
            "--profile liest die Datei damit",
            "--profile lit le fichier avec ce profil",
            "--profile legge il file con questo profilo",
        ],
    ),
    (
        "`uacc convert` writes payloads that fit one request",
        [
            "`uacc convert` schreibt Dateien, die in eine Anfrage passen",
            "`uacc convert` écrit des fichiers qui tiennent dans une requête",
            "`uacc convert` scrive file che stanno in una richiesta",
        ],
    ),
];

/// Appends to the help of a rule what the program adds to it, in parentheses.
pub(crate) fn with_hint(rule: &str, help: String, language: Language) -> String {
    match HINTS.iter().find(|(id, _)| *id == rule) {
        Some((_, hint)) => format!("{help} ({})", translated(hint, language)),
        None => help,
    }
}

/// Returns a hint in a language. The names of options and commands are the same in every language.
fn translated(hint: &str, language: Language) -> String {
    let found = TRANSLATIONS.iter().find_map(|(english, translations)| {
        let (before, after) = english.split_once("{}").unwrap_or((english, ""));
        let name = hint.strip_prefix(before)?.strip_suffix(after)?;
        Some((name, translations))
    });
    let translation = found.and_then(|(name, [german, french, italian])| match language {
        Language::German => Some(german.replace("{}", name)),
        Language::French => Some(french.replace("{}", name)),
        Language::Italian => Some(italian.replace("{}", name)),
        _ => None,
    });
    translation.unwrap_or_else(|| hint.to_owned())
}

#[cfg(test)]
mod tests {
    use universal_accounting::contract;

    use super::{HINTS, Language, translated, with_hint};

    #[test]
    fn every_hint_belongs_to_a_rule() {
        for (id, _) in HINTS {
            assert!(contract::rule(id).is_some(), "there is no rule {id}");
        }
        assert!(HINTS.is_sorted_by(|(first, _), (second, _)| first < second));
    }

    #[test]
    fn the_hint_follows_the_help() {
        assert_eq!(
            with_hint("currency-missing", "name it".to_owned(), Language::English),
            "name it (--currency)"
        );
        assert_eq!(
            with_hint("amount-zero", "leave it out".to_owned(), Language::English),
            "leave it out"
        );
    }

    #[test]
    fn every_sentence_is_translated() {
        for (id, hint) in HINTS {
            let mut words = hint.split('`').step_by(2).flat_map(str::split_whitespace);
            let is_sentence = words.any(|word| !word.starts_with("--"));
            for language in [Language::German, Language::French, Language::Italian] {
                assert_eq!(
                    translated(hint, language) != *hint,
                    is_sentence,
                    "{id}: {hint}"
                );
            }
        }
        let hint = translated("`uacc schema account-map` prints it", Language::German);
        assert_eq!(hint, "`uacc schema account-map` gibt es aus");
    }
}
