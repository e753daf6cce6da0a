//! Transactions of a statement.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use universal_accounting::chrono::NaiveDate;
use universal_accounting::internals::transactions::push_json;
use universal_accounting::rust_decimal::Decimal;
use universal_accounting::statement::Origin;
use universal_accounting::transactions;
use universal_accounting::value::Date;

use crate::converted_file::ConvertedFile;
use crate::word::{DIRECTION, ID_KIND};

/// A booking on an account. Two transactions are equal if all fields of the service's contract are, wherever they were read.
#[pyclass(frozen, module = "universal_accounting")]
pub(crate) struct Transaction {
    file: ConvertedFile,
    index: usize,
}

impl Transaction {
    /// Returns the transactions of a file. They share it, so that none is copied.
    pub(crate) fn all(file: &ConvertedFile) -> Vec<Self> {
        let indexes = 0..file.transactions.len();
        let of_index = |index| Self {
            file: file.clone(),
            index,
        };
        indexes.map(of_index).collect()
    }

    /// Returns the transaction with this index. The index is one of the file's, which never changes.
    fn record(&self) -> PyResult<&transactions::Transaction> {
        let record = self.file.transactions.get(self.index);
        record.ok_or_else(lost)
    }

    fn origin(&self) -> PyResult<&Origin> {
        self.file.origins.get(self.index).ok_or_else(lost)
    }

    fn json(&self) -> PyResult<String> {
        let mut json = String::new();
        push_json(&mut json, self.record()?);
        Ok(json)
    }
}

fn lost() -> PyErr {
    pyo3::exceptions::PyRuntimeError::new_err("the transaction is not in its file")
}

fn to_day(day: Option<Date>) -> Option<NaiveDate> {
    day.map(NaiveDate::from)
}

#[pymethods]
impl Transaction {
    /// The account, such as an IBAN or a masked card number.
    #[getter]
    fn account(&self) -> PyResult<&str> {
        Ok(self.record()?.account_identifier.as_str())
    }

    /// The id. Together with the account it identifies the transaction, in every file that has it.
    #[getter]
    fn id(&self) -> PyResult<Option<&str>> {
        let id = self.record()?.transaction_id.as_ref();
        Ok(id.map(AsRef::as_ref))
    }

    /// The day of the booking; where the file has none, the value date or the day of the purchase.
    #[getter]
    fn date(&self) -> PyResult<Option<NaiveDate>> {
        Ok(to_day(self.record()?.day()))
    }

    /// The day of the booking.
    #[getter]
    fn booking_date(&self) -> PyResult<Option<NaiveDate>> {
        Ok(to_day(self.record()?.booked_at))
    }

    /// The value date.
    #[getter]
    fn value_date(&self) -> PyResult<Option<NaiveDate>> {
        Ok(to_day(self.record()?.valuta_at))
    }

    /// The day of the purchase.
    #[getter]
    fn purchase_date(&self) -> PyResult<Option<NaiveDate>> {
        Ok(to_day(self.record()?.purchased_at))
    }

    /// The amount that was booked. It is positive; `direction` says what it means.
    #[getter]
    fn amount(&self) -> PyResult<Decimal> {
        Ok(self.record()?.amount.into())
    }

    /// The amount, negative for a debit. None without a direction.
    #[getter]
    fn signed_amount(&self) -> PyResult<Option<Decimal>> {
        Ok(self.record()?.signed_amount())
    }

    /// Whether money came in or went out, as the account holder sees it.
    #[getter]
    fn direction<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let direction = self.record()?.credit_debit;
        let member = |word| DIRECTION.member(py, word);
        direction
            .map(|direction| member(direction.as_str()))
            .transpose()
    }

    /// The currency of the amount, a code of ISO 4217.
    #[getter]
    fn currency(&self) -> PyResult<&str> {
        Ok(self.record()?.currency.code())
    }

    /// The amount in the currency of the payment, if that is another one.
    #[getter]
    fn original_amount(&self) -> PyResult<Option<Decimal>> {
        Ok(self.record()?.original_amount.map(Decimal::from))
    }

    /// The currency of the payment, if it is another one.
    #[getter]
    fn original_currency(&self) -> PyResult<Option<&str>> {
        let currency = self.record()?.original_currency.as_ref();
        Ok(currency.map(universal_accounting::value::Currency::code))
    }

    /// The description.
    #[getter]
    fn text(&self) -> PyResult<Option<&str>> {
        Ok(self.record()?.text.as_ref().map(AsRef::as_ref))
    }

    /// The line of the row in the file, counted from 1.
    #[getter]
    fn line(&self) -> PyResult<usize> {
        Ok(self.origin()?.line)
    }

    /// Whether the id is made with a reference of the bank, or derived from the values.
    #[getter]
    fn id_kind<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        ID_KIND.member(py, self.origin()?.id_kind.as_str())
    }

    /// The cells of the row that are not empty, by the names of their columns, card numbers masked.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let cells = PyDict::new(py);
        for (name, content) in &self.origin()?.cells {
            cells.set_item(name, content)?;
        }
        Ok(cells)
    }

    /// Returns the fields of the service's contract by their names there, as strings.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.json()?,))
    }

    /// Returns the transaction as JSON, as it is in a payload.
    fn to_json(&self) -> PyResult<String> {
        self.json()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else {
            return Ok(false);
        };
        Ok(self.record()? == other.get().record()?)
    }

    fn __hash__(&self) -> PyResult<u64> {
        let mut hasher = DefaultHasher::new();
        self.json()?.hash(&mut hasher);
        Ok(hasher.finish())
    }

    fn __repr__(&self) -> PyResult<String> {
        let record = self.record()?;
        let day = record.day().map(|day| day.to_string());
        let direction = record.credit_debit.map(transactions::CreditDebit::as_str);
        Ok(format!(
            "<Transaction {} {} {} {} {:?}>",
            day.as_deref().unwrap_or("without a day"),
            direction.unwrap_or("without a direction"),
            record.amount,
            record.currency,
            record.text.as_ref().map_or("", AsRef::as_ref)
        ))
    }
}
