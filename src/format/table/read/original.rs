use super::amount::{self, RowAmount};
use crate::format::rules;
use crate::format::table::detect::ColumnMapping;
use crate::format::table::profile::TemplateRole;
use crate::format::table::value::content;
use crate::report::Diagnostic;
use crate::sheet::Row;
use crate::source::Span;
use crate::statement::{CurrencyCode, OriginalPayment};
use crate::value::Date;

/// Returns the date of the purchase that a template finds in a text.
pub(super) fn purchase_date_from_text(
    row: &Row<'_>,
    mapping: &ColumnMapping<'_>,
) -> Option<(Date, Span)> {
    for templates in mapping.templates_of(TemplateRole::PurchasedAt) {
        let text = content::text_at(row, Some(templates.cell));
        let mut matches = templates.find_all(&text, mapping.style);
        if let Some(date) = matches.find_map(|found| found.date) {
            return Some((date, content::span_at(row, Some(templates.cell))));
        }
    }
    None
}

/// Reads the original amount and its currency, from columns or else from the text that a template matches.
pub(super) fn read_original(
    row: &Row<'_>,
    row_amount: &RowAmount<'_>,
    mapping: &ColumnMapping<'_>,
    faults: &mut Vec<Diagnostic>,
) -> OriginalPayment {
    let own_columns = [mapping.original_amount, mapping.original_currency];
    let columns = row_amount.original.unwrap_or(own_columns);
    let found = from_columns(row, columns, row_amount, mapping, faults);
    if found == OriginalPayment::default() {
        from_text(row, mapping)
    } else {
        found
    }
}

/// Returns the first amount and its currency that a template finds in a text.
fn from_text(row: &Row<'_>, mapping: &ColumnMapping<'_>) -> OriginalPayment {
    for templates in mapping.templates_of(TemplateRole::Original) {
        let Some(cell) = row.cells().get(templates.cell) else {
            continue;
        };
        for found in templates.find_all(&content::text(cell), mapping.style) {
            if let Some(amount) = found.amount
                && let Some(currency) = found.currency
                && !amount.is_zero()
            {
                return OriginalPayment {
                    amount: Some((amount, cell.span)),
                    currency: Some((currency, cell.span)),
                };
            }
        }
    }
    OriginalPayment::default()
}

fn from_columns(
    row: &Row<'_>,
    [amount_at, currency_at]: [Option<usize>; 2],
    row_amount: &RowAmount<'_>,
    mapping: &ColumnMapping<'_>,
    faults: &mut Vec<Diagnostic>,
) -> OriginalPayment {
    if amount_at.is_none() && currency_at.is_none() {
        return OriginalPayment::default();
    }
    let span = |index| content::span_at(row, index);
    let mut passed_over = |index, expected: &'static str| {
        faults.push(
            Diagnostic::new(&rules::CELL_PASSED_OVER, span(index)).param("expected", expected),
        );
    };
    let amount = amount::number_at(row, amount_at, mapping).unwrap_or_else(|_| {
        passed_over(amount_at, "an amount");
        None
    });
    let beside = amount.and_then(|(parsed, span)| Some((parsed.currency?, span)));
    let code = content::text_at(row, currency_at);
    if amount.is_none() && code.is_empty() {
        return OriginalPayment::default();
    }
    let code = CurrencyCode::from_text(code);
    // Some banks repeat the amount in its own currency and name no other currency.
    let repeated = amount.is_some_and(|(parsed, _)| parsed.number.abs() == row_amount.amount.value);
    if currency_at.is_some() && code.is_empty() && beside.is_none() && repeated {
        return OriginalPayment::default();
    }
    let currency = code.known();
    if currency.is_none() && !code.is_empty() {
        passed_over(currency_at, "a currency of ISO 4217");
    }
    let amount = amount.map(|(parsed, span)| (parsed.number, span));
    let amount = amount.filter(|(number, _)| !number.is_zero());
    let currency = currency.map(|currency| (currency, span(currency_at)));
    OriginalPayment {
        amount,
        currency: currency.or(beside),
    }
}
