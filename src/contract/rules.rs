use std::fmt::Write as _;

use super::node::{Node, capitalized};
use crate::report::{Level, Policy, PolicyError, Rule, RulePage, Severity};
use crate::{
    archive, base_data, continuity, cross_check, dedup, documents, export, format, journal, record,
    sandbox, sheet, statement, tables, transactions,
};

/// Rules about one subject, in an order that reads well.
pub(super) struct RuleGroup {
    pub(super) title: &'static str,
    /// The subject, as a phrase without a capital letter and a full stop.
    pub(super) about: &'static str,
    pub(super) pages: &'static [RulePage],
}

/// Lists the modules with rules. The rules, their severities and the pages are separate lists, so that a program contains only the texts that it needs.
macro_rules! rule_groups {
    ($($title:literal, $about:literal, $($module:ident)::+;)*) => {
        /// All pages, from rules about any file to rules about bank statements.
        static RULE_GROUPS: &[RuleGroup] =
            &[$(RuleGroup { title: $title, about: $about, pages: $($module)::+::PAGES }),*];

        /// Iterates over all rules.
        ///
        /// ```
        /// use universal_accounting::contract;
        ///
        /// assert!(contract::rules().any(|rule| rule.id == "amount-zero"));
        /// ```
        pub fn rules() -> impl Iterator<Item = &'static Rule> {
            [$($($module)::+::RULES),*].into_iter().flatten().copied()
        }

        /// Iterates over the ids of all rules with their severities, and the ids of the rules that were merged into each.
        fn severities() -> impl Iterator<Item = (&'static str, Severity, &'static [&'static str])> {
            [$($($module)::+::SEVERITIES),*].into_iter().flatten().copied()
        }
    };
}

rule_groups! {
    "Files", "input of any format", record::rules::file;
    "JSON", "the syntax and the keys of JSON files", record::rules::json;
    "Fields", "missing and empty fields, and values of the wrong type", record::rules::shape;
    "Words, texts and dates", "single values of any record", record::rules::value;
    "Money and accounts", "amounts, currencies and IBANs", record::rules::money;
    "Companies, taxes and counts", "the values of companies and taxes, and counts", record::rules::company;
    "Base data", "the records of base data together, such as duplicates and gaps", base_data::rules;
    "Transactions", "transactions as a whole, payloads of transactions, and results of imports", transactions::rules;
    "Comparisons with base data", "journals and transactions that are compared with base data", cross_check::rules;
    "Imports", "transactions that were imported before", dedup::rules;
    "Documents", "requests to create documents, and their results", documents::rules;
    "Journals", "journal exports: entries that balance, ids, numbers, dimensions, files", journal::rules;
    "Journals as single entries", "the CSV of single entries", journal::single_entries::rules;
    "Statements in XML", "statements in the messages of ISO 20022", format::rules::xml;
    "Statements of SWIFT", "statements in the messages MT940 and MT942", format::rules::mt940;
    "Statements of OFX and QIF", "statements in OFX, QFX and QBO, and registers in QIF", format::rules::ofx;
    "Archives", "ZIP archives of statements", archive::rules;
    "Workbooks", "statements in spreadsheets", sheet::rules::workbook;
    "Tables", "tables of any content: their encoding, their rows and their cells", sheet::rules::table;
    "Bank files", "a bank's export as a whole: its kind, its format, its header", format::rules::file;
    "Accounts of bank files", "the account of a bank file, its owner and its currency", statement::rules::account;
    "Rows of bank files", "single rows of a bank file", format::rules::row;
    "Dates of bank files", "the dates of bookings", statement::rules::day;
    "Amounts of bank files", "amounts, balances and ids", statement::rules::amount;
    "Statements together", "what the statements of an account say about each other", continuity::rules;
    "Exports", "the settings of exports", export::rules;
    "Tables of base data", "CSV files and workbooks from which base data is built", tables::rules;
    "The reference service", "credentials, forced responses and deliveries", sandbox::rules;
}

/// Returns the rule with this id, or the one that it was merged into.
///
/// ```
/// use universal_accounting::contract;
/// use universal_accounting::report::Severity;
///
/// let rule = contract::rule("amount-zero").unwrap();
/// assert_eq!(rule.severity, Severity::Error);
/// assert_eq!(contract::rule("amount-none"), None);
/// assert_eq!(contract::rule("table-encoding-mixed").unwrap().id, "encoding-mixed");
/// ```
#[must_use]
pub fn rule(id: &str) -> Option<&'static Rule> {
    rules().find(|rule| rule.has_id(id))
}

/// Sets the level of the rule with this id, as [`Policy::level`] does, or returns `None` if there is no such rule. A program that calls this and not [`rule`]
/// contains only the texts of the rules that it can report.
///
/// ```
/// use universal_accounting::{contract, report::{Level, Policy}};
///
/// assert!(matches!(contract::set_level(Policy::new(), "unknown-field", Level::Deny), Some(Ok(_))));
/// assert!(matches!(contract::set_level(Policy::new(), "amount-zero", Level::Allow), Some(Err(_))));
/// assert!(contract::set_level(Policy::new(), "amount-null", Level::Allow).is_none());
/// assert!(matches!(contract::set_level(Policy::new(), "table-encoding-mixed", Level::Allow), Some(Ok(_))));
/// ```
///
/// # Errors
///
/// The rule is an error of the service's contract, which can't be allowed or lowered to a warning.
#[must_use]
pub fn set_level(policy: Policy, id: &str, level: Level) -> Option<Result<Policy, PolicyError>> {
    let is_meant = |known: &str, aliases: &[&str]| known == id || aliases.contains(&id);
    let (id, severity, _) = severities().find(|(known, _, aliases)| is_meant(known, aliases))?;
    Some(policy.level_of(id, severity, level))
}

/// Iterates over the pages of all rules.
pub fn pages() -> impl Iterator<Item = &'static RulePage> {
    RULE_GROUPS.iter().flat_map(|group| group.pages)
}

/// Returns the page of the rule with this id, or of the one that it was merged into.
///
/// ```
/// use universal_accounting::contract;
///
/// assert_eq!(contract::page("amount-zero").map(|page| page.title), Some("An amount is zero"));
/// ```
#[must_use]
pub fn page(id: &str) -> Option<&'static RulePage> {
    pages().find(|page| page.rule.has_id(id))
}

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
    Node::List(pages().map(object).collect()).to_json_pretty()
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
