//! Which entries of the statements of an account are the same transaction.
//!
//! To change it: entries with the same key, from which ids are made, are numbered. Within a statement, and in statements that follow one another (a
//! strand), equal entries are different transactions, so the numbers go on; in statements of the same days they are the same, so the numbers begin anew and meet. Another
//! end-to-end id or mandate takes the next free number. The statements come in order, and entries by age, so that the oldest statement keeps a transaction.
//! A number is part of an id: what changes numbers doubles the books of those who import again.

use std::collections::HashMap;

use rust_decimal::Decimal;

use super::link::{Link, Linked};
use super::member::Member;
use crate::statement::{StatementEntry, TransactionSums};
use crate::transactions::References;
use crate::value::Date;

/// How many transactions with the same key an entry is compared with.
const MAX_COMPARED: u32 = 1000;

/// What was found about the entries of the statements of an account.
pub(super) struct Occurrences {
    /// For each statement, in the order of its file, what each entry is in the account. Empty for a statement that is compared with no other one.
    pub(super) entries: Vec<Vec<Occurrence>>,
    /// The number of transactions, and how many of them a balance confirms.
    pub(super) transactions: usize,
    pub(super) confirmed: usize,
    pub(super) sums: TransactionSums,
    /// The sums of the transactions that a statement with a balance has.
    pub(super) balanced: TransactionSums,
    /// The entries that share reference, amount and day with an entry of another statement, but have another reference of a kind.
    pub(super) shared: Vec<Shared>,
}

/// An entry of a statement, and the statement with an entry that has the same reference.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shared {
    pub(super) statement: usize,
    /// The index of the entry in its statement.
    pub(super) entry: usize,
    pub(super) other: usize,
}

/// A transaction of an account.
#[derive(Debug, Clone, Copy)]
struct Counted {
    amount: Decimal,
    day: Option<Date>,
    /// Whether a balance confirms it.
    is_confirmed: bool,
    /// Whether a statement with a balance has it.
    is_balanced: bool,
    /// Whether it is among the transactions of a file, and not dropped from all of them.
    is_kept: bool,
    /// The statement whose file keeps it.
    statement: usize,
    /// The last statement that has it.
    last_statement: usize,
    references: References,
}

impl Occurrence {
    pub(super) fn is_repeated(self) -> bool {
        matches!(self, Self::Repeated { .. })
    }
}

/// What an entry of a statement is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Occurrence {
    /// It counts. Among the transactions of the account with the same key, it has this number, from 1.
    Counts(u32),
    /// Another statement has the same transaction. The index of that statement.
    Repeated { statement: usize },
}

impl Occurrences {
    /// Numbers the entries with the same key in all statements, from the oldest statement on. Equal entries are different transactions where one statement has
    /// both, or where the statements follow one another.
    pub(super) fn find(members: &[Member<'_>], linked: &[Linked]) -> Self {
        if let [only] = members {
            return Self::of_one(only);
        }
        let (mut all, mut transactions): (Vec<Vec<Occurrence>>, Vec<Counted>) = Default::default();
        let (mut numbers, mut shared) = (Numbers::default(), Vec::new());
        // The index of each transaction, by its key and its number.
        let mut indexes: HashMap<([u8; 16], u32), usize> = HashMap::new();
        for (statement, (member, linked)) in members.iter().zip(linked).enumerate() {
            let confirmation = Confirmation::of(member, linked.link == Link::Follows);
            let original = linked.other.unwrap_or(statement);
            let in_copy = Occurrence::Repeated {
                statement: original,
            };
            let mut own = vec![in_copy; member.statement.entries.len()];
            // The entries of a copy may have no ids, so they are not looked up.
            let counted = (linked.link != Link::Copy).then(|| member.entries_by_age());
            for (index, entry) in counted.into_iter().flatten() {
                let (first, mut number) = numbers.number_of(entry, linked.strand, statement);
                let known = |number: u32| transactions.get(*indexes.get(&(entry.key, number))?);
                let may_be =
                    |number: u32| known(number).is_none_or(|known| known.may_be(entry, statement));
                if !may_be(number) {
                    let other = known(number).map(|known| known.statement);
                    let last = first.saturating_add(MAX_COMPARED);
                    let free = u32::try_from(transactions.len()).unwrap_or(u32::MAX);
                    number = (first..last)
                        .find(|number| may_be(*number))
                        .unwrap_or(free.saturating_add(1));
                    let other = other.filter(|other| *other != statement);
                    let is_new = known(number).is_none();
                    shared.extend(other.filter(|_| is_new).map(|other| Shared {
                        statement,
                        entry: index,
                        other,
                    }));
                }
                let next = transactions.len();
                let at = *indexes.entry((entry.key, number)).or_insert(next);
                let seen = Counted::of(entry, member, &confirmation, statement);
                let is_first = match transactions.get_mut(at) {
                    Some(known) => known.is_also(&seen),
                    None => {
                        transactions.push(seen);
                        true
                    }
                };
                if let Some(own) = own.get_mut(index) {
                    *own = if is_first {
                        Occurrence::Counts(number)
                    } else {
                        let known = transactions.get(at);
                        let statement = known.map_or(statement, |known| known.statement);
                        Occurrence::Repeated { statement }
                    };
                }
            }
            all.push(own);
        }
        let mut found = Self {
            entries: all,
            transactions: transactions.len(),
            confirmed: 0,
            sums: TransactionSums::ZERO,
            balanced: TransactionSums::ZERO,
            shared,
        };
        for known in transactions {
            found.confirmed += usize::from(known.is_confirmed);
            found.sums.add(known.amount, known.day);
            if known.is_balanced {
                found.balanced.add(known.amount, known.day);
            }
        }
        found
    }

    /// Returns what is known of a statement that is compared with no other one.
    fn of_one(member: &Member<'_>) -> Self {
        let statement = member.statement;
        Self {
            entries: vec![Vec::new()],
            transactions: statement.entries.len(),
            confirmed: statement.confirmed,
            sums: statement.sums,
            balanced: statement.sums,
            shared: Vec::new(),
        }
    }
}

impl Counted {
    fn of(
        entry: &StatementEntry,
        member: &Member<'_>,
        confirmation: &Confirmation,
        statement: usize,
    ) -> Self {
        Self {
            amount: entry.amount,
            day: entry.day,
            is_confirmed: confirmation.confirms(entry),
            is_balanced: member.has_balance(),
            is_kept: entry.index().is_some(),
            statement,
            last_statement: statement,
            references: entry.references,
        }
    }

    /// Whether an entry of a statement can be this transaction: the statement has it only once, and no reference of the payment differs.
    fn may_be(&self, entry: &StatementEntry, statement: usize) -> bool {
        self.last_statement != statement && self.references.differing(&entry.references).is_empty()
    }

    /// Adds that another statement has it too. Returns whether it is among the transactions of that file and no earlier one: the files may have been joined in
    /// other sets before.
    const fn is_also(&mut self, other: &Self) -> bool {
        self.is_confirmed |= other.is_confirmed;
        self.is_balanced |= other.is_balanced;
        self.last_statement = other.last_statement;
        let is_first = other.is_kept && !self.is_kept;
        self.is_kept |= other.is_kept;
        if is_first {
            self.statement = other.statement;
        }
        is_first
    }
}

/// The numbers of entries with the same key, which go on from statement to statement in each strand.
#[derive(Default)]
struct Numbers(HashMap<([u8; 16], usize), Last>);

#[derive(Default)]
struct Last {
    /// The statement that had the key last, and the largest number before it and up to now.
    statement: usize,
    before: u32,
    now: u32,
}

impl Numbers {
    /// Returns the first number that an entry of the statement can have, and that of this entry.
    fn number_of(&mut self, entry: &StatementEntry, strand: usize, statement: usize) -> (u32, u32) {
        let last = self.0.entry((entry.key, strand)).or_default();
        if last.statement != statement {
            (last.statement, last.before) = (statement, last.now);
        }
        // The entry has its number in the statement, which may be cut.
        let number = last.before + entry.occurrence;
        last.now = last.now.max(number);
        (last.before + 1, number)
    }
}

/// Which entries of a statement balances confirm.
struct Confirmation {
    /// The first and the last line of the entries that no balance confirms, in order. Entries of the account between them aren't confirmed either.
    unconfirmed: Vec<(usize, usize)>,
    /// Whether more entries are unconfirmed than the ranges have, so that nothing is known of a single one.
    is_cut: bool,
    is_complete: bool,
}

impl Confirmation {
    /// A statement that follows another one begins with a known balance.
    fn of(member: &Member<'_>, is_following: bool) -> Self {
        let statement = member.statement;
        let listed: usize = statement
            .unconfirmed
            .iter()
            .map(|rows| rows.transactions)
            .sum();
        let is_open = |reason| is_following && member.is_confirmed_by_following(reason);
        let ranges = statement.unconfirmed.iter();
        let mut unconfirmed: Vec<(usize, usize)> = ranges
            .filter(|rows| !is_open(rows.reason))
            .map(|rows| (rows.first_line, rows.last_line))
            .collect();
        unconfirmed.sort_unstable();
        Self {
            unconfirmed,
            is_cut: listed + statement.confirmed < statement.entries.len(),
            is_complete: statement.confirmed == statement.entries.len(),
        }
    }

    fn confirms(&self, entry: &StatementEntry) -> bool {
        if self.is_complete || self.is_cut {
            return self.is_complete;
        }
        let line = entry.line();
        let count = self
            .unconfirmed
            .partition_point(|(first, _)| *first <= line);
        let before = self.unconfirmed.get(..count).unwrap_or_default();
        before.last().is_none_or(|(_, last)| line > *last)
    }
}
