use super::balance::{BalanceGranularity, RowOrder};
use super::small_decimal::SmallDecimal;
use crate::source::Span;

/// The span of a balance, and the number of its row.
pub(super) type BalancePosition = (Span, usize);

/// A balance, and where it is.
pub(super) type Balance = (SmallDecimal, BalancePosition);

/// A row of one account with its running balance.
#[derive(Debug, Clone, Copy)]
pub(super) struct ChainRow {
    pub(super) amount: SmallDecimal,
    pub(super) balance: Option<Balance>,
    /// Whether the row becomes a transaction.
    pub(super) is_exported: bool,
    pub(super) line: usize,
}

/// Adjacent rows between two balances.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    /// The sum of the amounts. `None` if it exceeds the range of a decimal.
    pub(super) sum: Option<SmallDecimal>,
    /// The number of rows that become transactions, and the lines of the first and the last of them.
    pub(super) exported: usize,
    pub(super) lines: (usize, usize),
    /// Whether a row that moves money becomes no transaction.
    pub(super) has_unexported: bool,
    /// Whether any row becomes no transaction.
    pub(super) has_skipped: bool,
}

/// Whether two balances agree with the rows between them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Agreement {
    Agrees,
    /// They agree if a row is added that is not exported.
    AgreesWithUnexported,
    /// What the later balance has more than the earlier one and the rows give. `None` if it exceeds the range of a decimal.
    Differs(Option<SmallDecimal>),
}

/// The rows up to a balance, which was compared with the balance before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct ComparedStep {
    pub(super) step: Step,
    /// `None` if the balance before it is not known, because a row between them can't be read.
    pub(super) agreement: Option<Agreement>,
    /// The position of the later balance.
    pub(super) position: BalancePosition,
}

/// The running balance of an account while its rows are followed in one order.
#[derive(Debug)]
pub(super) struct Chain {
    order: RowOrder,
    granularity: BalanceGranularity,
    /// The rows at the top of the file, up to the first balance, and that balance. `None` if a row among them can't be read.
    top: Option<(Step, Balance)>,
    /// The last balance. In batches: the balance of the batch before the open one.
    last: Option<Balance>,
    /// The balance of the open batch, if the oldest row comes first.
    batch: Option<Balance>,
    /// The rows since `last`.
    open: Step,
    /// Whether an unreadable row comes before the open rows, and no balance since.
    after_unreadable: bool,
    has_unreadable: bool,
}

/// The rows at both ends of an account, where a balance is only on one side.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ends {
    /// The oldest rows, and the balance after them.
    pub(super) oldest: Option<(Step, Balance)>,
    /// The newest rows, and the balance before them.
    pub(super) newest: Option<(Step, Balance)>,
    /// All rows, if none has a balance and all can be read.
    pub(super) whole: Option<Step>,
    pub(super) has_unreadable: bool,
}

impl Step {
    pub(super) const EMPTY: Self = Self {
        sum: Some(SmallDecimal::ZERO),
        exported: 0,
        lines: (0, 0),
        has_unexported: false,
        has_skipped: false,
    };

    #[inline]
    pub(super) fn add(&mut self, row: &ChainRow) {
        self.sum = self.sum.and_then(|sum| sum.checked_add(row.amount));
        if row.is_exported {
            let (first, _) = if self.exported == 0 {
                (row.line, row.line)
            } else {
                self.lines
            };
            (self.lines, self.exported) = ((first, row.line), self.exported + 1);
        } else {
            self.has_skipped = true;
            self.has_unexported |= row.amount != SmallDecimal::ZERO;
        }
    }

    /// Returns the balance after these rows, given the balance before them.
    pub(super) fn balance_after(&self, before: SmallDecimal) -> Option<SmallDecimal> {
        before.checked_add(self.sum?)
    }

    /// Compares the balances before and after these rows. The later one may include `pending`.
    pub(super) fn compare(
        &self,
        before: SmallDecimal,
        after: SmallDecimal,
        pending: Option<SmallDecimal>,
    ) -> Agreement {
        let expected = self.balance_after(before);
        let with_pending = || expected?.checked_add(pending?);
        if expected == Some(after) && !self.has_unexported {
            Agreement::Agrees
        } else if expected == Some(after) || with_pending() == Some(after) {
            Agreement::AgreesWithUnexported
        } else {
            let difference = || after.checked_add(expected?.negated());
            Agreement::Differs(difference())
        }
    }

    /// Returns the balance before these rows, given the balance after them.
    pub(super) fn balance_before(&self, after: SmallDecimal) -> Option<SmallDecimal> {
        after.checked_add(self.sum?.negated())
    }
}

impl Chain {
    pub(super) fn new(order: RowOrder, granularity: BalanceGranularity) -> Self {
        Self {
            order,
            granularity,
            top: None,
            last: None,
            batch: None,
            open: Step::EMPTY,
            after_unreadable: false,
            has_unreadable: false,
        }
    }

    /// Adds the next row of the file. Returns what a new balance says about the rows before it.
    #[inline]
    pub(super) fn add(&mut self, row: &ChainRow) -> Option<ComparedStep> {
        match (self.order, self.granularity) {
            (RowOrder::OldestFirst, BalanceGranularity::PerRow) => {
                self.open.add(row);
                row.balance.and_then(|balance| self.close(balance))
            }
            (RowOrder::OldestFirst, BalanceGranularity::PerBatch) => {
                let compared = match (row.balance, self.batch) {
                    (Some((balance, _)), Some(batch)) if balance != batch.0 => self.close(batch),
                    _ => None,
                };
                self.batch = row.balance.or(self.batch);
                self.open.add(row);
                compared
            }
            (RowOrder::NewestFirst, granularity) => {
                let in_batches = granularity == BalanceGranularity::PerBatch;
                let is_same_batch =
                    |balance| in_batches && self.last.is_some_and(|(last, _)| last == balance);
                let compared = match row.balance {
                    Some(balance) if !is_same_batch(balance.0) => self.close(balance),
                    _ => None,
                };
                self.open.add(row);
                compared
            }
        }
    }

    /// Compares the next balance with the last one, and opens a new step.
    fn close(&mut self, next: Balance) -> Option<ComparedStep> {
        let step = std::mem::replace(&mut self.open, Step::EMPTY);
        let after_unreadable = std::mem::take(&mut self.after_unreadable);
        let Some(last) = self.last.replace(next) else {
            if after_unreadable {
                return Some(ComparedStep {
                    step,
                    agreement: None,
                    position: next.1,
                });
            }
            self.top = Some((step, next));
            return None;
        };
        let (earlier, later) = match self.order {
            RowOrder::OldestFirst => (last, next),
            RowOrder::NewestFirst => (next, last),
        };
        let agreement = step.compare(earlier.0, later.0, None);
        Some(ComparedStep {
            step,
            agreement: Some(agreement),
            position: later.1,
        })
    }

    /// Starts again after a row that can't be read. Returns the open rows, which no balance confirms.
    pub(super) fn break_off(&mut self) -> Step {
        let step = std::mem::replace(&mut self.open, Step::EMPTY);
        (self.last, self.batch) = (None, None);
        (self.after_unreadable, self.has_unreadable) = (true, true);
        step
    }

    /// Compares the balance of the last batch.
    pub(super) fn close_batch(&mut self) -> Option<ComparedStep> {
        self.batch.take().and_then(|batch| self.close(batch))
    }

    /// Returns the rows at both ends.
    pub(super) fn into_ends(self) -> Ends {
        let bottom = self.last.map(|balance| (self.open, balance));
        let whole = (bottom.is_none() && !self.has_unreadable).then_some(self.open);
        let (oldest, newest) = match self.order {
            RowOrder::OldestFirst => (self.top, bottom),
            RowOrder::NewestFirst => (bottom, self.top),
        };
        Ends {
            oldest,
            newest,
            whole,
            has_unreadable: self.has_unreadable,
        }
    }
}
