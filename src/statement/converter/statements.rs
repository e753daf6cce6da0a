use super::ids::for_each_row;
use super::state::Converter;
use crate::report::Diagnostic;
use crate::source::{Position, sorted_by_key};
use crate::statement::balance::BalanceStatus;
use crate::statement::entry_checks::EntryChecks;
use crate::statement::issued::{Statement, StatementEntry, TransactionSums, earlier};
use crate::statement::metadata::StatementMetadata;
use crate::statement::reader::StatementReader;
use crate::statement::reconciliation::{Reconciled, Reconciliation};
use crate::statement::rules;
use crate::statement::totals::Total;
use crate::value::AccountIdentifier;

impl<'s, 'b> Converter<'s, 'b, '_> {
    pub(super) fn begin_statement(&mut self, metadata: &'b StatementMetadata) {
        self.metadata = metadata;
        self.cash_accounts.begin_statement(metadata, self.findings);
        self.ids.begin_statement();
        self.reconciliation = Reconciliation::new(metadata, self.options);
        self.checks = EntryChecks::new(metadata);
        (self.converted_before, self.rejected_before) =
            (self.summary.converted, self.summary.rejected.len());
    }

    /// Compares the entries of a statement with each other and with its balances, and adds its totals to those of the file.
    pub(super) fn end_statement(&mut self, reader: &dyn StatementReader<'s>) {
        self.convert_open_entry(reader);
        let repeats_block = self.checks.finish(self.findings, || {
            let mut rows = Vec::new();
            for_each_row(reader, self.metadata, self.options, |row| rows.push(row));
            rows
        });
        let is_doubtful = self.metadata.incomplete_at.is_some() || repeats_block;
        if is_doubtful {
            self.reconciliation.set_doubtful();
        }
        let Reconciled {
            mut totals,
            entries,
            mut status,
        } = self
            .reconciliation
            .finish(&self.cash_accounts, self.findings);
        let has_rejected = self.summary.rejected.len() > self.rejected_before;
        // If every row was rejected, the balances of pending entries prove nothing.
        if self.summary.converted == self.converted_before && has_rejected {
            status = BalanceStatus::None;
        }
        self.checks
            .compare_totals(&mut totals, &mut status, has_rejected, self.findings);
        let reversals = std::mem::take(&mut self.reversals);
        if status == BalanceStatus::None {
            for span in reversals {
                self.findings
                    .push(Diagnostic::new(&rules::REVERSAL_UNPROVED, span));
            }
        }
        let [first, last] = self.metadata.period;
        self.summary.first_day = earlier(self.summary.first_day, first);
        self.summary.last_day = self.summary.last_day.max(last);
        self.summary.is_doubtful |= has_rejected || is_doubtful;
        self.add_statements(
            totals,
            entries,
            status,
            has_rejected || is_doubtful,
            reader.is_newest_first(),
        );
    }

    /// Adds the statement of each account and currency to the summary. Without transactions, it is that of the account that the statement names.
    fn add_statements(
        &mut self,
        totals: Vec<Total>,
        entries: Vec<Vec<StatementEntry>>,
        status: BalanceStatus,
        is_doubtful: bool,
        is_newest_first: bool,
    ) {
        let stated = self.reconciliation.stated_balances();
        let (account, currency) = self.cash_accounts.stated();
        let metadata = self.metadata;
        let statement = Statement {
            account: account.and_then(|account| AccountIdentifier::parse(account).ok()),
            currency: currency.or_else(|| {
                stated
                    .into_iter()
                    .flatten()
                    .find_map(|stated| stated.currency)
            }),
            identification: metadata.identification.clone(),
            format: self.options.bank.unwrap_or_default().to_owned(),
            stated_period: metadata.period,
            balance_days: stated.map(|stated| stated?.day),
            opening_balance: stated[0].map(|stated| stated.balance),
            closing_balance: stated[1].map(|stated| stated.balance),
            balance_status: status,
            is_doubtful,
            sums: TransactionSums::ZERO,
            unconfirmed: Vec::new(),
            confirmed: 0,
            includes_unexported: false,
            has_contradicting_day: false,
            totals_agree: self.checks.totals_agree(),
            is_newest_first,
            entries: Vec::new(),
            span: metadata.span,
            place: [Position::START; 2],
        };
        if totals.is_empty() {
            return self.summary.statements.push(statement);
        }
        let is_only = totals.len() == 1;
        for (total, entries) in totals.into_iter().zip(entries) {
            // What a statement states is about the only account and currency of its entries.
            let [opening, closing] =
                stated.map(|stated| stated.filter(|_| is_only).map(|stated| stated.balance));
            let closing = closing.filter(|_| !total.includes_unexported);
            self.summary.statements.push(Statement {
                account: Some(total.account),
                currency: Some(total.currency),
                opening_balance: total.opening_balance.or(opening),
                closing_balance: total.closing_balance.or(closing),
                balance_status: total.balance_status,
                sums: TransactionSums {
                    credit: total.credit,
                    debit: total.debit,
                    first_day: total.first_day,
                    last_day: total.last_day,
                },
                unconfirmed: total.unconfirmed,
                confirmed: total.confirmed,
                includes_unexported: total.includes_unexported,
                has_contradicting_day: total.has_contradicting_day,
                is_doubtful: total.is_doubtful,
                entries,
                ..statement.clone()
            });
        }
    }

    pub(super) fn finish(self) {
        let summary = self.summary;
        summary.rejected = sorted_by_key(std::mem::take(&mut summary.rejected), |line| (*line, 0));
        let accounts = &self.cash_accounts.accounts;
        summary.used_given_account = accounts.used_given();
        if let Some(span) = accounts.first_unnamed_entry() {
            self.findings
                .push(Diagnostic::new(&rules::ACCOUNT_FILLED_IN, span));
        }
    }
}
