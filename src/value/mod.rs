//! The values of the service's contract, such as amounts, dates and IBANs, each with a type that can only have valid values.
//!
//! `parse` converts a text to a value, and `check` only checks the text. Their errors say what is wrong; if the text can mean only one valid
//! value, the error carries this value. An error never contains the text.

mod account_identifier;
mod amount;
mod base64;
mod base64_decoder;
mod card_digits;
mod card_number;
mod card_search;
mod country;
mod currency;
mod currency_facts;
mod date;
mod decimal_text;
mod digit_groups;
mod error;
mod iban;
mod iban_registry;
mod limited_text;
mod period;
mod rate;
mod reference;
mod signed_amount;
mod text;
mod traits;
mod uid;
mod web_address;

pub use account_identifier::AccountIdentifier;
pub(crate) use amount::AmountDigits;
pub use amount::{Amount, AmountError};
pub use base64::Base64;
pub(crate) use base64::{BASE32_DIGITS, base32};
pub use base64_decoder::Base64Error;
pub(crate) use base64_decoder::{Base64Characters, Base64Decoder, Base64Form};
pub use card_number::{CardNumber, CardNumberError};
pub(crate) use country::CountrySuggestion;
pub use country::{Country, CountryError};
pub use currency::{Currency, CurrencyError, CurrencyStatus, Withdrawal};
pub use date::{Date, DateError};
pub(crate) use decimal_text::{
    format_amount, format_signed_amount, with_currency_decimals, with_decimal_bytes,
};
pub(crate) use digit_groups::is_all_digits;
pub use error::UnknownWordError;
pub(crate) use error::error_enum;
pub use iban::{Iban, IbanError};
pub use limited_text::{LimitedText, LimitedTextError};
pub use period::{Period, PeriodError};
pub use rate::{Rate, RateError};
pub(crate) use reference::{find_qr_reference, is_creditor_reference, is_qr_reference};
pub use signed_amount::{SignedAmount, SignedAmountError};
pub(crate) use text::trim;
pub use text::{Text, TextError};
pub(crate) use traits::deserialize_parsed;
pub(crate) use uid::UidCheckDigit;
pub use uid::{Uid, UidError};
pub(crate) use web_address::{WebAddress, WebAddressError};
