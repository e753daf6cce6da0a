//! Kinds of damage: what programs and people do to a file between the bank and the converter.

mod amounts;
mod dates;
mod edits;
mod encodings;

use self::amounts::{
    both_amounts, every_amount, grouped, half_of_amounts, notation, one_amount, other_digits,
    swap_marks, truncated_in_amount,
};
use self::dates::{
    every_date, every_date_in_place, half_of_dates, in_form, one_date, one_date_in_place,
};
use self::edits::{all_rows, edit, one_row, quoted, table_rows, with_cells, with_rows};
use self::encodings::{CODE_PAGE_850, CP1252, MAC_ROMAN, one_byte, with_line_ends};
use super::sheet::{Cell, Row, Sheet, cents};

/// A kind of damage. Returns nothing if it changes nothing in the file.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) damage: fn(&Sheet) -> Option<Vec<u8>>,
}

macro_rules! kinds {
    ($($name:ident: $damage:expr;)*) => {
        pub(crate) static KINDS: &[Kind] = &[$(Kind { name: stringify!($name), damage: $damage }),*];
    };
}

kinds! {
    // Another form of the same file.
    crlf: |sheet| with_line_ends(sheet, "\r\n");
    cr_only: |sheet| with_line_ends(sheet, "\r");
    lf_only: |sheet| with_line_ends(sheet, "\n");
    utf16le_bom: |sheet| Some(format!("\u{feff}{}", sheet.write()).encode_utf16().flat_map(u16::to_le_bytes).collect());
    utf16be_bom: |sheet| Some(format!("\u{feff}{}", sheet.write()).encode_utf16().flat_map(u16::to_be_bytes).collect());
    utf8_bom: |sheet| Some(format!("\u{feff}{}", sheet.write().trim_start_matches('\u{feff}')).into_bytes());
    cp1252: |sheet| one_byte(&sheet.write(), &CP1252, true);
    to_tab: |sheet| with_delimiter(sheet, '\t');
    to_comma: |sheet| with_delimiter(sheet, ',');
    to_semicolon: |sheet| with_delimiter(sheet, ';');
    to_pipe: |sheet| with_delimiter(sheet, '|');
    quote_all: |sheet| with_cells(sheet, |cell| quoted(&cell.text()));
    unquote_all: |sheet| with_cells(sheet, Cell::text);
    trailing_delimiter: |sheet| with_rows(sheet, |row| row.cells.push(Cell(String::new())));
    strip_trailing_empty: |sheet| with_rows(sheet, |row| while row.cells.len() > 1 && row.cells.last().is_some_and(|cell| cell.0.is_empty()) { row.cells.pop(); });
    pad_columns: |sheet| { let most = all_rows(sheet).map(|row| row.cells.len()).max()?; with_rows(sheet, |row| row.cells.resize(most, Cell(String::new()))) };
    pad_cells: |sheet| with_cells(sheet, |cell| if cell.0.is_empty() || cell.is_quoted() { cell.0.clone() } else { format!(" {} ", cell.0) });
    blank_lines: |sheet| edit(sheet, |sheet| for index in (1..sheet.rows.len()).rev() { sheet.rows.insert(index, Row { cells: vec![Cell(String::new())], line_end: "\n".to_owned() }); });
    header_upper: |sheet| edit(sheet, |sheet| if let Some(header) = sheet.head.last_mut() { for cell in &mut header.cells { cell.0 = cell.0.to_uppercase(); } });
    reverse_rows: |sheet| edit(sheet, |sheet| sheet.rows.reverse());
    shuffle_rows: |sheet| edit(sheet, |sheet| { let count = sheet.rows.len(); for index in 0..count { sheet.rows.swap(index, (index * 7 + 3) % count); } });
    rotate_columns: |sheet| table_rows(sheet, |row| { let last = row.cells.pop(); row.cells.splice(0..0, last); });
    reverse_columns: |sheet| table_rows(sheet, |row| row.cells.reverse());

    // Other forms of amounts.
    swap_decimal: |sheet| every_amount(sheet, &swap_marks);
    swap_decimal_half: |sheet| half_of_amounts(sheet, &swap_marks);
    swap_decimal_one: |sheet| one_amount(sheet, &swap_marks);
    thousands_comma: |sheet| every_amount(sheet, &|text| grouped(text, ","));
    thousands_dot: |sheet| every_amount(sheet, &|text| grouped(text, "."));
    thousands_apostrophe: |sheet| every_amount(sheet, &|text| grouped(text, "'"));
    thousands_space: |sheet| every_amount(sheet, &|text| grouped(text, " "));
    thousands_no_break_space: |sheet| every_amount(sheet, &|text| grouped(text, "\u{a0}"));
    thousands_narrow_space: |sheet| every_amount(sheet, &|text| grouped(text, "\u{202f}"));
    thousands_thin_space: |sheet| every_amount(sheet, &|text| grouped(text, "\u{2009}"));
    thousands_quote: |sheet| every_amount(sheet, &|text| grouped(text, "\u{2019}"));
    thousands_underscore: |sheet| every_amount(sheet, &|text| grouped(text, "_"));
    german: |sheet| every_amount(sheet, &|text| notation(text, ".", ","));
    english: |sheet| every_amount(sheet, &|text| notation(text, ",", "."));
    german_one: |sheet| one_amount(sheet, &|text| notation(text, ".", ","));
    no_decimals_if_zero: |sheet| every_amount(sheet, &|text| text.strip_suffix("00")?.strip_suffix(['.', ',']).map(str::to_owned));
    one_decimal_if_zero: |sheet| every_amount(sheet, &|text| text.contains(['.', ',']).then(|| text.strip_suffix('0').map(str::to_owned)).flatten());
    scientific: |sheet| every_amount(sheet, &|text| { let cents = cents(text)?; (cents.abs() > 99_999).then(|| format!("{}.{:02}E+2", cents / 10_000, cents.abs() % 10_000 / 100)) });
    minus_u2212: |sheet| every_amount(sheet, &|text| Some(text.replace('-', "\u{2212}")));
    minus_en_dash: |sheet| every_amount(sheet, &|text| Some(text.replace('-', "\u{2013}")));
    minus_em_dash: |sheet| every_amount(sheet, &|text| Some(text.replace('-', "\u{2014}")));
    minus_hyphen: |sheet| every_amount(sheet, &|text| Some(text.replace('-', "\u{2010}")));
    minus_soft_hyphen: |sheet| every_amount(sheet, &|text| Some(text.replace('-', "\u{ad}")));
    minus_full_width: |sheet| every_amount(sheet, &|text| Some(text.replace('-', "\u{ff0d}")));
    minus_half_u2212: |sheet| half_of_amounts(sheet, &|text| Some(text.replace('-', "\u{2212}")));
    minus_half_en_dash: |sheet| half_of_amounts(sheet, &|text| Some(text.replace('-', "\u{2013}")));
    minus_half_soft_hyphen: |sheet| half_of_amounts(sheet, &|text| Some(text.replace('-', "\u{ad}")));
    parentheses: |sheet| every_amount(sheet, &|text| text.strip_prefix('-').map(|digits| format!("({digits})")));
    trailing_minus: |sheet| every_amount(sheet, &|text| text.strip_prefix('-').map(|digits| format!("{digits}-")));
    trailing_minus_half: |sheet| half_of_amounts(sheet, &|text| text.strip_prefix('-').map(|digits| format!("{digits}-")));
    minus_space: |sheet| every_amount(sheet, &|text| text.strip_prefix('-').map(|digits| format!("- {digits}")));
    plus_sign: |sheet| every_amount(sheet, &|text| text.starts_with(|first: char| first.is_ascii_digit()).then(|| format!("+{text}")));
    no_break_space_around: |sheet| every_amount(sheet, &|text| filled(text).map(|text| format!("\u{a0}{text}\u{a0}")));
    currency_behind: |sheet| every_amount(sheet, &|text| filled(text).map(|text| format!("{text} CHF")));
    euro_behind: |sheet| every_amount(sheet, &|text| filled(text).map(|text| format!("{text} €")));
    euro_before: |sheet| every_amount(sheet, &|text| filled(text).map(|text| format!("€{text}")));
    dollar_before: |sheet| every_amount(sheet, &|text| filled(text).map(|text| format!("${text}")));
    formula: |sheet| every_amount(sheet, &|text| filled(text).map(|text| format!("=\"{text}\"")));
    apostrophe_before: |sheet| every_amount(sheet, &|text| filled(text).map(|text| format!("'{text}")));
    full_width_digits: |sheet| every_amount(sheet, &|text| Some(other_digits(text, 0xFF10)));
    arabic_digits: |sheet| every_amount(sheet, &|text| Some(other_digits(text, 0x660)));
    leading_zeros: |sheet| every_amount(sheet, &|text| text.starts_with(|first: char| first.is_ascii_digit()).then(|| format!("00{text}")));
    hash_cells: |sheet| every_amount(sheet, &|text| filled(text).map(|_| "########".to_owned()));
    month_for_amount: |sheet| every_amount(sheet, &|text| text.strip_suffix(".05").or(text.strip_suffix(".03")).map(|days| format!("{days}. Mai")));

    // Damage to amounts.
    three_decimals: |sheet| every_amount(sheet, &|text| text.contains(['.', ',']).then(|| format!("{text}7")));
    three_decimals_zero: |sheet| every_amount(sheet, &|text| text.contains(['.', ',']).then(|| format!("{text}0")));
    drop_point: |sheet| every_amount(sheet, &|text| cents(text).map(|_| text.replace(['.', ','], "")));
    drop_point_one: |sheet| one_amount(sheet, &|text| cents(text).map(|_| text.replace(['.', ','], "")));
    strip_minus: |sheet| every_amount(sheet, &|text| text.strip_prefix('-').map(str::to_owned));
    strip_minus_one: |sheet| one_amount(sheet, &|text| text.strip_prefix('-').map(str::to_owned));
    empty_amount_one: |sheet| one_amount(sheet, &|text| filled(text).map(|_| String::new()));
    not_available_one: |sheet| one_amount(sheet, &|text| filled(text).map(|_| "N/A".to_owned()));
    zero_amount_one: |sheet| one_amount(sheet, &|text| filled(text).map(|_| "0.00".to_owned()));
    digit_changed: |sheet| one_amount(sheet, &|text| { let at = text.find(|digit: char| digit.is_ascii_digit())?; let digit = text.as_bytes()[at]; Some(format!("{}{}{}", &text[..at], if digit == b'9' { 8 } else { digit - b'0' + 1 }, &text[at + 1..])) });
    digits_exchanged: |sheet| one_amount(sheet, &|text| { let digits: Vec<char> = text.chars().collect(); let at = digits.windows(2).position(|pair| pair.iter().all(char::is_ascii_digit) && pair[0] != pair[1] && pair[1] != '0')?; let mut digits = digits; digits.swap(at, at + 1); Some(digits.into_iter().collect()) });

    // Dates in other forms, and damage to dates.
    excel_serial: |sheet| every_date(sheet, &|_, _, _| Some("46111".to_owned()));
    excel_serial_half: |sheet| half_of_dates(sheet, &|_, _, _| Some("46111".to_owned()));
    us_slash: |sheet| every_date(sheet, &|[day, month, year], _, rest| Some(format!("{month}/{day}/{year}{rest}")));
    eu_slash: |sheet| every_date(sheet, &|[day, month, year], _, rest| Some(format!("{day}/{month}/{year}{rest}")));
    iso_dates: |sheet| every_date(sheet, &|[day, month, year], _, rest| Some(format!("{year}-{month}-{day}{rest}")));
    dotted_dates: |sheet| every_date(sheet, &|[day, month, year], _, rest| Some(format!("{day}.{month}.{year}{rest}")));
    short_dates: |sheet| every_date(sheet, &|[day, month, year], _, rest| Some(format!("{}.{}.{year}{rest}", day.trim_start_matches('0'), month.trim_start_matches('0'))));
    two_digit_year: |sheet| every_date(sheet, &|[day, month, year], _, rest| Some(format!("{day}.{month}.{}{rest}", &year[2..])));
    two_digit_year_first: |sheet| every_date(sheet, &|[day, month, year], _, rest| Some(format!("{}.{month}.{day}{rest}", &year[2..])));
    date_time: |sheet| every_date(sheet, &|[day, month, year], separator, rest| rest.is_empty().then(|| in_form(day, month, year, separator) + " 00:00:00"));
    date_mixed: |sheet| half_of_dates(sheet, &|[day, month, year], _, rest| Some(format!("{year}-{month}-{day}{rest}")));
    month_names: |sheet| every_date(sheet, &|[day, _, year], _, rest| Some(format!("{day}. März {year}{rest}")));
    dash_dates: |sheet| every_date(sheet, &|[day, month, year], _, rest| Some(format!("{day}-{month}-{year}{rest}")));
    empty_date_one: |sheet| one_date(sheet, &|_, _, _| Some(String::new()));
    invalid_date_one: |sheet| one_date(sheet, &|[_, month, year], separator, rest| Some(in_form("31", if month == "02" { month } else { "02" }, year, separator) + rest));
    day_month_exchanged: |sheet| every_date_in_place(sheet, &|[day, month, year]| (day.as_str() <= "12").then(|| [month.clone(), day.clone(), year.clone()]));
    year_changed_one: |sheet| one_date_in_place(sheet, &|[day, month, year]| Some([day.clone(), month.clone(), format!("{}", year.parse::<u32>().ok()? + 10)]));
    month_changed_one: |sheet| one_date_in_place(sheet, &|[day, month, year]| Some([day.clone(), if month == "01" { "05".to_owned() } else { "01".to_owned() }, year.clone()]));

    // Damage to rows.
    row_twice: |sheet| { let middle = sheet.middle()?; edit(sheet, |sheet| { let row = sheet.rows[middle].clone(); sheet.rows.insert(middle, row); }) };
    row_missing: |sheet| { let middle = sheet.middle()?; edit(sheet, |sheet| { sheet.rows.remove(middle); }) };
    first_row_missing: |sheet| { let first = *sheet.bookings().first()?; edit(sheet, |sheet| { sheet.rows.remove(first); }) };
    last_row_missing: |sheet| { let last = *sheet.bookings().last()?; edit(sheet, |sheet| { sheet.rows.truncate(last); }) };
    truncated: |sheet| { let text = sheet.write(); Some(cut(&text, text.len() * 2 / 3)) };
    truncated_in_amount: |sheet| truncated_in_amount(sheet, 1);
    truncated_in_decimals: |sheet| truncated_in_amount(sheet, 2);
    rows_twice: |sheet| edit(sheet, |sheet| { if let Some(last) = sheet.rows.last_mut().filter(|last| last.line_end.is_empty()) { last.line_end.push('\n'); } let rows = sheet.rows.clone(); sheet.rows.extend(rows); });
    file_twice: |sheet| { let text = sheet.write(); Some(format!("{}\n{text}", text.trim_end_matches(['\r', '\n'])).into_bytes()) };
    header_repeated: |sheet| { let middle = sheet.middle()?; edit(sheet, |sheet| if let Some(header) = sheet.head.last().cloned() { sheet.rows.insert(middle, header); }) };
    date_headers_exchanged: |sheet| exchange_headers(sheet, &sheet.dates.clone());
    amount_headers_exchanged: |sheet| exchange_headers(sheet, &sheet.amounts.clone());
    first_headers_exchanged: |sheet| exchange_headers(sheet, &[0, 1]);
    cells_shifted_one: |sheet| one_row(sheet, |row, column| { row.cells.insert(column, Cell(String::new())); row.cells.pop(); }, 0);
    cell_added_one: |sheet| { let amount = *sheet.amounts.first()?; one_row(sheet, |row, column| row.cells.insert(column, Cell(String::new())), amount) };
    cell_missing_one: |sheet| { let amount = *sheet.amounts.first()?; one_row(sheet, |row, column| { row.cells.remove(column.saturating_sub(1)); }, amount) };
    stray_quote: |sheet| one_text(sheet, |cell| if !cell.is_quoted() { cell.0.push('"'); });
    closing_quote_missing: |sheet| one_text(sheet, |cell| cell.0 = format!("\"{}", cell.text()));
    opening_quote_missing: |sheet| one_text(sheet, |cell| cell.0 = format!("{}\"", cell.text()));
    amount_column_twice: |sheet| { let amount = *sheet.amounts.first()?; table_rows(sheet, |row| if let Some(cell) = row.cells.get(amount).cloned() { row.cells.insert(amount, cell); }) };
    balances_missing: |sheet| { let balance = *sheet.balances.first()?; table_rows(sheet, |row| if balance < row.cells.len() { row.cells.remove(balance); }) };
    two_amounts: |sheet| both_amounts(sheet);
    currency_changed_one: |sheet| one_currency(sheet, "USD");
    currency_missing_one: |sheet| one_currency(sheet, "");

    // Damage to texts.
    mac_roman: |sheet| one_byte(&sheet.write(), &MAC_ROMAN, false);
    code_page_850: |sheet| one_byte(&sheet.write(), &CODE_PAGE_850, false);
    utf8_twice: |sheet| { let text = sheet.write(); (!text.is_ascii()).then(|| text.bytes().map(char::from).collect::<String>().into_bytes()) };
    replaced_by_question_marks: |sheet| { let text = sheet.write(); (!text.is_ascii()).then(|| text.chars().map(|character| if character.is_ascii() { character } else { '?' }).collect::<String>().into_bytes()) };
}

/// Writes the file with another delimiter, and quotes cells that contain it.
fn with_delimiter(sheet: &Sheet, delimiter: char) -> Option<Vec<u8>> {
    edit(sheet, |sheet| {
        sheet.delimiter = delimiter;
        for row in sheet
            .head
            .iter_mut()
            .chain(&mut sheet.rows)
            .chain(&mut sheet.tail)
        {
            for cell in &mut row.cells {
                if !cell.is_quoted() && cell.0.contains(delimiter) {
                    cell.0 = quoted(&cell.0);
                }
            }
        }
    })
}

fn filled(text: &str) -> Option<&str> {
    (!text.trim().is_empty()).then_some(text)
}

fn cut(text: &str, mut end: usize) -> Vec<u8> {
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.as_bytes()[..end].to_vec()
}

fn exchange_headers(sheet: &Sheet, columns: &[usize]) -> Option<Vec<u8>> {
    let [first, second, ..] = columns[..] else {
        return None;
    };
    edit(sheet, |sheet| {
        if let Some(header) = sheet
            .head
            .last_mut()
            .filter(|header| header.cells.len() > first.max(second))
        {
            header.cells.swap(first, second);
        }
    })
}

fn one_text(sheet: &Sheet, change: impl Fn(&mut Cell)) -> Option<Vec<u8>> {
    let (row, column) = (sheet.middle()?, *sheet.texts.first()?);
    edit(sheet, |sheet| {
        sheet.rows[row]
            .cells
            .get_mut(column)
            .into_iter()
            .for_each(change);
    })
}

/// Changes the currency of one booking.
fn one_currency(sheet: &Sheet, code: &str) -> Option<Vec<u8>> {
    let row = sheet.middle()?;
    let is_code = |text: &str| {
        text.len() == 3
            && text.bytes().all(|byte| byte.is_ascii_uppercase())
            && ["CHF", "EUR", "USD", "GBP"].contains(&text)
    };
    let column = sheet
        .texts
        .iter()
        .copied()
        .find(|column| is_code(&sheet.rows[row].text(*column)))?;
    let delimiter = sheet.delimiter;
    edit(sheet, |sheet| {
        sheet.rows[row].cells[column].set(code, delimiter);
    })
}
