//! Damaged, combined and truncated statements: no row is lost silently, and none goes to a wrong account.

mod cells;
mod files;
mod lines;
mod quotes;

use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::statement::Conversion;
use universal_accounting::value::Currency;

const IBAN: &str = "CH9300762011623852957";
const RAIFFEISEN: &str = "IBAN;Booked At;Text;Details;Credit/Debit Amount;Balance;Valuta Date";
const POSTFINANCE: &str =
    "Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie";
const VISECA: &str = "TransactionId,CardId,Date,ValutaDate,Amount,Currency,OriginalAmount,OriginalCurrency,MerchantName,MerchantPlace,MerchantCountry,StateType,Details,Type";

/// Converts lines, each with a line end, with CHF as the currency if the file names none.
fn convert(lines: &[&str]) -> Conversion {
    convert_text(&format!("{}\n", lines.join("\n")))
}

fn convert_text(text: &str) -> Conversion {
    let mut options = ConvertOptions::new();
    options.currency = Currency::parse("CHF").ok();
    let conversion = convert_readable(text.as_bytes(), &options);
    let summary = &conversion.summary;
    assert_eq!(
        summary.rows,
        summary.converted + summary.details + summary.skipped.len() + summary.rejected.len(),
        "rows are accounted for"
    );
    conversion
}

fn amounts(conversion: &Conversion) -> Vec<String> {
    conversion
        .transactions
        .iter()
        .map(|transaction| transaction.amount.to_string())
        .collect()
}
