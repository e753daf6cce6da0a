//! A batch of bookings for DATEV: the EXTF format, version 700, with the 125 columns of *Buchungsstapel*, version 13, as
//! [DATEV's description of the format](https://developer.datev.de/de/file-format/details/datev-format/format-description/booking-batch) has them.

use rust_decimal::Decimal;

use super::account_statement::{AccountStatement, Booking};
use super::datev_settings::DatevSettings;
use super::ofx::beginning;
use super::options::StatementExportOptions;
use super::refusal::{StatementRefusal, StatementRefusalReason};
use super::swift::{encode, to_windows_1252};
use crate::export::csv::escape_formula;
use crate::export::ledger::to_one_line;
use crate::export::note::{NoteKind, Notes};
use crate::transactions::CreditDebit;
use crate::value::Date;

/// How many characters the text of a booking has, and the content of a further field.
const MAX_TEXT: usize = 60;
const MAX_INFORMATION: usize = 210;

/// How many digits an amount has before its comma.
const MAX_DIGITS: usize = 10;

/// The columns before those with numbers, such as `Beleginfo - Art 1`.
const FIRST_COLUMNS: [&str; 20] = [
    "Umsatz (ohne Soll/Haben-Kz)",
    "Soll/Haben-Kennzeichen",
    "WKZ Umsatz",
    "Kurs",
    "Basis-Umsatz",
    "WKZ Basis-Umsatz",
    "Konto",
    "Gegenkonto (ohne BU-Schlüssel)",
    "BU-Schlüssel",
    "Belegdatum",
    "Belegfeld 1",
    "Belegfeld 2",
    "Skonto",
    "Buchungstext",
    "Postensperre",
    "Diverse Adressnummer",
    "Geschäftspartnerbank",
    "Sachverhalt",
    "Zinssperre",
    "Beleglink",
];
const MIDDLE_COLUMNS: [&str; 11] = [
    "KOST1 - Kostenstelle",
    "KOST2 - Kostenstelle",
    "Kost-Menge",
    "EU-Land u. UStID (Bestimmung)",
    "EU-Steuersatz (Bestimmung)",
    "Abw. Versteuerungsart",
    "Sachverhalt L+L",
    "Funktionsergänzung L+L",
    "BU 49 Hauptfunktionstyp",
    "BU 49 Hauptfunktionsnummer",
    "BU 49 Funktionsergänzung",
];
const LAST_COLUMNS: [&str; 38] = [
    "Stück",
    "Gewicht",
    "Zahlweise",
    "Forderungsart",
    "Veranlagungsjahr",
    "Zugeordnete Fälligkeit",
    "Skontotyp",
    "Auftragsnummer",
    "Buchungstyp",
    "USt-Schlüssel (Anzahlungen)",
    "EU-Land (Anzahlungen)",
    "Sachverhalt L+L (Anzahlungen)",
    "EU-Steuersatz (Anzahlungen)",
    "Erlöskonto (Anzahlungen)",
    "Herkunft-Kz",
    "Buchungs GUID",
    "KOST-Datum",
    "SEPA-Mandatsreferenz",
    "Skontosperre",
    "Gesellschaftername",
    "Beteiligtennummer",
    "Identifikationsnummer",
    "Zeichnernummer",
    "Postensperre bis",
    "Bezeichnung SoBil-Sachverhalt",
    "Kennzeichen SoBil-Buchung",
    "Festschreibung",
    "Leistungsdatum",
    "Datum Zuord. Steuerperiode",
    "Fälligkeit",
    "Generalumkehr (GU)",
    "Steuersatz",
    "Land",
    "Abrechnungsreferenz",
    "BVV-Position",
    "EU-Land u. UStID (Ursprung)",
    "EU-Steuersatz (Ursprung)",
    "Abw. Skontokonto",
];

/// The number of columns.
const COLUMNS: usize = 125;

/// The columns that have a value, counted from 1 as in the description.
const AMOUNT: usize = 1;
const SIDE: usize = 2;
const CURRENCY: usize = 3;
const ACCOUNT: usize = 7;
const OTHER_ACCOUNT: usize = 8;
const DAY: usize = 10;
const TEXT: usize = 14;
const ID_NAME: usize = 21;
const ID: usize = 22;
const WHOLE_TEXT_NAME: usize = 23;
const WHOLE_TEXT: usize = 24;

/// Writes the header, the names of the columns, and a row for each transaction.
pub(super) fn write(
    statements: &[AccountStatement<'_>],
    options: &StatementExportOptions<'_>,
    notes: &mut Notes,
    out: &mut dyn FnMut(&[u8]),
) -> Result<(), Vec<StatementRefusal>> {
    let Some(settings) = options.datev else {
        let refuse = |statement: &AccountStatement<'_>| {
            statement.refuse(StatementRefusalReason::NoAccountNumber)
        };
        return Err(statements.iter().map(refuse).collect());
    };
    let mut refused = Vec::new();
    out(&encode(&header(settings, statements, options)));
    out(&encode(&column_names()));
    for statement in statements {
        let Some(number) = settings.number(&statement.account) else {
            refused.push(statement.refuse(StatementRefusalReason::NoAccountNumber));
            continue;
        };
        if statement.currency != settings.currency {
            refused.push(statement.refuse(StatementRefusalReason::OtherCurrency));
            continue;
        }
        for booking in statement.by_day() {
            match row(&booking, number, settings, notes) {
                Ok(row) => out(&encode(&row)),
                Err(refusal) => refused.push(refusal),
            }
        }
    }
    if refused.is_empty() {
        Ok(())
    } else {
        Err(refused)
    }
}

/// Returns the first line: the kind of the file, the client, the fiscal year and the days.
fn header(
    settings: &DatevSettings,
    statements: &[AccountStatement<'_>],
    options: &StatementExportOptions<'_>,
) -> String {
    let periods = || statements.iter().filter_map(AccountStatement::period);
    let first = periods().map(|(first, _)| first).min();
    let last = periods().map(|(_, last)| last).max();
    let day_text = |day: Option<Date>| day.map_or(String::new(), |day| compact(&day.to_string()));
    let created = options.created(last).map_or(String::new(), |time| {
        // The last three digits are milliseconds.
        compact(&time) + "000"
    });
    let (year, length) = (
        compact(&settings.year_start.to_string()),
        settings.account_length,
    );
    let (consultant, client) = (settings.consultant, settings.client);
    let (first, last) = (day_text(first), day_text(last));
    let currency = settings.currency;
    format!(
        "\"EXTF\";700;21;\"Buchungsstapel\";13;{created};;\"\";\"\";\"\";{consultant};{client};{year};{length};{first};{last};\
         \"Bank\";\"\";1;0;0;\"{currency}\";;\"\";;;\"\";;;\"\";\"\"\r\n"
    )
}

/// Returns the digits of a day or a time.
fn compact(text: &str) -> String {
    text.replace(['-', 'T', ':'], "")
}

fn column_names() -> String {
    let pairs = |kind: &str, content: &str, count: usize| -> Vec<String> {
        (1..=count)
            .flat_map(|number| [format!("{kind} {number}"), format!("{content} {number}")])
            .collect()
    };
    let owned =
        |names: &[&str]| -> Vec<String> { names.iter().map(|name| (*name).to_owned()).collect() };
    let names = [
        owned(&FIRST_COLUMNS),
        pairs("Beleginfo - Art", "Beleginfo - Inhalt", 8),
        owned(&MIDDLE_COLUMNS),
        pairs("Zusatzinformation - Art", "Zusatzinformation- Inhalt", 20),
        owned(&LAST_COLUMNS),
    ];
    names.concat().join(";") + "\r\n"
}

/// Returns the row of a booking. Money that comes in is in debit (Soll) of the bank's account.
fn row(
    booking: &Booking<'_>,
    number: &str,
    settings: &DatevSettings,
    notes: &mut Notes,
) -> Result<String, StatementRefusal> {
    let transaction = booking.transaction;
    let day = booking.needs_day()?;
    if !is_in_year(day, settings.year_start) {
        return Err(booking.refuse(StatementRefusalReason::OutsideFiscalYear));
    }
    let amount = amount_text(transaction.amount.into());
    let amount = amount.ok_or_else(|| booking.refuse(StatementRefusalReason::AmountTooLong))?;
    let (side, other) = match booking.direction()? {
        CreditDebit::Credit => ("S", &settings.income),
        CreditDebit::Debit => ("H", &settings.expenses),
    };
    let (text, is_changed) = to_windows_1252(&to_one_line(booking.text()));
    let text = escape_formula(text);
    let (id, is_id_changed) = to_windows_1252(booking.id());
    let is_changed = is_changed || is_id_changed;
    notes.add(NoteKind::Respelled, usize::from(is_changed));
    let (short, whole) = (
        beginning(&text, MAX_TEXT),
        beginning(&text, MAX_INFORMATION),
    );
    notes.add(NoteKind::CutText, usize::from(whole != text));
    notes.add_lost(booking, day, true);
    let mut cells = vec![String::new(); COLUMNS];
    let mut set = |column: usize, cell: String| {
        if let Some(place) = cells.get_mut(column - 1) {
            *place = cell;
        }
    };
    set(AMOUNT, amount);
    set(SIDE, quoted(side));
    set(CURRENCY, quoted(transaction.currency.code()));
    set(ACCOUNT, number.to_owned());
    set(OTHER_ACCOUNT, other.clone());
    set(DAY, format!("{:02}{:02}", day.day(), day.month()));
    set(TEXT, quoted(short));
    if !id.is_empty() {
        set(ID_NAME, quoted("Bankreferenz"));
        set(ID, quoted(&escape_formula(id)));
    }
    if short != text {
        set(WHOLE_TEXT_NAME, quoted("Verwendungszweck"));
        set(WHOLE_TEXT, quoted(whole));
    }
    Ok(cells.join(";") + "\r\n")
}

/// Whether a day is in the year that begins with another one.
fn is_in_year(day: Date, start: Date) -> bool {
    let parts = |day: Date| (day.year(), day.month(), day.day());
    let (year, month, first) = parts(start);
    let end = (year.saturating_add(1), month, first);
    (parts(start)..end).contains(&parts(day))
}

/// Returns an amount with two decimals after a comma. `None` if it has more, or too many digits.
fn amount_text(amount: Decimal) -> Option<String> {
    let mut amount = amount.normalize();
    if amount.scale() > 2 {
        return None;
    }
    amount.rescale(2);
    let text = amount.to_string().replace('.', ",");
    let (digits, _) = text.split_once(',')?;
    let is_short = digits.len() <= MAX_DIGITS;
    is_short.then_some(text)
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_columns_are_those_of_the_format() {
        let names = column_names();
        let names: Vec<&str> = names.trim_end().split(';').collect();
        assert_eq!(names.len(), COLUMNS);
        for (column, name) in [
            (AMOUNT, "Umsatz (ohne Soll/Haben-Kz)"),
            (OTHER_ACCOUNT, "Gegenkonto (ohne BU-Schlüssel)"),
            (DAY, "Belegdatum"),
            (TEXT, "Buchungstext"),
            (ID, "Beleginfo - Inhalt 1"),
            (WHOLE_TEXT, "Beleginfo - Inhalt 2"),
            (37, "KOST1 - Kostenstelle"),
            (48, "Zusatzinformation - Art 1"),
            (114, "Festschreibung"),
            (125, "Abw. Skontokonto"),
        ] {
            assert_eq!(names[column - 1], name);
        }
    }

    #[test]
    fn amounts_have_two_decimals() {
        for (amount, text) in [
            ("1200.5", Some("1200,50")),
            ("7", Some("7,00")),
            ("0.100", Some("0,10")),
            ("0.001", None),
            ("12345678901", None),
        ] {
            let written = amount_text(amount.parse().unwrap());
            assert_eq!(written.as_deref(), text);
        }
    }

    #[test]
    fn a_fiscal_year_ends_before_its_first_day_comes_again() {
        let day = |text| Date::parse(text).unwrap();
        let start = day("2026-07-01");
        for (text, is_in) in [
            ("2026-06-30", false),
            ("2026-07-01", true),
            ("2027-06-30", true),
            ("2027-07-01", false),
        ] {
            assert_eq!(is_in_year(day(text), start), is_in, "{text}");
        }
    }
}
