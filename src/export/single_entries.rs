use super::accounts::Accounts;
use super::columns::{
    RECORD_COLUMNS, dimension_cells, dimension_count, dimension_names, record_id_name, tax_cells,
    text,
};
use super::csv::push_row;
use super::rows::{CONTACT_NAME, FILES, IN_ACCOUNT_CURRENCY, POSTING_TYPE, Row, UnplacedField};
use super::totals::Totals;
use crate::journal::{LineAccount, Side};

/// The fields without a column.
pub(super) static NO_PLACE: &[&UnplacedField] =
    &[&POSTING_TYPE, &CONTACT_NAME, &IN_ACCOUNT_CURRENCY, &FILES];

/// The columns of an entry, in the published order. The columns of dimensions follow.
const ENTRY_COLUMNS: [&str; 20] = [
    "entry-entryId",
    "entry-entryNumber",
    "entry-type",
    "entry-date",
    "entry-lineId",
    "entry-lineNumber",
    "entry-debitAccount-externalId",
    "entry-debitAccount-number",
    "entry-debitAccount-currency",
    "entry-creditAccount-externalId",
    "entry-creditAccount-number",
    "entry-creditAccount-currency",
    "entry-amount",
    "entry-currency",
    "entry-tax-value",
    "entry-tax-code",
    "entry-tax-externalId",
    "entry-originalAmount",
    "entry-originalCurrency",
    "entry-text",
];

/// Writes rows as the CSV of single entries.
///
/// Cells are texts as the journal has them, also where a spreadsheet would take one for a formula, because programs read this format back.
pub(super) fn write(
    rows: &[Row<'_>],
    brand: Option<&str>,
    accounts: &Accounts<'_>,
    written: &mut Totals,
) -> String {
    let dimensions = dimension_count(rows);
    let published = || RECORD_COLUMNS.iter().filter(|column| column.is_published());
    let mut csv = String::new();
    let names = std::iter::once(record_id_name(brand))
        .chain(published().map(|column| column.name.to_owned()));
    push_row(
        &mut csv,
        names
            .chain(ENTRY_COLUMNS.map(str::to_owned))
            .chain(dimension_names(dimensions)),
    );
    for row in rows {
        let line = row.line;
        for (side, account) in [(Side::Debit, row.debit), (Side::Credit, row.credit)] {
            if let Some(account) = account {
                written.add(
                    accounts.index_of(account),
                    side,
                    line.amount.into(),
                    line.currency,
                );
            }
        }
        let [debit, credit] = [row.debit, row.credit].map(account_cells);
        let entry = [
            row.entry.entry_id.to_string(),
            text(row.entry.entry_number.as_ref()),
            text(row.entry.entry_type.as_ref()),
            row.entry.date.to_string(),
            line.line_id.to_string(),
            text(line.line_number.as_ref()),
        ];
        let amount = [line.amount.to_string(), line.currency.to_string()];
        let original = [
            text(row.original_amount.as_ref()),
            text(row.original_currency.as_ref()),
            text(row.text),
        ];
        let cells = std::iter::once(row.record.service_id.to_string())
            .chain(published().map(|column| column.cell(row.record)))
            .chain(entry)
            .chain(debit)
            .chain(credit)
            .chain(amount)
            .chain(tax_cells(row.tax))
            .chain(original);
        push_row(
            &mut csv,
            cells.chain(dimension_cells(row.dimensions, dimensions)),
        );
    }
    csv
}

fn account_cells(account: Option<&LineAccount>) -> [String; 3] {
    match account {
        Some(account) => [
            text(account.external_id.as_ref()),
            account.number.to_string(),
            text(account.currency.as_ref()),
        ],
        None => [const { String::new() }; 3],
    }
}
