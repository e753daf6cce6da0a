//! The exact message and help of every rule.

use std::fmt::Write as _;

use universal_accounting::contract;
use universal_accounting::internals::rules::bad_example;

use crate::contract::examples;
use crate::golden::compare;

#[test]
fn messages_and_helps_are_as_expected() {
    let mut text = String::new();
    for page in contract::pages() {
        let rule = page.rule;
        for finding in
            examples::check_example(bad_example(page), &examples::policy_for(rule.id)).findings
        {
            let position = match &finding.cell {
                Some(cell) if cell.column.is_empty() => format!("row {}", cell.row),
                Some(cell) => format!("row {}, column {}", cell.row, cell.column),
                None => finding.pointer.clone(),
            };
            let (line, column) = (finding.line, finding.column);
            writeln!(text, "{} {line}:{column} {position}", rule.id).unwrap();
            writeln!(text, "    {}", finding.message()).unwrap();
            writeln!(text, "    help: {}", finding.help()).unwrap();
            if let Some(fix) = finding.fix {
                writeln!(
                    text,
                    "    {}: {}",
                    if fix.safe { "safe fix" } else { "unsafe fix" },
                    fix.replacement
                )
                .unwrap();
            }
        }
    }
    compare("rules.txt", &text);
}
