use std::borrow::Cow;
use std::collections::HashMap;

use super::accounts::Accounts;
use super::entry::{CurrencyCode, Entry};
use super::metadata::{StatementMetadata, StatementOptions};
use super::rules;
use crate::report::{Collector, Diagnostic, Rule};
use crate::source::Span;
use crate::value::Currency;

/// Assigns each entry to a cash account: an account in one currency, as in ISO 20022. Cash accounts are identified by their index.
///
/// The account and the currency come from the entry, else from the statement, else from the caller.
pub(super) struct CashAccounts<'h> {
    metadata: &'h StatementMetadata,
    pub(super) accounts: Accounts,
    /// The currency that the caller gave.
    given: Option<Currency>,
    /// The same, unless the currencies of the statement contradict each other.
    given_currency: Option<Currency>,
    /// The rules of missing values that were already reported, or must not be reported.
    reported: Vec<&'static Rule>,
    /// The index of the account, and the currency, of each cash account.
    all: Vec<(usize, CurrencyCode<'static>)>,
    indexes: HashMap<(usize, String), usize>,
    /// The cash account of the previous entry, which most entries share.
    previous: Option<(usize, Currency, usize)>,
    /// The first cash account of this statement, and whether it has others.
    first: Option<usize>,
    has_others: bool,
}

impl<'h> CashAccounts<'h> {
    /// Creates the cash accounts of a file. [`begin_statement`](Self::begin_statement) must be called for each of its statements, also the first one.
    pub(super) fn new(options: &StatementOptions<'_>, metadata: &'h StatementMetadata) -> Self {
        Self {
            metadata,
            accounts: Accounts::new(options),
            given: options.currency,
            given_currency: None,
            reported: Vec::new(),
            all: Vec::new(),
            indexes: HashMap::new(),
            previous: None,
            first: None,
            has_others: false,
        }
    }

    pub(super) fn begin_statement(
        &mut self,
        metadata: &'h StatementMetadata,
        findings: &mut Collector<'_>,
    ) {
        self.metadata = metadata;
        self.accounts.begin_statement(metadata, findings);
        self.given_currency = self.given.filter(|_| !metadata.currencies_conflict);
        // The reader has already reported conflicting currencies.
        self.reported = if metadata.currencies_conflict {
            vec![&rules::CURRENCY_MISSING]
        } else {
            Vec::new()
        };
        (self.previous, self.first, self.has_others) = (None, None, false);
    }

    /// Returns the index of the cash account of an entry, and adds the cash account if it is new.
    ///
    /// # Errors
    ///
    /// If the account or the currency is unknown, which is reported here, or if the currency contradicts that of the amounts, which the
    /// caller must report.
    pub(super) fn resolve(
        &mut self,
        entry: &mut Entry<'_>,
        findings: &mut Collector<'_>,
    ) -> Result<usize, Option<Diagnostic>> {
        let is_named = entry.currency.is_some() || self.metadata.currency.is_some();
        match self.account_and_currency(entry, findings) {
            (Some(_), Some(currency)) if self.contradicts_amounts(&currency) => Err(Some(
                Diagnostic::new(&rules::CURRENCY_CONTRADICTS, entry.currency_span),
            )),
            (Some(account), Some(currency)) => {
                if self
                    .metadata
                    .currency
                    .is_some_and(|stated| currency.known() != Some(stated))
                {
                    let fault = Diagnostic::new(&rules::CURRENCY_DIFFERS, entry.currency_span);
                    findings.push(fault.param("used", "that of the bookings"));
                }
                if is_named
                    && self
                        .given_currency
                        .is_some_and(|given| currency.known() != Some(given))
                {
                    self.report_once(
                        &rules::GIVEN_CURRENCY_DIFFERS,
                        entry.currency_span,
                        findings,
                    );
                }
                Ok(self.index_of(account, &currency))
            }
            (_, None) if entry.lacks_currency => Err(Some(Diagnostic::new(
                &rules::CURRENCY_ABSENT,
                entry.currency_span,
            ))),
            (account, currency) => {
                let missing = [
                    (account.is_none(), &rules::ACCOUNT_MISSING),
                    (currency.is_none(), &rules::CURRENCY_MISSING),
                ];
                for (_, rule) in missing.into_iter().filter(|(is_missing, _)| *is_missing) {
                    self.report_once(rule, self.metadata.span, findings);
                }
                Err(None)
            }
        }
    }

    /// Returns the index of the cash account of an entry that becomes no transaction. Only the currency must be known.
    pub(super) fn resolve_skipped(
        &mut self,
        entry: &mut Entry<'_>,
        findings: &mut Collector<'_>,
    ) -> Option<usize> {
        let (account, currency) = self.account_and_currency(entry, findings);
        let account = account.unwrap_or_else(|| self.accounts.index_of(""));
        Some(self.index_of(account, &currency?))
    }

    /// Returns the index and the name of the account, and the currency, of a cash account.
    pub(super) fn get(&self, index: usize) -> (usize, &str, &CurrencyCode<'static>) {
        static UNKNOWN: CurrencyCode<'static> = CurrencyCode::Unknown(Cow::Borrowed(""));
        let (account, currency) = self
            .all
            .get(index)
            .map_or((usize::MAX, &UNKNOWN), |(account, currency)| {
                (*account, currency)
            });
        (account, self.accounts.name(account), currency)
    }

    /// Returns the account and the currency of entries of this statement that name none.
    pub(super) fn stated(&self) -> (Option<&str>, Option<Currency>) {
        let account = self.accounts.default_account();
        let mapped = account.and_then(|account| self.accounts.mapped_currency(account));
        let currency = self.metadata.currency.or(mapped).or(self.given_currency);
        (account.map(|account| self.accounts.name(account)), currency)
    }

    /// Returns the currency if the entries of this statement have only one cash account.
    pub(super) fn only_currency(&self) -> Option<&CurrencyCode<'static>> {
        self.all
            .get(self.first.filter(|_| !self.has_others)?)
            .map(|(_, currency)| currency)
    }

    fn contradicts_amounts(&self, currency: &CurrencyCode<'_>) -> bool {
        self.metadata
            .amount_currency
            .is_some_and(|amounts| currency.known() != Some(amounts))
    }

    /// Returns the account of an entry, and its currency: the currency of the entry, else of the statement, else of the account in the
    /// caller's account map, else the currency that the caller gave.
    #[inline]
    fn account_and_currency<'s>(
        &mut self,
        entry: &mut Entry<'s>,
        findings: &mut Collector<'_>,
    ) -> (Option<usize>, Option<CurrencyCode<'s>>) {
        let account = self.accounts.resolve(entry, self.metadata, findings);
        let currency = entry.currency.take().or_else(|| {
            let mapped = || self.accounts.mapped_currency(account?);
            // In a file whose rows name currencies, only the file itself can say what an empty cell means.
            let known = if entry.lacks_currency {
                None
            } else {
                mapped().or(self.given_currency)
            };
            Some(CurrencyCode::Known(self.metadata.currency.or(known)?))
        });
        (account, currency)
    }

    #[inline]
    fn index_of(&mut self, account: usize, currency: &CurrencyCode<'_>) -> usize {
        match (self.previous, currency.known()) {
            (Some((previous, code, index)), Some(known))
                if previous == account && code == known =>
            {
                index
            }
            _ => self.look_up(account, currency),
        }
    }

    #[inline(never)]
    fn look_up(&mut self, account: usize, currency: &CurrencyCode<'_>) -> usize {
        let next = self.all.len();
        let index = *self
            .indexes
            .entry((account, currency.to_string()))
            .or_insert(next);
        if index == next {
            self.all.push((account, currency.to_owned_code()));
        }
        self.previous = currency.known().map(|code| (account, code, index));
        self.has_others |= *self.first.get_or_insert(index) != index;
        index
    }

    /// Reports what is about a value that the caller gives or can give. It is the same for all entries.
    fn report_once(&mut self, rule: &'static Rule, span: Span, findings: &mut Collector<'_>) {
        if !self.reported.contains(&rule) {
            self.reported.push(rule);
            findings.push(Diagnostic::new(rule, span));
        }
    }
}
