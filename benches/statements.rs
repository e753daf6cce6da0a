//! Statements as banks write them, the same in every run: every balance follows from the one before it.

use std::fmt::Write as _;

use crate::random::Random;

/// A bank's export, and how many transactions are in it.
pub(crate) struct Statement {
    pub(crate) csv: Vec<u8>,
    pub(crate) rows: usize,
}

/// A booking in words and cents, and the balance after it.
struct Booking {
    /// Counted from the first of January 2020, in months of 28 days.
    day: usize,
    /// How many days before it the payment was.
    before: usize,
    cents: i64,
    balance: i64,
    partner: &'static str,
    place: &'static str,
    reference: String,
}

const ACCOUNT: &str = "CH9300762011623852957";
const PARTNERS: [&str; 10] = [
    "Bäckerei Muster",
    "Coop Pronto",
    "Librairie Exemple",
    "Arbeitgeberin AG",
    "Stadtwerk Beispiel",
    "Hausverwaltung Müller & Söhne GmbH",
    "SBB CFF FFS Mobile Ticket",
    "Restaurant zum goldenen Löwen",
    "Krankenkasse Beispiel Versicherungen AG",
    "Apotheke am Bahnhof",
];
const PLACES: [&str; 6] = ["3011 Bern", "8004 Zürich", "1003 Lausanne", "6900 Lugano", "75001 Paris", "9100 Herisau"];

/// A day by its number.
fn date(day: usize) -> String {
    format!("{:04}-{:02}-{:02}", 2020 + day / 336 % 80, day / 28 % 12 + 1, day % 28 + 1)
}

fn money(cents: i64, mark: char) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    format!("{sign}{}{mark}{:02}", cents.abs() / 100, cents.abs() % 100)
}

/// Bookings of about so many bytes, the oldest first, of some twenty on a day.
fn bookings(bytes: usize, of_each: usize, random: &mut Random) -> Vec<Booking> {
    let (mut day, mut balance) = (2, 100_000_000_i64);
    let booking = |_| {
        day += usize::from(random.percent(5));
        let most = random.pick(&[2_000, 10_000, 10_000, 100_000, 2_000_000]);
        let cents = i64::try_from(5 + random.below(most)).expect("a small amount");
        // What comes in is more, and comes less often, as on most accounts.
        let cents = if random.percent(50) { cents } else { -cents };
        balance += cents;
        let before = if random.percent(30) { 1 + random.below(2) } else { 0 };
        let reference = random.digits(7) + random.pick(&["BN", "TJ", "GK", "HJ"]) + &random.digits(7);
        let (partner, place) = (random.pick(&PARTNERS), random.pick(&PLACES));
        Booking { day, before, cents, balance, partner, place, reference }
    };
    (0..bytes / of_each).map(booking).collect()
}

/// UBS: a column for each direction, the bank's ids, the newest row first, texts in quotes where a delimiter is in them.
pub(crate) fn with_ids(bytes: usize) -> Statement {
    let mut random = Random(0x5eed_0011);
    let mut csv = format!(
        "\u{feff}Kontonummer:;0230 00123456.40;\nIBAN:;{ACCOUNT};\nBewertet in:;CHF;\n\n\
         Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;\
         Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;\n"
    );
    let bookings = bookings(bytes, 187, &mut random);
    for booking in bookings.iter().rev() {
        let (day, purchase) = (date(booking.day), date(booking.day - booking.before));
        let (hour, minute) = (6 + random.below(15), random.below(60));
        let amount = money(booking.cents, '.');
        let sides = if booking.cents < 0 { format!("{amount};") } else { format!(";{amount}") };
        let _ = write!(
            csv,
            "{purchase};{hour:02}:{minute:02}:11;{day};{purchase};CHF;{sides};;{};{};\"{};{}\";",
            money(booking.balance, '.'),
            booking.reference,
            booking.partner,
            booking.place
        );
        let cents = booking.cents.abs();
        let _ = match random.below(20) {
            0..10 => {
                write!(csv, "\"12345678-0 04/28; Zahlung Debitkarte\";\"Transaktions-Nr. {}\";;", booking.reference)
            }
            10 => write!(
                csv,
                "\"12345678-0 04/28; Zahlung Debitkarte\";\"Kartentransaktionsbetrag: -{} EUR; Devisenkurs: 0.95792; \
                 Transaktions-Nr. {}\";;",
                money(cents + cents / 20 + 1, '.'),
                booking.reference
            ),
            11..15 => write!(
                csv,
                "e-banking-Vergütungsauftrag;\"Zahlungsgrund: Rechnung {}; Transaktions-Nr. {}\";;",
                random.digits(6),
                booking.reference
            ),
            _ => write!(csv, "Gutschrift;\"Transaktions-Nr. {}\";;", booking.reference),
        };
        csv.push('\n');
    }
    Statement { csv: csv.into_bytes(), rows: bookings.len() }
}

/// Raiffeisen: one column with a sign, no ids, so that all are derived, the oldest row first.
pub(crate) fn without_ids(bytes: usize) -> Statement {
    let mut random = Random(0x5eed_0012);
    let mut csv = String::from("IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n");
    let bookings = bookings(bytes, 128, &mut random);
    for booking in &bookings {
        let (day, valuta) = (date(booking.day), date(booking.day - booking.before));
        let (amount, balance) = (money(booking.cents, '.'), money(booking.balance, '.'));
        let what = random.pick(&["Einkauf", "E-Banking Auftrag", "Gutschrift", "Lastschrift", "Zahlung"]);
        let _ = writeln!(
            csv,
            "{ACCOUNT};{day} 00:00:00.0;{what} {}, {}, {}.{}.2020, {:02}:{:02};{amount};{balance};{valuta} 00:00:00.0",
            booking.partner,
            booking.place,
            booking.day % 28 + 1,
            booking.day / 28 % 12 + 1,
            random.below(24),
            random.below(60)
        );
    }
    Statement { csv: csv.into_bytes(), rows: bookings.len() }
}

/// Rabobank: every cell in quotes, commas between them and in the amounts, no ids, the oldest row first.
pub(crate) fn quoted(bytes: usize) -> Statement {
    let mut random = Random(0x5eed_0013);
    let mut csv = String::from(
        "\"IBAN/BBAN\",\"Munt\",\"BIC\",\"Volgnr\",\"Datum\",\"Rentedatum\",\"Bedrag\",\"Saldo na trn\",\
         \"Tegenrekening IBAN/BBAN\",\"Naam tegenpartij\",\"Naam uiteindelijke partij\",\"Naam initiërende partij\",\
         \"BIC tegenpartij\",\"Code\",\"Batch ID\",\"Transactiereferentie\",\"Machtigingskenmerk\",\"Incassant ID\",\
         \"Betalingskenmerk\",\"Omschrijving-1\",\"Omschrijving-2\",\"Omschrijving-3\",\"Reden retour\",\"Oorspr bedrag\",\
         \"Oorspr munt\",\"Koers\"\r\n",
    );
    let bookings = bookings(bytes, 266, &mut random);
    for (index, booking) in bookings.iter().enumerate() {
        let signed = |cents: i64| (if cents < 0 { "" } else { "+" }).to_owned() + &money(cents, ',');
        let _ = write!(
            csv,
            "\"NL91ABNA0417164300\",\"EUR\",\"RABONL2U\",\"{:018}\",\"{}\",\"{}\",\"{}\",\"{}\",\"NL{}\",\"{}\",\"\",\"\",\
             \"INGBNL2A\",\"{}\",\"\",\"{}\",\"\",\"\",\"\",\"Betaalautomaat {}\",\"{} \",\"\",\"\",\"\",\"\",\"\"\r\n",
            index + 1,
            date(booking.day),
            date(booking.day - booking.before),
            signed(booking.cents),
            signed(booking.balance),
            random.digits(2) + "INGB" + &random.digits(10),
            booking.partner,
            random.pick(&["db", "cb", "bc", "ei"]),
            booking.reference,
            random.digits(4),
            booking.place,
        );
    }
    Statement { csv: csv.into_bytes(), rows: bookings.len() }
}
