//! Journals: their accounts, currencies, taxes, dimensions, contacts and days.

use universal_accounting::cross_check::{self, Mismatch};
use universal_accounting::journal;
use universal_accounting::report::{Limits, Policy, Report};

use super::{comparison_rules, describe, known};

/// Compares a journal, and returns the report without the findings of the check, which has rules of its own.
fn compare_journal(text: &str, policy: &Policy) -> Report {
    let mut report = cross_check::check_journal(text.as_bytes(), &known(), policy);
    assert_eq!(report.errors, 0);
    let rules = comparison_rules();
    report
        .findings
        .retain(|finding| rules.contains(&finding.rule));
    report
}

fn check_journal(text: &str) -> Vec<String> {
    describe(text, &compare_journal(text, &Policy::new()))
}

/// Wraps lines into the only entry of a journal record, each in a line of the file that begins with the third. A last line balances them.
fn journal_of(lines: &[&str]) -> String {
    let numbered = lines.iter().enumerate().map(|(index, line)| {
        let number = index + 1;
        format!(
            "{{\"lineId\":\"{number}\",\"lineNumber\":{number},\"creditDebit\":\"debit\",\"amount\":\"0.50\",{line}}}"
        )
    });
    let number = lines.len() + 1;
    let (francs, cents) = (lines.len() / 2, lines.len() % 2 * 50);
    let last = format!(
        r#"{{"lineId":"{number}","lineNumber":{number},"creditDebit":"credit","amount":"{francs}.{cents:02}","currency":"CHF","account":{{"number":"2000"}}}}"#
    );
    let numbered: Vec<String> = numbered.chain([last]).collect();
    format!(
        "[{{\"serviceId\":\"s-1\",\"entries\":[\n{{\"entryId\":\"e\",\"entryNumber\":1,\"type\":\"x\",\"date\":\"2026-03-31\",\"lines\":[\n{}]}}]}}]",
        numbered.join(",\n")
    )
}

#[test]
fn accounts_are_found_by_external_id_or_else_by_number() {
    let text = journal_of(&[
        r#""currency":"CHF","account":{"externalId":"a-2000","number":"2000"}"#,
        r#""currency":"CHF","account":{"externalId":null,"number":"2000","currency":null}"#,
        r#""currency":"CHF","account":{"number":"2001"}"#,
        r#""currency":"CHF","account":{"externalId":"a-2001","number":"2001"}"#,
        r#""currency":"CHF","account":{"externalId":"a-2001","number":"2000"}"#,
        r#""currency":"CHF","account":{"number":"2001","externalId":"a-2000"}"#,
    ]);
    let account = "/0/entries/0/lines";
    assert_eq!(
        check_journal(&text),
        [
            format!(
                r#"5 "2001" account-not-in-base-data {account}/2/account/number: no account of the base data has this `number`"#
            ),
            format!(
                r#"6 "a-2001" account-not-in-base-data {account}/3/account/externalId: no account of the base data has this `externalId`"#
            ),
            format!(
                r#"7 "a-2001" account-not-in-base-data {account}/4/account/externalId: no account of the base data has this `externalId`; its `number` is that of `/accounts/3`"#
            ),
            format!(
                r#"8 "2001" account-number-differs {account}/5/account/number: `number` is not that of `/accounts/3`, the account of the base data with this external id"#
            ),
        ]
    );
}

#[test]
fn currencies_of_accounts_are_compared() {
    let text = journal_of(&[
        r#""currency":"CHF","account":{"number":"1020","currency":"CHF"}"#,
        r#""currency":"CHF","account":{"number":"1020","currency":"EUR"}"#,
        r#""currency":"CHF","account":{"number":"2000","currency":"EUR"}"#,
        // A line may be in another currency than its account, with or without the amount in the currency of the account.
        r#""currency":"EUR","account":{"number":"1020"}"#,
        r#""currency":"EUR","amountInAccountCurrency":"0.47","account":{"number":"1020"}"#,
        r#""currency":"CHF","amountInAccountCurrency":"0.5","account":{"number":"1020"}"#,
        r#""currency":"CHF","amountInAccountCurrency":"0.47","account":{"number":"1020"}"#,
        // Two accounts have this number, so it is unclear which one is meant.
        r#""currency":"CHF","account":{"number":"6500","currency":"USD"}"#,
        r#""currency":"USD","account":{"number":"2000"}"#,
    ]);
    let line = "/0/entries/0/lines";
    assert_eq!(
        check_journal(&text),
        [
            format!(
                r#"4 "EUR" account-currency-differs {line}/1/account/currency: `currency` is not the currency of `/accounts/0`, this account in the base data"#
            ),
            format!(
                r#"9 "0.47" account-amount-differs {line}/6/amountInAccountCurrency: `amountInAccountCurrency` is not `amount`, although both are in the currency of `/accounts/0`, this account in the base data"#
            ),
            format!(
                r#"11 "USD" currency-not-in-base-data {line}/8/currency: `currency` is a currency that the base data does not list"#
            ),
        ]
    );
}

#[test]
fn taxes_are_found_by_external_id_or_else_by_code() {
    let tax = |tax: &str| format!(r#""currency":"CHF","account":{{"number":"2000"}},"tax":{tax}"#);
    let taxes = [
        "null",
        r#"{"externalId":"t-1","code":"VM81","value":"8.10"}"#,
        r#"{"externalId":null,"code":null,"value":"7.7"}"#,
        r#"{"code":"VM26","value":"2.60"}"#,
        r#"{"code":"VM77","value":"8.1"}"#,
        r#"{"externalId":"t-3","code":"VM26","value":"8.1"}"#,
        r#"{"value":"7.7","code":"VM26","externalId":"t-1"}"#,
        r#"{"code":"VM81","value":"0.081"}"#,
    ];
    let taxes: Vec<String> = taxes.iter().map(|text| tax(text)).collect();
    let text = journal_of(&taxes.iter().map(String::as_str).collect::<Vec<_>>());
    let line = "/0/entries/0/lines";
    assert_eq!(
        check_journal(&text),
        [
            format!(
                r#"7 "VM77" tax-not-in-base-data {line}/4/tax/code: no tax of the base data has this `code`"#
            ),
            format!(
                r#"8 "t-3" tax-not-in-base-data {line}/5/tax/externalId: no tax of the base data has this `externalId`; its `code` is that of `/taxes/1`"#
            ),
            // Findings are in the order of the file, where the rate comes first.
            format!(
                r#"9 "7.7" tax-rate-differs {line}/6/tax/value: `value` is not the rate of `/taxes/0`, this tax in the base data"#
            ),
            format!(
                r#"9 "VM26" tax-code-differs {line}/6/tax/code: `code` is not that of `/taxes/0`, the tax of the base data with this external id"#
            ),
            format!(
                r#"10 "0.081" tax-rate-differs {line}/7/tax/value: `value` is not the rate of `/taxes/0`, this tax in the base data"#
            ),
        ]
    );
}

#[test]
fn dimensions_are_found_in_the_list_of_their_type() {
    let dimension = |dimension: &str| {
        format!(r#""currency":"CHF","account":{{"number":"2000"}},"dimensions":[{dimension}]"#)
    };
    let dimensions = [
        r#"{"externalId":"c-10","name":"Vertrieb","type":"cost-center"},{"externalId":"p-1","name":"Neubau","type":"project"}"#,
        r#"{"name":"Verkauf","type":"cost-center"},{"name":"VK","type":"cost-center"},{"name":"NEU","type":"project"}"#,
        // The base data has no external id for this one.
        r#"{"externalId":"c-99","name":"Einkauf","type":"cost-center"}"#,
        r#"{"externalId":"x","name":"y","type":"credit-card-statement-file-service-id"},{"externalId":"x","name":"y"},{"type":"project"}"#,
        r#"{"externalId":"p-1","name":"Neubau","type":"cost-center"}"#,
        r#"{"name":"Verkauf","type":"project"},{"externalId":"p-2","name":"Neubau","type":"project"}"#,
    ];
    let dimensions: Vec<String> = dimensions.iter().map(|text| dimension(text)).collect();
    let text = journal_of(&dimensions.iter().map(String::as_str).collect::<Vec<_>>());
    let line = "/0/entries/0/lines";
    assert_eq!(
        check_journal(&text),
        [
            format!(
                r#"7 "p-1" dimension-not-in-base-data {line}/4/dimensions/0/externalId: no cost center of the base data has this `externalId`"#
            ),
            format!(
                r#"8 "Verkauf" dimension-not-in-base-data {line}/5/dimensions/0/name: no project of the base data has this `name`"#
            ),
            format!(
                r#"8 "p-2" dimension-not-in-base-data {line}/5/dimensions/1/externalId: no project of the base data has this `externalId`; its `name` is that of `/projects/0`"#
            ),
        ]
    );
}

#[test]
fn contacts_and_days_are_compared() {
    let record = |id: &str, contacts: &str, date: &str| {
        format!(
            r#"{{"serviceId":"{id}",{contacts},"entries":[{{"entryId":"e","entryNumber":1,"type":"x","date":"{date}","lines":[]}}]}}"#
        )
    };
    let text = format!(
        "[\n{},\n{},\n{},\n{}]",
        record(
            "s-1",
            r#""contact":{"externalId":"k-17","name":"Another name"}"#,
            "2025-04-01"
        ),
        record(
            "s-2",
            r#""contact":{"contactId":"3f0b6f0e","name":"New"}"#,
            "2026-12-31"
        ),
        record("s-3", r#""contact":{"externalId":"k-18"}"#, "2025-03-31"),
        record(
            "s-4",
            r#""contacts":[{"externalId":"k-17"},{"externalId":"k-19"}]"#,
            "2027-01-01"
        ),
    );
    let report = compare_journal(&text, &Policy::new());
    assert_eq!(
        describe(&text, &report),
        [
            r#"4 "k-18" contact-not-in-base-data /2/contact/externalId: no contact of the base data has this `externalId`"#,
            r#"4 "2025-03-31" outside-tax-periods /2/entries/0/date: `date` is outside of every tax period of the base data"#,
            r#"5 "k-19" contact-not-in-base-data /3/contacts/1/externalId: no contact of the base data has this `externalId`"#,
            r#"5 "2027-01-01" outside-tax-periods /3/entries/0/date: `date` is outside of every tax period of the base data"#,
        ]
    );
    let items: Vec<(usize, Option<&str>)> = report
        .findings
        .iter()
        .filter_map(|finding| finding.item.as_ref())
        .map(|item| (item.index, item.id.as_deref()))
        .collect();
    assert_eq!(
        items,
        [
            (2, Some("s-3")),
            (2, Some("s-3")),
            (3, Some("s-4")),
            (3, Some("s-4"))
        ]
    );
}

/// A journal with a record of 20,000 lines, each with an account that base data does not have.
#[test]
fn a_long_record_is_read_once() {
    let line = r#""currency":"CHF","account":{"number":"9999"}"#;
    let text = journal_of(&vec![line; 20_000]);
    let records = journal::read(text.as_bytes(), &Policy::new()).records;
    let mismatches: Vec<Mismatch> = cross_check::journal(&records, &known());
    assert_eq!(mismatches.len(), 20_000);
    let mut limits = Limits::default();
    (limits.findings_per_rule, limits.findings) = (1_000_000, 1_000_000);
    let report = compare_journal(&text, &Policy::new().limits(limits));
    assert_eq!(report.findings.len(), 20_000);
    assert_eq!(
        report.findings[19_999].pointer,
        "/0/entries/0/lines/19999/account/number"
    );
    assert_eq!(report.findings[19_999].line, 20_002);
}
