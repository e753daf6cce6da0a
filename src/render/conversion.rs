use std::borrow::Cow;

use serde::Serialize;
use serde::ser::Serializer;
use serde_json::value::RawValue;

use super::findings::{FindingsView, to_json_line, view};
use crate::record::TypedRecord;
use crate::statement::{Conversion, Origin, Sheet, SkippedRow, Summary, Total, UnconfirmedRows};
use crate::transactions::Transaction;
use crate::value::{CardNumber, Date};

view! {
    /// The result of converting a bank export. Every row is counted once: rows = transactions + details + skipped + rejected.
    #[cfg_attr(test, schemars(title = "Conversion"))]
    struct ConversionView<'c> fn new(file: &'c str, summary: &'c Summary, transactions: Option<ConvertedTransactionsView<'c>>) {
        /// The name of the file, as the caller gave it.
        file: &'c str = file,
        summary..: UnnamedConversionView<'c> = UnnamedConversionView::new(summary, transactions),
    }
}

view! {
    /// The result of converting, without the name of the file.
    struct UnnamedConversionView<'c> fn new(summary: &'c Summary, transactions: Option<ConvertedTransactionsView<'c>>) {
        /// Whether everything of the file is in the result: its format is known, no row was rejected, and nothing is an error.
        complete: bool = summary.is_complete(),
        /// The id of the format, such as `ubs-account`; null if no format matches.
        bank: Option<&'c str> = summary.format.as_ref().map(|format| format.id.as_str()),
        /// The variant of the format.
        variant: Option<&'c str> = summary.variant.as_deref(),
        /// The encoding of the file.
        encoding: &'static str = summary.encoding.name(),
        /// The sheet that was read, if the file is a workbook: lines, columns and ranges are those of its text. Null if values are redacted.
        sheet: Option<SheetView<'c>> = summary.sheet.as_ref().map(SheetView::new),
        /// The delimiter of the cells.
        delimiter: Option<char> = summary.delimiter,
        /// The line of the header, counted from 1; null if the format has no header.
        header_line: Option<usize> = summary.header_line,
        /// The number of rows below the header, without blank lines and the footer.
        rows: usize = summary.rows,
        #[cfg_attr(test, schemars(with = "ConvertedTransactionsView<'c>"))]
        transactions..: Option<ConvertedTransactionsView<'c>> = transactions,
        /// The number of rows that are details of the transaction above them.
        details: usize = summary.details,
        /// The rows that are not transactions, each with the reason.
        skipped: Vec<SkippedView> = summary.skipped.iter().map(SkippedView::new).collect(),
        /// The rows that can't be read; a finding reports the reason.
        rejected: Vec<RejectedRowView> = summary.rejected.iter().copied().map(RejectedRowView::new).collect(),
        /// What the balances prove about the transactions.
        #[cfg_attr(test, schemars(extend("enum" = ["proved", "partly", "broken", "none"])))]
        balance: &'static str = summary.balance_status.as_str(),
        /// The number of transactions that balances confirm.
        confirmed: usize = summary.confirmed(),
        /// Whether the file has no account, so that at least one row got the account of the options.
        took_account: bool = summary.used_given_account,
        /// The period that the file states.
        period: PeriodView = PeriodView::new([summary.first_day, summary.last_day]),
        /// The totals of each account in each currency.
        totals: Vec<TotalView<'c>> = summary.totals.iter().map(TotalView::new).collect(),
        findings..: FindingsView<'c> = FindingsView::new(&summary.report),
    }
}

view! {
    /// A sheet of a workbook, card numbers masked.
    struct SheetView<'c> as "sheet" fn new(sheet: &'c Sheet) {
        /// The name of the sheet.
        name: Cow<'c, str> = CardNumber::mask(&sheet.name),
        /// The cells as CSV: a line for each row of the sheet.
        text: Cow<'c, str> = CardNumber::mask(&sheet.text),
    }
}

view! {
    /// Transactions, with their origins in the file.
    #[cfg_attr(test, schemars(title = "Converted batch"))]
    struct ConvertedTransactionsView<'c> fn new(transactions: &[Transaction], origins: &'c [Origin]) {
        /// The transactions in the order of the file.
        #[cfg_attr(test, schemars(schema_with = "super::findings::transactions_schema"))]
        transactions: Vec<Box<RawValue>> = transactions.iter().filter_map(raw_json).collect(),
        /// The origin of each transaction, in the same order.
        origins: Vec<OriginView<'c>> = origins.iter().map(OriginView::new).collect(),
    }
}

view! {
    /// The row that a transaction was read from.
    struct OriginView<'c> as "origin" fn new(origin: &'c Origin) {
        /// The line of the row, counted from 1.
        line: usize = origin.line,
        /// Whether the id is made with the reference of the bank, or derived from the content of the transaction.
        #[cfg_attr(test, schemars(extend("enum" = ["bank", "derived"])))]
        id_kind: &'static str = origin.id_kind.as_str(),
        /// The cells that are not empty, by the names of their columns, card numbers masked.
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
    /// A row that is not a transaction.
    struct SkippedView as "skipped" fn new(skipped: &SkippedRow) {
        /// The line of the row, counted from 1.
        line: usize = skipped.line,
        /// Why the row is not a transaction.
        #[cfg_attr(test, schemars(extend("enum" = ["zero-amount", "pending", "status", "total", "repeated", "other"])))]
        reason: &'static str = skipped.reason.as_str(),
    }
}

view! {
    /// A row that can't be read.
    struct RejectedRowView as "rejected" fn new(line: usize) {
        /// The line of the row, counted from 1.
        line: usize = line,
    }
}

view! {
    /// Adjacent transactions that no balance confirms.
    struct UnconfirmedView as "unconfirmed" fn new(rows: &UnconfirmedRows) {
        /// The line of the first of them, counted from 1.
        from: usize = rows.first_line,
        /// The line of the last of them.
        until: usize = rows.last_line,
        /// The number of transactions.
        transactions: usize = rows.transactions,
        /// Why no balance confirms them.
        #[cfg_attr(test, schemars(extend("enum" = ["broken", "unreadable-row", "unexported-row", "no-opening-balance", "no-closing-balance", "no-balance"])))]
        reason: &'static str = rows.reason.as_str(),
    }
}

view! {
    /// A period of days; null where the file states no day.
    struct PeriodView as "period" fn new(period: [Option<Date>; 2]) {
        /// The first day, `YYYY-MM-DD`.
        from: Option<String> = to_optional_string(period[0]),
        /// The last day, `YYYY-MM-DD`.
        until: Option<String> = to_optional_string(period[1]),
    }
}

view! {
    /// The totals of one account in one currency. Amounts are decimals as strings.
    struct TotalView<'c> as "total" fn new(total: &'c Total) {
        /// The account, as in the transactions.
        account: &'c str = total.account.as_str(),
        /// The currency, as in the transactions.
        currency: &'c str = total.currency.code(),
        /// The number of transactions.
        transactions: usize = total.transactions,
        /// The sum of the credits; null if it is too large for a decimal.
        credit: Option<String> = to_optional_string(total.credit),
        /// The sum of the debits, positive; null if it is too large for a decimal.
        debit: Option<String> = to_optional_string(total.debit),
        /// The day of the first transaction.
        first: Option<String> = to_optional_string(total.first_day),
        /// The day of the last transaction.
        last: Option<String> = to_optional_string(total.last_day),
        /// The balance before the first transaction; null if the file has no balances.
        opening: Option<String> = to_optional_string(total.opening_balance),
        /// The balance after the last transaction; null if the file has no balances.
        closing: Option<String> = to_optional_string(total.closing_balance),
        /// What the balances prove about these transactions.
        #[cfg_attr(test, schemars(extend("enum" = ["proved", "partly", "broken", "none"])))]
        balance: &'static str = total.balance_status.as_str(),
        /// The number of these transactions that balances confirm.
        confirmed: usize = total.confirmed,
        /// The transactions that no balance confirms, in at most a thousand ranges of lines for each sub-account.
        unconfirmed: Vec<UnconfirmedView> = total.unconfirmed.iter().map(UnconfirmedView::new).collect(),
        /// Whether a balance includes a row that is not exported.
        includes_unexported: bool = total.includes_unexported,
        /// Whether a finding says that a day contradicts the period of the file or the days around it.
        has_contradicting_day: bool = total.has_contradicting_day,
    }
}

pub(super) fn to_optional_string(value: Option<impl ToString>) -> Option<String> {
    value.map(|value| value.to_string())
}

/// Returns the JSON of a record.
fn raw_json(record: &impl TypedRecord) -> Option<Box<RawValue>> {
    RawValue::from_string(record.to_json()).ok()
}

/// The object of [`conversion_json`] without the name of a file.
impl Serialize for Conversion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let transactions = ConvertedTransactionsView::new(&self.transactions, &self.origins);
        UnnamedConversionView::new(&self.summary, Some(transactions)).serialize(serializer)
    }
}

/// The object of [`conversion_json`] without the name of a file, the transactions and their origins.
impl Serialize for Summary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        UnnamedConversionView::new(self, None).serialize(serializer)
    }
}

/// Renders a conversion as one JSON object on one line: the transactions, their origins, and the other rows.
///
/// `origins` is parallel to `transactions`, and `rows = transactions + details + skipped + rejected`. `bank`, `variant`,
/// `delimiter` and `headerLine` are null if no format matches the file. `balance` is `proved`, `partly`, `broken` or
/// `none`.
///
/// ```
/// use universal_accounting::{format, render};
///
/// let file = "IBAN:;CH93 0076 2011 6238 5295 7;\n\n\
///     Trade date;Booking date;Value date;Currency;Debit;Credit;Individual amount;Transaction no.;Description1;Description2;Description3\n\
///     2026-03-29;2026-03-31;2026-03-29;CHF;-98.45;;;9930889BN5530012;Bakery;;\n";
/// let conversion = format::convert(file.as_bytes(), &format::ConvertOptions::new())?;
/// let json = render::conversion_json("march.csv", &conversion);
/// assert!(json.starts_with(r#"{"file":"march.csv","complete":true,"bank":"ubs-account","variant":"2022-11","encoding":"UTF-8","#));
/// assert!(json.contains(r#""origins":[{"line":4,"idKind":"bank","cells":{"Trade date":"2026-03-29","#));
/// # Ok::<(), universal_accounting::statement::IncompleteConversion>(())
/// ```
#[must_use]
pub fn conversion_json(file: &str, conversion: &Conversion) -> String {
    let transactions =
        ConvertedTransactionsView::new(&conversion.transactions, &conversion.origins);
    to_json_line(&ConversionView::new(
        file,
        &conversion.summary,
        Some(transactions),
    ))
}

/// Renders the same object as [`conversion_json`] without `transactions` and `origins`, for a conversion that returned them in batches.
#[must_use]
pub fn conversion_summary_json(file: &str, summary: &Summary) -> String {
    to_json_line(&ConversionView::new(file, summary, None))
}

/// Renders a batch of the transactions of a conversion, with their origins, as one JSON object on one line.
///
/// ```
/// use universal_accounting::internals::render;
///
/// assert_eq!(render::conversion_batch_json(&[], &[]), r#"{"transactions":[],"origins":[]}"#);
/// ```
#[must_use]
pub fn conversion_batch_json(transactions: &[Transaction], origins: &[Origin]) -> String {
    to_json_line(&ConvertedTransactionsView::new(transactions, origins))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::assert_schema_matches_file;

    #[test]
    fn schema_files_match_the_views() {
        assert_schema_matches_file::<ConversionView<'_>>("conversion");
        assert_schema_matches_file::<ConvertedTransactionsView<'_>>("converted-batch");
    }
}
