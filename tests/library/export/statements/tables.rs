//! Statements as tables and workbooks.

use universal_accounting::chrono::NaiveDate;
use universal_accounting::export::NoteKind;
use universal_accounting::export::statement::{self, StatementExportOptions, StatementTarget};
use universal_accounting::value::{Amount, Currency, Text};

use super::{APRIL, MARCH, convert, joined, note, text, write};

#[test]
fn a_table_has_the_delimiter_of_its_options() {
    let mut options = StatementExportOptions::new();
    options.delimiter = '\t';
    let export = statement::write(
        &joined(&[convert(MARCH, None)]),
        StatementTarget::Csv,
        &options,
    )
    .unwrap();
    let rows: Vec<Vec<&str>> = text(&export)
        .lines()
        .map(|line| line.split('\t').collect())
        .collect();
    assert_eq!(
        (rows.len(), rows[0][4], rows[1][4]),
        (3, "\"amount\"", "1200.50")
    );
    assert_eq!(rows[2][2], "\"'=Lohn | 100\"", "no formula");
}

#[test]
fn a_workbook_has_numbers_and_dates() {
    use calamine::{Data, DataType, Reader, Xlsx};

    let mut march = convert(MARCH, Some("2000"));
    march.transactions[1].amount = Amount::parse("1234567890123.456").unwrap();
    march.transactions[1].text = Text::parse("_x0041_ <a> & \u{1} b").ok();
    let mut euro = convert(APRIL, None);
    euro.transactions[0].currency = Currency::parse("EUR").unwrap();
    let export = write(&[march, euro], StatementTarget::Xlsx);
    assert_eq!(
        (export.format, note(&export.notes, NoteKind::NumberAsText)),
        ("xlsx", 3),
        "the amount, the balance after it, and the sum"
    );
    let mut workbook = Xlsx::new(std::io::Cursor::new(&export.bytes)).unwrap();
    let names = workbook.sheet_names();
    assert_eq!(
        names,
        [
            "Statements",
            "CH9300762011623852957 CHF",
            "CH9300762011623852957 EUR"
        ]
    );
    let sheets: Vec<Vec<Vec<Data>>> = names
        .iter()
        .map(|name| {
            workbook
                .worksheet_range(name)
                .unwrap()
                .rows()
                .map(<[Data]>::to_vec)
                .collect()
        })
        .collect();
    let day = |year, month, day| NaiveDate::from_ymd_opt(year, month, day);
    let first = &sheets[1][1];
    assert_eq!(
        (first[0].as_date(), first[1].as_date()),
        (day(2026, 3, 30), day(2026, 3, 31))
    );
    assert_eq!(
        (first[3].as_string(), &first[4]),
        (Some("Miete <März> & Co".to_owned()), &Data::Float(-1200.5))
    );
    let second = &sheets[1][2];
    assert_eq!(
        second[4],
        Data::String("1234567890123.456".to_owned()),
        "more digits than a spreadsheet holds"
    );
    assert_eq!(second[3], Data::String("_x0041_ <a> &   b".to_owned()));
    let overview = &sheets[0][1];
    assert_eq!(
        overview[7..],
        [
            Data::Float(2000.0),
            Data::Float(5779.5),
            Data::String("proved".to_owned())
        ]
    );
    assert_eq!(sheets[0][2][9], Data::String("not checked".to_owned()));
}
