//! Writers that bring journal records and bank statements into other programs.
//!
//! [`statement::write`] writes bank statements.
//!
//! [`journal()`] writes records as single entries, as a table, as a plain-text ledger or for Banana Accounting. It computes nothing: amounts and taxes are handed
//! through as they are. An entry that the target can't express is refused by name, and what has no place is listed in [`notes`](JournalExport::notes).
//! [`read`](JournalExport::read) and [`written`](JournalExport::written) are the totals of each account before and after, summed apart, so that both can be compared.
//!
//! ```
//! use universal_accounting::export::{self, JournalExportOptions, JournalTarget};
//! use universal_accounting::journal::{Entry, JournalRecord, Line, LineAccount, Side};
//! use universal_accounting::value::{Currency, Date, SignedAmount, Text};
//!
//! let line = |id, side, amount, account| -> Result<Line, Box<dyn std::error::Error>> {
//!     let account = LineAccount::new(Text::parse(account)?);
//!     Ok(Line::new(Text::parse(id)?, side, SignedAmount::parse(amount)?, Currency::parse("CHF")?, account))
//! };
//! let lines = vec![
//!     line("l-1", Side::Debit, "30", "6500")?,
//!     line("l-2", Side::Debit, "35", "6510")?,
//!     line("l-3", Side::Credit, "65", "2000")?,
//! ];
//! let entry = Entry::new(Text::parse("e-1")?, Date::parse("2026-03-31")?, lines);
//! let records = [JournalRecord::new(Text::parse("s-81")?, vec![entry])];
//!
//! let export = export::journal(&records, JournalTarget::SingleEntries { collective: false }, &JournalExportOptions::new());
//! let rows: Vec<&str> = export.text.lines().skip(1).collect();
//! assert!(rows[0].contains(",6500,,,2000,,30,CHF,") && rows[1].contains(",6510,,,2000,,35,CHF,"));
//! assert!(export.refused.is_empty());
//! assert_eq!(export.read[0].credits, export.written[0].credits);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod accounts;
mod banana;
mod columns;
mod csv;
mod journal;
pub mod ledger;
mod note;
mod options;
mod postings;
mod refusal;
mod rows;
mod single_entries;
pub mod statement;
mod table;
mod totals;

pub(crate) use csv::push_row;
pub use journal::{JournalExport, journal};
pub use note::{Note, NoteKind};
pub use options::{JournalExportOptions, JournalTarget};
pub use refusal::{JournalRefusal, JournalRefusalReason};
pub use totals::AccountTotal;

/// Rules of exports.
pub(crate) mod rules {
    use crate::report::Example::{DatevSettings, LedgerAccounts};
    use crate::report::rules;

    rules! {
        "0.1.0":

        error LEDGER_ACCOUNTS_INVALID {
            title: "Names of ledger accounts that can't be used",
            message: "{fault}",
            help: "compare the file with the schema `ledger-accounts`",
            why: "A ledger knows accounts by their names alone. A wrong name would post every transaction of an account to another one.",
            bad: LedgerAccounts(r#"{"accounts": [{"account": "CH9300762011623852957", "name": "Bank"}]}"#),
            good: LedgerAccounts(r#"{"accounts": [{"account": "CH9300762011623852957", "name": "Assets:Bank"}]}"#),
        }

        error DATEV_SETTINGS_INVALID {
            title: "Settings for DATEV that can't be used",
            message: "{fault}",
            help: "compare the file with the schema `datev-settings`",
            why: "DATEV books a batch for the client and on the accounts whose numbers are in it. A wrong number would book every transaction of an account elsewhere.",
            bad: DatevSettings(r#"{"consultant": 29098, "client": 55003, "yearStart": "2026-01-01", "accountLength": 4, "accounts": [{"account": "DE02120300000000202051", "number": "Bank"}], "income": "1370", "expenses": "1370"}"#),
            good: DatevSettings(r#"{"consultant": 29098, "client": 55003, "yearStart": "2026-01-01", "accountLength": 4, "accounts": [{"account": "DE02120300000000202051", "number": "1800"}], "income": "1370", "expenses": "1370"}"#),
        }
    }
}
