use super::answers::Answers;
use crate::report::{Language, Phrase};
use crate::source::named_enum;

named_enum! {
    /// What a question is about.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum QuestionKind {
        /// No column has dates.
        Date = "date",
        /// Day and month can be exchanged.
        DayOrMonth = "day-or-month",
        /// Neither balances nor names show the amounts.
        Amounts = "amounts",
        /// A number without a minus sign can be money in or money out.
        Direction = "direction",
        /// Several readings satisfy all balances, or names contradict the only one.
        Rivals = "rivals",
        /// A column seems to be a fee that no reading includes.
        Fee = "fee",
        /// Some rows may not be booked.
        Status = "status",
        /// The first or the last row may be a balance.
        Balance = "balance",
        /// A role that names or values suggest, and nothing proves.
        Suggested = "suggested",
        /// A profile can't say what the rows show, so a conversion with it gives other transactions.
        Unwritten = "unwritten",
    }
    /// Returns the name in machine-readable output.
    as_str
}

/// What remains to be answered before a profile is written.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Question {
    /// What it is about.
    pub kind: QuestionKind,
    /// The name of the column, if it is about one.
    pub column: Option<String>,
    /// The possible answers. None if only another file or a profile written by hand helps.
    pub choices: Vec<Choice>,
    pub(super) text: Phrase,
}

/// A possible answer to a question.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Choice {
    /// What to [`add`](Answers::add) to the answers.
    pub answers: Answers,
    pub(super) text: Phrase,
}

impl Question {
    pub(super) const fn new(kind: QuestionKind, text: Phrase) -> Self {
        Self {
            kind,
            column: None,
            choices: Vec::new(),
            text,
        }
    }

    pub(super) fn about(mut self, column: &str) -> Self {
        self.column = Some(column.to_owned());
        self
    }

    pub(super) fn choice(mut self, text: Phrase, answers: Answers) -> Self {
        self.choices.push(Choice { answers, text });
        self
    }

    /// Returns the question as a template with its parameters.
    pub(crate) const fn phrase(&self) -> &Phrase {
        &self.text
    }

    /// Returns the question in a language. It quotes names and texts of the file.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        self.text.text(language)
    }
}

impl Choice {
    /// Returns the answer as a template with its parameters.
    pub(crate) const fn phrase(&self) -> &Phrase {
        &self.text
    }

    /// Returns the answer in a language.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        self.text.text(language)
    }
}
