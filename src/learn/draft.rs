use rust_decimal::Decimal;

use super::answers::Answers;
use super::ask::ask;
use super::column::{LearnedColumn, learn_columns};
use super::entries::Entries;
use super::profile::write_profile;
use super::question::{Question, QuestionKind};
use super::role::Basis;
use super::search::find_reading;
use super::table::Table;
use crate::format::{ConvertOptions, Format, Profile, convert_readable};
use crate::report::Phrase;
use crate::statement::{BalanceStatus, Conversion, RowOrder};
use crate::transactions::CreditDebit;
use crate::value::{AccountIdentifier, Currency};

/// What was learned of a table: the role of each column, what is open, and a profile once nothing is.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Draft {
    /// The character between cells.
    pub delimiter: char,
    /// The line of the header, counted from 1, or `None` if the table has none.
    pub header_line: Option<usize>,
    /// The columns, in the order of the table.
    pub columns: Vec<LearnedColumn>,
    /// The decimal mark, if the amounts could be read.
    pub decimal: Option<char>,
    /// The order of rows, if the dates fix it.
    pub order: Option<RowOrder>,
    /// The rows with a date.
    pub entries: usize,
    /// What the amounts of the rows rest on.
    pub amounts: Basis,
    /// What remains to be answered. The profile is written when nothing does.
    pub questions: Vec<Question>,
    /// The profile, and its text in JSON.
    pub profile: Option<(Profile, String)>,
    /// The files, converted with the profile. Where one names no account or currency, these are placeholders.
    pub conversions: Vec<Conversion>,
}

impl Draft {
    /// Returns the status of the balances of all files. `None` if nothing was converted.
    #[must_use]
    pub fn balance_status(&self) -> Option<BalanceStatus> {
        let statuses = self.conversions.iter();
        let statuses = statuses.map(|conversion| conversion.summary.balance_status);
        statuses.reduce(BalanceStatus::joined)
    }
}

/// Learns a table.
pub(super) fn draft(table: &Table, files: &[(&str, &[u8])], answers: &Answers) -> Draft {
    let mut draft = Draft {
        delimiter: char::from(table.delimiter),
        header_line: Some(table.header_line).filter(|line| *line > 0),
        columns: Vec::new(),
        decimal: None,
        order: None,
        entries: 0,
        amounts: Basis::Open,
        questions: Vec::new(),
        profile: None,
        conversions: Vec::new(),
    };
    let Some(entries) = Entries::find(table, answers) else {
        let asked =
            Phrase::new("which column has the dates? None has dates in a form that is known");
        draft
            .questions
            .push(Question::new(QuestionKind::Date, asked));
        return draft;
    };
    let reading = find_reading(table, &entries, answers);
    draft.order = entries.order;
    draft.entries = entries.rows.len();
    draft.columns = learn_columns(table, &entries, reading.as_ref(), answers);
    draft.questions = ask(table, &entries, reading.as_ref(), &draft.columns, answers);
    if let Some(reading) = &reading {
        draft.decimal = Some(reading.decimal);
        draft.amounts = reading.basis;
        if !draft.questions.is_empty() {
            return draft;
        }
        let written = write_profile(table, &entries, reading, &draft.columns, answers);
        if let Some((profile, _)) = &written {
            let convert =
                |(_, bytes): &(&str, &[u8])| convert_with(profile, bytes, answers.currency);
            draft.conversions = files.iter().map(convert).collect();
        }
        match written {
            Some(written) if agrees(&draft.conversions, &reading.moved) => {
                draft.profile = Some(written);
            }
            // A reading counts only if the conversion gives it.
            _ => {
                draft.amounts = Basis::Open;
                let asked = Phrase::new(
                    "which rows are no bookings? A profile with these roles converts other transactions than the rows show; write it by hand with the guide to profiles",
                );
                draft
                    .questions
                    .push(Question::new(QuestionKind::Unwritten, asked));
            }
        }
    }
    draft
}

/// The account of a file that names none. Nothing shows it.
const NO_ACCOUNT: &str = "unknown";
/// The currency of a file that names none, "no currency" in ISO 4217.
const NO_CURRENCY: &str = "XXX";

/// Converts the file with what was learned.
fn convert_with(profile: &Profile, source: &[u8], currency: Option<Currency>) -> Conversion {
    let mut options = ConvertOptions::new();
    options.format = Format::Custom(profile.clone());
    options.account = AccountIdentifier::parse(NO_ACCOUNT).ok();
    options.currency = currency.or(Currency::parse(NO_CURRENCY).ok());
    convert_readable(source, &options)
}

/// Whether the transactions of conversions are what the rows move.
pub(super) fn agrees(conversions: &[Conversion], moved: &[Decimal]) -> bool {
    let mut converted: Vec<Decimal> = Vec::new();
    let transactions = conversions
        .iter()
        .map(|conversion| &conversion.transactions);
    for transaction in transactions.flatten() {
        let amount = Decimal::from(transaction.amount);
        let is_debit = transaction.credit_debit == Some(CreditDebit::Debit);
        converted.push(if is_debit { -amount } else { amount });
    }
    let mut moved: Vec<Decimal> = moved
        .iter()
        .copied()
        .filter(|amount| !amount.is_zero())
        .collect();
    converted.retain(|amount| !amount.is_zero());
    moved.sort_unstable();
    converted.sort_unstable();
    moved == converted
}
