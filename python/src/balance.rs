//! Balances and totals of an account.

use pyo3::prelude::*;
use universal_accounting::chrono::NaiveDate;
use universal_accounting::rust_decimal::Decimal;
use universal_accounting::statement::Total;

use crate::word::VERDICT;

/// The balances and totals of one account in one currency.
#[pyclass(frozen, eq, module = "universal_accounting")]
#[derive(PartialEq)]
pub(crate) struct Balance(Total);

impl Balance {
    pub(crate) fn all(totals: &[Total]) -> Vec<Self> {
        totals.iter().cloned().map(Self).collect()
    }
}

#[pymethods]
impl Balance {
    /// The account, as in the transactions.
    #[getter]
    fn account(&self) -> &str {
        self.0.account.as_str()
    }

    /// The currency, as in the transactions.
    #[getter]
    fn currency(&self) -> &str {
        self.0.currency.code()
    }

    /// The number of transactions.
    #[getter]
    const fn transactions(&self) -> usize {
        self.0.transactions
    }

    /// The balance before the first entry. None if the file states none that can be relied on.
    #[getter]
    const fn opening(&self) -> Option<Decimal> {
        self.0.opening_balance
    }

    /// The balance after the last entry. None if the file states none that can be relied on.
    #[getter]
    const fn closing(&self) -> Option<Decimal> {
        self.0.closing_balance
    }

    /// The sum of the credits. None if it has too many digits.
    #[getter]
    const fn credit(&self) -> Option<Decimal> {
        self.0.credit
    }

    /// The sum of the debits, positive. None if it has too many digits.
    #[getter]
    const fn debit(&self) -> Option<Decimal> {
        self.0.debit
    }

    /// The day of the first transaction.
    #[getter]
    fn first_date(&self) -> Option<NaiveDate> {
        self.0.first_day.map(NaiveDate::from)
    }

    /// The day of the last transaction.
    #[getter]
    fn last_date(&self) -> Option<NaiveDate> {
        self.0.last_day.map(NaiveDate::from)
    }

    /// What the balances prove about these transactions.
    #[getter]
    fn verdict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        VERDICT.member(py, self.0.balance_status.as_str())
    }

    /// The number of these transactions that balances confirm.
    #[getter]
    const fn confirmed(&self) -> usize {
        self.0.confirmed
    }

    fn __repr__(&self) -> String {
        let total = &self.0;
        let text = |balance: Option<Decimal>| balance.map_or("?".to_owned(), |sum| sum.to_string());
        format!(
            "<Balance {} {}: {} to {}, {}>",
            total.account,
            total.currency,
            text(total.opening_balance),
            text(total.closing_balance),
            total.balance_status.as_str()
        )
    }
}
