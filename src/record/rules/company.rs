//! The rules of what is said of a company, its taxes and counts.

use crate::report::Example::{BaseData as Part, ImportResult as Answer};
use crate::report::rules;

rules! {
    "0.1.0":

    error UID_SPELLING {
        title: "A right UID in another spelling",
        message: "`{field}` is a right UID in another than the canonical spelling",
        help: "write CHE-, then the nine digits in three groups with dots, and no suffix",
        why: "A company has one UID and the UID one form: CHE-123.456.788 (contract 2.1). Suffixes such as MWST belong to the tax number.",
        bad: Part("organization", r#"{"companyName":"Muster AG","companyUid":"CHE100000006 MWST","leadCurrency":"CHF"}"#),
        good: Part("organization", r#"{"companyName":"Muster AG","companyUid":"CHE-100.000.006","leadCurrency":"CHF"}"#),
    }
    error UID_PREFIX {
        title: "A UID lacks its prefix",
        message: "`{field}` has the digits of a UID without the prefix CHE",
        help: "write the prefix CHE- where these digits are a UID",
        why: "Nine digits alone may be another number. The prefix says that they are a UID (contract 2.1).",
        bad: Part("organization", r#"{"companyName":"Muster AG","companyUid":"100.000.006","leadCurrency":"CHF"}"#),
        good: Part("organization", r#"{"companyName":"Muster AG","companyUid":"CHE-100.000.006","leadCurrency":"CHF"}"#),
    }
    error UID_FORM {
        title: "A UID is in no form that UIDs have",
        message: "`{field}` is no UID",
        help: "write CHE- and nine digits in three groups with dots, as in CHE-123.456.788; leave it out where the company has none",
        why: "A UID is CHE and nine digits (contract 2.1; UIDG, the Swiss law on it). Old register numbers and numbers of other countries are none.",
        bad: Part("organization", r#"{"companyName":"Muster AG","companyUid":"CH-020.4.001.234-5","leadCurrency":"CHF"}"#),
        good: Part("organization", r#"{"companyName":"Muster AG","companyUid":"CHE-100.000.006","leadCurrency":"CHF"}"#),
    }
    warning UID_CHECK_DIGIT {
        title: "This UID was never assigned",
        message: "`{field}` is a UID that was never assigned: {reason}",
        help: "compare it with the UID register; CHE-123.456.789 is a placeholder in many manuals",
        why: "The last digit of a UID follows from the others (weights 5 4 3 2 7 6 5 4, modulo 11), so a mistyped one is seen. A warning, as published examples have wrong digits too.",
        bad: Part("organization", r#"{"companyName":"Muster AG","companyUid":"CHE-100.000.005","leadCurrency":"CHF"}"#),
        good: Part("organization", r#"{"companyName":"Muster AG","companyUid":"CHE-100.000.006","leadCurrency":"CHF"}"#),
    }
    warning TAX_NUMBER_FORM {
        title: "A Swiss tax number has another form than a UID",
        message: "`{field}` begins like a UID and is none",
        help: "write the UID and the suffix, as in CHE-123.456.788 MWST",
        why: "Since 2014 the Swiss VAT number is the UID with a suffix: MWST, TVA, IVA or TPV. Numbers of other authorities are not judged.",
        bad: Part("organization", r#"{"companyName":"Muster AG","companyTaxNumber":"CHE-100.006 MWST","leadCurrency":"CHF"}"#),
        good: Part("organization", r#"{"companyName":"Muster AG","companyTaxNumber":"CHE-100.000.006 MWST","leadCurrency":"CHF"}"#),
    }
    error COUNTRY_LENGTH {
        title: "A country code is not two characters long",
        message: "`{field}` is not two characters long",
        help: "write the two-letter code of ISO 3166-1, such as CH",
        why: "The contract takes two characters (8): the alpha-2 code of ISO 3166-1.",
        bad: Part("taxes", r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":8.1,"country":"CHE"}]"#),
        good: Part("taxes", r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":8.1,"country":"CH"}]"#),
    }
    warning COUNTRY_UNKNOWN {
        title: "A country code is not in ISO 3166-1",
        message: "`{field}` is no country code of ISO 3166-1",
        help: "write the two upper-case letters of the country, such as CH; XK for Kosovo is in use and may stay",
        why: "A code that nobody knows belongs to no country. The United Kingdom is GB and Greece is GR, though their tax numbers begin otherwise.",
        bad: Part("taxes", r#"[{"externalId":"t-1","code":"GB20","description":"VAT standard rate","value":20,"country":"UK"}]"#),
        good: Part("taxes", r#"[{"externalId":"t-1","code":"GB20","description":"VAT standard rate","value":20,"country":"GB"}]"#),
    }
    warning WEB_ADDRESS {
        title: "Not a web address",
        message: "`{field}` is no plain web address",
        help: "write it with https:// and the host, as in https://www.example.ch",
        why: "Without a scheme and a host nobody can follow it. Names and passwords in it would be sent along to everybody.",
        bad: Part("organization", r#"{"companyName":"Muster AG","companyWebsite":"www.muster.example","leadCurrency":"CHF"}"#),
        good: Part("organization", r#"{"companyName":"Muster AG","companyWebsite":"https://www.muster.example","leadCurrency":"CHF"}"#),
    }
    error RATE_TEXT {
        title: "A rate is a string",
        message: "`{field}` is a string where a number belongs",
        help: "write the number without quotes, as in 8.1",
        why: "The contract has the rate as a JSON number (2.1). It is read from its own text, so that 8.1 is exactly 8.1.",
        bad: Part("taxes", r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":"8.1"}]"#),
        good: Part("taxes", r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":8.1}]"#),
    }
    warning RATE_SPELLING {
        title: "A rate is written with more than it needs",
        message: "`{field}` is right, but not in its shortest spelling",
        help: "write it without exponent and without zeros at the end",
        why: "8.10, 81e-1 and 8.1 are one rate in three spellings: compared as text they differ, and some programs refuse an exponent.",
        bad: Part("taxes", r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":8.10}]"#),
        good: Part("taxes", r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":8.1}]"#),
    }
    error RATE_RANGE {
        title: "A rate lies outside of 0 to 100",
        message: "`{field}` is not between 0 and 100",
        help: "give the rate in percent: 8.1 for 8.1 %",
        why: "A tax rate is a percentage from 0 to 100 (contract 8). Whoever owes no tax has the rate 0, not a negative one.",
        bad: Part("taxes", r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":810}]"#),
        good: Part("taxes", r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":8.1}]"#),
    }
    error RATE_PRECISION {
        title: "A rate has more digits than a decimal can hold",
        message: "`{field}` has more digits than can be held exactly",
        help: "give at most 28 decimals; the remains of a binary float such as 8.0999999999999996447286321199499070644 are 8.1",
        why: "Rates are held as 96-bit decimals. What does not fit would be rounded, and nothing is rounded in silence.",
        bad: Part("taxes", r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":8.0999999999999996447286321199499070644}]"#),
        good: Part("taxes", r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":8.1}]"#),
    }
    error COUNT_FORM {
        title: "A count is no whole number",
        message: "`{field}` is no whole number from 0",
        help: "write a whole number without sign, point and exponent, as in 12",
        why: "It counts transactions (contract 4.3), and of those there are no halves.",
        bad: Answer { sent: None, result: r#"{"existingTransactions":0,"newTransactions":-1,"errorTransactions":0}"# },
        good: Answer { sent: None, result: r#"{"existingTransactions":0,"newTransactions":1,"errorTransactions":0}"# },
    }
}
