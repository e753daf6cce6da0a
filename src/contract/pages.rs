use std::fmt::Write as _;

use super::node::Node;
use super::rules::chapters;
use super::words::capitalised;
use crate::report::Rule;

/// Every rule as a JSON array of objects: its id, severity, title, message and help with their parameters in braces, why, the version
/// it came with, and an example of bad and of good input.
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
            ("bad", Node::text(rule.bad.shown())),
            ("good", Node::text(rule.good.shown())),
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
            let (bad, good) = (shortened(rule.bad.shown()), shortened(rule.good.shown()));
            let _ = write!(page, "\n```text\n{bad}\n```\n");
            if bad != good {
                let _ = write!(page, "\nbetter:\n\n```text\n{good}\n```\n");
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

/// More lines of a bank's file tell a reader no more.
fn shortened(example: String) -> String {
    const LONGEST: usize = 1500;
    if example.chars().count() <= LONGEST {
        return example;
    }
    example.chars().take(LONGEST).chain("…".chars()).collect()
}
