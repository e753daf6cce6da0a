//! Single values, such as an IBAN.

use pyo3::prelude::*;
use universal_accounting::rust_decimal::Decimal;
use universal_accounting::value::{self, AmountError, IbanError, UidError};

use crate::error::value_error;

/// An IBAN with right check digits, by the registry of its country.
#[pyclass(frozen, eq, ord, hash, str = "{0}", module = "universal_accounting")]
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Iban(String);

#[pymethods]
impl Iban {
    /// Parses an IBAN in any spelling.
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<Self> {
        let iban = value::Iban::parse(text);
        let iban = iban.map_err(|fault| value_error(py, iban_code(fault), fault, None))?;
        Ok(Self(iban.as_str().to_owned()))
    }

    /// The two letters of the country.
    #[getter]
    fn country(&self) -> PyResult<String> {
        Ok(self.parsed()?.country().to_owned())
    }

    /// The IBAN in groups of four.
    #[getter]
    fn formatted(&self) -> PyResult<String> {
        Ok(self.parsed()?.grouped().to_string())
    }

    /// Whether it is a QR-IBAN of Switzerland or Liechtenstein.
    #[getter]
    fn is_qr(&self) -> PyResult<bool> {
        Ok(self.parsed()?.is_qr())
    }

    fn __repr__(&self) -> String {
        format!("Iban('{}')", self.0)
    }

    fn __getnewargs__(&self) -> (&str,) {
        (&self.0,)
    }
}

impl Iban {
    fn parsed(&self) -> PyResult<value::Iban> {
        value::Iban::parse(&self.0).map_err(|fault| lost(&fault))
    }
}

/// The canonical spelling of a value is always one of its kind.
fn lost(fault: &dyn std::fmt::Display) -> PyErr {
    pyo3::exceptions::PyRuntimeError::new_err(fault.to_string())
}

const fn iban_code(error: IbanError) -> &'static str {
    match error {
        IbanError::Country => "iban-country",
        IbanError::Length { .. } => "iban-length",
        IbanError::Structure { .. } => "iban-structure",
        IbanError::CheckDigits => "iban-check-digits",
        _ => "iban-form",
    }
}

/// A Swiss business identification number, written CHE-ddd.ddd.ddd.
#[pyclass(frozen, eq, ord, hash, str = "{0}", module = "universal_accounting")]
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Uid(String);

#[pymethods]
impl Uid {
    /// Parses a number in its only spelling.
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<Self> {
        let uid = value::Uid::parse(text).map_err(|fault| {
            let (code, suggestion) = match fault {
                UidError::Spelling(meant) => ("uid-spelling", Some(meant.to_string())),
                UidError::Prefix(meant) => ("uid-prefix", Some(meant.to_string())),
                _ => ("uid-form", None),
            };
            value_error(py, code, fault, suggestion)
        })?;
        Ok(Self(uid.to_string()))
    }

    /// Whether its check digit is right.
    #[getter]
    fn is_valid(&self) -> PyResult<bool> {
        let uid = value::Uid::parse(&self.0).map_err(|fault| lost(&fault))?;
        Ok(uid.is_valid())
    }

    fn __repr__(&self) -> String {
        format!("Uid('{}')", self.0)
    }

    fn __getnewargs__(&self) -> (&str,) {
        (&self.0,)
    }
}

/// A positive amount as the service's contract writes it: digits with at most one point between them.
#[pyclass(frozen, eq, ord, hash, str = "{0}", module = "universal_accounting")]
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Amount(Decimal);

#[pymethods]
impl Amount {
    /// Parses an amount.
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<Self> {
        let amount = value::Amount::parse(text).map_err(|fault| {
            let (code, suggestion) = match fault {
                AmountError::LeadingZeros(meant) => ("amount-leading-zeros", Some(meant)),
                // The other direction, so the amount without the sign isn't what is meant.
                AmountError::Negative(_) => ("amount-negative", None),
                AmountError::Zero => ("amount-zero", None),
                AmountError::TooLarge => ("amount-too-large", None),
                AmountError::TooPrecise => ("amount-too-precise", None),
                AmountError::Form(meant) => ("amount-form", meant),
                _ => ("amount-form", None),
            };
            let suggestion = suggestion.map(|meant| meant.to_string());
            value_error(py, code, fault, suggestion)
        })?;
        Ok(Self(amount.into()))
    }

    /// The amount as a decimal.
    #[getter]
    const fn value(&self) -> Decimal {
        self.0
    }

    /// The number of decimals as written.
    #[getter]
    const fn decimals(&self) -> u32 {
        self.0.scale()
    }

    fn __repr__(&self) -> String {
        format!("Amount('{}')", self.0)
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}
