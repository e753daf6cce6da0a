//! The rules of a file as such and of single values, whatever they stand in.

use crate::report::Example::{Transaction as One, Transactions as All};
use crate::report::Severity::{Error, Warning};
use crate::report::rules;

const GOOD: &[u8] = br#"{"transactions":[{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}]}"#;

rules! {
    EMPTY_FILE {
        id: "empty-file",
        severity: Error,
        title: "The file is empty",
        message: "there is nothing in the file",
        help: "check whether it was written to its end",
        why: "An empty file often stands where a program failed before it wrote anything.",
        bad: All(b" \n"),
        good: All(GOOD),
    }
    TOO_LARGE {
        id: "too-large",
        severity: Error,
        title: "The file is larger than the limit",
        message: "the file has {found} bytes; the limit is {limit}",
        help: "split it, or raise the limit where that is meant",
        why: "A limit keeps one input from taking the memory of all. The caller sets it (`Limits::bytes`).",
        bad: All(GOOD),
        good: All(GOOD),
    }
    MISSING_FIELD {
        id: "missing-field",
        severity: Error,
        title: "A required field is missing",
        message: "`{field}` is missing",
        help: "add `{field}`: {about}",
        why: "Without its required fields a record can't be imported (contract 2.1, 2.3; decisions, requiredness). Names are \
              case-sensitive: `Amount` is not `amount`.",
        bad: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","bookedAt":"2026-03-31"}"#),
        good: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    MISNAMED_FIELD {
        id: "misnamed-field",
        severity: Error,
        title: "A required field stands under a name that is nearly its own",
        message: "`{field}` is missing, and this name is nearly it",
        help: "write the name `{field}`; names are case-sensitive",
        why: "The service passes over names that it doesn't know (contract 2), so a required field that is misspelt is one that is missing.",
        bad: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","Currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    NULL_VALUE {
        id: "null-value",
        severity: Error,
        title: "A field is null",
        message: "`{field}` is null where a string belongs",
        help: "give `{field}` a value{otherwise}",
        why: "Every field of the contract has a type, and null is none of them. An absent optional field is simply not there.",
        bad: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","text":null,"creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    WRONG_TYPE {
        id: "wrong-type",
        severity: Error,
        title: "A value has the wrong JSON type",
        message: "`{field}` is {found} where {expected} belongs",
        help: "write `{field}` as {expected}",
        why: "The contract gives every field a type (2.1, 2.3). In a transaction all values are strings.",
        bad: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":1,"creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    EMPTY_REQUIRED {
        id: "empty-required",
        severity: Error,
        title: "A required field is empty",
        message: "`{field}` is empty or holds only blanks",
        help: "give `{field}` a value: {about}",
        why: "A required string has at least one character that says something (decisions, requiredness).",
        bad: One(r#"{"accountIdentifier":" ","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    EMPTY_OPTIONAL {
        id: "empty-optional",
        severity: Warning,
        title: "An optional field is empty",
        message: "`{field}` is empty or holds only blanks",
        help: "leave `{field}` out where there is nothing to say",
        why: "An empty text says the same as no text, and takes the place of a value that somebody may have meant to fill in.",
        bad: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","text":"","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    VALUE_CASE {
        id: "value-case",
        severity: Error,
        title: "A word is written in another case",
        message: "`{field}` has the right word in another spelling of its letters",
        help: "write `{suggestion}`",
        why: "The values of a choice are compared to the letter (contract 2).",
        bad: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"DEBIT","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    VALUE_UNKNOWN {
        id: "value-unknown",
        severity: Error,
        title: "A word is none of those that the field knows",
        message: "`{field}` holds none of the words that it knows",
        help: "use one of: {expected}",
        why: "A choice knows only the values that the contract lists.",
        bad: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"out","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    DATE_FORM {
        id: "date-form",
        severity: Error,
        title: "A date is not written YYYY-MM-DD",
        message: "`{field}` is no date in the form YYYY-MM-DD",
        help: "write year, month and day as in 2026-03-31, without time or zone",
        why: "The contract knows one form of dates. `01.02.2026` is two different days to two readers, so it is never guessed.",
        bad: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"31.03.2026"}"#),
        good: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    DATE_DAY {
        id: "date-day",
        severity: Error,
        title: "A date names a day that does not exist",
        message: "`{field}` names a day that does not exist: {reason}",
        help: "give a day of the calendar between 0001-01-01 and 9999-12-31",
        why: "A date is a day of the Gregorian calendar.",
        bad: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-02-29"}"#),
        good: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-02-28"}"#),
    }
    CURRENCY_SPELLING {
        id: "currency-spelling",
        severity: Error,
        title: "A currency code is not written in three upper-case letters",
        message: "`{field}` is a known currency code in another spelling",
        help: "write `{suggestion}`",
        why: "ISO 4217 codes are three upper-case letters, and the service compares them to the letter.",
        bad: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"chf","bookedAt":"2026-03-31"}"#),
        good: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    CURRENCY_UNKNOWN {
        id: "currency-unknown",
        severity: Error,
        title: "A currency code is not in ISO 4217",
        message: "`{field}` is no currency code of ISO 4217",
        help: "use the three-letter code of the currency, such as CHF or EUR",
        why: "An amount means nothing without a currency that everybody knows.",
        bad: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"SFr","bookedAt":"2026-03-31"}"#),
        good: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    CURRENCY_NOT_FOR_ACCOUNTS {
        id: "currency-not-for-accounts",
        severity: Warning,
        title: "No account is kept in this currency code",
        message: "`{field}` is a code of ISO 4217 in which no account is kept",
        help: "use the currency that the account is kept in",
        why: "Metals, fund codes, testing codes and units of international bodies are in ISO 4217, but nobody pays in them.",
        bad: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12","currency":"XXX","bookedAt":"2026-03-31"}"#),
        good: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    AMOUNT_FORM {
        id: "amount-form",
        severity: Error,
        title: "An amount is not written as a plain decimal",
        message: "`{field}` is no plain decimal",
        help: "write digits with at most one point between digits, such as 1234.50: no sign, separator, exponent, blank or currency",
        why: "`1,234` is a thousand to one reader and one and a bit to another, so the contract's decimal knows digits and a point only.",
        bad: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"1'234.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"1234.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    AMOUNT_NUMBER {
        id: "amount-number",
        severity: Error,
        title: "An amount is a JSON number",
        message: "`{field}` is a JSON number where a string belongs",
        help: "write the amount as a string: a positive decimal in quotes, such as \"12.50\"",
        why: "JSON numbers pass through binary floats in many programs, which can't hold most decimals. The contract has amounts as strings.",
        bad: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":12.50,"currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    AMOUNT_LEADING_ZEROS {
        id: "amount-leading-zeros",
        severity: Error,
        title: "An amount begins with needless zeros",
        message: "`{field}` has zeros before its first digit",
        help: "leave the leading zeros away",
        why: "One amount has one spelling. Leading zeros often are the remains of a fixed-width format.",
        bad: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"0012.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    AMOUNT_NEGATIVE {
        id: "amount-negative",
        severity: Error,
        title: "An amount has a minus sign",
        message: "`{field}` is negative",
        help: "write the amount without a sign{turn}",
        why: "The contract has positive amounts; money out is `debit`, money in is `credit`.",
        bad: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"credit","amount":"-12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    AMOUNT_ZERO {
        id: "amount-zero",
        severity: Error,
        title: "An amount is zero",
        message: "`{field}` is zero",
        help: "leave out what moved no money",
        why: "The contract asks for a positive number (2.3): a booking of nothing is no booking.",
        bad: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"0.00","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"0.05","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    AMOUNT_RANGE {
        id: "amount-range",
        severity: Error,
        title: "An amount has more digits than a decimal can hold",
        message: "`{field}` has more digits than can be held exactly",
        help: "give at most 28 decimals and a number below 79228162514264337593543950336",
        why: "Amounts are held as 96-bit decimals. What doesn't fit would be rounded, and money is never rounded in silence.",
        bad: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"79228162514264337593543950336","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"79228162514264337593543950335","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    CARD_NUMBER {
        id: "card-number",
        severity: Warning,
        title: "A full payment card number",
        message: "`{field}` holds a full payment card number",
        help: "mask all digits but the last four",
        why: "A full card number may only be stored under the card industry's rules (PCI DSS); nothing in accounting needs more than its last four digits.",
        bad: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","text":"Kauf mit Karte 4111 1111 1111 1111","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","text":"Kauf mit Karte **** **** **** 1111","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    OUTER_BLANKS {
        id: "outer-blanks",
        severity: Warning,
        title: "A key begins or ends with a blank",
        message: "`{field}` begins or ends with a blank",
        help: "trim it, unless the service already knows it with the blank",
        why: "Keys are compared to the letter: with a blank it is another account or another transaction, and nobody sees the difference.",
        bad: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1 ","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    ACCOUNT_IBAN_INVALID {
        id: "account-iban-invalid",
        severity: Warning,
        title: "An account looks like an IBAN but is none",
        message: "`{field}` has the shape of an IBAN, but {reason}",
        help: "compare it with the bank's own spelling",
        why: "An account may be named freely, so this is no error. But a mistyped IBAN is another account (ISO 13616).",
        bad: One(r#"{"accountIdentifier":"CH9300762011623852958","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    ACCOUNT_IBAN_SPELLING {
        id: "account-iban-spelling",
        severity: Warning,
        title: "An account's IBAN is not in its canonical form",
        message: "`{field}` is an IBAN in another than the canonical spelling",
        help: "write it without blanks and in upper case, unless the service already knows the account as it stands",
        why: "To the service another spelling is another account, and transactions of one account would be deduplicated apart.",
        bad: One(r#"{"accountIdentifier":"CH93 0076 2011 6238 5295 7","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: One(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
}
