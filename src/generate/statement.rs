use super::Choices;
use crate::format::table::profile::{
    AmountModel, Column, Direction, DirectionWords, Fee, ProfileDefinition, Role, RowOrder, Side,
    Sign, Style, Variant,
};
use crate::format::{ConvertOptions, Format, Profile};
use crate::transactions::{BookingKey, CreditDebit, ReferenceId, Transaction};
use crate::value::{AccountIdentifier, Amount, Currency, Date, Text};

/// A bank statement with the transactions that it contains.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct GeneratedStatement {
    /// The file.
    pub source: Vec<u8>,
    /// The options for converting the file: the format, the account, the currency.
    pub options: ConvertOptions,
    /// The variant of the format.
    pub variant: String,
    /// The transactions in the order of the file. A transaction has an id only if the bank assigns unique ids. Its text is that of
    /// every text column; some formats add more to it.
    pub transactions: Vec<Transaction>,
}

/// Generates a statement as a bank's profile describes it, in one of its variants, languages and styles. Returns `None` for a format that is
/// not converted.
///
/// The statement tests the converter against the profile. Only files of the bank can show whether the profile is right.
///
/// ```
/// use universal_accounting::{format, generate};
///
/// let profile = format::Profile::by_id("ubs-account").ok_or("no such format")?;
/// let statement = generate::statement(&profile, &mut generate::Choices::new(&[1, 5, 9, 2, 6])).ok_or("not converted")?;
/// let converted = format::convert(&statement.source, &statement.options)?;
/// assert_eq!(converted.transactions.len(), statement.transactions.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn statement(profile: &Profile, choices: &mut Choices<'_>) -> Option<GeneratedStatement> {
    let profile = &**profile.definition();
    let variant = profile
        .variants
        .get(choices.below(profile.variants.len()))
        .filter(|_| profile.unsupported.is_none())?;
    let style = profile.styles.get(choices.below(profile.styles.len()))?;
    let currency = profile
        .currency
        .as_deref()
        .unwrap_or_else(|| choices.pick(&["CHF", "EUR"]));
    let has_iban = profile
        .columns
        .iter()
        .any(|column| column.role == Role::Iban);
    let mut writer = StatementWriter {
        variant,
        style,
        day_pattern: style.dates.get(choices.below(style.dates.len()))?,
        columns: Vec::new(),
        profile,
        currency,
        account: if has_iban { IBAN } else { NUMBER },
        delimiter: choices.pick(&[";", ",", "\t"]),
        quotes_all: choices.once_in(2),
        groups: choices.once_in(2),
    };
    // The columns that every export has, and the columns that the variant needs.
    let is_amount = |key: &str| {
        writer
            .amount_cell(key, 1)
            .or_else(|| writer.amount_cell(key, -1))
            .is_some()
    };
    let is_required = |key: &String| variant.requires.contains(key) || is_amount(key);
    // A variant may be recognized by its balances.
    let needs_none = |id: &String| {
        !profile
            .variants
            .iter()
            .any(|variant| variant.requires.contains(id))
    };
    let with_balances = choices.once_in(2);
    let has_balance = |column: &Column| {
        let is_allowed = needs_none(&column.id) && !variant.excludes.contains(&column.id);
        let is_balance = matches!(column.role, Role::Balance | Role::BalanceBefore);
        with_balances && is_balance && is_allowed
    };
    let is_present = |column: &&Column| {
        profile.headerless || !column.optional || is_required(&column.id) || has_balance(column)
    };
    writer.columns = profile.columns.iter().filter(is_present).collect();
    let entries = entries(profile.order, choices);
    let mut source = String::from(if choices.once_in(4) { "\u{feff}" } else { "" });
    let line_end = choices.pick(&["\n", "\r\n"]);
    if !profile.headerless {
        source += &writer.row(writer.header(choices), line_end);
    }
    for (row, entry) in entries.iter().enumerate() {
        source += &writer.row(writer.cells(row, entry), line_end);
    }
    let mut options = ConvertOptions::new();
    options.format = Format::Id(profile.id.clone());
    options.account = AccountIdentifier::parse(writer.account).ok();
    options.currency = Currency::parse(currency).ok();
    let transactions = entries
        .iter()
        .enumerate()
        .map(|(row, entry)| writer.transaction(row, entry))
        .collect();
    Some(GeneratedStatement {
        source: source.into_bytes(),
        options,
        variant: variant.id.clone(),
        transactions,
    })
}

const IBAN: &str = "CH9300762011623852957";
const NUMBER: &str = "12-345.6";
const TEXTS: [&str; 5] = [
    "Bäckerei Muster",
    "Arbeitgeberin AG",
    "Einkauf, 3. Stock; Köniz",
    "\"Zum Löwen\" Bern",
    "L'été",
];

/// An entry of a statement. The amount and the balance after it are in cents; the amount is positive for a credit.
#[derive(Clone, Copy)]
struct Entry {
    day: Date,
    cents: i64,
    balance: i64,
    text: &'static str,
}

/// Generates entries in the order of their days. Some are exactly equal.
fn entries(order: RowOrder, choices: &mut Choices<'_>) -> Vec<Entry> {
    // From the 13th on, no style mistakes the day for a month.
    let mut day = Date::from_year_month_day(2026, 3, 13).unwrap();
    let mut entries: Vec<Entry> = Vec::new();
    for _ in 0..=choices.below(8) {
        (0..choices.below(3)).for_each(|_| day = day.tomorrow().unwrap());
        let duplicate = entries
            .last()
            .copied()
            .filter(|last| last.day == day && choices.once_in(3));
        let cents = i64::try_from(1 + choices.below(40_000) * choices.pick(&[1, 7, 1000])).unwrap();
        let sign = choices.pick(&[-1, 1]);
        entries.push(duplicate.unwrap_or(Entry {
            day,
            cents: cents * sign,
            balance: 0,
            text: choices.pick(&TEXTS),
        }));
    }
    let mut balance = 100_000;
    for entry in &mut entries {
        balance += entry.cents;
        entry.balance = balance;
    }
    if order == RowOrder::NewestFirst {
        entries.reverse();
    }
    entries
}

/// Writes one statement.
struct StatementWriter<'p> {
    profile: &'p ProfileDefinition,
    variant: &'p Variant,
    style: &'p Style,
    day_pattern: &'p str,
    columns: Vec<&'p Column>,
    currency: &'p str,
    account: &'static str,
    delimiter: &'static str,
    quotes_all: bool,
    /// Whether digits are grouped by three.
    groups: bool,
}

impl StatementWriter<'_> {
    fn header(&self, choices: &mut Choices<'_>) -> Vec<String> {
        let languages = self
            .columns
            .iter()
            .map(|column| column.names.len())
            .max()
            .unwrap_or_default();
        let language = choices.below(languages);
        let name = |column: &&Column| {
            let names = column
                .names
                .values()
                .nth(language)
                .or_else(|| column.names.values().next());
            names
                .and_then(|names| names.first())
                .map_or(String::new(), |name| {
                    name.replace("{currency}", self.currency)
                })
        };
        self.columns.iter().map(name).collect()
    }

    fn cells(&self, row: usize, entry: &Entry) -> Vec<String> {
        let cell = |column: &&Column| {
            if let Some(amount) = self.amount_cell(&column.id, entry.cents) {
                return amount;
            }
            let booked = self
                .profile
                .status
                .iter()
                .find(|status| status.column == column.id);
            match column.role {
                Role::Iban | Role::Account | Role::Card => self.account.to_owned(),
                Role::Currency => self.currency.to_owned(),
                Role::BookedAt | Role::PurchasedAt => format_day(self.day_pattern, entry.day),
                Role::ValutaAt => format_day(self.day_pattern, entry.day.tomorrow().unwrap()),
                Role::TransactionId => bank_id(row),
                Role::Text => entry.text.to_owned(),
                Role::Balance => self.number(entry.balance),
                Role::BalanceBefore => self.number(entry.balance - entry.cents),
                _ => booked
                    .and_then(|status| status.booked.first())
                    .cloned()
                    .unwrap_or_default(),
            }
        };
        self.columns.iter().map(cell).collect()
    }

    fn row(&self, cells: Vec<String>, line_end: &str) -> String {
        let quoted = cells.into_iter().map(|cell| {
            let needs_quotes = cell.contains(['"', '\n', '\r']) || cell.contains(self.delimiter);
            if needs_quotes || self.quotes_all {
                format!("\"{}\"", cell.replace('"', "\"\""))
            } else {
                cell
            }
        });
        quoted.collect::<Vec<_>>().join(self.delimiter) + line_end
    }

    /// Returns the transaction that the converter should read from a row.
    fn transaction(&self, row: usize, entry: &Entry) -> Transaction {
        let has = |role| self.columns.iter().any(|column| column.role == role);
        let amount = Amount::parse(&format!(
            "{}.{:02}",
            entry.cents.abs() / 100,
            entry.cents.abs() % 100
        ));
        let currency = Currency::parse(self.currency).unwrap();
        let mut transaction = Transaction::new(
            AccountIdentifier::parse(self.account).unwrap(),
            amount.unwrap(),
            currency,
        );
        transaction.credit_debit = Some(if entry.cents < 0 {
            CreditDebit::Debit
        } else {
            CreditDebit::Credit
        });
        let has_bank_id = self.profile.identity.bank_id_is_unique && has(Role::TransactionId);
        transaction.text = has(Role::Text).then(|| Text::parse(entry.text).unwrap());
        transaction.booked_at = has(Role::BookedAt).then_some(entry.day);
        transaction.purchased_at = has(Role::PurchasedAt).then_some(entry.day);
        transaction.valuta_at = entry.day.tomorrow().filter(|_| has(Role::ValutaAt));
        if has_bank_id {
            let key = BookingKey::of(&transaction).unwrap();
            let id = ReferenceId::new(&bank_id(row), &key).to_string();
            transaction.transaction_id = Some(Text::parse(&id).unwrap());
        }
        transaction
    }

    /// Returns the cell of a column of the amount model, such as an amount or a direction, or `None` for another column.
    fn amount_cell(&self, key: &str, cents: i64) -> Option<String> {
        let direction = |words: &DirectionWords| {
            let alternatives = if cents > 0 {
                &words.credit
            } else {
                &words.debit
            };
            alternatives
                .first()
                .filter(|_| words.column == key)
                .cloned()
        };
        let no_fee = |fee: &Fee| {
            (fee.column == key || fee.currency.as_deref() == Some(key)).then(String::new)
        };
        let side = |side: &Side, has_amount: bool| {
            let cents = if side.sign == Sign::Minus {
                -cents.abs()
            } else {
                cents.abs()
            };
            if side.column == key && has_amount {
                return Some(self.number(cents));
            }
            let currency = (side.currency.as_deref() == Some(key) && has_amount)
                .then(|| self.currency.to_owned());
            currency.or_else(|| side.fee.as_ref().and_then(no_fee))
        };
        match &self.variant.amount {
            AmountModel::Signed {
                column,
                positive,
                direction_words: words,
                fee,
            } => {
                let cents = if *positive == Direction::Credit {
                    cents
                } else {
                    -cents
                };
                let amount = (column == key).then(|| self.number(cents));
                amount
                    .or_else(|| words.as_ref().and_then(direction))
                    .or_else(|| fee.as_ref().and_then(no_fee))
            }
            AmountModel::DebitCredit {
                debit,
                credit,
                direction_words: words,
            } => {
                let direction = words.as_ref().and_then(direction);
                direction
                    .or_else(|| side(debit, cents < 0))
                    .or_else(|| side(credit, cents > 0))
            }
        }
    }

    fn number(&self, cents: i64) -> String {
        let numbers = &self.style.numbers;
        let (sign, whole) = (if cents < 0 { "-" } else { "" }, cents.abs() / 100);
        let whole = match numbers.grouping.first().filter(|_| self.groups) {
            Some(separator) if whole >= 1_000_000 => {
                format!(
                    "{}{separator}{:03}{separator}{:03}",
                    whole / 1_000_000,
                    whole / 1000 % 1000,
                    whole % 1000
                )
            }
            Some(separator) if whole >= 1000 => {
                format!("{}{separator}{:03}", whole / 1000, whole % 1000)
            }
            _ => whole.to_string(),
        };
        format!("{sign}{whole}{}{:02}", numbers.decimal, cents.abs() % 100)
    }
}

fn bank_id(row: usize) -> String {
    format!("2026BANK{row:04}")
}

/// Formats a day with a date pattern of a profile.
fn format_day(pattern: &str, day: Date) -> String {
    const MONTHS: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let month = MONTHS
        .get(usize::from(day.month()) - 1)
        .copied()
        .unwrap_or_default();
    let characters: Vec<char> = pattern.chars().collect();
    let parts = characters
        .chunk_by(|first, second| first == second)
        .map(|part| match *part {
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
