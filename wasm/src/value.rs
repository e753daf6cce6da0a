//! Single values, such as an IBAN.

use serde::Serialize;
use universal_accounting::internals::value;
use universal_accounting::value::{
    Amount, AmountError, Currency, CurrencyError, CurrencyStatus, Date, DateError, Iban, Uid,
    UidError,
};
use wasm_bindgen::JsError;

/// The result of parsing a value. Members that the kind of value does not have are absent.
#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
struct Parsed {
    valid: bool,
    /// The value in its canonical spelling.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    /// What is wrong, without the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// The correct value, if only one value can be meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestion: Option<String>,
    /// An IBAN in groups of four.
    #[serde(skip_serializing_if = "Option::is_none")]
    formatted: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    country: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    qr: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    check_digit: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decimals: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minor_units: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    /// The currency that replaced a withdrawn currency.
    #[serde(skip_serializing_if = "Option::is_none")]
    successor: Option<String>,
}

impl Parsed {
    fn valid(value: &impl ToString) -> Self {
        Self {
            valid: true,
            value: Some(value.to_string()),
            ..Self::default()
        }
    }

    fn invalid(error: &impl ToString, suggestion: Option<impl ToString>) -> Self {
        let suggestion = suggestion.map(|value| value.to_string());
        Self {
            message: Some(error.to_string()),
            suggestion,
            ..Self::default()
        }
    }
}

/// Parses a value by the rules of the service's contract.
pub(crate) fn parse(kind: &str, text: &str) -> Result<String, JsError> {
    let parsed = match kind {
        "iban" => iban(text),
        "uid" => uid(text),
        "amount" => amount(text),
        "date" => date(text),
        "currency" => currency(text),
        _ => return Err(JsError::new("there is no value of this kind")),
    };
    Ok(serde_json::to_string(&parsed)?)
}

fn iban(text: &str) -> Parsed {
    match Iban::parse(text) {
        Ok(iban) => Parsed {
            formatted: Some(iban.grouped().to_string()),
            country: Some(iban.country().to_owned()),
            qr: Some(iban.is_qr()),
            ..Parsed::valid(&iban)
        },
        Err(error) => Parsed::invalid(&error, None::<Iban>),
    }
}

fn uid(text: &str) -> Parsed {
    match Uid::parse(text) {
        Ok(uid) => Parsed {
            check_digit: Some(if uid.is_valid() {
                "right"
            } else if value::correct_check_digit(uid).is_some() {
                "wrong"
            } else {
                "impossible"
            }),
            ..Parsed::valid(&uid)
        },
        Err(error) => {
            let (UidError::Spelling(suggestion) | UidError::Prefix(suggestion)) = error else {
                return Parsed::invalid(&error, None::<Uid>);
            };
            Parsed::invalid(&error, Some(suggestion))
        }
    }
}

fn amount(text: &str) -> Parsed {
    match Amount::parse(text) {
        Ok(amount) => Parsed {
            decimals: Some(amount.decimals()),
            ..Parsed::valid(&amount)
        },
        Err(error) => {
            let suggestion = match &error {
                AmountError::LeadingZeros(suggestion) | AmountError::Form(Some(suggestion)) => {
                    Some(*suggestion)
                }
                _ => None,
            };
            Parsed::invalid(&error, suggestion)
        }
    }
}

fn date(text: &str) -> Parsed {
    match Date::parse(text) {
        Ok(date) => Parsed::valid(&date),
        Err(error) => {
            let suggestion = if let DateError::Form(suggestion) = error {
                suggestion
            } else {
                None
            };
            Parsed::invalid(&error, suggestion)
        }
    }
}

fn currency(text: &str) -> Parsed {
    match Currency::parse(text) {
        Ok(currency) => {
            let (status, successor) = match currency.status() {
                CurrencyStatus::Withdrawn(withdrawal) => ("withdrawn", withdrawal.successor),
                CurrencyStatus::NotForAccounts => ("not-for-accounts", None),
                _ => ("active", None),
            };
            Parsed {
                minor_units: currency.minor_units(),
                status: Some(status),
                successor: successor.map(|code| code.to_string()),
                ..Parsed::valid(&currency)
            }
        }
        Err(error) => {
            let suggestion = if let CurrencyError::Case(suggestion) = error {
                Some(suggestion)
            } else {
                None
            };
            Parsed::invalid(&error, suggestion)
        }
    }
}
