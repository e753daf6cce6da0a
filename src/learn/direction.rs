//! What suggests the direction of amounts with a sign, where the balances don't prove it.

use super::answers::Answers;
use super::entries::Entries;
use super::headings::{is_about_card, named_role};
use super::numbers::NumberColumn;
use super::role::ColumnRole;
use super::row::TableRow;
use super::table::Table;
use super::texts::{is_about_account, is_credit_by_texts, is_of_card_brand};
use crate::format::table::KnownDirections;
use crate::statement::RowOrder;
use crate::value::Iban;

/// What is known of a column of amounts with a sign.
pub(super) struct Signed<'n> {
    pub(super) table: &'n Table,
    pub(super) entries: &'n Entries<'n>,
    pub(super) amounts: &'n NumberColumn,
    /// All columns of numbers.
    pub(super) numbers: &'n [NumberColumn],
    pub(super) directions: &'n KnownDirections,
    pub(super) answers: &'n Answers,
}

impl Signed<'_> {
    /// Returns whether a number without a minus sign is likely to be money in.
    ///
    /// Of the steps between balances, nearly all show it, or words of a direction beside the amounts. On an account, a payment has a minus sign. On a card,
    /// purchases are most rows. Texts that say otherwise leave it open.
    pub(super) fn likely_credit(&self) -> Option<bool> {
        let shown = self.by_balances().or_else(|| self.by_direction_words());
        if shown.is_some() {
            return shown;
        }
        let is_mixed = !self.amounts.is_positive() && !self.amounts.is_negative();
        let by_texts = self.by_texts().filter(|_| is_mixed);
        let by_kind = self.by_kind(is_mixed);
        match (by_texts, by_kind) {
            (Some(one), Some(other)) if one != other => None,
            (one, other) => one.or(other),
        }
    }

    /// Returns what the signs, the account or the card suggest.
    fn by_kind(&self, is_mixed: bool) -> Option<bool> {
        if is_mixed && (self.has_ibans() || self.has_plus_signs()) {
            return Some(true);
        }
        if self.has_card() && self.share_of_negative() < 3 {
            return Some(false);
        }
        if is_mixed && !self.is_about_card() && self.has_account() {
            return Some(true);
        }
        (self.share_of_negative() > 5).then_some(true)
    }

    /// Returns what a column of words for the direction says, if it agrees with the sign of each amount, and amounts have both signs.
    fn by_direction_words(&self) -> Option<bool> {
        let mut columns = self.table.names.iter().enumerate();
        columns.find_map(|(column, name)| {
            // What a card is for is no direction.
            if is_about_card(name) {
                return None;
            }
            let meaning = |row: &TableRow| self.directions.is_credit(row.cell(column));
            self.agreement(&meaning, true)
        })
    }

    /// Returns what the texts of some rows say, such as that it is a salary or a purchase, if none says otherwise.
    fn by_texts(&self) -> Option<bool> {
        let meaning = |row: &TableRow| is_credit_by_texts(row.filled());
        self.agreement(&meaning, false)
    }

    /// Compares what rows mean with the signs of their amounts: `true` if each amount without a minus sign is money in, `false` if each is money out.
    fn agreement(
        &self,
        meaning: &dyn Fn(&TableRow) -> Option<bool>,
        is_complete: bool,
    ) -> Option<bool> {
        let (mut credit, mut debit) = (0, 0);
        let (mut has_positive, mut has_negative) = (false, false);
        for (row, amount) in self.entries.rows.iter().zip(&self.amounts.values) {
            let Some(amount) = amount.filter(|amount| !amount.is_zero()) else {
                continue;
            };
            let Some(is_credit) = meaning(row) else {
                if is_complete {
                    return None;
                }
                continue;
            };
            let is_positive = amount.is_sign_positive();
            has_positive |= is_positive;
            has_negative |= !is_positive;
            if is_positive == is_credit {
                credit += 1;
            } else {
                debit += 1;
            }
        }
        let has_both = has_positive && has_negative;
        match (credit, debit) {
            (1.., 0) if has_both || !is_complete => Some(true),
            (0, 1..) if has_both || !is_complete => Some(false),
            _ => None,
        }
    }

    /// Whether each amount without a minus sign has a plus sign.
    fn has_plus_signs(&self) -> bool {
        let mut both = self.entries.rows.iter().zip(&self.amounts.values);
        both.all(|(row, amount)| {
            let cell = row.cell(self.amounts.column);
            amount.is_none_or(|amount| !amount.is_sign_positive() || amount.is_zero())
                || cell.starts_with('+')
        })
    }

    /// Whether names or the lines above the table are about an account, or a column has its balance.
    fn has_account(&self) -> bool {
        let names = self.table.names.iter();
        let mut all = names.chain(self.table.preamble.iter().flatten());
        let has_balance = |name: &String| {
            self.table.names.contains(name)
                && named_role(name, self.answers) == Some(ColumnRole::Balance)
        };
        all.any(|name| is_about_account(name) || has_balance(name))
    }

    /// Whether names or the lines above the table are about a card.
    fn is_about_card(&self) -> bool {
        let names = self.table.names.iter();
        let mut all = names.chain(self.table.preamble.iter().flatten());
        all.any(|name| is_about_card(name) || is_of_card_brand(name))
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

    /// Whether a column has the numbers of cards, most of whose digits are hidden, or the names of their holders.
    fn has_card(&self) -> bool {
        let mut names = self.table.names.iter().enumerate();
        names.any(|(column, name)| {
            let is_hidden =
                |cell: &str| cell.contains("**") || cell.contains("XX") || cell.contains("xx");
            let mut cells = self.entries.rows.iter().map(|row| row.cell(column));
            let folded: String = name
                .chars()
                .filter(|letter| letter.is_alphanumeric())
                .collect();
            let is_holder = matches!(
                &*folded.to_lowercase(),
                "cardid" | "cardmember" | "cardholder"
            );
            is_about_card(name) && (is_holder || cells.any(is_hidden))
        })
    }
}
