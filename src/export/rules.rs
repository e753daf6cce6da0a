//! Rules of exports.

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
