use rust_decimal::Decimal;

use super::amount;
use crate::format::table::detect::Header;
use crate::format::table::detect::mapping::{Amount, ColumnMapping};
use crate::format::table::value::{content, date};
use crate::format::table::{Row, Rows};
use crate::statement::{DayTrend, RowOrder, checked_sum};
use crate::value::Date;

/// The maximum number of rows whose balances are compared.
const MAX_ROWS: usize = 1000;

/// Returns whether only the position of an amount shows its direction: two columns without signs or words.
pub(in crate::format) fn is_direction_by_column(mapping: &ColumnMapping<'_>) -> bool {
    matches!(&mapping.amount, Amount::DebitCredit { debit, credit, direction_words: None }
        if debit.amount.negative == credit.amount.negative)
}

/// Returns whether the balances of a file without a header follow from the amounts in the order of the dates, so that debit and credit are
/// in the columns of the format. The balances of exchanged columns follow in the reverse order.
pub(in crate::format) fn do_balances_prove(
    text: &str,
    header: &Header<'_>,
    mapping: &ColumnMapping<'_>,
) -> bool {
    let mut rows = Rows::new(text, header.delimiter);
    let mut row = Row::default();
    let (mut previous, mut trend) = (None::<DatedBalance>, DayTrend::default());
    let (mut follows_above, mut follows_below) = (true, true);
    for _ in 0..MAX_ROWS {
        if !rows.next_row(&mut row) {
            break;
        }
        header.clean_row(&mut row, text);
        let Some(next) = DatedBalance::read(&row, mapping) else {
            continue;
        };
        trend.add(next.day);
        if let Some(previous) = previous {
            follows_above &= checked_sum(previous.balance, next.amount) == Some(next.balance);
            follows_below &= checked_sum(next.balance, previous.amount) == Some(previous.balance);
        }
        previous = Some(next);
    }
    match trend.order() {
        Some(RowOrder::OldestFirst) => follows_above,
        Some(RowOrder::NewestFirst) => follows_below,
        None => false,
    }
}

/// The date, the amount and the balance of a row.
#[derive(Debug, Clone, Copy)]
struct DatedBalance {
    day: Date,
    amount: Decimal,
    balance: Decimal,
}

impl DatedBalance {
    fn read(row: &Row<'_>, mapping: &ColumnMapping<'_>) -> Option<Self> {
        let text = content::text_at(row, mapping.date_cells().last());
        let (balance, _) = amount::number_at(row, mapping.balance, mapping).ok()??;
        Some(Self {
            day: date::parse(&text, &mapping.style.dates)?,
            amount: amount::read_amount(row, mapping).ok()?.amount.signed(),
            balance: balance.number,
        })
    }
}
