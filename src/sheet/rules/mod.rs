//! Rules of tables and workbooks.

pub(crate) mod table;
pub(crate) mod workbook;

use crate::report::Example;

pub(crate) use {table::*, workbook::*};

/// An example of a statement that names its account. The currency `CHF` is given for formats that don't name it.
macro_rules! statement {
    ($($line:literal)*) => {
        $crate::report::Example::Statement { text: concat!($($line, "\n"),*).as_bytes(), account: None, currency: Some("CHF"), opening: None }
    };
}

pub(crate) use statement;

pub(crate) const GOOD: Example = statement!(
    "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
    "CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-12.5;87.5;2026-03-31 00:00:00.0"
);
