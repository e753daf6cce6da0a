//! Contradictions between the caller and the file, or within a file, are reported.

mod balances;
mod dates_and_amounts;
mod given;
mod rows;
mod spreadsheets;

use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::statement::Conversion;
use universal_accounting::value::AccountIdentifier;

const CORNER: &str = "Date;Description;Card;Currency;Amount;Status\n";
const RAIFFEISEN: &str = "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n";

fn account(text: &str) -> Option<AccountIdentifier> {
    AccountIdentifier::parse(text).ok()
}

fn convert(file: &str, options: &ConvertOptions) -> Conversion {
    convert_readable(file.as_bytes(), options)
}
