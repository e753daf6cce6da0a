//! The rules over several fields of a transaction, and over a payload of transactions.

use crate::report::Example::{
    ImportResult as Answer, Repeated, Transaction as Record, Transactions as Payload,
};
use crate::report::rules;

const NUMBERED_TRANSACTION: &str = r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"{n}","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#;

rules! {
    "0.1.0":

    error BARE_ARRAY {
        title: "The payload is an array",
        message: "the payload is an array where an object with the field `transactions` belongs",
        help: "put the array into an object: {\"transactions\": [ … ]}",
        why: "The request body is an object with one field, `transactions`. The records of a bare array are checked all the same.",
        bad: Payload(br#"[{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}]"#),
        good: Payload(br#"{"transactions":[{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}]}"#),
    }
    error BARE_TRANSACTION {
        title: "The payload is a transaction",
        message: "this is a transaction, where an object with the field `transactions` belongs",
        help: "put it into a list: {\"transactions\": [ … ]}",
        why: "The request body is an object with one field, `transactions`, a list of transactions.",
        bad: Payload(br#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: Payload(br#"{"transactions":[{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}]}"#),
    }
    error TRANSACTIONS_EMPTY {
        title: "The payload has no transactions",
        message: "`transactions` is empty",
        help: "send a payload only where there is a {item} to import",
        why: "The service accepts an import only with at least one transaction.",
        bad: Payload(br#"{"transactions":[]}"#),
        good: Payload(br#"{"transactions":[{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}]}"#),
    }
    warning TRANSACTIONS_TOO_MANY {
        title: "The payload has more transactions than one request may carry",
        message: "there are {found} transactions; one request takes at most {limit}",
        help: "send them in several requests",
        why: "The service accepts 1 to 1000 transactions in one request.",
        bad: Repeated { transaction: NUMBERED_TRANSACTION, times: 1001 },
        good: Repeated { transaction: NUMBERED_TRANSACTION, times: 1000 },
    }
    warning TRANSACTION_ID_MISSING {
        title: "A transaction has no id",
        message: "`transactionId` is missing, so the service can't recognize this transaction if it is sent again",
        help: "give the bank's own id, or derive one that stays the same in every export",
        why: "The service recognizes a transaction by its account and its id. Without an id, a transaction that is sent twice is booked twice.",
        bad: Record(r#"{"accountIdentifier":"CH9300762011623852957","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: Record(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    warning DIRECTION_MISSING {
        title: "A transaction has no direction",
        message: "`creditDebit` is missing, so it is unknown whether money came in or went out",
        help: "write credit for money in, debit for money out",
        why: "Amounts are positive, so the direction is known only from `creditDebit`.",
        bad: Record(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: Record(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    warning DATE_MISSING {
        title: "A transaction has no date",
        message: "none of `purchasedAt`, `valutaAt` and `bookedAt` is there",
        help: "give at least the day of the booking",
        why: "A booking without a day can't be put into a period of the books.",
        bad: Record(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF"}"#),
        good: Record(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    warning AMOUNT_PRECISION {
        title: "An amount has more decimals than its currency",
        message: "`{field}` has more decimals than its currency: {found} instead of {limit}",
        help: "check the amount: `1.000` may be a thousand in another notation, and further decimals are often a rate, a unit price or a binary float",
        why: "ISO 4217 gives each currency its smallest unit, and nobody can pay a tenth of it. A thousand is `1.000` in German and Italian.",
        bad: Record(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.505","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: Record(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    warning ORIGINAL_SAME_CURRENCY {
        title: "The original currency is the currency of the account",
        message: "`originalCurrency` is the same as `currency`",
        help: "leave the pair of originalAmount and originalCurrency out",
        why: "The pair is only for payments in another currency.",
        bad: Record(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","originalAmount":"12.50","originalCurrency":"CHF","bookedAt":"2026-03-31"}"#),
        good: Record(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    warning BOOKED_BEFORE_PURCHASED {
        title: "A transaction was booked before it was made",
        message: "`bookedAt` lies before `purchasedAt`",
        help: "check whether the two dates were mixed up",
        why: "A purchase comes first, its booking later. The value date may lie on either side.",
        bad: Record(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","purchasedAt":"2026-03-31","bookedAt":"2026-03-29"}"#),
        good: Record(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","purchasedAt":"2026-03-29","bookedAt":"2026-03-31"}"#),
    }
    warning VALUE_DATE_FAR {
        title: "A value date lies far from the booking",
        message: "`valutaAt` lies more than half a year from `bookedAt`",
        help: "compare both dates with the bank's own view; a year may be mistyped",
        why: "A bank books a payment some days before or after its value date. A correction of an old booking may lie further away, but not by a year.",
        bad: Record(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","valutaAt":"2027-01-02","bookedAt":"2026-01-02"}"#),
        good: Record(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","valutaAt":"2026-01-03","bookedAt":"2026-01-02"}"#),
    }
    warning DAY_FAR_FROM_OTHERS {
        title: "The year of a date is far from those around it",
        message: "the year of this date is more than two years away from those of the dates around it",
        help: "compare the date with the bank's own view; the year may be mistyped",
        why: "The transactions of a statement or payload were booked in the same years, so a single distant year is probably wrong.",
        bad: Payload(br#"{"transactions":[{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-30"},{"accountIdentifier":"CH9300762011623852957","transactionId":"2","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2062-03-30"},{"accountIdentifier":"CH9300762011623852957","transactionId":"3","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}]}"#),
        good: Payload(br#"{"transactions":[{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-30"},{"accountIdentifier":"CH9300762011623852957","transactionId":"2","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-30"},{"accountIdentifier":"CH9300762011623852957","transactionId":"3","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}]}"#),
    }
    warning DUPLICATE_TRANSACTION {
        title: "Two transactions of one payload have the same key",
        message: "account and id are those of {earlier}, so this transaction counts as existing and is not booked",
        help: "send it once, or give it an id of its own if it is another transaction",
        why: "The service recognizes a transaction by accountIdentifier and transactionId. Of two transactions with the same key, only the first is booked.",
        bad: Payload(br#"{"transactions":[{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"},{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"8.00","currency":"CHF","bookedAt":"2026-03-31"}]}"#),
        good: Payload(br#"{"transactions":[{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"},{"accountIdentifier":"CH9300762011623852957","transactionId":"2","creditDebit":"debit","amount":"8.00","currency":"CHF","bookedAt":"2026-03-31"}]}"#),
    }
    error COUNTS_DIFFER {
        title: "The counts of an import don't add up",
        message: "{sent} transactions were sent, {counted} are counted",
        help: "check whether the result belongs to this request, then ask the service which transactions it took",
        why: "The service counts each transaction as existing, new or an error. A transaction that is not counted may be lost.",
        bad: Answer { sent: Some(3), result: r#"{"existingTransactions":1,"newTransactions":1,"errorTransactions":0}"# },
        good: Answer { sent: Some(3), result: r#"{"existingTransactions":1,"newTransactions":2,"errorTransactions":0}"# },
    }
    warning TRANSACTIONS_NOT_IMPORTED {
        title: "The service did not import some transactions",
        message: "{found} of the transactions were not imported because of an error",
        help: "check the payload that was sent, correct the faulty transactions and send them again",
        why: "The service answers an import with success although single transactions failed, and says only how many.",
        bad: Answer { sent: Some(3), result: r#"{"existingTransactions":1,"newTransactions":1,"errorTransactions":1}"# },
        good: Answer { sent: Some(3), result: r#"{"existingTransactions":1,"newTransactions":2,"errorTransactions":0}"# },
    }
}
