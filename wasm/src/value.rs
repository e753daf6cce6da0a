use serde::Serialize;
use universal_accounting::value::{
    Amount, AmountError, Currency, CurrencyError, CurrencyStatus, Date, DateError, Iban, Uid, UidCheckDigit, UidError,
};
use wasm_bindgen::JsError;

/// What reading a single value gave; what does not concern its kind is left out.
#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
struct Parsed {
    valid: bool,
    /// The value in its one spelling.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    /// What is wrong, without the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// The right value, where only one can be meant.
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
    /// What followed a currency that was withdrawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    successor: Option<String>,
}

impl Parsed {
    fn valid(value: &impl ToString) -> Self {
        Self { valid: true, value: Some(value.to_string()), ..Self::default() }
    }

    fn wrong(fault: &impl ToString, suggestion: Option<impl ToString>) -> Self {
        let suggestion = suggestion.map(|value| value.to_string());
        Self { message: Some(fault.to_string()), suggestion, ..Self::default() }
    }
}

/// Reads a value of a kind as the contract has it.
pub(crate) fn parse(kind: &str, text: &str) -> Result<String, JsError> {
    let parsed = match kind {
        "iban" => iban(text),
        "uid" => uid(text),
        "amount" => amount(text),
        "date" => date(text),
        "currency" => currency(text),
        _ => return Err(JsError::new("there is no such kind of value")),
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
        Err(fault) => Parsed::wrong(&fault, None::<Iban>),
    }
}

fn uid(text: &str) -> Parsed {
    match Uid::parse(text) {
        Ok(uid) => Parsed {
            check_digit: Some(match uid.check_digit() {
                UidCheckDigit::Valid if uid.is_valid() => "right",
                UidCheckDigit::Valid | UidCheckDigit::Impossible => "impossible",
                UidCheckDigit::Wrong { .. } => "wrong",
            }),
            ..Parsed::valid(&uid)
        },
        Err(fault) => {
            let (UidError::Spelling(meant) | UidError::Prefix(meant)) = fault else {
                return Parsed::wrong(&fault, None::<Uid>);
            };
            Parsed::wrong(&fault, Some(meant))
        }
    }
}

fn amount(text: &str) -> Parsed {
    match Amount::parse(text) {
        Ok(amount) => Parsed { decimals: Some(amount.decimals()), ..Parsed::valid(&amount) },
        Err(fault) => {
            let meant = match &fault {
                AmountError::LeadingZeros(meant) | AmountError::Form(Some(meant)) => Some(*meant),
                _ => None,
            };
            Parsed::wrong(&fault, meant)
        }
    }
}

fn date(text: &str) -> Parsed {
    match Date::parse(text) {
        Ok(date) => Parsed::valid(&date),
        Err(fault) => {
            let meant = if let DateError::Form(meant) = fault { meant } else { None };
            Parsed::wrong(&fault, meant)
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
        Err(fault) => {
            let meant = if let CurrencyError::Case(meant) = fault { Some(meant) } else { None };
            Parsed::wrong(&fault, meant)
        }
    }
}
