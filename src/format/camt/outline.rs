//! The first reading of a file: its messages, and their statements with their accounts and balances.

use super::field::{CamtField, parse_day, parse_decimal, unreadable};
use super::message::Messages;
use super::totals::Totals;
use super::walker::{Misplaced, Step, Walker};
use crate::format::message_format::MessageFormat;
use crate::format::rules;
use crate::report::{Collector, Diagnostic};
use crate::source::Span;
use crate::statement::rules::BALANCE_REPEATED;
use crate::statement::{AccountNumber, AccountNumberKind, Identification, StatedBalance};
use crate::value::{Currency, Date};

/// What the messages of a file say about their statements.
#[derive(Default)]
pub(super) struct Outline {
    /// The formats of the messages, each once, in the order of the file. Empty if the file has no message.
    pub(super) formats: Vec<MessageFormat>,
    /// The version of the first message, such as `001.08`. `None` if no namespace says it.
    pub(super) version: Option<String>,
    pub(super) statements: Vec<StatementOutline>,
    /// Why the rest of the file can't be read.
    pub(super) fault: Option<Diagnostic>,
}

/// A statement: a `Stmt`, `Rpt` or `Ntfctn`, or several of them that are the pages of one.
pub(super) struct StatementOutline {
    /// The start tag of each page.
    pub(super) tags: Vec<Span>,
    /// The account as it stands in the file.
    pub(super) account: String,
    pub(super) account_numbers: Vec<AccountNumber<'static>>,
    pub(super) currency: Option<Currency>,
    pub(super) period: [Option<Date>; 2],
    /// The day on which the statement was made.
    pub(super) created: Option<Date>,
    /// Where it has an entry or a statement in a wrong place, which was reported.
    pub(super) incomplete_at: Option<Span>,
    pub(super) totals: Totals,
    balances: Vec<(BalanceCode, StatedBalance)>,
    pub(super) identification: Identification,
}

/// The kinds of balances that prove a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BalanceCode {
    Opening,
    /// The closing balance of the statement before.
    PreviouslyClosed,
    Closing,
    Interim,
}

impl Outline {
    /// Reads all messages of a file.
    pub(super) fn read(text: &str, max_depth: usize, findings: &mut Collector<'_>) -> Self {
        let mut outline = Self::default();
        let messages = Messages::new(text, max_depth);
        if let Err(fault) = outline.read_messages(messages, findings) {
            // What follows may be entries of any account.
            outline.mark_incomplete(fault.span());
            outline.fault = Some(fault);
        }
        outline
    }

    fn read_messages(
        &mut self,
        mut messages: Messages<'_>,
        findings: &mut Collector<'_>,
    ) -> Result<(), Diagnostic> {
        let mut unknown_namespace = None;
        while let Some(message) = messages.next(findings)? {
            let format = message.format;
            if self.formats.is_empty() {
                self.version = message.version;
            }
            if !self.formats.contains(&format) {
                self.formats.push(format);
            }
            // Several messages may be in one namespace.
            if let Some(span) = message.unknown_namespace
                && unknown_namespace.replace((format, span)) != Some((format, span))
            {
                let fault = Diagnostic::new(&rules::NAMESPACE_UNKNOWN, span);
                findings.push(fault.param("message", format.id()));
            }
            messages = messages.walk(|walker| {
                let read = self.read_statements(walker, findings);
                // Nothing says which statement an entry outside of the statements belongs to.
                if let Some(misplaced) = report_misplaced(walker, findings) {
                    self.mark_incomplete(misplaced);
                }
                read
            })?;
        }
        Ok(())
    }

    /// Notes that entries of any statement may be missing.
    fn mark_incomplete(&mut self, span: Span) {
        for statement in &mut self.statements {
            statement.incomplete_at.get_or_insert(span);
        }
    }

    fn read_statements(
        &mut self,
        walker: &mut Walker<'_>,
        findings: &mut Collector<'_>,
    ) -> Result<(), Diagnostic> {
        let mut is_continued = false;
        while let Some(step) = walker.next()? {
            if let Step::Value(CamtField::IsLastPageOfMessage, text, _) = &step {
                is_continued = is_no(text);
            }
            let Step::Begin(CamtField::Statement, tag) = step else {
                continue;
            };
            // The statement is added first, so that a fault in it does not lose its entries.
            let index = self.statements.len();
            self.statements.push(StatementOutline::new(tag));
            let read = self.read_statement(index, walker, findings);
            let misplaced = report_misplaced(walker, findings);
            let statement = self.statements.get_mut(index);
            if let Some(statement) = statement {
                statement.incomplete_at = misplaced;
                statement.name_account();
            }
            self.join_pages();
            read?;
        }
        if let Some(last) = self.statements.last_mut() {
            last.identification.is_continued[1] |= is_continued;
        }
        Ok(())
    }

    fn read_statement(
        &mut self,
        index: usize,
        walker: &mut Walker<'_>,
        findings: &mut Collector<'_>,
    ) -> Result<(), Diagnostic> {
        let Some(statement) = self.statements.get_mut(index) else {
            return Ok(());
        };
        while let Some(step) = walker.next()? {
            match step {
                Step::Begin(CamtField::Balance, tag) => {
                    statement.read_balance(walker, tag, findings)?;
                }
                Step::Value(field, text, span) => {
                    statement.totals.set(field, &text, span, findings);
                    statement.set(field, &text, span);
                }
                Step::End(CamtField::Statement, _) => break,
                Step::Begin(..) | Step::End(..) => {}
            }
        }
        Ok(())
    }

    /// Joins the last statement with the one before it if both are pages of one: they have the same account and the same sequence number, and the one before
    /// goes on. Without pages and balances, it may as well be another message or a copy.
    fn join_pages(&mut self) {
        let [.., before, last] = self.statements.as_mut_slice() else {
            return;
        };
        let number = &last.identification.number;
        let has_pages = before.identification.pages[0].is_some();
        let goes_on = has_pages || before.identification.is_continued[1];
        let is_page = number.is_some()
            && (goes_on || !before.balances.is_empty())
            && before.identification.number == *number
            && before.account == last.account
            && !before
                .balances
                .iter()
                .any(|(code, _)| *code == BalanceCode::Closing);
        if is_page
            && let Some(mut last) = self.statements.pop()
            && let Some(before) = self.statements.last_mut()
        {
            before.tags.append(&mut last.tags);
            before.balances.append(&mut last.balances);
            before.totals = Totals::default();
            before.identification.is_continued[1] = last.identification.is_continued[1];
            before.identification.pages[1] = last.identification.pages[1];
            before.incomplete_at = before.incomplete_at.or(last.incomplete_at);
        }
    }
}

impl StatementOutline {
    fn new(tag: Span) -> Self {
        Self {
            tags: vec![tag],
            account: String::new(),
            account_numbers: Vec::new(),
            currency: None,
            period: [None; 2],
            created: None,
            incomplete_at: None,
            totals: Totals::default(),
            balances: Vec::new(),
            identification: Identification::default(),
        }
    }

    /// Returns the start tag of the first page.
    pub(super) fn span(&self) -> Span {
        self.tags.first().copied().unwrap_or(Span::at(0))
    }

    /// Sets the account from its numbers.
    fn name_account(&mut self) {
        self.account = self
            .account_numbers
            .first()
            .map_or(String::new(), |number| number.text.to_string());
    }

    fn set(&mut self, field: CamtField, text: &str, span: Span) {
        let mut add_account = |kind| {
            self.account_numbers.push(AccountNumber {
                kind,
                text: text.to_owned().into(),
                span,
            });
        };
        match field {
            CamtField::Iban => add_account(AccountNumberKind::Iban),
            CamtField::OtherAccount => add_account(AccountNumberKind::BankNumber),
            CamtField::AccountCurrency => self.currency = Currency::parse(text).ok(),
            CamtField::SequenceNumber => {
                self.identification.number = Some(text.to_owned()).filter(|text| !text.is_empty());
            }
            CamtField::FirstDay => self.period[0] = parse_day(text),
            CamtField::LastDay => self.period[1] = parse_day(text),
            CamtField::Created => self.created = parse_day(text),
            CamtField::Page => {
                self.identification.pages = [text.trim().parse().ok(); 2];
            }
            CamtField::IsLastPage => {
                self.identification.is_continued[1] |= is_no(text);
            }
            CamtField::CopyDuplicate => self.identification.is_marked_copy = true,
            _ => {}
        }
    }

    /// Reads a balance whose start tag was just read. Kinds that prove nothing are passed over.
    fn read_balance(
        &mut self,
        walker: &mut Walker<'_>,
        tag: Span,
        findings: &mut Collector<'_>,
    ) -> Result<(), Diagnostic> {
        let (mut code, mut amount, mut currency) = (None, None, None);
        let (mut is_negative, mut unknown_direction) = (false, None);
        let (mut day, mut is_of_page) = (None, false);
        while let Some(step) = walker.next()? {
            match step {
                Step::Value(CamtField::BalanceSubType, text, _) => is_of_page = text == "INTM",
                Step::Value(CamtField::BalanceType, text, _) => code = BalanceCode::parse(&text),
                Step::Value(CamtField::BalanceAmount, text, span) => {
                    let own = parse_decimal(&text);
                    // Of two amounts, neither is the balance.
                    let is_other = |(known, _)| known != own;
                    amount = Some((own.filter(|_| !amount.is_some_and(is_other)), span));
                }
                Step::Value(CamtField::BalanceCurrency, text, _) => {
                    currency = Currency::parse(&text).ok();
                }
                Step::Value(CamtField::BalanceDirection, text, span) => {
                    is_negative = text == "DBIT";
                    unknown_direction = (!is_negative && text != "CRDT").then_some(span);
                }
                Step::Value(CamtField::BalanceDay, text, span) => {
                    day = parse_day(&text);
                    if day.is_none() {
                        findings.push(unreadable(span, "a date"));
                    }
                }
                Step::End(..) => break,
                _ => {}
            }
        }
        let Some(code) = code else { return Ok(()) };
        match code {
            BalanceCode::Opening => self.identification.is_continued[0] |= is_of_page,
            BalanceCode::Closing => self.identification.is_continued[1] |= is_of_page,
            BalanceCode::PreviouslyClosed | BalanceCode::Interim => {}
        }
        let (amount, span) = amount.unwrap_or((None, tag));
        match (amount, unknown_direction) {
            (Some(amount), None) => {
                let balance = if is_negative { -amount } else { amount };
                let stated = StatedBalance {
                    balance,
                    currency,
                    day,
                    span,
                };
                self.add_balance(code, stated, findings);
            }
            (_, unknown_direction) => {
                findings.push(unreadable(unknown_direction.unwrap_or(span), "a balance"));
            }
        }
        Ok(())
    }

    /// Adds a balance. If it contradicts one of its kind, neither of them counts. Interim balances are of any time.
    fn add_balance(
        &mut self,
        code: BalanceCode,
        stated: StatedBalance,
        findings: &mut Collector<'_>,
    ) {
        let contradicts = |(known, balance): &(BalanceCode, StatedBalance)| {
            *known == code && code != BalanceCode::Interim && balance.contradicts(&stated)
        };
        if self.balances.iter().any(contradicts) {
            self.balances.retain(|known| !contradicts(known));
            findings.push(Diagnostic::new(&BALANCE_REPEATED, stated.span));
        } else {
            self.balances.push((code, stated));
        }
    }

    /// Returns the balances before the first entry and after the last one.
    ///
    /// Interim balances count only if they are two, and there are no others: a report between two of them has all entries of the time, and any other
    /// report may have a part of them.
    pub(super) fn stated_balances(&self) -> [Option<StatedBalance>; 2] {
        let of = |code| {
            self.balances
                .iter()
                .filter(move |(known, _)| *known == code)
                .map(|(_, balance)| *balance)
        };
        let opening = of(BalanceCode::Opening)
            .next()
            .or_else(|| of(BalanceCode::PreviouslyClosed).next());
        let closing = of(BalanceCode::Closing).next_back();
        let mut interim = of(BalanceCode::Interim);
        match (
            opening,
            closing,
            interim.next(),
            interim.next(),
            interim.next(),
        ) {
            (None, None, Some(opening), Some(closing), None) => [Some(opening), Some(closing)],
            (opening, closing, ..) => [opening, closing],
        }
    }

    /// Returns the currency of the account, or else that of its balances.
    pub(super) fn account_currency(&self) -> Option<Currency> {
        self.currency.or_else(|| {
            self.balances
                .iter()
                .find_map(|(_, balance)| balance.currency)
        })
    }
}

impl BalanceCode {
    fn parse(code: &str) -> Option<Self> {
        match code {
            "OPBD" => Some(Self::Opening),
            "PRCD" => Some(Self::PreviouslyClosed),
            "CLBD" => Some(Self::Closing),
            "ITBD" => Some(Self::Interim),
            _ => None,
        }
    }
}

/// Whether a text is what XML Schema writes for "no".
fn is_no(text: &str) -> bool {
    matches!(text, "false" | "0")
}

/// Reports the misplaced elements since the last call, and returns the place of the first one.
fn report_misplaced(walker: &mut Walker<'_>, findings: &mut Collector<'_>) -> Option<Span> {
    let misplaced = walker.take_misplaced();
    for Misplaced { name, tag } in &misplaced {
        findings.push(Diagnostic::new(&rules::ELEMENT_MISPLACED, *tag).param("element", *name));
    }
    misplaced.first().map(|first| first.tag)
}
