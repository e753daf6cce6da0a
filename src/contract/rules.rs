use crate::report::Rule;
use crate::{bank, base_data, documents, json, record, transactions};

/// Every rule there is, from the file as such to the bank's table.
///
/// ```
/// use universal_accounting::contract;
///
/// assert!(contract::rules().any(|rule| rule.id == "amount-zero"));
/// ```
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    let rooms = [
        json::rules::RULES,
        base_data::rules::RULES,
        transactions::rules::RULES,
        documents::rules::RULES,
        bank::rules::RULES,
    ];
    record::rules::RULES.iter().copied().chain(rooms).flatten().copied()
}

/// The rule of that id.
#[must_use]
pub fn rule(id: &str) -> Option<&'static Rule> {
    rules().find(|rule| rule.id == id)
}
