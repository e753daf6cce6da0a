//! Generates bank statements with consistent running balances, the same in every run.

use std::fmt::Write as _;

use crate::random::Random;
use crate::ubs::UBS;

/// A bank export and the number of its transactions.
pub(crate) struct Statement {
    pub(crate) csv: Vec<u8>,
    pub(crate) rows: usize,
}

/// An entry of a statement.
struct Entry {
    /// The booking date in days since 1 January 2020, with months of 28 days.
    day: usize,
    /// The number of days between the payment and the entry.
    delay: usize,
    cents: i64,
    /// The balance after the entry, in cents.
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
const PLACES: [&str; 6] = [
    "3011 Bern",
    "8004 Zürich",
    "1003 Lausanne",
    "6900 Lugano",
    "75001 Paris",
    "9100 Herisau",
];

/// Formats a day number as a date.
fn date(day: usize) -> String {
    format!(
        "{:04}-{:02}-{:02}",
        2020 + day / 336 % 80,
        day / 28 % 12 + 1,
        day % 28 + 1
    )
}

fn money(cents: i64, decimal_mark: char) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    format!(
        "{sign}{}{decimal_mark}{:02}",
        cents.abs() / 100,
        cents.abs() % 100
    )
}

/// Generates entries for a statement of about this size, the oldest first, with about twenty per day. `row_bytes` is the size of a row.
fn entries(bytes: usize, row_bytes: usize, random: &mut Random) -> Vec<Entry> {
    let (mut day, mut balance) = (2, 100_000_000_i64);
    let entry = |_| {
        day += usize::from(random.percent(5));
        let max = random.pick(&[2_000, 10_000, 10_000, 100_000, 2_000_000]);
        let cents = i64::try_from(5 + random.below(max)).expect("a small amount");
        let cents = if random.percent(50) { cents } else { -cents };
        balance += cents;
        let delay = if random.percent(30) {
            1 + random.below(2)
        } else {
            0
        };
        let reference =
            random.digits(7) + random.pick(&["BN", "TJ", "GK", "HJ"]) + &random.digits(7);
        let (partner, place) = (random.pick(&PARTNERS), random.pick(&PLACES));
        Entry {
            day,
            delay,
            cents,
            balance,
            partner,
            place,
            reference,
        }
    };
    (0..bytes / row_bytes).map(entry).collect()
}

/// Writes a statement of UBS: separate debit and credit columns, ids of the bank, the newest entry first, quotes around texts with delimiters.
pub(crate) fn with_ids(bytes: usize) -> Statement {
    let mut random = Random(0x5eed_0011);
    let mut csv = format!(
        "\u{feff}Kontonummer:;0230 00123456.40;\nIBAN:;{ACCOUNT};\nBewertet in:;CHF;\n\n\
         {UBS}\n"
    );
    let entries = entries(bytes, 187, &mut random);
    for entry in entries.iter().rev() {
        let (day, purchase) = (date(entry.day), date(entry.day - entry.delay));
        let (hour, minute) = (6 + random.below(15), random.below(60));
        let amount = money(entry.cents, '.');
        let sides = if entry.cents < 0 {
            format!("{amount};")
        } else {
            format!(";{amount}")
        };
        let _ = write!(
            csv,
            "{purchase};{hour:02}:{minute:02}:11;{day};{purchase};CHF;{sides};;{};{};\"{};{}\";",
            money(entry.balance, '.'),
            entry.reference,
            entry.partner,
            entry.place
        );
        let cents = entry.cents.abs();
        let _ = match random.below(20) {
            0..10 => {
                write!(
                    csv,
                    "\"12345678-0 04/28; Zahlung Debitkarte\";\"Transaktions-Nr. {}\";;",
                    entry.reference
                )
            }
            10 => write!(
                csv,
                "\"12345678-0 04/28; Zahlung Debitkarte\";\"Kartentransaktionsbetrag: -{} EUR; Devisenkurs: 0.95792; \
                 Transaktions-Nr. {}\";;",
                money(cents + cents / 20 + 1, '.'),
                entry.reference
            ),
            11..15 => write!(
                csv,
                "e-banking-Vergütungsauftrag;\"Zahlungsgrund: Rechnung {}; Transaktions-Nr. {}\";;",
                random.digits(6),
                entry.reference
            ),
            _ => write!(csv, "Gutschrift;\"Transaktions-Nr. {}\";;", entry.reference),
        };
        csv.push('\n');
    }
    Statement {
        csv: csv.into_bytes(),
        rows: entries.len(),
    }
}

/// Writes a statement of Raiffeisen: one signed amount column, no ids (so that ids are derived), the oldest entry first.
pub(crate) fn without_ids(bytes: usize) -> Statement {
    let mut random = Random(0x5eed_0012);
    let mut csv = String::from("IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n");
    let entries = entries(bytes, 128, &mut random);
    for entry in &entries {
        let (day, valuta) = (date(entry.day), date(entry.day - entry.delay));
        let (amount, balance) = (money(entry.cents, '.'), money(entry.balance, '.'));
        let kind = random.pick(&[
            "Einkauf",
            "E-Banking Auftrag",
            "Gutschrift",
            "Lastschrift",
            "Zahlung",
        ]);
        let _ = writeln!(
            csv,
            "{ACCOUNT};{day} 00:00:00.0;{kind} {}, {}, {}.{}.2020, {:02}:{:02};{amount};{balance};{valuta} 00:00:00.0",
            entry.partner,
            entry.place,
            entry.day % 28 + 1,
            entry.day / 28 % 12 + 1,
            random.below(24),
            random.below(60)
        );
    }
    Statement {
        csv: csv.into_bytes(),
        rows: entries.len(),
    }
}

/// Writes a statement of Rabobank: every cell in quotes, comma as delimiter and decimal mark, no ids, the oldest entry first.
pub(crate) fn quoted(bytes: usize) -> Statement {
    let mut random = Random(0x5eed_0013);
    let mut csv = String::from(
        "\"IBAN/BBAN\",\"Munt\",\"BIC\",\"Volgnr\",\"Datum\",\"Rentedatum\",\"Bedrag\",\"Saldo na trn\",\
         \"Tegenrekening IBAN/BBAN\",\"Naam tegenpartij\",\"Naam uiteindelijke partij\",\"Naam initiërende partij\",\
         \"BIC tegenpartij\",\"Code\",\"Batch ID\",\"Transactiereferentie\",\"Machtigingskenmerk\",\"Incassant ID\",\
         \"Betalingskenmerk\",\"Omschrijving-1\",\"Omschrijving-2\",\"Omschrijving-3\",\"Reden retour\",\"Oorspr bedrag\",\
         \"Oorspr munt\",\"Koers\"\r\n",
    );
    let entries = entries(bytes, 266, &mut random);
    for (index, entry) in entries.iter().enumerate() {
        let signed =
            |cents: i64| (if cents < 0 { "" } else { "+" }).to_owned() + &money(cents, ',');
        let _ = write!(
            csv,
            "\"NL91ABNA0417164300\",\"EUR\",\"RABONL2U\",\"{:018}\",\"{}\",\"{}\",\"{}\",\"{}\",\"NL{}\",\"{}\",\"\",\"\",\
             \"INGBNL2A\",\"{}\",\"\",\"{}\",\"\",\"\",\"\",\"Betaalautomaat {}\",\"{} \",\"\",\"\",\"\",\"\",\"\"\r\n",
            index + 1,
            date(entry.day),
            date(entry.day - entry.delay),
            signed(entry.cents),
            signed(entry.balance),
            random.digits(2) + "INGB" + &random.digits(10),
            entry.partner,
            random.pick(&["db", "cb", "bc", "ei"]),
            entry.reference,
            random.digits(4),
            entry.place,
        );
    }
    Statement {
        csv: csv.into_bytes(),
        rows: entries.len(),
    }
}
