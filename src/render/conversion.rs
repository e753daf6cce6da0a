use serde::Serialize;
use serde::ser::Serializer;
use serde_json::value::RawValue;

use super::findings::{FindingsView, line};
use super::view::view;
use crate::record::TypedRecord;
use crate::statement::{Conversion, Origin, Skipped, Summary, Total};
use crate::transactions::Transaction;
use crate::value::Date;

view! {
    /// A bank export as it was converted, with an account of every row: rows = transactions + details + skipped + rejected.
    #[cfg_attr(test, schemars(title = "Conversion"))]
    struct ConversionView<'c> fn new(file: &'c str, summary: &'c Summary, converted: Option<ConvertedTransactionsView<'c>>) {
        /// The file's name as it was given.
        file: &'c str = file,
        /// The format that it was read by, such as `ubs-account`; null where none fits.
        bank: Option<&'c str> = summary.format.as_ref().map(|format| format.id.as_str()),
        /// The generation of the format.
        variant: Option<&'c str> = summary.variant.as_deref(),
        /// The encoding of the file.
        encoding: &'static str = summary.encoding.name(),
        /// What separates its cells.
        delimiter: Option<char> = summary.delimiter,
        /// The line of the header, counted from 1; null where the format has none.
        header_line: Option<usize> = summary.header_line,
        /// All rows below the header; blank lines and the footer are none.
        rows: usize = summary.rows,
        #[serde(flatten)]
        #[cfg_attr(test, schemars(with = "ConvertedTransactionsView<'c>"))]
        bookings: Option<ConvertedTransactionsView<'c>> = converted,
        /// How many rows belong to the booking above them.
        details: usize = summary.details,
        /// The rows that are no booking, each with the reason.
        skipped: Vec<SkippedView> = summary.skipped.iter().map(SkippedView::new).collect(),
        /// The rows that can't be read; a finding says why.
        rejected: Vec<RejectedRowView> = summary.rejected.iter().copied().map(RejectedRowView::new).collect(),
        /// What the running balances say of all rows together.
        #[cfg_attr(test, schemars(extend("enum" = ["proved", "broken", "none"])))]
        balance: &'static str = summary.balance.as_str(),
        /// Whether a row went to the account that the caller gave, because the file names none.
        took_account: bool = summary.took_account,
        /// The first and the last day that the file says it is about.
        period: PeriodView = PeriodView::new(summary.period),
        /// What it came to on each account in each currency.
        totals: Vec<TotalView<'c>> = summary.totals.iter().map(TotalView::new).collect(),
        #[serde(flatten)]
        found: FindingsView<'c> = FindingsView::new(&summary.report),
    }
}

view! {
    /// Transactions, and where they come from.
    #[cfg_attr(test, schemars(title = "Converted batch"))]
    struct ConvertedTransactionsView<'c> fn new(converted: &[Transaction], from: &'c [Origin]) {
        /// The transactions in the order of the file.
        #[cfg_attr(test, schemars(schema_with = "super::findings::transactions_schema"))]
        transactions: Vec<Box<RawValue>> = converted.iter().filter_map(raw).collect(),
        /// Where each of them comes from, in the same order.
        origins: Vec<OriginView<'c>> = from.iter().map(OriginView::new).collect(),
    }
}

view! {
    /// Where a transaction comes from.
    struct OriginView<'c> as "origin" fn new(origin: &'c Origin) {
        /// The line of its row, counted from 1.
        line: usize = origin.line,
        /// Whether its id is the bank's own or derived from what the booking is.
        #[cfg_attr(test, schemars(extend("enum" = ["bank", "derived"])))]
        id_kind: &'static str = origin.id_kind.as_str(),
        /// The cells that say something, by the names of their columns, card numbers masked.
        #[cfg_attr(test, schemars(with = "std::collections::BTreeMap<String, String>"))]
        cells: Cells<'c> = Cells(&origin.cells),
    }
}

struct Cells<'c>(&'c [(String, String)]);

impl Serialize for Cells<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, content)| (name, content)))
    }
}

view! {
    /// A row that is no booking.
    struct SkippedView as "skipped" fn new(skipped: &Skipped) {
        /// Its line, counted from 1.
        line: usize = skipped.line,
        /// Why it is none.
        #[cfg_attr(test, schemars(extend("enum" = ["zero-amount", "pending", "status", "total", "other"])))]
        reason: &'static str = skipped.reason.as_str(),
    }
}

view! {
    /// A row.
    struct RejectedRowView as "rejected" fn new(line: usize) {
        /// Its line, counted from 1.
        line: usize = line,
    }
}

view! {
    /// From one day to another; null where the file doesn't say.
    struct PeriodView as "period" fn new(period: [Option<Date>; 2]) {
        /// The first day, `YYYY-MM-DD`.
        from: Option<String> = written(period[0]),
        /// The last day, `YYYY-MM-DD`.
        until: Option<String> = written(period[1]),
    }
}

view! {
    /// What a file came to on one account in one currency; amounts are decimals as strings.
    struct TotalView<'c> as "total" fn new(total: &'c Total) {
        /// The account, as in the transactions.
        account: &'c str = &total.account,
        /// The currency, as in the transactions.
        currency: &'c str = &total.currency,
        /// How many transactions there are.
        transactions: usize = total.transactions,
        /// Money in; null where it is more than a decimal holds.
        credit: Option<String> = written(total.credit),
        /// Money out, positive; null where it is more than a decimal holds.
        debit: Option<String> = written(total.debit),
        /// The day of the first booking.
        first: Option<String> = written(total.first),
        /// The day of the last one.
        last: Option<String> = written(total.last),
        /// The balance before the first booking, where the file tells it.
        opening: Option<String> = written(total.opening),
        /// The balance after the last one.
        closing: Option<String> = written(total.closing),
        /// What the running balances say of these bookings.
        #[cfg_attr(test, schemars(extend("enum" = ["proved", "broken", "none"])))]
        balance: &'static str = total.balance.as_str(),
    }
}

fn written(value: Option<impl ToString>) -> Option<String> {
    value.map(|value| value.to_string())
}

/// A record as it is written anywhere else, which always is JSON.
fn raw(record: &impl TypedRecord) -> Option<Box<RawValue>> {
    RawValue::from_string(record.to_json()).ok()
}

/// A conversion as one JSON object on one line: the transactions, where each comes from, and what became of every other row.
///
/// `origins` is parallel to `transactions`, and `rows = transactions + details + skipped + rejected`. `bank`, `variant`,
/// `delimiter` and `headerLine` are null where the file is no known statement; `balance` is `proved`, `broken` or `none`.
///
/// ```
/// use universal_accounting::{format, render};
///
/// let file = "IBAN:;CH93 0076 2011 6238 5295 7;\n\n\
///     Trade date;Booking date;Value date;Currency;Debit;Credit;Individual amount;Transaction no.;Description1;Description2;Description3\n\
///     2026-03-29;2026-03-31;2026-03-29;CHF;-98.45;;;9930889BN5530012;Bakery;;\n";
/// let conversion = format::convert(file.as_bytes(), &format::Options::new());
/// let json = render::conversion_json("march.csv", &conversion);
/// assert!(json.starts_with(r#"{"file":"march.csv","bank":"ubs-account","variant":"2022-11","encoding":"UTF-8","#));
/// assert!(json.contains(r#""origins":[{"line":4,"idKind":"bank","cells":{"Trade date":"2026-03-29","#));
/// ```
#[must_use]
pub fn conversion_json(file: &str, conversion: &Conversion) -> String {
    let bookings = ConvertedTransactionsView::new(&conversion.transactions, &conversion.origins);
    line(&ConversionView::new(file, &conversion.summary, Some(bookings)))
}

/// The same for a conversion whose transactions went elsewhere as they came: without `transactions` and `origins`.
#[must_use]
pub fn conversion_summary_json(file: &str, summary: &Summary) -> String {
    line(&ConversionView::new(file, summary, None))
}

/// Some transactions of a conversion, and where they come from, as one JSON object on one line.
///
/// ```
/// use universal_accounting::render;
///
/// assert_eq!(render::conversion_batch_json(&[], &[]), r#"{"transactions":[],"origins":[]}"#);
/// ```
#[must_use]
pub fn conversion_batch_json(transactions: &[Transaction], origins: &[Origin]) -> String {
    line(&ConvertedTransactionsView::new(transactions, origins))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::assert_schema_matches_file;

    #[test]
    fn the_schemas_are_those_of_what_is_written() {
        assert_schema_matches_file::<ConversionView<'_>>("conversion");
        assert_schema_matches_file::<ConvertedTransactionsView<'_>>("converted-batch");
    }
}
