use universal_accounting::report::Page;
use universal_accounting::{contract, service};

use crate::arguments::{Explain, ListFormat, Rules, Schema};
use crate::output::{self, Failure, Outcome};

/// `uacc rules`.
pub(crate) fn list(call: &Rules) -> Result<Outcome, Failure> {
    let text = match call.format {
        ListFormat::Human => {
            let width = contract::rules().map(|rule| rule.id.len()).max().unwrap_or_default();
            let line =
                |page: &Page| format!("{:width$}  {:7}  {}\n", page.rule.id, page.rule.severity.as_str(), page.title);
            contract::pages().map(line).collect()
        }
        ListFormat::Json => contract::rules_json(),
    };
    output::put(&text)?;
    Ok(Outcome::Clean)
}

/// `uacc explain`.
pub(crate) fn explain(call: &Explain) -> Result<Outcome, Failure> {
    let page = contract::page(&call.rule).ok_or_else(|| Failure::Call(unknown(&call.rule)))?;
    let rule = page.rule;
    let mut text = format!("{} ({}, since {})\n\n{}.\n\n", rule.id, rule.severity, rule.since, page.title);
    let sections = [
        ("Why", page.why.to_owned()),
        ("How to mend it", format!("{}.", capitalised(&rule.general_help()))),
        ("Bad", page.bad.shown()),
        ("Good", page.good.shown()),
    ];
    for (title, section) in sections {
        text.push_str(&[title, "\n", &indented(&section), "\n\n"].concat());
    }
    output::put(&text)?;
    Ok(Outcome::Clean)
}

/// `uacc schema`.
pub(crate) fn schema(call: &Schema) -> Result<Outcome, Failure> {
    let names = || contract::schemas().collect::<Vec<_>>();
    let text = match &call.name {
        None => names().join("\n") + "\n",
        Some(name) if name == "openapi" => service::openapi(),
        Some(name) => contract::schema(name)
            .ok_or_else(|| Failure::Call(format!("there is no schema `{name}`; there are {}", names().join(", "))))?,
    };
    output::put(&text)?;
    Ok(Outcome::Clean)
}

/// What to say of a rule that does not exist.
pub(crate) fn unknown(id: &str) -> String {
    let likely = contract::rules()
        .map(|rule| (strsim::osa_distance(rule.id, id), rule.id))
        .min()
        .filter(|(distance, _)| *distance <= 4)
        .map_or(String::new(), |(_, near)| format!(" Did you mean `{near}`?"));
    format!("there is no rule `{id}`.{likely} `uacc rules` lists them all")
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or(String::new(), |first| first.to_uppercase().chain(characters).collect())
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}
