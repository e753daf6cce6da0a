//! Bank statements, whatever bank tells of them.

use chrono::{Days, NaiveDate};

use universal_accounting::generate::Choices;

/// What a booking has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    Booked,
    Pending,
    Zero,
}

/// A booking, with what one bank or another tells of it. Days are counted from the first of the year.
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

/// The bookings of a time, the first one first.
#[derive(Debug, Clone)]
pub(crate) struct Statement {
    pub(crate) accounts: Vec<String>,
    pub(crate) currency: &'static str,
    pub(crate) opening: i64,
    pub(crate) bookings: Vec<Booking>,
}

const FIRST: [&str; 5] = ["Einkauf", "Lohn", "Zürich", "Miete", "Köniz"];
const FURTHER: &[&str] =
    &["", " Bäckerei", "; Bern", " \"Zum Löwen\"", ", 3. Stock", "  L'été", "\nan uns", " | ", "\t7", "=x", "\"", " "];

fn number(cents: usize) -> i64 {
    i64::try_from(cents).unwrap()
}

fn text(tape: &mut Choices<'_>) -> String {
    let further: String = (0..tape.below(4)).map(|_| tape.pick(FURTHER)).collect();
    format!("{}{further}", tape.pick(&FIRST))
}

/// A right IBAN of Switzerland.
fn iban(tape: &mut Choices<'_>) -> String {
    let bank = 200 + tape.below(8000);
    let account = 1 + tape.below(60000);
    let bban = format!("{bank:05}{account:012}");
    // The country goes to the end as digits: C is 12 and H is 17, the check digits are 00.
    let remainder = format!("{bban}121700").bytes().fold(0, |sum, digit| (sum * 10 + u32::from(digit - b'0')) % 97);
    format!("CH{:02}{bban}", 98 - remainder)
}

/// A statement as that bank could have written it.
pub(crate) fn statement(profile: &str, tape: &mut Choices<'_>) -> Statement {
    let several = profile == "raiffeisen-account" && tape.once_in(2);
    let accounts: Vec<String> = (0..=usize::from(several)).map(|_| iban(tape)).collect();
    let opening = number(tape.below(60000));
    let mut balances = vec![opening; accounts.len()];
    let mut bookings: Vec<Booking> = Vec::new();
    let mut day = 10;
    for index in 0..=tape.below(9) {
        day += [0, 1, 0, 7][tape.below(4)];
        let mut booking = match bookings.last() {
            // Two bookings that are alike to the letter.
            Some(last) if last.day == day && last.state == State::Booked && tape.once_in(3) => last.clone(),
            _ => booking(profile, day, accounts.len(), tape),
        };
        booking.bank_id = (tape.below(6) < 5).then(|| format!("99{index:05}BN{:07}", 1_710_030 + index));
        if booking.state == State::Booked {
            balances[booking.account] += booking.cents;
        }
        booking.balance = balances[booking.account];
        bookings.push(booking);
    }
    Statement { accounts, currency: tape.pick(&["CHF", "EUR"]), opening, bookings }
}

fn booking(profile: &str, day: u64, accounts: usize, tape: &mut Choices<'_>) -> Booking {
    let tells_pending = matches!(profile, "ubs-account" | "viseca-card");
    let state = match tape.below(10) {
        8 => State::Zero,
        9 if tells_pending => State::Pending,
        _ => State::Booked,
    };
    let cents = 1 + number(tape.below(60000)) * 7;
    let cents = if state == State::Zero { 0 } else { cents * [-1, 1][tape.below(2)] };
    let valuta = if profile == "viseca-card" { day } else { day + number_of_days(tape, 3) - 1 };
    let purchased = day - number_of_days(tape, 4);
    let mut texts = [text(tape), String::new(), String::new()];
    for further in &mut texts[1..] {
        if tape.once_in(2) {
            *further = text(tape);
        }
    }
    let original = tape.once_in(3).then(|| (1 + number(tape.below(9999)), tape.pick(&["USD", "EUR"])));
    match (profile, original) {
        ("ubs-account", Some((cents, code))) => {
            texts[2] = format!("Kartentransaktionsbetrag: -{} {code}; {}", money(cents), texts[2]);
        }
        ("postfinance-account", Some(_)) => {
            texts[0] = format!("KAUF/DIENSTLEISTUNG VOM {} {}", swiss(purchased), texts[0]);
        }
        _ => {}
    }
    let mut details = Vec::new();
    if state != State::Pending && tape.once_in(4) {
        let first = cents / 3;
        details = vec![(first, text(tape)), (cents - first, text(tape))];
    }
    let account = tape.below(accounts);
    Booking { day, purchased, valuta, account, cents, balance: 0, texts, bank_id: None, state, details, original }
}

fn number_of_days(tape: &mut Choices<'_>, below: usize) -> u64 {
    u64::try_from(tape.below(below)).unwrap()
}

pub(crate) fn money(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", cents.unsigned_abs() / 100, cents.unsigned_abs() % 100)
}

pub(crate) fn iso(day: u64) -> String {
    (NaiveDate::from_ymd_opt(2026, 1, 1).unwrap() + Days::new(day)).to_string()
}

pub(crate) fn swiss(day: u64) -> String {
    let iso = iso(day);
    format!("{}.{}.{}", &iso[8..], &iso[5..7], &iso[..4])
}
