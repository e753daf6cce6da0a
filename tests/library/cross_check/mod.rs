//! Comparisons of journals and transactions with base data: each rule at its line and column, what is not compared, and generated input.

mod journals;
mod transactions;

use universal_accounting::base_data::{self, BaseData};
use universal_accounting::contract;
use universal_accounting::internals::rules::{Example, bad_example};
use universal_accounting::report::{Finding, Policy, Report, Rule, RulePage, Severity};

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

/// Rules are warnings, because nothing about journals that is inferred may be an error.
#[test]
fn every_rule_is_a_warning() {
    let rules = comparison_rules();
    assert_eq!(rules.len(), 14);
    assert!(rules.iter().all(|rule| rule.severity == Severity::Warning));
}
