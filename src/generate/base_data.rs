use super::{Tape, text};
use crate::base_data::{
    Account, AccountType, AccountingMethod, BaseData, Contact, CostCenter, Currency, LegalType, Organization, Project,
    Records, Tax, TaxPeriod,
};
use crate::contract;
use crate::report::{Example, Rule};
use crate::value::{self, Country, Date, Iban, LimitedText, Period, Rate, Text, Uid};

fn limited<const LIMIT: usize>(tape: &mut Tape<'_>, otherwise: &str) -> LimitedText<LIMIT> {
    let text: String = text(tape).as_str().chars().take(LIMIT).collect();
    LimitedText::parse(&text).unwrap_or_else(|_| LimitedText::parse(otherwise).unwrap())
}

/// External ids that differ by their number.
fn id(tape: &mut Tape<'_>, number: usize) -> LimitedText<36> {
    let text: String = text(tape).as_str().chars().take(20).collect();
    LimitedText::parse(&format!("{number}-{text}")).unwrap()
}

fn currency(tape: &mut Tape<'_>) -> value::Currency {
    value::Currency::parse(tape.pick(&["CHF", "EUR", "USD", "JPY", "HRK", "XXX"])).unwrap()
}

/// Any base data that the types allow.
#[must_use]
pub fn base_data(tape: &mut Tape<'_>) -> BaseData {
    const UIDS: [&str; 3] = ["CHE-100.000.006", "CHE-123.456.789", "CHE-000.000.000"];
    const IBANS: [&str; 3] = ["CH9300762011623852957", "CH4431999123000889012", "LI21088100002324013AA"];
    const RATES: [&str; 6] = ["0", "100", "8.1", "0.081", "7.7000000000000000000000000001", "12.5"];
    const DAYS: [&str; 5] = ["0001-01-01", "2024-02-29", "2025-12-31", "2026-01-01", "9999-12-31"];
    let mut organization = Organization::new(text(tape), currency(tape));
    organization.company_uid = tape.once_in(2).then(|| Uid::parse(tape.pick(&UIDS)).unwrap());
    organization.company_tax_number = tape.once_in(2).then(|| text(tape));
    organization.company_website = tape.once_in(2).then(|| text(tape));
    let mut records = Records { organization: Some(organization), ..Records::default() };
    for number in 0..=tape.below(3) {
        let mut account = Account::new(id(tape, number), limited(tape, "1020"), limited(tape, "Bank"));
        account.currency = tape.once_in(2).then(|| currency(tape));
        account.iban = tape.once_in(2).then(|| Iban::parse(tape.pick(&IBANS)).unwrap());
        account.account_type = tape.pick(&[None, Some(AccountType::Asset), Some(AccountType::Expense)]);
        records.accounts.push(account);
    }
    for number in 0..=tape.below(2) {
        records.currencies.push(Currency::new(id(tape, number), currency(tape)));
    }
    for number in 0..=tape.below(2) {
        let rate = Rate::parse(tape.pick(&RATES)).unwrap();
        let mut tax = Tax::new(id(tape, number), limited(tape, "UN81"), limited(tape, "Ust"), rate);
        tax.country = tape.once_in(2).then(|| Country::parse(tape.pick(&["CH", "XK", "🦀🦀", "ch"])).unwrap());
        records.taxes.push(tax);
    }
    for number in 0..=tape.below(3) {
        let (one, other) = (Date::parse(tape.pick(&DAYS)).unwrap(), Date::parse(tape.pick(&DAYS)).unwrap());
        let period = Period::new(one.min(other), one.max(other)).unwrap();
        let method = tape.pick(&[AccountingMethod::Cash, AccountingMethod::Accrual]);
        let (subject, balance) = (tape.once_in(2), tape.once_in(2));
        records.tax_periods.push(TaxPeriod::new(id(tape, number), subject, balance, method, period));
    }
    for number in 0..tape.below(3) {
        let mut contact = Contact::new(id(tape, number), tape.pick(&[LegalType::Individual, LegalType::Company]));
        contact.company_name = tape.once_in(2).then(|| text(tape));
        contact.last_name = tape.once_in(2).then(|| text(tape));
        records.contacts.push(contact);
    }
    for number in 0..tape.below(3) {
        let (mut center, mut project) = (CostCenter::new(), Project::new());
        center.external_id = tape.once_in(2).then(|| Text::parse(&number.to_string()).unwrap());
        center.name = tape.once_in(2).then(|| text(tape));
        project.code = tape.once_in(2).then(|| text(tape));
        records.cost_centers.push(center);
        records.projects.push(project);
    }
    BaseData::new(records).unwrap()
}

/// Base data in which this rule is broken, once; none for a rule that no base data break.
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
