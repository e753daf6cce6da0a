//! Which days of an account the statements of a store cover.

use std::collections::BTreeSet;

use rust_decimal::Decimal;

use super::statement_links::{Linked, link};
use super::stored_statement::StoredStatement;
use crate::continuity::Link;
use crate::source::named_enum;
use crate::statement::BalanceStatus;
use crate::value::{AccountIdentifier, Currency, Date};

/// The days of one account in one currency, from the first to the last day of its statements.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Calendar {
    /// The account.
    pub account: AccountIdentifier,
    /// The currency.
    pub currency: Currency,
    /// The number of statements.
    pub statements: usize,
    /// The days in order, without a gap. Adjacent spans differ in their coverage.
    pub days: Vec<CalendarDays>,
    /// The statements that are missing, by their first day.
    pub missing: Vec<MissingStatement>,
}

/// Adjacent days with the same coverage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct CalendarDays {
    /// The first day.
    pub first_day: Date,
    /// The last day.
    pub last_day: Date,
    /// What the statements say about these days.
    pub coverage: Coverage,
}

named_enum! {
    /// What the statements of an account say about a day.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Coverage {
        /// Balances confirm every transaction of a statement that covers it.
        Proved = "proved",
        /// Balances confirm only some transactions of the statements that cover it.
        Partly = "partly",
        /// A statement that covers it contradicts itself.
        Broken = "broken",
        /// The statements that cover it have no balances to compare.
        Unchecked = "unchecked",
        /// Two statements that cover it don't follow one another, and neither is a part of the other one.
        Overlapping = "overlapping",
        /// No statement covers it, and the balance before these days is the balance after them.
        Resting = "resting",
        /// No statement covers it.
        Missing = "missing",
    }
    /// The name in machine-readable output.
    as_str
}

/// A statement that the bank should be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct MissingStatement {
    /// The first day for which a statement is missing. Where no day is left uncovered, but balances don't meet, this is the last day of the statement before.
    pub first_day: Date,
    /// The last day, which is the first day of the statement after where no day is left uncovered.
    pub last_day: Date,
    /// Whether two statements have these days, but their balances don't meet. Then one of them is wrong, or bookings within a day are missing.
    pub is_overlap: bool,
    /// The balances that don't meet. `None` if a statement before or after these days has none, so that the account may have rested.
    pub balances: Option<UnequalBalances>,
}

/// The closing balance of a statement and the opening balance of the next one, which differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnequalBalances {
    /// The closing balance of the statement before.
    pub closing: Decimal,
    /// The opening balance of the statement after.
    pub opening: Decimal,
    /// The opening balance minus the closing balance: what the account moved meanwhile.
    pub difference: Decimal,
}

/// Returns the calendar of each account and currency, in the order in which the statements name them first. The order of the statements says nothing else.
///
/// Statements without days, or with days in the wrong order, are counted and cover nothing.
///
/// ```
/// use universal_accounting::dedup::{self, Coverage, StoredStatement};
/// use universal_accounting::format::{self, ConvertOptions};
///
/// let march = ":20:A\n:25:CH9300762011623852957\n:28C:3\n:60F:C260301CHF100,00\n:61:2603300330D12,50NTRFNONREF\n:62F:C260331CHF87,50\n-\n";
/// let may = ":20:B\n:25:CH9300762011623852957\n:28C:5\n:60F:C260501CHF60,00\n:61:2605040504C20,00NTRFNONREF\n:62F:C260531CHF80,00\n-\n";
/// let mut statements = Vec::new();
/// for file in [march, may] {
///     let conversion = format::convert(file.as_bytes(), &ConvertOptions::new())?;
///     statements.extend(StoredStatement::all_of(&conversion.summary, file.as_bytes()));
/// }
/// let calendars = dedup::calendars(&statements);
/// let coverage = calendars[0].days.iter().map(|days| days.coverage);
/// assert!(coverage.eq([Coverage::Proved, Coverage::Missing, Coverage::Proved]));
/// let april = calendars[0].missing[0];
/// assert_eq!((april.first_day.to_string(), april.last_day.to_string()), ("2026-04-01".to_owned(), "2026-04-30".to_owned()));
/// assert_eq!(april.balances.map(|balances| balances.difference.to_string()), Some("-27.50".to_owned()));
/// # Ok::<(), universal_accounting::statement::IncompleteConversion>(())
/// ```
#[must_use]
pub fn calendars(statements: &[StoredStatement]) -> Vec<Calendar> {
    let statements: Vec<&StoredStatement> = statements.iter().collect();
    let accounts = link(&statements).into_iter();
    accounts
        .map(|(account, currency, linked)| {
            let days = cover(&linked);
            Calendar {
                account: account.clone(),
                currency,
                statements: linked.len(),
                missing: missing(&linked, &days),
                days,
            }
        })
        .collect()
}

/// Returns the coverage of all days from the first to the last one.
fn cover(linked: &[Linked<'_>]) -> Vec<CalendarDays> {
    let covering = linked.iter().filter_map(Covering::new);
    let mut covering: Vec<Covering> = covering.collect();
    covering.sort_by_key(|statement| statement.days[0]);
    // The days on which the statements that cover a day change.
    let changes = covering.iter().flat_map(|statement| {
        let [first, last] = statement.days;
        [Some(first), last.tomorrow()].into_iter().flatten()
    });
    let changes: BTreeSet<Date> = changes.collect();
    let mut changes = changes.into_iter().peekable();
    let mut waiting = covering.into_iter().peekable();
    let mut open: Vec<Covering> = Vec::new();
    let rests = rests(linked);
    let mut spans: Vec<CalendarDays> = Vec::new();
    while let Some(first_day) = changes.next() {
        while let Some(begun) = waiting.next_if(|next| next.days[0] <= first_day) {
            open.push(begun);
        }
        open.retain(|statement| first_day <= statement.days[1]);
        // The last day of all days is not followed by a change if there is no day after it.
        let last_day = match changes.peek() {
            Some(next) => next.yesterday(),
            None => open.iter().map(|statement| statement.days[1]).max(),
        };
        let Some(last_day) = last_day else { break };
        let coverage = joined_coverage(&open, first_day).unwrap_or_else(|| {
            let rests = rests.iter();
            let mut rests = rests.filter(|[end, start]| *end < first_day && last_day < *start);
            match rests.next() {
                Some(_) => Coverage::Resting,
                None => Coverage::Missing,
            }
        });
        match spans.last_mut().filter(|span| span.coverage == coverage) {
            Some(span) => span.last_day = last_day,
            None => spans.push(CalendarDays {
                first_day,
                last_day,
                coverage,
            }),
        }
    }
    spans
}

/// A statement that covers days.
struct Covering {
    days: [Date; 2],
    coverage: Coverage,
    /// The last day that it has in common with a statement before it that it doesn't follow.
    overlap_until: Option<Date>,
}

impl Covering {
    fn new(linked: &Linked<'_>) -> Option<Self> {
        let statement = linked.statement;
        let days = statement.period()?;
        let is_proved_by_other = statement.lacks_opening && linked.link == Link::Follows;
        let coverage = match statement.balance_status {
            BalanceStatus::Partly if is_proved_by_other => Coverage::Proved,
            BalanceStatus::Proved => Coverage::Proved,
            BalanceStatus::Partly => Coverage::Partly,
            BalanceStatus::Broken => Coverage::Broken,
            BalanceStatus::None => Coverage::Unchecked,
        };
        let doesnt_follow = matches!(linked.link, Link::Overlap | Link::Gap);
        let other = linked.other.filter(|_| doesnt_follow);
        let end = other.and_then(StoredStatement::period).map(|days| days[1]);
        Some(Self {
            days,
            coverage,
            overlap_until: end.filter(|end| days[0] <= *end),
        })
    }
}

/// Returns what the statements that cover a span say about it. `None` if there are none.
fn joined_coverage(open: &[Covering], first_day: Date) -> Option<Coverage> {
    let overlaps = |statement: &Covering| {
        let until = statement.overlap_until;
        until.is_some_and(|until| first_day <= until)
    };
    if open.iter().any(overlaps) {
        return Some(Coverage::Overlapping);
    }
    let strongest = [
        Coverage::Broken,
        Coverage::Proved,
        Coverage::Partly,
        Coverage::Unchecked,
    ];
    let mut strongest = strongest.into_iter();
    strongest.find(|coverage| open.iter().any(|statement| statement.coverage == *coverage))
}

/// Returns the last day of each statement and the first day of the next one, where the balances of both are equal and days between them are not covered by
/// either.
fn rests(linked: &[Linked<'_>]) -> Vec<[Date; 2]> {
    let following = linked.iter().filter(|found| found.link == Link::Follows);
    let rests = following.filter_map(|found| {
        let [_, end] = found.other?.period()?;
        let [start, _] = found.statement.period()?;
        (end < start).then_some([end, start])
    });
    rests.collect()
}

fn missing(linked: &[Linked<'_>], days: &[CalendarDays]) -> Vec<MissingStatement> {
    let gaps = linked.iter().filter_map(Linked::gap);
    let gaps = gaps.filter_map(|gap| {
        Some(MissingStatement {
            first_day: gap.days[0],
            last_day: gap.days[1],
            is_overlap: gap.is_overlap,
            balances: Some(UnequalBalances {
                closing: gap.before.closing_balance?,
                opening: gap.after.opening_balance?,
                difference: gap.difference,
            }),
        })
    });
    let mut missing: Vec<MissingStatement> = gaps.collect();
    let uncovered = days
        .iter()
        .filter(|span| span.coverage == Coverage::Missing);
    for span in uncovered {
        let is_named = missing
            .iter()
            .any(|gap| gap.first_day <= span.first_day && span.last_day <= gap.last_day);
        if !is_named {
            missing.push(MissingStatement {
                first_day: span.first_day,
                last_day: span.last_day,
                is_overlap: false,
                balances: None,
            });
        }
    }
    missing.sort_by_key(|gap| (gap.first_day, gap.last_day));
    missing
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use sha2::{Digest, Sha256};

    use super::super::stored_statement::DayTotal;
    use super::*;

    const DAYS: usize = 40;

    /// Returns a day by its number, counted from 0.
    fn day(number: usize) -> Date {
        let mut day = Date::parse("2026-01-20").unwrap();
        for _ in 0..number {
            day = day.tomorrow().unwrap();
        }
        day
    }

    /// Returns the statement of some days of an account that moves an amount on each day.
    fn statement(moved: &[i64], [first, last]: [usize; 2]) -> StoredStatement {
        let before: i64 = moved[..first].iter().sum();
        let within: i64 = moved[first..=last].iter().sum();
        let entries = (first..=last).filter(|number| moved[*number] != 0);
        let days = entries.map(|number| DayTotal {
            day: day(number),
            count: 1,
            sum: moved[number].into(),
        });
        StoredStatement {
            account: AccountIdentifier::parse("CH9300762011623852957").unwrap(),
            currency: Currency::parse("CHF").unwrap(),
            number: None,
            first_day: Some(day(first)),
            last_day: Some(day(last)),
            opening_balance: Some(before.into()),
            closing_balance: Some((before + within).into()),
            balance_status: BalanceStatus::Proved,
            transactions: 0,
            content_hash: Sha256::digest(format!("{first} {last}")).into(),
            file_hash: [0; 32],
            lacks_opening: false,
            opens_with_balance: false,
            days: days.collect(),
        }
    }

    fn calendar(statements: &[StoredStatement]) -> Calendar {
        let [calendar] = calendars(statements).try_into().unwrap();
        calendar
    }

    fn coverages(statements: &[StoredStatement]) -> Vec<Coverage> {
        let days = calendar(statements).days;
        days.iter().map(|span| span.coverage).collect()
    }

    fn period() -> impl Strategy<Value = [usize; 2]> {
        (0..DAYS, 0..12_usize).prop_map(|(first, more)| [first, (first + more).min(DAYS - 1)])
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn each_day_is_what_the_statements_that_cover_it_say(
            moved in prop::collection::vec(-2_i64..3, DAYS),
            periods in prop::collection::btree_set(period(), 1..8),
        ) {
            let statements: Vec<StoredStatement> =
                periods.iter().map(|period| statement(&moved, *period)).collect();
            let calendar = calendar(&statements);
            let is_covered = |number: usize| {
                periods.iter().any(|[first, last]| (*first..=*last).contains(&number))
            };
            let first = periods.iter().map(|[first, _]| *first).min().unwrap();
            let last = periods.iter().map(|[_, last]| *last).max().unwrap();
            let mut missing = Vec::new();
            for number in first..=last {
                let this = day(number);
                let mut spans = calendar.days.iter().filter(|span| (span.first_day..=span.last_day).contains(&this));
                let coverage = spans.next().unwrap().coverage;
                prop_assert!(spans.next().is_none());
                let covering: Vec<&[usize; 2]> =
                    periods.iter().filter(|[first, last]| (*first..=*last).contains(&number)).collect();
                match covering.as_slice() {
                    [] => {
                        // The days without a statement around this one.
                        let start = (first..number).rev().find(|day| is_covered(*day)).unwrap() + 1;
                        let end = (number..=last).find(|day| is_covered(*day)).unwrap() - 1;
                        let sum: i64 = moved[start..=end].iter().sum();
                        let expected = if sum == 0 { Coverage::Resting } else { Coverage::Missing };
                        prop_assert_eq!(coverage, expected);
                        if sum != 0 && number == start {
                            missing.push((day(start), day(end), Decimal::from(sum)));
                        }
                    }
                    [_] => prop_assert_eq!(coverage, Coverage::Proved),
                    several => {
                        let lies_within = |one: &[usize; 2], other: &[usize; 2]| {
                            other[0] <= one[0] && one[1] <= other[1]
                        };
                        let are_nested = several.iter().all(|one| {
                            several.iter().all(|other| lies_within(one, other) || lies_within(other, one))
                        });
                        prop_assert!(coverage == Coverage::Proved || coverage == Coverage::Overlapping && !are_nested);
                    }
                }
            }
            let spans = calendar.days.iter();
            prop_assert_eq!(calendar.days[0].first_day, day(first));
            prop_assert_eq!(spans.clone().map(|span| span.last_day).max(), Some(day(last)));
            for (one, next) in spans.clone().zip(spans.skip(1)) {
                prop_assert_eq!(one.last_day.tomorrow(), Some(next.first_day));
                prop_assert_ne!(one.coverage, next.coverage);
            }
            let found = calendar.missing.iter().map(|gap| {
                (gap.first_day, gap.last_day, gap.balances.unwrap().difference)
            });
            prop_assert_eq!(found.collect::<Vec<_>>(), missing);
        }

        #[test]
        fn the_order_of_the_statements_says_nothing(
            moved in prop::collection::vec(-2_i64..3, DAYS),
            periods in prop::collection::btree_set(period(), 1..8),
        ) {
            let mut statements: Vec<StoredStatement> =
                periods.iter().map(|period| statement(&moved, *period)).collect();
            let before = calendars(&statements);
            statements.reverse();
            prop_assert_eq!(before, calendars(&statements));
        }
    }

    #[test]
    fn balances_that_do_not_meet_show_what_is_missing_between_adjacent_days() {
        let mut moved = vec![0; DAYS];
        moved[3] = 5;
        let before = statement(&moved, [0, 9]);
        let mut after = statement(&moved, [10, 19]);
        after.opening_balance = Some(7.into());
        after.closing_balance = Some(7.into());
        let calendar = calendar(&[after, before]);
        assert_eq!(calendar.days.len(), 1);
        let [gap] = calendar.missing.as_slice() else {
            panic!("{calendar:?}")
        };
        let balances = gap.balances.unwrap();
        assert_eq!((gap.first_day, gap.last_day), (day(9), day(10)));
        assert_eq!(
            (balances.closing, balances.opening, balances.difference),
            (5.into(), 7.into(), 2.into())
        );
        assert!(!gap.is_overlap);
    }

    #[test]
    fn the_day_of_an_opening_balance_is_missing_where_its_bookings_are() {
        let mut moved = vec![0; DAYS];
        (moved[3], moved[12]) = (5, 1);
        let before = statement(&moved, [0, 9]);
        let mut after = statement(&moved, [15, 19]);
        for (opens_with_balance, last) in [(false, 14), (true, 15)] {
            after.opens_with_balance = opens_with_balance;
            let calendar = calendar(&[before.clone(), after.clone()]);
            let gaps = calendar.missing.iter();
            let days: Vec<_> = gaps.map(|gap| (gap.first_day, gap.last_day)).collect();
            assert_eq!(days, [(day(10), day(last))]);
        }
    }

    #[test]
    fn a_statement_that_lacks_only_its_opening_balance_is_proved_by_the_one_before() {
        let mut moved = vec![0; DAYS];
        (moved[3], moved[12]) = (5, 1);
        let before = statement(&moved, [0, 9]);
        let mut after = statement(&moved, [10, 19]);
        after.balance_status = BalanceStatus::Partly;
        assert_eq!(
            coverages(&[before.clone(), after.clone()]),
            [Coverage::Proved, Coverage::Partly]
        );
        after.lacks_opening = true;
        assert_eq!(coverages(std::slice::from_ref(&after)), [Coverage::Partly]);
        assert_eq!(coverages(&[before, after]), [Coverage::Proved]);
    }

    #[test]
    fn days_without_balances_around_them_are_missing_without_a_difference() {
        let moved = vec![1; DAYS];
        let statements = [[0, 9], [15, 19]].map(|period| {
            let mut statement = statement(&moved, period);
            (statement.opening_balance, statement.closing_balance) = (None, None);
            statement.balance_status = BalanceStatus::None;
            statement
        });
        let calendar = calendar(&statements);
        assert_eq!(
            coverages(&statements),
            [Coverage::Unchecked, Coverage::Missing, Coverage::Unchecked]
        );
        let [gap] = calendar.missing.as_slice() else {
            panic!("{calendar:?}")
        };
        assert_eq!(
            (gap.first_day, gap.last_day, gap.balances),
            (day(10), day(14), None)
        );
    }

    #[test]
    fn accounts_and_currencies_have_their_own_calendars() {
        let moved = vec![1; DAYS];
        let mut statements = [[0, 9], [10, 19], [20, 29]].map(|period| statement(&moved, period));
        statements[1].currency = Currency::parse("EUR").unwrap();
        statements[2].account = AccountIdentifier::parse("Kasse").unwrap();
        let found = calendars(&statements);
        assert_eq!(found.len(), 3);
        assert!(found.iter().all(|calendar| calendar.missing.is_empty()));
    }
}
