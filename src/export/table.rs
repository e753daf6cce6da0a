use super::accounts::Accounts;
use super::columns::{
    RECORD_COLUMNS, dimension_cells, dimension_count, dimension_names, record_id_name, tax_cells,
    text,
};
use super::csv::{escape_formula, push_row};
use super::rows::{FILES, Row, UnplacedField};
use super::totals::Totals;
use crate::journal::Side;

/// The fields without a column.
pub(super) static NO_PLACE: &[&UnplacedField] = &[&FILES];

/// The columns of a line. The columns of dimensions follow.
const LINE_COLUMNS: [&str; 20] = [
    "entry-entryId",
    "entry-entryNumber",
    "entry-type",
    "entry-date",
    "entry-lineId",
    "entry-lineNumber",
    "entry-account-externalId",
    "entry-account-number",
    "entry-account-currency",
    "entry-account-description",
    "entry-debit",
    "entry-credit",
    "entry-currency",
    "entry-amountInAccountCurrency",
    "entry-tax-value",
    "entry-tax-code",
    "entry-tax-externalId",
    "entry-originalAmount",
    "entry-originalCurrency",
    "entry-text",
];

/// Writes a row for each line. No cell is a formula for a spreadsheet.
pub(super) fn write(
    rows: &[Row<'_>],
    brand: Option<&str>,
    accounts: &Accounts<'_>,
    written: &mut Totals,
) -> String {
    let dimensions = dimension_count(rows);
    let mut csv = String::new();
    let names = std::iter::once(record_id_name(brand))
        .chain(RECORD_COLUMNS.iter().map(|column| column.name.to_owned()));
    push_row(
        &mut csv,
        names
            .chain(LINE_COLUMNS.map(str::to_owned))
            .chain(dimension_names(dimensions)),
    );
    for row in rows {
        let (line, account) = (row.line, &row.line.account);
        written.add(
            accounts.index_of(account),
            line.credit_debit,
            line.amount.into(),
            line.currency,
        );
        let amount = line.amount.to_string();
        let [debit, credit] = match line.credit_debit {
            Side::Debit => [amount, String::new()],
            Side::Credit => [String::new(), amount],
        };
        let before = [
            row.entry.entry_id.to_string(),
            text(row.entry.entry_number.as_ref()),
            text(row.entry.entry_type.as_ref()),
            row.entry.date.to_string(),
            line.line_id.to_string(),
            text(line.line_number.as_ref()),
            text(account.external_id.as_ref()),
            account.number.to_string(),
            text(account.currency.as_ref()),
            text(
                accounts
                    .get(account)
                    .and_then(|account| account.description)
                    .as_ref(),
            ),
        ];
        let [rate, code, tax_id] = tax_cells(row.tax);
        // Amounts are numbers, also negative ones.
        let amounts = [
            debit,
            credit,
            line.currency.to_string(),
            text(line.amount_in_account_currency.as_ref()),
            rate,
        ];
        let texts = [code, tax_id];
        let original = [
            text(row.original_amount.as_ref()),
            text(row.original_currency.as_ref()),
        ];
        let cells = std::iter::once(row.record.service_id.to_string())
            .chain(RECORD_COLUMNS.iter().map(|column| column.cell(row.record)))
            .chain(before)
            .map(escape_formula)
            .chain(amounts)
            .chain(texts.map(escape_formula))
            .chain(original)
            .chain([escape_formula(text(row.text))]);
        push_row(
            &mut csv,
            cells.chain(dimension_cells(row.dimensions, dimensions).map(escape_formula)),
        );
    }
    csv
}
