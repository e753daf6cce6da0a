use std::fmt::Write as _;

use super::node::{Node, capitalised};
use super::rules::CHAPTERS;
use crate::report::RulePage;

/// Every rule as a JSON array of objects: its id, severity, title, message and help with their parameters in braces, why, the version
/// it came with, and an example of bad and of good input.
#[must_use]
pub fn rules_json() -> String {
    let object = |page: &RulePage| {
        let rule = page.rule;
        Node::object([
            ("id", Node::text(rule.id)),
            ("severity", Node::text(rule.severity.as_str())),
            ("title", Node::text(page.title)),
            ("message", Node::text(rule.message)),
            ("help", Node::text(rule.help)),
            ("why", Node::text(page.why)),
            ("since", Node::text(rule.since)),
            ("bad", Node::text(page.bad.to_text())),
            ("good", Node::text(page.good.to_text())),
        ])
    };
    Node::List(super::pages().map(object).collect()).pretty()
}

/// Every rule as a page to read, in Markdown.
#[must_use]
pub fn rules_markdown() -> String {
    let mut text = String::from(INTRODUCTION);
    for (title, about, _) in CHAPTERS {
        let anchor = title.to_lowercase().replace(' ', "-").replace(',', "");
        // Writing to a text can't fail.
        let _ = writeln!(text, "- [{title}](#{anchor}): {about}");
    }
    for (title, about, pages) in CHAPTERS {
        let _ = write!(text, "\n## {title}\n\n{}.\n", capitalised(about));
        for page in *pages {
            let rule = page.rule;
            let _ =
                write!(text, "\n### {}\n\n**{}.** *{}*\n\n", rule.id, page.title, capitalised(rule.severity.as_str()));
            let _ = write!(text, "> {}\n\n{}\n\nTo mend it: {}.\n", rule.message, page.why, rule.help_without_params());
            let (bad, good) = (shortened(page.bad.to_text()), shortened(page.good.to_text()));
            let _ = write!(text, "\n```text\n{bad}\n```\n");
            if bad != good {
                let _ = write!(text, "\nbetter:\n\n```text\n{good}\n```\n");
            }
        }
    }
    text
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
