//! The result of converting files together.

use super::history::{AccountHistory, History};
use super::link::Link;
use super::rules;
use crate::report::Policy;
use crate::statement::{BalanceStatus, Conversion, Summary, Total, UnconfirmedReason};
use crate::transactions::Transaction;

/// Converted files, and what their statements say about each other. A transaction that several statements have is in the file of the earliest one; the other rows
/// are skipped with the word [`repeated`](crate::statement::SkipReason::Repeated).
///
/// [`format::convert_all`](crate::format::convert_all) returns it, and exports, imports, reports and certificates take it. See the [module](crate::continuity) for an example.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conversions {
    /// The files, in the order of the call. What the history says about a file is in its report.
    pub files: Vec<Conversion>,
    /// What the statements of all files say about each other.
    pub history: History,
}

impl Conversions {
    /// Compares the statements of files that were converted alone, each with its policy, and leaves each transaction in the earliest statement that has it.
    #[must_use]
    pub(crate) fn join<'p>(files: impl IntoIterator<Item = (Conversion, &'p Policy)>) -> Self {
        let (mut files, policies): (Vec<Conversion>, Vec<&Policy>) = files.into_iter().unzip();
        let history = History::of(&named(&files));
        for (index, (file, policy)) in files.iter_mut().zip(policies).enumerate() {
            history.repeats_of(index).apply_to_transactions(file);
            history.settle(index, &mut file.summary, policy);
        }
        Self { files, history }
    }

    /// Returns the transactions of all files.
    pub fn transactions(&self) -> impl Iterator<Item = &Transaction> {
        self.files.iter().flat_map(|file| &file.transactions)
    }

    /// Returns whether everything of all files is in the result. See [`Summary::is_complete`].
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.files.iter().all(Conversion::is_complete)
    }
}

/// One file, whose statements were compared when it was converted.
impl From<Conversion> for Conversions {
    fn from(conversion: Conversion) -> Self {
        let files = vec![conversion];
        let history = History::of(&named(&files));
        Self { files, history }
    }
}

fn named(files: &[Conversion]) -> Vec<(&str, &Summary)> {
    let files = files.iter();
    files
        .map(|file| (file.name.as_str(), &file.summary))
        .collect()
}

impl History {
    /// Puts what the history says about a file into its summary: the findings about its statements, in the place of those about the file alone; the transactions
    /// that another statement before the file confirms; and the rows whose transactions an earlier statement has, which are skipped.
    pub(crate) fn settle(&self, file: usize, summary: &mut Summary, policy: &Policy) {
        summary.report.remove_all_of(rules::RULES);
        let findings = self.accounts.iter().flat_map(|account| &account.findings);
        for (_, finding) in findings.filter(|(in_file, _)| *in_file == file) {
            summary.report.add(finding, policy);
        }
        for total in &mut summary.totals {
            let account = self.accounts.iter().find(|account| {
                account.account.as_ref() == Some(&total.account)
                    && account.currency == Some(total.currency)
            });
            if account.is_some_and(|account| account.begins_known(file)) {
                confirm_oldest(total);
            }
        }
        let are_proved = |total: &Total| total.balance_status == BalanceStatus::Proved;
        if summary.balance_status == BalanceStatus::Partly
            && !summary.is_doubtful
            && !summary.totals.is_empty()
            && summary.totals.iter().all(are_proved)
            && !self.has_unproved_rest(file)
        {
            summary.balance_status = BalanceStatus::Proved;
        }
        self.repeats_of(file).apply_to(summary);
    }

    /// Whether balances leave something open in a statement of a file that has no transactions, and so no totals.
    fn has_unproved_rest(&self, file: usize) -> bool {
        let statements = self.accounts.iter().flat_map(|account| &account.statements);
        let mut without_totals =
            statements.filter(|statement| statement.file == file && statement.transactions == 0);
        without_totals.any(|statement| statement.balance_status == BalanceStatus::Partly)
    }
}

impl AccountHistory {
    /// Whether a statement of a file follows one of another file.
    fn begins_known(&self, file: usize) -> bool {
        self.statements.iter().any(|statement| {
            let before = statement
                .linked_to
                .and_then(|before| self.statements.get(before));
            statement.file == file
                && statement.link == Link::Follows
                && before.is_some_and(|before| before.file != file)
        })
    }
}

/// Confirms the oldest transactions of an account in a file, because the balance before them is known.
fn confirm_oldest(total: &mut Total) {
    let oldest = total.unconfirmed.extract_if(.., |rows| {
        rows.reason == UnconfirmedReason::NoOpeningBalance
    });
    total.confirmed += oldest.map(|rows| rows.transactions).sum::<usize>();
    if total.balance_status == BalanceStatus::Partly
        && total.confirmed == total.transactions
        && !total.includes_unexported
        && !total.has_contradicting_day
        && !total.is_doubtful
    {
        total.balance_status = BalanceStatus::Proved;
    }
}
