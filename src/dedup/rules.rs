//! The rules of imports.

use crate::report::Example::{Import, ImportedStatement};
use crate::report::rules;

/// A message of MT940.
macro_rules! message {
    ($($line:literal)*) => {
        concat!($($line, "\n"),*).as_bytes()
    };
}

const MARCH: &[u8] = message!(
    ":20:A" ":25:CH9300762011623852957" ":28C:3" ":60F:C260301CHF100,00" ":61:2603300330D12,50NTRFNONREF" ":86:Bakery" ":62F:C260331CHF87,50" "-"
);
const APRIL: &[u8] = message!(
    ":20:A" ":25:CH9300762011623852957" ":28C:4" ":60F:C260401CHF87,50" ":61:2604150415D20,00NTRFNONREF" ":86:Kiosk" ":62F:C260430CHF67,50" "-"
);

/// A statement of March, and that of April, which follows it.
const GOOD: crate::report::Example = ImportedStatement {
    known: MARCH,
    sent: APRIL,
};

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

    warning IMPORTED_STATEMENT_MISSING {
        title: "A statement may be missing between this one and those that were imported before",
        message: "the balances of this statement and of the one imported before ({period}) don't meet: a statement may be missing between them ({days}; difference {difference})",
        help: "ask the bank for the statement of these days; if there is none, compare both balances with the bank's own view",
        why: "The closing balance of a statement is the opening balance of the next one. If it isn't, bookings between them are missing in the store.",
        bad: ImportedStatement {
            known: MARCH,
            sent: message!(
                ":20:A" ":25:CH9300762011623852957" ":28C:5" ":60F:C260501CHF60,00" ":61:2605040504C20,00NTRFNONREF" ":86:Refund" ":62F:C260531CHF80,00" "-"
            ),
        },
        good: GOOD,
    }

    warning IMPORTED_STATEMENT_DIFFERS {
        title: "A statement that was imported before has other bookings on the same days",
        message: "this statement and one imported before ({period}) have days in common, but not the same bookings on: {days}",
        help: "compare the bookings of these days with the bank's own view; one of the files may have been edited or filtered",
        why: "Two statements of the same days have the same bookings. Where they don't, one of them is wrong, and the store may have a booking twice.",
        bad: ImportedStatement {
            known: MARCH,
            sent: message!(
                ":20:A" ":25:CH9300762011623852957" ":28C:3" ":60F:C260301CHF100,00" ":61:2603300330D12,00NTRFNONREF" ":86:Bakery" ":61:2603310331D0,50NTRFNONREF" ":86:Kiosk" ":62F:C260331CHF87,50" "-"
            ),
        },
        good: GOOD,
    }

    note STATEMENT_IMPORTED_BEFORE {
        title: "A statement was imported before",
        message: "a statement with the same days, balances and bookings was imported before ({period})",
        help: "nothing has to be done; its transactions are not imported twice",
        why: "Where a new statement was expected, the wrong file may have been chosen: the name of a file says nothing about its content.",
        bad: ImportedStatement {
            known: MARCH,
            sent: MARCH,
        },
        good: GOOD,
    }
}
