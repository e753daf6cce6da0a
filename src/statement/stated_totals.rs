use rust_decimal::Decimal;

use super::entry::{EntryAmount, EntryStatus};
use super::rules;
use super::small_decimal::SmallDecimal;
use crate::report::{Collector, Diagnostic};
use crate::source::Span;
use crate::transactions::CreditDebit;

/// The sums of the amounts that a statement states.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StatedSums {
    pub(crate) sums: Sums,
    pub(crate) span: Span,
}

/// Sums of amounts.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Sums {
    /// The sum of the credits and that of the debits, positive. `None` if it is not stated.
    ByDirection {
        credits: Option<Decimal>,
        debits: Option<Decimal>,
    },
    /// Credits minus debits.
    Net(Decimal),
}

/// The sums of the credits and of the debits so far. `None` if it exceeds the range of a decimal.
#[derive(Debug, Clone, Copy)]
struct RunningSums {
    credits: Option<SmallDecimal>,
    debits: Option<SmallDecimal>,
}

/// Compares the number of entries and the sum of their amounts with those that the statement states.
#[derive(Debug)]
pub(super) struct StatedTotals {
    count: Option<(usize, Span)>,
    sums: Option<StatedSums>,
    /// The number of entries so far.
    entries: usize,
    booked: RunningSums,
    pending: RunningSums,
    /// Whether something is stated and was compared, and nothing differs.
    pub(super) agree: bool,
}

impl StatedTotals {
    pub(super) const fn new(count: Option<(usize, Span)>, sums: Option<StatedSums>) -> Self {
        Self {
            count,
            sums,
            entries: 0,
            booked: RunningSums::ZERO,
            pending: RunningSums::ZERO,
            agree: false,
        }
    }

    /// Adds an entry. A pending entry without an amount makes the sums of the pending amounts unknown.
    pub(super) fn add_entry(&mut self, status: &EntryStatus) {
        self.entries += 1;
        match status {
            EntryStatus::Booked(amount) => self.booked.add(amount),
            EntryStatus::Pending(Some(amount)) => self.pending.add(amount),
            EntryStatus::Pending(None) => {
                self.pending = RunningSums {
                    credits: None,
                    debits: None,
                }
            }
        }
    }

    /// Sets the sums that an item states, if they are readable.
    pub(super) fn set_sums(&mut self, sums: Option<StatedSums>) {
        self.sums = sums.or(self.sums);
    }

    /// Reports what differs, and returns whether anything does. No sum is compared if there are several cash accounts.
    pub(super) fn differ(&mut self, cash_accounts: usize, findings: &mut Collector<'_>) -> bool {
        let (mut differs, mut compared) = (false, self.count.is_some());
        if let Some((count, span)) = self.count.filter(|(count, _)| *count != self.entries) {
            let fault = Diagnostic::new(&rules::COUNT_DIFFERS, span).param("stated", count);
            findings.push(fault.param("found", self.entries));
            differs = true;
        }
        if let Some(StatedSums { sums, span }) = self.sums.filter(|_| cash_accounts <= 1) {
            compared = true;
            // Some banks add pending bookings up too.
            let with_pending = self.booked.plus(&self.pending);
            if self.booked.differ_from(&sums) && with_pending.differ_from(&sums) {
                findings.push(Diagnostic::new(&rules::SUM_DIFFERS, span));
                differs = true;
            }
        }
        self.agree = compared && !differs;
        differs
    }
}

impl RunningSums {
    const ZERO: Self = Self {
        credits: Some(SmallDecimal::ZERO),
        debits: Some(SmallDecimal::ZERO),
    };

    fn add(&mut self, amount: &EntryAmount) {
        let sum = if amount.direction == CreditDebit::Credit {
            &mut self.credits
        } else {
            &mut self.debits
        };
        *sum = sum.and_then(|sum| sum.checked_add(amount.value.into()));
    }

    fn plus(&self, other: &Self) -> Self {
        let add = |one: Option<SmallDecimal>, other: Option<SmallDecimal>| one?.checked_add(other?);
        Self {
            credits: add(self.credits, other.credits),
            debits: add(self.debits, other.debits),
        }
    }

    /// Whether these sums are not those that a statement states. Sums that are not known differ from none.
    fn differ_from(&self, stated: &Sums) -> bool {
        let differs = |sum: Option<SmallDecimal>, stated: Decimal| {
            sum.is_some_and(|sum| sum != stated.into())
        };
        match *stated {
            Sums::Net(stated) => {
                let net = || self.credits?.checked_add(self.debits?.negated());
                differs(net(), stated)
            }
            Sums::ByDirection { credits, debits } => {
                credits.is_some_and(|stated| differs(self.credits, stated))
                    || debits.is_some_and(|stated| differs(self.debits, stated))
            }
        }
    }
}
