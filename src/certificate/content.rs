//! A certificate of a conversion that was done.

use std::collections::BTreeMap;

use rust_decimal::Decimal;

use super::model::{
    Certificate, CertifiedAccount, CertifiedDays, CertifiedSource, CertifiedStatement, Fingerprint,
    MissingDays, UnconfirmedCount, VERSION,
};
use super::recipe::Recipe;
use crate::continuity::{AccountHistory, History, Link, StatementInHistory};
use crate::dedup::{self, Calendar, StoredStatement};
use crate::statement::{BalanceStatus, Summary};

/// What a conversion read and wrote.
#[derive(Debug, Clone, Copy)]
#[allow(clippy::exhaustive_structs, reason = "callers build it")]
pub struct CertificateParts<'p> {
    /// How it was done.
    pub recipe: &'p Recipe,
    /// The files that were read. An archive is one file.
    pub inputs: &'p [Fingerprint],
    /// The statement files, also of archives.
    pub files: &'p [CertifiedFile<'p>],
    /// What their statements say about each other, which is settled in the summaries.
    pub history: &'p History,
    /// The files that were written.
    pub outputs: &'p [Fingerprint],
}

/// A statement file that was converted.
#[derive(Debug, Clone, Copy)]
#[allow(clippy::exhaustive_structs, reason = "callers build it")]
pub struct CertifiedFile<'f> {
    /// The name.
    pub name: &'f str,
    /// The content.
    pub content: &'f [u8],
    /// What was read of it.
    pub summary: &'f Summary,
}

impl Certificate {
    /// Returns the certificate of a conversion.
    #[must_use]
    pub fn of(parts: &CertificateParts<'_>) -> Self {
        let files = parts.files.iter();
        let statements: Vec<StoredStatement> = files
            .clone()
            .flat_map(|file| StoredStatement::all_of(file.summary, file.content))
            .collect();
        let calendars = dedup::calendars(&statements);
        let names: Vec<&str> = files.clone().map(|file| file.name).collect();
        let accounts = parts.history.accounts.iter();
        let documents = parts.recipe.documents.iter();
        Self {
            certificate: VERSION,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            created: parts.recipe.created.clone(),
            settings: parts.recipe.settings.clone(),
            documents: documents.map(super::recipe::Document::certified).collect(),
            inputs: parts.inputs.to_vec(),
            files: files.map(CertifiedSource::of).collect(),
            outputs: parts.outputs.to_vec(),
            accounts: accounts
                .map(|account| CertifiedAccount::of(account, &names, &calendars))
                .collect(),
        }
    }
}

impl CertifiedSource {
    fn of(file: &CertifiedFile<'_>) -> Self {
        let summary = file.summary;
        let format = summary.format.as_ref();
        Self {
            name: file.name.to_owned(),
            format: format.map(|format| format.id.clone()),
            institution: format.map(|format| format.institution.clone()),
            variant: summary.variant.clone(),
            rows: summary.rows,
            transactions: summary.converted,
            details: summary.details,
            skipped: summary.skipped.len(),
            rejected: summary.rejected.len(),
            balance: summary.balance_status.as_str().to_owned(),
        }
    }
}

impl CertifiedAccount {
    fn of(account: &AccountHistory, names: &[&str], calendars: &[Calendar]) -> Self {
        let is_of = |calendar: &&Calendar| {
            account.account.as_ref() == Some(&calendar.account)
                && account.currency == Some(calendar.currency)
        };
        let calendar = calendars.iter().find(is_of);
        let days = calendar.map(|calendar| calendar.days.as_slice());
        let missing = calendar.map(|calendar| calendar.missing.as_slice());
        let statements = account.statements.iter();
        Self {
            account: text(account.account.as_ref()),
            currency: text(account.currency),
            transactions: account.transactions,
            repeated: account.repeated,
            credit: text(account.credit),
            debit: text(account.debit),
            first: text(account.first_day),
            last: text(account.last_day),
            opening: text(account.opening_balance),
            closing: text(account.closing_balance),
            balance: account.balance_status.as_str().to_owned(),
            confirmed: account.confirmed,
            unconfirmed: unconfirmed(account),
            doubts: doubts(account),
            statements: statements
                .map(|statement| CertifiedStatement::of(statement, names))
                .collect(),
            days: days
                .unwrap_or_default()
                .iter()
                .map(CertifiedDays::of)
                .collect(),
            missing: missing
                .unwrap_or_default()
                .iter()
                .map(MissingDays::of)
                .collect(),
        }
    }
}

impl CertifiedStatement {
    fn of(statement: &StatementInHistory, names: &[&str]) -> Self {
        let name = names.get(statement.file).copied();
        Self {
            file: name.unwrap_or_default().to_owned(),
            number: statement.number.clone(),
            from: text(statement.first_day),
            until: text(statement.last_day),
            opening: text(statement.opening_balance),
            closing: text(statement.closing_balance),
            transactions: statement.transactions,
            repeated: statement.repeated.len(),
            link: statement.link.as_str().to_owned(),
            balance: statement.balance_status.as_str().to_owned(),
        }
    }
}

impl CertifiedDays {
    fn of(days: &dedup::CalendarDays) -> Self {
        Self {
            from: days.first_day.to_string(),
            until: days.last_day.to_string(),
            coverage: days.coverage.as_str().to_owned(),
        }
    }
}

impl MissingDays {
    fn of(missing: &dedup::MissingStatement) -> Self {
        let difference: Option<Decimal> = missing.balances.map(|balances| balances.difference);
        Self {
            from: missing.first_day.to_string(),
            until: missing.last_day.to_string(),
            difference: text(difference),
        }
    }
}

fn text(value: Option<impl ToString>) -> Option<String> {
    value.map(|value| value.to_string())
}

fn unconfirmed(account: &AccountHistory) -> Vec<UnconfirmedCount> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for rows in &account.unconfirmed {
        *counts.entry(rows.reason.as_str()).or_default() += rows.transactions;
    }
    let counts = counts.into_iter();
    counts
        .map(|(reason, transactions)| UnconfirmedCount {
            reason: reason.to_owned(),
            transactions,
        })
        .collect()
}

/// Returns what keeps balances from proving an account, apart from single transactions.
fn doubts(account: &AccountHistory) -> Vec<String> {
    if account.balance_status == BalanceStatus::Proved {
        return Vec::new();
    }
    let has_gap = account
        .statements
        .iter()
        .any(|statement| statement.link == Link::Gap);
    let doubts = [
        (has_gap, "missing-statement"),
        (account.includes_unexported, "unexported-row"),
        (account.has_contradicting_day, "contradicting-day"),
        (account.is_doubtful, "incomplete"),
    ];
    let found = doubts.into_iter().filter(|(applies, _)| *applies);
    found.map(|(_, doubt)| doubt.to_owned()).collect()
}
