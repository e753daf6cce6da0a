//! The rules over several fields or records of base data.

use crate::report::Example::{BaseData as Field, UpdateResult};
use crate::report::rules;

rules! {
    "0.1.0":

    warning UPDATE_FAILED {
        title: "The service did not import the base data",
        message: "the service answers that the base data was not imported",
        help: "check the payload that was sent; if it is valid, ask the service for the reason",
        why: "The answer has the form of a success, so a program that only reads the status misses it. What the service held before is still there.",
        bad: UpdateResult(r#"{"success":false}"#),
        good: UpdateResult(r#"{"success":true}"#),
    }
    error DUPLICATE_EXTERNAL_ID {
        title: "Two records of one list have the same external id",
        message: "this `{field}` is already that of {earlier}",
        help: "give each record an external id of its own",
        why: "An update recognizes a record by its external id. Of two records with the same id, the second would overwrite the first.",
        bad: Field("taxes", r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":8.1},{"externalId":"t-1","code":"UR26","description":"Umsatzsteuer reduziert","value":2.6}]"#),
        good: Field("taxes", r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":8.1},{"externalId":"t-2","code":"UR26","description":"Umsatzsteuer reduziert","value":2.6}]"#),
    }
    warning DUPLICATE_ACCOUNT_NUMBER {
        title: "Two accounts have the same number",
        message: "this `{field}` is already that of {earlier}",
        help: "give each account a number of its own",
        why: "Bookings name an account by its number. If two accounts have the same number, it is unclear which one is meant.",
        bad: Field("accounts", r#"[{"externalId":"a-1020","number":"1020","description":"Bank"},{"externalId":"a-1021","number":"1020","description":"Sparkonto"}]"#),
        good: Field("accounts", r#"[{"externalId":"a-1020","number":"1020","description":"Bank"},{"externalId":"a-1021","number":"1021","description":"Sparkonto"}]"#),
    }
    warning DUPLICATE_IBAN {
        title: "Two accounts have the same IBAN",
        message: "this `{field}` is already that of {earlier}",
        help: "give the IBAN to the account that the bank account is booked on, and to no other",
        why: "Transactions find their account by the IBAN. If two accounts have the same IBAN, a statement could be booked on either.",
        bad: Field("accounts", r#"[{"externalId":"a-1020","number":"1020","description":"Bank","iban":"CH9300762011623852957"},{"externalId":"a-1021","number":"1021","description":"Sparkonto","iban":"CH9300762011623852957"}]"#),
        good: Field("accounts", r#"[{"externalId":"a-1020","number":"1020","description":"Bank","iban":"CH9300762011623852957"},{"externalId":"a-1021","number":"1021","description":"Sparkonto"}]"#),
    }
    warning IBAN_ON_RESULT_ACCOUNT {
        title: "An IBAN on an account for expense or revenue",
        message: "`{field}` belongs to an account for expense or revenue",
        help: "give the IBAN to the account that shows the balance at the bank, which is an asset or a liability",
        why: "A balance at a bank is an asset or a liability. An account for expense or revenue has no balance at a bank.",
        bad: Field("accounts", r#"[{"externalId":"a-1020","number":"1020","description":"Bank","iban":"CH9300762011623852957","type":"EXPENSE"}]"#),
        good: Field("accounts", r#"[{"externalId":"a-1020","number":"1020","description":"Bank","iban":"CH9300762011623852957","type":"ASSET"}]"#),
    }
    warning DUPLICATE_CURRENCY {
        title: "A currency is listed twice",
        message: "this currency is already listed as {earlier}",
        help: "list each currency once",
        why: "A currency that is listed twice has two external ids, and a reference to one of them does not find the other.",
        bad: Field("currencies", r#"[{"externalId":"c-1","code":"CHF"},{"externalId":"c-2","code":"CHF"}]"#),
        good: Field("currencies", r#"[{"externalId":"c-1","code":"CHF"},{"externalId":"c-2","code":"EUR"}]"#),
    }
    warning CURRENCY_UNLISTED {
        title: "A currency is in use but not listed",
        message: "`{field}` is a currency that `currencies` does not list",
        help: "add it to `currencies`, or use a currency that is listed",
        why: "The list has all currencies of the books. Amounts in another currency can't be booked.",
        bad: Field("accounts", r#"[{"externalId":"a-1020","number":"1020","description":"Bank","currency":"EUR"}]"#),
        good: Field("accounts", r#"[{"externalId":"a-1020","number":"1020","description":"Bank","currency":"CHF"}]"#),
    }
    warning DUPLICATE_TAX_CODE {
        title: "Two taxes have the same code",
        message: "this `{field}` is already that of {earlier}",
        help: "give each tax a code of its own; a rate that changed is a new tax with a new code",
        why: "Bookings name a tax by its code. If two taxes have the same code, it is unclear which rate is meant.",
        bad: Field("taxes", r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":8.1},{"externalId":"t-2","code":"UN81","description":"Umsatzsteuer reduziert","value":2.6}]"#),
        good: Field("taxes", r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":8.1},{"externalId":"t-2","code":"UR26","description":"Umsatzsteuer reduziert","value":2.6}]"#),
    }
    warning RATE_AS_FRACTION {
        title: "A rate looks like a fraction",
        message: "`{field}` is below one percent, as if it were a fraction",
        help: "write the rate in percent: 8.1, not 0.081",
        why: "Rates are percentages. Rates below one percent with two decimals or more are rare; 0.081 usually is the 8.1 % of a spreadsheet.",
        bad: Field("taxes", r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":0.081}]"#),
        good: Field("taxes", r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":8.1}]"#),
    }
    warning DUPLICATE_CODE {
        title: "Two cost centers or two projects have the same code",
        message: "this `{field}` is already that of {earlier}",
        help: "give each a code of its own",
        why: "Bookings name them by their code. If two have the same code, it is unclear which one is meant.",
        bad: Field("costCenters", r#"[{"externalId":"k-1","name":"Verkauf","code":"VK"},{"externalId":"k-2","name":"Verkauf Export","code":"VK"}]"#),
        good: Field("costCenters", r#"[{"externalId":"k-1","name":"Verkauf","code":"VK"},{"externalId":"k-2","name":"Verkauf Export","code":"VE"}]"#),
    }
    warning TAX_NUMBER_DIFFERS {
        title: "The tax number is that of another company",
        message: "`{field}` has another UID than `companyUid`",
        help: "compare both with the UID register; a company in a tax group reports under the number of the group's head, so two different UIDs may be right",
        why: "The Swiss VAT number is the UID of the company with a suffix, so two numbers mostly mean a mistake.",
        bad: Field("organization", r#"{"companyName":"Muster AG","companyUid":"CHE-100.000.006","companyTaxNumber":"CHE-100.000.012 MWST","leadCurrency":"CHF"}"#),
        good: Field("organization", r#"{"companyName":"Muster AG","companyUid":"CHE-100.000.006","companyTaxNumber":"CHE-100.000.006 MWST","leadCurrency":"CHF"}"#),
    }
    warning TAX_NUMBER_CHECK_DIGIT {
        title: "This Swiss tax number was never assigned",
        message: "`{field}` has a UID that was never assigned: {reason}",
        help: "compare it with the UID register",
        why: "The last digit of a UID follows from the others, so a mistyped UID is noticed. If `companyUid` has the same digits, it is reported there.",
        bad: Field("organization", r#"{"companyName":"Muster AG","companyTaxNumber":"CHE-100.000.005 MWST","leadCurrency":"CHF"}"#),
        good: Field("organization", r#"{"companyName":"Muster AG","companyTaxNumber":"CHE-100.000.006 MWST","leadCurrency":"CHF"}"#),
    }
    error TAX_PERIOD_REVERSED {
        title: "A tax period ends before it starts",
        message: "`{field}` lies before `startsAt`",
        help: "put the first day into `startsAt` and the last one into `endsAt`",
        why: "A period that ends before it starts has no days.",
        bad: Field("taxPeriods", r#"[{"externalId":"p-1","isSubjectToTax":true,"balanceTaxation":false,"accountingMethod":"ACCRUAL","startsAt":"2026-12-31","endsAt":"2026-01-01"}]"#),
        good: Field("taxPeriods", r#"[{"externalId":"p-1","isSubjectToTax":true,"balanceTaxation":false,"accountingMethod":"ACCRUAL","startsAt":"2026-01-01","endsAt":"2026-12-31"}]"#),
    }
    warning TAX_PERIOD_OVERLAP {
        title: "Two tax periods overlap",
        message: "this period begins before {earlier} has ended",
        help: "let each period begin on the day after the last one ended",
        why: "A booking on a day that lies in two periods would be taxed in both, or in the one that is found first.",
        bad: Field("taxPeriods", r#"[{"externalId":"p-1","isSubjectToTax":true,"balanceTaxation":false,"accountingMethod":"ACCRUAL","startsAt":"2025-01-01","endsAt":"2025-12-31"},{"externalId":"p-2","isSubjectToTax":true,"balanceTaxation":false,"accountingMethod":"ACCRUAL","startsAt":"2025-12-31","endsAt":"2026-12-31"}]"#),
        good: Field("taxPeriods", r#"[{"externalId":"p-1","isSubjectToTax":true,"balanceTaxation":false,"accountingMethod":"ACCRUAL","startsAt":"2025-01-01","endsAt":"2025-12-31"},{"externalId":"p-2","isSubjectToTax":true,"balanceTaxation":false,"accountingMethod":"ACCRUAL","startsAt":"2026-01-01","endsAt":"2026-12-31"}]"#),
    }
    warning TAX_PERIOD_GAP {
        title: "Between two tax periods days are missing",
        message: "between the end of {earlier} and this period days are missing",
        help: "let each period begin on the day after the last one ended, or add the period that is missing",
        why: "A booking on a day that lies in no period has no tax period at all.",
        bad: Field("taxPeriods", r#"[{"externalId":"p-1","isSubjectToTax":true,"balanceTaxation":false,"accountingMethod":"ACCRUAL","startsAt":"2024-01-01","endsAt":"2024-12-31"},{"externalId":"p-2","isSubjectToTax":true,"balanceTaxation":false,"accountingMethod":"ACCRUAL","startsAt":"2026-01-01","endsAt":"2026-12-31"}]"#),
        good: Field("taxPeriods", r#"[{"externalId":"p-1","isSubjectToTax":true,"balanceTaxation":false,"accountingMethod":"ACCRUAL","startsAt":"2025-01-01","endsAt":"2025-12-31"},{"externalId":"p-2","isSubjectToTax":true,"balanceTaxation":false,"accountingMethod":"ACCRUAL","startsAt":"2026-01-01","endsAt":"2026-12-31"}]"#),
    }
    warning TAX_PERIOD_LONG {
        title: "A tax period is longer than two years",
        message: "this period is longer than two years",
        help: "compare its days",
        why: "A tax period is a year, so a span of several years is probably a mistyped year. The rule does not apply if the organization is not subject to tax.",
        bad: Field("taxPeriods", r#"[{"externalId":"p-1","isSubjectToTax":true,"balanceTaxation":false,"accountingMethod":"ACCRUAL","startsAt":"2016-01-01","endsAt":"2026-12-31"}]"#),
        good: Field("taxPeriods", r#"[{"externalId":"p-1","isSubjectToTax":true,"balanceTaxation":false,"accountingMethod":"ACCRUAL","startsAt":"2026-01-01","endsAt":"2026-12-31"}]"#),
    }
    warning COMPANY_WITHOUT_NAME {
        title: "A company has no name",
        message: "this contact is a COMPANY without `companyName`",
        help: "put its name into `companyName`",
        why: "A company is found and addressed by `companyName`; the names of a person are ignored.",
        bad: Field("contacts", r#"[{"externalId":"k-1","legalType":"COMPANY","lastName":"Muster"}]"#),
        good: Field("contacts", r#"[{"externalId":"k-1","legalType":"COMPANY","companyName":"Muster AG"}]"#),
    }
    warning INDIVIDUAL_WITHOUT_NAME {
        title: "A person has no name",
        message: "this contact is an INDIVIDUAL without `firstName` and `lastName`",
        help: "put the name into `firstName` and `lastName`, or make it a COMPANY",
        why: "A person is found and addressed by first and last name; `companyName` is ignored.",
        bad: Field("contacts", r#"[{"externalId":"k-1","legalType":"INDIVIDUAL","companyName":"Muster AG"}]"#),
        good: Field("contacts", r#"[{"externalId":"k-1","legalType":"INDIVIDUAL","lastName":"Muster"}]"#),
    }
    warning NAME_OF_OTHER_KIND {
        title: "A name belongs to another kind of contact",
        message: "`{field}` is no name of a contact of the type {kind}",
        help: "leave it out, or change `legalType`; a contact person of a company is a contact of its own",
        why: "`companyName` is used for companies, `firstName` and `lastName` for persons. Other names are lost.",
        bad: Field("contacts", r#"[{"externalId":"k-1","legalType":"COMPANY","companyName":"Muster AG","lastName":"Muster"}]"#),
        good: Field("contacts", r#"[{"externalId":"k-1","legalType":"COMPANY","companyName":"Muster AG"}]"#),
    }
}
