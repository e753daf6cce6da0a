//! The values of the contract, each parsed into a type that can only hold a valid one.
//!
//! `parse` reads a text, `check` decides the same without building anything. A fault says what is wrong and, where only one
//! right value can be meant, carries it; it never repeats the text.

mod account_identifier;
mod amount;
mod card_number;
mod card_search;
mod country;
mod currency;
mod currency_facts;
mod date;
mod fault;
mod iban;
mod iban_registry;
mod limited_text;
mod period;
mod rate;
#[cfg(feature = "serde")]
mod serde;
mod text;
mod traits;
mod uid;
mod web_address;
mod withdrawn;

#[cfg(feature = "serde")]
pub(crate) use self::serde::deserialize_parsed;
pub use account_identifier::{AccountIdentifier, AccountKind};
pub use amount::{Amount, AmountFault, AmountShape};
pub(crate) use amount::{in_minor_units, plain_amount, show_decimal};
pub use card_number::{CardNumber, CardNumberFault};
pub use country::{Country, CountryFault, CountryMeant};
pub use currency::{Currency, CurrencyFault, CurrencyStatus, Withdrawal};
pub use date::{Date, DateFault};
pub(crate) use fault::faults;
pub use iban::{Iban, IbanFault};
pub use iban_registry::CharacterClass;
pub use limited_text::{LimitedText, LimitedTextFault};
pub use period::{Period, PeriodFault};
pub use rate::{Rate, RateFault};
pub(crate) use text::trimmed;
pub use text::{Text, TextFault};
pub use uid::{Uid, UidCheckDigit, UidFault};
pub use web_address::{WebAddress, WebAddressFault};
