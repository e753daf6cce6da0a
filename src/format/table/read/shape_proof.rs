use rust_decimal::Decimal;

use super::amount;
use crate::format::table::detect::Header;
use crate::format::table::detect::mapping::{Amount, ColumnMapping};
use crate::format::table::value::content;
use crate::sheet::{Row, Rows, date};
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
/// in the columns of the format. The balances of exchanged columns follow in the reverse order. A bank may print one balance for the rows of a
/// day; their sum then leads from one balance to the next.
pub(in crate::format) fn do_balances_prove(
    text: &str,
    header: &Header<'_>,
    mapping: &ColumnMapping<'_>,
) -> bool {
    let mut rows = Rows::new(text, header.delimiter);
    let mut row = Row::default();
    let mut chain = BalanceChain::default();
    for _ in 0..MAX_ROWS {
        if !rows.next_row(&mut row) {
            break;
        }
        header.clean_row(&mut row, text);
        if let Some(next) = DatedAmount::read(&row, mapping) {
            chain.add(next);
        }
    }
    chain.is_proof()
}

/// What the balances of the rows so far show, in both orders of time.
#[derive(Debug, Default)]
struct BalanceChain {
    trend: DayTrend,
    last: Option<BalancedRow>,
    /// The number of balances that differ from the one above. Amounts that cancel each other do so in exchanged columns too.
    moved: usize,
    /// The number of balances that are not the one above and the amounts since then.
    unexplained_above: usize,
    /// The number of balances that are not the one below and the amounts since then.
    unexplained_below: usize,
}

/// The last row with a balance, and the sum of the rows without one since then. `None` if the sum is too large.
#[derive(Debug)]
struct BalancedRow {
    balance: Decimal,
    amount: Decimal,
    later: Option<Decimal>,
}

impl BalanceChain {
    fn add(&mut self, next: DatedAmount) {
        self.trend.add(next.day);
        let Some(balance) = next.balance else {
            if let Some(last) = &mut self.last {
                let later = last.later;
                last.later = later.and_then(|later| checked_sum(later, next.amount));
            }
            return;
        };
        if let Some(last) = &self.last {
            let sum_with = |amount| checked_sum(last.later?, amount);
            let from_above = sum_with(next.amount).and_then(|sum| checked_sum(last.balance, sum));
            let from_below = sum_with(last.amount).and_then(|sum| checked_sum(balance, sum));
            self.moved += usize::from(balance != last.balance);
            self.unexplained_above += usize::from(from_above != Some(balance));
            self.unexplained_below += usize::from(from_below != Some(last.balance));
        }
        self.last = Some(BalancedRow {
            balance,
            amount: next.amount,
            later: Some(Decimal::ZERO),
        });
    }

    fn is_proof(&self) -> bool {
        let unexplained = match self.trend.order() {
            Some(RowOrder::OldestFirst) => self.unexplained_above,
            Some(RowOrder::NewestFirst) => self.unexplained_below,
            None => return false,
        };
        self.moved > 0 && unexplained == 0
    }
}

/// The date and the amount of a row, and its balance if it has one.
#[derive(Debug, Clone, Copy)]
struct DatedAmount {
    day: Date,
    amount: Decimal,
    balance: Option<Decimal>,
}

impl DatedAmount {
    fn read(row: &Row<'_>, mapping: &ColumnMapping<'_>) -> Option<Self> {
        let text = content::text_at(row, mapping.date_cells().last());
        let balance = amount::number_at(row, mapping.balance, mapping).ok()?;
        Some(Self {
            day: date::parse(&text, &mapping.style.dates)?,
            amount: amount::read_amount(row, mapping).ok()?.amount.signed(),
            balance: balance.map(|(balance, _)| balance.number),
        })
    }
}
