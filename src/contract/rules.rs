use crate::report::{Rule, RulePage};
#[cfg(feature = "service")]
use crate::sandbox;
use crate::{base_data, documents, format, record, statement, transactions};

/// The pages of one subject: its title, what it is about, and the pages in the order in which they are read best.
type Chapter = (&'static str, &'static str, &'static [RulePage]);

/// Lists the rooms with rules twice: whoever asks for the rules alone does not carry their pages along.
macro_rules! chapters {
    ($($(#[$condition:meta])? $title:literal, $about:literal, $($room:ident)::+;)*) => {
        /// All pages, from the file as such to the bank's table.
        pub(super) static CHAPTERS: &[Chapter] = &[$($(#[$condition])? ($title, $about, $($room)::+::PAGES)),*];

        /// Every rule there is.
        ///
        /// ```
        /// use universal_accounting::contract;
        ///
        /// assert!(contract::rules().any(|rule| rule.id == "amount-zero"));
        /// ```
        pub fn rules() -> impl Iterator<Item = &'static Rule> {
            [$($(#[$condition])? $($room)::+::RULES),*].into_iter().flatten().copied()
        }
    };
}

chapters! {
    "Files", "what is true of any input", record::rules::file;
    "JSON", "what a JSON file is, its syntax and its keys", record::rules::json;
    "Fields", "what is there and what is not", record::rules::shape;
    "Words, texts and dates", "single values of any record", record::rules::value;
    "Money and accounts", "amounts, currencies and IBANs", record::rules::money;
    "Companies, taxes and counts", "what is said of a company and its taxes", record::rules::company;
    "Base data", "what the records of base data say together", base_data::rules;
    "Transactions", "what a transaction and a payload of them say as a whole", transactions::rules;
    "Documents", "what a request says of the uploads, and its result of the request", documents::rules;
    "Bank files", "a bank's export as a whole: its kind, its format, its header", format::rules::file;
    "Accounts of bank files", "whose account it is and in which currency", statement::rules::account;
    "Rows of bank files", "what a row must have and what it may not have", format::rules::row;
    "Amounts of bank files", "amounts, balances and ids", statement::rules::amount;
    #[cfg(feature = "service")] "The reference service", "what is said to it beside the contract", sandbox::rules;
}

/// The rule of that id.
#[must_use]
pub fn rule(id: &str) -> Option<&'static Rule> {
    rules().find(|rule| rule.id == id)
}

/// The page of every rule there is.
pub fn pages() -> impl Iterator<Item = &'static RulePage> {
    CHAPTERS.iter().flat_map(|(_, _, pages)| *pages)
}

/// The page of the rule of that id.
///
/// ```
/// use universal_accounting::contract;
///
/// assert_eq!(contract::page("amount-zero").map(|page| page.title), Some("An amount is zero"));
/// ```
#[must_use]
pub fn page(id: &str) -> Option<&'static RulePage> {
    pages().find(|page| page.rule.id == id)
}
