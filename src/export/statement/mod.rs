//! Writers that bring bank statements into other programs.
//!
//! ```
//! use universal_accounting::export::statement::{self, StatementExportOptions, StatementTarget};
//! use universal_accounting::format;
//!
//! let file = "IBAN:;CH93 0076 2011 6238 5295 7;\n\n\
//!     Trade date;Booking date;Value date;Currency;Debit;Credit;Individual amount;Transaction no.;Description1;Description2;Description3\n\
//!     2026-03-31;2026-03-31;2026-03-31;CHF;-1850.00;;;9930889BN5530012;Rent April;;\n";
//! let conversion = format::convert(file.as_bytes(), &format::ConvertOptions::new())?;
//! let export = statement::write(&conversion.into(), StatementTarget::Hledger, &StatementExportOptions::new()).expect("every transaction has a date");
//! assert_eq!(
//!     String::from_utf8_lossy(&export.bytes),
//!     "decimal-mark .\n\
//!      commodity 1000.00 CHF\n\
//!      account Assets:Bank:CH9300762011623852957\n\
//!      account Expenses:Unknown\n\
//!      \n\
//!      2026-03-31 * Rent April\n    \
//!          ; id: 9930889BN5530012-IXARB24\n    \
//!          Assets:Bank:CH9300762011623852957  -1850.00 CHF\n    \
//!          Expenses:Unknown  1850.00 CHF\n"
//! );
//! # Ok::<(), universal_accounting::statement::IncompleteConversion>(())
//! ```

mod account_statement;
mod camt;
mod datev;
mod datev_settings;
mod import_table;
mod ledger;
mod ledger_accounts;
mod mt940;
mod ofx;
mod options;
mod package;
mod qif;
mod reference;
mod refusal;
mod sheet;
mod swift;
mod table;
mod target;
mod workbook;
mod write;
mod xml;

pub use datev_settings::DatevSettings;
pub use ledger_accounts::LedgerAccounts;
pub use options::StatementExportOptions;
pub(crate) use options::{parse_delimiter, parse_time};
pub use refusal::{StatementRefusal, StatementRefusalReason};
pub use target::{StatementTarget, UnknownTarget};
pub use write::{StatementExport, write};
