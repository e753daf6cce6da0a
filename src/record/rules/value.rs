//! The rules of words, dates and texts.

use crate::report::Example::{BaseData, DocumentRequest, JournalMember, Transaction};
use crate::report::rules;

rules! {
    "0.1.0":

    error VALUE_CASE {
        title: "A word is written in another case",
        message: "`{field}` has the right word with wrong capital or small letters",
        help: "write `{suggestion}`",
        why: "The values of a choice are compared to the letter.",
        bad: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"DEBIT","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    error VALUE_UNKNOWN {
        title: "A word is not one of the allowed words",
        message: "`{field}` is not one of the allowed words",
        help: "use one of: {expected}",
        why: "A choice knows only the values that the contract lists.",
        bad: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"out","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    warning NUL_IN_TEXT {
        title: "A text contains a NUL",
        message: "`{field}` contains the character NUL, U+0000",
        help: "remove the character",
        why: "Many programs and databases end a text at the first NUL or refuse it, so what follows is lost.",
        bad: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","text":"Miete\u0000 Mai","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","text":"Miete Mai","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    error DATE_FORM {
        title: "A date is not written YYYY-MM-DD",
        message: "`{field}` is no date in the form YYYY-MM-DD",
        help: "write year, month and day as in 2026-03-31, without time or zone",
        why: "The contract knows one form of dates. `01.02.2026` is two different days to two readers, so it is never guessed.",
        bad: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"31.03.2026"}"#),
        good: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    error DATE_DAY {
        title: "A date names a day that does not exist",
        message: "`{field}` is no date: {reason}",
        help: "give a day of the calendar between 0001-01-01 and 9999-12-31",
        why: "A date is a day of the Gregorian calendar.",
        bad: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-02-29"}"#),
        good: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-02-28"}"#),
    }
    warning OUTER_BLANKS {
        title: "A key begins or ends with a blank",
        message: "`{field}` begins or ends with a blank",
        help: "trim it, unless the service already knows it with the blank",
        why: "Keys are compared to the letter: with a blank it is another account or another transaction, and nobody sees the difference.",
        bad: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1 ","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    warning CARD_NUMBER {
        title: "A full payment card number",
        message: "`{field}` holds a full payment card number",
        help: "mask all digits but the last four",
        why: "A full card number may only be stored under the card industry's rules (PCI DSS); nothing in accounting needs more than its last four digits.",
        bad: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","text":"Kauf mit Karte 4111 1111 1111 1111","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","text":"Kauf mit Karte **** **** **** 1111","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    warning VALUE_UNUSUAL {
        title: "A word is not one of the usual words",
        message: "`{field}` is not one of the usual words",
        help: "use one of: {expected}",
        why: "The contract allows any text here, but readers only know what to do with these words.",
        bad: DocumentRequest(r#"{"signedFileName":"f-1","fileName":"rechnung.pdf","paymentType":"paid"}"#),
        good: DocumentRequest(r#"{"signedFileName":"f-1","fileName":"rechnung.pdf","paymentType":"settled-payment"}"#),
    }
    error TOO_LONG {
        title: "A text is longer than the contract allows",
        message: "`{field}` has {found} characters; at most {limit} are allowed",
        help: "shorten it to {limit} characters, and where it is a key, wherever it is used",
        why: "The contract limits the length. Characters are Unicode code points, as JSON Schema counts them: an emoji of four bytes is one character, a family of emoji is several.",
        bad: BaseData("accounts", r#"[{"externalId":"a-1020-Hauptkonto-der-Muster-AG-in-Bern","number":"1020","description":"Bank"}]"#),
        good: BaseData("accounts", r#"[{"externalId":"a-1020-Hauptkonto-der-Muster-AG-Bern","number":"1020","description":"Bank"}]"#),
    }
    warning LONGER_THAN_USUAL {
        title: "A text is longer than readers expect",
        message: "`{field}` has {found} characters; more than {limit} are unusual",
        help: "shorten it, unless you know that the reader accepts it",
        why: "The contract shows no limit here, but the service and the programs behind it have one. A longer text may be cut off silently.",
        bad: BaseData("costCenters", r#"[{"externalId":"k-1","name":"Verkauf","code":"VERKAUF-SCHWEIZ"}]"#),
        good: BaseData("costCenters", r#"[{"externalId":"k-1","name":"Verkauf","code":"VERKAUF-CH"}]"#),
    }
    error BASE64_INVALID {
        title: "The content of a file is not base64",
        message: "`{field}` cannot be decoded: {reason}",
        help: "export the file again, with its content as base64 of RFC 4648",
        why: "A file that cannot be decoded is lost. Both alphabets of RFC 4648 are read, with and without padding and line breaks.",
        bad: JournalMember("files", r#"[{"serviceFileId":"f-1","contentAsBase64":"JVBERi0xLjQ*"}]"#),
        good: JournalMember("files", r#"[{"serviceFileId":"f-1","contentAsBase64":"JVBERi0xLjQ="}]"#),
    }
}
