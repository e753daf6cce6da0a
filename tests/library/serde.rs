//! Typed values through serde: what is read goes through the rules, and no way leads around them.

use serde::{Deserialize, Serialize};
use universal_accounting::base_data::{Account, AccountType, BaseData, TaxPeriod};
use universal_accounting::documents::CreationRequest;
use universal_accounting::report::{Example, Policy};
use universal_accounting::transactions::{CreditDebit, Transaction};
use universal_accounting::value::{Amount, Currency, Date, Iban, LimitedText, Rate, Uid};
use universal_accounting::{base_data, transactions};

/// A type of the user's own.
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
fn what_is_written_is_read_back() {
    let booking: Booking = serde_json::from_str(BOOKING).unwrap();
    assert_eq!(booking.transaction.credit_debit, Some(CreditDebit::Debit));
    assert_eq!(serde_json::to_string(&booking).unwrap(), BOOKING);
    assert_eq!(serde_json::from_slice::<Booking>(BOOKING.as_bytes()).unwrap(), booking);
    assert_eq!(serde_json::from_reader::<_, Booking>(BOOKING.as_bytes()).unwrap(), booking);

    let json = base_data_json();
    let base_data: BaseData = serde_json::from_str(&json).unwrap();
    assert_eq!(serde_json::to_string(&base_data).unwrap(), json);
    assert_eq!(base_data::write(&base_data), json);
    assert_eq!(base_data::read(json.as_bytes(), &Policy::new()).value.as_ref(), Some(&base_data));

    let request: CreationRequest = serde_json::from_str(r#"{"fileName":"a.pdf","signedFileName":"f"}"#).unwrap();
    assert_eq!(serde_json::to_string(&request).unwrap(), r#"{"signedFileName":"f","fileName":"a.pdf"}"#);
}

#[test]
fn a_serde_value_is_what_is_written_elsewhere() {
    let booking: Booking = serde_json::from_str(BOOKING).unwrap();
    let payload = transactions::write(std::slice::from_ref(&booking.transaction));
    let record = serde_json::to_string(&booking.transaction).unwrap();
    assert_eq!(payload, format!("{{\"transactions\":[{record}]}}"));
}

#[test]
fn a_rate_keeps_digits_that_no_binary_float_holds() {
    let digits = "8.100000000000000000000000001";
    let rate: Rate = serde_json::from_str(digits).unwrap();
    assert_eq!(serde_json::to_string(&rate).unwrap(), digits);
}

#[test]
fn there_is_no_back_door() {
    fn refused<T: for<'de> Deserialize<'de>>(json: &str, reason: &str) {
        let said = serde_json::from_str::<T>(json).map(drop).unwrap_err().to_string();
        assert!(said.contains(reason), "{json}: {said}");
    }
    refused::<Amount>(r#""-5""#, "an amount has no sign");
    refused::<Amount>("5", "expected a string");
    refused::<Currency>(r#""chf""#, "");
    refused::<Date>(r#""2025-02-29""#, "");
    refused::<Iban>(r#""CH9300762011623852958""#, "check digits");
    refused::<Uid>(r#""CHE100000006""#, "");
    refused::<LimitedText<3>>(r#""abcd""#, "");
    refused::<Rate>("101", "");
    refused::<Rate>(r#""8.1""#, "");
    refused::<AccountType>(r#""asset""#, "ASSET, LIABILITY, EXPENSE, REVENUE");
    refused::<Transaction>(r#"{"accountIdentifier":"K","amount":12.5,"currency":"CHF"}"#, "amount-number");
    refused::<Transaction>(r#"{"accountIdentifier":"K","amount":"1","currency":"CHF","amount":"2"}"#, "duplicate-key");
    refused::<Account>(r#"{"externalId":"a","number":"1234567890123","description":"d"}"#, "too-long: `number` has 13");
    refused::<TaxPeriod>(
        r#"{"externalId":"p","isSubjectToTax":true,"balanceTaxation":true,"accountingMethod":"CASH","startsAt":"2026-02-01","endsAt":"2026-01-01"}"#,
        "tax-period-reversed: `endsAt` lies before `startsAt`",
    );
    refused::<BaseData>(&base_data_json().replace("8.1", "810"), "rate-range");
    refused::<BaseData>(
        &base_data_json().replace(r#""currencies":[{"#, r#""currencies":[{"externalId":"c-1","code":"EUR"},{"#),
        "duplicate-external-id",
    );
}
