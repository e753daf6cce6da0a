use std::fmt::Write as _;

use super::node::{Node, capitalized};
use super::rules::{RULE_GROUPS, RuleGroup};
use crate::report::RulePage;

/// Renders all rules as a JSON array of objects.
///
/// Each object has the id, severity, title, message and help (with their parameters in braces), the reason (`why`), the version that introduced
/// the rule (`since`), and an example of bad and of good input. Rules that others were merged into have the ids of these (`aliases`).
#[must_use]
pub fn rules_json() -> String {
    let object = |page: &RulePage| {
        let rule = page.rule;
        let mut object = vec![
            ("id", Node::text(rule.id)),
            ("severity", Node::text(rule.severity.as_str())),
            ("title", Node::text(page.title)),
            ("message", Node::text(rule.message)),
            ("help", Node::text(rule.help)),
            ("why", Node::text(page.why)),
            ("since", Node::text(rule.since)),
            ("bad", Node::text(page.bad.to_text())),
            ("good", Node::text(page.good.to_text())),
        ];
        if !rule.aliases.is_empty() {
            object.insert(1, ("aliases", Node::texts(rule.aliases.iter().copied())));
        }
        Node::object(object)
    };
    Node::List(super::pages().map(object).collect()).to_json_pretty()
}

/// Renders all rules as a Markdown document.
#[must_use]
pub fn rules_markdown() -> String {
    let mut text = String::from(INTRODUCTION);
    for RuleGroup { title, about, .. } in RULE_GROUPS {
        let anchor = title.to_lowercase().replace(' ', "-").replace(',', "");
        // Writing to a `String` can't fail.
        let _ = writeln!(text, "- [{title}](#{anchor}): {about}");
    }
    for RuleGroup {
        title,
        about,
        pages,
    } in RULE_GROUPS
    {
        let _ = write!(text, "\n## {title}\n\n{}.\n", capitalized(about));
        for page in *pages {
            let rule = page.rule;
            let severity = capitalized(rule.severity.as_str());
            let _ = write!(
                text,
                "\n### {}\n\n**{}.** *{severity}*\n\n",
                rule.id, page.title
            );
            let _ = write!(
                text,
                "> {}\n\n{}\n\nTo fix it: {}.\n",
                rule.message,
                page.why,
                rule.help_without_params()
            );
            if !rule.aliases.is_empty() {
                let aliases = rule.aliases.join("`, `");
                let _ = write!(text, "\nOptions take `{aliases}` too.\n");
            }
            let (bad, good) = (
                truncated(page.bad.to_text()),
                truncated(page.good.to_text()),
            );
            let _ = write!(text, "\n```text\n{bad}\n```\n");
            if bad != good {
                let _ = write!(text, "\nBetter:\n\n```text\n{good}\n```\n");
            }
        }
    }
    text
}

const INTRODUCTION: &str = "\
# Rules

What each rule reports, why it exists, and how to fix the input. An **error** breaks the service's contract or a standard, and the record
is rejected. A **warning** is allowed by the contract, but the value is probably wrong, or something is lost or disclosed; a policy may
silence it, keep it as a warning, or raise it to an error. A **note** is worth knowing and changes nothing; a policy may silence it, or raise it
to a warning or an error. Ids never change their meaning.

The quoted line below a title is the message of a finding; words in braces are replaced by values. This page is generated from the rules, and
each example is tested.

";

/// Cuts a long example. The first lines of a bank file are enough to understand it.
fn truncated(example: String) -> String {
    const MAX_CHARS: usize = 1500;
    if example.chars().count() <= MAX_CHARS {
        return example;
    }
    example.chars().take(MAX_CHARS).chain("…".chars()).collect()
}
