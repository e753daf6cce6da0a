//! Rules of the CSV of single entries.

use crate::report::Example::SingleEntries;
use crate::report::rules;

/// A file with one row for each text: record, entry and line, then what the caller writes.
macro_rules! csv {
    ($($row:literal)*) => {
        SingleEntries(concat!(
            "serviceId,entry-entryId,entry-entryNumber,entry-type,entry-date,entry-lineId,entry-lineNumber,",
            "entry-debitAccount-number,entry-creditAccount-number,entry-amount,entry-currency,",
            "invoice-number,invoice-billingPeriod,entry-tax-code\n",
            $($row, "\n",)*
        ))
    };
}

rules! {
    "0.1.0":

    error SINGLE_ENTRIES_UNKNOWN {
        title: "A file is not the CSV of single entries",
        message: "this is not the CSV of single entries: {why}",
        help: "export the journal as single entries again, with all of its columns",
        why: "Columns are found by their names. Without the id of the record, the entry, its day, the line, its amount, currency and accounts, no row can be read.",
        bad: SingleEntries("serviceId,entry-entryId,entry-date,entry-amount\ns-81,e-1,2026-03-31,30.00\n"),
        good: csv!("s-81,e-1,1,invoice,2026-03-31,l-1,1,6500,2000,30.00,CHF,,,"),
    }
    warning SINGLE_ENTRIES_COLUMN_UNKNOWN {
        title: "The CSV of single entries has an unknown column",
        message: "`{name}` is not a known column of single entries{hint}",
        help: "look whether the column holds something that you need: it is not read",
        why: "The columns follow from the data, so an export may have more than are published. The other columns are read without it.",
        bad: SingleEntries("serviceId,entry-entryId,entry-entryNumber,entry-type,entry-date,entry-lineId,entry-lineNumber,entry-debitAccount-number,entry-creditAccount-number,entry-amount,entry-currency,employee-number\ns-81,e-1,1,invoice,2026-03-31,l-1,1,6500,2000,30.00,CHF,7\n"),
        good: csv!("s-81,e-1,1,invoice,2026-03-31,l-1,1,6500,2000,30.00,CHF,,,"),
    }
    error SINGLE_ENTRY_CONTRADICTION {
        title: "Two rows of one record or entry contradict each other",
        message: "`{field}` is different in an earlier row of the same {what}",
        help: "export the journal again; if both values are right, the rows need ids of their own",
        why: "Every row repeats the values of its record and its entry. Nothing shows which of two values is right, and one of them would be lost.",
        bad: csv!(
            "s-81,e-1,1,invoice,2026-03-31,l-1,1,6500,2000,30.00,CHF,2026-118,,"
            "s-81,e-1,1,invoice,2026-03-31,l-2,2,6510,2000,35.00,CHF,2026-119,,"
        ),
        good: csv!(
            "s-81,e-1,1,invoice,2026-03-31,l-1,1,6500,2000,30.00,CHF,2026-118,,"
            "s-81,e-1,1,invoice,2026-03-31,l-2,2,6510,2000,35.00,CHF,2026-118,,"
        ),
    }
    error SINGLE_ENTRY_WITHOUT_ACCOUNT {
        title: "A row of single entries has no account",
        message: "this row has neither a debit account nor a credit account",
        help: "give the row at least one of its two accounts",
        why: "A row books its amount from one account to another, or on one side. Without an account, its amount would be lost.",
        bad: csv!(
            "s-81,e-1,1,invoice,2026-03-31,l-1,1,6500,2000,30.00,CHF,,,"
            "s-81,e-1,1,invoice,2026-03-31,l-2,2,,,35.00,CHF,,,"
        ),
        good: csv!(
            "s-81,e-1,1,invoice,2026-03-31,l-1,1,6500,2000,30.00,CHF,,,"
            "s-81,e-1,1,invoice,2026-03-31,l-2,2,6510,2000,35.00,CHF,,,"
        ),
    }
    warning SINGLE_ENTRY_SIDE_UNKNOWN {
        title: "A row does not say which of its lines has its tax",
        message: "rows with two accounts do not say which of them has the tax, the original amount and the dimensions; the debit line has those of {found} rows",
        help: "export the journal as JSON, where each line has its own, or check the rows from this one on",
        why: "A row of single entries joins a debit line and a credit line, and has the tax of one of them. Where the accounts of the entry do not show which one, a tax or a cost center may be on the wrong account.",
        bad: csv!("s-81,e-1,1,invoice,2026-03-31,l-1,1,6500,2000,30.00,CHF,,,VM81"),
        good: csv!(
            "s-81,e-1,1,invoice,2026-03-31,l-1,1,6500,2000,30.00,CHF,,,VM81"
            "s-81,e-1,1,invoice,2026-03-31,l-2,2,6510,2000,35.00,CHF,,,"
        ),
    }
    warning BILLING_PERIOD_UNREADABLE {
        title: "A billing period can't be read",
        message: "this is not a first and a last day, so the billing period is left out",
        help: "export the journal as JSON, where the two days have fields of their own",
        why: "How the two days are written in one cell is not published. They are read where the cell begins with one day and ends with the other, both as in 2026-03-31.",
        bad: csv!("s-81,e-1,1,invoice,2026-03-31,l-1,1,6500,2000,30.00,CHF,,March 2026,"),
        good: csv!("s-81,e-1,1,invoice,2026-03-31,l-1,1,6500,2000,30.00,CHF,,2026-03-01 - 2026-03-31,"),
    }
}
