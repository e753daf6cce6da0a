use rust_decimal::Decimal;

use super::Balance;
use super::entry::{Amount, Entry};
use super::head::Head;
use super::owners::Owners;
use super::proof::{Bound, Moved, Proof};
use super::rules;
use super::totals::{Total, Totals};
use crate::report::{Cell, Collector, Diagnostic};
use crate::source::Span;
use crate::value::Date;

/// What the balances of a statement prove, and what its entries come to.
#[derive(Debug)]
pub(super) struct Reconciliation<'h> {
    head: &'h Head,
    proof: Proof,
    totals: Totals,
    /// The balances that items state, of the beginning and of the end.
    opening: Option<(Decimal, Span)>,
    closing: Option<(Decimal, Span)>,
}

impl<'h> Reconciliation<'h> {
    pub(super) fn new(head: &'h Head) -> Self {
        let proof = Proof::new(head.order, head.balances);
        Self { head, proof, totals: Totals::default(), opening: None, closing: None }
    }

    /// Takes the balance that an item states, which may be unreadable. It replaces the one before.
    pub(super) const fn state(&mut self, bound: Bound, balance: Option<(Decimal, Span)>) {
        match bound {
            Bound::Opening => self.opening = balance,
            Bound::Closing => self.closing = balance,
        }
    }

    /// Follows the running balance through an entry.
    pub(super) fn follow(&mut self, entry: &Entry<'_>, owner: usize, amount: &Amount, pending: bool) {
        let balance = entry.balance.map(|(balance, span)| (balance, (span, entry.place.number)));
        let printed = balance.map(|(balance, _)| balance).filter(|_| entry.sub_account.is_empty());
        // A pending entry without a balance is not counted by the bank either.
        let amount = amount.signed();
        self.totals.follow(owner, amount, printed, !pending || balance.is_some());
        self.proof.take(owner, &entry.sub_account, Moved { amount, balance, pending });
    }

    /// Takes an entry that became a transaction.
    pub(super) fn book(&mut self, owner: usize, amount: &Amount, day: Option<Date>) {
        self.totals.take(owner, amount, day);
    }

    /// An item that can't be read breaks off every comparison that would need it.
    pub(super) fn lose(&mut self) {
        self.proof.lose();
    }

    /// Reports where balances don't follow from each other, and returns the totals and what the balances prove.
    pub(super) fn close(mut self, owners: &Owners<'_>, findings: &mut Collector<'_>) -> (Vec<Total>, Balance) {
        let breaks = self.proof.breaks();
        for (span, number) in breaks {
            let cell = Cell::new(*number, self.head.balance_column.clone());
            findings.push(Diagnostic::new(&rules::BALANCE_BROKEN, *span).cell(cell));
        }
        findings.count(&rules::BALANCE_BROKEN, self.proof.held().broken - breaks.len());
        self.compare_ends(owners, findings);
        (self.close_totals(owners), self.proof.verdict())
    }

    /// Compares the balances that the statement states of its ends with each other and what moved, and each with the running
    /// balance at its end.
    fn compare_ends(&mut self, owners: &Owners<'_>, findings: &mut Collector<'_>) {
        let opening = self.head.opening.or(self.opening);
        let closing = self.head.closing.or(self.closing);
        if let (Some((opening, _)), Some((closing, span))) = (opening, closing) {
            if self.proof.close(opening, closing) == Some(false) {
                findings.push(Diagnostic::new(&rules::CLOSING_BALANCE, span));
            }
        } else if let [total] = self.close_totals(owners).as_slice() {
            for (end, running) in [(opening, total.opening), (closing, total.closing)] {
                if let (Some((end, span)), Some(running)) = (end, running) {
                    self.proof.end(end == running);
                    if end != running {
                        findings.push(Diagnostic::new(&rules::BALANCE_BROKEN, span));
                    }
                }
            }
        }
    }

    /// The totals by what is known of the balances so far.
    fn close_totals(&self, owners: &Owners<'_>) -> Vec<Total> {
        self.totals.close(owners, self.proof.order(), self.proof.is_whole(), &self.proof.verdicts())
    }
}
