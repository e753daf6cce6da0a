//! The texts of a language, which are data: the files `languages/*.json`.
//!
//! `rules` has the title, message and help of each rule. A placeholder `{name}` is replaced by the parameter as it is: a number, the name of a field, a
//! word of the contract. A placeholder `{name, phrase}` is replaced by the translation of the parameter, which `phrases` has: for an English phrase, the
//! phrase in the language. The English phrase may have placeholders of its own. Parameters without a word, such as `2026-03-31`, need no translation.

use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::Value;

use super::rule::expand_template;
use super::{Language, Param};

/// How deep phrases may be nested. Longer lists of alternatives do not occur.
const MAX_DEPTH: usize = 8;

/// The texts of a language other than English.
pub(super) struct Translation {
    /// The texts of each rule, by its id.
    rules: BTreeMap<String, Texts>,
    /// The translations of phrases, by the phrase in English.
    phrases: BTreeMap<String, String>,
    /// The phrases with placeholders. The most specific phrase, which has most text outside of placeholders, is first.
    patterns: Vec<Pattern>,
}

struct Texts {
    title: String,
    message: String,
    help: String,
}

/// An English phrase with placeholders.
struct Pattern {
    /// The text before each placeholder, and the placeholder.
    parts: Vec<(String, Placeholder)>,
    /// The text after the last placeholder.
    end: String,
    translation: String,
}

struct Placeholder {
    name: String,
    is_phrase: bool,
}

impl Translation {
    /// Returns the texts of a language, or `None` for English, whose texts are in the rules themselves.
    pub(super) fn of(language: Language) -> Option<&'static Self> {
        static GERMAN: LazyLock<Option<Translation>> =
            LazyLock::new(|| Translation::read(include_str!("languages/de.json")));
        static FRENCH: LazyLock<Option<Translation>> =
            LazyLock::new(|| Translation::read(include_str!("languages/fr.json")));
        static ITALIAN: LazyLock<Option<Translation>> =
            LazyLock::new(|| Translation::read(include_str!("languages/it.json")));
        match language {
            Language::English => None,
            Language::German => GERMAN.as_ref(),
            Language::French => FRENCH.as_ref(),
            Language::Italian => ITALIAN.as_ref(),
        }
    }

    /// Reads a data file. A test reads all of them, so that no file is invalid in a release.
    fn read(json: &str) -> Option<Self> {
        let file: Value = serde_json::from_str(json).ok()?;
        let text = |texts: &Value, name: &str| Some(texts.get(name)?.as_str()?.to_owned());
        let rules = file.get("rules")?.as_object()?.iter().map(|(id, texts)| {
            let texts = Texts {
                title: text(texts, "title")?,
                message: text(texts, "message")?,
                help: text(texts, "help")?,
            };
            Some((id.clone(), texts))
        });
        let phrases = file.get("phrases")?.as_object()?.iter();
        let phrases =
            phrases.map(|(english, phrase)| Some((english.clone(), phrase.as_str()?.to_owned())));
        let (rules, phrases) = (
            rules.collect::<Option<_>>()?,
            phrases.collect::<Option<BTreeMap<_, _>>>()?,
        );
        let mut patterns: Vec<Pattern> = phrases
            .iter()
            .filter_map(|(english, phrase)| Pattern::new(english, phrase))
            .collect();
        patterns.sort_by_key(|pattern| Reverse(pattern.text_length()));
        Some(Self {
            rules,
            phrases,
            patterns,
        })
    }

    pub(super) fn title(&self, id: &str) -> Option<&str> {
        self.rules.get(id).map(|texts| texts.title.as_str())
    }

    pub(super) fn message(&self, id: &str) -> Option<&str> {
        self.rules.get(id).map(|texts| texts.message.as_str())
    }

    pub(super) fn help(&self, id: &str) -> Option<&str> {
        self.rules.get(id).map(|texts| texts.help.as_str())
    }

    /// Returns the translation of a sentence, filled with parameters; `None` if it or one of its phrases has none.
    pub(super) fn sentence(
        &self,
        english: &str,
        params: &[(&'static str, Param)],
    ) -> Option<String> {
        let text = self.phrases.get(english)?;
        let mut translated = Vec::new();
        for (name, param) in params {
            let param = match param {
                Param::Text(phrase) if english.contains(&format!("{{{name}, phrase}}")) => {
                    Param::Text(self.phrase(phrase, 0)?.into())
                }
                param => param.clone(),
            };
            translated.push((*name, param));
        }
        self.fill(text, &translated)
    }

    /// Fills parameters into a text. Returns `None` if one of them has no translation, because a sentence in two languages is worse than an English one.
    pub(super) fn fill(&self, text: &str, params: &[(&'static str, Param)]) -> Option<String> {
        let is_complete = Cell::new(true);
        let filled = expand_template(text, |_, placeholder| {
            let Placeholder { name, is_phrase } = Placeholder::parse(placeholder)?;
            let (_, param) = params.iter().find(|(known, _)| *known == name)?;
            match param {
                Param::Text(phrase) if is_phrase => {
                    let phrase = self.phrase(phrase, 0);
                    is_complete.set(is_complete.get() && phrase.is_some());
                    Some(phrase.unwrap_or_default())
                }
                _ => Some(param.to_string()),
            }
        });
        is_complete.get().then_some(filled)
    }

    /// Translates a phrase.
    fn phrase(&self, english: &str, depth: usize) -> Option<String> {
        if let Some(phrase) = self.phrases.get(english) {
            return Some(phrase.clone());
        }
        if !has_word(english) {
            return Some(english.to_owned());
        }
        self.patterns
            .iter()
            .filter(|_| depth < MAX_DEPTH)
            .find_map(|pattern| pattern.translate(english, self, depth))
    }
}

impl Pattern {
    /// Returns `None` for a phrase without placeholders.
    fn new(english: &str, translation: &str) -> Option<Self> {
        let (mut parts, mut before, mut rest) = (Vec::new(), String::new(), english);
        while let Some((text, after)) = rest.split_once('{') {
            before.push_str(text);
            let placeholder = after
                .split_once('}')
                .and_then(|(name, tail)| Some((Placeholder::parse(name)?, tail)));
            rest = if let Some((placeholder, tail)) = placeholder {
                parts.push((std::mem::take(&mut before), placeholder));
                tail
            } else {
                before.push('{');
                after
            };
        }
        before.push_str(rest);
        (!parts.is_empty()).then(|| Self {
            parts,
            end: before,
            translation: translation.to_owned(),
        })
    }

    fn text_length(&self) -> usize {
        self.parts
            .iter()
            .map(|(before, _)| before.len())
            .sum::<usize>()
            + self.end.len()
    }

    fn translate(&self, english: &str, translation: &Translation, depth: usize) -> Option<String> {
        let ((first, _), others) = self.parts.split_first()?;
        let mut rest = english
            .strip_prefix(first.as_str())?
            .strip_suffix(self.end.as_str())?;
        let mut found = Vec::with_capacity(self.parts.len());
        for (before, _) in others {
            let (value, after) = rest.split_once(before.as_str())?;
            found.push(value);
            rest = after;
        }
        found.push(rest);
        let values = self
            .parts
            .iter()
            .zip(found)
            .map(|((_, placeholder), value)| {
                let value = if placeholder.is_phrase {
                    translation.phrase(value, depth + 1)?
                } else {
                    value.to_owned()
                };
                Some((placeholder.name.as_str(), value))
            });
        let values: Vec<(&str, String)> = values.collect::<Option<_>>()?;
        Some(expand_template(&self.translation, |_, name| {
            values
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| value.clone())
        }))
    }
}

impl Placeholder {
    /// Parses the text between braces. Other texts in braces, such as an object in an example, are no placeholders.
    fn parse(text: &str) -> Option<Self> {
        let (name, is_phrase) = text
            .strip_suffix(", phrase")
            .map_or((text, false), |name| (name, true));
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase());
        is_name.then(|| Self {
            name: name.to_owned(),
            is_phrase,
        })
    }
}

/// Whether a text has two lower-case letters in a row, as a word of a sentence has. Names in backticks are the same in every language.
fn has_word(text: &str) -> bool {
    let has_word = |part: &str| {
        part.as_bytes()
            .windows(2)
            .any(|pair| pair.iter().all(u8::is_ascii_lowercase))
    };
    text.split('`').step_by(2).any(has_word)
}

#[cfg(test)]
mod tests {
    use super::super::IntoParam;
    use super::*;

    const FILE: &str = r#"{
        "rules": {"a": {"title": "Titel", "message": "{field} ist {found, phrase}", "help": "schreiben: {\"x\": 1}"}},
        "phrases": {"a text": "ein Text", "line {a}: {b, phrase}": "Zeile {a}: {b}", "{a, phrase} or {b, phrase}": "{a} oder {b}"}
    }"#;

    fn message(found: &str) -> Option<String> {
        let texts = Translation::read(FILE).unwrap();
        texts.fill(
            texts.message("a").unwrap(),
            &[
                ("field", "or".into_param()),
                ("found", found.to_owned().into_param()),
            ],
        )
    }

    #[test]
    fn translates_phrases_and_nothing_else() {
        for (found, expected) in [
            ("a text", Some("or ist ein Text")),
            ("2026-03-31", Some("or ist 2026-03-31")),
            ("`amount`, `date`", Some("or ist `amount`, `date`")),
            (
                "line 3: a text or 7",
                Some("or ist Zeile 3: ein Text oder 7"),
            ),
            ("line 3: a number", None),
            ("a number or a text", None),
        ] {
            assert_eq!(message(found).as_deref(), expected, "{found}");
        }
    }

    #[test]
    fn other_braces_are_no_placeholders() {
        let texts = Translation::read(FILE).unwrap();
        assert_eq!(
            texts.fill(texts.help("a").unwrap(), &[]).as_deref(),
            Some("schreiben: {\"x\": 1}")
        );
    }

    #[test]
    fn long_lists_of_alternatives_end() {
        assert_eq!(message(&["A"; 200].join(" or ")), None);
        assert!(message(&["a text"; 5].join(" or ")).is_some());
    }
}
