//! `uacc rules`, `uacc explain` and `uacc schema`.

use std::sync::LazyLock;

use clap::ValueEnum;
use serde_json::Value;
use universal_accounting::report::{Language, RulePage};
use universal_accounting::{contract, service};

use crate::language::language;
use crate::suggestion::did_you_mean;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListFormat {
    /// One line per rule.
    Human,
    /// A JSON array.
    Json,
}

pub(crate) fn list(format: ListFormat) -> String {
    if format == ListFormat::Json {
        return contract::rules_json();
    }
    let width = contract::rules()
        .map(|rule| rule.id.len())
        .max()
        .unwrap_or_default();
    let line = |page: &RulePage| {
        format!(
            "{:width$}  {:7}  {}\n",
            page.rule.id,
            page.rule.severity.as_str(),
            page.title_in(language())
        )
    };
    contract::pages().map(line).collect()
}

pub(crate) fn explain(rule: &str) -> Result<String, String> {
    let page = contract::page(rule).ok_or_else(|| unknown_rule(rule))?;
    let rule = page.rule;
    let mut text = format!(
        "{} ({}, since {})\n\n{}.\n\n",
        rule.id, rule.severity, rule.since, page.title
    );
    if !rule.aliases.is_empty() {
        text.extend(["Options take ", &rule.aliases.join(", "), " too.\n\n"]);
    }
    let mut help = with_hint(rule.id, rule.help_without_params(), Language::English);
    if let Some(first) = help.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let sections = [
        ("Why", page.why),
        ("How to fix it", &(help + ".")),
        ("Bad", &page.bad()),
        ("Good", &page.good()),
    ];
    for (title, section) in sections {
        let indented: Vec<String> = section.lines().map(|line| format!("  {line}")).collect();
        text += &[title, "\n", &indented.join("\n"), "\n\n"].concat();
    }
    Ok(text)
}

pub(crate) fn schema(name: Option<&str>) -> Result<String, String> {
    let names: Vec<&str> = contract::schema_names().collect();
    match name {
        None => Ok(names.join("\n") + "\n"),
        Some("openapi") => Ok(service::openapi()),
        Some(name) => contract::schema(name).ok_or_else(|| {
            format!(
                "there is no schema `{name}`; the schemas are {}",
                names.join(", ")
            )
        }),
    }
}

pub(crate) fn unknown_rule(id: &str) -> String {
    let ids: Vec<&str> = contract::rules().map(|rule| rule.id).collect();
    format!(
        "there is no rule `{id}`.{} `uacc rules` lists all rules",
        did_you_mean(id, ids.iter().copied())
    )
}

/// For each rule id, what the program adds to the help of the rule: a text that is the same in every language, or one for each language.
static HINTS: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("hints.json")).unwrap_or_default());

/// Appends to the help of a rule what the program adds to it, in parentheses.
pub(crate) fn with_hint(rule: &str, help: String, language: Language) -> String {
    let hint = HINTS.get(rule);
    let hint = hint.and_then(|hint| {
        hint.as_str()
            .or_else(|| hint.get(language.code())?.as_str())
    });
    match hint {
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
