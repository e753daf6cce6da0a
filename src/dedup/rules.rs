//! The rule of imports.

use crate::report::Example::Import;
use crate::report::rules;

rules! {
    "0.1.0":

    warning TRANSACTION_CONFLICT {
        title: "A transaction was imported before with other content",
        message: "a transaction with this account and this id was imported before with another amount, currency, direction or date",
        help: "compare both with the bank's own view; the one that was imported first stays as it is",
        why: "An import never changes a transaction, so the correction of a booking under the same id would go unnoticed.",
        bad: Import {
            known: r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#,
            sent: r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"13.50","currency":"CHF","bookedAt":"2026-03-31"}"#,
        },
        good: Import {
            known: r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#,
            sent: r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"2","creditDebit":"debit","amount":"13.50","currency":"CHF","bookedAt":"2026-03-31"}"#,
        },
    }
}
