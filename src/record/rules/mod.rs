//! The rules of files, of the shape of records, and of single values.

pub(crate) mod company;
pub(crate) mod file;
pub(crate) mod json;
pub(crate) mod money;
pub(crate) mod shape;
pub(crate) mod value;

pub(crate) use company::RATE_TEXT;
pub(crate) use file::{EMPTY_FILE, TOO_LARGE, TOO_MANY_RECORDS};
#[cfg(test)]
pub(crate) use money::AMOUNT_NUMBER;
pub(crate) use money::{ACCOUNT_IBAN_INVALID, CURRENCY_WITHDRAWN, ORIGINAL_INCOMPLETE, QR_IBAN};
pub(crate) use shape::{
    LIST_EMPTY, MISNAMED_FIELD, MISSING_FIELD, NULL_VALUE, WRONG_PAYLOAD, WRONG_TYPE,
};
pub(crate) use value::{CARD_NUMBER, VALUE_UNUSUAL};
