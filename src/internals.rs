//! Private modules for the project's own program, tests, fuzzers and benchmarks. They may change in any release.

/// The JSON reader, which reports the position of every value.
pub mod json {
    pub use crate::json::*;
}

/// Field tables.
pub mod record {
    use crate::base_data;
    use crate::journal::JournalRecord;
    pub use crate::record::*;
    use crate::transactions::{self, Transaction};

    /// Returns the table of a payload of transactions.
    #[must_use]
    pub fn transactions_payload() -> &'static FieldTable {
        &transactions::PAYLOAD
    }

    /// Returns the table of base data.
    #[must_use]
    pub fn base_data_payload() -> &'static FieldTable {
        &base_data::PAYLOAD
    }

    /// Returns the table of a record of a journal export.
    #[must_use]
    pub fn journal_record() -> &'static FieldTable {
        JournalRecord::TABLE
    }

    /// Returns the table of a transaction.
    #[must_use]
    pub fn transaction() -> &'static FieldTable {
        Transaction::TABLE
    }
}

/// Payloads whose values would need too much memory.
pub mod transactions {
    use crate::record::TypedRecord;
    use crate::report::{Policy, RecordPosition};
    use crate::transactions::{Transaction, TransactionsReading};

    /// Appends a transaction as canonical JSON.
    pub fn push_json(json: &mut String, transaction: &Transaction) {
        transaction.push_json(json);
    }

    /// Reads a payload of transactions as `transactions::read` does, and calls `visit` with each value and its position, so that none of them are in the
    /// result.
    pub fn read_each(
        source: &[u8],
        policy: &Policy,
        visit: &mut dyn FnMut(Transaction, RecordPosition),
    ) -> TransactionsReading {
        crate::transactions::read_each(source, policy, visit)
    }
}

/// How files of each kind are normalized.
pub mod normalize {
    pub use crate::record::Normalizer;

    /// Base data.
    pub static BASE_DATA: &Normalizer = &crate::base_data::NORMALIZER;
    /// Payloads of transactions.
    pub static TRANSACTIONS: &Normalizer = &crate::transactions::NORMALIZER;
    /// Journal exports.
    pub static JOURNAL: &Normalizer = &crate::journal::NORMALIZER;
    /// Requests to create a document.
    pub static DOCUMENT: &Normalizer = &crate::documents::NORMALIZER;
}

/// Examples of rules.
pub mod rules {
    use crate::report::RulePage;
    pub use crate::report::example::Example;

    /// Returns the input that breaks the rule.
    #[must_use]
    pub fn bad_example(page: &RulePage) -> Example {
        page.bad
    }

    /// Returns the input that breaks no rule.
    #[must_use]
    pub fn good_example(page: &RulePage) -> Example {
        page.good
    }
}

/// Misspelt words.
pub mod words {
    /// Returns the known word that was probably meant: the same in another case, or one that differs in one or two letters.
    pub fn nearest<'k>(
        word: &str,
        known: impl IntoIterator<Item = &'k str, IntoIter: Clone>,
    ) -> Option<&'k str> {
        crate::record::nearest(word, known).map(|(near, _)| near)
    }
}

/// Checks of single values that build none.
pub mod value {
    use crate::value::{
        Amount, AmountDigits, AmountError, Country, CountrySuggestion, Currency, Date, DateError,
        Iban, Rate, Text, TextError, Uid, UidCheckDigit, WebAddress, WebAddressError,
    };
    use rust_decimal::Decimal;

    /// Formats an amount without its sign, with at least the decimals of the currency.
    #[must_use]
    pub fn format_amount(amount: Decimal, currency: Currency) -> String {
        crate::value::format_amount(amount, currency.minor_units())
    }

    /// Formats an amount with a minus if it is negative, and with at least the decimals of the currency.
    #[must_use]
    pub fn format_signed_amount(amount: Decimal, currency: Currency) -> String {
        crate::value::format_signed_amount(amount, currency.minor_units())
    }

    /// Returns the number of decimals as written.
    ///
    /// # Errors
    ///
    /// The text is not an amount.
    pub fn check_amount(text: &str) -> Result<u8, AmountError> {
        Amount::check(text).map(AmountDigits::decimals)
    }

    /// Returns year, month and day.
    ///
    /// # Errors
    ///
    /// The text is not a date.
    pub fn check_date(text: &str) -> Result<(u16, u8, u8), DateError> {
        Date::check(text)
    }

    /// Checks a text.
    ///
    /// # Errors
    ///
    /// The text has no visible character.
    pub fn check_text(text: &str) -> Result<(), TextError> {
        Text::check(text)
    }

    /// Whether a text is a rate in its only spelling.
    #[must_use]
    pub fn is_canonical_rate(text: &str) -> bool {
        Rate::is_canonical(text)
    }

    /// Whether a text is probably meant as an IBAN.
    #[must_use]
    pub fn looks_like_iban(text: &str) -> bool {
        Iban::looks_like(text)
    }

    /// Returns the correct check digit of a UID that has another one.
    #[must_use]
    pub fn correct_check_digit(uid: Uid) -> Option<u8> {
        if let UidCheckDigit::Wrong { expected } = uid.check_digit() {
            Some(expected)
        } else {
            None
        }
    }

    /// Returns the UID at the start of a tax number.
    #[must_use]
    pub fn uid_with_suffix(text: &str) -> Option<Uid> {
        Uid::parse_with_suffix(text)
    }

    /// Returns the assigned code that an unassigned one must mean.
    #[must_use]
    pub fn suggested_country(country: Country) -> Option<&'static str> {
        country.suggestion().map(|suggestion| match suggestion {
            CountrySuggestion::Case(code) | CountrySuggestion::Alias(code) => code,
        })
    }

    /// Returns the code of a country with this name.
    #[must_use]
    pub fn country_for_name(name: &str) -> Option<&'static str> {
        Country::code_for_name(name)
    }

    /// Returns whether a text is the address of a web site, and the address with the scheme that it lacks.
    #[must_use]
    pub fn check_web_address(text: &str) -> (bool, Option<String>) {
        match WebAddress::check(text) {
            Ok(()) => (true, None),
            Err(WebAddressError::Scheme(address)) => (false, Some(address)),
            Err(WebAddressError::Form) => (false, None),
        }
    }
}

/// Decoding, kinds of file, lines and columns.
pub mod source {
    pub use crate::source::*;
}

/// The rows and cells of a table.
pub mod table {
    pub use crate::sheet::{Cell, Row, Rows};
}

/// The definitions of profiles, as read from their JSON files.
pub mod profile {
    use std::sync::Arc;

    use crate::format::Profile;
    pub use crate::format::table::profile::*;
    pub use crate::statement::balance::{BalanceGranularity, BalanceKind, RowOrder};

    /// Returns the definition of a profile.
    #[must_use]
    pub fn definition_of(profile: &Profile) -> Arc<ProfileDefinition> {
        Arc::clone(profile.definition())
    }
}

/// Verdicts on transactions.
pub mod dedup {
    use crate::dedup::Plan;
    use crate::report::{Policy, Report};

    /// Reports the conflicts of a plan.
    #[must_use]
    pub fn report_conflicts(plan: &Plan<'_>, policy: &Policy) -> Report {
        crate::dedup::report_conflicts(plan, policy)
    }
}

/// Balances that the caller gives.
pub mod balance {
    use rust_decimal::Decimal;

    /// Reads a balance that the caller gives.
    ///
    /// # Errors
    ///
    /// What to write instead.
    pub fn parse(text: &str) -> Result<Decimal, &'static str> {
        crate::statement::parse_balance(text)
    }
}

/// Files that are converted one by one, in parallel or with a display of the progress, and then compared.
pub mod format {
    use crate::continuity::Conversions;
    use crate::format::ConvertOptions;
    use crate::report::Policy;
    use crate::statement::Conversion;

    /// Converts a file without comparing its statements, with the cells of rows or without. Calls `visit` with the offset of each row.
    pub fn convert_alone(
        source: &[u8],
        options: &ConvertOptions,
        with_cells: bool,
        visit: &mut dyn FnMut(usize),
    ) -> Conversion {
        crate::format::convert_alone(source, options, with_cells, visit)
    }

    /// Converts a file, and returns what could be read of it.
    #[must_use]
    pub fn convert_readable(source: &[u8], options: &ConvertOptions) -> Conversion {
        crate::format::convert_readable(source, options)
    }

    /// Compares files that were converted alone, each with its policy.
    #[must_use]
    pub fn join<'p>(files: impl IntoIterator<Item = (Conversion, &'p Policy)>) -> Conversions {
        Conversions::join(files)
    }
}

/// Canonical spellings of accounts, and accounts in a map.
pub mod account_map {
    use crate::statement::AccountMap;
    use crate::value::AccountIdentifier;

    /// Returns the account in the spelling that conversions give it.
    #[must_use]
    pub fn canonical(account: &AccountIdentifier) -> String {
        account.canonical()
    }

    /// Returns the account with one of the bank's numbers.
    #[must_use]
    pub fn find_by_number<'m>(map: &'m AccountMap, number: &str) -> Option<&'m AccountIdentifier> {
        map.find_by_number(number).map(|known| &known.account)
    }

    /// Returns the account that files with this name in a format belong to.
    #[must_use]
    pub fn find_by_file_name<'m>(
        map: &'m AccountMap,
        name: &str,
        bank: Option<&str>,
    ) -> Option<&'m AccountIdentifier> {
        map.find_by_file_name(name, bank)
            .map(|known| &known.account)
    }

    /// Returns all accounts.
    pub fn accounts(map: &AccountMap) -> impl Iterator<Item = &AccountIdentifier> {
        map.accounts.iter().map(|known| &known.account)
    }
}

/// Parts of outputs, for callers that don't hold the whole output in memory.
pub mod render {
    pub use crate::render::conversion::{conversion_batch_json, conversion_summary_json};
    pub use crate::render::normalized::normalized_changes_json;
}

/// Settings of exports that callers write as texts.
pub mod export {
    use chrono::NaiveDateTime;

    use crate::export::statement;

    /// Reads the delimiter of a CSV table: a character, or `tab`.
    ///
    /// # Errors
    ///
    /// What to write instead.
    pub fn parse_delimiter(text: &str) -> Result<char, &'static str> {
        statement::parse_delimiter(text)
    }

    /// Reads a day with or without a time, such as `2026-03-31T12:00:00`.
    ///
    /// # Errors
    ///
    /// What to write instead.
    pub fn parse_time(text: &str) -> Result<NaiveDateTime, &'static str> {
        statement::parse_time(text)
    }
}

/// The file store on another disk than that of the machine.
#[cfg(feature = "file-store")]
pub mod file_store {
    pub use crate::dedup::file::{create_on, open_on};
}

/// Learning a format that a built-in profile knows, as if none did.
pub mod learn {
    use crate::learn::Answers;

    /// Leaves the names of a built-in profile out.
    #[must_use]
    pub fn without(answers: Answers, id: &str) -> Answers {
        answers.without(id)
    }
}
