//! Generates realistic payloads, the same in every run.

use std::fmt::Write as _;

use universal_accounting::value::Date;

use crate::random::Random;

/// Whether records have faults.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Records {
    /// No record has a finding.
    Clean,
    /// Each record has one fault of varying kinds. Other libraries can still parse all of them.
    Faulty,
}

/// A payload and the number of its records.
pub(crate) struct Payload {
    pub(crate) json: String,
    pub(crate) records: usize,
}

/// Generates transactions of about this size.
pub(crate) fn transactions(bytes: usize, records: Records) -> Payload {
    let mut random = Random(0x5eed_0001);
    let accounts: Vec<String> = (0..40).map(|_| random.iban()).collect();
    let mut days = Days::new();
    let mut payload = Writer::new(records);
    payload.json.push_str("{\"transactions\":[");
    while payload.json.len() < bytes {
        let account = accounts[random.below(accounts.len())].clone();
        for _ in 0..20 + random.below(80) {
            if random.percent(5) {
                days.advance();
            }
            let mut record = transaction(&mut random, &account, payload.records, &days);
            let add_fault = if records == Records::Faulty {
                random.pick(TRANSACTION_FAULTS)
            } else {
                no_fault
            };
            add_fault(&mut record);
            payload.push(&record);
        }
    }
    payload.close_list();
    payload.finish()
}

/// Generates base data of about this size, mostly contacts.
pub(crate) fn base_data(bytes: usize, records: Records) -> Payload {
    let mut random = Random(0x5eed_0002);
    let mut payload = Writer::new(records);
    let mut organization = Record::default();
    organization
        .text("companyName", "Käserei Grünenfelder & Söhne AG")
        .text("companyUid", &uid("10000000"));
    organization.text("companyTaxNumber", &format!("{} MWST", uid("10000000")));
    organization
        .text("companyWebsite", "https://www.example.ch")
        .text("leadCurrency", "CHF");
    payload.json.push_str("{\"organization\":");
    payload.push(&payload.with_fault_if_faulty(organization));
    payload.list("accounts", 600, |number| account(&mut random, number));
    payload.list("currencies", CURRENCIES.len(), |number| {
        let code = CURRENCIES[number];
        Record::with_id(&random.id("W", number))
            .text("code", code)
            .clone()
    });
    payload.list("taxes", 30, |number| tax(&mut random, number));
    payload.list("taxPeriods", 8, |number| tax_period(&mut random, number));
    for (name, count) in [("costCenters", 400), ("projects", 1200)] {
        payload.list(name, count, |number| {
            let mut record = Record::with_id(&random.id("D", number));
            record.text("name", &random.words(30));
            if random.percent(80) {
                record.text("code", &format!("{:.1}-{number:05}", name.to_uppercase()));
            }
            record
        });
    }
    payload.open_list("contacts");
    while payload.json.len() < bytes {
        let mut record = contact(&mut random, payload.records);
        let add_fault = if records == Records::Faulty {
            random.pick(CONTACT_FAULTS)
        } else {
            no_fault
        };
        add_fault(&mut record);
        payload.push(&record);
    }
    payload.close_list();
    payload.finish()
}

fn transaction(random: &mut Random, account: &str, number: usize, days: &Days) -> Record {
    let mut record = Record::default();
    record.text("accountIdentifier", account);
    record.text("transactionId", &random.id("", number));
    let length = 10 + random.below(71);
    record.text("text", &random.words(length));
    record.text(
        "creditDebit",
        if random.percent(25) {
            "credit"
        } else {
            "debit"
        },
    );
    record.text("amount", &random.amount());
    record.text("currency", "CHF");
    if random.percent(10) {
        record.text("originalAmount", &random.amount());
        record.text(
            "originalCurrency",
            random.pick(&["EUR", "EUR", "EUR", "USD", "GBP"]),
        );
    }
    if random.percent(40) {
        record.text("purchasedAt", &days.before(random.below(3)));
    }
    record.text("valutaAt", &days.before(random.below(8) / 7));
    record.text("bookedAt", &days.before(0));
    record
}

fn account(random: &mut Random, number: usize) -> Record {
    let mut record = Record::with_id(&random.id("A", number));
    record.text("number", &format!("{}", 1000 + number));
    record.text("description", &random.words(24));
    if number < 150 {
        record.text("currency", random.pick(&CURRENCIES));
        record.text("iban", &random.iban());
        record.text("type", "ASSET");
    } else {
        record.text(
            "type",
            random.pick(&["ASSET", "LIABILITY", "EXPENSE", "REVENUE"]),
        );
    }
    record
}

fn tax(random: &mut Random, number: usize) -> Record {
    let mut record = Record::with_id(&random.id("T", number));
    record
        .text("code", &format!("MW{number:02}"))
        .text("description", &random.words(30));
    record.json(
        "value",
        random
            .pick(&["8.1", "2.6", "3.8", "7.7", "2.5", "3.7"])
            .to_owned(),
    );
    record.text("country", "CH");
    record
}

fn tax_period(random: &mut Random, number: usize) -> Record {
    let mut record = Record::with_id(&random.id("P", number));
    record
        .json("isSubjectToTax", "true".to_owned())
        .json("balanceTaxation", "false".to_owned());
    let year = 2019 + number;
    record.text("accountingMethod", "ACCRUAL");
    record
        .text("startsAt", &format!("{year}-01-01"))
        .text("endsAt", &format!("{year}-12-31"));
    record
}

fn contact(random: &mut Random, number: usize) -> Record {
    let mut record = Record::with_id(&random.id("K", number));
    if random.percent(60) {
        let name = format!(
            "{} {} {}",
            random.pick(&TRADES),
            random.pick(&LAST_NAMES),
            random.pick(&["AG", "GmbH", "Sàrl"])
        );
        record
            .text("legalType", "COMPANY")
            .text("companyName", &name);
    } else {
        record
            .text("legalType", "INDIVIDUAL")
            .text("firstName", random.pick(&FIRST_NAMES));
        record.text("lastName", random.pick(&LAST_NAMES));
    }
    record
}

type AddFault = fn(&mut Record);

/// Functions that each add one fault to a transaction.
const TRANSACTION_FAULTS: &[AddFault] = &[
    |record| record.change("amount", |amount| format!("-{amount}")),
    |record| record.change("amount", |amount| amount.replace('.', ",")),
    |record| record.change("amount", |amount| format!("{amount}5")),
    |record| record.change("currency", str::to_lowercase),
    |record| record.change("creditDebit", str::to_uppercase),
    |record| record.change("bookedAt", |day| day.replace('-', "/")),
    |record| record.change("valutaAt", |day| format!("{day}T00:00:00")),
    |record| record.change("text", |_| " ".to_owned()),
    |record| record.remove("transactionId"),
    |record| record.remove("creditDebit"),
    unknown_field,
];

/// Functions that each add one fault to a contact.
const CONTACT_FAULTS: &[AddFault] = &[
    |record| record.change("externalId", |id| format!("{id} ")),
    |record| record.change("legalType", str::to_lowercase),
    |record| {
        for name in ["companyName", "firstName", "lastName"] {
            record.remove(name);
        }
    },
    unknown_field,
];

fn unknown_field(record: &mut Record) {
    record.text("remark", "siehe Beleg");
}

fn no_fault(_: &mut Record) {}

/// The members of an object, with values as JSON. No string here needs escapes.
#[derive(Clone, Default)]
struct Record(Vec<(&'static str, String)>);

impl Record {
    fn with_id(id: &str) -> Self {
        Self::default().text("externalId", id).clone()
    }

    fn text(&mut self, name: &'static str, text: &str) -> &mut Self {
        self.json(name, format!("\"{text}\""))
    }

    fn json(&mut self, name: &'static str, json: String) -> &mut Self {
        self.0.push((name, json));
        self
    }

    fn change(&mut self, name: &str, change: impl Fn(&str) -> String) {
        if let Some((_, json)) = self.0.iter_mut().find(|(known, _)| *known == name) {
            *json = format!("\"{}\"", change(json.trim_matches('"')));
        }
    }

    fn remove(&mut self, name: &str) {
        self.0.retain(|(known, _)| *known != name);
    }
}

/// Writes a payload on one line.
struct Writer {
    json: String,
    records: usize,
    kind: Records,
}

impl Writer {
    fn new(kind: Records) -> Self {
        Self {
            json: String::new(),
            records: 0,
            kind,
        }
    }

    fn with_fault_if_faulty(&self, mut record: Record) -> Record {
        if self.kind == Records::Faulty {
            unknown_field(&mut record);
        }
        record
    }

    fn open_list(&mut self, name: &str) {
        self.json.push_str(",\"");
        self.json.push_str(name);
        self.json.push_str("\":[");
    }

    fn close_list(&mut self) {
        self.json.push(']');
    }

    fn list(&mut self, name: &str, count: usize, mut record: impl FnMut(usize) -> Record) {
        self.open_list(name);
        for number in 0..count {
            let record = self.with_fault_if_faulty(record(number));
            self.push(&record);
        }
        self.close_list();
    }

    fn push(&mut self, Record(members): &Record) {
        if self.json.ends_with('}') {
            self.json.push(',');
        }
        for (index, (name, json)) in members.iter().enumerate() {
            let before = if index == 0 { '{' } else { ',' };
            let _ = write!(self.json, "{before}\"{name}\":{json}");
        }
        self.json.push('}');
        self.records += 1;
    }

    fn finish(mut self) -> Payload {
        self.json.push('}');
        Payload {
            json: self.json,
            records: self.records,
        }
    }
}

/// A booking date and the three days before it.
struct Days([Date; 4]);

impl Days {
    fn new() -> Self {
        let mut days = Self([Date::from_year_month_day(2019, 1, 1).expect("a day"); 4]);
        (0..3).for_each(|_| days.advance());
        days
    }

    fn advance(&mut self) {
        let tomorrow = self.0[0].tomorrow().expect("a day before the year 10000");
        self.0 = [tomorrow, self.0[0], self.0[1], self.0[2]];
    }

    fn before(&self, days: usize) -> String {
        self.0[days].to_string()
    }
}

impl Random {
    /// Returns an id of 16 to 20 letters and digits that is unique for each number.
    fn id(&mut self, prefix: &str, number: usize) -> String {
        let letters = self.pick(&["BN", "GK", "TI", "ZD", "PC"]).to_owned();
        let extra = self.below(5);
        format!(
            "{prefix}{}{letters}{number:07}{}",
            self.digits(7 - prefix.len()),
            self.digits(extra)
        )
    }

    /// Returns a text of at least 10 and at most `max` characters.
    fn words(&mut self, max: usize) -> String {
        let mut text = self.pick(&PURPOSES).to_owned();
        loop {
            let word = match self.below(4) {
                0 => self.pick(&TRADES).to_owned(),
                1 => self.pick(&LAST_NAMES).to_owned(),
                2 => self.pick(&PLACES).to_owned(),
                _ => format!("Nr. {}", self.below(99_999)),
            };
            let length = text.chars().count();
            if length >= 10 && length + 1 + word.chars().count() > max {
                return text;
            }
            text.push(' ');
            text.push_str(&word);
        }
    }
}

/// Returns a UID with a valid check digit, from its first eight digits.
fn uid(digits: &str) -> String {
    let weighted = digits.bytes().zip([5, 4, 3, 2, 7, 6, 5, 4]);
    let sum: u32 = weighted
        .map(|(digit, weight)| u32::from(digit - b'0') * weight)
        .sum();
    let digits = format!("{digits}{}", (11 - sum % 11) % 11);
    format!("CHE-{}.{}.{}", &digits[..3], &digits[3..6], &digits[6..])
}

static CURRENCIES: [&str; 5] = ["CHF", "EUR", "USD", "GBP", "SEK"];
#[rustfmt::skip]
static PURPOSES: [&str; 14] = [
    "Einkauf", "Zahlung an", "Gutschrift von", "Dauerauftrag", "E-Banking Auftrag", "TWINT", "Lastschrift", "Miete",
    "Kartenzahlung", "Überweisung", "Vergütung", "Paiement à", "Löhne", "Spesen",
];
#[rustfmt::skip]
static TRADES: [&str; 16] = [
    "Bäckerei", "Käserei", "Schreinerei", "Boulangerie", "Elektro", "Treuhand", "Garage", "Gärtnerei", "Metzgerei",
    "Bürobedarf", "Druckerei", "Spenglerei", "Reinigung", "Apotheke", "Papeterie", "Gemüsebau",
];
#[rustfmt::skip]
static FIRST_NAMES: [&str; 16] = [
    "Anna", "Beat", "Céline", "Daniel", "Elisabeth", "François", "Götz", "Hélène", "Jürg", "Käthi", "Luca", "Noëmi",
    "Reto", "Sandra", "Urs", "Zoë",
];
#[rustfmt::skip]
static LAST_NAMES: [&str; 18] = [
    "Müller", "Meier", "Schmid", "Keller", "Zürcher", "Grünenfelder", "Bühlmann", "Lüthi", "Favre", "Rochat",
    "Bernasconi", "Hänni", "Nägeli", "von Gunten", "Käser", "Rüegg", "Ott", "Frei",
];
#[rustfmt::skip]
static PLACES: [&str; 14] = [
    "Zürich", "Bern", "Genève", "Neuchâtel", "St. Gallen", "Luzern", "Delémont", "Bülach", "Chur", "Köniz", "Thun",
    "Sion", "Lugano", "Zug",
];
