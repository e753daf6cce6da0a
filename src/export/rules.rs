//! Rules of exports.

use crate::report::Example::LedgerAccounts;
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
}
