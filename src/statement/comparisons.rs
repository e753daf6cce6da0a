use super::balance::{BalanceStatus, UnconfirmedReason, UnconfirmedRows};
use super::balance_chain::{Agreement, BalancePosition, ComparedStep, Step};

/// The maximum number of broken balances and of unconfirmed ranges that are reported. Further ones are only counted.
pub(super) const MAX_RANGES: usize = 1000;

/// What the balances of an account say.
#[derive(Debug, Default, Clone)]
pub(super) struct Comparisons {
    pub(super) compared: usize,
    pub(super) broken: usize,
    /// The positions of the first broken balances.
    pub(super) breaks: Vec<BalancePosition>,
    /// The number of transactions that balances confirm.
    pub(super) confirmed: usize,
    /// Whether the balances include a row that is not exported.
    pub(super) has_unexported: bool,
    /// The transactions that no balance confirms.
    pub(super) unconfirmed: Vec<UnconfirmedRows>,
}

impl Comparisons {
    /// Adds rows up to a balance.
    #[inline]
    pub(super) fn add_step(&mut self, compared: &ComparedStep) {
        let ComparedStep {
            step,
            agreement,
            position,
        } = compared;
        match agreement {
            Some(agreement) => {
                if !self.add(step, *agreement) && self.breaks.len() < MAX_RANGES {
                    self.breaks.push(*position);
                }
            }
            None => self.skip(step, UnconfirmedReason::Unreadable),
        }
    }

    /// Adds a comparison, and returns whether the balances agree.
    #[inline]
    pub(super) fn add(&mut self, step: &Step, agreement: Agreement) -> bool {
        self.compared += 1;
        match agreement {
            Agreement::Agrees => self.confirmed += step.exported,
            Agreement::AgreesWithUnexported => {
                self.has_unexported = true;
                self.skip(step, UnconfirmedReason::Unexported);
            }
            Agreement::Differs => {
                self.broken += 1;
                self.skip(step, UnconfirmedReason::Broken);
            }
        }
        agreement != Agreement::Differs
    }

    /// Adds rows that no balance confirms.
    #[inline(never)]
    pub(super) fn skip(&mut self, step: &Step, reason: UnconfirmedReason) {
        if step.exported > 0 && self.unconfirmed.len() < MAX_RANGES {
            let (first_line, last_line) = step.lines;
            self.unconfirmed.push(UnconfirmedRows {
                first_line,
                last_line,
                transactions: step.exported,
                reason,
            });
        }
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.compared += other.compared;
        self.broken += other.broken;
        self.confirmed += other.confirmed;
        self.has_unexported |= other.has_unexported;
        self.unconfirmed.extend(other.unconfirmed);
    }

    /// Returns the status for a number of exported transactions.
    pub(super) const fn status(&self, exported: usize) -> BalanceStatus {
        if self.broken > 0 {
            BalanceStatus::Broken
        } else if self.compared == 0 {
            BalanceStatus::None
        } else if self.confirmed == exported && !self.has_unexported {
            BalanceStatus::Proved
        } else {
            BalanceStatus::Partly
        }
    }
}
