use csv::{QuoteStyle, WriterBuilder};
use universal_accounting::transactions::{Transaction, cells};

use crate::outcome::Failure;

/// Transactions as a table: a column for each field of the contract, in its order.
///
/// A text that a spreadsheet would run as a formula gets an apostrophe before it: whoever sends money chooses its text.
pub(crate) fn csv(all: &[Transaction]) -> Result<String, Failure> {
    // Where a comma parts no cells, a quote keeps those of a text together.
    let mut writer = WriterBuilder::new().quote_style(QuoteStyle::NonNumeric).from_writer(Vec::new());
    let names = Transaction::TABLE.fields.iter().map(|field| field.name.to_owned()).collect();
    for row in std::iter::once(names).chain(all.iter().map(cells)) {
        writer.write_record(row.iter().map(|cell| harmless(cell))).map_err(|error| failed(&error))?;
    }
    let bytes = writer.into_inner().map_err(|error| failed(&error))?;
    String::from_utf8(bytes).map_err(|error| failed(&error))
}

fn failed(error: &impl ToString) -> Failure {
    Failure::Output(std::io::Error::other(error.to_string()))
}

fn harmless(text: &str) -> String {
    // Signs that nobody sees may be dropped on the way, and the wide forms count as the narrow ones.
    let unseen =
        |one: char| one.is_whitespace() || one.is_control() || matches!(one, '\u{200B}'..='\u{200F}' | '\u{FEFF}');
    let shown = text.trim_start_matches(unseen);
    let is_number = shown.strip_prefix('-').is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
    let runs = shown.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) && !is_number;
    if runs || text.starts_with(['\t', '\r']) { format!("'{text}") } else { text.to_owned() }
}
