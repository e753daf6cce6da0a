//! What the statements of an account say about each other, whether they come from one file or from many.
//!
//! [`History::of`] puts the statements of each account in order and tells how each is linked to the one before: it follows, is a copy or a part of another
//! one, overlaps it, or a statement is missing between them. A transaction that several statements have counts once, and [`Conversions`] have it in one of
//! them. What all balances prove together is one [verdict](AccountHistory::balance_status) for each account: after equal transactions are counted once, the
//! opening balance plus what came in minus what went out is the closing balance, or the account isn't proved.
//!
//! ```
//! use universal_accounting::continuity::Link;
//! use universal_accounting::format::{self, ConvertOptions, Input};
//! use universal_accounting::statement::BalanceStatus;
//!
//! let week = ":20:A\n:25:CH9300762011623852957\n:28C:1\n:60F:C260302CHF100,00\n:61:2603030303D12,50NTRFNONREF\n:86:Bakery\n:62F:C260306CHF87,50\n-\n";
//! let month = ":20:B\n:25:CH9300762011623852957\n:28C:2\n:60F:C260302CHF100,00\n:61:2603030303D12,50NTRFNONREF\n:86:Bakery\n\
//!              :61:2603200320C50,00NTRFNONREF\n:86:Refund\n:62F:C260331CHF137,50\n-\n";
//! let files = [Input::new("week.sta", week.as_bytes()), Input::new("month.sta", month.as_bytes())];
//! let conversions = format::convert_all(&files, &ConvertOptions::new());
//! let account = &conversions.history.accounts[0];
//! assert_eq!((account.transactions, account.repeated), (2, 1));
//! assert_eq!((account.balance_status, account.confirmed), (BalanceStatus::Proved, 2));
//! assert_eq!(account.statements[0].link, Link::Part);
//! // The bakery is in the statement of the week.
//! assert_eq!(conversions.files.iter().map(|file| file.transactions.len()).collect::<Vec<_>>(), [1, 1]);
//! ```

mod conversions;
mod findings;
mod history;
mod line;
mod link;
mod member;
mod occurrences;
mod order;
mod repeats;
pub(crate) mod rules;
mod verdict;

pub use conversions::Conversions;
pub(crate) use findings::describe_days;
pub use history::{AccountHistory, History, RepeatedRow, StatementInHistory};
pub use link::Link;
pub(crate) use repeats::Repeats;
