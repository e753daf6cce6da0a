//! The rules of UIDs, tax numbers, countries, web addresses, rates and counts.

use crate::report::Example::{BaseData, ImportResult};
use crate::report::rules;

rules! {
    "0.1.0":

    error UID_SPELLING {
        title: "A UID is not in its canonical spelling",
        message: "`{field}` is a right UID, but not in the canonical spelling",
        help: "write CHE-, then the nine digits in three groups with dots, and no suffix",
        why: "A company has one UID, and a UID has one form: CHE-123.456.788. Suffixes such as MWST belong to the tax number.",
        bad: BaseData("organization", r#"{"companyName":"Muster AG","companyUid":"CHE100000006 MWST","leadCurrency":"CHF"}"#),
        good: BaseData("organization", r#"{"companyName":"Muster AG","companyUid":"CHE-100.000.006","leadCurrency":"CHF"}"#),
    }
    error UID_PREFIX {
        title: "A UID lacks its prefix",
        message: "`{field}` has the digits of a UID without the prefix CHE",
        help: "write the prefix CHE- where these digits are a UID",
        why: "Nine digits alone may be another number. The prefix says that they are a UID.",
        bad: BaseData("organization", r#"{"companyName":"Muster AG","companyUid":"100.000.006","leadCurrency":"CHF"}"#),
        good: BaseData("organization", r#"{"companyName":"Muster AG","companyUid":"CHE-100.000.006","leadCurrency":"CHF"}"#),
    }
    error UID_FORM {
        title: "A UID is malformed",
        message: "`{field}` is no UID",
        help: "write CHE- and nine digits in three groups with dots, as in CHE-123.456.788; leave it out where the company has none",
        why: "A UID is CHE and nine digits (UIDG, the Swiss law on UIDs). Old register numbers and numbers of other countries are not UIDs.",
        bad: BaseData("organization", r#"{"companyName":"Muster AG","companyUid":"CH-020.4.001.234-5","leadCurrency":"CHF"}"#),
        good: BaseData("organization", r#"{"companyName":"Muster AG","companyUid":"CHE-100.000.006","leadCurrency":"CHF"}"#),
    }
    warning UID_CHECK_DIGIT {
        title: "This UID was never assigned",
        message: "`{field}` is a UID that was never assigned: {reason}",
        help: "compare it with the UID register; CHE-123.456.789 is a placeholder in many manuals",
        why: "The last digit of a UID follows from the others (weights 5 4 3 2 7 6 5 4, modulo 11), so it shows that a UID was mistyped. This is only a warning, as published examples have wrong digits too.",
        bad: BaseData("organization", r#"{"companyName":"Muster AG","companyUid":"CHE-100.000.005","leadCurrency":"CHF"}"#),
        good: BaseData("organization", r#"{"companyName":"Muster AG","companyUid":"CHE-100.000.006","leadCurrency":"CHF"}"#),
    }
    warning TAX_NUMBER_FORM {
        title: "A Swiss tax number has another form than a UID",
        message: "`{field}` begins like a UID, but is not a UID",
        help: "write the UID and the suffix, as in CHE-123.456.788 MWST",
        why: "Since 2014 the Swiss VAT number is the UID with a suffix: MWST, TVA, IVA or TPV. Numbers of other authorities are not checked.",
        bad: BaseData("organization", r#"{"companyName":"Muster AG","companyTaxNumber":"CHE-100.006 MWST","leadCurrency":"CHF"}"#),
        good: BaseData("organization", r#"{"companyName":"Muster AG","companyTaxNumber":"CHE-100.000.006 MWST","leadCurrency":"CHF"}"#),
    }
    error COUNTRY_LENGTH {
        title: "A country code is not two characters long",
        message: "`{field}` is not two characters long",
        help: "write the two-letter code of ISO 3166-1, such as CH",
        why: "The contract asks for two characters: the alpha-2 code of ISO 3166-1.",
        bad: BaseData("taxes", r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":8.1,"country":"CHE"}]"#),
        good: BaseData("taxes", r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":8.1,"country":"CH"}]"#),
    }
    warning COUNTRY_UNKNOWN {
        title: "A country code is not in ISO 3166-1",
        message: "`{field}` is no country code of ISO 3166-1",
        help: "write the two upper-case letters of the country, such as CH; XK for Kosovo is in use and may stay",
        why: "A code that is not in the standard belongs to no country. The United Kingdom is GB and Greece is GR, although their tax numbers begin with other letters.",
        bad: BaseData("taxes", r#"[{"externalId":"t-1","code":"GB20","description":"VAT standard rate","value":20,"country":"UK"}]"#),
        good: BaseData("taxes", r#"[{"externalId":"t-1","code":"GB20","description":"VAT standard rate","value":20,"country":"GB"}]"#),
    }
    warning WEB_ADDRESS {
        title: "Not a web address",
        message: "`{field}` is no plain web address",
        help: "write it with https:// and the host, as in https://www.example.ch",
        why: "Without a scheme and a host, nobody can open the address. A user name or a password in it would be sent to everybody.",
        bad: BaseData("organization", r#"{"companyName":"Muster AG","companyWebsite":"www.muster.example","leadCurrency":"CHF"}"#),
        good: BaseData("organization", r#"{"companyName":"Muster AG","companyWebsite":"https://www.muster.example","leadCurrency":"CHF"}"#),
    }
    error RATE_TEXT {
        title: "A rate is a string",
        message: "`{field}` is a string where a number belongs",
        help: "write the number without quotes, as in 8.1",
        why: "The contract asks for a JSON number. It is read from its own text, so 8.1 is exactly 8.1.",
        bad: BaseData("taxes", r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":"8.1"}]"#),
        good: BaseData("taxes", r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":8.1}]"#),
    }
    warning RATE_SPELLING {
        title: "A rate is not in its shortest spelling",
        message: "`{field}` is right, but not in its shortest spelling",
        help: "write it without exponent and without zeros at the end",
        why: "8.10, 81e-1 and 8.1 are one rate in three spellings: compared as text they differ, and some programs refuse an exponent.",
        bad: BaseData("taxes", r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":8.10}]"#),
        good: BaseData("taxes", r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":8.1}]"#),
    }
    error RATE_RANGE {
        title: "A rate lies outside of 0 to 100",
        message: "`{field}` is not between 0 and 100",
        help: "give the rate in percent: 8.1 for 8.1 %",
        why: "A tax rate is a percentage from 0 to 100. Where no tax is due the rate is 0, never negative.",
        bad: BaseData("taxes", r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":810}]"#),
        good: BaseData("taxes", r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":8.1}]"#),
    }
    error RATE_PRECISION {
        title: "A rate has more digits than a decimal can hold",
        message: "`{field}` has more digits than can be held exactly",
        help: "give at most 28 decimals; 8.0999999999999996447286321199499070644, for example, comes from a binary float and should be 8.1",
        why: "Rates are stored as 96-bit decimals. A number that does not fit would have to be rounded, and nothing is rounded silently.",
        bad: BaseData("taxes", r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":8.0999999999999996447286321199499070644}]"#),
        good: BaseData("taxes", r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":8.1}]"#),
    }
    error COUNT_FORM {
        title: "A count is no whole number",
        message: "`{field}` is no whole number from 0",
        help: "write a whole number without sign, point and exponent, as in 12",
        why: "It is a number of transactions, so it can't be negative or have decimals.",
        bad: ImportResult { sent: None, result: r#"{"existingTransactions":0,"newTransactions":-1,"errorTransactions":0}"# },
        good: ImportResult { sent: None, result: r#"{"existingTransactions":0,"newTransactions":1,"errorTransactions":0}"# },
    }
}
