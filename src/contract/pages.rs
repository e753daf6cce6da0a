use std::fmt::Write as _;

use super::node::Node;
use super::rules::chapters;
use super::words::capitalised;
use crate::report::{Example, Rule};

/// Every rule as JSON: its id, severity, title, message and help with their parameters in braces, why, and the version it came with.
#[must_use]
pub fn rules_json() -> String {
    let rule = |rule: &Rule| {
        Node::object([
            ("id", Node::text(rule.id)),
            ("severity", Node::text(rule.severity.as_str())),
            ("title", Node::text(rule.title)),
            ("message", Node::text(rule.message)),
            ("help", Node::text(rule.help)),
            ("why", Node::text(rule.why)),
            ("since", Node::text(rule.since)),
            ("bad", shown(&rule.bad).map_or(Node::Literal(None), Node::text)),
            ("good", shown(&rule.good).map_or(Node::Literal(None), Node::text)),
        ])
    };
    Node::List(super::rules().map(rule).collect()).pretty()
}

/// Every rule as a page to read, in Markdown.
#[must_use]
pub fn rules_markdown() -> String {
    let mut page = String::from(INTRODUCTION);
    for (title, about, _) in chapters() {
        let anchor = title.to_lowercase().replace(' ', "-").replace(',', "");
        // Writing to a text can't fail.
        let _ = writeln!(page, "- [{title}](#{anchor}): {about}");
    }
    for (title, about, rules) in chapters() {
        let _ = write!(page, "\n## {title}\n\n{}.\n", capitalised(about));
        for rule in rules {
            let _ =
                write!(page, "\n### {}\n\n**{}.** *{}*\n\n", rule.id, rule.title, capitalised(rule.severity.as_str()));
            let _ = write!(page, "> {}\n\n{}\n\nTo mend it: {}.\n", rule.message, rule.why, rule.general_help());
            if let (Some(bad), Some(good)) = (shown(&rule.bad), shown(&rule.good)) {
                let _ = write!(page, "\n```text\n{bad}\n```\n");
                if bad != good {
                    let _ = write!(page, "\nbetter:\n\n```text\n{good}\n```\n");
                }
            }
        }
    }
    page
}

const INTRODUCTION: &str = "\
# Rules

What is checked, why, and what to do about it. An **error** breaks the contract or a standard that it names; the record is not built. A
**warning** is allowed and probably wrong, lossy or leaking; a policy may silence it (`--allow`), keep it (`--warn`) or count it as an
error (`--deny`, `--strict`). Ids never change their meaning.

Under each title stands the message of a finding; words in braces are filled in. `uacc explain RULE` prints a rule at the terminal. This page is rendered from the rules themselves; each example is a test.

";

/// An example as it stands in a file; none where its bytes are no text or it is too long to be read.
fn shown(example: &Example) -> Option<String> {
    match *example {
        Example::BaseData(name, value) => Some(format!("\"{name}\": {value}")),
        Example::Transaction(text) | Example::DocumentRequest(text) | Example::UpdateResult(text) => {
            Some(text.to_owned())
        }
        Example::DocumentResult { request: Some(request), result } => {
            Some(format!("{request}\nis answered with\n{result}"))
        }
        Example::ImportResult { sent: Some(sent), result } => {
            Some(format!("{sent} transactions are answered with\n{result}"))
        }
        Example::DocumentResult { result, .. } | Example::ImportResult { result, .. } => Some(result.to_owned()),
        Example::Transactions(bytes) => {
            let text = str::from_utf8(bytes).ok()?;
            (!text.starts_with('\u{feff}') && !text.trim().is_empty()).then(|| text.to_owned())
        }
        Example::Statement { text, account, currency } => {
            let plain = text.len() < 1500 && text.chars().all(|character| character == '\n' || !character.is_control());
            let given =
                |option: &str, value: Option<&str>| value.map_or(String::new(), |v| format!(" {option} \"{v}\""));
            let options = given("--account", account) + &given("--currency", currency);
            plain.then(|| format!("$ uacc convert file.csv{options}\n{}", text.trim_end()))
        }
        Example::Repeated { .. } => None,
    }
}
