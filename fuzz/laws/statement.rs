//! Builds bank statements for a profile: its header, and rows with cells that each byte of the input chooses. Most cells are valid for their column.

use std::fmt::Write as _;

use universal_accounting::format::Profile;
use universal_accounting::internals::profile::{Column, Role, Style, definition_of};

use super::choices::Choices;

/// The maximum number of rows, so that a statement stays small.
const MAX_ROWS: usize = 64;

/// Returns a statement in the format of the profile.
pub(super) fn build_statement(profile: &Profile, choices: &mut Choices<'_>) -> Vec<u8> {
    let profile = &*definition_of(profile);
    let delimiter = choices.pick(&[";", ",", "\t"]);
    let line_end = choices.pick(&["\n", "\r\n", "\r"]);
    let has_optional = choices.below(2) == 0;
    let encoding = choices.below(4);
    let Some(style) = profile.styles.first() else {
        return Vec::new();
    };
    let columns: Vec<&Column> = profile
        .columns
        .iter()
        .filter(|column| !column.optional || has_optional)
        .collect();
    let mut text = String::new();
    for label in &profile.preamble {
        let name = label.labels.first().map_or("", String::as_str);
        let cell = any_cell(choices);
        if !choices.is_empty() && choices.below(2) == 1 {
            write!(text, "{name}{delimiter}{cell}{line_end}").unwrap();
        }
    }
    if !profile.headerless {
        let names = columns.iter().map(|column| {
            let name = column
                .names
                .values()
                .flatten()
                .next()
                .map_or("", String::as_str);
            quote(&name.replace("{currency}", "CHF"), delimiter)
        });
        text.push_str(&names.collect::<Vec<_>>().join(delimiter));
        text.push_str(line_end);
    }
    for _ in 0..MAX_ROWS {
        if choices.is_empty() {
            break;
        }
        let cells: Vec<String> = columns
            .iter()
            .map(|column| quote(&cell(column, style, choices), delimiter))
            .collect();
        text.push_str(&cells.join(delimiter));
        text.push_str(match choices.byte() {
            200.. => choices.pick(&["\"", ";", "\n", "\"\n", ",", "=\"x\"", "\r"]),
            _ => "",
        });
        text.push_str(line_end);
    }
    encode(&text, encoding)
}

fn encode(text: &str, encoding: usize) -> Vec<u8> {
    match encoding {
        1 => [b"\xEF\xBB\xBF", text.as_bytes()].concat(),
        2 => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        3 => text
            .chars()
            .map(|character| u8::try_from(character).unwrap_or(b'?'))
            .collect(),
        _ => text.as_bytes().to_vec(),
    }
}

fn quote(cell: &str, delimiter: &str) -> String {
    if cell.contains(['"', '\n', '\r']) || cell.contains(delimiter) {
        return format!("\"{}\"", cell.replace('"', "\"\""));
    }
    cell.to_owned()
}

fn cell(column: &Column, style: &Style, choices: &mut Choices<'_>) -> String {
    let byte = choices.byte();
    if byte >= 192 {
        return any_cell(choices).to_owned();
    }
    match column.role {
        Role::BookedAt | Role::ValutaAt | Role::PurchasedAt => date(style, byte),
        Role::Balance | Role::OriginalAmount | Role::DetailAmount => number(style, byte),
        Role::Currency | Role::OriginalCurrency | Role::DetailCurrency => {
            pick(&["CHF", "EUR", "", "JPY"], byte)
        }
        Role::Iban => pick(
            &[
                "CH9300762011623852957",
                "CH93 0076 2011 6238 5295 7",
                "",
                "AT611904300234573201",
            ],
            byte,
        ),
        Role::TransactionId => pick(&["", "9930889BN5530012", "1", "4111111111111111"], byte),
        Role::Account | Role::Card | Role::SubAccount => pick(
            &["XXXX XXXX XXXX 1111", "", "123-45", "4111 1111 1111 1111"],
            byte,
        ),
        // Includes amounts, because the columns of amounts have no role.
        Role::Other if byte % 4 < 3 => number(style, byte / 4),
        _ => any_cell(choices).to_owned(),
    }
}

fn pick(values: &[&str], byte: u8) -> String {
    values[usize::from(byte) % values.len()].to_owned()
}

/// Returns a date in one of the forms that the profile declares.
fn date(style: &Style, byte: u8) -> String {
    let Some(form) = style
        .dates
        .get(usize::from(byte / 32) % style.dates.len().max(1))
    else {
        return String::new();
    };
    let day = format!("{:02}", byte % 32);
    let parts = [
        ("yyyy", "2026"),
        ("yy", "26"),
        ("mmm", "Mar"),
        ("mm", "03"),
        ("dd", day.as_str()),
        ("HH", "12"),
        ("MM", "30"),
        ("SS", "59"),
        ("F", "000"),
        ("Z", "Z"),
        ("d", day.as_str()),
        ("m", "3"),
        ("H", "9"),
    ];
    let (mut written, mut rest) = (String::new(), form.as_str());
    while let Some(first) = rest.chars().next() {
        let part = parts.iter().find(|(part, _)| rest.starts_with(part));
        let (length, text) = part.map_or(
            (first.len_utf8(), &rest[..first.len_utf8()]),
            |(part, text)| (part.len(), *text),
        );
        written.push_str(text);
        rest = &rest[length..];
    }
    written
}

/// Returns an amount in the form of the profile, or an empty cell.
fn number(style: &Style, byte: u8) -> String {
    let sign = ["", "-", "+", "", "−"][usize::from(byte) % 5];
    let whole = ["", "1", "12", "900", "0", "1000", "99999999999999999999"][usize::from(byte) % 7];
    if whole.is_empty() {
        return String::new();
    }
    format!(
        "{sign}{whole}{}{}",
        style.numbers.decimal,
        ["50", "00", "05", "5", "555"][usize::from(byte) % 5]
    )
}

/// Returns the content of a cell that may be valid or invalid in any column.
fn any_cell(choices: &mut Choices<'_>) -> &'static str {
    choices.pick(&[
        "",
        "Miete",
        "12.50",
        "-12.50",
        "1'234.50",
        "1.234,50",
        "2026-03-31",
        "31.03.2026",
        "31.3.26",
        "CHF",
        "EUR",
        "chf",
        "Saldo",
        "Total",
        "Gebucht",
        "BOOKED",
        "PENDING",
        "CH9300762011623852957",
        "CH93 0076 2011 6238 5295 7",
        "4111 1111 1111 1111",
        "Karte 5555555555554444",
        "XXXX XXXX XXXX 1111",
        "\"",
        "a;b",
        "a,b",
        "x\ny",
        "=\"1\"",
        " ",
        "0",
        "0.00",
        "-",
        "Gutschrift",
        "Belastung",
        "S",
        "H",
        "\u{a0}",
        "Bäckerei\u{a0}Müller",
        "ID 9930889BN5530012",
        "12:30:00",
        "99999999999999999999999999999.99",
        "2026-02-30",
        "\u{feff}",
        "4111",
        "1111 1111 1111",
        "EUR 12.50",
        "12.50 USD",
    ])
}
