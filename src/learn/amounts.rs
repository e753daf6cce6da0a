use std::collections::BTreeMap;

use rust_decimal::Decimal;

use super::chain::{BalanceTime, Proof, Sequence, check};
use super::numbers::NumberColumn;
use super::row::TableRow;

/// A reading of the amounts: what each row moves, as seen from the account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Amounts {
    /// One column with a sign. If it is `reversed`, a number without a minus sign is money out.
    Signed { column: usize, reversed: bool },
    /// A column for each direction.
    Columns { debit: usize, credit: usize },
    /// One column, and one with a word for the direction.
    Words {
        column: usize,
        direction: usize,
        credit: Vec<String>,
        debit: Vec<String>,
    },
    /// One column with a sign, and a fee beside it. A fee that is `negative` is added, another one subtracted.
    WithFee {
        column: usize,
        fee: usize,
        negative: bool,
    },
}

impl Amounts {
    /// Returns the reading with the other direction for each row, if it can be said.
    pub(super) fn mirrored(&self) -> Option<Self> {
        match self {
            Self::Signed { column, reversed } => Some(Self::Signed {
                column: *column,
                reversed: !reversed,
            }),
            Self::Columns { debit, credit } => Some(Self::Columns {
                debit: *credit,
                credit: *debit,
            }),
            Self::Words { .. } | Self::WithFee { .. } => None,
        }
    }
}

/// A reading that satisfies every balance of a column.
#[derive(Debug, Clone)]
pub(super) struct Solution {
    pub(super) amounts: Amounts,
    pub(super) balance: usize,
    pub(super) time: BalanceTime,
    pub(super) proof: Proof,
    /// What each row moves.
    pub(super) moved: Vec<Decimal>,
}

/// The columns that a search reads.
#[derive(Debug)]
pub(super) struct Search<'t> {
    pub(super) rows: &'t [&'t TableRow],
    pub(super) numbers: &'t [NumberColumn],
    /// The columns of few different words.
    pub(super) words: &'t [usize],
}

impl Search<'_> {
    /// Returns every reading that satisfies all balances of a column, in one order of time.
    pub(super) fn solutions(&self, sequence: &Sequence) -> Vec<Solution> {
        let mut found = Vec::new();
        for balances in self.numbers.iter().filter(|column| is_balance(column)) {
            let readings = self.readings(balances.column);
            for time in [BalanceTime::After, BalanceTime::Before] {
                let by_words = self.readings_by_words(sequence, balances, time);
                for amounts in readings.iter().chain(&by_words) {
                    let amount = |row: usize| self.amount(amounts, row);
                    // Nearly all readings fail at one of the first balances.
                    let Some(proof) = check(sequence, balances, time, &amount) else {
                        continue;
                    };
                    let moved: Option<Vec<Decimal>> = (0..self.rows.len()).map(amount).collect();
                    if let Some(moved) = moved.filter(|_| proof.moving >= 2) {
                        found.push(Solution {
                            amounts: amounts.clone(),
                            balance: balances.column,
                            time,
                            proof,
                            moved,
                        });
                    }
                }
            }
        }
        found
    }

    fn column(&self, column: usize) -> Option<&NumberColumn> {
        self.numbers.iter().find(|known| known.column == column)
    }

    /// Returns what a row moves in a reading; `None` if the reading can't read the row.
    pub(super) fn amount(&self, amounts: &Amounts, row: usize) -> Option<Decimal> {
        match amounts {
            Amounts::Signed { column, reversed } => {
                let number = self.column(*column)?.at(row);
                Some(if *reversed { -number } else { number })
            }
            Amounts::Columns { debit, credit } => {
                let [debits, credits] = [self.column(*debit)?, self.column(*credit)?];
                let [out, into] = [debits.at(row), credits.at(row)];
                if !out.is_zero() && !into.is_zero() {
                    return None;
                }
                // A column whose numbers are all negative is written with a minus sign. In another one, a negative number is a reversal.
                let out = if debits.is_negative() { -out } else { out };
                let into = if credits.is_negative() { -into } else { into };
                into.checked_sub(out)
            }
            Amounts::Words {
                column,
                direction,
                credit,
                debit,
            } => {
                let number = self.column(*column)?.at(row);
                if number.is_zero() {
                    return Some(number);
                }
                let word = self.rows.get(row)?.cell(*direction);
                let is_in =
                    |words: &[String]| words.iter().any(|known| known.eq_ignore_ascii_case(word));
                if is_in(credit) {
                    return Some(number);
                }
                is_in(debit).then_some(-number)
            }
            Amounts::WithFee {
                column,
                fee,
                negative,
            } => {
                let [number, fee] = [self.column(*column)?.at(row), self.column(*fee)?.at(row)];
                if *negative {
                    number.checked_add(fee)
                } else {
                    number.checked_sub(fee)
                }
            }
        }
    }

    /// Returns all readings but those with words, whose meaning only a balance shows.
    fn readings(&self, balance: usize) -> Vec<Amounts> {
        let mut readings = Vec::new();
        let used: Vec<&NumberColumn> = self
            .numbers
            .iter()
            .filter(|column| column.column != balance && column.is_used())
            .collect();
        for one in &used {
            let column = one.column;
            readings.extend([false, true].map(|reversed| Amounts::Signed { column, reversed }));
        }
        for one in &used {
            for other in used.iter().filter(|other| other.column != one.column) {
                readings.push(Amounts::Columns {
                    debit: one.column,
                    credit: other.column,
                });
            }
        }
        for one in &used {
            for other in used.iter().filter(|other| other.column != one.column) {
                let (column, fee) = (one.column, other.column);
                // All fees have the same sign, and each stands beside an amount.
                let mut both = one.values.iter().zip(&other.values);
                let is_beside = both.all(|(amount, fee)| is_zero(*fee) || !is_zero(*amount));
                if is_beside && (other.is_negative() || other.is_positive()) {
                    readings.push(Amounts::WithFee {
                        column,
                        fee,
                        negative: other.is_negative(),
                    });
                }
            }
        }
        readings
    }

    /// Returns the readings of numbers without a sign, beside a column of words. A step over a single row shows what its word means.
    fn readings_by_words(
        &self,
        sequence: &Sequence,
        balances: &NumberColumn,
        time: BalanceTime,
    ) -> Vec<Amounts> {
        let mut readings = Vec::new();
        let is_amount = |column: &&NumberColumn| {
            column.column != balances.column && column.is_used() && column.is_positive()
        };
        for amounts in self.numbers.iter().filter(is_amount) {
            for direction in self.words {
                if let Some([credit, debit]) =
                    self.meaning_of_words(sequence, balances, time, amounts, *direction)
                {
                    readings.push(Amounts::Words {
                        column: amounts.column,
                        direction: *direction,
                        credit,
                        debit,
                    });
                }
            }
        }
        readings
    }

    /// Returns the words for money in and those for money out, unless one means both.
    fn meaning_of_words(
        &self,
        sequence: &Sequence,
        balances: &NumberColumn,
        time: BalanceTime,
        amounts: &NumberColumn,
        direction: usize,
    ) -> Option<[Vec<String>; 2]> {
        let mut meaning: BTreeMap<&str, bool> = BTreeMap::new();
        for rows in sequence {
            for pair in rows.windows(2) {
                let [before, after] = pair else { continue };
                let values =
                    [before, after].map(|row| balances.values.get(*row).copied().flatten());
                let [Some(old), Some(new)] = values else {
                    continue;
                };
                let row = if time == BalanceTime::After {
                    *after
                } else {
                    *before
                };
                let (number, moved) = (amounts.at(row), new.checked_sub(old)?);
                if number.is_zero() {
                    continue;
                }
                let is_credit = moved == number;
                if !is_credit && moved != -number {
                    return None;
                }
                let word = self.rows.get(row)?.cell(direction);
                if *meaning.entry(word).or_insert(is_credit) != is_credit {
                    return None;
                }
            }
        }
        let words = |is_credit: bool| {
            let known = meaning.iter().filter(|(_, known)| **known == is_credit);
            known
                .map(|(word, _)| (*word).to_owned())
                .collect::<Vec<String>>()
        };
        let meant = [words(true), words(false)];
        meant.iter().all(|words| !words.is_empty()).then_some(meant)
    }
}

fn is_zero(number: Option<Decimal>) -> bool {
    number.is_none_or(|number| number.is_zero())
}

/// Whether a column may be a balance: its numbers differ.
fn is_balance(column: &NumberColumn) -> bool {
    let mut different: Vec<Decimal> = Vec::new();
    for number in column.values.iter().flatten() {
        if !different.contains(number) {
            different.push(*number);
        }
        if different.len() == 2 {
            return true;
        }
    }
    false
}
