use std::rc::Rc;

use super::Converter;
use crate::bank::code::Code;
use crate::bank::movement::{self, Movement};
use crate::bank::profile::LabelRole;
use crate::bank::proof::Moved;
use crate::bank::table::Row;
use crate::bank::total::Total;
use crate::bank::{cell, number, rules};
use crate::report::{Cell, Fault};

impl<'t> Converter<'t, '_, '_, '_, '_> {
    /// Follows the balance through a row that becomes no transaction.
    pub(super) fn follow(&mut self, row: &Row<'t>, pending: bool) {
        let account = self.account(row).unwrap_or_default();
        let read = movement::read(row, &self.outline.plan);
        let read = read.ok().and_then(|movement| Some((self.row_currency(row, &movement, &account)?.0, movement)));
        match read {
            Some((currency, movement)) => {
                self.balance(row, &account, &currency, &movement, pending);
            }
            // What is not booked and can't be read is not the statement's word either.
            None if pending => {}
            None => self.proof.lose(),
        }
    }

    /// Follows the balance through a row, and tells which of the totals is its own.
    pub(super) fn balance(
        &mut self,
        row: &Row<'t>,
        account: &Rc<str>,
        currency: &Code<'_>,
        movement: &Movement<'_>,
        pending: bool,
    ) -> usize {
        let number = self.summary.rows;
        let balance = match movement::number_at(row, self.outline.plan.balance, &self.outline.plan) {
            Ok(balance) => balance.map(|(balance, span)| (balance.number, (span, number))),
            Err(_) => {
                let span = cell::span(row, self.outline.plan.balance);
                self.findings.push(Fault::new(&rules::CELL_PASSED_OVER, span).param("expected", "a balance"));
                None
            }
        };
        let pocket = cell::at(row, self.outline.plan.pocket);
        let printed = balance.map(|(balance, _)| balance).filter(|_| pocket.is_empty());
        // What is pending and has no balance is not counted by the bank either.
        let holder = self.totals.place(account, currency);
        if !pending || balance.is_some() {
            self.totals.follow(holder, movement.signed(), printed);
        }
        let moved = Moved { amount: movement.signed(), balance, pending };
        self.proof.take(holder, &pocket, moved);
        holder
    }

    /// Tells where a balance doesn't follow from its neighbour.
    pub(super) fn tell_breaks(&mut self) {
        let column = self.outline.header.name(self.outline.plan.balance);
        let following = self.proof.following();
        for (span, number) in &following.places {
            let cell = Cell::new(*number, column.clone());
            self.findings.push(Fault::new(&rules::BALANCE_BROKEN, *span).cell(cell));
        }
        self.findings.count(&rules::BALANCE_BROKEN, following.broken() - following.places.len());
    }

    /// The totals by what is known of the balances so far.
    pub(super) fn close_totals(&self) -> Vec<Total> {
        self.totals.close(self.proof.order(), self.proof.is_whole(), &self.proof.verdicts())
    }

    /// Compares the balances that the statement tells of its ends with each other and what moved, and each with the running
    /// balance at its end.
    pub(super) fn compare_ends(&mut self) {
        let plan = &self.outline.plan;
        let [opening, closing] = self.bounds;
        let read = |role| {
            let (text, span) = self.preamble.get(role)?;
            Some((number::parse(text, &plan.style.numbers)?.number, span))
        };
        let opening = read(LabelRole::OpeningBalance).or(opening);
        let closing = read(LabelRole::ClosingBalance).or(closing);
        if let (Some((opening, _)), Some((closing, span))) = (opening, closing) {
            if self.proof.close(opening, closing) == Some(false) {
                self.findings.push(Fault::new(&rules::CLOSING_BALANCE, span));
            }
        } else if let [total] = self.close_totals().as_slice() {
            for (end, running) in [(opening, total.opening), (closing, total.closing)] {
                if let (Some((end, span)), Some(running)) = (end, running) {
                    self.proof.end(end == running);
                    if end != running {
                        self.findings.push(Fault::new(&rules::BALANCE_BROKEN, span));
                    }
                }
            }
        }
    }
}
