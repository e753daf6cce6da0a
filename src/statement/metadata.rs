use std::borrow::Cow;
use std::sync::Arc;

use rust_decimal::Decimal;

use super::account_map::AccountMap;
use super::balance::{BalanceGranularity, RowOrder, StatedBalance};
use super::entry::{AccountNumber, Column};
use super::stated_totals::{MessageTotals, StatedSums};
use crate::report::Policy;
use crate::sheet::Cell;
use crate::source::Span;
use crate::value::{AccountIdentifier, Currency, Date};

/// Everything about a statement that does not depend on a single entry.
#[derive(Debug)]
pub(crate) struct StatementMetadata {
    /// The span of findings about the statement as a whole.
    pub(crate) span: Span,
    /// The account numbers that the statement names for all its entries, in the order of the file. The text may be empty.
    pub(crate) account_numbers: Vec<AccountNumber<'static>>,
    /// Whether entries may name accounts of their own.
    pub(crate) entries_name_accounts: bool,
    /// Where the statement lacks a part, or has one in a wrong place. The reader has reported it.
    pub(crate) incomplete_at: Option<Span>,
    /// The currency of entries that name no currency.
    pub(crate) currency: Option<Currency>,
    /// Whether the statement names several currencies for all its entries. The reader has reported it.
    pub(crate) currencies_conflict: bool,
    /// The currency of all amounts. An entry that names another currency is rejected.
    pub(crate) amount_currency: Option<Currency>,
    /// The first and the last day of the statement.
    pub(crate) period: [Option<Date>; 2],
    /// The day on which the statement was made.
    pub(crate) created: Option<Date>,
    pub(crate) identification: Identification,
    /// The balances that the file states above its entries.
    pub(crate) opening_balance: Option<StatedBalance>,
    pub(crate) closing_balance: Option<StatedBalance>,
    /// Whether every amount has decimals, `.00` too.
    pub(crate) always_decimals: bool,
    /// The number of entries that the file states.
    pub(crate) entry_count: Option<(usize, Span)>,
    /// The sums of the amounts that the file states above its entries.
    pub(crate) sums: Option<StatedSums>,
    /// The totals that only messages state.
    pub(crate) message_totals: MessageTotals,
    /// The order of the entries, as the format declares it.
    pub(crate) row_order: RowOrder,
    /// Which rows have a running balance of their own.
    pub(crate) balance_granularity: BalanceGranularity,
    /// The version of the list of parts of a derived id.
    pub(crate) identity_version: u32,
    /// The columns, shared with the reader.
    pub(crate) columns: Arc<[Column]>,
    /// The name of the column of the running balance in the file.
    pub(crate) balance_column: String,
    /// Returns the content of a cell without the wrapping that spreadsheet programs add.
    pub(crate) cell_content: for<'c> fn(&Cell<'c>) -> Cow<'c, str>,
}

impl StatementMetadata {
    /// Returns the metadata of a statement for which only its place and its cells are known. Its entries are in the order of time, each with its own balance.
    pub(crate) fn new(
        span: Span,
        columns: &Arc<[Column]>,
        balance_column: &str,
        cell_content: for<'c> fn(&Cell<'c>) -> Cow<'c, str>,
    ) -> Self {
        Self {
            span,
            account_numbers: Vec::new(),
            entries_name_accounts: false,
            incomplete_at: None,
            currency: None,
            currencies_conflict: false,
            amount_currency: None,
            period: [None; 2],
            created: None,
            identification: Identification::default(),
            opening_balance: None,
            closing_balance: None,
            always_decimals: false,
            entry_count: None,
            sums: None,
            message_totals: MessageTotals::default(),
            row_order: RowOrder::OldestFirst,
            balance_granularity: BalanceGranularity::PerRow,
            identity_version: 1,
            columns: Arc::clone(columns),
            balance_column: balance_column.to_owned(),
            cell_content,
        }
    }
}

/// What a statement says about itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Identification {
    /// The number that the bank gives it: the electronic sequence number of camt, the number in `:28C:`.
    pub(crate) number: Option<String>,
    /// Whether it says that it is a copy or a duplicate.
    pub(crate) is_marked_copy: bool,
    /// Whether pages before it, and after it, belong to it too: it begins or ends with the balance of a page, or says that it is not the last one.
    pub(crate) is_continued: [bool; 2],
    /// The numbers of its first and its last page, if it has several.
    pub(crate) pages: [Option<usize>; 2],
}

/// What the caller gives in addition to the file of a statement.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StatementOptions<'o> {
    /// The account of a file that names no account.
    pub(crate) account: Option<&'o AccountIdentifier>,
    /// The currency of a file that names no currency.
    pub(crate) currency: Option<Currency>,
    /// The balance before the oldest entry of the only account.
    pub(crate) opening_balance: Option<Decimal>,
    /// Assigns accounts to the bank's numbers of accounts and cards.
    pub(crate) account_map: Option<&'o AccountMap>,
    /// Whether each payment of a batch entry becomes a transaction.
    pub(crate) split_batches: bool,
    /// The id of the format.
    pub(crate) bank: Option<&'o str>,
    pub(crate) policy: &'o Policy,
}
