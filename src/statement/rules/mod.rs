//! The rules for statements of all formats.

pub(crate) mod account;
pub(crate) mod amount;
pub(crate) mod day;

use crate::report::Example::{self, Statement};
use crate::sheet::rules::{GOOD, statement};
pub(crate) use {account::*, amount::*, day::*};

/// An example of a message of SWIFT, which names its account and its currency.
const fn message(text: &'static [u8]) -> Example {
    Statement {
        text,
        account: None,
        currency: None,
        opening: None,
    }
}

/// A statement of a card, with a given account.
pub(crate) const GOOD_CARD: Example = Statement {
    text: "TransactionId,CardId,Date,ValutaDate,Amount,Currency,MerchantName,MerchantPlace,StateType,Details\n\
           TRX1,001,2026-03-29 10:00:00,2026-03-31 00:00:00,12.500,CHF,Muster,Bern,BOOKED,\n"
        .as_bytes(),
    account: Some("**** **** **** 1111"),
    currency: None,
    opening: None,
};
