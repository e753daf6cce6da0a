//! The rules of imports.

use crate::report::Example::{Import, ImportedJournal};
use crate::report::rules;

rules! {
    "0.1.0":

    warning TRANSACTION_CONFLICT {
        title: "A transaction was imported before with other content",
        message: "a transaction with this account and this id was imported before with another amount, currency, direction, date or reference of the payment",
        help: "compare both with the bank's own view; the one that was imported first stays as it is, and a second booking with the same reference can be added",
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

    warning JOURNAL_CONFLICT {
        title: "A line of a journal was imported before with other content",
        message: "a journal record or line with these ids was imported before with other values, or the record with other entries or lines",
        help: "compare both with the service; what was imported first stays as it is",
        why: "An import never changes what it has imported, so a correction under the same ids would go unnoticed, and one under new ids would be booked twice.",
        bad: ImportedJournal {
            known: r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]"#,
            sent: r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6570"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]"#,
        },
        good: ImportedJournal {
            known: r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]"#,
            sent: r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.0","currency":"CHF","account":{"number":"6500"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.0","currency":"CHF","account":{"number":"2000"}}]"#,
        },
    }
}
