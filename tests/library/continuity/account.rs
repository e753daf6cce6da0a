//! Generated accounts: what truly happened, from which statements are cut.

use universal_accounting::chrono::{Days, NaiveDate};
use universal_accounting::generate::Choices;

pub(crate) const IBAN: &str = "CH9300762011623852957";

/// A booking. Days are counted from the first day of the account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Booking {
    pub(crate) day: usize,
    /// Positive for money in, never zero.
    pub(crate) cents: i64,
    pub(crate) text: String,
    pub(crate) reference: Option<String>,
    pub(crate) end_to_end: Option<String>,
}

/// An account over some days: its bookings, the oldest first.
#[derive(Debug, Clone)]
pub(crate) struct Account {
    pub(crate) opening: i64,
    pub(crate) days: usize,
    pub(crate) bookings: Vec<Booking>,
    /// Whether the text, and the reference, tell each booking from all others.
    pub(crate) are_distinct: [bool; 2],
}

/// Which bookings have a reference of the bank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Referenced {
    None,
    Some,
    All,
}

const TEXTS: [&str; 3] = ["Bakery", "Kiosk", "Rent"];
/// Few amounts, so that bookings are equal and days add up to zero.
const CENTS: [i64; 6] = [-500, 500, -1250, 1250, -5, 120_000];

/// Generates an account with up to 60 bookings. Some are equal in all that a statement shows, some days are quiet, some add up to zero.
pub(crate) fn account(choices: &mut Choices<'_>) -> Account {
    let days = 1 + choices.below(14);
    let referenced = choices.pick(&[Referenced::None, Referenced::Some, Referenced::All]);
    let opening = choices.pick(&[10_000, 0, -7_505]);
    let is_swept = choices.once_in(8);
    let is_distinct = choices.once_in(3);
    let (mut bookings, mut balance): (Vec<Booking>, i64) = (Vec::new(), opening);
    for day in 0..days {
        let count = choices.pick(&[0, 1, 2, 3, 4, 7]);
        for _ in 0..count {
            if bookings.len() == 59 {
                break;
            }
            let repeated = bookings.last().filter(|last| last.day == day).cloned();
            let mut booking = match repeated.filter(|_| choices.once_in(3)) {
                Some(same) => same,
                None => Booking {
                    day,
                    cents: choices.pick(&CENTS),
                    text: choices.pick(&TEXTS).to_owned(),
                    reference: None,
                    end_to_end: None,
                },
            };
            let has_reference = match referenced {
                Referenced::None => false,
                Referenced::Some => choices.once_in(2),
                Referenced::All => true,
            };
            booking.reference = has_reference.then(|| reference(bookings.len()));
            if is_distinct {
                booking.text = format!("Payment {}", bookings.len());
            }
            balance += booking.cents;
            bookings.push(booking);
        }
        if is_swept && balance != 0 && bookings.len() < 60 {
            bookings.push(Booking {
                day,
                cents: -balance,
                text: format!("Sweep{}", if is_distinct { bookings.len() } else { 0 }),
                reference: (referenced == Referenced::All).then(|| reference(bookings.len())),
                end_to_end: None,
            });
            balance = 0;
        }
    }
    Account {
        opening,
        days,
        bookings,
        are_distinct: [is_distinct, referenced == Referenced::All],
    }
}

fn reference(number: usize) -> String {
    format!("ZKB26{number:03}BX71")
}

impl Account {
    /// Returns the balance before a booking, or after the last one.
    pub(crate) fn balance_before(&self, index: usize) -> i64 {
        self.opening
            + self.bookings[..index]
                .iter()
                .map(|booking| booking.cents)
                .sum::<i64>()
    }

    /// Returns the index of the first booking on a day or after it.
    pub(crate) fn start_of(&self, day: usize) -> usize {
        self.bookings.partition_point(|booking| booking.day < day)
    }

    /// Whether the account has a balance twice on one day.
    pub(crate) fn returns_within_a_day(&self) -> bool {
        (0..self.days).any(|day| {
            let balances = self.start_of(day)..=self.start_of(day + 1);
            let mut balances: Vec<i64> = balances.map(|index| self.balance_before(index)).collect();
            let count = balances.len();
            balances.sort_unstable();
            balances.dedup();
            balances.len() < count
        })
    }

    /// Returns the day and the signed amount of each booking, in order.
    pub(crate) fn truth(&self) -> Vec<(String, String)> {
        let mut truth: Vec<(String, String)> = self
            .bookings
            .iter()
            .map(|booking| (date(booking.day).to_string(), amount(booking.cents)))
            .collect();
        truth.sort();
        truth
    }
}

pub(crate) fn date(day: usize) -> NaiveDate {
    let first = NaiveDate::from_ymd_opt(2026, 2, 20).unwrap();
    first + Days::new(u64::try_from(day).unwrap())
}

/// Returns an amount of cents with a decimal point.
pub(crate) fn amount(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", cents.abs() / 100, cents.abs() % 100)
}
