//! The interface between the reader of a format and the converter: the items of a statement, in the order of the file.

use rust_decimal::Decimal;

use super::balance::{BalanceKind, StatedBalance};
use super::conversion::SkipReason;
use super::entry::{Entry, OriginalPayment, RowPosition};
use super::payments::DetailAmount;
use super::stated_totals::StatedSums;
use crate::report::{Collector, Diagnostic};

/// Reads a statement of some format. A reader knows nothing about transactions, which the converter builds from its items.
pub(crate) trait StatementReader<'s> {
    /// Reads the next item, or returns `None` at the end of the file.
    ///
    /// An entry is read into `entry`. For other items only its position is set.
    fn next(&mut self, entry: &mut Entry<'s>, findings: &mut Collector<'_>) -> Option<Item>;

    /// Whether the newest entry comes first. Messages fix no order, and equal entries of a day have numbers in the order of the file.
    fn is_newest_first(&self) -> bool {
        false
    }

    /// Returns a reader that reads the same statement from its start, without a limit on the number of entries.
    ///
    /// Of each entry and each detail, this reader only needs to set what a derived id depends on.
    fn restart(&self) -> Box<dyn StatementReader<'s> + '_>;
}

/// An item of a statement: one row, or one element, of the file.
#[derive(Debug)]
pub(crate) enum Item {
    Entry,
    /// A detail of the entry above.
    Detail(Box<Detail>),
    /// An item that moves no money.
    Skipped(SkipReason),
    /// An item that states a balance and moves no money. The balance may be unreadable.
    Balance(BalanceKind, Option<StatedBalance>),
    /// An item that states the sums of the amounts, and moves no money. The sums may be unreadable.
    Sums(Option<StatedSums>),
    /// An item that can't be read. `None` if the reason is reported once for several items.
    Rejected(Option<Diagnostic>),
}

/// A detail of an entry: the text and the amount that an item adds to the entry above it.
#[derive(Debug, Default)]
pub(crate) struct Detail {
    pub(crate) position: RowPosition,
    pub(crate) text: String,
    pub(crate) amount: Option<DetailAmount>,
    /// The charges of the payment, in the currency of the entry. Negative if the bank pays them back.
    pub(crate) charges: Decimal,
    /// What identifies the payment among those of its entry. Readers leave it empty unless batches are split.
    pub(crate) identity: Vec<String>,
    /// The amount of the payment in another currency.
    pub(crate) original: OriginalPayment,
}
