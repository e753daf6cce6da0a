use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use rust_decimal::Decimal;

use super::Cell;
use super::account_map::AccountMap;
use super::entry::{AccountName, Column};
use super::proof::{Balances, Order};
use crate::report::Policy;
use crate::source::Span;
use crate::value::{AccountIdentifier, Currency, Date};

/// What holds for a statement as a whole.
#[derive(Debug)]
pub(crate) struct Head {
    /// Where findings about the statement as a whole point.
    pub(crate) span: Span,
    /// The accounts that the statement names for all its entries, in the order of the file; the text may be empty.
    pub(crate) accounts: Vec<AccountName<'static>>,
    /// Whether entries may name accounts of their own.
    pub(crate) entries_name_accounts: bool,
    /// The currency of entries that name none.
    pub(crate) currency: Option<Currency>,
    /// Whether the statement names several currencies for them, which was reported.
    pub(crate) currencies_conflict: bool,
    /// The currency of every amount, which no entry may contradict.
    pub(crate) amount_currency: Option<Currency>,
    /// The days from which and until which the statement lists its entries.
    pub(crate) period: [Option<Date>; 2],
    /// The balances that the statement states above its entries.
    pub(crate) opening: Option<(Decimal, Span)>,
    pub(crate) closing: Option<(Decimal, Span)>,
    /// The order in which the format declares its entries, and what a running balance counts.
    pub(crate) order: Order,
    pub(crate) balances: Balances,
    /// The version of the list of parts that go into a derived id.
    pub(crate) identity_version: u32,
    /// The columns, which the reader shares.
    pub(crate) columns: Rc<[Column]>,
    /// The column of the running balance, as the file names it.
    pub(crate) balance_column: String,
    /// The content of a cell without what programs wrap around it.
    pub(crate) content: for<'c> fn(&Cell<'c>) -> Cow<'c, str>,
}

/// What the caller knows of a statement beside its file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Given<'o> {
    /// The account, where the file names none.
    pub(crate) account: Option<&'o AccountIdentifier>,
    /// The currency, where the file names none.
    pub(crate) currency: Option<Currency>,
    /// What the bank's numbers of accounts and cards stand for.
    pub(crate) accounts: Option<&'o Arc<AccountMap>>,
    pub(crate) policy: &'o Policy,
}
