//! What stores contain, as JSON.

use super::conversion::to_optional_string;
use super::findings::{to_json_line, view};
use crate::dedup::{Calendar, CalendarDays, MissingStatement};
use crate::value::Currency;

/// What a store contains.
#[derive(Debug, Clone, Copy)]
pub struct StoreContents<'s> {
    /// The name of the store, such as its path.
    pub name: &'s str,
    /// The number of transactions.
    pub transactions: u64,
    /// The size in bytes. `None` if it is not known, such as that of a database.
    pub bytes: Option<u64>,
    /// The calendars of its accounts.
    pub calendars: &'s [Calendar],
}

view! {
    /// What stores contain.
    #[cfg_attr(test, schemars(title = "Stores"))]
    struct StoresView<'s> fn new(stores: &'s [StoreContents<'s>]) {
        /// The stores.
        stores: Vec<StoreView<'s>> = stores.iter().map(StoreView::new).collect(),
    }
}

view! {
    /// What a store contains.
    struct StoreView<'s> as "storeContents" fn new(store: &'s StoreContents<'s>) {
        /// The name of the store, such as its path.
        store: &'s str = store.name,
        /// The number of transactions, from payloads and from statements.
        transactions: u64 = store.transactions,
        /// The size; null if it is not known.
        bytes: Option<u64> = store.bytes,
        /// The accounts of the statements that transactions came from. Payloads name no statement.
        accounts: Vec<CalendarView<'s>> = store.calendars.iter().map(CalendarView::new).collect(),
    }
}

view! {
    /// The days of an account in one currency, from the first to the last day of its statements.
    struct CalendarView<'s> as "calendar" fn new(calendar: &'s Calendar) {
        /// The account.
        account: &'s str = calendar.account.as_ref(),
        /// The currency.
        currency: &'s str = Currency::code(&calendar.currency),
        /// The number of statements.
        statements: usize = calendar.statements,
        /// The days in order.
        days: Vec<CalendarDaysView> = calendar.days.iter().map(CalendarDaysView::new).collect(),
        /// The statements that the bank should be asked for, by their first day.
        missing: Vec<MissingStatementView> = calendar.missing.iter().map(MissingStatementView::new).collect(),
    }
}

view! {
    /// Adjacent days with the same coverage.
    struct CalendarDaysView as "calendarDays" fn new(days: &CalendarDays) {
        /// The first day, `YYYY-MM-DD`.
        from: String = days.first_day.to_string(),
        /// The last day, `YYYY-MM-DD`.
        until: String = days.last_day.to_string(),
        /// What the statements say about these days: balances confirm all transactions, or some; they contradict them; there are none; two statements overlap; no
        /// statement covers them, and the balance stayed the same; no statement covers them.
        #[cfg_attr(test, schemars(extend("enum" = ["proved", "partly", "broken", "unchecked", "overlapping", "resting", "missing"])))]
        coverage: &'static str = days.coverage.as_str(),
    }
}

view! {
    /// A statement that the bank should be asked for.
    struct MissingStatementView as "missingStatement" fn new(missing: &MissingStatement) {
        /// The first day, `YYYY-MM-DD`. Where no day is left uncovered, the last day of the statement before.
        from: String = missing.first_day.to_string(),
        /// The last day, `YYYY-MM-DD`. Where no day is left uncovered, the first day of the statement after.
        until: String = missing.last_day.to_string(),
        /// Whether two statements have these days, but their balances don't meet.
        overlap: bool = missing.is_overlap,
        /// The closing balance of the statement before; null if one of both balances is not known.
        closing: Option<String> = to_optional_string(missing.balances.map(|balances| balances.closing)),
        /// The opening balance of the statement after, which differs.
        opening: Option<String> = to_optional_string(missing.balances.map(|balances| balances.opening)),
        /// The opening balance minus the closing balance.
        difference: Option<String> = to_optional_string(missing.balances.map(|balances| balances.difference)),
    }
}

/// Renders what stores contain as one JSON object on one line.
///
/// ```
/// use universal_accounting::render::{StoreContents, store_info_json};
///
/// let store = StoreContents { name: "books.store", transactions: 12, bytes: Some(4096), calendars: &[] };
/// assert_eq!(
///     store_info_json(&[store]),
///     "{\"stores\":[{\"store\":\"books.store\",\"transactions\":12,\"bytes\":4096,\"accounts\":[]}]}",
/// );
/// ```
#[must_use]
pub fn store_info_json(stores: &[StoreContents<'_>]) -> String {
    to_json_line(&StoresView::new(stores))
}

/// Renders calendars as a JSON array on one line, each like those of [`store_info_json`].
///
/// ```
/// use universal_accounting::dedup::{self, StoredStatement};
/// use universal_accounting::format::{self, ConvertOptions};
/// use universal_accounting::render;
///
/// let file = ":20:A\n:25:CH9300762011623852957\n:28C:3\n:60F:C260301CHF100,00\n:61:2603300330D12,50NTRFNONREF\n:62F:C260331CHF87,50\n-\n";
/// let summary = format::convert(file.as_bytes(), &ConvertOptions::new())?.summary;
/// let statements = StoredStatement::all_of(&summary, file.as_bytes());
/// assert_eq!(
///     render::calendars_json(&dedup::calendars(&statements)),
///     "[{\"account\":\"CH9300762011623852957\",\"currency\":\"CHF\",\"statements\":1,\
///      \"days\":[{\"from\":\"2026-03-01\",\"until\":\"2026-03-31\",\"coverage\":\"proved\"}],\"missing\":[]}]",
/// );
/// # Ok::<(), universal_accounting::statement::IncompleteConversion>(())
/// ```
#[must_use]
pub fn calendars_json(calendars: &[Calendar]) -> String {
    let calendars: Vec<CalendarView<'_>> = calendars.iter().map(CalendarView::new).collect();
    to_json_line(&calendars)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::assert_schema_matches_file;

    #[test]
    fn the_schema_file_matches_the_view() {
        assert_schema_matches_file::<StoresView<'_>>("store-info");
    }
}
