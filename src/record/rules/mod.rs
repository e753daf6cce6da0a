//! The rules of files, of the shape of records, and of single values.

pub(crate) mod company;
pub(crate) mod json;
pub(crate) mod money;
pub(crate) mod shape;
pub(crate) mod value;

pub(crate) use company::RATE_TEXT;
pub(crate) use file::{EMPTY_FILE, TOO_LARGE, TOO_MANY_RECORDS};
#[cfg(test)]
pub(crate) use money::AMOUNT_NUMBER;
pub(crate) use money::{ACCOUNT_IBAN_INVALID, CURRENCY_WITHDRAWN, ORIGINAL_INCOMPLETE, QR_IBAN};
pub(crate) use shape::{
    LIST_EMPTY, MISNAMED_FIELD, MISSING_FIELD, NULL_VALUE, WRONG_PAYLOAD, WRONG_TYPE,
};
pub(crate) use value::{CARD_NUMBER, VALUE_UNUSUAL};

/// The rules of files of any format.
pub(crate) mod file {
    use crate::report::Example::Transactions;
    use crate::report::rules;

    const VALID_PAYLOAD: &[u8] = br#"{"transactions":[{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}]}"#;
    const TWO_TRANSACTIONS: &[u8] = br#"{"transactions":[{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"},{"accountIdentifier":"CH9300762011623852957","transactionId":"2","creditDebit":"debit","amount":"8.00","currency":"CHF","bookedAt":"2026-03-31"}]}"#;

    rules! {
        "0.1.0":

        error EMPTY_FILE {
            title: "The file is empty",
            message: "there is nothing in the file",
            help: "check whether the program that wrote it has failed",
            why: "An empty file is often left by a program that failed before it wrote anything.",
            bad: Transactions(b" \n"),
            good: Transactions(VALID_PAYLOAD),
        }
        error TOO_LARGE {
            title: "The file is larger than the limit",
            message: "the file has more than {limit} bytes, which is the limit",
            help: "split it, or raise the limit if the size is intended",
            why: "The limit keeps one input from using up the memory. The caller sets it (`Limits::bytes`).",
            bad: Transactions(VALID_PAYLOAD),
            good: Transactions(VALID_PAYLOAD),
        }
        error TOO_MANY_RECORDS {
            title: "A list or a file holds more records than the limit",
            message: "there are {found} {what}; the limit is {limit}, and all from here on are rejected",
            help: "split it, or raise the limit if the size is intended",
            why: "The limit keeps one input from using up the memory. The caller sets it (`Limits::records`). Records beyond it count as rejected.",
            bad: Transactions(TWO_TRANSACTIONS),
            good: Transactions(TWO_TRANSACTIONS),
        }
    }
}
