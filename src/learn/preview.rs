use rust_decimal::Decimal;

use crate::format::{ConvertOptions, Format, Profile, convert_readable};
use crate::statement::Conversion;
use crate::transactions::CreditDebit;
use crate::value::{AccountIdentifier, Currency};

/// The account of a file that names none. Nothing shows it.
const NO_ACCOUNT: &str = "unknown";
/// The currency of a file that names none, "no currency" in ISO 4217.
const NO_CURRENCY: &str = "XXX";

/// Converts the file with what was learned.
pub(super) fn convert_with(
    profile: &Profile,
    source: &[u8],
    currency: Option<Currency>,
) -> Conversion {
    let mut options = ConvertOptions::new();
    options.format = Format::Custom(profile.clone());
    options.account = AccountIdentifier::parse(NO_ACCOUNT).ok();
    options.currency = currency.or(Currency::parse(NO_CURRENCY).ok());
    convert_readable(source, &options)
}

/// Whether the transactions of conversions are what the rows move.
pub(super) fn agrees(conversions: &[Conversion], moved: &[Decimal]) -> bool {
    let mut converted: Vec<Decimal> = Vec::new();
    let transactions = conversions
        .iter()
        .map(|conversion| &conversion.transactions);
    for transaction in transactions.flatten() {
        let amount = Decimal::from(transaction.amount);
        let is_debit = transaction.credit_debit == Some(CreditDebit::Debit);
        converted.push(if is_debit { -amount } else { amount });
    }
    let mut moved: Vec<Decimal> = moved
        .iter()
        .copied()
        .filter(|amount| !amount.is_zero())
        .collect();
    converted.retain(|amount| !amount.is_zero());
    moved.sort_unstable();
    converted.sort_unstable();
    moved == converted
}
