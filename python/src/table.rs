//! Transactions as a table of Arrow, which other libraries take without copying it.

use std::sync::Arc;

use arrow_array::builder::{Date32Builder, Decimal128Builder, StringBuilder, UInt64Builder};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchIterator};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use universal_accounting::chrono::{Datelike, NaiveDate};
use universal_accounting::rust_decimal::Decimal;
use universal_accounting::statement::{Conversion, Origin};
use universal_accounting::transactions::Transaction;
use universal_accounting::value::Date;

use crate::error::{Code, error};

/// The digits of an amount.
const PRECISION: u8 = 38;
/// The decimals of amounts that have no more.
const MIN_SCALE: u32 = 2;
/// The day 0 of Arrow, counted from the first day of the calendar.
const EPOCH: i32 = 719_163;

/// Returns the transactions of files, each with its name, as a stream of one batch.
pub(crate) fn table_stream<'py>(
    py: Python<'py>,
    files: &[&Conversion],
) -> PyResult<Bound<'py, PyCapsule>> {
    let batch = py
        .detach(|| to_batch(files))
        .map_err(|fault| error(py, Code::TooPrecise, fault))?;
    let schema = batch.schema();
    let reader = RecordBatchIterator::new([Ok::<_, ArrowError>(batch)], schema);
    let stream = FFI_ArrowArrayStream::new(Box::new(reader));
    // The capsule frees the stream, unless a consumer has moved it out.
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}

/// The columns of text and days, and the amounts.
struct Columns {
    file: StringBuilder,
    line: UInt64Builder,
    account: StringBuilder,
    id: StringBuilder,
    dates: [Date32Builder; 4],
    text: StringBuilder,
    direction: StringBuilder,
    amount: Amounts,
    signed_amount: Amounts,
    currency: StringBuilder,
    original_amount: Amounts,
    original_currency: StringBuilder,
}

/// The names of the columns of days, in the order in which [`Columns::push`] fills them.
const DATES: [&str; 4] = ["date", "booking_date", "value_date", "purchase_date"];

/// A column of amounts, which all have the same number of decimals.
struct Amounts {
    scale: u32,
    column: Decimal128Builder,
}

impl Amounts {
    fn new(amounts: impl Iterator<Item = Option<Decimal>>) -> Result<Self, ArrowError> {
        let scale = amounts.flatten().map(|amount| amount.scale()).max();
        let scale = scale.map_or(MIN_SCALE, |scale| scale.max(MIN_SCALE));
        // At most 28, as `Decimal` says.
        let decimals = i8::try_from(scale).unwrap_or(i8::MAX);
        Ok(Self {
            scale,
            column: Decimal128Builder::new().with_precision_and_scale(PRECISION, decimals)?,
        })
    }

    fn push(&mut self, amount: Option<Decimal>) -> Result<(), ArrowError> {
        let Some(amount) = amount else {
            self.column.append_null();
            return Ok(());
        };
        let more_decimals = self.scale.saturating_sub(amount.scale());
        let factor = 10_i128.checked_pow(more_decimals);
        let value = factor.and_then(|factor| amount.mantissa().checked_mul(factor));
        let fits = value.filter(|value| value.unsigned_abs() < 10_u128.pow(u32::from(PRECISION)));
        let value = fits.ok_or_else(|| {
            ArrowError::ComputeError(format!(
                "an amount has too many digits for a column with {} decimals",
                self.scale
            ))
        })?;
        self.column.append_value(value);
        Ok(())
    }
}

impl Columns {
    fn new(files: &[&Conversion]) -> Result<Self, ArrowError> {
        let all = || files.iter().flat_map(|file| &file.transactions);
        Ok(Self {
            file: StringBuilder::new(),
            line: UInt64Builder::new(),
            account: StringBuilder::new(),
            id: StringBuilder::new(),
            dates: std::array::from_fn(|_| Date32Builder::new()),
            text: StringBuilder::new(),
            direction: StringBuilder::new(),
            amount: Amounts::new(all().map(|each| Some(each.amount.into())))?,
            signed_amount: Amounts::new(all().map(Transaction::signed_amount))?,
            currency: StringBuilder::new(),
            original_amount: Amounts::new(all().map(original_amount))?,
            original_currency: StringBuilder::new(),
        })
    }

    fn push(&mut self, file: &str, each: &Transaction, origin: &Origin) -> Result<(), ArrowError> {
        self.file.append_value(file);
        let line = u64::try_from(origin.line);
        self.line.append_option(line.ok());
        self.account.append_value(each.account_identifier.as_str());
        self.id.append_option(each.transaction_id.as_ref());
        let days = [
            each.day(),
            each.booked_at,
            each.valuta_at,
            each.purchased_at,
        ];
        for (column, day) in self.dates.iter_mut().zip(days) {
            column.append_option(day.map(days_since_epoch));
        }
        self.text.append_option(each.text.as_ref());
        let direction = each
            .credit_debit
            .map(universal_accounting::transactions::CreditDebit::as_str);
        self.direction.append_option(direction);
        self.amount.push(Some(each.amount.into()))?;
        self.signed_amount.push(each.signed_amount())?;
        self.currency.append_value(each.currency.code());
        self.original_amount.push(original_amount(each))?;
        let currency = each.original_currency.as_ref();
        self.original_currency
            .append_option(currency.map(universal_accounting::value::Currency::code));
        Ok(())
    }

    fn finish(mut self) -> Result<RecordBatch, ArrowError> {
        let mut columns: Vec<(&str, ArrayRef)> = vec![
            ("file", Arc::new(self.file.finish())),
            ("line", Arc::new(self.line.finish())),
            ("account", Arc::new(self.account.finish())),
            ("id", Arc::new(self.id.finish())),
        ];
        for (name, mut column) in DATES.into_iter().zip(self.dates) {
            columns.push((name, Arc::new(column.finish())));
        }
        let others: [(&str, ArrayRef); 7] = [
            ("text", Arc::new(self.text.finish())),
            ("direction", Arc::new(self.direction.finish())),
            ("amount", Arc::new(self.amount.column.finish())),
            (
                "signed_amount",
                Arc::new(self.signed_amount.column.finish()),
            ),
            ("currency", Arc::new(self.currency.finish())),
            (
                "original_amount",
                Arc::new(self.original_amount.column.finish()),
            ),
            (
                "original_currency",
                Arc::new(self.original_currency.finish()),
            ),
        ];
        columns.extend(others);
        let fields: Vec<Field> = columns
            .iter()
            .map(|(name, column)| field(name, column.data_type()))
            .collect();
        let arrays = columns.into_iter().map(|(_, column)| column).collect();
        RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays)
    }
}

/// Returns a column that may lack values. The same columns have the same type in every file, whatever their values are.
fn field(name: &str, kind: &DataType) -> Field {
    Field::new(name, kind.clone(), true)
}

fn to_batch(files: &[&Conversion]) -> Result<RecordBatch, ArrowError> {
    let mut columns = Columns::new(files)?;
    for file in files {
        for (each, origin) in file.transactions.iter().zip(&file.origins) {
            columns.push(&file.name, each, origin)?;
        }
    }
    columns.finish()
}

fn original_amount(transaction: &Transaction) -> Option<Decimal> {
    transaction.original_amount.map(Decimal::from)
}

fn days_since_epoch(day: Date) -> i32 {
    NaiveDate::from(day).num_days_from_ce() - EPOCH
}
