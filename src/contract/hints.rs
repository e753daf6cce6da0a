//! What a place adds to the help of a rule: the options, commands and fields that do what the help says. The helps name none, because all places show them.

use crate::report::Language;

/// Where people read findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The program `uacc`, in every language.
    Program,
    /// The command line of the package for JavaScript, which is in English.
    Package,
    /// The page, in every language.
    Page,
}

impl Place {
    /// Returns what `{command}` stands for. The page has no commands.
    const fn command(self) -> &'static str {
        match self {
            Self::Program => "uacc",
            Self::Package => "universal-accounting",
            Self::Page => "",
        }
    }
}

const COMMAND_LINES: &[Place] = &[Place::Program, Place::Package];
const PROGRAM: &[Place] = &[Place::Program];
const PACKAGE: &[Place] = &[Place::Package];
const PAGE: &[Place] = &[Place::Page];

/// The text of a hint. `{command}` stands for the name of the program.
#[derive(Debug)]
enum Text {
    /// Names of options and commands, which are the same in every language.
    Names(&'static str),
    /// A sentence in English, German, French and Italian.
    Sentence([&'static str; 4]),
    /// The command that prints the schema with this name.
    Schema(&'static str),
}
use Text::{Names, Schema, Sentence};

impl Text {
    fn fill(&self, place: Place, language: Language) -> String {
        let text = match self {
            Names(names) => (*names).to_owned(),
            Sentence(texts) => in_language(texts, language).to_owned(),
            Schema(name) => in_language(&PRINTS_SCHEMA, language).replace("{schema}", name),
        };
        text.replace("{command}", place.command())
    }
}

const fn in_language(texts: &[&'static str; 4], language: Language) -> &'static str {
    let [english, german, french, italian] = *texts;
    match language {
        Language::English => english,
        Language::German => german,
        Language::French => french,
        Language::Italian => italian,
    }
}

/// For each rule id in alphabetical order, some places and what they add to the help of the rule.
static HINTS: &[(&str, &[Place], Text)] = &[
    ("account-differs", COMMAND_LINES, GIVEN_ACCOUNT),
    ("account-differs", PAGE, CLEAR_ACCOUNT),
    ("account-map-invalid", COMMAND_LINES, Schema("account-map")),
    ("account-masked", COMMAND_LINES, NAME_ACCOUNT),
    ("account-masked", PAGE, ENTER_ACCOUNT),
    ("account-missing", COMMAND_LINES, NAME_ACCOUNT),
    ("account-missing", PAGE, ENTER_ACCOUNT),
    ("account-unusable", COMMAND_LINES, NAME_ACCOUNT),
    ("account-unusable", PAGE, ENTER_ACCOUNT),
    ("bank-ambiguous", COMMAND_LINES, Names("--bank")),
    ("bank-ambiguous", PAGE, CHOOSE_BANK),
    ("bank-unknown", PROGRAM, LEARN_BANK),
    ("bank-unknown", PACKAGE, KNOWN_BANKS),
    ("bank-unknown", PAGE, LIST_OF_BANKS),
    ("cell-too-long", COMMAND_LINES, FIXED_LIMIT),
    ("cell-too-long", PAGE, PAGE_LIMITS),
    ("column-left-out", PROGRAM, Names("--columns")),
    ("credentials-invalid", COMMAND_LINES, Schema("credentials")),
    ("currency-missing", COMMAND_LINES, Names("--currency")),
    ("currency-missing", PAGE, ENTER_CURRENCY),
    (
        "dates-ambiguous",
        COMMAND_LINES,
        Names("`--dates dmy|mdy|ymd`"),
    ),
    (
        "datev-settings-invalid",
        COMMAND_LINES,
        Schema("datev-settings"),
    ),
    (
        "delivery-invalid",
        COMMAND_LINES,
        Schema("delivery-request"),
    ),
    (
        "forced-response-invalid",
        COMMAND_LINES,
        Schema("forced-response"),
    ),
    ("format-by-shape", COMMAND_LINES, Names("--bank")),
    ("given-account-invalid", COMMAND_LINES, GIVEN_ACCOUNT),
    ("given-currency-differs", COMMAND_LINES, GIVEN_CURRENCY),
    ("given-currency-differs", PAGE, CLEAR_CURRENCY),
    ("given-opening-unused", COMMAND_LINES, Names("--opening")),
    ("header-changed", COMMAND_LINES, READ_WITH_PROFILE),
    ("header-changed", PAGE, QUESTIONS),
    ("heading-repeated", PROGRAM, Names("--columns")),
    ("heading-unknown", PROGRAM, Names("--columns")),
    (
        "ledger-accounts-invalid",
        COMMAND_LINES,
        Schema("ledger-accounts"),
    ),
    ("line-too-long", COMMAND_LINES, FIXED_LIMIT),
    ("line-too-long", PAGE, PAGE_LIMITS),
    ("not-json", COMMAND_LINES, Names("`{command} convert`")),
    ("not-json", PAGE, CHOOSE_STATEMENT),
    ("opening-balance", COMMAND_LINES, Names("--opening")),
    ("profile-invalid", COMMAND_LINES, Schema("bank-profile")),
    ("rows-left-out", PROGRAM, Names("`--rows all`")),
    ("shape-unproved", COMMAND_LINES, Names("--bank")),
    ("shape-unproved", PAGE, CHOOSE_BANK),
    ("table-ambiguous", PROGRAM, Names("--columns")),
    ("table-unknown", PROGRAM, Names("--columns, --skip-sheet")),
    ("too-large", PROGRAM, Names("--max-size")),
    ("too-large", PACKAGE, FIXED_LIMIT),
    ("too-large", PAGE, PAGE_LIMITS),
    ("too-many-records", PROGRAM, RAISED_TOO),
    ("too-many-records", PACKAGE, FIXED_LIMIT),
    ("too-many-records", PAGE, PAGE_LIMITS),
    ("transaction-conflict", PROGRAM, Names("--conflicts")),
    ("transactions-too-many", COMMAND_LINES, CONVERT_SPLITS),
];

// The command lines.

const GIVEN_ACCOUNT: Text = Names("--account, --accounts");
const GIVEN_CURRENCY: Text = Names("--currency, --accounts");

const PRINTS_SCHEMA: [&str; 4] = [
    "`{command} schema {schema}` prints it",
    "`{command} schema {schema}` gibt es aus",
    "`{command} schema {schema}` l'affiche",
    "`{command} schema {schema}` lo mostra",
];

const NAME_ACCOUNT: Text = Sentence([
    "--account; for many files --accounts",
    "--account; für viele Dateien --accounts",
    "--account\u{a0}; pour plusieurs fichiers --accounts",
    "--account; per più file --accounts",
]);

const LEARN_BANK: Text = Sentence([
    "`{command} learn FILE` learns it from the file's own balances; `{command} banks` lists the known formats, `{command} banks FILE` compares a file with them",
    "`{command} learn FILE` lernt es aus den Salden der Datei; `{command} banks` zeigt die bekannten Formate, `{command} banks FILE` vergleicht eine Datei damit",
    "`{command} learn FILE` l'apprend par les soldes du fichier\u{a0}; `{command} banks` affiche les formats connus, `{command} banks FILE` y compare un fichier",
    "`{command} learn FILE` lo impara dai saldi del file; `{command} banks` mostra i formati conosciuti, `{command} banks FILE` li confronta con un file",
]);

const KNOWN_BANKS: Text = Sentence([
    "`{command} banks` lists the known formats; `{command} banks FILE` compares a file with them; --profile reads it with your own profile",
    "`{command} banks` zeigt die bekannten Formate; `{command} banks FILE` vergleicht eine Datei damit; --profile liest sie mit einem eigenen Profil",
    "`{command} banks` affiche les formats connus\u{a0}; `{command} banks FILE` y compare un fichier\u{a0}; --profile le lit avec votre propre profil",
    "`{command} banks` mostra i formati conosciuti; `{command} banks FILE` li confronta con un file; --profile lo legge con un profilo proprio",
]);

const READ_WITH_PROFILE: Text = Sentence([
    "--profile reads the file with it",
    "--profile liest die Datei damit",
    "--profile lit le fichier avec ce profil",
    "--profile legge il file con questo profilo",
]);

const FIXED_LIMIT: Text = Sentence([
    "this limit is fixed in `{command}`; a program that uses the library can raise it",
    "dieser Grenzwert ist in `{command}` fest; ein Programm, das die Bibliothek verwendet, kann ihn erhöhen",
    "cette limite est fixe dans `{command}`\u{a0}; un programme qui utilise la bibliothèque peut l'augmenter",
    "questo limite è fisso in `{command}`; un programma che usa la libreria può aumentarlo",
]);

/// The number of records grows with the size: one for every hundred bytes.
const RAISED_TOO: Text = Sentence([
    "--max-size raises this limit too",
    "--max-size erhöht auch diesen Grenzwert",
    "--max-size augmente aussi cette limite",
    "--max-size aumenta anche questo limite",
]);

const CONVERT_SPLITS: Text = Sentence([
    "`{command} convert` writes payloads that fit one request",
    "`{command} convert` schreibt Dateien, die in eine Anfrage passen",
    "`{command} convert` écrit des fichiers qui tiennent dans une requête",
    "`{command} convert` scrive file che stanno in una richiesta",
]);

// The page.

const CLEAR_ACCOUNT: Text = Sentence([
    "clear the field Account",
    "leeren Sie das Feld Konto",
    "videz le champ Compte",
    "svuotate il campo Conto",
]);

const ENTER_ACCOUNT: Text = Sentence([
    "enter it in the field Account",
    "geben Sie es im Feld Konto ein",
    "saisissez-le dans le champ Compte",
    "inseritelo nel campo Conto",
]);

const CLEAR_CURRENCY: Text = Sentence([
    "clear the field Currency",
    "leeren Sie das Feld Währung",
    "videz le champ Monnaie",
    "svuotate il campo Moneta",
]);

const ENTER_CURRENCY: Text = Sentence([
    "enter it in the field Currency",
    "geben Sie sie im Feld Währung ein",
    "saisissez-la dans le champ Monnaie",
    "inseritela nel campo Moneta",
]);

const CHOOSE_BANK: Text = Sentence([
    "choose it in the list of banks",
    "wählen Sie sie in der Liste der Banken",
    "choisissez-la dans la liste des banques",
    "sceglietela nell’elenco delle banche",
]);

/// To choose a bank doesn't help here: the file has the header of none.
const LIST_OF_BANKS: Text = Sentence([
    "the list of banks shows the known formats; for every other table, this page asks what the columns mean",
    "die Liste der Banken zeigt die bekannten Formate; bei jeder anderen Tabelle fragt diese Seite, was die Spalten bedeuten",
    "la liste des banques montre les formats connus\u{a0}; pour tout autre tableau, cette page demande ce que signifient les colonnes",
    "l’elenco delle banche mostra i formati conosciuti; per ogni altra tabella questa pagina chiede che cosa significano le colonne",
]);

const QUESTIONS: Text = Sentence([
    "for a table with rows, this page asks what the columns mean",
    "bei einer Tabelle mit Zeilen fragt diese Seite, was die Spalten bedeuten",
    "pour un tableau avec des lignes, cette page demande ce que signifient les colonnes",
    "per una tabella con righe questa pagina chiede che cosa significano le colonne",
]);

const PAGE_LIMITS: Text = Sentence([
    "the limits of this page are fixed",
    "die Grenzwerte dieser Seite sind fest",
    "les limites de cette page sont fixes",
    "i limiti di questa pagina sono fissi",
]);

const CHOOSE_STATEMENT: Text = Sentence([
    "choose Bank statement as the kind of file",
    "wählen Sie Kontoauszug als Art der Datei",
    "choisissez Relevé bancaire comme type de fichier",
    "scegliete Estratto conto come tipo di file",
]);

/// Returns what a place adds to the help of a rule, in a language.
#[must_use]
pub fn hint(rule: &str, place: Place, language: Language) -> Option<String> {
    let (_, text) = texts(place).find(|(id, _)| *id == rule)?;
    Some(text.fill(place, language))
}

/// Iterates over the ids of the rules to which a place adds something, with the hints in a language.
pub fn hints(place: Place, language: Language) -> impl Iterator<Item = (&'static str, String)> {
    texts(place).map(move |(rule, text)| (rule, text.fill(place, language)))
}

fn texts(place: Place) -> impl Iterator<Item = (&'static str, &'static Text)> {
    let of_place = HINTS
        .iter()
        .filter(move |(_, places, _)| places.contains(&place));
    of_place.map(|(rule, _, text)| (*rule, text))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::contract;

    /// The names of commands and schemas in a text, its options, and its placeholders: what is the same in every language.
    fn names(text: &str) -> BTreeSet<&str> {
        let codes = text.split('`').skip(1).step_by(2);
        let options = text.split([' ', ',', ';', '\u{a0}']);
        codes
            .chain(options.filter(|word| word.starts_with("--")))
            .collect()
    }

    fn sentences() -> impl Iterator<Item = &'static [&'static str; 4]> {
        let written = HINTS.iter().filter_map(|(_, _, text)| match text {
            Sentence(texts) => Some(texts),
            Names(_) | Schema(_) => None,
        });
        written.chain([&PRINTS_SCHEMA])
    }

    #[test]
    fn every_hint_belongs_to_a_rule_and_a_place_has_one_for_it() {
        assert!(HINTS.is_sorted_by_key(|(rule, _, _)| rule));
        for place in [Place::Program, Place::Package, Place::Page] {
            let mut seen = BTreeSet::new();
            for (rule, _) in texts(place) {
                assert!(contract::rule(rule).is_some(), "there is no rule {rule}");
                assert!(seen.insert(rule), "{rule} has two hints in {place:?}");
            }
            assert!(!seen.is_empty());
        }
    }

    #[test]
    fn sentences_are_translated_and_have_the_same_names() {
        for texts in sentences() {
            let [english, ..] = texts;
            let different: BTreeSet<_> = texts.iter().collect();
            assert_eq!(different.len(), texts.len(), "{texts:?}");
            for text in texts {
                assert_eq!(names(text), names(english), "{text}");
            }
            // Swiss German has no ß, and French has a space before a semicolon that does not break.
            let french = in_language(texts, Language::French);
            assert!(!in_language(texts, Language::German).contains('ß'));
            assert_eq!(
                french.matches(';').count(),
                french.matches("\u{a0};").count()
            );
        }
    }

    #[test]
    fn names_have_no_words_to_translate() {
        for (rule, _, text) in HINTS {
            let Names(text) = text else { continue };
            let mut words = text.split('`').step_by(2).flat_map(str::split_whitespace);
            assert!(words.all(|word| word.starts_with("--")), "{rule}: {text}");
        }
    }

    #[test]
    fn the_help_names_the_schema_that_the_hint_prints() {
        for (rule, _, text) in HINTS {
            let Schema(name) = text else { continue };
            let help = contract::rule(rule)
                .map(|rule| rule.help)
                .unwrap_or_default();
            assert!(help.contains(&format!("schema `{name}`")), "{rule}: {help}");
            assert!(
                contract::schema_names().any(|known| known == *name),
                "{name}"
            );
        }
    }

    #[test]
    fn the_page_names_no_option_and_no_command() {
        for language in Language::all() {
            for (rule, hint) in hints(Place::Page, *language) {
                assert!(
                    !hint.contains(['`', '{']) && !hint.contains("--"),
                    "{rule}: {hint}"
                );
            }
        }
    }
}
