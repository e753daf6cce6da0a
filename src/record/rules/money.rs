//! The rules of amounts, currencies and accounts.

use crate::report::Example::{BaseData, Transaction};
use crate::report::rules;

rules! {
    "0.1.0":

    error CURRENCY_SPELLING {
        title: "A currency code is not written in three upper-case letters",
        message: "`{field}` is a known currency code in another spelling",
        help: "write `{suggestion}`",
        why: "ISO 4217 codes are three upper-case letters, and the service compares them to the letter.",
        bad: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"chf","bookedAt":"2026-03-31"}"#),
        good: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    error CURRENCY_UNKNOWN {
        title: "A currency code is not in ISO 4217",
        message: "`{field}` is no currency code of ISO 4217",
        help: "use the three-letter code of the currency, such as CHF or EUR",
        why: "An amount means nothing without a currency that everybody knows.",
        bad: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"SFr","bookedAt":"2026-03-31"}"#),
        good: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    warning CURRENCY_NOT_FOR_ACCOUNTS {
        title: "No account is kept in this currency code",
        message: "`{field}` is a code of ISO 4217 in which no account is kept",
        help: "use the currency that the account is kept in",
        why: "Metals, fund codes, testing codes and units of international bodies are in ISO 4217, but few accounts are kept in them.",
        bad: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12","currency":"XXX","bookedAt":"2026-03-31"}"#),
        good: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    error AMOUNT_FORM {
        title: "An amount is not written as a plain decimal",
        message: "`{field}` is no plain decimal",
        help: "write digits with at most one point between digits, such as 1234.50: no plus sign, separator, exponent, blank or currency",
        why: "`1,234` is a thousand to one reader and one and a bit to another, so the contract's decimal knows digits and a point only.",
        bad: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"1'234.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"1234.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    error AMOUNT_NUMBER {
        title: "An amount is a JSON number",
        message: "`{field}` is a JSON number where a string belongs",
        help: "write the amount as a string: a positive decimal in quotes, such as \"12.50\"",
        why: "JSON numbers pass through binary floats in many programs, which can't hold most decimals. The contract has amounts as strings.",
        bad: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":12.50,"currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    error AMOUNT_LEADING_ZEROS {
        title: "An amount begins with needless zeros",
        message: "`{field}` has zeros before its first digit",
        help: "leave the leading zeros away",
        why: "One amount has one spelling. Leading zeros often are the remains of a fixed-width format.",
        bad: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"0012.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    error AMOUNT_NEGATIVE {
        title: "An amount has a minus sign",
        message: "`{field}` is negative",
        help: "write the amount without a sign{turn}",
        why: "The contract has positive amounts; money out is `debit`, money in is `credit`.",
        bad: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"credit","amount":"-12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    error AMOUNT_ZERO {
        title: "An amount is zero",
        message: "`{field}` is zero",
        help: "leave the transaction out, as it moved no money",
        why: "The contract asks for a positive number: a booking of nothing is no booking.",
        bad: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"0.00","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"0.05","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    error AMOUNT_RANGE {
        title: "An amount has more digits than a decimal can hold",
        message: "`{field}` has more digits than can be held exactly",
        help: "give at most 28 decimals and a number below 79228162514264337593543950336",
        why: "Amounts are held as 96-bit decimals. A number that doesn't fit would have to be rounded, and money is never rounded silently.",
        bad: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"79228162514264337593543950336","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"79228162514264337593543950335","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    warning ACCOUNT_IBAN_INVALID {
        title: "An account looks like an IBAN but is none",
        message: "`{field}` has the shape of an IBAN, but {reason}",
        help: "compare it with the bank's own spelling",
        why: "An account may be named freely, so this is no error. But a mistyped IBAN is another account (ISO 13616).",
        bad: Transaction(r#"{"accountIdentifier":"CH9300762011623852958","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    warning ACCOUNT_IBAN_SPELLING {
        title: "An account's IBAN is not in its canonical form",
        message: "`{field}` is an IBAN, but not in the canonical spelling",
        help: "write it without blanks and in upper case, unless the service already knows the account in this spelling",
        why: "The service takes another spelling for another account, so duplicates between the two would not be recognized.",
        bad: Transaction(r#"{"accountIdentifier":"CH93 0076 2011 6238 5295 7","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    error IBAN_INVALID {
        title: "An IBAN is wrong",
        message: "`{field}` is no IBAN: {reason}",
        help: "copy it from a statement or from the e-banking; leave it out where the account has none",
        why: "A wrong IBAN is another account or none. Country, length, structure and check digits are checked against the IBAN registry (ISO 13616).",
        bad: BaseData("accounts", r#"[{"externalId":"a-1020","number":"1020","description":"Bank","iban":"CH9300762011623852958"}]"#),
        good: BaseData("accounts", r#"[{"externalId":"a-1020","number":"1020","description":"Bank","iban":"CH9300762011623852957"}]"#),
    }
    warning IBAN_SPELLING {
        title: "An IBAN is not in its canonical form",
        message: "`{field}` is right, but not in the canonical spelling",
        help: "write it without blanks and in upper case",
        why: "The groups of four are for paper. Between programs an IBAN has one form (ISO 13616), by which accounts are found again.",
        bad: BaseData("accounts", r#"[{"externalId":"a-1020","number":"1020","description":"Bank","iban":"CH93 0076 2011 6238 5295 7"}]"#),
        good: BaseData("accounts", r#"[{"externalId":"a-1020","number":"1020","description":"Bank","iban":"CH9300762011623852957"}]"#),
    }
    warning QR_IBAN {
        title: "A QR-IBAN is given instead of the ordinary IBAN",
        message: "`{field}` is a QR-IBAN",
        help: "give the ordinary IBAN of the account, which is on its statements",
        why: "A QR-IBAN (institution 30000 to 31999) only takes payments with a QR reference. Statements and transactions carry the ordinary IBAN, so nothing would be matched with this account.",
        bad: BaseData("accounts", r#"[{"externalId":"a-1020","number":"1020","description":"Bank","iban":"CH4431999123000889012"}]"#),
        good: BaseData("accounts", r#"[{"externalId":"a-1020","number":"1020","description":"Bank","iban":"CH9300762011623852957"}]"#),
    }
    warning CURRENCY_WITHDRAWN {
        title: "A currency code was withdrawn",
        message: "`{field}` is a code that ISO 4217 withdrew in {withdrawn}{successor}",
        help: "use the currency of today; a booking keeps the code that was valid on its day",
        why: "Old codes are right for old bookings: nothing is reported if no date is after the month of withdrawal.",
        bad: Transaction(r#"{"accountIdentifier":"HR1210010051863000160","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"HRK","bookedAt":"2026-03-31"}"#),
        good: Transaction(r#"{"accountIdentifier":"HR1210010051863000160","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"HRK","bookedAt":"2022-12-30"}"#),
    }
    warning ORIGINAL_INCOMPLETE {
        title: "Original amount or original currency is missing",
        message: "`{field}` is there without `{missing}`",
        help: "give both or neither",
        why: "An amount in another currency needs both fields; one alone has no meaning.",
        bad: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","originalAmount":"13.10","bookedAt":"2026-03-31"}"#),
        good: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","originalAmount":"13.10","originalCurrency":"EUR","bookedAt":"2026-03-31"}"#),
    }
}
