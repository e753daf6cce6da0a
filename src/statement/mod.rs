//! Statements, whatever the format of their files: entries become transactions with ids, and balances prove them.
//!
//! A reader of a [format](crate::format) yields the items of a statement in the order of the file. One booker takes them: it knows to
//! which account an entry belongs, holds it until its details have come, gives it an id, follows the balances, and gives the
//! transaction out.

mod account_map;
mod accounts;
mod booker;
mod cell;
mod conversion;
mod description;
mod draft;
mod entry;
mod head;
mod ids;
mod occurrences;
mod owners;
mod payloads;
mod proof;
mod reader;
mod reconciliation;
pub(crate) mod rules;
mod small_decimal;
mod totals;

pub use account_map::{AccountMap, KnownAccount};
pub(crate) use booker::book;
pub use cell::Cell;
pub use conversion::{Conversion, Converted, FormatName, IdKind, Origin, Reason, Skipped, Summary};
pub(crate) use description::{folded, joined};
pub(crate) use entry::{
    AccountKind, AccountName, Amount, Column, CurrencyCode, Days, Entry, Moved, Original, Place, Reference, locate,
};
pub(crate) use head::{Given, Head};
pub use payloads::Payloads;
pub use proof::{Balance, Balances, Bound, Order};
pub(crate) use reader::{Detail, Item, Part, StatementReader};
pub(crate) use small_decimal::difference;
pub use totals::Total;
