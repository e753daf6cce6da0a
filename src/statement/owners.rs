use std::borrow::Cow;
use std::collections::HashMap;

use super::accounts::Accounts;
use super::entry::{CurrencyCode, Entry};
use super::head::{Given, Head};
use super::rules;
use crate::report::{Collector, Diagnostic, Rule};
use crate::value::Currency;

/// Tells whose each entry is: the account, and the currency in which the entry moves it, by the number of the pair.
///
/// That is what the entry names, else what the statement names for all its entries, else what the caller gave.
pub(super) struct Owners<'h> {
    head: &'h Head,
    pub(super) accounts: Accounts,
    /// The currency that the caller gave, unless those of the statement contradict each other.
    given: Option<Currency>,
    /// What every entry lacks, which is reported once.
    missing: Vec<&'static Rule>,
    all: Vec<(usize, CurrencyCode<'static>)>,
    numbers: HashMap<(usize, String), usize>,
    /// The owner of the entry before, which most entries have too.
    recent: Option<(usize, Currency, usize)>,
}

impl<'h> Owners<'h> {
    pub(super) fn new(given: &Given<'_>, head: &'h Head, findings: &mut Collector<'_>) -> Self {
        Self {
            head,
            accounts: Accounts::new(given, head, findings),
            given: given.currency.filter(|_| !head.currencies_conflict),
            // That the currencies conflict was reported.
            missing: if head.currencies_conflict { vec![&rules::CURRENCY_MISSING] } else { Vec::new() },
            all: Vec::new(),
            numbers: HashMap::new(),
            recent: None,
        }
    }

    /// The owner of an entry. Nothing where a fault was reported or is returned: its account or its currency is unknown, or the
    /// currency contradicts that of the amounts.
    pub(super) fn of(
        &mut self,
        entry: &mut Entry<'_>,
        findings: &mut Collector<'_>,
    ) -> Result<usize, Option<Diagnostic>> {
        match self.named(entry, findings) {
            (Some(_), Some(currency)) if self.contradicts_amounts(&currency) => {
                Err(Some(Diagnostic::new(&rules::CURRENCY_CONTRADICTS, entry.currency_span)))
            }
            (Some(account), Some(currency)) => Ok(self.number(account, &currency)),
            (account, currency) => {
                let lacking =
                    [(account.is_none(), &rules::ACCOUNT_MISSING), (currency.is_none(), &rules::CURRENCY_MISSING)];
                for (_, rule) in lacking.into_iter().filter(|(lacks, _)| *lacks) {
                    self.report_missing(rule, findings);
                }
                Err(None)
            }
        }
    }

    /// The owner of an entry that becomes no transaction, as far as it is known: its account may not be.
    pub(super) fn of_skipped(&mut self, entry: &mut Entry<'_>, findings: &mut Collector<'_>) -> Option<usize> {
        let (account, currency) = self.named(entry, findings);
        let account = account.unwrap_or_else(|| self.accounts.numbered(""));
        Some(self.number(account, &currency?))
    }

    /// The number and the name of the account, and the currency, of the owner of a number.
    pub(super) fn get(&self, number: usize) -> (usize, &str, &CurrencyCode<'static>) {
        static NOTHING: CurrencyCode<'static> = CurrencyCode::Unknown(Cow::Borrowed(""));
        let (account, currency) = self.all.get(number).map_or((usize::MAX, &NOTHING), |(account, of)| (*account, of));
        (account, self.accounts.name(account), currency)
    }

    fn contradicts_amounts(&self, currency: &CurrencyCode<'_>) -> bool {
        self.head.amount_currency.is_some_and(|named| currency.known() != Some(named))
    }

    /// The account of an entry, and its currency: that which it names, or that of the statement, or that of its account in the
    /// caller's map, or the one given.
    #[inline]
    fn named<'s>(
        &mut self,
        entry: &mut Entry<'s>,
        findings: &mut Collector<'_>,
    ) -> (Option<usize>, Option<CurrencyCode<'s>>) {
        let account = self.accounts.of(entry, self.head, findings);
        let currency = entry.currency.take().or_else(|| {
            let of_account = || self.accounts.currency_of(account?);
            Some(CurrencyCode::Known(self.head.currency.or_else(of_account).or(self.given)?))
        });
        (account, currency)
    }

    #[inline]
    fn number(&mut self, account: usize, currency: &CurrencyCode<'_>) -> usize {
        match (self.recent, currency.known()) {
            (Some((of, code, number)), Some(known)) if of == account && code == known => number,
            _ => self.look_up(account, currency),
        }
    }

    #[inline(never)]
    fn look_up(&mut self, account: usize, currency: &CurrencyCode<'_>) -> usize {
        let next = self.all.len();
        let number = *self.numbers.entry((account, currency.to_string())).or_insert(next);
        if number == next {
            self.all.push((account, currency.to_owned_code()));
        }
        self.recent = currency.known().map(|code| (account, code, number));
        number
    }

    /// Reports what the caller can give once, at the head, and not for every entry.
    fn report_missing(&mut self, rule: &'static Rule, findings: &mut Collector<'_>) {
        if !self.missing.contains(&rule) {
            self.missing.push(rule);
            findings.push(Diagnostic::new(rule, self.head.span));
        }
    }
}
