use super::{Above, Converter};
use crate::bank::booking::{Booking, Days, Further, Parts, text_of};
use crate::bank::conversion::{Converted, IdKind, Reason};
use crate::bank::identity::{self, Identified};
use crate::bank::movement;
use crate::bank::profile::is_among;
use crate::bank::table::Row;
use crate::bank::{cell, day, rules};
use crate::record::TypedRecord;
use crate::report::{Cell, Fault};
use crate::transactions::{Transaction, check_record};
use crate::value::{Currency, Text};

impl<'t> Converter<'t, '_, '_, '_, '_> {
    pub(super) fn booking(&mut self, row: &mut Row<'t>) -> Result<(), Fault> {
        self.flush();
        let mut passed_over = Vec::new();
        if let Some(reason) = self.status(row) {
            if reason == Reason::Pending {
                self.follow(row, true);
            }
            self.skip(row, reason);
            return Ok(());
        }
        let days = Days::read(row, &self.outline.plan, &mut passed_over)?;
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
        let amounts = self.outline.plan.amounts();
        let named = amounts.into_iter().flatten().find_map(|cell| self.outline.header.currency_of(cell));
        if named.is_some_and(|named| named.code() != currency.0) {
            return Err(Fault::new(&rules::CURRENCY_CONTRADICTS, currency.1));
        }
        for fault in passed_over {
            self.findings.push(fault);
        }
        self.balance(row, &account, &currency.0, &movement, false);
        self.watch_the_cells(row);
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
        let header = self.outline.header.columns();
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
        let blank = row.cells().get(last).is_none_or(cell::is_blank);
        let plan = &self.outline.plan;
        let is_day = || plan.days().any(|day| day == last);
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
        if !row.closed() && doubtful {
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
                let other = !currency.is_empty() && currency != booking.currency.0;
                if !apart {
                    booking.parts.add(amount, other);
                }
                let code = if other { &currency } else { &booking.currency.0 };
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
        let mark = self.findings.mark();
        let mut record = booking.record(self.outline.text, &self.outline.plan, self.findings);
        let (id, id_kind) = self.id(&booking);
        booking.identify(&mut record, id, &self.outline.plan);
        check_record(&mut record, self.findings);
        if booking.parts.sum().is_some_and(|parts| parts.abs() != booking.movement.amount) {
            self.findings.push(Fault::new(&rules::PARTS_DIFFER, booking.movement.span));
        }
        let transaction = if record.faulty { None } else { Transaction::from_texts(&|field| record.text(field)) };
        match transaction {
            Some(transaction) => {
                let id = transaction.transaction_id.as_ref().map(Text::as_str);
                self.findings.identify(mark, self.summary.converted, id);
                self.summary.converted += 1;
                let day = booking.days.of_booking();
                self.totals.take(&booking.account, &booking.currency.0, &booking.movement, day);
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
            date: booking.days.of_identity(self.profile.identity.day),
            cells: &booking.identity(&self.outline.plan),
        };
        (self.ids.derive(&identified), IdKind::Derived)
    }
}
