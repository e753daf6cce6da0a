//! The rules of a bank's export.

pub(crate) mod account;
pub(crate) mod amount;
pub(crate) mod header;
pub(crate) mod row;

use crate::report::Example::{self, Statement};

pub(crate) use account::{
    ACCOUNT_DIFFERS, ACCOUNT_FILLED_IN, ACCOUNT_MAP_INVALID, ACCOUNT_MISSING, ACCOUNT_UNUSABLE, ACCOUNTS_SEVERAL,
    CURRENCY_CONFLICT, CURRENCY_CONTRADICTS, CURRENCY_DIFFERS, CURRENCY_MISSING,
};
pub(crate) use amount::{
    AMOUNT_ABSENT, AMOUNT_TWICE, AMOUNT_UNREADABLE, BALANCE_BROKEN, BANK_ID_DAMAGED, BANK_ID_REPEATED, CLOSING_BALANCE,
    DIRECTION_CONTRADICTS, DIRECTION_UNKNOWN, FEE_CURRENCY, PARTS_DIFFER,
};
pub(crate) use header::{
    BANK_AMBIGUOUS, BANK_UNKNOWN, COLUMN_TWICE, ENCODING_MIXED, HEADER_CHANGED, HEADER_RUNS_ON, HEADER_UNFAMILIAR,
    PROFILE_CAUTION, PROFILE_INVALID, PROFILE_UNVERIFIED, SECOND_STATEMENT, STATEMENT_EMPTY, STATEMENT_KIND,
    STATEMENT_REFUSED, STYLE_AMBIGUOUS,
};
pub(crate) use row::{
    CELL_PASSED_OVER, CELL_TOO_LONG, DATE_UNREADABLE, DETAIL_ALONE, LAST_CELL_OPEN, LINE_TOO_LONG, ROW_ABOVE_HEADER,
    ROW_AFTER_FOOTER, ROW_OF_ANOTHER, ROW_RAGGED, ROW_TOO_LONG, ROW_TOO_SHORT, ROW_TRUNCATED, STATUS_UNKNOWN,
    STRAY_QUOTE,
};

/// A statement that brings its own account; the currency is given for those that don't name it.
macro_rules! statement {
    ($($line:literal)*) => {
        $crate::report::Example::Statement { text: concat!($($line, "\n"),*).as_bytes(), account: None, currency: Some("CHF") }
    };
}

use statement;

const GOOD: Example = statement!(
    "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date"
    "CH9300762011623852957;2026-03-31 00:00:00.0;Einkauf;-12.5;87.5;2026-03-31 00:00:00.0"
);

/// A card's statement, for which the account is given.
const GOOD_CARD: Example = Statement {
    text: "TransactionId,CardId,Date,ValutaDate,Amount,Currency,MerchantName,MerchantPlace,StateType,Details\n\
           TRX1,001,2026-03-29 10:00:00,2026-03-31 00:00:00,12.500,CHF,Muster,Bern,BOOKED,\n"
        .as_bytes(),
    account: Some("**** **** **** 1111"),
    currency: None,
};
