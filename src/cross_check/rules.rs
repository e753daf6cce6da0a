//! The rules of comparisons with base data.

use crate::report::Example::{Compared, JournalLines, JournalMember, Transaction};
use crate::report::rules;

rules! {
    "0.1.0":

    warning ACCOUNT_NOT_IN_BASE_DATA {
        title: "Base data lacks an account of the journal",
        message: "no account of the base data has this `{field}`{other}",
        help: "compare with the base data of the organization whose journal this is, and add the account if it is new",
        why: "A line names its account by the external id and the number that base data has for it. A booking on an account that the books don't have can't be taken over.",
        bad: Compared {
            base_data: ("accounts", r#"[{"externalId":"a-6500","number":"6500","description":"Material"},{"externalId":"a-2000","number":"2000","description":"Kreditoren"}]"#),
            input: &JournalLines(r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6510"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]"#),
        },
        good: Compared {
            base_data: ("accounts", r#"[{"externalId":"a-6500","number":"6500","description":"Material"},{"externalId":"a-2000","number":"2000","description":"Kreditoren"}]"#),
            input: &JournalLines(r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]"#),
        },
    }
    warning ACCOUNT_NUMBER_DIFFERS {
        title: "An account has another number in base data",
        message: "`{field}` is not that of `{known}`, the account of the base data with this external id",
        help: "find out which number is right; if the account was renumbered, send the base data again",
        why: "The external id says which account is meant, and the number says another. A program that books by the number books on another account.",
        bad: Compared {
            base_data: ("accounts", r#"[{"externalId":"a-6500","number":"6500","description":"Material"},{"externalId":"a-2000","number":"2000","description":"Kreditoren"}]"#),
            input: &JournalLines(r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"externalId":"a-6500","number":"6510"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"externalId":"a-2000","number":"2000"}}]"#),
        },
        good: Compared {
            base_data: ("accounts", r#"[{"externalId":"a-6500","number":"6500","description":"Material"},{"externalId":"a-2000","number":"2000","description":"Kreditoren"}]"#),
            input: &JournalLines(r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"externalId":"a-6500","number":"6500"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"externalId":"a-2000","number":"2000"}}]"#),
        },
    }
    warning ACCOUNT_CURRENCY_DIFFERS {
        title: "An account has another currency in base data",
        message: "`{field}` is not the currency of `{known}`, this account in the base data",
        help: "find out which currency is right; if the account has a new one, send the base data again",
        why: "An account is kept in one currency. With another one, its balance is a sum of different currencies.",
        bad: Compared {
            base_data: ("accounts", r#"[{"externalId":"a-6500","number":"6500","description":"Material"},{"externalId":"a-2000","number":"2000","description":"Kreditoren","currency":"CHF"}]"#),
            input: &JournalLines(r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000","currency":"EUR"}}]"#),
        },
        good: Compared {
            base_data: ("accounts", r#"[{"externalId":"a-6500","number":"6500","description":"Material"},{"externalId":"a-2000","number":"2000","description":"Kreditoren","currency":"CHF"}]"#),
            input: &JournalLines(r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000","currency":"CHF"}}]"#),
        },
    }
    warning ACCOUNT_AMOUNT_DIFFERS {
        title: "A line has two amounts in one currency",
        message: "`{field}` is not `amount`, although both are in the currency of `{known}`, this account in the base data",
        help: "find out in which currency the account is kept, and which of the two amounts is right",
        why: "The second amount is for a line in another currency than its account. If both have the same currency, the amounts are the same, or one of the currencies is wrong.",
        bad: Compared {
            base_data: ("accounts", r#"[{"externalId":"a-6500","number":"6500","description":"Material"},{"externalId":"a-2000","number":"2000","description":"Kreditoren","currency":"CHF"}]"#),
            input: &JournalLines(r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","amountInAccountCurrency":"61.20","account":{"number":"2000"}}]"#),
        },
        good: Compared {
            base_data: ("accounts", r#"[{"externalId":"a-6500","number":"6500","description":"Material"},{"externalId":"a-2000","number":"2000","description":"Kreditoren","currency":"CHF"}]"#),
            input: &JournalLines(r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","amountInAccountCurrency":"65.00","account":{"number":"2000"}}]"#),
        },
    }
    warning TAX_NOT_IN_BASE_DATA {
        title: "Base data lacks a tax of the journal",
        message: "no tax of the base data has this `{field}`{other}",
        help: "compare with the base data of the organization whose journal this is, and add the tax if it is new",
        why: "A line names its tax by the external id and the code that base data has for it. What an unknown code means for the tax return is not known.",
        bad: Compared {
            base_data: ("taxes", r#"[{"externalId":"t-1","code":"VM81","description":"Vorsteuer Material","value":8.1}]"#),
            input: &JournalLines(r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"},"tax":{"code":"VM77","value":"7.7"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]"#),
        },
        good: Compared {
            base_data: ("taxes", r#"[{"externalId":"t-1","code":"VM81","description":"Vorsteuer Material","value":8.1}]"#),
            input: &JournalLines(r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"},"tax":{"code":"VM81","value":"8.1"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]"#),
        },
    }
    warning TAX_CODE_DIFFERS {
        title: "A tax has another code in base data",
        message: "`{field}` is not that of `{known}`, the tax of the base data with this external id",
        help: "find out which code is right; if the tax has a new code, send the base data again",
        why: "The external id says which tax is meant, and the code says another. A program that books by the code books another tax.",
        bad: Compared {
            base_data: ("taxes", r#"[{"externalId":"t-1","code":"VM81","description":"Vorsteuer Material","value":8.1}]"#),
            input: &JournalLines(r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"},"tax":{"externalId":"t-1","code":"VB81","value":"8.1"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]"#),
        },
        good: Compared {
            base_data: ("taxes", r#"[{"externalId":"t-1","code":"VM81","description":"Vorsteuer Material","value":8.1}]"#),
            input: &JournalLines(r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"},"tax":{"externalId":"t-1","code":"VM81","value":"8.1"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]"#),
        },
    }
    warning TAX_RATE_DIFFERS {
        title: "A tax has another rate in base data",
        message: "`{field}` is not the rate of `{known}`, this tax in the base data",
        help: "find out which rate holds on the day of the entry; a rate that changed is a new tax with a code of its own",
        why: "A tax has one rate. If the journal has another, the tax was calculated with a rate that the books don't have for it.",
        bad: Compared {
            base_data: ("taxes", r#"[{"externalId":"t-1","code":"VM","description":"Vorsteuer Material","value":8.1}]"#),
            input: &JournalLines(r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"},"tax":{"code":"VM","value":"7.7"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]"#),
        },
        good: Compared {
            base_data: ("taxes", r#"[{"externalId":"t-1","code":"VM","description":"Vorsteuer Material","value":8.1}]"#),
            input: &JournalLines(r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"},"tax":{"code":"VM","value":"8.10"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]"#),
        },
    }
    warning CONTACT_NOT_IN_BASE_DATA {
        title: "Base data lacks a contact of the journal",
        message: "no contact of the base data has this `{field}`",
        help: "compare with the base data of the organization whose journal this is, and add the contact if it was deleted there",
        why: "External ids of contacts come from base data; a new contact has none. If base data lacks one, the open item of the supplier or customer is not found.",
        bad: Compared {
            base_data: ("contacts", r#"[{"externalId":"k-17","legalType":"COMPANY","companyName":"Beispiel GmbH"}]"#),
            input: &JournalMember("contact", r#"{"name":"Beispiel GmbH","externalId":"k-18","legalType":"company"}"#),
        },
        good: Compared {
            base_data: ("contacts", r#"[{"externalId":"k-17","legalType":"COMPANY","companyName":"Beispiel GmbH"}]"#),
            input: &JournalMember("contact", r#"{"name":"Beispiel GmbH","externalId":"k-17","legalType":"company"}"#),
        },
    }
    warning DIMENSION_NOT_IN_BASE_DATA {
        title: "Base data lacks a cost center or project of the journal",
        message: "no {kind} of the base data has this `{field}`{other}",
        help: "compare with the base data of the organization whose journal this is, and add what is new",
        why: "A dimension names a cost center or a project of base data. Amounts of an unknown one are missing in the reports by cost center and project.",
        bad: Compared {
            base_data: ("costCenters", r#"[{"externalId":"c-10","name":"Verkauf"}]"#),
            input: &JournalLines(r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"},"dimensions":[{"externalId":"c-11","name":"Einkauf","type":"cost-center"}]},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]"#),
        },
        good: Compared {
            base_data: ("costCenters", r#"[{"externalId":"c-10","name":"Verkauf"}]"#),
            input: &JournalLines(r#"[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"},"dimensions":[{"externalId":"c-10","name":"Verkauf","type":"cost-center"}]},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]"#),
        },
    }
    warning CURRENCY_NOT_IN_BASE_DATA {
        title: "Base data lacks the currency of an amount",
        message: "`{field}` is a currency that the base data does not list",
        help: "add the currency to the base data, or check the amount",
        why: "The list of currencies has all currencies of the books. Amounts in another currency can't be booked.",
        bad: Compared {
            base_data: ("currencies", r#"[{"externalId":"c-1","code":"CHF"}]"#),
            input: &Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"EUR","bookedAt":"2026-03-31"}"#),
        },
        good: Compared {
            base_data: ("currencies", r#"[{"externalId":"c-1","code":"CHF"}]"#),
            input: &Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        },
    }
    warning OUTSIDE_TAX_PERIODS {
        title: "A day is outside of every tax period",
        message: "`{field}` is outside of every tax period of the base data",
        help: "check the day, and add the tax period if it is missing in the base data",
        why: "The tax period of a booking decides whether and how tax is accounted for. For a day outside of all periods, base data doesn't say.",
        bad: Compared {
            base_data: ("taxPeriods", r#"[{"externalId":"p-2026","isSubjectToTax":true,"balanceTaxation":false,"accountingMethod":"ACCRUAL","startsAt":"2026-01-01","endsAt":"2026-12-31"}]"#),
            input: &Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2025-12-31"}"#),
        },
        good: Compared {
            base_data: ("taxPeriods", r#"[{"externalId":"p-2026","isSubjectToTax":true,"balanceTaxation":false,"accountingMethod":"ACCRUAL","startsAt":"2026-01-01","endsAt":"2026-12-31"}]"#),
            input: &Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        },
    }
    warning IBAN_NOT_IN_BASE_DATA {
        title: "Base data has no account with the IBAN of a transaction",
        message: "no account of the base data has the IBAN in `{field}`",
        help: "check the IBAN, and give it to the account of the base data on which the bank account is booked",
        why: "A transaction finds its account by the IBAN. If no account has it, the transaction can't be booked without further questions, or the statement is that of somebody else.",
        bad: Compared {
            base_data: ("accounts", r#"[{"externalId":"a-1020","number":"1020","description":"Bank","iban":"CH9300762011623852957"}]"#),
            input: &Transaction(r#"{"accountIdentifier":"CH5604835012345678009","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        },
        good: Compared {
            base_data: ("accounts", r#"[{"externalId":"a-1020","number":"1020","description":"Bank","iban":"CH9300762011623852957"}]"#),
            input: &Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        },
    }
    warning ACCOUNT_NOT_COMPARED {
        title: "Accounts without an IBAN were not compared",
        message: "the account of {found} of these transactions is no IBAN, so it was not compared with the base data",
        help: "check these accounts yourself; accounts that have an IBAN are compared if `{field}` has it",
        why: "Base data has the IBANs of accounts, but no numbers of cards and no other identifiers of accounts. The first of these transactions has this finding, and the others have none.",
        bad: Compared {
            base_data: ("accounts", r#"[{"externalId":"a-1020","number":"1020","description":"Bank","iban":"CH9300762011623852957"}]"#),
            input: &Transaction(r#"{"accountIdentifier":"XXXX XXXX XXXX 1234","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        },
        good: Compared {
            base_data: ("accounts", r#"[{"externalId":"a-1020","number":"1020","description":"Bank","iban":"CH9300762011623852957"}]"#),
            input: &Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        },
    }
    warning CURRENCY_NOT_OF_ACCOUNT {
        title: "A transaction has another currency than its account",
        message: "`{field}` is not the currency of `{known}`, the account of the base data with this IBAN",
        help: "check the account and the currency; the currency of a payment abroad belongs in `originalCurrency`",
        why: "A bank books in the currency of the account. An amount in another currency makes the balance wrong.",
        bad: Compared {
            base_data: ("accounts", r#"[{"externalId":"a-1020","number":"1020","description":"Bank","currency":"CHF","iban":"CH9300762011623852957"}]"#),
            input: &Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"EUR","bookedAt":"2026-03-31"}"#),
        },
        good: Compared {
            base_data: ("accounts", r#"[{"externalId":"a-1020","number":"1020","description":"Bank","currency":"CHF","iban":"CH9300762011623852957"}]"#),
            input: &Transaction(r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#),
        },
    }
}
