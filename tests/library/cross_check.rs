//! Comparisons of journals and transactions with base data: each rule at its line and column, what is not compared, and generated input.

use universal_accounting::base_data::{self, BaseData};
use universal_accounting::cross_check::{self, Mismatch};
use universal_accounting::internals::rules::{Example, bad_example};
use universal_accounting::report::{
    Finding, Level, Limits, Policy, Report, Rule, RulePage, Severity,
};
use universal_accounting::{contract, journal, transactions};

fn read(text: &str) -> BaseData {
    base_data::read(text.as_bytes(), &Policy::new())
        .value
        .unwrap()
}

fn known() -> BaseData {
    read(
        r#"{
  "organization": {"companyName": "Muster AG", "leadCurrency": "CHF"},
  "accounts": [
    {"externalId": "a-1020", "number": "1020", "description": "Bank", "currency": "CHF", "iban": "CH9300762011623852957"},
    {"externalId": "a-1021", "number": "1021", "description": "Bank EUR", "currency": "EUR", "iban": "CH9300762011623852957"},
    {"externalId": "a-1022", "number": "1022", "description": "Sparkonto", "currency": "CHF", "iban": "CH5604835012345678009"},
    {"externalId": "a-2000", "number": "2000", "description": "Kreditoren"},
    {"externalId": "a-6500", "number": "6500", "description": "Material"},
    {"externalId": "a-6501", "number": "6500", "description": "Material EUR", "currency": "EUR"}
  ],
  "currencies": [{"externalId": "c-1", "code": "CHF"}, {"externalId": "c-2", "code": "EUR"}],
  "taxes": [
    {"externalId": "t-1", "code": "VM81", "description": "Vorsteuer", "value": 8.1},
    {"externalId": "t-2", "code": "VM26", "description": "Vorsteuer", "value": 2.6}
  ],
  "taxPeriods": [
    {"externalId": "p-2026", "isSubjectToTax": true, "balanceTaxation": false, "accountingMethod": "ACCRUAL",
     "startsAt": "2026-01-01", "endsAt": "2026-12-31"},
    {"externalId": "p-2025", "isSubjectToTax": true, "balanceTaxation": false, "accountingMethod": "ACCRUAL",
     "startsAt": "2025-04-01", "endsAt": "2025-12-31"},
    {"externalId": "p-2026-2", "isSubjectToTax": true, "balanceTaxation": false, "accountingMethod": "ACCRUAL",
     "startsAt": "2026-02-01", "endsAt": "2026-02-28"}
  ],
  "contacts": [{"externalId": "k-17", "legalType": "COMPANY", "companyName": "Beispiel GmbH"}],
  "costCenters": [{"externalId": "c-10", "name": "Verkauf", "code": "VK"}, {"name": "Einkauf"}],
  "projects": [{"externalId": "p-1", "name": "Neubau", "code": "NEU"}]
}"#,
    )
}

/// Returns the rules of comparisons.
fn comparison_rules() -> Vec<&'static Rule> {
    let is_comparison = |page: &&RulePage| matches!(bad_example(page), Example::Compared { .. });
    contract::pages()
        .filter(is_comparison)
        .map(|page| page.rule)
        .collect()
}

/// Formats findings: the line, the text at the columns in this line, rule, pointer and message.
fn describe(text: &str, report: &Report) -> Vec<String> {
    let describe = |finding: &Finding| {
        let Finding {
            line,
            column,
            end_column,
            rule,
            pointer,
            ..
        } = finding;
        let value: String = text
            .lines()
            .nth(line - 1)
            .unwrap()
            .chars()
            .skip(column - 1)
            .take(end_column - column)
            .collect();
        format!(
            "{line} {value} {} {pointer}: {}",
            rule.id,
            finding.message()
        )
    };
    report.findings.iter().map(describe).collect()
}

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

fn transaction(account: &str, id: &str, currency: &str, day: &str) -> String {
    format!(
        r#"{{"accountIdentifier":"{account}","transactionId":"{id}","creditDebit":"debit","amount":"12.50","currency":"{currency}",{day}}}"#
    )
}

fn payload(transactions: &[String]) -> String {
    format!("{{\"transactions\":[\n{}]}}", transactions.join(",\n"))
}

const BOTH_CURRENCIES: &str = "CH9300762011623852957";
const FRANCS: &str = "CH5604835012345678009";
const DAY: &str = r#""bookedAt":"2026-03-31""#;

#[test]
fn transactions_are_compared() {
    let text = payload(&[
        transaction(BOTH_CURRENCIES, "1", "CHF", DAY),
        transaction(BOTH_CURRENCIES, "2", "EUR", DAY),
        transaction(BOTH_CURRENCIES, "3", "USD", DAY),
        transaction(FRANCS, "4", "EUR", DAY),
        transaction("LI21088100002324013AA", "5", "EUR", DAY),
        transaction(
            "LI21088100002324013AA",
            "6",
            "USD",
            r#""valutaAt":"2027-01-01","purchasedAt":"2026-12-31""#,
        ),
        transaction(FRANCS, "7", "CHF", r#""purchasedAt":"2025-03-31""#),
        transaction(
            FRANCS,
            "8",
            "CHF",
            r#""bookedAt":"2026-01-01","purchasedAt":"2025-03-31""#,
        ),
        transaction("XXXX XXXX XXXX 1234", "9", "USD", DAY),
        transaction("XXXX XXXX XXXX 5678", "10", "CHF", DAY),
    ]);
    let expected = [
        r#"4 "USD" currency-not-of-account /transactions/2/currency: `currency` is not the currency of `/accounts/0`, the account of the base data with this IBAN"#,
        r#"5 "EUR" currency-not-of-account /transactions/3/currency: `currency` is not the currency of `/accounts/2`, the account of the base data with this IBAN"#,
        r#"6 "LI21088100002324013AA" iban-not-in-base-data /transactions/4/accountIdentifier: no account of the base data has the IBAN in `accountIdentifier`"#,
        r#"7 "LI21088100002324013AA" iban-not-in-base-data /transactions/5/accountIdentifier: no account of the base data has the IBAN in `accountIdentifier`"#,
        r#"7 "USD" currency-not-in-base-data /transactions/5/currency: `currency` is a currency that the base data does not list"#,
        r#"7 "2027-01-01" outside-tax-periods /transactions/5/valutaAt: `valutaAt` is outside of every tax period of the base data"#,
        r#"8 "2025-03-31" outside-tax-periods /transactions/6/purchasedAt: `purchasedAt` is outside of every tax period of the base data"#,
        r#"10 "XXXX XXXX XXXX 1234" account-not-compared /transactions/8/accountIdentifier: the account of 2 of these transactions is no IBAN, so it was not compared with the base data"#,
        r#"10 "USD" currency-not-in-base-data /transactions/8/currency: `currency` is a currency that the base data does not list"#,
    ];
    let report = cross_check::check_transactions(text.as_bytes(), &known(), &Policy::new());
    assert_eq!(describe(&text, &report), expected);
    assert_eq!((report.errors, report.warnings), (0, 9));
    // The positions in the text do not depend on a byte order mark, and the offsets in the file count it.
    let marked = cross_check::check_transactions(
        format!("\u{feff}{text}").as_bytes(),
        &known(),
        &Policy::new(),
    );
    assert_eq!(describe(&text, &marked)[1..], expected);
    for (finding, marked) in report.findings.iter().zip(&marked.findings[1..]) {
        assert_eq!(
            (finding.span.start + 3, finding.span.end + 3),
            (marked.span.start, marked.span.end)
        );
        assert_eq!(finding.item, marked.item);
    }
}

#[test]
fn the_account_of_a_transaction_is_an_iban_in_any_spelling() {
    let text = payload(&[transaction("ch93 0076 2011 6238 5295 7", "1", "EUR", DAY)]);
    let report = cross_check::check_transactions(text.as_bytes(), &known(), &Policy::new());
    assert_eq!(
        report
            .findings
            .iter()
            .map(|finding| finding.rule.id)
            .collect::<Vec<_>>(),
        ["account-iban-spelling"]
    );
}

#[test]
fn findings_of_both_kinds_are_in_the_order_of_the_file() {
    let text = payload(&[
        transaction(FRANCS, "1", "EUR", r#""bookedAt":"2026-02-30""#),
        transaction(FRANCS, "2", "EUR", r#""bookedAt":"2027-01-01","note":1"#),
        transaction(FRANCS, "2", "CHF", r#""bookedAt":"2027-01-01""#),
    ]);
    let report = cross_check::check_transactions(text.as_bytes(), &known(), &Policy::new());
    let found: Vec<(usize, &str)> = report
        .findings
        .iter()
        .map(|finding| (finding.line, finding.rule.id))
        .collect();
    // Nothing is built from a transaction with an error, so the first one is not compared.
    assert_eq!(
        found,
        [
            (2, "date-day"),
            (3, "currency-not-of-account"),
            (3, "outside-tax-periods"),
            (3, "unknown-field"),
            (4, "duplicate-transaction"),
            (4, "outside-tax-periods"),
        ]
    );
    assert_eq!((report.errors, report.warnings), (1, 5));
}

#[test]
fn each_payload_of_a_sequence_has_its_own_pointers() {
    let first = payload(&[
        transaction(FRANCS, "1", "CHF", DAY),
        transaction(FRANCS, "2", "EUR", DAY),
    ]);
    let faulty = "{\"transactions\":[nope]}";
    let second = payload(&[transaction(FRANCS, "3", "EUR", DAY)]);
    let text = [first.as_str(), faulty, &second].join("\n");
    let report =
        cross_check::check_transactions(text.as_bytes(), &known(), &Policy::new().sequence());
    let found: Vec<(usize, &str, &str, Option<usize>)> = report
        .findings
        .iter()
        .map(|finding| {
            (
                finding.line,
                finding.rule.id,
                finding.pointer.as_str(),
                finding.item.as_ref().map(|item| item.index),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            (
                3,
                "currency-not-of-account",
                "/transactions/1/currency",
                Some(1)
            ),
            (4, "json-syntax", "/transactions/0", None),
            (
                6,
                "currency-not-of-account",
                "/transactions/0/currency",
                Some(0)
            ),
        ]
    );
}

#[test]
fn the_policy_sets_levels_limits_and_redaction() {
    let all: Vec<String> = (0..9)
        .map(|id| transaction(FRANCS, &id.to_string(), "EUR", DAY))
        .collect();
    let text = payload(&all);
    let check =
        |policy: &Policy| cross_check::check_transactions(text.as_bytes(), &known(), policy);
    let rule = contract::rule("currency-not-of-account").unwrap();

    assert_eq!(
        check(&Policy::new().level(rule, Level::Allow).unwrap()),
        Report::default()
    );
    for policy in [
        Policy::new().strict(),
        Policy::new().level(rule, Level::Deny).unwrap(),
    ] {
        assert_eq!((check(&policy).errors, check(&policy).warnings), (9, 0));
    }
    let warned = check(&Policy::new().strict().level(rule, Level::Warn).unwrap());
    assert_eq!((warned.errors, warned.warnings), (0, 9));

    let mut limits = Limits::default();
    limits.findings_per_rule = 2;
    let limited = check(&Policy::new().limits(limits));
    assert_eq!(
        (
            limited.findings.len(),
            limited.warnings,
            limited.counts[0].count
        ),
        (2, 9, 9)
    );
    assert_eq!(limited.findings, check(&Policy::new()).findings[..2]);

    assert_eq!(
        check(&Policy::new()).findings[0]
            .item
            .as_ref()
            .unwrap()
            .id
            .as_deref(),
        Some("0")
    );
    assert!(
        check(&Policy::new().redacted())
            .findings
            .iter()
            .all(|finding| finding.item.as_ref().unwrap().id.is_none())
    );
}

/// Nothing is read from a field whose name is misspelt, and a finding says so.
#[test]
fn a_value_whose_name_is_misspelt_is_not_compared() {
    let text = payload(&[transaction(
        FRANCS,
        "1",
        "CHF",
        r#""BookedAt":"2027-01-01""#,
    )]);
    let report = cross_check::check_transactions(text.as_bytes(), &known(), &Policy::new());
    assert_eq!(
        report
            .findings
            .iter()
            .map(|finding| finding.rule.id)
            .collect::<Vec<_>>(),
        ["unknown-field"]
    );
}

#[test]
fn mismatches_name_the_record_of_base_data() {
    let text = payload(&[
        transaction(FRANCS, "1", "EUR", DAY),
        transaction("Kasse", "2", "EUR", DAY),
    ]);
    let values = transactions::read(text.as_bytes(), &Policy::new()).values;
    let mismatches = cross_check::transactions(&values, &known());
    let places: Vec<(usize, &str)> = mismatches
        .iter()
        .map(|mismatch| (mismatch.index, mismatch.pointer.as_str()))
        .collect();
    assert_eq!(places, [(0, "/currency"), (1, "/accountIdentifier")]);
    let account = mismatches[0].known.as_ref().unwrap();
    assert_eq!(
        (account.list, account.index, account.external_id.as_deref()),
        ("accounts", 2, Some("a-1022"))
    );
    assert_eq!(account.pointer(), "/accounts/2");
    assert_eq!(mismatches[1].known, None);
    assert_eq!(
        mismatches[0].help(),
        "check the account and the currency; the currency of a payment abroad belongs in `originalCurrency`"
    );
    assert!(cross_check::transactions(&[], &known()).is_empty());
    assert!(cross_check::journal(&[], &known()).is_empty());
}

/// Rules are warnings, because nothing about journals that is inferred may be an error.
#[test]
fn every_rule_is_a_warning() {
    let rules = comparison_rules();
    assert_eq!(rules.len(), 14);
    assert!(rules.iter().all(|rule| rule.severity == Severity::Warning));
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
