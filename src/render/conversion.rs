use serde::Serialize;
use serde::ser::Serializer;
use serde_json::value::RawValue;

use super::findings::{FoundView, line};
use crate::record::TypedRecord;
use crate::statement::{Conversion, Origin, Skipped, Summary, Total};
use crate::transactions::Transaction;

/// A bank export as it was converted, with an account of every row: rows = transactions + details + skipped + rejected.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(title = "Conversion"))]
#[serde(rename_all = "camelCase")]
struct ConversionView<'c> {
    /// The file's name as it was given.
    file: &'c str,
    /// The format that it was read by, such as `ubs-account`; null where none fits.
    bank: Option<&'c str>,
    /// The generation of the format.
    variant: Option<&'c str>,
    /// The encoding of the file.
    encoding: &'static str,
    /// What separates its cells.
    delimiter: Option<char>,
    /// The line of the header, counted from 1; null where the format has none.
    header_line: Option<usize>,
    /// All rows below the header; blank lines and the footer are none.
    rows: usize,
    #[serde(flatten)]
    #[cfg_attr(test, schemars(with = "BookingsView<'c>"))]
    bookings: Option<BookingsView<'c>>,
    /// How many rows belong to the booking above them.
    details: usize,
    /// The rows that are no booking, each with the reason.
    skipped: Vec<SkippedView>,
    /// The rows that can't be read; a finding says why.
    rejected: Vec<LineView>,
    /// What the running balances say of all rows together.
    #[cfg_attr(test, schemars(extend("enum" = ["proved", "broken", "none"])))]
    balance: &'static str,
    /// Whether a row went to the account that the caller gave, because the file names none.
    took_account: bool,
    /// The first and the last day that the file says it is about.
    period: PeriodView,
    /// What it came to on each account in each currency.
    totals: Vec<TotalView<'c>>,
    #[serde(flatten)]
    found: FoundView<'c>,
}

/// Transactions, and where they come from.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(title = "Converted batch"))]
struct BookingsView<'c> {
    /// The transactions in the order of the file.
    #[cfg_attr(test, schemars(schema_with = "super::findings::transactions_schema"))]
    transactions: Vec<Box<RawValue>>,
    /// Where each of them comes from, in the same order.
    origins: Vec<OriginView<'c>>,
}

/// Where a transaction comes from.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "origin"))]
#[serde(rename_all = "camelCase")]
struct OriginView<'c> {
    /// The line of its row, counted from 1.
    line: usize,
    /// Whether its id is the bank's own or derived from what the booking is.
    #[cfg_attr(test, schemars(extend("enum" = ["bank", "derived"])))]
    id_kind: &'static str,
    /// The cells that say something, by the names of their columns, card numbers masked.
    #[cfg_attr(test, schemars(with = "std::collections::BTreeMap<String, String>"))]
    cells: Cells<'c>,
}

struct Cells<'c>(&'c Origin);

impl Serialize for Cells<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.cells.iter().map(|(name, content)| (name, content)))
    }
}

/// A row that is no booking.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "skipped"))]
struct SkippedView {
    /// Its line, counted from 1.
    line: usize,
    /// Why it is none.
    #[cfg_attr(test, schemars(extend("enum" = ["zero-amount", "pending", "status", "total", "other"])))]
    reason: &'static str,
}

/// A row.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "rejected"))]
struct LineView {
    /// Its line, counted from 1.
    line: usize,
}

/// From one day to another; null where the file doesn't say.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "period"))]
struct PeriodView {
    /// The first day, `YYYY-MM-DD`.
    from: Option<String>,
    /// The last day, `YYYY-MM-DD`.
    until: Option<String>,
}

/// What a file came to on one account in one currency; amounts are decimals as strings.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "total"))]
struct TotalView<'c> {
    /// The account, as in the transactions.
    account: &'c str,
    /// The currency, as in the transactions.
    currency: &'c str,
    /// How many transactions there are.
    transactions: usize,
    /// Money in; null where it is more than a decimal holds.
    credit: Option<String>,
    /// Money out, positive; null where it is more than a decimal holds.
    debit: Option<String>,
    /// The day of the first booking.
    first: Option<String>,
    /// The day of the last one.
    last: Option<String>,
    /// The balance before the first booking, where the file tells it.
    opening: Option<String>,
    /// The balance after the last one.
    closing: Option<String>,
    /// What the running balances say of these bookings.
    #[cfg_attr(test, schemars(extend("enum" = ["proved", "broken", "none"])))]
    balance: &'static str,
}

impl<'c> From<&'c Total> for TotalView<'c> {
    fn from(total: &'c Total) -> Self {
        Self {
            account: &total.account,
            currency: &total.currency,
            transactions: total.transactions,
            credit: written(total.credit),
            debit: written(total.debit),
            first: written(total.first),
            last: written(total.last),
            opening: written(total.opening),
            closing: written(total.closing),
            balance: total.balance.as_str(),
        }
    }
}

fn written(value: Option<impl ToString>) -> Option<String> {
    value.map(|value| value.to_string())
}

impl From<&Skipped> for SkippedView {
    fn from(skipped: &Skipped) -> Self {
        Self { line: skipped.line, reason: skipped.reason.as_str() }
    }
}

/// A record as it is written anywhere else, which always is JSON.
fn raw(record: &impl TypedRecord) -> Option<Box<RawValue>> {
    RawValue::from_string(record.to_json()).ok()
}

fn bookings<'c>(transactions: &[Transaction], origins: &'c [Origin]) -> BookingsView<'c> {
    let origin =
        |origin: &'c Origin| OriginView { line: origin.line, id_kind: origin.id_kind.as_str(), cells: Cells(origin) };
    BookingsView {
        transactions: transactions.iter().filter_map(raw).collect(),
        origins: origins.iter().map(origin).collect(),
    }
}

fn view<'c>(file: &'c str, summary: &'c Summary, bookings: Option<BookingsView<'c>>) -> ConversionView<'c> {
    let [from, until] = summary.period.map(written);
    ConversionView {
        file,
        bank: summary.format.as_ref().map(|format| format.id.as_str()),
        variant: summary.variant.as_deref(),
        encoding: summary.encoding.name(),
        delimiter: summary.delimiter,
        header_line: summary.header_line,
        rows: summary.rows,
        bookings,
        details: summary.details,
        skipped: summary.skipped.iter().map(SkippedView::from).collect(),
        rejected: summary.rejected.iter().map(|line| LineView { line: *line }).collect(),
        balance: summary.balance.as_str(),
        took_account: summary.took_account,
        period: PeriodView { from, until },
        totals: summary.totals.iter().map(TotalView::from).collect(),
        found: FoundView::from(&summary.report),
    }
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
    line(&view(file, &conversion.summary, Some(bookings(&conversion.transactions, &conversion.origins))))
}

/// The same for a conversion whose transactions went elsewhere as they came: without `transactions` and `origins`.
#[must_use]
pub fn conversion_summary_json(file: &str, summary: &Summary) -> String {
    line(&view(file, summary, None))
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
    line(&bookings(transactions, origins))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::assert_written_as;

    #[test]
    fn the_schemas_are_those_of_what_is_written() {
        assert_written_as::<ConversionView<'_>>("conversion");
        assert_written_as::<BookingsView<'_>>("converted-batch");
    }
}
