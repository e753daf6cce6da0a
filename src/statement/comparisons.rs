use super::balance::{BalanceStatus, UnconfirmedReason, UnconfirmedRows};
use super::balance_break::Break;
use super::balance_chain::{Agreement, BalancePosition, ComparedStep, Step};
use super::small_decimal::SmallDecimal;

/// The maximum number of broken balances and of unconfirmed ranges that are reported. Further ones are only counted.
pub(super) const MAX_RANGES: usize = 1000;

/// What the balances of an account say.
#[derive(Debug, Default, Clone)]
pub(super) struct Comparisons {
    pub(super) compared: usize,
    pub(super) broken: usize,
    /// The positions of the first broken balances, and the rows before them.
    pub(super) breaks: Vec<(BalancePosition, Break)>,
    /// Whether the first and the last balances agree that were compared between rows. The last are unknown after a row that can't be read.
    pub(super) first_agrees: Option<bool>,
    pub(super) last_agrees: Option<bool>,
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
        let Some(agreement) = agreement else {
            self.skip_unreadable(step);
            return;
        };
        let agrees = self.add(step, *agreement);
        if let Agreement::Differs(difference) = agreement {
            self.add_break(*position, step, *difference);
        } else if self.last_agrees == Some(false) {
            self.confirm_last_break();
        }
        self.first_agrees = self.first_agrees.or(Some(agrees));
        self.last_agrees = Some(agrees);
    }

    /// Adds rows beside a row that can't be read.
    pub(super) fn skip_unreadable(&mut self, step: &Step) {
        self.skip(step, UnconfirmedReason::Unreadable);
        self.last_agrees = None;
    }

    #[cold]
    fn add_break(
        &mut self,
        position: BalancePosition,
        step: &Step,
        difference: Option<SmallDecimal>,
    ) {
        let is_beside_break = self.last_agrees == Some(false);
        if let Some((_, last)) = self.last_break().filter(|_| is_beside_break) {
            last.neighbours[1] = Some(false);
        }
        if self.breaks.len() < MAX_RANGES {
            let found = Break {
                step: *step,
                difference,
                neighbours: [self.last_agrees, None],
                is_complete: !step.has_skipped,
            };
            self.breaks.push((position, found));
        }
    }

    /// Notes that the balances after the last break agree.
    #[cold]
    fn confirm_last_break(&mut self) {
        if let Some((_, last)) = self.last_break() {
            last.neighbours[1] = Some(true);
        }
    }

    /// Returns the last break. `None` if it was only counted.
    fn last_break(&mut self) -> Option<&mut (BalancePosition, Break)> {
        let is_kept = self.breaks.len() < MAX_RANGES;
        self.breaks.last_mut().filter(|_| is_kept)
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
            Agreement::Differs(_) => {
                self.broken += 1;
                self.skip(step, UnconfirmedReason::Broken);
            }
        }
        !matches!(agreement, Agreement::Differs(_))
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
