use crate::report::Rule;
use crate::{bank, base_data, documents, json, record, transactions};

/// The rules of one subject: its title, what it is about, and the rules in the order in which they are read best.
type Chapter = (&'static str, &'static str, &'static [&'static Rule]);

/// All rules, from the file as such to the bank's table.
pub(super) fn chapters() -> [Chapter; 13] {
    use bank::rules as bank;
    use record::rules as of;
    [
        ("Files", "what is true of any input", of::FILE),
        ("JSON", "what a JSON file is, its syntax and its keys", json::rules::RULES),
        ("Fields", "what is there and what is not", of::SHAPE),
        ("Words, texts and dates", "single values of any record", of::VALUE),
        ("Money and accounts", "amounts, currencies and IBANs", of::MONEY),
        ("Companies, taxes and counts", "what is said of a company and its taxes", of::COMPANY),
        ("Base data", "what the records of base data say together", base_data::rules::RULES),
        ("Transactions", "what a transaction and a payload of them say as a whole", transactions::rules::RULES),
        ("Documents", "what the result of a request says of it", documents::rules::RULES),
        ("Bank files", "a bank's export as a whole: its kind, its format, its header", bank::HEADER),
        ("Accounts of bank files", "whose account it is and in which currency", bank::ACCOUNT),
        ("Rows of bank files", "what a row must have and what it may not have", bank::ROW),
        ("Amounts of bank files", "amounts, balances and ids", bank::AMOUNT),
    ]
}

/// Every rule there is.
///
/// ```
/// use universal_accounting::contract;
///
/// assert!(contract::rules().any(|rule| rule.id == "amount-zero"));
/// ```
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    chapters().into_iter().flat_map(|(_, _, rules)| rules).copied()
}

/// The rule of that id.
#[must_use]
pub fn rule(id: &str) -> Option<&'static Rule> {
    rules().find(|rule| rule.id == id)
}
