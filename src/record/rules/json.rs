//! The rules of JSON files: encoding, syntax and keys.

use crate::report::Example::{BaseData, JournalMember, Transaction, Transactions};
use crate::report::rules;

const VALID_PAYLOAD: &[u8] = br#"{"transactions":[{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}]}"#;

rules! {
    "0.1.0":

    error NOT_JSON {
        title: "The file is no JSON",
        message: "this is {found}, no JSON",
        help: "give a JSON payload; a bank's CSV export must be converted to one first",
        why: "The contract's payloads are JSON. For another kind of file, the message names the kind, which helps more than the position of its first wrong character.",
        bad: Transactions(b"Datum;Betrag\n31.03.2026;12.50\n"),
        good: Transactions(VALID_PAYLOAD),
    }
    error NOT_UTF8 {
        title: "The file is not in UTF-8",
        message: "a byte here is no UTF-8",
        help: "save the file in UTF-8; this one may be in ISO-8859-1 or Windows-1252",
        why: "JSON is exchanged in UTF-8 (RFC 8259, section 8.1). Another encoding would change every umlaut.",
        bad: Transactions(b"{\"transactions\":[{\"accountIdentifier\":\"CH9300762011623852957\",\"transactionId\":\"1\",\"text\":\"B\xE4cker\",\"creditDebit\":\"debit\",\"amount\":\"12.50\",\"currency\":\"CHF\",\"bookedAt\":\"2026-03-31\"}]}"),
        good: Transactions(b"{\"transactions\":[{\"accountIdentifier\":\"CH9300762011623852957\",\"transactionId\":\"1\",\"text\":\"B\xC3\xA4cker\",\"creditDebit\":\"debit\",\"amount\":\"12.50\",\"currency\":\"CHF\",\"bookedAt\":\"2026-03-31\"}]}"),
    }
    error UTF_16 {
        title: "The file is in UTF-16",
        message: "the file is in {encoding}, JSON is in UTF-8",
        help: "save the file in UTF-8",
        why: "JSON is exchanged in UTF-8 (RFC 8259, section 8.1). Some Windows programs write UTF-16 when asked for Unicode.",
        bad: Transactions(b"\xFF\xFE{\0}\0"),
        good: Transactions(VALID_PAYLOAD),
    }
    warning BYTE_ORDER_MARK {
        title: "The file begins with a byte order mark",
        message: "the file begins with a byte order mark",
        help: "save the file in UTF-8 without one",
        why: "A JSON text must not begin with a byte order mark (RFC 8259, section 8.1); many parsers refuse it.",
        bad: Transactions(b"\xEF\xBB\xBF{\"transactions\":[{\"accountIdentifier\":\"CH9300762011623852957\",\"transactionId\":\"1\",\"creditDebit\":\"debit\",\"amount\":\"12.50\",\"currency\":\"CHF\",\"bookedAt\":\"2026-03-31\"}]}"),
        good: Transactions(VALID_PAYLOAD),
    }
    error JSON_SYNTAX {
        title: "The file breaks the grammar of JSON",
        message: "{reason}",
        help: "correct it here, then check again{rest}",
        why: "A file that breaks the grammar (RFC 8259) is rejected as a whole.",
        bad: Transactions(br#"{"transactions":[{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: Transactions(VALID_PAYLOAD),
    }
    error TRAILING_COMMA {
        title: "A comma before a closing bracket",
        message: "nothing follows this comma",
        help: "take it out",
        why: "In JSON, commas separate items, and no comma follows the last item (RFC 8259). The rest of the file is checked all the same.",
        bad: Transactions(br#"{"transactions":[{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31",}]}"#),
        good: Transactions(VALID_PAYLOAD),
    }
    error SEVERAL_DOCUMENTS {
        title: "Something follows the JSON document",
        message: "the document has ended, and something else begins here",
        help: "take away what follows the document, or send one document at a time",
        why: "A request has one body. Anything that follows it would be lost.",
        bad: Transactions(br#"{"transactions":[{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}]} {"transactions":[]}"#),
        good: Transactions(VALID_PAYLOAD),
    }
    error NOT_AN_OBJECT {
        title: "A value is not an object",
        message: "the {what} is {found} where an object belongs",
        help: "write it as an object: {\"name\": \"value\", …}",
        why: "Payloads and records are JSON objects with the fields of the contract.",
        bad: Transactions(br#"{"transactions":["12.50"]}"#),
        good: Transactions(VALID_PAYLOAD),
    }
    error DUPLICATE_KEY {
        title: "A key occurs twice in one object",
        message: "this key occurs twice in one object",
        help: "take one of the two out",
        why: "Readers keep the first or the last of two equal keys, so one of the values would be lost silently.",
        bad: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","amount":"8.00","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    warning FOREIGN_FIELD {
        title: "A field that other services know",
        message: "`{name}` is no field of this contract, but other services know it: {content}",
        help: "leave `{name}` as it is if the service that receives it knows it; it is kept and not checked",
        why: "The same interface exists with more fields than the contract shows. A receiver that doesn't know a field ignores it.",
        bad: BaseData("accounts", r#"[{"externalId":"a-1020","number":"1020","description":"Bank","qrIban":"CH4431999123000889012"}]"#),
        good: BaseData("accounts", r#"[{"externalId":"a-1020","number":"1020","description":"Bank"}]"#),
    }
    warning UNKNOWN_FIELD {
        title: "The contract has no such field",
        message: "`{name}` is no field of the contract{hint}",
        help: "take it out, or correct its name; names are case-sensitive",
        why: "The service ignores fields that it doesn't know, so the value under a misspelt name is lost silently.",
        bad: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","bookingText":"Einkauf","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","text":"Einkauf","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    warning EXPORT_FIELD_UNKNOWN {
        title: "An export has a field that is not known here",
        message: "`{name}` is not a known field of this export",
        help: "look whether it holds something that you need; it is kept when the file is normalized, and is not read or converted",
        why: "Exports get more fields with each release of the service. The rest of the record is read without the field.",
        bad: JournalMember("employee", r#"{"number":"7"}"#),
        good: JournalMember("invoice", r#"{"number":"2026-118"}"#),
    }
}
