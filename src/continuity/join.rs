//! Leaves each transaction in one of the statements that have it.

use super::history::{AccountHistory, History};
use super::link::Link;
use super::{repeats, rules};
use crate::report::Policy;
use crate::statement::{BalanceStatus, Conversion, Summary, Total, UnconfirmedReason};

/// Compares the statements of converted files, each with its name. Leaves each transaction in the earliest statement that has it; the other rows are skipped
/// with the word [`repeated`](crate::statement::SkipReason::Repeated). Adds what is to be said about the statements to the reports of their files.
///
/// See the [module](crate::continuity) for an example.
pub fn join(names: &[&str], files: &mut [Conversion], policy: &Policy) -> History {
    // Files that were joined before, each alone or with others, may have transactions that count beside these statements.
    files.iter_mut().for_each(repeats::restore);
    let name_of = |index: usize| names.get(index).copied().unwrap_or_default();
    let summaries: Vec<(&str, &Summary)> = files
        .iter()
        .enumerate()
        .map(|(index, file)| (name_of(index), &file.summary))
        .collect();
    let history = History::of(&summaries);
    for (index, file) in files.iter_mut().enumerate() {
        history.apply_to(index, file, policy);
    }
    history
}

impl History {
    /// Does for one file what [`join`] does for all, with a policy of its own.
    pub fn apply_to(&self, file: usize, conversion: &mut Conversion, policy: &Policy) {
        self.repeats_of(file).apply_to_transactions(conversion);
        self.settle(file, &mut conversion.summary, policy);
    }

    /// Puts what the history says about a file into its summary: the findings about its statements, in the place of those about the file alone; the transactions
    /// that another statement before the file confirms; and the rows whose transactions an earlier statement has, which are skipped.
    pub fn settle(&self, file: usize, summary: &mut Summary, policy: &Policy) {
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
