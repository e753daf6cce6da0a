//! Values and records through serde: deserializing applies the rules, and nothing bypasses them.

use serde::{Deserialize, Serialize};
use universal_accounting::base_data::{Account, AccountType, BaseData, TaxPeriod};
use universal_accounting::documents::CreationRequest;
use universal_accounting::internals::rules::Example;
use universal_accounting::journal::JournalRecord;
use universal_accounting::report::Policy;
use universal_accounting::transactions::{CreditDebit, Transaction};
use universal_accounting::value::{Amount, Currency, Date, Iban, LimitedText, Rate, Uid};
use universal_accounting::{base_data, journal, transactions};

/// A type of a user of the library.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Booking {
    note: String,
    transaction: Transaction,
    rate: Option<Rate>,
    parts: Vec<Amount>,
}

const BOOKING: &str = r#"{"note":"n","transaction":{"accountIdentifier":"Kasse","creditDebit":"debit","amount":"12.50","currency":"CHF"},"rate":8.1,"parts":["1.10","0.05"]}"#;

fn base_data_json() -> String {
    let contacts = r#"[{"externalId":"k-1","legalType":"COMPANY","companyName":"Muster AG"}]"#;
    String::from_utf8(Example::BaseData("contacts", contacts).input().into_owned()).unwrap()
}

#[test]
fn deserializes_what_it_serialized() {
    let booking: Booking = serde_json::from_str(BOOKING).unwrap();
    assert_eq!(booking.transaction.credit_debit, Some(CreditDebit::Debit));
    assert_eq!(serde_json::to_string(&booking).unwrap(), BOOKING);
    assert_eq!(
        serde_json::from_slice::<Booking>(BOOKING.as_bytes()).unwrap(),
        booking
    );
    assert_eq!(
        serde_json::from_reader::<_, Booking>(BOOKING.as_bytes()).unwrap(),
        booking
    );

    let json = base_data_json();
    let base_data: BaseData = serde_json::from_str(&json).unwrap();
    assert_eq!(serde_json::to_string(&base_data).unwrap(), json);
    assert_eq!(base_data::write(&base_data), json);
    assert_eq!(
        base_data::read(json.as_bytes(), &Policy::new())
            .value
            .as_ref(),
        Some(&base_data)
    );

    let request: CreationRequest =
        serde_json::from_str(r#"{"fileName":"a.pdf","signedFileName":"f"}"#).unwrap();
    assert_eq!(
        serde_json::to_string(&request).unwrap(),
        r#"{"signedFileName":"f","fileName":"a.pdf"}"#
    );

    let json = r#"{"serviceId":"s-81","entries":[]}"#;
    let record: JournalRecord = serde_json::from_str(json).unwrap();
    assert_eq!(serde_json::to_string(&record).unwrap(), json);
    assert_eq!(
        journal::read(json.as_bytes(), &Policy::new()).records,
        [record]
    );
    let error = |json: &str| {
        serde_json::from_str::<JournalRecord>(json)
            .unwrap_err()
            .to_string()
    };
    assert!(error(r#"{"serviceId":"s-81"}"#).starts_with("missing-field: `entries` is missing"));
    assert!(error(&format!("[{json}]")).starts_with("a journal record is an object"));
}

#[test]
fn serde_and_write_produce_the_same_json() {
    let booking: Booking = serde_json::from_str(BOOKING).unwrap();
    let payload = transactions::write(std::slice::from_ref(&booking.transaction));
    let record = serde_json::to_string(&booking.transaction).unwrap();
    assert_eq!(payload, format!("{{\"transactions\":[{record}]}}"));
}

#[test]
fn a_rate_keeps_digits_that_a_binary_float_would_lose() {
    let digits = "8.100000000000000000000000001";
    let rate: Rate = serde_json::from_str(digits).unwrap();
    assert_eq!(serde_json::to_string(&rate).unwrap(), digits);
}

#[test]
fn rejects_invalid_values_and_records() {
    fn assert_rejected<T: for<'de> Deserialize<'de>>(json: &str, reason: &str) {
        let message = serde_json::from_str::<T>(json)
            .map(drop)
            .unwrap_err()
            .to_string();
        assert!(message.contains(reason), "{json}: {message}");
    }
    assert_rejected::<Amount>(r#""-5""#, "an amount has no sign");
    assert_rejected::<Amount>("5", "expected a string");
    assert_rejected::<Currency>(r#""chf""#, "");
    assert_rejected::<Date>(r#""2025-02-29""#, "");
    assert_rejected::<Iban>(r#""CH9300762011623852958""#, "check digits");
    assert_rejected::<Uid>(r#""CHE100000006""#, "");
    assert_rejected::<LimitedText<3>>(r#""abcd""#, "");
    assert_rejected::<Rate>("101", "");
    assert_rejected::<Rate>(r#""8.1""#, "");
    assert_rejected::<AccountType>(r#""asset""#, "ASSET, LIABILITY, EXPENSE, REVENUE");
    assert_rejected::<Transaction>(
        r#"{"accountIdentifier":"K","amount":12.5,"currency":"CHF"}"#,
        "amount-number",
    );
    assert_rejected::<Transaction>(
        r#"{"accountIdentifier":"K","amount":"1","currency":"CHF","amount":"2"}"#,
        "duplicate-key",
    );
    assert_rejected::<Account>(
        r#"{"externalId":"a","number":"1234567890123","description":"d"}"#,
        "too-long: `number` has 13",
    );
    assert_rejected::<TaxPeriod>(
        r#"{"externalId":"p","isSubjectToTax":true,"balanceTaxation":true,"accountingMethod":"CASH","startsAt":"2026-02-01","endsAt":"2026-01-01"}"#,
        "tax-period-reversed: `endsAt` lies before `startsAt`",
    );
    assert_rejected::<BaseData>(&base_data_json().replace("8.1", "810"), "rate-range");
    assert_rejected::<BaseData>(
        &base_data_json().replace(
            r#""currencies":[{"#,
            r#""currencies":[{"externalId":"c-1","code":"EUR"},{"#,
        ),
        "duplicate-external-id",
    );
}
