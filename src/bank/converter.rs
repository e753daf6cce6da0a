use std::borrow::Cow;

use super::accounts::Accounts;
use super::booking::{Booking, Days, Parts, text_of};
use super::conversion::{Converted, IdKind, Reason, Skipped, Summary};
use super::header::Header;
use super::identity::{self, Identified, Ids};
use super::movement::{self, Movement};
use super::options::Options;
use super::outline::Outline;
use super::plan::Plan;
use super::preamble::Preamble;
use super::profile::{LabelRole, Profile, RowKind, Status};
use super::proof::{Moved, Proof};
use super::table::{self, Row, Rows};
use super::{cell, currencies, day, number, rules};
use crate::report::{Cell, Collector, Fault, Rule};
use crate::source::Span;
use crate::transactions::{Transaction, check_record};
use crate::value::{CardNumber, Currency, Text};

/// What the row above was, to which a detail row belongs.
enum Above<'t> {
    Nothing,
    Booking(Box<Booking<'t>>),
    /// A row that was skipped or rejected, whose details go with it.
    Passed,
}

/// Where in the file the rows are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    /// Among the rows of the statement.
    Rows,
    /// Below them.
    Footer,
    /// In another statement, whose rows are none of this one.
    Another,
}

/// Takes the rows of one statement in their order and says of each what it is.
pub(super) struct Converter<'t, 'h, 's, 'p, F> {
    text: &'t str,
    outline: Outline<'h>,
    profile: &'static Profile,
    findings: &'s mut Collector<'p>,
    summary: &'s mut Summary,
    sink: &'s mut F,
    accounts: Accounts,
    preamble: Preamble,
    currency: Option<Currency>,
    ids: Ids,
    proof: Proof,
    above: Above<'t>,
    /// The findings before the row that is being read.
    mark: usize,
    /// The fewest cells that a row had so far, by which a row that was cut off is known.
    shortest: usize,
    after_blank_line: bool,
    section: Section,
    /// Whether a booking so far ended in an empty cell, as then a cut after a delimiter can't be told.
    ends_empty: bool,
    /// What every row lacks and was said to be missing, once.
    said: Vec<&'static Rule>,
}

impl<'t, 'h, 's, 'p, F: FnMut(Converted<'_>)> Converter<'t, 'h, 's, 'p, F> {
    pub(super) fn new(
        text: &'t str,
        header: &'h Header<'static>,
        options: &'s Options,
        findings: &'s mut Collector<'p>,
        summary: &'s mut Summary,
        sink: &'s mut F,
    ) -> Self {
        let profile = header.profile;
        let mut preamble = Preamble::default();
        let mut rows = Rows::new(text, header.delimiter);
        let mut row = Row::default();
        while rows.next_row(&mut row) && row.line() < header.line {
            preamble.take(&row, profile);
        }
        let accounts = Accounts::new(options, &preamble, header.span, findings);
        let currency = currencies::of_rows_that_name_none(header, &preamble, options, findings);
        Self {
            text,
            outline: Outline { header, plan: Plan::new(header) },
            profile,
            findings,
            summary,
            sink,
            accounts,
            preamble,
            currency,
            ids: Ids::default(),
            proof: Proof::new(profile.order),
            above: Above::Nothing,
            mark: 0,
            shortest: header.columns(),
            after_blank_line: false,
            section: Section::Rows,
            ends_empty: false,
            // That the columns conflict was said already.
            said: if header.currencies().len() > 1 { vec![&rules::CURRENCY_MISSING] } else { Vec::new() },
        }
    }

    /// Reads all rows.
    pub(super) fn run(mut self) {
        let mut rows = Rows::new(self.text, self.outline.header.delimiter);
        let mut row = Row::default();
        // Up to here quotes that span lines are known to be strays.
        let mut literal = 0;
        while rows.next_row(&mut row) {
            if row.line() <= self.outline.header.line {
                continue;
            }
            if row.lines() > 1 {
                if row.span().start >= literal && self.outline.is_mispaired(&rows, &row, self.shortest) {
                    literal = row.span().end;
                }
                if row.span().start < literal {
                    rows.reread(&mut row);
                }
            }
            self.mark = self.findings.mark();
            self.take(&mut row);
            self.locate(self.mark, &row, self.summary.rows);
        }
        self.flush();
        if self.summary.rows == 0 {
            self.findings.push(Fault::new(&rules::STATEMENT_EMPTY, self.outline.header.span));
        }
        self.tell_breaks();
        self.compare_closing_balance();
        self.summary.took_account = self.accounts.took_given();
        // Where every row was rejected, the balances of what is pending prove nothing.
        if self.summary.converted > 0 || self.summary.rejected.is_empty() {
            self.summary.balance = self.proof.verdict();
        }
    }

    fn take(&mut self, row: &mut Row<'t>) {
        let filled = cell::filled(row);
        if filled == 0 {
            self.after_blank_line = true;
            return;
        }
        let after_blank_line = std::mem::take(&mut self.after_blank_line);
        if self.section == Section::Footer {
            if self.outline.is_row_of_any(row) {
                self.summary.rows += 1;
                self.refuse(row, Fault::new(&rules::ROW_AFTER_FOOTER, row.span()));
            }
            return;
        }
        if self.outline.is_footer(row, filled, after_blank_line) {
            self.section = Section::Footer;
            return;
        }
        self.summary.rows += 1;
        if self.section == Section::Another {
            return self.pass(row);
        }
        if let Err(fault) = self.judge(row) {
            self.refuse(row, fault);
        }
    }

    /// Rejects a row, unless another statement begins with it: then that is what is wrong with it and all that follow.
    fn refuse(&mut self, row: &Row<'t>, fault: Fault) {
        if self.outline.begins_another(row) {
            self.section = Section::Another;
            self.reject(row, Fault::new(&rules::SECOND_STATEMENT, row.span()));
        } else {
            self.reject(row, fault);
        }
    }

    fn judge(&mut self, row: &mut Row<'t>) -> Result<(), Fault> {
        let kind = self.outline.plan.kind(row);
        let cut = row.cells().len() < self.shortest || row.stray_quote().is_some();
        // A continuation may have any number of cells, and its text tells nothing but itself.
        if !row.closed() && cut && kind != Some(RowKind::Continuation) {
            let fault = Fault::new(&rules::ROW_TRUNCATED, row.span());
            return Err(fault.param("found", row.cells().len()).param("expected", self.outline.header.columns()));
        }
        // What only tells of the booking above may stand in any column.
        if !matches!(kind, Some(RowKind::Part | RowKind::Continuation)) {
            self.outline.within_header(row)?;
            if row.stray_quote().is_some() && row.cells().len() < self.outline.header.columns() {
                let fault = Fault::new(&rules::ROW_TORN, row.span()).param("found", row.cells().len());
                return Err(fault.param("expected", self.outline.header.columns()));
            }
        }
        if let Some(span) = row.stray_quote() {
            self.findings.push(Fault::new(&rules::STRAY_QUOTE, span));
        }
        match kind {
            Some(RowKind::Part) => return self.part(row),
            Some(RowKind::Continuation) => return self.continuation(row),
            Some(RowKind::Pending) => {
                // What has no day or amount is no payment that waits for its booking.
                movement::read(row, &self.outline.plan, &self.profile.numbers)?;
                if self
                    .outline
                    .plan
                    .days()
                    .all(|day| day::parse(&cell::at(row, Some(day)), &self.profile.dates).is_none())
                {
                    Days::read(row, &self.outline.plan, self.profile, &mut Vec::new())?;
                }
                self.flush();
                self.follow(row, true);
                self.skip(row, Reason::Pending);
            }
            Some(RowKind::Total) => self.skip(row, Reason::Total),
            Some(RowKind::Other) => self.skip(row, Reason::Other),
            None => return self.booking(row),
        }
        Ok(())
    }

    /// A part of the collective booking above.
    fn part(&mut self, row: &Row<'t>) -> Result<(), Fault> {
        let amount = movement::number_at(row, self.outline.plan.part, &self.profile.numbers)?.map(|(amount, _)| amount);
        let text = text_of(row, &self.outline.plan.texts);
        let currency = cell::at(row, self.outline.plan.currency);
        self.detail(row, |booking| {
            if let Some(amount) = amount {
                // Parts in another currency can be told, but not added up.
                let other = !currency.is_empty() && currency != booking.currency.0;
                booking.parts.add(amount, other);
                let code = if other { &currency } else { &booking.currency.0 };
                let minor_units = Currency::parse(code).ok().and_then(Currency::minor_units);
                let code = if other { format!(" {code}") } else { String::new() };
                let part = format!("{}{code} {text}", number::plain(amount, minor_units));
                booking.further.push(part.trim_end().to_owned());
            } else if !text.is_empty() {
                booking.further.push(text);
            }
        })
    }

    /// More text of the booking above, in whatever column it stands.
    fn continuation(&mut self, row: &Row<'t>) -> Result<(), Fault> {
        if !row.closed() && row.cells().last().is_some_and(|last| !cell::is_blank(last)) {
            let span = row.cells().last().map_or(row.span(), |last| last.span);
            self.findings.push(Fault::new(&rules::LAST_CELL_OPEN, span));
        }
        let texts = row.cells().iter().map(cell::content).filter(|text| !text.is_empty());
        let text = texts.map(|text| cell::folded(&text).into_owned()).collect::<Vec<_>>().join(" ");
        self.detail(row, |booking| booking.further.push(text))
    }

    fn detail(&mut self, row: &Row<'t>, tell: impl FnOnce(&mut Booking<'t>)) -> Result<(), Fault> {
        match &mut self.above {
            Above::Nothing => return Err(Fault::new(&rules::DETAIL_ALONE, row.span())),
            Above::Booking(booking) => tell(booking),
            Above::Passed => {}
        }
        self.summary.details += 1;
        Ok(())
    }

    fn booking(&mut self, row: &mut Row<'t>) -> Result<(), Fault> {
        self.flush();
        if let Some(reason) = self.status(row) {
            if reason == Reason::Pending {
                self.follow(row, true);
            }
            self.skip(row, reason);
            return Ok(());
        }
        let mut passed_over = Vec::new();
        let days = Days::read(row, &self.outline.plan, self.profile, &mut passed_over)?;
        let movement = movement::read(row, &self.outline.plan, &self.profile.numbers)?;
        self.shortest = self.shortest.min(row.cells().len());
        if movement.amount.is_zero() {
            self.follow(row, false);
            self.skip(row, Reason::ZeroAmount);
            return Ok(());
        }
        let Some(account) = self.account(row) else {
            self.lack(&rules::ACCOUNT_MISSING, row);
            return Ok(());
        };
        let Some(currency) = self.row_currency(row) else {
            self.lack(&rules::CURRENCY_MISSING, row);
            return Ok(());
        };
        for fault in passed_over {
            self.findings.push(fault);
        }
        self.balance(row, &account, &currency.0, &movement, false);
        self.watch_the_end(row);
        self.locate(self.mark, row, self.summary.rows);
        self.above = Above::Booking(Box::new(Booking {
            row: std::mem::take(row),
            number: self.summary.rows,
            account,
            currency,
            movement,
            days,
            further: Vec::new(),
            parts: Parts::default(),
        }));
        Ok(())
    }

    /// Without a line end after it the last cell may be cut off, and nothing else would tell.
    fn watch_the_end(&mut self, row: &Row<'t>) {
        let last = row.cells().len().saturating_sub(1);
        let blank = row.cells().get(last).is_none_or(cell::is_blank);
        let day = || self.outline.plan.days().any(|day| day == last);
        // A day that can be read is whole; one that is missing may have been there.
        let doubtful = if blank {
            day() && !self.ends_empty && self.summary.rows > 1
        } else {
            self.outline.plan.feeds_values(last)
        };
        if !row.closed() && doubtful {
            let span = row.cells().get(last).map_or(row.span(), |cell| cell.span);
            self.findings.push(Fault::new(&rules::LAST_CELL_OPEN, span));
        }
        self.ends_empty |= blank;
    }

    /// Why a row is no booking by the word of its status; an unknown word is said.
    fn status(&mut self, row: &Row<'t>) -> Option<Reason> {
        let Status { booked, pending, void, .. } = self.profile.status.as_ref()?;
        let place = row.cells().get(self.outline.plan.status?)?;
        let word = cell::content(place);
        let among = |known: &[String]| known.iter().any(|known| known.eq_ignore_ascii_case(&word));
        if among(pending) {
            return Some(Reason::Pending);
        }
        if among(void) {
            return Some(Reason::Status);
        }
        if !among(booked) {
            self.findings.push(Fault::new(&rules::STATUS_UNKNOWN, place.span));
        }
        None
    }

    /// The account of a row: its own, or that of the file, or the one given.
    fn account(&mut self, row: &Row<'t>) -> Option<String> {
        let place = self.outline.plan.iban.and_then(|index| row.cells().get(index));
        let named = place.map(|place| (cell::content(place), place.span)).filter(|(text, _)| !text.is_empty());
        let account = match &named {
            Some((text, span)) => self.accounts.named(text, *span, self.findings),
            None => self.accounts.whole(),
        };
        account.map(str::to_owned)
    }

    /// The currency of a row: its own, or that of the file, or the one given.
    fn row_currency(&self, row: &Row<'t>) -> Option<(Cow<'t, str>, Span)> {
        let place = self.outline.plan.currency.and_then(|index| row.cells().get(index));
        if let Some(place) = place.filter(|place| !cell::is_blank(place)) {
            return Some((cell::content(place), place.span));
        }
        let span = place.map_or(row.span(), |place| place.span);
        self.currency.map(|currency| (Cow::Owned(currency.code().to_owned()), span))
    }

    /// Rejects a row that lacks what the caller can give. It is said once, at the header, not for every row.
    fn lack(&mut self, rule: &'static Rule, row: &Row<'t>) {
        if !self.said.contains(&rule) {
            self.said.push(rule);
            self.findings.push(Fault::new(rule, self.outline.header.span));
        }
        self.pass(row);
    }

    /// Follows the balance through a row that becomes no transaction.
    fn follow(&mut self, row: &Row<'t>, pending: bool) {
        let movement = movement::read(row, &self.outline.plan, &self.profile.numbers);
        let account = self.account(row).unwrap_or_default();
        match (movement, self.row_currency(row)) {
            (Ok(movement), Some((currency, _))) => self.balance(row, &account, &currency, &movement, pending),
            // What is not booked and can't be read is not the statement's word either.
            _ if pending => {}
            _ => self.proof.lose(),
        }
    }

    fn balance(&mut self, row: &Row<'t>, account: &str, currency: &str, movement: &Movement, pending: bool) {
        let number = self.summary.rows;
        let balance = match movement::number_at(row, self.outline.plan.balance, &self.profile.numbers) {
            Ok(balance) => balance.map(|(balance, span)| (balance, (span, number))),
            Err(_) => {
                let place = self.outline.plan.balance.and_then(|index| row.cells().get(index));
                let span = place.map_or(row.span(), |place| place.span);
                self.findings.push(Fault::new(&rules::CELL_PASSED_OVER, span).param("expected", "a balance"));
                None
            }
        };
        let moved = Moved { amount: movement.signed(), balance, pending };
        self.proof.take(&format!("{account} {currency}"), moved);
    }

    /// Tells where a balance doesn't follow from its neighbour.
    fn tell_breaks(&mut self) {
        let column = self.name(self.outline.plan.balance);
        let following = self.proof.following();
        for (span, number) in &following.places {
            let cell = Cell::new(*number, column.clone());
            self.findings.push(Fault::new(&rules::BALANCE_BROKEN, *span).cell(cell));
        }
        self.findings.count(&rules::BALANCE_BROKEN, following.broken - following.places.len());
    }

    /// The name of a column as the file writes it.
    fn name(&self, column: Option<usize>) -> String {
        let name = column.and_then(|column| self.outline.header.names.get(column));
        name.map(|name| CardNumber::mask(name).into_owned()).unwrap_or_default()
    }

    fn skip(&mut self, row: &Row<'t>, reason: Reason) {
        self.flush();
        self.above = Above::Passed;
        self.summary.skipped.push(Skipped::new(row.line(), reason));
    }

    fn reject(&mut self, row: &Row<'t>, fault: Fault) {
        self.flush();
        self.findings.push(fault);
        self.pass(row);
    }

    /// Counts a row as rejected; what is wrong has been said.
    fn pass(&mut self, row: &Row<'t>) {
        self.above = Above::Passed;
        self.summary.rejected.push(row.line());
        self.proof.lose();
    }

    /// Gives out the booking that was held, now that its details are known.
    fn flush(&mut self) {
        let Above::Booking(booking) = std::mem::replace(&mut self.above, Above::Passed) else { return };
        let mark = self.findings.mark();
        let mut record = booking.record(self.text, &self.outline.plan, self.profile, self.findings);
        let (id, id_kind) = self.id(&booking);
        booking.identify(&mut record, id, &self.outline.plan);
        check_record(&mut record, self.findings);
        if booking.parts.sum().is_some_and(|parts| parts.abs() != booking.movement.amount) {
            self.findings.push(Fault::new(&rules::PARTS_DIFFER, booking.movement.span));
        }
        let transaction = if record.faulty { None } else { Transaction::from_record(&record) };
        match transaction {
            Some(transaction) => {
                let id = transaction.transaction_id.as_ref().map(Text::as_str);
                self.findings.identify(mark, self.summary.converted, id);
                self.summary.converted += 1;
                (self.sink)(Converted::new(transaction, id_kind, &booking.row, &self.outline.header.labels));
            }
            None => {
                self.summary.rejected.push(booking.row.line());
                self.proof.lose();
            }
        }
        self.locate(mark, &booking.row, booking.number);
    }

    /// The bank's id where the format's ids are unique, else one that is derived.
    fn id(&mut self, booking: &Booking<'t>) -> (String, IdKind) {
        let place = self.outline.plan.transaction_id.and_then(|index| booking.row.cells().get(index));
        let own = place.map(cell::content).filter(|id| !id.is_empty() && self.profile.identity.bank_id_is_unique);
        if let (Some(place), Some(id)) = (place, own) {
            let Some(rule) = identity::unusable(&id) else {
                if let Some(first) = self.ids.repeated(&booking.account, &id, booking.row.line()) {
                    self.findings.push(Fault::new(&rules::BANK_ID_REPEATED, place.span).param("first", first));
                }
                return (id.into_owned(), IdKind::Bank);
            };
            self.findings.push(Fault::new(rule, place.span).param("field", "transactionId"));
        }
        let identified = Identified {
            version: self.profile.identity.version,
            account: &booking.account,
            currency: &booking.currency.0,
            direction: booking.movement.direction,
            amount: booking.movement.amount,
            date: booking.days.of_booking(),
            cells: &booking.identity(&self.outline.plan),
        };
        (self.ids.derive(&identified), IdKind::Derived)
    }

    /// Tells the cell of each finding since `mark` that lies in a row.
    fn locate(&mut self, mark: usize, row: &Row<'_>, number: usize) {
        let (names, whole) = (&self.outline.header.names, row.span());
        self.findings.locate(mark, |span| {
            if span.start < whole.start || whole.end < span.end || whole.is_empty() {
                return None;
            }
            let inside = |cell: &table::Cell<'_>| cell.span.start <= span.start && span.end <= cell.span.end;
            let column = row.cells().iter().position(inside).filter(|_| span != whole);
            let name = column.and_then(|column| names.get(column)).map(|name| CardNumber::mask(name).into_owned());
            Some(Cell::new(number, name.unwrap_or_default()))
        });
    }

    fn compare_closing_balance(&mut self) {
        let read = |role| {
            let (text, span) = self.preamble.get(role)?;
            Some((number::parse(text, &self.profile.numbers)?, span))
        };
        if let (Some((opening, _)), Some((closing, span))) =
            (read(LabelRole::OpeningBalance), read(LabelRole::ClosingBalance))
            && self.proof.close(opening, closing) == Some(false)
        {
            self.findings.push(Fault::new(&rules::CLOSING_BALANCE, span));
        }
    }
}
