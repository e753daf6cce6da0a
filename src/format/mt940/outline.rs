//! The first reading of a file: its messages with their accounts and balances.

use super::statement_line::{full_day, parse_amount};
use super::tags::{
    Tag, Tags, find_inner_tag, has_own_form, has_shape_of_document, has_shape_of_entry,
    has_shape_of_field, has_shape_of_text, is_start_of_tag, split_line, tag_name,
};
use crate::format::rules::{
    CELL_PASSED_OVER, FIELD_DAMAGED, MESSAGE_UNFINISHED, MESSAGE_WITHOUT_OPENING,
    TEXT_WITHOUT_ENTRY,
};
use crate::report::{Collector, Diagnostic};
use crate::source::Span;
use crate::statement::rules::{BALANCE_REPEATED, CURRENCY_DIFFERS};
use crate::statement::{AccountNumber, AccountNumberKind, StatedBalance, StatedSums, Sums};
use crate::value::{Currency, Iban};

/// What a file says about its messages.
#[derive(Default)]
pub(super) struct Outline<'s> {
    pub(super) statements: Vec<StatementOutline<'s>>,
    /// Whether a message is an interim report: MT942.
    pub(super) is_interim: bool,
}

/// A statement: a message, or several that are the pages of one.
#[derive(Default)]
pub(super) struct StatementOutline<'s> {
    /// The fields of each page, from its first one on.
    pub(super) pages: Vec<Page<'s>>,
    /// The account as it stands in the file.
    pub(super) account: String,
    pub(super) account_numbers: Vec<AccountNumber<'static>>,
    pub(super) currency: Option<Currency>,
    pub(super) opening: Option<StatedBalance>,
    pub(super) closing: Option<StatedBalance>,
    pub(super) sums: Option<StatedSums>,
    /// Where it lacks a part, which was reported.
    pub(super) incomplete_at: Option<Span>,
    /// Whether it has a reference, an account or a number. Some banks write their own field between messages.
    has_name: bool,
    has_entry: bool,
    /// Its available balance, which follows the closing one, readable or not.
    available_at: Option<Span>,
    /// The number of texts below the last entry, and the texts of entries that have one already.
    texts: usize,
    further_texts: Vec<Span>,
    /// The tag of the last field.
    last_tag: Option<&'s str>,
    /// Whether it has a field of interim reports.
    is_interim: bool,
    /// The number in `:28C:`.
    pub(super) number: Option<&'s str>,
    /// The numbers of its first and its last page.
    pub(super) page_numbers: [Option<usize>; 2],
    /// The tags of its opening and its closing balance, readable or not. A page has others than a statement.
    pub(super) opening_tag: Option<&'s str>,
    pub(super) closing_tag: Option<&'s str>,
}

/// A message: its fields, up to the first one of the next message.
pub(super) struct Page<'s> {
    pub(super) tags: Tags<'s>,
    pub(super) end: usize,
    pub(super) span: Span,
}

impl<'s> Outline<'s> {
    pub(super) fn read(text: &'s str, findings: &mut Collector<'_>) -> Self {
        let mut outline = Self::default();
        let (mut statement, mut has_message) = (StatementOutline::default(), false);
        let mut last = Span::at(0);
        let mut tags = Tags::new(text, 0, 1);
        while let Some(tag) = tags.next() {
            report_damaged_field(tags.take_damaged(), findings);
            let outside = tags.take_outside();
            report_document(tags.take_document(), findings);
            let is_new = !has_message || statement.is_ended_by(&tag);
            if let Some(span) = outside.filter(|_| !is_new) {
                let fault = Diagnostic::new(&TEXT_WITHOUT_ENTRY, span);
                findings.push(fault.param("reason", "the message goes on below this line"));
            }
            if is_new {
                if has_message {
                    statement.report_missing(last, findings);
                    outline.push(std::mem::take(&mut statement), tag.span.start);
                }
                has_message = true;
                let tags = Tags::new(text, tag.span.start, tag.line);
                statement.pages.push(Page {
                    tags,
                    end: text.len(),
                    span: tag.span,
                });
            }
            statement.set(&tag, findings);
            last = tag.span;
        }
        report_damaged_field(tags.take_damaged(), findings);
        report_document(tags.take_document(), findings);
        if has_message {
            statement.report_missing(last, findings);
            outline.push(statement, text.len());
        }
        // A statement has these fields too in some banks, but only it has balances.
        let is_interim = |statement: &StatementOutline<'_>| statement.is_interim;
        let has_opening = |statement: &StatementOutline<'_>| statement.opening.is_some();
        outline.is_interim = outline.statements.iter().any(is_interim)
            && !outline.statements.iter().any(has_opening);
        outline
    }

    /// Adds a message. If it is a further page of the statement before it, joins both.
    fn push(&mut self, mut message: StatementOutline<'s>, end: usize) {
        if let Some(page) = message.pages.last_mut() {
            page.end = end;
        }
        let is_page = |before: &&mut StatementOutline<'s>| {
            before.closing_tag == Some("62M")
                && before.account == message.account
                && is_same_statement(before, &message)
                && is_same_balance(before.closing, message.opening)
                && is_next_page(before.page_numbers[1], message.page_numbers[0])
        };
        match self.statements.last_mut().filter(is_page) {
            Some(before) => {
                before.pages.append(&mut message.pages);
                (before.closing, before.closing_tag) = (message.closing, message.closing_tag);
                before.page_numbers[1] = message.page_numbers[1];
                before.sums = None;
                before.is_interim |= message.is_interim;
                before.incomplete_at = before.incomplete_at.or(message.incomplete_at);
            }
            None => self.statements.push(message),
        }
    }
}

fn report_damaged_field(span: Option<Span>, findings: &mut Collector<'_>) {
    if let Some(span) = span {
        findings.push(Diagnostic::new(&FIELD_DAMAGED, span));
    }
}

/// Reports a document of another format beside the messages, whose entries are not read.
fn report_document(span: Option<Span>, findings: &mut Collector<'_>) {
    if let Some(span) = span {
        let fault = Diagnostic::new(&TEXT_WITHOUT_ENTRY, span);
        findings.push(fault.param(
            "reason",
            "a document in another format begins here, so convert it as a file of its own",
        ));
    }
}

/// Whether a message after one that ends with the balance of a page can be of the same statement. Where it has no number, its first balance tells.
fn is_same_statement(before: &StatementOutline<'_>, message: &StatementOutline<'_>) -> bool {
    match before.number.zip(message.number) {
        Some((before, number)) => before == number,
        None => message.opening_tag == Some("60M"),
    }
}

/// Whether a page with one number comes right after a page with another one. Without numbers, the balances tell.
fn is_next_page(before: Option<usize>, after: Option<usize>) -> bool {
    before
        .zip(after)
        .is_none_or(|(before, after)| before == after || before.checked_add(1) == Some(after))
}

/// Whether the balances at the end of a page and at the beginning of the next one are the same, or one of them can't be read.
fn is_same_balance(before: Option<StatedBalance>, after: Option<StatedBalance>) -> bool {
    before
        .zip(after)
        .is_none_or(|(before, after)| before.balance == after.balance)
}

/// Reports a balance that contradicts one of its kind. Returns whether it does, so that neither of them counts.
fn report_repeated(
    known: Option<StatedBalance>,
    again: Option<StatedBalance>,
    findings: &mut Collector<'_>,
) -> bool {
    let (Some(known), Some(again)) = (known, again) else {
        return false;
    };
    if known.contradicts(&again) {
        findings.push(Diagnostic::new(&BALANCE_REPEATED, again.span));
    }
    known.contradicts(&again)
}

fn further_text(span: Span) -> Diagnostic {
    let fault = Diagnostic::new(&TEXT_WITHOUT_ENTRY, span);
    fault.param("reason", "the entry above has a text already")
}

impl<'s> StatementOutline<'s> {
    /// Whether a field begins the next message: usually its reference, and without one a second account or opening balance.
    fn is_ended_by(&self, tag: &Tag<'_>) -> bool {
        match tag.name {
            "20" => true,
            "25" | "25P" => !self.account_numbers.is_empty(),
            "60F" | "60M" => self.closing_tag.is_some(),
            _ => false,
        }
    }

    /// Reports what a message lacks. `last` is its last field.
    fn report_missing(&mut self, last: Span, findings: &mut Collector<'_>) {
        self.report_missing_balance(last, findings);
        // Some banks write several texts. Balances and sums show whether an entry between them is missing.
        let is_compared = self.opening.is_some() && self.closing.is_some() || self.sums.is_some();
        for text in self.further_texts.drain(..).filter(|_| !is_compared) {
            findings.push(further_text(text));
        }
    }

    /// Reports the lines of a field that would be an entry or a balance without the blank before them, and those that have the shape of an entry.
    fn report_damaged_tags(&mut self, tag: &Tag<'_>, findings: &mut Collector<'_>) {
        let (mut rest, mut line_above) = (tag.content, "");
        while !rest.is_empty() {
            let start = tag.span.end - rest.len();
            let (line, following) = split_line(rest);
            rest = following;
            let is_single_line = !matches!(tag.name, "86" | "NS");
            let is_within_entry = self.has_entry && self.closing_tag.is_none();
            if is_within_entry && !is_single_line && has_shape_of_text(line) {
                self.further_texts
                    .push(Span::new(start, start + line.len()));
            }
            let is_first = start == tag.content_start();
            let is_last = !is_first && rest.trim().is_empty();
            if has_shape_of_document(line) {
                report_document(Some(Span::new(start, start + line.len())), findings);
            }
            let is_damaged = if is_single_line && is_first {
                find_inner_tag(line).is_some()
            } else if is_single_line {
                has_shape_of_field(line)
            } else {
                is_last && is_start_of_tag(line, line_above)
            };
            line_above = line;
            let is_indented = line.starts_with([' ', '\t'])
                && matches!(
                    tag_name(line.trim_start()),
                    Some("60F" | "60M" | "61" | "62F" | "62M")
                );
            let reason = if is_indented {
                "a blank is before the tag of this line"
            } else if has_shape_of_entry(line) {
                "this line has the shape of an entry"
            } else if is_damaged {
                let span = Span::new(start, start + line.len());
                findings.push(Diagnostic::new(&FIELD_DAMAGED, span));
                continue;
            } else {
                continue;
            };
            let span = Span::new(start, start + line.len());
            let fault = Diagnostic::new(&TEXT_WITHOUT_ENTRY, span);
            findings.push(fault.param("reason", reason));
            self.incomplete_at.get_or_insert(span);
        }
    }

    /// Reports a message that lacks its opening or its closing balance. `last` is its last field.
    fn report_missing_balance(&mut self, last: Span, findings: &mut Collector<'_>) {
        let is_closed = self.closing_tag.is_some();
        // Interim reports have no balances, and some banks leave both out.
        let has_opening = self.opening_tag.is_some() || self.is_interim;
        // What begins with a closing or an available balance is the rest of a message whose beginning was cut off.
        let is_rest = (is_closed || self.available_at.is_some()) && !self.has_entry;
        let lacks_opening =
            !has_opening && (is_rest || self.has_name && (is_closed || !self.has_entry));
        if lacks_opening {
            let span = self.closing.map_or(last, |closing| closing.span);
            findings.push(Diagnostic::new(&MESSAGE_WITHOUT_OPENING, span));
            self.incomplete_at = Some(span);
        } else if self.opening.is_some() && !is_closed {
            findings.push(Diagnostic::new(&MESSAGE_UNFINISHED, last));
            self.incomplete_at = Some(last);
        }
    }

    /// Whether a field can't be where it is, between the entries of a message, so that it may be a line of the text above it.
    fn is_out_of_place(&self, tag: &Tag<'_>) -> bool {
        let is_between = self.has_entry && self.closing_tag.is_none();
        let is_misplaced = match tag.name {
            "13" | "13D" | "21" | "28" | "28C" | "34F" | "60F" | "60M" => true,
            // Without balances, these may begin the next message, and interim reports end with the others.
            "940" | "941" | "942" | "950" | "90C" | "90D" => self.opening_tag.is_some(),
            "NS" => !has_own_form(tag.content),
            _ => false,
        };
        is_between && is_misplaced
    }

    fn set(&mut self, tag: &Tag<'s>, findings: &mut Collector<'_>) {
        let ((line, _), start) = (split_line(tag.content), tag.content_start());
        self.report_damaged_tags(tag, findings);
        let is_after_own_field = self.last_tag.replace(tag.name) == Some("NS");
        if self.is_out_of_place(tag) {
            findings.push(Diagnostic::new(&FIELD_DAMAGED, tag.span));
            return;
        }
        self.has_name |= matches!(tag.name, "20" | "25" | "25P" | "28" | "28C");
        match tag.name {
            // What is joined with another field is not the account alone.
            "25" | "25P" if find_inner_tag(line).is_none() => self.set_account(line, start),
            "28" | "28C" => {
                let mut parts = line.split('/').map(str::trim);
                self.number = parts.next().filter(|number| !number.is_empty());
                self.page_numbers = [parts.next().and_then(|page| page.parse().ok()); 2];
            }
            "60F" | "60M" => {
                let balance = self.read_balance(line, start, findings);
                let known = self.opening.filter(|_| self.opening_tag == Some(tag.name));
                let is_repeated = report_repeated(known, balance, findings);
                self.opening = self.opening.or(balance).filter(|_| !is_repeated);
                self.opening_tag = self.opening_tag.or(Some(tag.name));
            }
            "61" => (self.has_entry, self.texts) = (true, 0),
            "86" => {
                self.texts += 1;
                let is_further = self.texts > 1 && self.has_entry && self.closing_tag.is_none();
                if is_further && is_after_own_field {
                    // Nothing says whether it belongs to the entry above or to the next one.
                    findings.push(further_text(tag.span));
                } else if is_further {
                    self.further_texts.push(tag.span);
                }
            }
            "62F" | "62M" => {
                let balance = self.read_balance(line, start, findings);
                let known = self.closing.filter(|_| self.closing_tag == Some(tag.name));
                let is_repeated = report_repeated(known, balance, findings);
                self.closing = balance.filter(|_| !is_repeated);
                self.closing_tag = Some(tag.name);
            }
            "64" | "65" => {
                self.available_at = Some(tag.span);
                let currency = self.currency;
                let balance = self.read_balance(line, start, findings);
                let of_balance = balance.and_then(|balance| balance.currency);
                let differs = currency.is_some() && of_balance.is_some() && currency != of_balance;
                if let Some(balance) = balance.filter(|_| differs) {
                    let fault = Diagnostic::new(&CURRENCY_DIFFERS, balance.span);
                    findings.push(fault.param("used", "that of the statement"));
                }
            }
            "13D" => self.is_interim = true,
            "34F" => {
                self.is_interim = true;
                self.currency = self
                    .currency
                    .or_else(|| Currency::parse(line.get(..3)?).ok());
            }
            "90C" | "90D" => {
                self.is_interim = true;
                self.set_sum(line, start, tag.name == "90C");
            }
            _ => {}
        }
    }

    /// Reads an account: an IBAN, or another number with that of its bank before it. The currency may follow it. It is left out of an IBAN, but may be
    /// what tells two other accounts apart.
    fn set_account(&mut self, line: &str, start: usize) {
        let text = line.trim();
        let start = start + line.len() - line.trim_start().len();
        let currency = text
            .split_at_checked(text.len().saturating_sub(3))
            .and_then(|(number, code)| {
                let is_number = number
                    .trim_end()
                    .ends_with(|last: char| last.is_ascii_digit());
                Some((
                    number.trim_end(),
                    Currency::parse(code).ok().filter(|_| is_number)?,
                ))
            });
        self.currency = self.currency.or(currency.map(|(_, currency)| currency));
        let number = currency.map_or(text, |(number, _)| number);
        let iban = number
            .rsplit('/')
            .next()
            .filter(|number| Iban::parse(number).is_ok());
        let (kind, text) = iban.map_or((AccountNumberKind::BankNumber, text), |iban| {
            (AccountNumberKind::Iban, iban)
        });
        text.clone_into(&mut self.account);
        let span = Span::new(start, start + text.len());
        self.account_numbers = vec![AccountNumber {
            kind,
            text: text.to_owned().into(),
            span,
        }];
    }

    /// Reads a balance: `C` or `D`, the day, the currency and the amount. Some banks leave the currency out.
    fn read_balance(
        &mut self,
        line: &str,
        start: usize,
        findings: &mut Collector<'_>,
    ) -> Option<StatedBalance> {
        let read = || {
            let (mark, rest) = line
                .split_at_checked(1)
                .filter(|(mark, _)| matches!(*mark, "C" | "D"))?;
            let (day, rest) = rest.split_at_checked(6)?;
            let code = rest
                .get(..3)
                .filter(|code| code.bytes().all(|byte| byte.is_ascii_alphabetic()));
            let amount = rest.get(code.map_or(0, str::len)..)?.trim();
            let balance = parse_amount(amount)?;
            let span = Span::new(
                start + line.trim_end().len() - amount.len(),
                start + line.trim_end().len(),
            );
            let currency = code.and_then(|code| Currency::parse(code).ok());
            Some(StatedBalance {
                balance: if mark == "D" { -balance } else { balance },
                currency,
                day: full_day(day),
                span,
            })
        };
        let balance = read();
        if balance.is_none() {
            let span = Span::new(start, start + line.len());
            findings.push(Diagnostic::new(&CELL_PASSED_OVER, span).param("expected", "a balance"));
        }
        self.currency = self.currency.or_else(|| balance?.currency);
        balance
    }

    /// Reads the number and the sum of the entries in one direction.
    fn set_sum(&mut self, line: &str, start: usize, is_credit: bool) {
        let read = || {
            let count = line.bytes().take_while(u8::is_ascii_digit).count();
            let rest = line.get(count..)?;
            Some((
                parse_amount(rest.get(3..)?.trim())?,
                Currency::parse(rest.get(..3)?).ok()?,
            ))
        };
        let Some((sum, currency)) = read() else {
            return;
        };
        self.currency = self.currency.or(Some(currency));
        let [mut credits, mut debits] = match self.sums.map(|sums| sums.sums) {
            Some(Sums::ByDirection { credits, debits }) => [credits, debits],
            _ => [None; 2],
        };
        *(if is_credit { &mut credits } else { &mut debits }) = Some(sum);
        let span = Span::new(start, start + line.len());
        self.sums = Some(StatedSums {
            sums: Sums::ByDirection { credits, debits },
            span,
        });
    }
}
