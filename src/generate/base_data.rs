use super::{Choices, text};
use crate::base_data::{
    Account, AccountType, AccountingMethod, BaseData, Contact, CostCenter, Currency, LegalType,
    Organization, Project, Records, Tax, TaxPeriod,
};
use crate::contract;
use crate::report::{Example, Rule};
use crate::value::{self, Country, Date, Iban, LimitedText, Period, Rate, Text, Uid};

fn limited_text<const LIMIT: usize>(
    choices: &mut Choices<'_>,
    fallback: &str,
) -> LimitedText<LIMIT> {
    let text: String = text(choices).as_str().chars().take(LIMIT).collect();
    LimitedText::parse(&text).unwrap_or_else(|_| LimitedText::parse(fallback).unwrap())
}

/// Generates an external id that starts with a number.
fn external_id(choices: &mut Choices<'_>, number: usize) -> LimitedText<36> {
    let text: String = text(choices).as_str().chars().take(20).collect();
    LimitedText::parse(&format!("{number}-{text}")).unwrap()
}

fn currency(choices: &mut Choices<'_>) -> value::Currency {
    value::Currency::parse(choices.pick(&["CHF", "EUR", "USD", "JPY", "HRK", "XXX"])).unwrap()
}

/// Generates any base data that the types allow.
#[must_use]
pub fn base_data(choices: &mut Choices<'_>) -> BaseData {
    const UIDS: [&str; 3] = ["CHE-100.000.006", "CHE-123.456.789", "CHE-000.000.000"];
    const IBANS: [&str; 3] = [
        "CH9300762011623852957",
        "CH4431999123000889012",
        "LI21088100002324013AA",
    ];
    const RATES: [&str; 6] = [
        "0",
        "100",
        "8.1",
        "0.081",
        "7.7000000000000000000000000001",
        "12.5",
    ];
    const DAYS: [&str; 5] = [
        "0001-01-01",
        "2024-02-29",
        "2025-12-31",
        "2026-01-01",
        "9999-12-31",
    ];
    let mut organization = Organization::new(text(choices), currency(choices));
    organization.company_uid = choices
        .once_in(2)
        .then(|| Uid::parse(choices.pick(&UIDS)).unwrap());
    organization.company_tax_number = choices.once_in(2).then(|| text(choices));
    organization.company_website = choices.once_in(2).then(|| text(choices));
    let mut records = Records {
        organization: Some(organization),
        ..Records::default()
    };
    for number in 0..=choices.below(3) {
        let mut account = Account::new(
            external_id(choices, number),
            limited_text(choices, "1020"),
            limited_text(choices, "Bank"),
        );
        account.currency = choices.once_in(2).then(|| currency(choices));
        account.iban = choices
            .once_in(2)
            .then(|| Iban::parse(choices.pick(&IBANS)).unwrap());
        account.account_type =
            choices.pick(&[None, Some(AccountType::Asset), Some(AccountType::Expense)]);
        records.accounts.push(account);
    }
    for number in 0..=choices.below(2) {
        records.currencies.push(Currency::new(
            external_id(choices, number),
            currency(choices),
        ));
    }
    for number in 0..=choices.below(2) {
        let rate = Rate::parse(choices.pick(&RATES)).unwrap();
        let mut tax = Tax::new(
            external_id(choices, number),
            limited_text(choices, "UN81"),
            limited_text(choices, "Ust"),
            rate,
        );
        tax.country = choices
            .once_in(2)
            .then(|| Country::parse(choices.pick(&["CH", "XK", "🦀🦀", "ch"])).unwrap());
        records.taxes.push(tax);
    }
    for number in 0..=choices.below(3) {
        let (first, second) = (
            Date::parse(choices.pick(&DAYS)).unwrap(),
            Date::parse(choices.pick(&DAYS)).unwrap(),
        );
        let period = Period::new(first.min(second), first.max(second)).unwrap();
        let method = choices.pick(&[AccountingMethod::Cash, AccountingMethod::Accrual]);
        let (subject, balance) = (choices.once_in(2), choices.once_in(2));
        records.tax_periods.push(TaxPeriod::new(
            external_id(choices, number),
            subject,
            balance,
            method,
            period,
        ));
    }
    for number in 0..choices.below(3) {
        let mut contact = Contact::new(
            external_id(choices, number),
            choices.pick(&[LegalType::Individual, LegalType::Company]),
        );
        contact.company_name = choices.once_in(2).then(|| text(choices));
        contact.last_name = choices.once_in(2).then(|| text(choices));
        records.contacts.push(contact);
    }
    for number in 0..choices.below(3) {
        let (mut center, mut project) = (CostCenter::new(), Project::new());
        center.external_id = choices
            .once_in(2)
            .then(|| Text::parse(&number.to_string()).unwrap());
        center.name = choices.once_in(2).then(|| text(choices));
        project.code = choices.once_in(2).then(|| text(choices));
        records.cost_centers.push(center);
        records.projects.push(project);
    }
    BaseData::new(records).unwrap()
}

/// Returns base data that break this rule once, or `None` for a rule that base data can't break.
///
/// ```
/// use universal_accounting::{base_data, contract, generate, report::Policy};
///
/// let rule = contract::rule("uid-check-digit").ok_or("no such rule")?;
/// let payload = generate::base_data_with_fault(rule).ok_or("not of base data")?;
/// assert!(base_data::check(&payload, &Policy::new()).findings.iter().any(|finding| finding.rule == rule));
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn base_data_with_fault(rule: &Rule) -> Option<Vec<u8>> {
    match contract::page(rule.id)?.bad {
        example @ Example::BaseData(..) => Some(example.input().into_owned()),
        _ => None,
    }
}
