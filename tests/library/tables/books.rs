//! The invented books of a Swiss company, as people keep them in spreadsheets.

use std::fmt::Write as _;

use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};

use super::windows_1252;

/// The tables of the books: headings, and rows of cells.
#[derive(Debug, Clone)]
pub(super) struct Books {
    pub(super) accounts: Vec<Vec<String>>,
    pub(super) taxes: Vec<Vec<String>>,
    pub(super) periods: Vec<Vec<String>>,
    pub(super) contacts: Vec<Vec<String>>,
}

fn row<const WIDTH: usize>(cells: [&str; WIDTH]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}

/// The groups of the chart: the first account, how many accounts, a name, and the type in the words of a bookkeeper.
const GROUPS: [(u32, u32, &str, &str); 14] = [
    (1000, 20, "Flüssige Mittel", "Aktiven"),
    (1100, 10, "Forderungen", "Aktiven"),
    (1200, 10, "Vorräte", "Aktiven"),
    (1500, 20, "Mobile Sachanlagen", "Aktiven"),
    (2000, 20, "Kurzfristige Verbindlichkeiten", "Passiven"),
    (2400, 10, "Langfristige Verbindlichkeiten", "Passiven"),
    (2800, 10, "Eigenkapital", "Passiven"),
    (3000, 20, "Betriebsertrag", "Ertrag"),
    (4000, 20, "Aufwand für Material", "Aufwand"),
    (5000, 20, "Personalaufwand", "Aufwand"),
    (6000, 20, "Übriger betrieblicher Aufwand", "Aufwand"),
    (6900, 5, "Finanzaufwand", "Aufwand"),
    (6950, 5, "Finanzertrag", "Ertrag"),
    (8000, 10, "Betriebsfremder Aufwand", "Aufwand"),
];

impl Books {
    /// 200 accounts, 12 taxes, 3 tax periods and 500 contacts.
    pub(super) fn new() -> Self {
        let mut accounts = vec![row([
            "Konto-Nr.",
            "Bezeichnung",
            "Kontoart",
            "Währung",
            "IBAN",
            "MWST-Code",
        ])];
        for (first, count, name, account_type) in GROUPS {
            for number in first..first + count {
                let iban = if number == 1002 {
                    "CH93 0076 2011 6238 5295 7"
                } else {
                    ""
                };
                let currency = if number < 1020 { "CHF" } else { "" };
                accounts.push(row([
                    &number.to_string(),
                    &format!("{name} {number}"),
                    account_type,
                    currency,
                    iban,
                    "",
                ]));
            }
        }
        let mut taxes = vec![row(["MWST-Code", "Bezeichnung", "Satz %", "Land"])];
        for (kind, name) in [
            ("UN", "Umsatzsteuer"),
            ("VM", "Vorsteuer Material"),
            ("VI", "Vorsteuer Investitionen"),
            ("BZ", "Bezugsteuer"),
        ] {
            for (code, rate) in [("81", "8,1 %"), ("38", "3,8 %"), ("26", "2.6")] {
                taxes.push(row([
                    &format!("{kind}{code}"),
                    &format!("{name} {rate}"),
                    rate,
                    "Schweiz",
                ]));
            }
        }
        let mut periods = vec![row([
            "Periode",
            "Von",
            "Bis",
            "Steuerpflichtig",
            "Saldosteuersatz",
            "Abrechnungsart",
        ])];
        for year in 2024..2027 {
            periods.push(row([
                &year.to_string(),
                &format!("1.1.{year}"),
                &format!("31.12.{year}"),
                "ja",
                "nein",
                "vereinbart",
            ]));
        }
        let mut contacts = vec![row([
            "Kontakt-Nr.",
            "Firma",
            "Vorname",
            "Name",
            "Strasse",
            "PLZ",
            "Ort",
            "Land",
        ])];
        for number in 1..=500 {
            let id = format!("{number:04}");
            contacts.push(if number % 5 == 0 {
                row([
                    &id,
                    "",
                    &format!("Erika {number}"),
                    "Müller; Beispiel",
                    "Seestrasse 1",
                    "8002",
                    "Zürich",
                    "Schweiz",
                ])
            } else {
                row([
                    &id,
                    &format!("Beispiel {number} \"Nord\" GmbH"),
                    "",
                    "",
                    "Bahnhofstrasse 7",
                    "3000",
                    "Bern",
                    "CH",
                ])
            });
        }
        Self {
            accounts,
            taxes,
            periods,
            contacts,
        }
    }

    /// Returns the tables with the names of their files.
    fn tables(&self) -> [(&'static str, &[Vec<String>]); 4] {
        [
            ("konten", &self.accounts),
            ("mwst", &self.taxes),
            ("perioden", &self.periods),
            ("kontakte", &self.contacts),
        ]
    }

    /// Returns the tables as a German spreadsheet saves them: Windows-1252, semicolons, CRLF.
    pub(super) fn csv_files(&self) -> Vec<(String, Vec<u8>)> {
        let write = |(name, rows): (&str, &[Vec<String>])| {
            let mut text = String::new();
            for row in rows {
                let cells: Vec<String> = row.iter().map(|cell| quote(cell)).collect();
                write!(text, "{}\r\n", cells.join(";")).unwrap();
            }
            (format!("{name}.csv"), windows_1252(&text))
        };
        self.tables().into_iter().map(write).collect()
    }

    /// Returns one workbook with a sheet for each table, with typed numbers, percentages and days.
    pub(super) fn workbook(&self) -> Vec<u8> {
        let mut workbook = Workbook::new();
        let (day, percent) = (
            Format::new().set_num_format("dd.mm.yyyy"),
            Format::new().set_num_format("0.0%"),
        );
        for (name, rows) in self.tables() {
            let sheet = workbook.add_worksheet();
            sheet.set_name(name).unwrap();
            for (line, row) in (0..).zip(rows) {
                for (column, cell) in (0..).zip(row) {
                    let rate = cell
                        .strip_suffix('%')
                        .map(|rate| rate.trim().replace(',', "."));
                    if let Some(Ok(rate)) = rate.map(|rate| rate.parse::<f64>()) {
                        sheet
                            .write_number_with_format(line, column, rate / 100.0, &percent)
                            .unwrap();
                    } else if let Some([day_of_month, month, year]) = date_parts(cell) {
                        let date = ExcelDateTime::from_ymd(
                            u16::try_from(year).unwrap(),
                            u8::try_from(month).unwrap(),
                            u8::try_from(day_of_month).unwrap(),
                        )
                        .unwrap();
                        sheet
                            .write_datetime_with_format(line, column, &date, &day)
                            .unwrap();
                    } else if cell.parse::<u32>().is_ok_and(|_| !cell.starts_with('0')) {
                        sheet
                            .write_number(line, column, cell.parse::<u32>().unwrap())
                            .unwrap();
                    } else if !cell.is_empty() {
                        sheet.write_string(line, column, cell).unwrap();
                    }
                }
            }
        }
        workbook.save_to_buffer().unwrap()
    }
}

/// Returns the day, month and year of a cell such as `1.1.2026`.
fn date_parts(cell: &str) -> Option<[u32; 3]> {
    let parts: Vec<u32> = cell
        .split('.')
        .map(|part| part.parse().ok())
        .collect::<Option<_>>()?;
    <[u32; 3]>::try_from(parts).ok()
}

fn quote(cell: &str) -> String {
    if cell.contains([';', '"']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}
