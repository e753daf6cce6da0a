//! What a format's reader gives to the booker: the items of a statement, in the order of the file.

use rust_decimal::Decimal;

use super::conversion::Reason;
use super::entry::Entry;
use super::proof::Bound;
use crate::report::{Collector, Diagnostic};

/// Reads one statement of some format. It knows nothing of transactions: what its items become is the booker's matter.
pub(crate) trait StatementReader<'s> {
    /// Reads the next item; nothing at the end of the file. `entry` is filled in where the item is an entry; of any other item
    /// its place is, and the balance that it states.
    fn next(&mut self, entry: &mut Entry<'s>, findings: &mut Collector<'_>) -> Option<Item>;

    /// Whether the newest entry comes first.
    fn is_newest_first(&self) -> bool;

    /// A reader of the same statement from its start, of all entries that it has, however many are allowed. Of an entry it
    /// needs to fill in only what an id is derived from.
    fn restart(&self) -> Box<dyn StatementReader<'s> + '_>;
}

/// An item of a statement. Each is one row, or one element, of its file.
#[derive(Debug)]
pub(crate) enum Item {
    Entry,
    /// It belongs to the entry above.
    Detail(Box<Detail>),
    /// It moves nothing.
    Skipped(Reason),
    /// It states a balance, which may be unreadable, and moves nothing.
    Balance(Bound),
    /// It can't be read, for a reason that is reported here or was reported for several rows at once.
    Rejected(Option<Diagnostic>),
}

/// What an item adds to the entry above it.
#[derive(Debug)]
pub(crate) struct Detail {
    pub(crate) text: String,
    /// The amount of a part of a batch entry.
    pub(crate) part: Option<Part>,
}

/// The amount of a part of a batch entry, with the sign that it has in the file.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) amount: Decimal,
    /// Empty where it is that of the entry.
    pub(crate) currency: String,
    /// Whether it is one of the amounts that add up to that of the entry.
    pub(crate) counts: bool,
}
