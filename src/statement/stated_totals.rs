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

/// The totals that only messages state, each with its place.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct MessageTotals {
    pub(crate) credit_count: Option<(usize, Span)>,
    pub(crate) debit_count: Option<(usize, Span)>,
    /// The sum of all amounts. One bank writes the net amount.
    pub(crate) sum: Option<(Decimal, Span)>,
    /// Credits minus debits, without a sign.
    pub(crate) net: Option<(Decimal, Span)>,
    /// Whether the net amount is a debit, if the message says so.
    pub(crate) is_net_debit: Option<bool>,
}

/// The numbers and the sums of the credits and of the debits so far. A sum is `None` if it exceeds the range of a decimal.
#[derive(Debug, Clone, Copy)]
struct RunningSums {
    credit_count: usize,
    debit_count: usize,
    credits: Option<SmallDecimal>,
    debits: Option<SmallDecimal>,
}

/// Compares the number of entries and the sum of their amounts with those that the statement states.
#[derive(Debug)]
pub(super) struct StatedTotals {
    count: Option<(usize, Span)>,
    sums: Option<StatedSums>,
    others: MessageTotals,
    /// The number of entries so far.
    entries: usize,
    booked: RunningSums,
    pending: RunningSums,
    /// Whether something is stated and was compared, and nothing differs.
    pub(super) agree: bool,
}

impl StatedTotals {
    pub(super) const fn new(
        count: Option<(usize, Span)>,
        sums: Option<StatedSums>,
        others: MessageTotals,
    ) -> Self {
        Self {
            count,
            sums,
            others,
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
                (self.pending.credits, self.pending.debits) = (None, None);
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
        if let Some((count, span)) = self.count.filter(|(count, _)| !self.is_count(*count)) {
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
        differs |= self.counts_differ(&mut compared, findings);
        if cash_accounts <= 1 {
            differs |= self.sum_differs(&mut compared, findings);
            self.report_net(findings);
        }
        self.agree = compared && !differs;
        differs
    }

    /// Whether a number is that of the entries. Some banks count pending ones too.
    const fn is_count(&self, count: usize) -> bool {
        count == self.entries || count == self.booked.credit_count + self.booked.debit_count
    }

    /// Reports the numbers of credits and of debits that differ.
    fn counts_differ(&self, compared: &mut bool, findings: &mut Collector<'_>) -> bool {
        let with_pending = self.booked.plus(&self.pending);
        let counts = [
            (
                self.others.credit_count,
                self.booked.credit_count,
                with_pending.credit_count,
            ),
            (
                self.others.debit_count,
                self.booked.debit_count,
                with_pending.debit_count,
            ),
        ];
        let mut differs = false;
        for (stated, booked, all) in counts {
            let Some((stated, span)) = stated else {
                continue;
            };
            *compared = true;
            if stated != booked && stated != all {
                let fault = Diagnostic::new(&rules::COUNT_DIFFERS, span).param("stated", stated);
                findings.push(fault.param("found", booked));
                differs = true;
            }
        }
        differs
    }

    /// Reports the sum of all amounts if it is neither that of the entries nor their net amount.
    fn sum_differs(&self, compared: &mut bool, findings: &mut Collector<'_>) -> bool {
        let Some((stated, span)) = self.others.sum else {
            return false;
        };
        *compared = true;
        let with_pending = self.booked.plus(&self.pending);
        let is_sum = |sums: &RunningSums| {
            let known = [sums.all(), sums.net()].into_iter().flatten();
            known
                .map(|sum| Decimal::from(sum).abs())
                .any(|sum| sum == stated)
                || sums.all().is_none()
        };
        let differs = !is_sum(&self.booked) && !is_sum(&with_pending);
        if differs {
            findings.push(Diagnostic::new(&rules::SUM_DIFFERS, span));
        }
        differs
    }

    /// Reports a net amount that is not that of the entries.
    fn report_net(&self, findings: &mut Collector<'_>) {
        let Some((stated, span)) = self.others.net else {
            return;
        };
        let with_pending = self.booked.plus(&self.pending);
        let differs = |sums: &RunningSums| {
            sums.net().is_some_and(|net| {
                let net = Decimal::from(net);
                let is_debit = net.is_sign_negative() && !net.is_zero();
                let is_other = self
                    .others
                    .is_net_debit
                    .is_some_and(|stated| stated != is_debit);
                net.abs() != stated || is_other && !net.is_zero()
            })
        };
        if differs(&self.booked) && differs(&with_pending) {
            findings.push(Diagnostic::new(&rules::NET_DIFFERS, span));
        }
    }
}

impl RunningSums {
    const ZERO: Self = Self {
        credit_count: 0,
        debit_count: 0,
        credits: Some(SmallDecimal::ZERO),
        debits: Some(SmallDecimal::ZERO),
    };

    fn add(&mut self, amount: &EntryAmount) {
        let (sum, count) = if amount.direction == CreditDebit::Credit {
            (&mut self.credits, &mut self.credit_count)
        } else {
            (&mut self.debits, &mut self.debit_count)
        };
        *count += 1;
        *sum = sum.and_then(|sum| sum.checked_add(amount.value.into()));
    }

    fn plus(&self, other: &Self) -> Self {
        let add = |one: Option<SmallDecimal>, other: Option<SmallDecimal>| one?.checked_add(other?);
        Self {
            credit_count: self.credit_count + other.credit_count,
            debit_count: self.debit_count + other.debit_count,
            credits: add(self.credits, other.credits),
            debits: add(self.debits, other.debits),
        }
    }

    /// Returns credits plus debits.
    fn all(&self) -> Option<SmallDecimal> {
        self.credits?.checked_add(self.debits?)
    }

    /// Returns credits minus debits.
    fn net(&self) -> Option<SmallDecimal> {
        self.credits?.checked_add(self.debits?.negated())
    }

    /// Whether these sums are not those that a statement states. Sums that are not known differ from none.
    fn differ_from(&self, stated: &Sums) -> bool {
        let differs = |sum: Option<SmallDecimal>, stated: Decimal| {
            sum.is_some_and(|sum| sum != stated.into())
        };
        match *stated {
            Sums::Net(stated) => differs(self.net(), stated),
            Sums::ByDirection { credits, debits } => {
                credits.is_some_and(|stated| differs(self.credits, stated))
                    || debits.is_some_and(|stated| differs(self.debits, stated))
            }
        }
    }
}
