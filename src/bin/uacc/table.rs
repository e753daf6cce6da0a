use csv::{QuoteStyle, WriterBuilder};
use serde_json::{Map, Value};
use universal_accounting::record::Kind;
use universal_accounting::transactions::{self, Transaction};

use crate::outcome::Failure;

/// Transactions as a table: a column for each field of the contract, in its order.
///
/// A text that a spreadsheet would run as a formula gets an apostrophe before it: whoever sends money chooses its text.
pub(crate) fn csv(all: &[Transaction]) -> Result<String, Failure> {
    let lists = transactions::PAYLOAD.fields.iter().map(|field| field.kind);
    let names: Vec<&str> = lists
        .filter_map(|kind| if let Kind::List { items, .. } = kind { Some(items.fields) } else { None })
        .flatten()
        .map(|field| field.name)
        .collect();
    let failed = |error: String| Failure::Output(std::io::Error::other(error));
    // Where a comma parts no cells, a quote keeps those of a text together.
    let mut writer = WriterBuilder::new().quote_style(QuoteStyle::NonNumeric).from_writer(Vec::new());
    writer.write_record(&names).map_err(|error| failed(error.to_string()))?;
    for chunk in all.chunks(transactions::BATCH) {
        let payload: Map<String, Value> =
            serde_json::from_str(&transactions::write(chunk)).map_err(|error| failed(error.to_string()))?;
        for record in payload.values().filter_map(Value::as_array).flatten() {
            let cell = |name: &&str| record.get(name).and_then(Value::as_str).map(harmless).unwrap_or_default();
            writer.write_record(names.iter().map(cell)).map_err(|error| failed(error.to_string()))?;
        }
    }
    let bytes = writer.into_inner().map_err(|error| failed(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| failed(error.to_string()))
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
