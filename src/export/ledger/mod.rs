//! Plain-text ledgers: transactions with postings, written for hledger or beancount.
//!
//! [`write()`] writes a complete ledger that the strict checks of both programs accept. Names of accounts are made valid for the program and stay different, and
//! no text can start a directive, a tag or a line.
//!
//! ```
//! use universal_accounting::export::ledger::{self, Account, AccountKind, Posting, Syntax, Transaction};
//! use universal_accounting::rust_decimal::Decimal;
//! use universal_accounting::value::{Currency, Date};
//!
//! let office = Account::new(AccountKind::Expense, ["6500 Büromaterial"]);
//! let creditors = Account::new(AccountKind::Liability, ["2000 Kreditoren"]);
//! let (amount, franc) = (Decimal::new(6500, 2), Currency::parse("CHF")?);
//! let mut toner = Transaction::new(Date::parse("2026-03-31")?);
//! toner.payee = Some("Beispiel GmbH".to_owned());
//! toner.description = Some("Toner; March".to_owned());
//! toner.postings = vec![Posting::new(office, amount, franc), Posting::new(creditors, -amount, franc)];
//!
//! let ledger = ledger::write(&[toner], Syntax::Hledger)?;
//! assert_eq!(
//!     ledger.text,
//!     "decimal-mark .\n\
//!      commodity 1000.00 CHF\n\
//!      account Liabilities:2000 Kreditoren\n\
//!      account Expenses:6500 Büromaterial\n\
//!      \n\
//!      2026-03-31 Beispiel GmbH | Toner, March\n    \
//!          Expenses:6500 Büromaterial  65.00 CHF\n    \
//!          Liabilities:2000 Kreditoren  -65.00 CHF\n"
//! );
//! assert_eq!(ledger.altered_texts, 1, "a semicolon begins a comment in hledger");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod model;
mod names;
mod syntax;
mod text;
mod write;

pub use model::{
    Account, AccountKind, Balance, LedgerError, Posting, Status, Syntax, Tag, Transaction,
};
pub(super) use text::to_one_line;
pub(super) use write::{Declarations, LedgerWriter, write_balanced};
pub use write::{Ledger, write};
