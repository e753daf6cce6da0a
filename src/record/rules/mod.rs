//! The rules of a file as such, of what a record holds, and of single values, whatever they stand in.

mod company;
mod file;
mod money;
mod shape;
mod value;

use crate::report::Rule;
pub(crate) use company::{
    COUNT_FORM, COUNTRY_LENGTH, COUNTRY_UNKNOWN, RATE_PRECISION, RATE_RANGE, RATE_SPELLING, RATE_TEXT, TAX_NUMBER_FORM,
    UID_CHECK_DIGIT, UID_FORM, UID_PREFIX, UID_SPELLING, WEB_ADDRESS,
};
pub(crate) use file::{EMPTY_FILE, TOO_LARGE};
pub(crate) use money::{
    ACCOUNT_IBAN_INVALID, ACCOUNT_IBAN_SPELLING, AMOUNT_FORM, AMOUNT_LEADING_ZEROS, AMOUNT_NEGATIVE, AMOUNT_NUMBER,
    AMOUNT_RANGE, AMOUNT_ZERO, CURRENCY_NOT_FOR_ACCOUNTS, CURRENCY_SPELLING, CURRENCY_UNKNOWN, CURRENCY_WITHDRAWN,
    IBAN_INVALID, IBAN_SPELLING, QR_IBAN,
};
pub(crate) use shape::{
    EMPTY_OPTIONAL, EMPTY_REQUIRED, EXPECTED_FIELD_MISSING, LIST_EMPTY, MISNAMED_FIELD, MISSING_FIELD, NULL_VALUE,
    WRONG_TYPE,
};
pub(crate) use value::{
    CARD_NUMBER, DATE_DAY, DATE_FORM, LONGER_THAN_USUAL, OUTER_BLANKS, TOO_LONG, VALUE_CASE, VALUE_UNKNOWN,
    VALUE_UNUSUAL,
};

/// Every rule of this room.
pub(crate) static RULES: &[&[&Rule]] = &[file::RULES, shape::RULES, value::RULES, money::RULES, company::RULES];
