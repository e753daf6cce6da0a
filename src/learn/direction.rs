//! What suggests the direction of amounts with a sign, where the balances don't prove it.

use super::answers::Answers;
use super::entries::{Entries, named_role};
use super::numbers::NumberColumn;
use super::role::ColumnRole;
use super::table::Table;
use crate::statement::RowOrder;
use crate::value::Iban;

/// What the names of columns about cards contain.
pub(super) const CARD_WORDS: [&str; 6] = ["card", "karte", "carte", "carta", "tarjeta", "kort"];

/// What is known of a column of amounts with a sign.
pub(super) struct Signed<'n> {
    pub(super) table: &'n Table,
    pub(super) entries: &'n Entries<'n>,
    pub(super) amounts: &'n NumberColumn,
    /// All columns of numbers.
    pub(super) numbers: &'n [NumberColumn],
    pub(super) answers: &'n Answers,
}

impl Signed<'_> {
    /// Returns whether a number without a minus sign is likely to be money in.
    ///
    /// Of the steps between balances, nearly all show it. An account has IBANs, and on it a payment has a minus sign. On a card, purchases are most rows.
    pub(super) fn likely_credit(&self) -> Option<bool> {
        let is_mixed = !self.amounts.is_positive() && !self.amounts.is_negative();
        self.by_balances()
            .or_else(|| (is_mixed && self.has_ibans()).then_some(true))
            .or_else(|| (self.has_card() && self.share_of_negative() < 3).then_some(false))
            .or_else(|| (self.share_of_negative() > 5).then_some(true))
    }

    /// Returns how many of ten amounts have a minus sign.
    fn share_of_negative(&self) -> usize {
        let used = || {
            let numbers = self.amounts.values.iter().flatten();
            numbers.filter(|number| !number.is_zero())
        };
        let negative = used().filter(|number| number.is_sign_negative()).count();
        (negative * 10).checked_div(used().count()).unwrap_or(5)
    }

    /// Compares the steps between the balances of neighbouring rows with the amounts. A file whose rows were chosen has steps that lead elsewhere.
    fn by_balances(&self) -> Option<bool> {
        let order = self.entries.order.or(self.entries.likely_order)?;
        let is_balance = |numbers: &&NumberColumn| {
            let name = self.table.names.get(numbers.column);
            name.and_then(|name| named_role(name, self.answers)) == Some(ColumnRole::Balance)
        };
        let balances = self.numbers.iter().find(is_balance)?;
        let (mut credit, mut debit, mut other) = (0, 0, 0);
        for (index, pair) in self.entries.rows.windows(2).enumerate() {
            let [one, two] = pair else { continue };
            let (old, new) = match order {
                RowOrder::OldestFirst => (index, index + 1),
                RowOrder::NewestFirst => (index + 1, index),
            };
            let balance = |row: usize| balances.values.get(row).copied().flatten();
            let (Some(before), Some(after)) = (balance(old), balance(new)) else {
                continue;
            };
            let (amount, moved) = (self.amounts.at(new), after.checked_sub(before)?);
            if one.file != two.file || amount.is_zero() {
                continue;
            }
            match moved {
                moved if moved == amount => credit += 1,
                moved if moved == -amount => debit += 1,
                _ => other += 1,
            }
        }
        let is_clear = |for_it: usize, against: usize| for_it > 4 * against && for_it >= other;
        if is_clear(credit, debit) {
            Some(true)
        } else {
            is_clear(debit, credit).then_some(false)
        }
    }

    /// Whether the lines above the table name an IBAN, or a column has those of others.
    fn has_ibans(&self) -> bool {
        let is_iban = |cell: &str| Iban::parse(cell.trim()).is_ok();
        let mut above = self.table.preamble.iter().flatten();
        let mut cells = self.entries.rows.iter().flat_map(|row| row.filled());
        above.any(|cell| is_iban(cell.rsplit(':').next().unwrap_or(cell))) || cells.any(is_iban)
    }

    /// Whether a column has the numbers of cards, most of whose digits are hidden.
    fn has_card(&self) -> bool {
        let mut names = self.table.names.iter().enumerate();
        names.any(|(column, name)| {
            let name = name.to_lowercase();
            let is_named = CARD_WORDS.iter().any(|word| name.contains(word));
            let is_hidden =
                |cell: &str| cell.contains("**") || cell.contains("XX") || cell.contains("xx");
            let mut cells = self.entries.rows.iter().map(|row| row.cell(column));
            is_named && cells.any(is_hidden)
        })
    }
}
