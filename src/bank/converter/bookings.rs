use super::{Above, Converter};
use crate::bank::booking::{Booking, Days, Further, Parts};
use crate::bank::conversion::{Converted, Held, IdKind, Reason};
use crate::bank::draft::Draft;
use crate::bank::identity::{self, Identified};
use crate::bank::movement;
use crate::bank::profile::is_among;
use crate::bank::table::Row;
use crate::bank::wording::text_of;
use crate::bank::{cell, day, rules};
use crate::record::TypedRecord;
use crate::report::{Cell, Fault};
use crate::transactions::{Transaction, check_record};
use crate::value::Currency;

impl<'t> Converter<'t, '_, '_, '_, '_> {
    pub(super) fn booking(&mut self, row: &mut Row<'t>) -> Result<(), Fault> {
        self.flush();
        if let Some(reason) = self.status(row) {
            if reason == Reason::Pending {
                self.follow(row, true);
            }
            self.skip(row, reason);
            return Ok(());
        }
        self.passed_over.clear();
        let days = Days::read(row, &self.outline.plan, &mut self.recent, &mut self.passed_over)?;
        let movement = movement::read(row, &self.outline.plan)?;
        if movement.amount.is_zero() {
            self.follow(row, false);
            self.skip(row, Reason::ZeroAmount);
            return Ok(());
        }
        let account = self.account(row);
        let currency = self.row_currency(row, &movement, account.as_deref().unwrap_or_default());
        let (account, currency) = match (account, currency) {
            (Some(account), Some(currency)) => (account, currency),
            (account, currency) => {
                let lacking =
                    [(account.is_none(), &rules::ACCOUNT_MISSING), (currency.is_none(), &rules::CURRENCY_MISSING)];
                self.lack(lacking.into_iter().filter(|(lacks, _)| *lacks).map(|(_, rule)| rule), row);
                return Ok(());
            }
        };
        if self.outline.plan.named.is_some_and(|named| named.code() != &*currency.0) {
            return Err(Fault::new(&rules::CURRENCY_CONTRADICTS, currency.1));
        }
        for fault in self.passed_over.drain(..) {
            self.findings.push(fault);
        }
        let holder = if self.sink.is_some() { self.balance(row, &account, &currency.0, &movement, false) } else { 0 };
        self.watch_the_cells(row);
        self.watch_the_end(row);
        self.locate(self.mark, row, self.summary.rows);
        let mut booking = match self.spare.take() {
            Some(mut spare) => {
                (spare.account, spare.currency, spare.movement) = (account, currency, movement);
                spare
            }
            None => Box::new(Booking::empty(account, currency, movement)),
        };
        std::mem::swap(&mut booking.row, row);
        booking.further.clear();
        (booking.number, booking.holder, booking.days) = (self.summary.rows, holder, days);
        booking.parts = Parts::default();
        self.above = Above::Booking(booking);
        Ok(())
    }

    /// Why a row is no booking by the word of its status; an unknown word is said where it stands first.
    fn status(&mut self, row: &Row<'t>) -> Option<Reason> {
        for (index, status) in &self.outline.plan.status {
            let word = cell::at(row, Some(*index));
            if is_among(&word, &status.pending) {
                return Some(Reason::Pending);
            }
            if is_among(&word, &status.void) {
                return Some(Reason::Status);
            }
            if !status.knows(&word) && self.strange_words.insert(word.to_lowercase()) {
                self.findings.push(Fault::new(&rules::STATUS_UNKNOWN, cell::span(row, Some(*index))));
            }
        }
        None
    }

    /// Where a row has another number of cells than the header, it was trimmed or something was put in; what all rows have is
    /// no sign. The first one is told when the second differs from it.
    fn watch_the_cells(&mut self, row: &Row<'t>) {
        if self.outline.plan.rest.is_some() {
            return;
        }
        // Delimiters at the end of the header make no columns, and rows may have them or not.
        let header = self.outline.plan.columns;
        let cells = row.cells().len();
        let cells = if cells == self.outline.header.names.len() { header } else { cells };
        let Some((usual, first)) = &mut self.usual else {
            self.usual = Some((cells, Some((row.span(), self.summary.rows))));
            return;
        };
        let first = first.take();
        let mut ragged = |span, number, found: usize, expected: usize| {
            let fault = Fault::new(&rules::ROW_RAGGED, span).param("found", found).param("expected", expected);
            self.findings.push(fault.cell(Cell::new(number, String::new())));
        };
        if cells == header && *usual != header {
            if let Some((span, number)) = first {
                ragged(span, number, *usual, header);
            }
            *usual = header;
        } else if cells != *usual && cells != header {
            ragged(row.span(), self.summary.rows, cells, *usual);
        }
    }

    /// Without a line end after it the last cell may be cut off, and nothing else would tell.
    fn watch_the_end(&mut self, row: &Row<'t>) {
        let last = row.cells().len().saturating_sub(1);
        let blank = cell::is_blank_at(row, last);
        let plan = &self.outline.plan;
        let is_day = || plan.days().any(|day| day == last);
        if row.closed() {
            self.ends_empty |= blank;
            self.last_day = is_day().then(|| cell::at(row, Some(last)).len());
            return;
        }
        // A day that can be read is whole unless a longer one is written in that style too; what is missing may have been there.
        let doubtful = if blank {
            (is_day() || plan.feeds_values(last)) && !self.ends_empty && self.summary.rows > 1
        } else if is_day() {
            // Nor where the one above was as long.
            let day = cell::at(row, Some(last));
            self.last_day != Some(day.len()) && day::may_go_on(&day, &plan.style.dates)
        } else {
            plan.feeds_values(last)
        };
        if doubtful {
            self.findings.push(Fault::new(&rules::LAST_CELL_OPEN, cell::span(row, Some(last))));
        }
        self.ends_empty |= blank;
        self.last_day = is_day().then(|| cell::at(row, Some(last)).len());
    }

    /// A part of the collective booking above, whose amount may be told alone.
    pub(super) fn part(&mut self, row: &Row<'t>, apart: bool) -> Result<(), Fault> {
        let amount = movement::number_at(row, self.outline.plan.part, &self.outline.plan)?;
        let amount = amount.map(|(figure, _)| figure.number);
        let text = text_of(row, &self.outline.plan);
        let currency = cell::at(row, self.outline.plan.part_currency);
        self.detail(row, |booking| {
            if let Some(amount) = amount {
                // Parts in another currency can be told, but not added up.
                let other = !currency.is_empty() && *currency != *booking.currency.0;
                if !apart {
                    booking.parts.add(amount, other);
                }
                let code: &str = if other { &currency } else { &booking.currency.0 };
                let minor_units = Currency::parse(code).ok().and_then(Currency::minor_units);
                let code = if other { format!(" {code}") } else { String::new() };
                booking.further.push(Further::Part(amount, minor_units, format!("{code} {text}")));
            } else if !text.is_empty() {
                booking.further.push(Further::Text(text));
            }
        })
    }

    /// More text of the booking above, in the columns of text.
    pub(super) fn annotation(&mut self, row: &Row<'t>) -> Result<(), Fault> {
        let text = text_of(row, &self.outline.plan);
        self.detail(row, |booking| {
            if !text.is_empty() {
                booking.further.push(Further::Text(text));
            }
        })
    }

    /// More text of the booking above, in whatever column it stands.
    pub(super) fn continuation(&mut self, row: &Row<'t>) -> Result<(), Fault> {
        if !row.closed() && row.cells().last().is_some_and(|last| !cell::is_blank(last)) {
            let last = row.cells().len().checked_sub(1);
            self.findings.push(Fault::new(&rules::LAST_CELL_OPEN, cell::span(row, last)));
        }
        let texts = row.cells().iter().map(cell::content).filter(|text| !text.is_empty());
        let text = texts.map(|text| cell::folded(&text).into_owned()).collect::<Vec<_>>().join(" ");
        self.detail(row, |booking| booking.further.push(Further::Text(text)))
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

    /// Gives out the booking that was held, now that its details are known.
    pub(super) fn flush(&mut self) {
        let Above::Booking(booking) = std::mem::replace(&mut self.above, Above::Passed) else { return };
        if self.sink.is_none() {
            let mut id = std::mem::take(&mut self.id);
            self.id(&booking, &mut id);
            (self.id, self.spare) = (id, Some(booking));
            return;
        }
        let mark = self.findings.mark();
        let (code, amount) = (&booking.currency.0, booking.movement.amount);
        let minor_units = code.known().and_then(Currency::minor_units);
        let mut wording = std::mem::take(&mut self.wording);
        booking.tell(&mut wording, &self.outline.plan, minor_units);
        let days = booking.all_days(&self.outline.plan);
        let original = booking.original(&self.outline.plan, self.findings);
        let mut id = std::mem::take(&mut self.id);
        let id_kind = self.id(&booking, &mut id);
        let draft = Draft {
            row: booking.row.span(),
            account: &booking.account,
            id: (&id, cell::span(&booking.row, self.outline.plan.transaction_id)),
            // The bank's own was looked at, or it would not be taken.
            id_is_checked: id_kind == IdKind::Bank,
            text: wording.as_str(),
            needs_no_escape: wording.needs_no_escape(),
            direction: booking.movement.direction,
            amount: (amount, booking.movement.span),
            currency: (code, booking.currency.1),
            original,
            days,
        };
        let converted = draft.values().map(Held::Values).or_else(|| {
            let mut record = draft.record(self.outline.text);
            check_record(&mut record, self.findings);
            let is_right = !record.faulty;
            let transaction = is_right.then(|| Transaction::from_texts(&|field| record.text(field))).flatten();
            transaction.map(Held::Built)
        });
        if booking.parts.sum().is_some_and(|parts| parts.abs() != amount) {
            self.findings.push(Fault::new(&rules::PARTS_DIFFER, booking.movement.span));
        }
        match converted {
            Some(held) => {
                self.findings.identify(mark, self.summary.converted, Some(&id));
                self.summary.converted += 1;
                self.totals.take(booking.holder, &booking.movement, booking.days.of_booking());
                if let Some(sink) = &mut self.sink {
                    sink(Converted::new(held, id_kind, &booking.row, &self.outline.header.labels));
                }
            }
            None => {
                self.summary.rejected.push(booking.row.line());
                self.proof.lose();
            }
        }
        self.locate(mark, &booking.row, booking.number);
        (self.wording, self.id, self.spare) = (wording, id, Some(booking));
    }

    /// Writes the bank's id where the format's ids are unique, else one that is derived.
    fn id(&mut self, booking: &Booking<'t>, id: &mut String) -> IdKind {
        id.clear();
        let plan = &self.outline.plan;
        let place = plan.transaction_id.and_then(|index| booking.row.cells().get(index));
        let own = place.filter(|_| self.profile.identity.bank_id_is_unique).map(cell::content);
        if let (Some(place), Some(own)) = (place, own.filter(|own| !own.is_empty())) {
            let Some(rule) = identity::unusable(&own) else {
                id.push_str(&own);
                if let Some(first) = self.ids.repeated(&booking.account, own, booking.row.line()) {
                    self.findings.push(Fault::new(&rules::BANK_ID_REPEATED, place.span).param("first", first));
                }
                return IdKind::Bank;
            };
            self.findings.push(Fault::new(rule, place.span).param("field", "transactionId"));
        }
        let identified = Identified {
            version: self.profile.identity.version,
            account: &booking.account,
            currency: &booking.currency.0,
            direction: booking.movement.direction,
            amount: booking.movement.amount,
            date: booking.days.of_identity(self.profile.identity.day),
            cells: &|tell| plan.identity.iter().for_each(|index| tell(&plan.text(&booking.row, *index))),
        };
        self.ids.derive(&identified, id);
        IdKind::Derived
    }
}
