//! The first reading of a file: its statements with their accounts and balances.

use super::values::{parse_amount, parse_day};
use super::walker::{Aggregate, Leaf, Step, Walker};
use crate::format::rules::{
    ACCOUNT_MASKED, ANSWER_FAILED, CELL_PASSED_OVER, ELEMENT_MISPLACED, FILE_UNFINISHED,
    OFX_WITHOUT_STATEMENT, PART_SKIPPED,
};
use crate::report::{Collector, Diagnostic};
use crate::source::Span;
use crate::statement::rules::BALANCE_REPEATED;
use crate::statement::{AccountNumber, AccountNumberKind, StatedBalance};
use crate::value::{Currency, CurrencyError, Date, Iban};

/// Balances of earlier years are what programs write for none, such as the first day of 1900.
const FIRST_BALANCE_YEAR: u16 = 1970;

/// What a file says about its statements.
#[derive(Default)]
pub(super) struct Outline {
    pub(super) statements: Vec<StatementOutline>,
    has_investments: bool,
    has_transfers: bool,
    has_error: bool,
    /// Whether the part that is read is one of investments or transfers.
    is_in_other: Option<Aggregate>,
}

/// A statement of an account or a card.
pub(super) struct StatementOutline {
    /// The start tag.
    pub(super) span: Span,
    /// Where its content ends.
    pub(super) end: usize,
    is_open: bool,
    part: Option<Aggregate>,
    pub(super) currency: Option<Currency>,
    banks: Vec<(String, Span)>,
    branch: Option<String>,
    account: Option<(String, Span)>,
    /// The days that the list of entries is said to have, and the first and the last day of its entries.
    stated_period: [Option<Date>; 2],
    days: [Option<Date>; 2],
    amount: Option<(String, Span)>,
    balance_day: Option<Date>,
    /// Whether it states a second balance that is another one.
    has_two_balances: bool,
    /// Where an entry may be missing.
    pub(super) incomplete_at: Option<Span>,
}

impl Outline {
    /// Reads the whole file.
    pub(super) fn read(text: &str, findings: &mut Collector<'_>) -> Self {
        let mut outline = Self::default();
        let (mut is_finished, mut last) = (false, Span::at(0));
        for step in Walker::new(text, 0) {
            match step {
                Step::Begin(aggregate, span) => {
                    last = span;
                    outline.begin(aggregate, span, findings);
                }
                Step::End(aggregate, span) => {
                    last = span;
                    is_finished |= aggregate == Aggregate::File;
                    outline.end(aggregate, span);
                }
                Step::Value(Leaf::Severity, text, span) if text.eq_ignore_ascii_case("ERROR") => {
                    if !std::mem::replace(&mut outline.has_error, true) {
                        findings.push(Diagnostic::new(&ANSWER_FAILED, span));
                    }
                }
                Step::Value(leaf, text, span) if outline.is_in_other.is_none() => {
                    if let Some(statement) = outline.open_statement() {
                        statement.set(leaf, &text, span, findings);
                    }
                }
                Step::Value(..) | Step::Stray(_) => {}
            }
        }
        if let Some(statement) = outline.open_statement() {
            statement.end = text.len();
        }
        if !is_finished && !outline.statements.is_empty() {
            findings.push(Diagnostic::new(&FILE_UNFINISHED, last).param("end", "</OFX>"));
            outline.mark_incomplete(last);
        }
        outline
    }

    /// Says why a file has no statement.
    pub(super) fn refusal(&self) -> Diagnostic {
        let reason = if self.has_investments {
            "it has statements of investments, which are not converted"
        } else if self.has_error {
            "the bank answered with an error"
        } else if self.has_transfers {
            "it confirms transfers, which a statement of the account has too"
        } else {
            "it has no part of another kind either"
        };
        Diagnostic::new(&OFX_WITHOUT_STATEMENT, Span::at(0)).param("reason", reason)
    }

    fn open_statement(&mut self) -> Option<&mut StatementOutline> {
        self.statements.last_mut().filter(|last| last.is_open)
    }

    fn close_statement(&mut self, end: usize) {
        if let Some(statement) = self.open_statement() {
            (statement.is_open, statement.end) = (false, end);
        }
    }

    /// Notes that entries of any statement may be missing.
    fn mark_incomplete(&mut self, span: Span) {
        for statement in &mut self.statements {
            statement.incomplete_at.get_or_insert(span);
        }
    }

    fn begin(&mut self, aggregate: Aggregate, span: Span, findings: &mut Collector<'_>) {
        if aggregate.is_statement() {
            self.close_statement(span.start);
            self.is_in_other = None;
            self.statements.push(StatementOutline::new(span));
            return;
        }
        let other = match aggregate {
            Aggregate::Investments => Some((
                !std::mem::replace(&mut self.has_investments, true),
                "a statement of investments",
            )),
            Aggregate::Transfer => Some((
                !std::mem::replace(&mut self.has_transfers, true),
                "a transfer that the bank confirms",
            )),
            _ => None,
        };
        if let Some((is_first, part)) = other {
            self.close_statement(span.start);
            self.is_in_other = Some(aggregate);
            if is_first {
                findings.push(Diagnostic::new(&PART_SKIPPED, span).param("part", part));
            }
            return;
        }
        if self.is_in_other.is_some() {
            return;
        }
        match self.open_statement() {
            Some(statement) => statement.begin(aggregate),
            None if aggregate.is_entry() => {
                findings.push(misplaced(span, "STMTTRN"));
                self.mark_incomplete(span);
            }
            None => {}
        }
    }

    fn end(&mut self, aggregate: Aggregate, span: Span) {
        if self.is_in_other == Some(aggregate) {
            self.is_in_other = None;
        } else if aggregate.is_statement() || aggregate == Aggregate::File {
            self.close_statement(span.start);
        } else if let Some(statement) = self.open_statement()
            && statement.part == Some(aggregate)
        {
            statement.part = None;
        }
    }
}

impl StatementOutline {
    fn new(span: Span) -> Self {
        Self {
            span,
            end: span.end,
            is_open: true,
            part: None,
            currency: None,
            banks: Vec::new(),
            branch: None,
            account: None,
            stated_period: [None; 2],
            days: [None; 2],
            amount: None,
            balance_day: None,
            has_two_balances: false,
            incomplete_at: None,
        }
    }

    fn begin(&mut self, aggregate: Aggregate) {
        self.part = match aggregate {
            Aggregate::List => None,
            // These are parts of an entry.
            Aggregate::Currency | Aggregate::OriginalCurrency | Aggregate::OtherAccount => {
                return;
            }
            other => Some(other),
        };
    }

    fn set(&mut self, leaf: Leaf, text: &str, span: Span, findings: &mut Collector<'_>) {
        let own = || Some((text.to_owned(), span)).filter(|_| !text.is_empty());
        match (self.part, leaf) {
            (Some(part), Leaf::Posted) if part.is_entry() => {
                if let Some(day) = parse_day(text) {
                    let [first, last] = &mut self.days;
                    *first = Some(first.map_or(day, |first| first.min(day)));
                    *last = (*last).max(Some(day));
                }
            }
            (Some(part), _) if part.is_entry() => {}
            (Some(Aggregate::Account), Leaf::Bank) => self.banks.extend(own()),
            (Some(Aggregate::Account), Leaf::Branch) => {
                self.branch = Some(text.to_owned()).filter(|text| !text.is_empty());
            }
            (Some(Aggregate::Account), Leaf::AccountNumber) => {
                self.account = self.account.take().or_else(own);
            }
            (Some(Aggregate::Ledger), Leaf::Balance) if !text.is_empty() => {
                let (known, _) = self.amount.get_or_insert_with(|| (text.to_owned(), span));
                if parse_amount(known) != parse_amount(text) {
                    self.has_two_balances = true;
                    findings.push(Diagnostic::new(&BALANCE_REPEATED, span));
                }
            }
            (Some(Aggregate::Ledger), Leaf::BalanceDay) => {
                let day = parse_day(text).filter(|day| day.year() >= FIRST_BALANCE_YEAR);
                self.balance_day = self.balance_day.or(day);
            }
            (_, Leaf::DefaultCurrency) => self.currency = self.currency.or(currency(text)),
            (_, Leaf::FirstDay) => self.stated_period[0] = parse_day(text),
            (_, Leaf::LastDay) => self.stated_period[1] = parse_day(text),
            (_, Leaf::Amount) if self.incomplete_at.is_none() => {
                findings.push(misplaced(span, "TRNAMT"));
                self.incomplete_at = Some(span);
            }
            _ => {}
        }
    }

    /// Returns the period that the statement states, unless entries contradict it: many banks state the day of the download.
    pub(super) fn period(&self) -> [Option<Date>; 2] {
        let [first, last] = self.stated_period;
        let is_inside = self.days[0].is_none_or(|day| first.is_none_or(|first| first <= day))
            && self.days[1].is_none_or(|day| last.is_none_or(|last| day <= last));
        if is_inside {
            self.stated_period
        } else {
            [None; 2]
        }
    }

    /// Returns the account: an IBAN, or the number with those of the bank and the branch, since it is unique only with these. A number that is masked as a
    /// whole counts only if the caller gives no account.
    pub(super) fn account_number(
        &self,
        is_given: bool,
        findings: &mut Collector<'_>,
    ) -> Option<AccountNumber<'static>> {
        let bank = self.banks.first().map(|(bank, _)| bank.as_str());
        let (number, span) = match (&self.account, self.banks.get(1)) {
            (Some((number, span)), _) | (None, Some((number, span))) => (number.as_str(), *span),
            (None, None) => return None,
        };
        let is_mask =
            |character: char| !character.is_alphanumeric() || matches!(character, 'X' | 'x');
        if number.chars().all(is_mask) {
            if is_given {
                return None;
            }
            findings.push(Diagnostic::new(&ACCOUNT_MASKED, span));
        }
        let joined = format!("{}{number}", bank.unwrap_or_default());
        let iban = [number, &joined]
            .into_iter()
            .find_map(|text| Iban::parse(text).ok());
        let (kind, text) = match iban {
            Some(iban) => (AccountNumberKind::Iban, iban.as_str().to_owned()),
            None => {
                // Programs write this word where they know no bank.
                let bank = bank.filter(|bank| !bank.eq_ignore_ascii_case("UNKNOWN"));
                let parts = [bank, self.branch.as_deref(), Some(number)];
                let parts: Vec<&str> = parts.into_iter().flatten().collect();
                let has_digit = number.contains(|character: char| character.is_ascii_digit());
                let kind = if has_digit {
                    AccountNumberKind::BankNumber
                } else {
                    AccountNumberKind::Name
                };
                (kind, parts.join("/"))
            }
        };
        Some(AccountNumber {
            kind,
            text: text.into(),
            span,
        })
    }

    /// Returns the balance at the end of its day.
    pub(super) fn closing_balance(&self, findings: &mut Collector<'_>) -> Option<StatedBalance> {
        let (text, span) = self.amount.as_ref().filter(|_| !self.has_two_balances)?;
        let Some(balance) = parse_amount(text) else {
            let fault = Diagnostic::new(&CELL_PASSED_OVER, *span);
            findings.push(fault.param("expected", "a balance"));
            return None;
        };
        // A balance without its day may be that of any time.
        Some(StatedBalance {
            balance,
            currency: self.currency,
            day: Some(self.balance_day?),
            span: *span,
        })
    }
}

/// Parses the code of a currency in upper or lower case.
pub(super) fn currency(text: &str) -> Option<Currency> {
    match Currency::parse(text) {
        Ok(currency) | Err(CurrencyError::Case(currency)) => Some(currency),
        Err(_) => None,
    }
}

fn misplaced(span: Span, element: &'static str) -> Diagnostic {
    Diagnostic::new(&ELEMENT_MISPLACED, span).param("element", element)
}
