//! Laws of what tables and workbooks show: cells beside their columns, currencies of formats, escapes, and the letters of a code page.

use proptest::prelude::*;
use rust_xlsxwriter::{Format, Workbook};
use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::value::Currency;

use super::silence::{IBAN, amount, bookings, convert_given};
use crate::cases::cases;
use crate::format::fixtures::rules;
use crate::format::workbook::HEADER;
use crate::zip_files::archive;

/// Rows of accounts with the number of their columns. Debits and credits have columns of their own in the first two.
fn table(form: usize, cents: &[i64], has_balance: bool) -> Vec<String> {
    let header = [
        "Buchung;Valuta;Buchungstext;Belastung;Gutschrift;Saldo (CHF)",
        "Datum;Valuta;Buchungstext;Belastung;Gutschrift;Saldo CHF;Kontonummer;Kontoinhaber;",
        "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date",
    ];
    let mut rows = vec![header[form].to_owned()];
    let mut balance = 90_000_000;
    for (number, cents) in cents.iter().enumerate() {
        balance += cents;
        let day = number + 1;
        let value = amount(cents.abs(), '.');
        let sums = if *cents < 0 {
            format!("{value};")
        } else {
            format!(";{value}")
        };
        let shown = if has_balance {
            amount(balance, '.')
        } else {
            String::new()
        };
        let sign = if *cents < 0 { "-" } else { "" };
        rows.push(match form {
            0 => format!("{day:02}.03.2026;{day:02}.03.2026;Rent;{sums};{shown}"),
            1 => format!("{day:02}.03.2026;{day:02}.03.2026;Rent;{sums};{shown};{IBAN};Muster AG;"),
            _ => format!("{IBAN};2026-03-{day:02} 00:00:00.0;Rent;{sign}{value};{shown};2026-03-{day:02} 00:00:00.0"),
        });
    }
    rows
}

/// Joins the cell of a column with the next one.
fn join_cells(row: &str, column: usize) -> String {
    let mut cells: Vec<String> = row.split(';').map(str::to_owned).collect();
    let at = column.min(cells.len() - 2);
    let next = cells.remove(at + 1);
    cells[at].push_str(&next);
    cells.join(";")
}

/// Where the delimiter before the debit is missing in all rows, each balance is below the name of the credits.
#[test]
fn balances_below_the_name_of_the_credits_are_no_credits() {
    let mut rows = table(0, &[-500, -750], true);
    for row in rows.iter_mut().skip(1) {
        *row = join_cells(row, 2);
    }
    // The balance of a total is in its column, whatever the bookings lack.
    let total = "Schlusssaldo;;;;;899987.50".to_owned();
    for rows in [rows.clone(), [rows, vec![total]].concat()] {
        let found = convert_given(&(rows.join("\n") + "\n"));
        assert!(found.transactions.is_empty());
        assert_eq!(rules(&found), ["row-shifted"; 2]);
    }
}

/// A workbook whose only text is this XML, in the shared strings or in its cell.
fn workbook_of(text: &str, is_shared: bool) -> Vec<u8> {
    let inline = |text: &str| format!("<c t=\"inlineStr\"><is><t>{text}</t></is></c>");
    let cells = [
        IBAN,
        "2026-03-31 00:00:00.0",
        "",
        "12.50",
        "",
        "2026-03-31 00:00:00.0",
    ];
    let cells = cells.iter().enumerate().map(|(column, cell)| match column {
        2 if is_shared => "<c t=\"s\"><v>0</v></c>".to_owned(),
        2 => inline(text),
        _ => inline(cell),
    });
    let header = HEADER.map(inline).concat();
    let cells = cells.collect::<Vec<_>>().concat();
    let sheet = format!(
        "<worksheet><sheetData><row r=\"1\">{header}</row><row r=\"2\">{cells}</row></sheetData></worksheet>"
    );
    let strings = format!("<sst><si><t>{text}</t></si></sst>");
    archive(&[
        ("_rels/.rels", b"<a><Relationship Id=\"r\" Type=\"x/officeDocument\" Target=\"xl/workbook.xml\"/></a>"),
        ("xl/workbook.xml", b"<workbook><sheets><sheet name=\"A\" r:id=\"r1\"/></sheets></workbook>"),
        ("xl/_rels/workbook.xml.rels", b"<a><Relationship Id=\"r1\" Type=\"x/worksheet\" Target=\"a.xml\"/><Relationship Id=\"r2\" Type=\"x/sharedStrings\" Target=\"s.xml\"/></a>"),
        ("xl/a.xml", sheet.as_bytes()),
        ("xl/s.xml", strings.as_bytes()),
    ])
}

proptest! {
    #![proptest_config(cases(64))]

    /// Where all rows have a cell more or fewer than the header, at any column, they come out as they are or something is said.
    #[test]
    fn rows_that_are_all_shifted_are_said(
        cents in prop::collection::vec(prop_oneof![-90_000_i64..0, 1_i64..90_000], 1..6),
        form in 0_usize..3,
        column in 0_usize..9,
        change in prop::sample::select(vec!["", "x", "5.00", "02.03.2026", "joined"]),
        has_balance in any::<bool>(),
        has_end in any::<bool>(),
    ) {
        let whole = table(form, &cents, has_balance);
        let shifted = whole.iter().enumerate().map(|(number, row)| {
            if number == 0 {
                return row.clone();
            }
            let mut cells: Vec<&str> = row.split(';').collect();
            let at = column.min(cells.len());
            if change == "joined" {
                // With another delimiter at the end, the row would be one of as many cells as the header, without a balance.
                return join_cells(row, column);
            }
            cells.insert(at, change);
            cells.join(";") + if has_end { ";" } else { "" }
        });
        let text = shifted.collect::<Vec<_>>().join("\n") + "\n";
        let (before, after) = (convert_given(&(whole.join("\n") + "\n")), convert_given(&text));
        prop_assert_eq!(before.transactions.len(), cents.len(), "{:?}", whole);
        let known = rules(&before);
        let is_said = rules(&after).iter().any(|rule| !known.contains(rule));
        prop_assert!(is_said || bookings(&after) == bookings(&before), "{}{:?}", text, rules(&after));
    }

    /// A currency in the format of the numbers is said if and only if the bookings are in another one, wherever it is in the format.
    #[test]
    fn a_currency_of_a_format_agrees_or_is_said(
        cents in prop::collection::vec(1_i32..9_000_000, 1..4),
        shown in prop::sample::select(vec!["CHF", "EUR", "GBP", "USD", "SEK", "PLN"]),
        given in prop::sample::select(vec!["CHF", "EUR", "GBP", "USD", "SEK", "PLN"]),
        form in 0_usize..6,
        has_sign in any::<bool>(),
    ) {
        let sign = match shown {
            "EUR" if has_sign => "€",
            "GBP" if has_sign => "£",
            _ => shown,
        };
        let code = match form {
            0 => format!("#,##0.00 \"{sign}\""),
            1 => format!("[${sign}] #,##0.00"),
            2 => format!("[${sign}-407] #,##0.00"),
            3 => format!("\"{sign}\" #,##0.00;[Red]-\"{sign}\" #,##0.00"),
            4 => format!("_-* #,##0.00 [${sign}-1]_-;-* #,##0.00 [${sign}-1]_-"),
            _ => format!("#,##0.00\\ [${sign}]"),
        };
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet();
        for (column, name) in (0..).zip(HEADER) {
            sheet.write_string(0, column, name).unwrap();
        }
        let money = Format::new().set_num_format(&code);
        for (row, cents) in (1..).zip(&cents) {
            for (column, cell) in [(0, IBAN), (1, "2026-03-31 00:00:00.0"), (2, "Bakery"), (5, "2026-03-31 00:00:00.0")] {
                sheet.write_string(row, column, cell).unwrap();
            }
            sheet.write_number_with_format(row, 3, f64::from(*cents) / 100.0, &money).unwrap();
        }
        let mut options = ConvertOptions::new();
        options.currency = Currency::parse(given).ok();
        let found = convert_readable(&workbook.save_to_buffer().unwrap(), &options);
        prop_assert_eq!(found.transactions.len(), cents.len());
        prop_assert_eq!(rules(&found).contains(&"currency-shown-differs"), shown != given, "{}", code);
    }

    /// An escape in a text of a workbook is the character with its code, or something is said. It never comes out as it is written, and an escaped escape always does.
    #[test]
    fn an_escape_is_its_character_or_said(
        code in prop_oneof![any::<u16>(), 0_u16..0x250],
        astral in prop::char::range('\u{10000}', '\u{1ffff}'),
        is_lower in any::<bool>(),
        is_shared in any::<bool>(),
    ) {
        let write = |code: u16| if is_lower { format!("_x{code:04x}_") } else { format!("_x{code:04X}_") };
        let text_of = |text: &str| {
            let mut options = ConvertOptions::new();
            options.currency = Currency::parse("CHF").ok();
            let found = convert_readable(&workbook_of(text, is_shared), &options);
            let of_booking = found.transactions.first().and_then(|first| first.text.as_ref());
            (of_booking.map(|text| text.as_str().to_owned()).unwrap_or_default(), rules(&found))
        };
        let escape = write(code);
        let (text, said) = text_of(&format!("Rent{escape}March"));
        prop_assert!(text.starts_with("Rent") && text.ends_with("March"), "{:?} {:?}", text, said);
        prop_assert!(!text.contains(&escape) && !text.contains(|letter: char| letter.is_ascii_control()), "{:?}", text);
        match char::from_u32(u32::from(code)) {
            Some(character) if character.is_alphanumeric() => prop_assert!(text.contains(character), "{} {:?}", escape, text),
            Some(_) => {}
            None => prop_assert!(said.contains(&"characters-lost"), "{:?}", said),
        }
        let (text, _) = text_of(&format!("Rent_x005F{escape}March"));
        prop_assert_eq!(text, format!("Rent{escape}March"));
        let units = astral.encode_utf16(&mut [0; 2]).iter().map(|unit| write(*unit)).collect::<Vec<_>>().concat();
        let (text, said) = text_of(&format!("Rent{units}March"));
        prop_assert!(text.contains(astral) || !said.is_empty(), "{:?} {:?}", text, said);
    }
}
