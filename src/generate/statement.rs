use super::Tape;
use crate::format::profile::{
    AmountModel, Column, Direction, DirectionWords, Fee, Order, Role, Side, Sign, Style, Variant,
};
use crate::format::{Format, Options, Profile};
use crate::transactions::{CreditDebit, Transaction};
use crate::value::{AccountIdentifier, Amount, Currency, Date, Text};

/// A bank's export and what it says.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Statement {
    /// The file.
    pub source: Vec<u8>,
    /// What its owner knows beside it: the format, the account, the currency.
    pub options: Options,
    /// The generation of the format.
    pub variant: String,
    /// Its bookings in the order of the file: without an id where the bank gives none of its own, and with the text that stands in each of its
    /// columns of text, to which some formats add more.
    pub bookings: Vec<Transaction>,
}

/// A statement as a bank's profile says that it is written: in one of its generations, languages and styles. None of a format that isn't
/// converted.
///
/// What is held against this holds against the profile; whether the bank writes so, its own files alone can tell.
///
/// ```
/// use universal_accounting::{format, generate};
///
/// let profile = format::profile_by_id("ubs-account").ok_or("no such format")?;
/// let statement = generate::statement(profile, &mut generate::Tape::new(&[1, 5, 9, 2, 6])).ok_or("not converted")?;
/// let converted = format::convert(&statement.source, &statement.options);
/// assert_eq!(converted.transactions.len(), statement.bookings.len());
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn statement(profile: &Profile, tape: &mut Tape<'_>) -> Option<Statement> {
    let variant = profile.variants.get(tape.below(profile.variants.len())).filter(|_| profile.refused.is_none())?;
    let style = profile.styles.get(tape.below(profile.styles.len()))?;
    let currency = profile.currency.as_deref().unwrap_or_else(|| tape.pick(&["CHF", "EUR"]));
    let has_iban = profile.columns.iter().any(|column| column.role == Role::Iban);
    let mut writer = Writer {
        variant,
        style,
        day_form: style.dates.get(tape.below(style.dates.len()))?,
        columns: Vec::new(),
        profile,
        currency,
        account: if has_iban { IBAN } else { NUMBER },
        delimiter: tape.pick(&[";", ",", "\t"]),
        quotes_all: tape.once_in(2),
        groups: tape.once_in(2),
    };
    // Those that every export has, and those that the variant needs.
    let is_amount = |key: &str| writer.amount(key, 1).or_else(|| writer.amount(key, -1)).is_some();
    let needs = |key: &String| variant.needs.contains(key) || is_amount(key);
    let is_there = |column: &&Column| profile.headerless || !column.optional || needs(&column.key);
    writer.columns = profile.columns.iter().filter(is_there).collect();
    let bookings = bookings(profile.order, tape);
    let mut source = String::from(if tape.once_in(4) { "\u{feff}" } else { "" });
    let line_end = tape.pick(&["\n", "\r\n"]);
    if !profile.headerless {
        source += &writer.row(writer.header(tape), line_end);
    }
    for (row, booking) in bookings.iter().enumerate() {
        source += &writer.row(writer.cells(row, booking), line_end);
    }
    let mut options = Options::new();
    options.format = Format::BuiltIn(profile.id.clone());
    options.account = AccountIdentifier::parse(writer.account).ok();
    options.currency = Currency::parse(currency).ok();
    let bookings = bookings.iter().enumerate().map(|(row, booking)| writer.meant(row, booking)).collect();
    Some(Statement { source: source.into_bytes(), options, variant: variant.id.clone(), bookings })
}

const IBAN: &str = "CH9300762011623852957";
const NUMBER: &str = "12-345.6";
const TEXTS: [&str; 5] =
    ["Bäckerei Muster", "Arbeitgeberin AG", "Einkauf, 3. Stock; Köniz", "\"Zum Löwen\" Bern", "L'été"];

/// A booking, its amount in cents and positive for money in.
#[derive(Clone, Copy)]
struct Booking {
    day: Date,
    cents: i64,
    text: &'static str,
}

/// Bookings in an order of their days; some are alike to the letter.
fn bookings(order: Order, tape: &mut Tape<'_>) -> Vec<Booking> {
    // Days that no style takes for months.
    let mut day = Date::from_year_month_day(2026, 3, 13).unwrap();
    let mut bookings: Vec<Booking> = Vec::new();
    for _ in 0..=tape.below(8) {
        (0..tape.below(3)).for_each(|_| day = day.tomorrow().unwrap());
        let alike = bookings.last().copied().filter(|last| last.day == day && tape.once_in(3));
        let cents = i64::try_from(1 + tape.below(40_000) * tape.pick(&[1, 7, 1000])).unwrap();
        let sign = tape.pick(&[-1, 1]);
        bookings.push(alike.unwrap_or(Booking { day, cents: cents * sign, text: tape.pick(&TEXTS) }));
    }
    if order == Order::NewestFirst {
        bookings.reverse();
    }
    bookings
}

/// How one file is written.
struct Writer<'p> {
    profile: &'p Profile,
    variant: &'p Variant,
    style: &'p Style,
    day_form: &'p str,
    columns: Vec<&'p Column>,
    currency: &'p str,
    account: &'static str,
    delimiter: &'static str,
    quotes_all: bool,
    /// Whether digits stand in groups of three.
    groups: bool,
}

impl Writer<'_> {
    fn header(&self, tape: &mut Tape<'_>) -> Vec<String> {
        let languages = self.columns.iter().map(|column| column.names.len()).max().unwrap_or_default();
        let language = tape.below(languages);
        let name = |column: &&Column| {
            let names = column.names.values().nth(language).or_else(|| column.names.values().next());
            names
                .and_then(|names| names.first())
                .map_or(String::new(), |name| name.replace("{currency}", self.currency))
        };
        self.columns.iter().map(name).collect()
    }

    fn cells(&self, row: usize, booking: &Booking) -> Vec<String> {
        let cell = |column: &&Column| {
            if let Some(amount) = self.amount(&column.key, booking.cents) {
                return amount;
            }
            let booked = self.profile.status.iter().find(|status| status.column == column.key);
            match column.role {
                Role::Iban | Role::Account | Role::Card => self.account.to_owned(),
                Role::Currency => self.currency.to_owned(),
                Role::BookedAt | Role::PurchasedAt => written_day(self.day_form, booking.day),
                Role::ValutaAt => written_day(self.day_form, booking.day.tomorrow().unwrap()),
                Role::TransactionId => bank_id(row),
                Role::Text => booking.text.to_owned(),
                _ => booked.and_then(|status| status.booked.first()).cloned().unwrap_or_default(),
            }
        };
        self.columns.iter().map(cell).collect()
    }

    fn row(&self, cells: Vec<String>, line_end: &str) -> String {
        let quoted = cells.into_iter().map(|cell| {
            let must = cell.contains(['"', '\n', '\r']) || cell.contains(self.delimiter);
            if must || self.quotes_all { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
        });
        quoted.collect::<Vec<_>>().join(self.delimiter) + line_end
    }

    fn meant(&self, row: usize, booking: &Booking) -> Transaction {
        let has = |role| self.columns.iter().any(|column| column.role == role);
        let amount = Amount::parse(&format!("{}.{:02}", booking.cents.abs() / 100, booking.cents.abs() % 100));
        let currency = Currency::parse(self.currency).unwrap();
        let mut meant = Transaction::new(AccountIdentifier::parse(self.account).unwrap(), amount.unwrap(), currency);
        meant.credit_debit = Some(if booking.cents < 0 { CreditDebit::Debit } else { CreditDebit::Credit });
        let own_id = self.profile.identity.bank_id_is_unique && has(Role::TransactionId);
        meant.transaction_id = own_id.then(|| Text::parse(&bank_id(row)).unwrap());
        meant.text = has(Role::Text).then(|| Text::parse(booking.text).unwrap());
        meant.booked_at = has(Role::BookedAt).then_some(booking.day);
        meant.purchased_at = has(Role::PurchasedAt).then_some(booking.day);
        meant.valuta_at = booking.day.tomorrow().filter(|_| has(Role::ValutaAt));
        meant
    }

    /// The cell of a column of amounts or their words, where the variant puts something there.
    fn amount(&self, key: &str, cents: i64) -> Option<String> {
        let said = |words: &DirectionWords| {
            let words_of = if cents > 0 { &words.credit } else { &words.debit };
            words_of.first().filter(|_| words.column == key).cloned()
        };
        let no_fee = |fee: &Fee| (fee.column == key || fee.currency.as_deref() == Some(key)).then(String::new);
        let side = |side: &Side, own: bool| {
            let cents = if side.sign == Sign::Minus { -cents.abs() } else { cents.abs() };
            if side.column == key && own {
                return Some(self.number(cents));
            }
            let named = (side.currency.as_deref() == Some(key) && own).then(|| self.currency.to_owned());
            named.or_else(|| side.fee.as_ref().and_then(no_fee))
        };
        match &self.variant.amount {
            AmountModel::Signed { column, positive, words, fee } => {
                let cents = if *positive == Direction::Credit { cents } else { -cents };
                let amount = (column == key).then(|| self.number(cents));
                amount.or_else(|| words.as_ref().and_then(said)).or_else(|| fee.as_ref().and_then(no_fee))
            }
            AmountModel::Split { debit, credit, words } => {
                let said = words.as_ref().and_then(said);
                said.or_else(|| side(debit, cents < 0)).or_else(|| side(credit, cents > 0))
            }
        }
    }

    fn number(&self, cents: i64) -> String {
        let numbers = &self.style.numbers;
        let (sign, whole) = (if cents < 0 { "-" } else { "" }, cents.abs() / 100);
        let whole = match numbers.grouping.first().filter(|_| self.groups && whole >= 1000) {
            // No amount has seven digits.
            Some(mark) => format!("{}{mark}{:03}", whole / 1000, whole % 1000),
            None => whole.to_string(),
        };
        format!("{sign}{whole}{}{:02}", numbers.decimal, cents.abs() % 100)
    }
}

fn bank_id(row: usize) -> String {
    format!("ID{row}")
}

/// A day in a form of a profile.
fn written_day(form: &str, day: Date) -> String {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let month = MONTHS.get(usize::from(day.month()) - 1).copied().unwrap_or_default();
    let characters: Vec<char> = form.chars().collect();
    let parts = characters.chunk_by(|one, next| one == next).map(|part| match *part {
        ['y', 'y', 'y', 'y'] => day.year().to_string(),
        ['y', 'y'] => format!("{:02}", day.year() % 100),
        ['m', 'm', 'm'] => month.to_owned(),
        ['m', ..] => format!("{:0width$}", day.month(), width = part.len()),
        ['d', ..] => format!("{:0width$}", day.day(), width = part.len()),
        ['H', 'H'] => "14".to_owned(),
        ['H'] => "9".to_owned(),
        ['M', 'M'] => "05".to_owned(),
        ['S', 'S'] => "07".to_owned(),
        ['F'] => "0".to_owned(),
        ['Z'] => "+0100".to_owned(),
        _ => part.iter().collect(),
    });
    parts.collect()
}
