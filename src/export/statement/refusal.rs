use std::fmt;

use crate::report::{Language, Phrase};
use crate::source::named_enum;

named_enum! {
    /// The reason why a target can't express a transaction.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum StatementRefusalReason {
        /// The transaction has no direction.
        NoDirection = "no-direction",
        /// The transaction has no date, and the target needs one.
        NoDate = "no-date",
        /// The account identifier is longer than the target allows.
        AccountTooLong = "account-too-long",
        /// The amount has more digits or decimals than the target allows.
        AmountTooLong = "amount-too-long",
        /// A sum or a balance has more digits than can be held exactly, or than the target allows.
        SumTooLong = "sum-too-long",
        /// The account identifier has characters that the target does not allow.
        AccountCharacters = "account-characters",
        /// The target needs the balances before and after all transactions, and none is known.
        NoBalance = "no-balance",
        /// The target needs the balances before and after all transactions, and they contradict the transactions, or some may be missing.
        BalancesDiffer = "balances-differ",
        /// The day is outside the years that the target can express.
        DayOutside = "day-outside",
        /// The target takes one account in one currency, and there are several.
        SeveralAccounts = "several-accounts",
        /// No number is given for the account, and the target needs one.
        NoAccountNumber = "no-account-number",
        /// The account is in another currency than the books.
        OtherCurrency = "other-currency",
        /// The day is outside the fiscal year of the batch.
        OutsideFiscalYear = "outside-fiscal-year",
        /// The table has more rows than a sheet of a workbook.
        TooManyRows = "too-many-rows",
    }
    /// Returns the reason as a word.
    as_str
}

impl StatementRefusalReason {
    /// Returns the reason as a sentence in English, by which a translation is found.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::NoDirection => "the transaction doesn't say whether money came in or went out",
            Self::NoDate => {
                "the transaction has no date, which the format needs; CSV does without it"
            }
            Self::AccountTooLong => {
                "the account identifier is longer than the format allows; an account map can give the account a shorter one"
            }
            Self::AmountTooLong => "the amount has more digits or decimals than the format allows",
            Self::SumTooLong => {
                "a sum or a balance of the account has more digits than the format allows"
            }
            Self::AccountCharacters => {
                "the account identifier has characters that the format doesn't allow; an account map can give the account another one"
            }
            Self::NoBalance => {
                "the format needs the balance before or after the transactions, and the files state none that can be relied on; give the opening balance"
            }
            Self::BalancesDiffer => {
                "the format needs balances that agree with the transactions; those of the account don't, or a statement may be missing"
            }
            Self::DayOutside => "the day is outside the years that the format can express",
            Self::SeveralAccounts => {
                "the format takes one account in one currency, and this is another one; convert each by itself"
            }
            Self::NoAccountNumber => {
                "the settings for DATEV have no number for the account; add it to their list of accounts"
            }
            Self::OtherCurrency => {
                "the account is in another currency than the books, and the batch would need a rate; convert its statements to another format"
            }
            Self::OutsideFiscalYear => {
                "the day is outside the fiscal year in the settings for DATEV; convert each fiscal year by itself"
            }
            Self::TooManyRows => {
                "the account has more transactions than a sheet has rows; convert fewer files at a time"
            }
        }
    }
}

/// A transaction or an account that the target can't express. Nothing was written then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct StatementRefusal {
    /// The index of the statement's file, counted from 0.
    pub file: usize,
    /// The line of the first transaction that is concerned, from 1.
    pub line: usize,
    /// The reason.
    pub reason: StatementRefusalReason,
}

impl StatementRefusal {
    pub(super) const fn new((file, line): (usize, usize), reason: StatementRefusalReason) -> Self {
        Self { file, line, reason }
    }
}

impl StatementRefusal {
    /// Returns the reason in a language, as a sentence without the line.
    #[must_use]
    pub fn reason_in(&self, language: Language) -> String {
        Phrase::new(self.reason.message()).text(language)
    }
}

/// The line and the reason. The name of the file belongs before it.
impl fmt::Display for StatementRefusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}: {}", self.line, self.reason.message())
    }
}
