//! Base data: right payloads, and ones with faults in them.

use serde_json::{Value, json};
use universal_accounting::base_data::{
    Account, AccountType, AccountingMethod, BaseData, Contact, CostCenter, Currency, LegalType, Organization, Project,
    Records, Tax, TaxPeriod,
};
use universal_accounting::value::{self, Country, Date, Iban, LimitedText, Period, Rate, Text, Uid};

use crate::payload::text;
use crate::tape::Tape;

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
pub(crate) fn base_data(tape: &mut Tape<'_>) -> BaseData {
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
        account.account_type = [None, Some(AccountType::Asset), Some(AccountType::Expense)][tape.below(3)];
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
        let mut days = [Date::parse(tape.pick(&DAYS)).unwrap(), Date::parse(tape.pick(&DAYS)).unwrap()];
        days.sort();
        let period = Period::new(days[0], days[1]).unwrap();
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

/// Puts faults and oddities into a document, wherever it has a member.
pub(crate) fn mutate(document: &mut Value, tape: &mut Tape<'_>) {
    for _ in 0..=tape.below(4) {
        let mut pointers = Vec::new();
        members_of(document, "", &mut pointers);
        let pointer = pointers.get(tape.below(pointers.len())).cloned().unwrap_or_default();
        let (parent, name) = pointer.rsplit_once('/').unwrap_or_default();
        let Some(Value::Object(object)) = document.pointer_mut(parent) else { continue };
        match tape.below(5) {
            0 => drop(object.remove(name)),
            1 => {
                if let Some(value) = object.remove(name) {
                    object.insert(name.to_uppercase(), value);
                }
            }
            2 => drop(object.insert(format!("{name}s"), json!([1e300, {"b": null, "a": [[]]}]))),
            _ => drop(object.insert(name.to_owned(), odd(tape))),
        }
    }
}

/// The pointers to all members of objects whose names need no escape.
fn members_of(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            for (name, value) in object.iter().filter(|(name, _)| !name.contains(['/', '~'])) {
                found.push(format!("{at}/{name}"));
                members_of(value, &format!("{at}/{name}"), found);
            }
        }
        Value::Array(list) => {
            for (index, value) in list.iter().enumerate() {
                members_of(value, &format!("{at}/{index}"), found);
            }
        }
        _ => {}
    }
}

fn odd(tape: &mut Tape<'_>) -> Value {
    let texts = [
        "",
        " ",
        "\u{200b}",
        "chf",
        " EUR",
        "SFr",
        "asset",
        "ASSETS",
        "cash",
        "company",
        "true",
        "8.10",
        "8,1",
        "101",
        "-5",
        "31.12.2025",
        "01.02.2025",
        "2025-02-29",
        "2025-12-31T00:00:00",
        "che100000006 mwst",
        "100.000.006",
        "CHE-1",
        "ch93 0076 2011 6238 5295 7",
        "CH9300762011623852958",
        "www.muster.example",
        "UK",
        "ch",
        "CHE",
        "4111 1111 1111 1111",
        "1020 ",
        "Credit-Card",
        "é́",
    ];
    match tape.below(12) {
        0 => Value::Null,
        1 => json!([]),
        2 => json!({}),
        3 => json!(true),
        4 => json!(12),
        5 => json!(8.25),
        6 => json!("🦀".repeat(37)),
        7 => json!([null, 7, {}]),
        _ => json!(tape.pick(&texts)),
    }
}
