//! Generated bank statements, independent of the format of a bank.

use universal_accounting::chrono::{Days, NaiveDate};

use universal_accounting::generate::Choices;

/// The state of a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    Booked,
    Pending,
    Zero,
}

/// A booking, with the values that any of the banks writes. Days are counted from the first of the year.
#[derive(Debug, Clone)]
pub(crate) struct Booking {
    pub(crate) day: u64,
    pub(crate) purchased: u64,
    pub(crate) valuta: u64,
    pub(crate) account: usize,
    /// Positive for money in.
    pub(crate) cents: i64,
    pub(crate) balance: i64,
    pub(crate) texts: [String; 3],
    pub(crate) bank_id: Option<String>,
    pub(crate) state: State,
    pub(crate) details: Vec<(i64, String)>,
    pub(crate) original: Option<(i64, &'static str)>,
}

/// A statement, with its bookings in the order of their days.
#[derive(Debug, Clone)]
pub(crate) struct Statement {
    pub(crate) accounts: Vec<String>,
    pub(crate) currency: &'static str,
    pub(crate) opening: i64,
    pub(crate) bookings: Vec<Booking>,
}

const FIRST: [&str; 5] = ["Einkauf", "Lohn", "Zürich", "Miete", "Köniz"];
const FURTHER: &[&str] = &[
    "",
    " Bäckerei",
    "; Bern",
    " \"Zum Löwen\"",
    ", 3. Stock",
    "  L'été",
    "\nan uns",
    " | ",
    "\t7",
    "=x",
    "\"",
    " ",
];

fn number(cents: usize) -> i64 {
    i64::try_from(cents).unwrap()
}

fn text(choices: &mut Choices<'_>) -> String {
    let further: String = (0..choices.below(4))
        .map(|_| choices.pick(FURTHER))
        .collect();
    format!("{}{further}", choices.pick(&FIRST))
}

/// Returns a valid Swiss IBAN, for each index another one.
fn iban(index: usize, choices: &mut Choices<'_>) -> String {
    let bank = 200 + 2 * choices.below(4000) + index;
    let account = 1 + choices.below(60000);
    let bban = format!("{bank:05}{account:012}");
    // The country goes to the end as digits: C is 12 and H is 17, the check digits are 00.
    let remainder = format!("{bban}121700")
        .bytes()
        .fold(0, |sum, digit| (sum * 10 + u32::from(digit - b'0')) % 97);
    format!("CH{:02}{bban}", 98 - remainder)
}

/// Returns a statement that the bank of this profile could have written.
pub(crate) fn statement(profile: &str, choices: &mut Choices<'_>) -> Statement {
    let several = profile == "raiffeisen-account" && choices.once_in(2);
    let accounts: Vec<String> = (0..=usize::from(several))
        .map(|index| iban(index, choices))
        .collect();
    let opening = number(choices.below(60000));
    let mut balances = vec![opening; accounts.len()];
    let mut bookings: Vec<Booking> = Vec::new();
    let mut day = 10;
    for index in 0..=choices.below(9) {
        day += [0, 1, 0, 7][choices.below(4)];
        let mut booking = match bookings.last() {
            // Two equal bookings on one day.
            Some(last) if last.day == day && last.state == State::Booked && choices.once_in(3) => {
                last.clone()
            }
            _ => booking(profile, day, accounts.len(), choices),
        };
        booking.bank_id =
            (choices.below(6) < 5).then(|| format!("99{index:05}BN{:07}", 1_710_030 + index));
        if booking.state == State::Booked {
            balances[booking.account] += booking.cents;
        }
        booking.balance = balances[booking.account];
        bookings.push(booking);
    }
    Statement {
        accounts,
        currency: choices.pick(&["CHF", "EUR"]),
        opening,
        bookings,
    }
}

fn booking(profile: &str, day: u64, accounts: usize, choices: &mut Choices<'_>) -> Booking {
    let has_pending_rows = matches!(profile, "ubs-account" | "viseca-card");
    let state = match choices.below(10) {
        8 => State::Zero,
        9 if has_pending_rows => State::Pending,
        _ => State::Booked,
    };
    let cents = 1 + number(choices.below(60000)) * 7;
    let cents = if state == State::Zero {
        0
    } else {
        cents * [-1, 1][choices.below(2)]
    };
    let valuta = if profile == "viseca-card" {
        day
    } else {
        day + number_of_days(choices, 3) - 1
    };
    let purchased = day - number_of_days(choices, 4);
    let mut texts = [text(choices), String::new(), String::new()];
    for further in &mut texts[1..] {
        if choices.once_in(2) {
            *further = text(choices);
        }
    }
    let original = choices.once_in(3).then(|| {
        (
            1 + number(choices.below(9999)),
            choices.pick(&["USD", "EUR"]),
        )
    });
    match (profile, original) {
        ("ubs-account", Some((cents, code))) => {
            texts[2] = format!(
                "Kartentransaktionsbetrag: -{} {code}; {}",
                money(cents),
                texts[2]
            );
        }
        ("postfinance-account", Some(_)) => {
            texts[0] = format!("KAUF/DIENSTLEISTUNG VOM {} {}", swiss(purchased), texts[0]);
        }
        _ => {}
    }
    let mut details = Vec::new();
    if state != State::Pending && choices.once_in(4) {
        let first = cents / 3;
        details = vec![(first, text(choices)), (cents - first, text(choices))];
    }
    let account = choices.below(accounts);
    Booking {
        day,
        purchased,
        valuta,
        account,
        cents,
        balance: 0,
        texts,
        bank_id: None,
        state,
        details,
        original,
    }
}

fn number_of_days(choices: &mut Choices<'_>, below: usize) -> u64 {
    u64::try_from(choices.below(below)).unwrap()
}

pub(crate) fn money(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    format!(
        "{sign}{}.{:02}",
        cents.unsigned_abs() / 100,
        cents.unsigned_abs() % 100
    )
}

pub(crate) fn iso(day: u64) -> String {
    (NaiveDate::from_ymd_opt(2026, 1, 1).unwrap() + Days::new(day)).to_string()
}

pub(crate) fn swiss(day: u64) -> String {
    let iso = iso(day);
    format!("{}.{}.{}", &iso[8..], &iso[5..7], &iso[..4])
}
