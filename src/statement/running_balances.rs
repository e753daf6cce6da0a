use std::collections::HashMap;

use rust_decimal::Decimal;

use super::small_decimal::SmallDecimal;
use crate::configuration::json_enum;
use crate::source::{Span, bytes_equal, named_enum};

named_enum! {
    /// Whether the balances of a statement reconcile with its entries.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    #[non_exhaustive]
    pub enum BalanceStatus {
        /// Every balance follows from the previous balance. Balances with a rejected row between them are not compared.
        Reconciled = "proved",
        /// A balance does not follow from the previous balance.
        Broken = "broken",
        /// There are no two balances to compare.
        #[default]
        None = "none",
    }
    /// The name in machine-readable output.
    as_str
}

json_enum! {
    /// The order of the rows of a file.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    #[non_exhaustive]
    pub enum RowOrder {
        /// The newest entry comes first.
        #[default]
        NewestFirst = "newest-first",
        /// The oldest entry comes first.
        OldestFirst = "oldest-first",
    }
}

json_enum! {
    /// Which rows a running balance includes.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    #[non_exhaustive]
    pub enum BalanceGranularity {
        /// The balance of a row is the balance after this row.
        #[default]
        PerRow = "per-row",
        /// Adjacent rows with the same balance are a batch, and their balance is the balance after the whole batch.
        PerBatch = "per-batch",
    }
}

json_enum! {
    /// A kind of balance that a statement states.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum BalanceKind {
        /// The balance before the first entry.
        Opening = "opening",
        /// The balance after the last entry.
        Closing = "closing",
    }
}

/// The span of a balance, and the number of its row.
pub(super) type BalancePosition = (Span, usize);

/// The values of a row that the reconciliation needs.
#[derive(Debug, Clone, Copy)]
pub(super) struct BalancedRow {
    /// Positive for a credit, negative for a debit.
    pub(super) amount: Decimal,
    pub(super) balance: Option<(Decimal, BalancePosition)>,
    /// Whether the entry is not booked yet.
    pub(super) is_pending: bool,
}

/// Follows the running balance of each account through the rows, and adds up the rows between the opening and the closing balance.
///
/// Exports of the same format may have either order. So both orders are followed, and the order with fewer broken balances is used. If they
/// have equally many, the order that the format declares is used.
#[derive(Debug, Default)]
pub(super) struct RunningBalances {
    declared_order: RowOrder,
    granularity: BalanceGranularity,
    /// The sub-accounts of each cash account. Each sub-account has its own running balance.
    sub_accounts: Vec<SubAccount>,
    /// The index of each sub-account, by cash account and name.
    indexes: HashMap<(usize, String), usize>,
    /// The sub-account of the previous row, which most rows share.
    previous: Option<(usize, String, usize)>,
    /// The first balances that don't follow from the previous balance.
    breaks: ByOrder<Vec<BalancePosition>>,
    /// The number of unreadable rows. After an unreadable row, sums are incomplete and balances are followed from the start.
    unreadable_rows: usize,
    /// Whether the balances that the statement states agree with the entries. `None` if they were not compared.
    stated_balances_agree: Option<bool>,
}

/// The maximum number of broken balances that are reported. Further ones are only counted.
const MAX_BREAKS: usize = 1000;

#[derive(Debug)]
struct SubAccount {
    cash_account: usize,
    comparisons: ByOrder<Comparisons>,
    balances: ByOrder<RunningBalance>,
    /// The number of unreadable rows before its last row.
    unreadable_rows: usize,
    /// The sums of the amounts without and with pending entries. `None` if a sum exceeds the range of [`Decimal`].
    sums: Option<[SmallDecimal; 2]>,
}

/// A value for each order of the rows.
#[derive(Debug, Default)]
struct ByOrder<T> {
    oldest_first: T,
    newest_first: T,
}

/// The number of balances that were compared, and how many of them are broken.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Comparisons {
    pub(super) compared: usize,
    pub(super) broken: usize,
}

/// The running balance of a sub-account while its rows are read in one order.
#[derive(Debug, Default)]
struct RunningBalance {
    last: Option<(SmallDecimal, BalancePosition)>,
    /// The sum of the amounts since the last balance. `None` before the first balance.
    sum: Option<SmallDecimal>,
    /// The balance before the batch of the last balance.
    before_batch: Option<SmallDecimal>,
}

/// A [`BalancedRow`] in numbers that are fast to add.
#[derive(Debug, Clone, Copy)]
struct SmallRow {
    amount: SmallDecimal,
    balance: Option<(SmallDecimal, BalancePosition)>,
}

impl RunningBalances {
    pub(super) fn new(declared_order: RowOrder, granularity: BalanceGranularity) -> Self {
        Self { declared_order, granularity, ..Self::default() }
    }

    /// Adds the next row of a sub-account.
    pub(super) fn add_row(&mut self, cash_account: usize, sub_account: &str, row: BalancedRow) {
        let index = self.index_of(cash_account, sub_account);
        let Some(account) = self.sub_accounts.get_mut(index) else { return };
        if account.unreadable_rows < self.unreadable_rows {
            (account.balances, account.unreadable_rows) = (ByOrder::default(), self.unreadable_rows);
        }
        let balance = row.balance.map(|(balance, position)| (balance.into(), position));
        let small = SmallRow { amount: row.amount.into(), balance };
        if let Some([booked, all]) = &mut account.sums {
            let new_booked = if row.is_pending { Some(*booked) } else { booked.checked_add(small.amount) };
            match new_booked.zip(all.checked_add(small.amount)) {
                Some(new_sums) => (*booked, *all) = new_sums,
                None => account.sums = None,
            }
        }
        // The bank's balances don't include a pending entry without a balance.
        if !row.is_pending || row.balance.is_some() {
            let in_batches = self.granularity == BalanceGranularity::PerBatch;
            let compared = account.balances.oldest_first.compare_with_row_above(&small, in_batches);
            account.comparisons.oldest_first.add(compared, &mut self.breaks.oldest_first);
            let compared = account.balances.newest_first.compare_with_row_below(&small, in_batches);
            account.comparisons.newest_first.add(compared, &mut self.breaks.newest_first);
        }
    }

    /// Returns the index of a sub-account, and adds the sub-account if it is new.
    fn index_of(&mut self, cash_account: usize, sub_account: &str) -> usize {
        match &self.previous {
            Some((previous, name, index))
                if *previous == cash_account && bytes_equal(name.as_bytes(), sub_account.as_bytes()) =>
            {
                return *index;
            }
            _ => {}
        }
        let next = self.sub_accounts.len();
        let index = *self.indexes.entry((cash_account, sub_account.to_owned())).or_insert(next);
        if index == next {
            self.sub_accounts.push(SubAccount {
                cash_account,
                comparisons: ByOrder::default(),
                balances: ByOrder::default(),
                unreadable_rows: self.unreadable_rows,
                sums: Some([SmallDecimal::ZERO; 2]),
            });
        }
        self.previous = Some((cash_account, sub_account.to_owned(), index));
        index
    }

    /// Notes a row that can't be read, so that balances before it are not compared with balances after it.
    pub(super) fn add_unreadable_row(&mut self) {
        self.unreadable_rows += 1;
    }

    /// Returns whether the opening balance and the sum of all rows give the closing balance. `None` if a row is unreadable, a sum overflows, or the
    /// statement has several sub-accounts.
    pub(super) fn check_closing_balance(&mut self, opening: Decimal, closing: Decimal) -> Option<bool> {
        let mut sub_accounts = self.sub_accounts.iter();
        let account = sub_accounts.next().filter(|_| self.unreadable_rows == 0 && sub_accounts.next().is_none())?;
        let gives_closing = |sum: &SmallDecimal| sum.checked_add(opening.into()) == Some(closing.into());
        self.stated_balances_agree = Some(account.sums?.iter().any(gives_closing));
        self.stated_balances_agree
    }

    /// Notes whether a balance that the statement states equals the running balance.
    pub(super) fn note_stated_balance(&mut self, agrees: bool) {
        self.stated_balances_agree = Some(agrees && self.stated_balances_agree != Some(false));
    }

    /// Returns the order of the rows: the declared order, unless the reverse order has fewer broken balances.
    pub(super) fn order(&self) -> RowOrder {
        let reverse_order = match self.declared_order {
            RowOrder::OldestFirst => RowOrder::NewestFirst,
            RowOrder::NewestFirst => RowOrder::OldestFirst,
        };
        let (declared, reverse) = (self.comparisons_in(self.declared_order), self.comparisons_in(reverse_order));
        let is_reversed = reverse.compared > 0 && reverse.broken < declared.broken;
        if is_reversed { reverse_order } else { self.declared_order }
    }

    fn comparisons_in(&self, order: RowOrder) -> Comparisons {
        let all = self.sub_accounts.iter().map(|account| *account.comparisons.get(order));
        all.fold(Comparisons::default(), Comparisons::plus)
    }

    /// Returns the comparisons of balances in the order of the rows.
    pub(super) fn comparisons(&self) -> Comparisons {
        self.comparisons_in(self.order())
    }

    /// Returns the positions of the first broken balances.
    pub(super) fn breaks(&self) -> &[BalancePosition] {
        self.breaks.get(self.order())
    }

    /// Whether all rows are readable and no balance is broken.
    pub(super) fn is_reliable(&self) -> bool {
        self.unreadable_rows == 0 && self.status() != BalanceStatus::Broken
    }

    pub(super) fn status(&self) -> BalanceStatus {
        self.comparisons().status(self.stated_balances_agree)
    }

    /// Returns the status of each cash account, by index.
    pub(super) fn account_statuses(&self) -> Vec<BalanceStatus> {
        let order = self.order();
        let indexes = self.sub_accounts.iter().map(|account| account.cash_account);
        let count = indexes.max().map_or(0, |last| last + 1);
        let mut all: Vec<Option<Comparisons>> = vec![None; count];
        for account in &self.sub_accounts {
            if let Some(comparisons) = all.get_mut(account.cash_account) {
                *comparisons = Some(comparisons.unwrap_or_default().plus(*account.comparisons.get(order)));
            }
        }
        // The balances that the statement states only concern an account if it is the only one.
        let agree = self.stated_balances_agree.filter(|_| all.iter().flatten().count() == 1);
        let status = |comparisons: Option<Comparisons>| comparisons.map(|comparisons| comparisons.status(agree));
        all.into_iter().map(|comparisons| status(comparisons).unwrap_or_default()).collect()
    }
}

impl<T> ByOrder<T> {
    const fn get(&self, order: RowOrder) -> &T {
        match order {
            RowOrder::OldestFirst => &self.oldest_first,
            RowOrder::NewestFirst => &self.newest_first,
        }
    }
}

impl Comparisons {
    /// Adds the result of a comparison, and appends a broken balance to `breaks`.
    #[inline]
    fn add(&mut self, compared: Option<Result<(), BalancePosition>>, breaks: &mut Vec<BalancePosition>) {
        self.compared += usize::from(compared.is_some());
        if let Some(Err(position)) = compared {
            self.broken += 1;
            if breaks.len() < MAX_BREAKS {
                breaks.push(position);
            }
        }
    }

    const fn plus(self, other: Self) -> Self {
        Self { compared: self.compared + other.compared, broken: self.broken + other.broken }
    }

    fn status(self, stated_balances_agree: Option<bool>) -> BalanceStatus {
        if self.broken > 0 || stated_balances_agree == Some(false) {
            BalanceStatus::Broken
        } else if self.compared > 0 || stated_balances_agree == Some(true) {
            BalanceStatus::Reconciled
        } else {
            BalanceStatus::None
        }
    }
}

impl RunningBalance {
    // Each `compare` method adds a row and compares two balances. It returns `None` if there are not two balances, and the position of a broken
    // balance as an error.

    /// Compares the balance of this row with the balance above it, which is earlier.
    fn compare_with_row_above(&mut self, row: &SmallRow, in_batches: bool) -> Option<Result<(), BalancePosition>> {
        if in_batches {
            return self.compare_batch_above(row);
        }
        self.sum = self.sum.and_then(|sum| sum.checked_add(row.amount));
        let (balance, position) = row.balance?;
        let last = self.last.as_ref().map(|(last, _)| *last);
        let expected = last.zip(self.sum).and_then(|(last, sum)| last.checked_add(sum));
        (self.last, self.sum) = (Some((balance, position)), Some(SmallDecimal::ZERO));
        Some(if expected? == balance { Ok(()) } else { Err(position) })
    }

    /// Compares the balance of the batch above this row with the batch before it. A batch ends at a row with a different balance.
    fn compare_batch_above(&mut self, row: &SmallRow) -> Option<Result<(), BalancePosition>> {
        let (balance, position) = row.balance?;
        if self.last.is_some_and(|(last, _)| last == balance) {
            self.sum = self.sum.and_then(|sum| sum.checked_add(row.amount));
            return None;
        }
        let last = self.last.replace((balance, position));
        let sum = self.sum.replace(row.amount);
        let (last, last_position) = last?;
        let expected = self.before_batch.replace(last)?.checked_add(sum?)?;
        Some(if expected == last { Ok(()) } else { Err(last_position) })
    }

    /// Compares the balance above this row, which is later, with the balance of this row.
    fn compare_with_row_below(&mut self, row: &SmallRow, in_batches: bool) -> Option<Result<(), BalancePosition>> {
        let is_same_batch = |balance| in_batches && self.last.is_some_and(|(last, _)| last == balance);
        let Some((balance, position)) = row.balance.filter(|(balance, _)| !is_same_batch(*balance)) else {
            self.sum = self.sum.and_then(|sum| sum.checked_add(row.amount));
            return None;
        };
        let expected = self.sum.and_then(|sum| balance.checked_add(sum));
        let compared = self.last.as_ref().zip(expected);
        let compared = compared.map(
            |((later, later_position), expected)| {
                if expected == *later { Ok(()) } else { Err(*later_position) }
            },
        );
        (self.last, self.sum) = (Some((balance, position)), Some(row.amount));
        compared
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Follows rows of amount and balance. A balance of `-` is missing, and an amount with `p` before it is pending.
    fn follow(order: RowOrder, rows: &[(&str, &str)]) -> (Vec<usize>, BalanceStatus) {
        let mut balances = RunningBalances::new(order, BalanceGranularity::PerRow);
        for (line, (amount, balance)) in rows.iter().enumerate() {
            let row = BalancedRow {
                amount: amount.trim_start_matches('p').parse().unwrap(),
                balance: balance.parse().ok().map(|balance| (balance, (Span::at(line), line))),
                is_pending: amount.starts_with('p'),
            };
            balances.add_row(0, "", row);
        }
        (balances.breaks().iter().map(|(span, _)| span.start).collect(), balances.status())
    }

    #[test]
    fn follows_balances_in_either_order() {
        let forward = [("10", "110"), ("-5", "105"), ("1", "-"), ("2", "108"), ("0", "108")];
        assert_eq!(follow(RowOrder::OldestFirst, &forward), (vec![], BalanceStatus::Reconciled));
        let mut backward = forward;
        backward.reverse();
        // In the reverse order the balance of another row is missing, and the balances reconcile too.
        assert_eq!(follow(RowOrder::NewestFirst, &backward), (vec![], BalanceStatus::Reconciled));
    }

    #[test]
    fn detects_the_reverse_of_the_declared_order() {
        let forward = [("10", "110"), ("-5", "105"), ("1", "-"), ("2", "108")];
        assert_eq!(follow(RowOrder::NewestFirst, &forward), (vec![], BalanceStatus::Reconciled));
        let broken = [("10", "110"), ("-5", "105"), ("1", "106"), ("2", "107")];
        assert_eq!(follow(RowOrder::NewestFirst, &broken), (vec![3], BalanceStatus::Broken));
    }

    #[test]
    fn reports_the_balance_that_does_not_follow() {
        let forward = [("10", "110"), ("-5", "106"), ("1", "107")];
        assert_eq!(follow(RowOrder::OldestFirst, &forward), (vec![1], BalanceStatus::Broken));
        let backward = [("1", "107"), ("-5", "106"), ("10", "110")];
        assert_eq!(follow(RowOrder::NewestFirst, &backward), (vec![1], BalanceStatus::Broken));
    }

    #[test]
    fn counts_pending_rows_that_have_a_balance() {
        let counted = [("p-3", "104"), ("-3", "107"), ("10", "110")];
        assert_eq!(follow(RowOrder::NewestFirst, &counted), (vec![], BalanceStatus::Reconciled));
        let uncounted = [("p-3", "-"), ("-3", "107"), ("10", "110")];
        assert_eq!(follow(RowOrder::NewestFirst, &uncounted), (vec![], BalanceStatus::Reconciled));
    }

    #[test]
    fn follows_balances_of_batches() {
        let backward = [("-1475", "19496"), ("-100", "19496"), ("-3400", "21071"), ("-150", "21071"), ("274", "24621")];
        let follow = |order, rows: &[(&str, &str)]| {
            let mut balances = RunningBalances::new(order, BalanceGranularity::PerBatch);
            for (line, (amount, balance)) in rows.iter().enumerate() {
                let balance = balance.parse().ok().map(|balance| (balance, (Span::at(line), line)));
                let amount = amount.parse().unwrap();
                balances.add_row(0, "", BalancedRow { amount, balance, is_pending: false });
            }
            let comparisons = balances.comparisons();
            (comparisons.broken, comparisons.compared, balances.status())
        };
        assert_eq!(follow(RowOrder::NewestFirst, &backward), (0, 2, BalanceStatus::Reconciled));
        let mut forward = backward;
        forward.reverse();
        assert_eq!(follow(RowOrder::OldestFirst, &forward), (0, 1, BalanceStatus::Reconciled));
        forward[2].0 = "-3401";
        assert_eq!(follow(RowOrder::OldestFirst, &forward), (1, 1, BalanceStatus::Broken));
    }

    #[test]
    fn a_single_balance_is_not_reconciled() {
        assert_eq!(follow(RowOrder::NewestFirst, &[("10", "110"), ("5", "-")]).1, BalanceStatus::None);
        assert_eq!(follow(RowOrder::OldestFirst, &[]).1, BalanceStatus::None);
    }

    #[test]
    fn checks_the_closing_balance_against_the_sum() {
        let mut balances = RunningBalances::new(RowOrder::NewestFirst, BalanceGranularity::PerRow);
        let row = |amount: i64, is_pending| BalancedRow { amount: Decimal::from(amount), balance: None, is_pending };
        balances.add_row(0, "", row(-7, false));
        balances.add_row(0, "", row(-2, true));
        assert_eq!(balances.check_closing_balance(Decimal::from(100), Decimal::from(91)), Some(true));
        assert_eq!(balances.check_closing_balance(Decimal::from(100), Decimal::from(93)), Some(true));
        assert_eq!(balances.check_closing_balance(Decimal::from(100), Decimal::from(92)), Some(false));
        balances.add_unreadable_row();
        assert_eq!(balances.check_closing_balance(Decimal::from(100), Decimal::from(93)), None);
    }
}
