//! The rules of a file as such.

use crate::report::Example::Transactions as All;
use crate::report::rules;

const GOOD: &[u8] = br#"{"transactions":[{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}]}"#;
const TWO: &[u8] = br#"{"transactions":[{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"},{"accountIdentifier":"CH9300762011623852957","transactionId":"2","creditDebit":"debit","amount":"8.00","currency":"CHF","bookedAt":"2026-03-31"}]}"#;

rules! {
    "0.1.0":

    error EMPTY_FILE {
        title: "The file is empty",
        message: "there is nothing in the file",
        help: "check whether it was written to its end",
        why: "An empty file often stands where a program failed before it wrote anything.",
        bad: All(b" \n"),
        good: All(GOOD),
    }
    error TOO_LARGE {
        title: "The file is larger than the limit",
        message: "the file has {found} bytes; the limit is {limit}",
        help: "split it, or raise the limit where that is meant",
        why: "A limit keeps one input from taking the memory of all. The caller sets it (`Limits::bytes`).",
        bad: All(GOOD),
        good: All(GOOD),
    }
    error TOO_MANY_RECORDS {
        title: "A list or a file holds more records than the limit",
        message: "there are {found} {what}; the limit is {limit}, and from here on all are rejected",
        help: "split it, or raise the limit where that is meant",
        why: "A limit keeps one input from taking the memory of all. The caller sets it (`Limits::records`). What lies beyond it is counted as rejected.",
        bad: All(TWO),
        good: All(TWO),
    }
}
