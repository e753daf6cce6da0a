use std::borrow::Cow;

use super::information::{party_accounts, texts};
use super::outline::{Page, StatementOutline};
use super::statement_line::StatementLine;
use super::tags::{Tag, Tags};
use crate::format::message::{EntryLimit, PartyIbans, is_placeholder};
use crate::format::rules;
use crate::report::{Collector, Diagnostic};
use crate::sheet::Cell;
use crate::source::Span;
use crate::statement::rules::{CONTROL_CHARACTER, CURRENCY_DIFFERS};
use crate::statement::{
    BankId, CurrencyCode, Entry, EntryAmount, EntryStatus, Item, RowPosition, StatementReader,
};

/// The parts of an entry that are shown with the transaction, and that findings name.
pub(super) const CELLS: [&str; 7] = [
    ":61: value date",
    ":61: entry date",
    ":61: debit/credit mark",
    ":61: amount",
    ":61: reference",
    ":61: bank reference",
    ":86:",
];

/// Reads the entries of a statement in their order.
pub(super) struct Mt940Reader<'s, 'o> {
    text: &'s str,
    statement: &'o StatementOutline<'s>,
    pages: std::slice::Iter<'o, Page<'s>>,
    /// The fields that were not read yet of the current page, and where it ends.
    fields: Option<(Tags<'s>, usize)>,
    /// The texts that no statement line is above. They belong to the next one if that has none.
    texts_before: Vec<Tag<'s>>,
    party_ibans: PartyIbans,
    row: usize,
    entries: EntryLimit,
}

impl<'s, 'o> Mt940Reader<'s, 'o> {
    pub(super) fn new(
        text: &'s str,
        statement: &'o StatementOutline<'s>,
        entries: EntryLimit,
    ) -> Self {
        let pages = statement.pages.iter();
        Self {
            text,
            statement,
            pages,
            fields: None,
            texts_before: Vec::new(),
            party_ibans: PartyIbans::new(&statement.account),
            row: 0,
            entries,
        }
    }

    fn next_field(&mut self) -> Option<Tag<'s>> {
        loop {
            if let Some((tags, end)) = &mut self.fields
                && let Some(tag) = tags.next().filter(|tag| tag.span.start < *end)
            {
                return Some(tag);
            }
            let page = self.pages.next()?;
            self.fields = Some((page.tags.clone(), page.end));
            self.texts_before.clear();
        }
    }

    /// Returns the next statement line, and the texts below it.
    fn next_entry(&mut self) -> Option<(Tag<'s>, Vec<Tag<'s>>)> {
        loop {
            let tag = self.next_field()?;
            match tag.name {
                "86" => self.texts_before.push(tag),
                "61" => {
                    let texts = self.take_texts();
                    let before = std::mem::take(&mut self.texts_before);
                    return Some((tag, if texts.is_empty() { before } else { texts }));
                }
                _ => {}
            }
        }
    }

    /// Takes the texts that follow the statement line. A bank's own field may be before them.
    fn take_texts(&mut self) -> Vec<Tag<'s>> {
        let mut texts = Vec::new();
        let Some((tags, end)) = &mut self.fields else {
            return texts;
        };
        let mut ahead = tags.clone();
        while let Some(tag) = ahead.next().filter(|tag| tag.span.start < *end) {
            match tag.name {
                "86" => texts.push(tag),
                "NS" if texts.is_empty() => continue,
                _ => break,
            }
            *tags = ahead.clone();
        }
        texts
    }

    fn fill(
        &self,
        line: &StatementLine<'s>,
        information: &[Tag<'s>],
        entry: &mut Entry<'s>,
    ) -> Result<(), Diagnostic> {
        let StatementLine {
            valuta,
            booked,
            direction: (direction, direction_span),
            amount: (value, span),
            ..
        } = *line;
        let (bank_reference, bank_reference_span) = line.bank_reference;
        entry.clear();
        let nowhere = Span::at(entry.position.span.end);
        let cells = [
            valuta.1,
            booked.map_or(nowhere, |(_, span)| span),
            direction_span,
            span,
            self.span_of(line.reference).unwrap_or(nowhere),
            bank_reference_span,
            information
                .first()
                .map_or(nowhere, |tag| Span::new(tag.content_start(), tag.span.end)),
        ];
        entry
            .cells
            .extend(cells.map(|span| Cell::unquoted(self.text, span)));
        entry.balance = None;
        entry.currency_span = span;
        entry.dates.purchased = None;
        entry.dates.valuta = valuta.0.map(|day| (day, valuta.1));
        // The value date counts in the place of an entry date that no calendar has.
        entry.dates.booked = booked.and_then(|(day, span)| Some((day.or(valuta.0)?, span)));
        if entry.dates.booking_date().is_none() {
            return Err(Diagnostic::new(&rules::DATE_UNREADABLE, valuta.1)
                .param("expected", "260331 for 31 March 2026".to_owned()));
        }
        // Banks that count thirty days a month write days that do not exist.
        for (day, span) in [Some(valuta), booked].into_iter().flatten() {
            if day.is_none() {
                entry.row_faults.push(
                    Diagnostic::new(&rules::CELL_PASSED_OVER, span).param("expected", "a date"),
                );
            }
        }
        if let Some(span) = line.stray {
            let fault = Diagnostic::new(&rules::CELL_PASSED_OVER, span);
            entry
                .row_faults
                .push(fault.param("expected", "a kind of entry such as NTRF"));
        }
        if let (Some((letter, span)), Some(currency)) =
            (line.currency_letter, self.statement.currency)
            && !currency.letters()[2].eq_ignore_ascii_case(&letter)
        {
            let fault = Diagnostic::new(&CURRENCY_DIFFERS, span);
            entry
                .row_faults
                .push(fault.param("used", "that of the statement"));
        }
        let amount = EntryAmount {
            value,
            direction,
            span,
            charges: None,
        };
        entry.is_reversal = line.is_reversal;
        entry.status = if line.is_expected {
            EntryStatus::Pending(Some(amount))
        } else {
            EntryStatus::Booked(amount)
        };
        entry.currency = self.statement.currency.map(CurrencyCode::Known);
        Self::fill_texts(line, information, entry);
        // Parts of a text that are left out may have been others before they were damaged.
        let is_told = entry.texts.iter().any(|text| text.contains(is_damage));
        let is_lost = |tag: &&Tag<'_>| !is_told && tag.content.contains(is_damage);
        if let Some(tag) = information.iter().find(is_lost) {
            let fault = Diagnostic::new(&CONTROL_CHARACTER, tag.span).param("field", "text");
            entry.row_faults.push(fault);
        }
        entry.bank_id_span = bank_reference_span;
        entry.bank_id = BankId::new(Cow::Borrowed(bank_reference));
        entry.identity.date = entry.dates.booking_date();
        if !is_placeholder(line.reference) {
            entry.identity.parts.push(Cow::Borrowed(line.reference));
        }
        let supplement = Some(line.supplement).filter(|_| information.is_empty());
        let words = information
            .iter()
            .map(|tag| tag.content)
            .chain(supplement)
            .flat_map(str::split_whitespace);
        entry
            .identity
            .parts
            .push(Cow::Owned(words.collect::<Vec<_>>().join(" ")));
        Ok(())
    }

    fn fill_texts(line: &StatementLine<'s>, information: &[Tag<'s>], entry: &mut Entry<'s>) {
        entry
            .texts
            .extend(information.iter().flat_map(|tag| texts(tag.content)));
        entry.texts.push(Cow::Borrowed(line.supplement));
        if !is_placeholder(line.reference)
            && !entry.texts.iter().any(|text| text.contains(line.reference))
        {
            entry
                .texts
                .push(Cow::Owned(format!("reference {}", line.reference)));
        }
        if entry.texts.iter().all(|text| text.is_empty()) {
            entry.texts.push(Cow::Borrowed(line.kind));
        }
    }

    /// Returns the span of a part of the text.
    fn span_of(&self, part: &'s str) -> Option<Span> {
        let start = part
            .as_ptr()
            .addr()
            .checked_sub(self.text.as_ptr().addr())?;
        (start + part.len() <= self.text.len()).then(|| Span::new(start, start + part.len()))
    }
}

/// Whether a character of a text is a control character that ends no line.
const fn is_damage(character: char) -> bool {
    character.is_ascii_control() && !matches!(character, '\n' | '\r' | '\t')
}

impl<'s> StatementReader<'s> for Mt940Reader<'s, '_> {
    fn next(&mut self, entry: &mut Entry<'s>, findings: &mut Collector<'_>) -> Option<Item> {
        let (tag, information) = self.next_entry()?;
        self.row += 1;
        let end = information
            .last()
            .map_or(tag.span.end, |text| text.span.end.max(tag.span.end));
        entry.position = RowPosition {
            span: Span::new(tag.span.start, end),
            line: tag.line,
            row: self.row,
        };
        if let Some(rejected) = self.entries.reject_surplus(tag.span, findings) {
            return Some(rejected);
        }
        let line = StatementLine::parse(tag.content, tag.content_start());
        if let Err(fault) = line.and_then(|line| self.fill(&line, &information, entry)) {
            return Some(Item::Rejected(Some(fault)));
        }
        for text in &information {
            for (account, is_named) in party_accounts(text.content) {
                let fault = if is_named {
                    self.party_ibans.find_new_fault_in_text(&account, text.span)
                } else {
                    self.party_ibans
                        .find_new_fault_of_number(&account, text.span)
                };
                entry.row_faults.extend(fault);
            }
        }
        Some(Item::Entry)
    }

    fn restart(&self) -> Box<dyn StatementReader<'s> + '_> {
        Box::new(Self::new(self.text, self.statement, EntryLimit::default()))
    }
}
