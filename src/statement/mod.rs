//! Statements of any format: entries become transactions with ids, and the balances are reconciled.
//!
//! The reader of a [format](crate::format) yields the items of a statement in the order of the file. The converter assigns each entry to
//! its account, waits for the details of the entry, gives it an id, follows the balances, and passes the transaction on.

mod account_map;
mod accounts;
pub(crate) mod balance;
mod balance_break;
mod balance_chain;
mod balance_report;
mod batch;
mod cash_accounts;
mod comparisons;
mod conversion;
mod converter;
mod day_check;
mod description;
mod entry;
mod entry_checks;
mod id_generator;
mod incomplete;
mod issued;
mod metadata;
mod payload_writer;
mod payments;
mod reader;
mod reconciliation;
mod repair;
mod repeated_block;
mod resolved_entry;
#[cfg(test)]
mod rule_conditions;
pub(crate) mod rules;
mod running_balances;
pub(crate) mod short_id;
mod small_decimal;
mod stated_totals;
mod sub_account;
mod totals;

pub use crate::source::Encoding;
pub use account_map::AccountMap;
pub(crate) use balance::{BalanceGranularity, BalanceKind, RowOrder, StatedBalance, parse_balance};
pub use balance::{BalanceStatus, UnconfirmedReason, UnconfirmedRows};
pub use conversion::{
    Conversion, Converted, FormatName, IdKind, Origin, Sheet, SkipReason, SkippedRow, Summary,
};
pub(crate) use converter::{StatementSource, convert_statements};
pub(crate) use day_check::DayTrend;
pub(crate) use description::{collapse_spaces, collapse_text, join_texts};
pub(crate) use entry::{
    AccountNumber, AccountNumberKind, BankId, Column, CurrencyCode, Entry, EntryAmount, EntryDates,
    EntryStatus, OriginalPayment, RowPosition, find_cell, is_reference,
};
pub use incomplete::IncompleteConversion;
pub use issued::Statement;
pub(crate) use issued::{StatementEntry, TransactionSums};
pub(crate) use metadata::{Identification, StatementMetadata, StatementOptions};
pub use payload_writer::PayloadWriter;
pub(crate) use payments::DetailAmount;
pub(crate) use reader::{Detail, Item, StatementReader};
pub(crate) use repair::{Repairs, find_rows, name_row};
pub(crate) use small_decimal::{checked_difference, checked_sum};
pub(crate) use stated_totals::{MessageTotals, StatedSums, Sums};
pub use totals::Total;
