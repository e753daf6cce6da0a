//! Records that only have what base data has have no mismatch, and one unknown value is one mismatch at its place.

use proptest::prelude::*;
use universal_accounting::base_data::{Account, BaseData};
use universal_accounting::cross_check::{self, Mismatch};
use universal_accounting::generate::{self, ChoiceBytes, Choices};
use universal_accounting::journal::{
    self, Contact, Dimension, Entry, JournalRecord, Line, LineAccount, LineTax, Side,
};
use universal_accounting::report::{Policy, Report};
use universal_accounting::rust_decimal::Decimal;
use universal_accounting::transactions::{self, Transaction};
use universal_accounting::value::{
    AccountIdentifier, Amount, Currency, Date, LimitedText, SignedAmount, Text,
};

use crate::cases::cases;

/// A text that no generated base data has.
const UNKNOWN: &str = "unknown";

fn text(text: &str) -> Text {
    Text::parse(text).unwrap()
}

fn currency(code: &str) -> Currency {
    Currency::parse(code).unwrap()
}

/// Returns a day in a tax period.
fn known_day(base_data: &BaseData, choices: &mut Choices<'_>) -> Date {
    let periods = &base_data.records().tax_periods;
    let period = periods[choices.below(periods.len())].period;
    if choices.once_in(2) {
        period.starts_at()
    } else {
        period.ends_at()
    }
}

/// Returns a day outside of all tax periods, if there is one among a few.
fn unknown_day(base_data: &BaseData) -> Option<Date> {
    let days = ["0001-01-02", "2024-02-28", "2025-06-30", "9999-12-30"]
        .map(|day| Date::parse(day).unwrap());
    let is_in = |day: Date| {
        let mut periods = base_data
            .records()
            .tax_periods
            .iter()
            .map(|tax_period| tax_period.period);
        periods.any(|period| period.starts_at() <= day && day <= period.ends_at())
    };
    days.into_iter().find(|day| !is_in(*day))
}

fn known_currency(base_data: &BaseData, choices: &mut Choices<'_>) -> Currency {
    let currencies = &base_data.records().currencies;
    currencies[choices.below(currencies.len())].code
}

/// Generates a journal that only has what base data has. A record of base data is named by its external id, by its number or code, or by both.
fn known_journal(base_data: &BaseData, choices: &mut Choices<'_>) -> Vec<JournalRecord> {
    let records = base_data.records();
    let line = |choices: &mut Choices<'_>| {
        let account = &records.accounts[choices.below(records.accounts.len())];
        let mut line_account = LineAccount::new(account.number.clone().into());
        if choices.once_in(2) {
            line_account.external_id = Some(account.external_id.clone().into());
            line_account.currency = account.currency.filter(|_| choices.once_in(2));
        }
        let amount = SignedAmount::parse("30.00").unwrap();
        let mut line = Line::new(
            text("l"),
            Side::Debit,
            amount,
            known_currency(base_data, choices),
            line_account,
        );
        if choices.once_in(2) {
            let tax = &records.taxes[choices.below(records.taxes.len())];
            let mut line_tax = LineTax::new();
            line_tax.external_id = Some(tax.external_id.clone().into());
            line_tax.code = choices.once_in(2).then(|| tax.code.clone().into());
            line_tax.value = choices.once_in(2).then(|| Decimal::from(tax.value).into());
            line.tax = Some(line_tax);
        }
        if let Some(center) = records.cost_centers.get(choices.below(4)) {
            let mut dimension = Dimension::new();
            dimension.dimension_type = Some(text("cost-center"));
            (dimension.external_id, dimension.name) =
                (center.external_id.clone(), center.name.clone());
            line.dimensions.push(dimension);
        }
        line
    };
    let mut journal = Vec::new();
    for _ in 0..=choices.below(2) {
        let debits: Vec<Line> = (0..2 + choices.below(2)).map(|_| line(choices)).collect();
        // A credit for each debit balances the entry in each currency.
        let credits = debits.iter().cloned().map(|mut line| {
            line.credit_debit = Side::Credit;
            line
        });
        let lines = debits.iter().cloned().chain(credits).collect();
        let mut record = JournalRecord::new(
            text("r"),
            vec![Entry::new(text("e"), known_day(base_data, choices), lines)],
        );
        if let Some(known) = records.contacts.get(choices.below(4)) {
            let mut contact = Contact::new();
            contact.external_id = Some(known.external_id.clone());
            record.contacts = vec![contact];
        }
        journal.push(record);
    }
    journal
}

/// Makes one value of the last record unknown. Returns its pointer and the rule, or `None` if the record has no such value.
fn spoil(
    record: &mut JournalRecord,
    base_data: &BaseData,
    fault: usize,
) -> Option<(&'static str, &'static str)> {
    let records = base_data.records();
    if fault == 0 {
        record.contacts.first_mut()?.external_id = LimitedText::parse(UNKNOWN).ok();
        return Some(("/contacts/0/externalId", "contact-not-in-base-data"));
    }
    let entry = record.entries.first_mut()?;
    if fault == 1 {
        entry.date = unknown_day(base_data)?;
        return Some(("/entries/0/date", "outside-tax-periods"));
    }
    let line = entry.lines.get_mut(1)?;
    Some(match fault {
        2 => {
            line.currency = currency("GBP");
            ("/entries/0/lines/1/currency", "currency-not-in-base-data")
        }
        3 => {
            line.account.external_id = Some(text(UNKNOWN));
            (
                "/entries/0/lines/1/account/externalId",
                "account-not-in-base-data",
            )
        }
        4 => {
            line.account.number = text(UNKNOWN);
            let rule = if line.account.external_id.is_some() {
                "account-number-differs"
            } else {
                "account-not-in-base-data"
            };
            ("/entries/0/lines/1/account/number", rule)
        }
        5 => {
            let id = line.account.external_id.as_ref()?.as_str();
            records
                .accounts
                .iter()
                .find(|account| account.external_id.as_str() == id)?
                .currency?;
            line.account.currency = Some(currency("GBP"));
            (
                "/entries/0/lines/1/account/currency",
                "account-currency-differs",
            )
        }
        6 => {
            line.tax.as_mut()?.external_id = Some(text(UNKNOWN));
            ("/entries/0/lines/1/tax/externalId", "tax-not-in-base-data")
        }
        7 => {
            line.tax.as_mut()?.code = Some(text(UNKNOWN));
            ("/entries/0/lines/1/tax/code", "tax-code-differs")
        }
        8 => {
            line.tax.as_mut()?.value = Some(SignedAmount::parse("77.7").unwrap());
            ("/entries/0/lines/1/tax/value", "tax-rate-differs")
        }
        _ => {
            let dimension = line.dimensions.first_mut()?;
            (dimension.external_id, dimension.name) = (Some(text(UNKNOWN)), None);
            (
                "/entries/0/lines/1/dimensions/0/externalId",
                "dimension-not-in-base-data",
            )
        }
    })
}

/// Generates transactions that only have what base data has, on accounts with an IBAN.
fn known_transactions(base_data: &BaseData, choices: &mut Choices<'_>) -> Vec<Transaction> {
    let accounts: Vec<&Account> = base_data
        .records()
        .accounts
        .iter()
        .filter(|account| account.iban.is_some())
        .collect();
    let transaction = |account: &&Account| {
        let identifier = AccountIdentifier::parse(account.iban.unwrap().as_str()).unwrap();
        let currency = account
            .currency
            .unwrap_or_else(|| known_currency(base_data, choices));
        let mut transaction =
            Transaction::new(identifier, Amount::parse("12.50").unwrap(), currency);
        transaction.booked_at = choices.once_in(2).then(|| known_day(base_data, choices));
        transaction.purchased_at = transaction
            .booked_at
            .or_else(|| Some(known_day(base_data, choices)));
        transaction
    };
    accounts.iter().map(transaction).collect()
}

/// Returns rule and pointer of each mismatch.
fn places(mismatches: &[Mismatch]) -> Vec<(&str, usize, &str)> {
    mismatches
        .iter()
        .map(|mismatch| (mismatch.rule.id, mismatch.index, mismatch.pointer.as_str()))
        .collect()
}

/// Returns rule, pointer and text of each finding of a comparison.
fn findings<'r>(
    source: &'r str,
    report: &'r Report,
    rules: &[&str],
) -> Vec<(&'r str, &'r str, &'r str)> {
    let of_comparison = report
        .findings
        .iter()
        .filter(|finding| rules.contains(&finding.rule.id));
    of_comparison
        .map(|finding| {
            (
                finding.rule.id,
                finding.pointer.as_str(),
                &source[finding.span.start..finding.span.end],
            )
        })
        .collect()
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn a_journal_of_known_values_has_no_mismatch(bytes in ChoiceBytes::strategy(600)) {
        let mut choices = bytes.choices();
        let base_data = generate::base_data(&mut choices);
        let journal = known_journal(&base_data, &mut choices);
        prop_assert_eq!(cross_check::journal(&journal, &base_data), []);
    }

    #[test]
    fn an_unknown_value_of_a_journal_is_one_mismatch_at_its_place(bytes in ChoiceBytes::strategy(600), fault in 0_usize..10) {
        let mut choices = bytes.choices();
        let base_data = generate::base_data(&mut choices);
        let mut journal = known_journal(&base_data, &mut choices);
        let last = journal.len() - 1;
        let Some((pointer, rule)) = spoil(&mut journal[last], &base_data, fault) else { return Ok(()) };
        let mismatches = cross_check::journal(&journal, &base_data);
        prop_assert_eq!(places(&mismatches), [(rule, last, pointer)]);

        let source = journal::write(&journal);
        let report = cross_check::check_journal(source.as_bytes(), &base_data, &Policy::new());
        let found = findings(&source, &report, &[rule]);
        prop_assert_eq!(found.len(), 1);
        prop_assert_eq!(found[0].1, format!("/{last}{pointer}"));
        let value: &serde_json::Value = &serde_json::from_str(&source).unwrap();
        prop_assert_eq!(found[0].2, value.pointer(found[0].1).unwrap().to_string());
    }

    #[test]
    fn transactions_of_known_values_have_no_mismatch(bytes in ChoiceBytes::strategy(600)) {
        let mut choices = bytes.choices();
        let base_data = generate::base_data(&mut choices);
        let known = known_transactions(&base_data, &mut choices);
        prop_assert_eq!(cross_check::transactions(&known, &base_data), []);
    }

    #[test]
    fn an_unknown_value_of_a_transaction_is_one_mismatch_at_its_place(
        bytes in ChoiceBytes::strategy(600), fault in 0_usize..4,
    ) {
        let mut choices = bytes.choices();
        let base_data = generate::base_data(&mut choices);
        let mut known = known_transactions(&base_data, &mut choices);
        let Some(last) = known.last_mut() else { return Ok(()) };
        let (pointer, rule) = match fault {
            0 => {
                // An unlisted currency is that of no account, unless an account with the IBAN has no currency.
                last.currency = currency("GBP");
                let iban = last.account_identifier.iban();
                let is_any = base_data.records().accounts.iter().any(|account| account.iban == iban && account.currency.is_none());
                ("/currency", if is_any { "currency-not-in-base-data" } else { "currency-not-of-account" })
            }
            1 => {
                last.currency = known_currency(&base_data, &mut choices);
                last.account_identifier = AccountIdentifier::parse("GB33BUKB20201555555555").unwrap();
                ("/accountIdentifier", "iban-not-in-base-data")
            }
            2 => {
                last.account_identifier = AccountIdentifier::parse("XXXX 1234").unwrap();
                ("/accountIdentifier", "account-not-compared")
            }
            _ => {
                let Some(day) = unknown_day(&base_data) else { return Ok(()) };
                last.valuta_at = last.valuta_at.or(Some(day));
                let is_booked = last.booked_at.is_some();
                last.booked_at = last.booked_at.map(|_| day);
                (if is_booked { "/bookedAt" } else { "/valutaAt" }, "outside-tax-periods")
            }
        };
        let index = known.len() - 1;
        let mismatches = cross_check::transactions(&known, &base_data);
        prop_assert_eq!(places(&mismatches), [(rule, index, pointer)]);

        let source = transactions::write(&known);
        let report = cross_check::check_transactions(source.as_bytes(), &base_data, &Policy::new());
        let found = findings(&source, &report, &[rule]);
        prop_assert_eq!(found.len(), 1);
        prop_assert_eq!(found[0].1, format!("/transactions/{index}{pointer}"));
        let value: &serde_json::Value = &serde_json::from_str(&source).unwrap();
        prop_assert_eq!(found[0].2, value.pointer(found[0].1).unwrap().to_string());
    }

    /// The report of a comparison is the report of the check with the mismatches between its findings.
    #[test]
    fn the_findings_of_the_check_stay(bytes in ChoiceBytes::strategy(600)) {
        let mut choices = bytes.choices();
        let base_data = generate::base_data(&mut choices);
        let payload = generate::transactions(&mut choices).json;
        let mut report = cross_check::check_transactions(payload.as_bytes(), &base_data, &Policy::new());
        let checked = transactions::check(payload.as_bytes(), &Policy::new());
        let mismatches = cross_check::transactions(&transactions::read(payload.as_bytes(), &Policy::new()).values, &base_data);
        prop_assert_eq!(report.warnings, checked.warnings + mismatches.len());
        prop_assert_eq!(report.errors, checked.errors);
        prop_assert!(report.findings.is_sorted_by_key(|finding| (finding.span.start, finding.span.end)));
        let is_of_check = |rule: &str| checked.counts.iter().any(|count| count.rule.id == rule);
        report.findings.retain(|finding| is_of_check(finding.rule.id));
        prop_assert_eq!(report.findings, checked.findings);
    }
}
