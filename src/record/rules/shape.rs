//! The rules of required fields, types and empty values.

use crate::report::Example::{BaseData, Transaction, Transactions as Payload};
use crate::report::rules;

rules! {
    "0.1.0":

    error MISSING_FIELD {
        title: "A required field is missing",
        message: "`{field}` is missing",
        help: "add `{field}`: {about}",
        why: "Without its required fields a record can't be imported. Names are \
              case-sensitive: `Amount` is not `amount`.",
        bad: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","bookedAt":"2026-03-31"}"#),
        good: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    error MISNAMED_FIELD {
        title: "A required field has a misspelt name",
        message: "`{field}` is missing, and this name is nearly the same",
        help: "write the name `{field}`; names are case-sensitive",
        why: "The service ignores names that it doesn't know, so a required field with a misspelt name is missing.",
        bad: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","Currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    error NULL_VALUE {
        title: "A field is null",
        message: "`{field}` is null where {expected} belongs",
        help: "give `{field}` a value{otherwise}",
        why: "Every field of the contract has a type, and null is none of them. An absent optional field is simply not there.",
        bad: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","text":null,"creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    error WRONG_TYPE {
        title: "A value has the wrong JSON type",
        message: "`{field}` is {found} where {expected} belongs",
        help: "write `{field}` as {expected}",
        why: "The contract gives every field a type. In a transaction all values are strings.",
        bad: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":1,"creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    error WRONG_PAYLOAD {
        title: "Another payload than expected",
        message: "this is {found}, where {expected} belongs",
        help: "check each payload as what it is{hint}",
        why: "Base data and transactions go to different addresses of the service, and each is the whole body of its request.",
        bad: Payload(br#"{"data":{"transactions":[]}}"#),
        good: Payload(br#"{"transactions":[{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}]}"#),
    }
    error EMPTY_REQUIRED {
        title: "A required field is empty",
        message: "`{field}` is empty or holds only blanks",
        help: "give `{field}` a value: {about}",
        why: "A required text has at least one visible character.",
        bad: Transaction(r#"{"accountIdentifier":" ","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    error EMPTY_VALUE {
        title: "An optional field is empty, although the contract states its values",
        message: "`{field}` is empty or holds only blanks, but the contract states its values or their form",
        help: "leave `{field}` out where there is none",
        why: "An empty text is no date, no amount and no currency. Where there is none, the field is left out.",
        bad: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","valutaAt":"","bookedAt":"2026-03-31"}"#),
        good: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    warning EMPTY_OPTIONAL {
        title: "An optional field is empty",
        message: "`{field}` is empty or holds only blanks",
        help: "leave `{field}` out where there is nothing to say",
        why: "An empty text says the same as no text, and takes the place of a value that somebody may have meant to fill in.",
        bad: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","text":"","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        good: Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
    }
    warning EXPECTED_FIELD_MISSING {
        title: "A field is missing that nearly every record has",
        message: "`{field}` is missing; the contract allows it, but nearly every record has one",
        help: "add `{field}`: {about}",
        why: "The contract does not say which fields of this record are required. Without a name nobody can tell what it is, without an external id nobody can refer to it.",
        bad: BaseData("projects", r#"[{"externalId":"p-1","code":"NEU"}]"#),
        good: BaseData("projects", r#"[{"externalId":"p-1","name":"Neubau","code":"NEU"}]"#),
    }
    error LIST_EMPTY {
        title: "A list is empty that needs an item",
        message: "`{field}` is empty",
        help: "give at least one {item}",
        why: "Books without an account, a currency, a tax or a tax period can book nothing: the contract asks for at least one of each.",
        bad: BaseData("taxes", "[]"),
        good: BaseData("taxes", r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":8.1}]"#),
    }
}
