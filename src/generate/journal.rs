use rust_decimal::Decimal;

use super::{Choices, Payload, text};
use crate::contract;
use crate::journal::{
    self, Address, BillingPeriod, Contact, Dimension, Entry, File, Invoice, JournalRecord, Line,
    LineAccount, LineTax, Side,
};
use crate::report::{Example, Rule};
use crate::value::{Base64, Currency, Date, LimitedText, SignedAmount, Text};

const DATES: [&str; 5] = [
    "2026-03-31",
    "0001-01-01",
    "9999-12-31",
    "2024-02-29",
    "2025-12-31",
];
const AMOUNTS: [&str; 8] = [
    "30",
    "0.50",
    "35.00",
    "1234.5678",
    "0.00",
    "-5.00",
    "99999999999.99",
    "0.0000000000000001",
];
const CURRENCIES: [&str; 4] = ["CHF", "EUR", "JPY", "HRK"];

fn date(choices: &mut Choices<'_>) -> Date {
    Date::parse(choices.pick(&DATES)).unwrap()
}

fn currency(choices: &mut Choices<'_>) -> Currency {
    Currency::parse(choices.pick(&CURRENCIES)).unwrap()
}

fn amount(choices: &mut Choices<'_>) -> SignedAmount {
    SignedAmount::parse(choices.pick(&AMOUNTS)).unwrap()
}

/// Generates a value once in `times` cases.
fn sometimes<T>(
    choices: &mut Choices<'_>,
    times: usize,
    value: impl FnOnce(&mut Choices<'_>) -> T,
) -> Option<T> {
    choices.once_in(times).then(|| value(choices))
}

fn invoice(choices: &mut Choices<'_>) -> Invoice {
    let mut invoice = Invoice::new();
    invoice.number = sometimes(choices, 2, text);
    invoice.date = sometimes(choices, 2, date);
    invoice.currency = sometimes(choices, 2, currency);
    invoice.payable_until = sometimes(choices, 3, date);
    invoice.billing_period = sometimes(choices, 3, |choices| {
        BillingPeriod::new(date(choices), date(choices))
    });
    invoice.qr_reference_number = sometimes(choices, 4, text);
    invoice.owner = sometimes(choices, 4, text);
    invoice.source = sometimes(choices, 4, text);
    invoice.source_id = sometimes(choices, 4, text);
    invoice.posting_type = sometimes(choices, 4, text);
    invoice
}

fn contact(choices: &mut Choices<'_>) -> Contact {
    let mut contact = Contact::new();
    contact.name = sometimes(choices, 2, text);
    contact.contact_id = sometimes(choices, 2, text);
    contact.external_id = sometimes(choices, 2, |_| LimitedText::parse("k-17").unwrap());
    contact.legal_type = sometimes(choices, 2, |choices| {
        Text::parse(choices.pick(&["company", "person"])).unwrap()
    });
    contact.last_name = sometimes(choices, 3, text);
    contact.company_name = sometimes(choices, 3, text);
    contact.address = sometimes(choices, 3, |choices| {
        let mut address = Address::new();
        address.street = sometimes(choices, 2, text);
        address.city = sometimes(choices, 2, text);
        address.country = sometimes(choices, 2, text);
        address
    });
    contact
}

fn line(
    choices: &mut Choices<'_>,
    number: u64,
    side: Side,
    amount: SignedAmount,
    currency: Currency,
) -> Line {
    let mut account =
        LineAccount::new(Text::parse(choices.pick(&["6500", "2000", "1020", "財布"])).unwrap());
    account.external_id = sometimes(choices, 2, text);
    account.currency = sometimes(choices, 3, self::currency);
    let mut line = Line::new(
        Text::parse(&format!("l-{number}")).unwrap(),
        side,
        amount,
        currency,
        account,
    );
    line.line_number = sometimes(choices, 8, |_| number).map_or(Some(number), |_| None);
    line.amount_in_account_currency = sometimes(choices, 4, self::amount);
    line.tax = sometimes(choices, 3, |choices| {
        let mut tax = LineTax::new();
        tax.external_id = sometimes(choices, 2, text);
        tax.code = sometimes(choices, 2, text);
        tax.value = sometimes(choices, 2, |_| SignedAmount::parse("8.1").unwrap());
        tax
    });
    line.original_amount = sometimes(choices, 4, self::amount);
    line.original_currency = sometimes(choices, 4, self::currency);
    line.text = sometimes(choices, 2, text);
    for _ in 0..choices.below(3) {
        let mut dimension = Dimension::new();
        dimension.external_id = sometimes(choices, 2, text);
        dimension.name = sometimes(choices, 2, text);
        dimension.dimension_type = sometimes(choices, 2, |choices| {
            Text::parse(choices.pick(&["cost-center", "project", "other"])).unwrap()
        });
        line.dimensions.push(dimension);
    }
    line
}

/// Generates a balanced entry, usually of a few lines.
fn entry(choices: &mut Choices<'_>, number: u64) -> Entry {
    let currency = currency(choices);
    let count = if choices.once_in(8) {
        choices.below(40)
    } else {
        choices.below(4)
    };
    let (mut lines, mut sum) = (Vec::new(), Decimal::ZERO);
    for number in (1..).take(count) {
        let (side, amount) = (choices.pick(&[Side::Debit, Side::Credit]), amount(choices));
        let signed = Decimal::from(amount);
        sum += if side == Side::Debit { signed } else { -signed };
        lines.push(line(choices, number, side, amount, currency));
    }
    let last = u64::try_from(count).unwrap_or_default() + 1;
    if count > 0 {
        lines.push(line(choices, last, Side::Credit, sum.into(), currency));
    }
    if choices.once_in(8) {
        lines.push(line(
            choices,
            last + 1,
            Side::Debit,
            SignedAmount::parse("1").unwrap(),
            Currency::parse("USD").unwrap(),
        ));
    }
    let mut entry = Entry::new(
        Text::parse(&format!("e-{number}")).unwrap(),
        date(choices),
        lines,
    );
    entry.entry_number = Some(number);
    entry.entry_type = sometimes(choices, 2, text);
    entry
}

/// Generates a record of any release.
fn record(choices: &mut Choices<'_>, number: usize) -> JournalRecord {
    let entries = (1..)
        .take(choices.below(3))
        .map(|number| entry(choices, number))
        .collect();
    let id = Text::parse(&format!("{number}-{}", text(choices).as_str())).unwrap();
    let mut record = JournalRecord::new(id, entries);
    record.invoice = sometimes(choices, 2, invoice);
    record.contact = sometimes(choices, 2, contact);
    record.contacts = (0..choices.below(3)).map(|_| contact(choices)).collect();
    for _ in 0..choices.below(3) {
        let mut file = File::new();
        file.service_file_id = sometimes(choices, 2, text);
        file.content = sometimes(choices, 2, |choices| {
            let length = 1 + choices.below(20);
            Base64::new(
                (0..length)
                    .map(|_| u8::try_from(choices.below(256)).unwrap_or_default())
                    .collect(),
            )
        });
        record.files.push(file);
    }
    record
}

/// Adds white space where JSON allows it.
fn with_white_space(json: &str, choices: &mut Choices<'_>) -> String {
    let (mut spaced, mut in_string, mut is_escaped) = (String::new(), false, false);
    for character in json.chars() {
        let is_structural = !in_string && matches!(character, '{' | '[' | ',' | ':' | '}' | ']');
        if is_structural {
            spaced.push_str(choices.pick(&["", "", "", "", "", "", " ", "\n"]));
        }
        spaced.push(character);
        if is_structural {
            spaced.push_str(choices.pick(&["", "", "", "", "", "", " ", "\r\n\t"]));
        }
        in_string ^= character == '"' && !is_escaped;
        is_escaped = in_string && character == '\\' && !is_escaped;
    }
    spaced
}

/// Generates a journal export that the types allow, whose entries balance, with its records.
///
/// ```
/// use universal_accounting::generate::{Choices, journal};
/// use universal_accounting::{journal, report::Policy};
///
/// let export = journal(&mut Choices::new(&[3, 1, 2]));
/// assert_eq!(journal::read(export.json.as_bytes(), &Policy::new()).records, export.value);
/// ```
#[must_use]
pub fn journal(choices: &mut Choices<'_>) -> Payload<Vec<JournalRecord>> {
    let value: Vec<JournalRecord> = (0..choices.below(4))
        .map(|number| record(choices, number))
        .collect();
    let json = if choices.once_in(3) {
        journal::write_with_brand(&value, "acme")
    } else {
        journal::write(&value)
    };
    let json = if choices.once_in(2) {
        with_white_space(&json, choices)
    } else {
        json
    };
    Payload { json, value }
}

/// Returns a journal export that breaks this rule once, or `None` for a rule that an export can't break.
///
/// ```
/// use universal_accounting::{contract, generate, journal, report::Policy};
///
/// let rule = contract::rule("entry-unbalanced").ok_or("no such rule")?;
/// let export = generate::journal_with_fault(rule).ok_or("not of journals")?;
/// assert_eq!(journal::check(&export, &Policy::new()).findings[0].rule, rule);
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn journal_with_fault(rule: &Rule) -> Option<Vec<u8>> {
    match contract::page(rule.id)?.bad {
        example @ (Example::Journal(_) | Example::JournalMember(..) | Example::JournalLines(_)) => {
            Some(example.input().into_owned())
        }
        _ => None,
    }
}
