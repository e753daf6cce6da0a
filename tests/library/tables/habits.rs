//! Generated base data in sheets and CSV files as people keep them: what is built is what was meant, or a finding names the cell.

use std::fmt::Write;

use proptest::prelude::*;
use rust_xlsxwriter::{Format, Formula, Workbook, Worksheet};
use serde_json::Value;
use universal_accounting::report::{Finding, Severity};
use universal_accounting::tables::{BuildOptions, Built};

use super::build;

const PERIODS: &str = "Von;Bis;Steuerpflichtig;Saldosteuersatz;Abrechnungsart\n1.1.2026;31.12.2026;ja;nein;vereinbart\n";
const TAXES: &str = "MWST-Code;Bezeichnung;Satz %\nUN81;Umsatzsteuer;8,1\n";
const HEADINGS: [&str; 4] = ["Konto-Nr.", "Bezeichnung", "Kontoart", "Währung"];
const FIELDS: [&str; 4] = ["number", "description", "type", "currency"];

/// Words for types, as accountants of four languages write them.
const TYPES: [(&str, &str); 8] = [
    ("Aktiven", "ASSET"),
    ("Passifs", "LIABILITY"),
    ("Costi", "EXPENSE"),
    ("Revenue", "REVENUE"),
    ("Actif", "ASSET"),
    ("Passivi", "LIABILITY"),
    ("Aufwand", "EXPENSE"),
    ("Ertrag", "REVENUE"),
];

/// What people and programs do with a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Habit {
    Text,
    Number,
    Padded,
    FixedDecimals,
    Thousands,
    Calculated,
    // From here on, what was meant can't be read.
    Rounded,
    Words,
    Date,
    Percentage,
    Boolean,
    Error,
    TooNarrow,
    ZeroWidth,
    LineBreak,
    Merged,
    Misspelt,
}

impl Habit {
    /// Returns whether what was meant can be read.
    fn is_harmless(self) -> bool {
        use Habit::{Calculated, FixedDecimals, Number, Padded, Text, Thousands};

        matches!(
            self,
            Text | Number | Padded | FixedDecimals | Thousands | Calculated
        )
    }
}

const OF_NUMBERS: [Habit; 15] = [
    Habit::Text,
    Habit::Number,
    Habit::Padded,
    Habit::FixedDecimals,
    Habit::Thousands,
    Habit::Calculated,
    Habit::Rounded,
    Habit::Words,
    Habit::Date,
    Habit::Percentage,
    Habit::Boolean,
    Habit::Error,
    Habit::TooNarrow,
    Habit::ZeroWidth,
    Habit::LineBreak,
];

const OF_TEXTS: [Habit; 5] = [
    Habit::Text,
    Habit::Calculated,
    Habit::Error,
    Habit::TooNarrow,
    Habit::Merged,
];

#[derive(Debug, Clone)]
struct Account {
    /// Four digits, maybe with two decimals.
    number: String,
    type_index: usize,
    currency: &'static str,
    /// Whether a group, a title or a total is above it.
    row_above: usize,
    habits: [Habit; 4],
}

impl Account {
    fn description(&self) -> String {
        format!("Konto {}", self.number)
    }

    /// Returns what the cells mean.
    fn cells(&self) -> [String; 4] {
        [
            self.number.clone(),
            self.description(),
            TYPES[self.type_index].0.to_owned(),
            self.currency.to_owned(),
        ]
    }

    fn values(&self) -> [String; 4] {
        let mut values = self.cells();
        TYPES[self.type_index].1.clone_into(&mut values[2]);
        values
    }
}

fn habit(column: usize, selector: usize, damage: bool) -> Habit {
    let habits: &[Habit] = if column == 0 { &OF_NUMBERS } else { &OF_TEXTS };
    let found = habits[selector % habits.len()];
    match (found.is_harmless() || damage, column) {
        (true, 2) if found == Habit::TooNarrow => Habit::Misspelt,
        (true, _) => found,
        (false, _) => Habit::Text,
    }
}

prop_compose! {
    fn account()(
        number in 1_u32..10_000,
        cents in prop_oneof![3 => Just(None), 1 => (1_u32..100).prop_map(Some)],
        type_index in 0..TYPES.len(),
        currency in prop_oneof![Just("CHF"), Just("EUR")],
        row_above in 0_usize..12,
        selectors in prop::array::uniform4(0_usize..64),
        damage in prop::array::uniform4(prop::bool::weighted(0.15)),
    ) -> Account {
        let mut text = format!("{number:0>4}");
        if let Some(cents) = cents {
            write!(text, ".{cents:0>2}").unwrap();
        }
        Account {
            number: text,
            type_index,
            currency,
            row_above,
            habits: std::array::from_fn(|column| habit(column, selectors[column], damage[column])),
        }
    }
}

fn accounts() -> impl Strategy<Value = Vec<Account>> {
    prop::collection::vec(account(), 1..12).prop_map(|mut accounts| {
        accounts.sort_by(|one, other| one.number.cmp(&other.number));
        accounts.dedup_by(|one, other| one.number == other.number);
        accounts
    })
}

/// A row of a table: an account, or the number and the text of a group, a title or a total.
enum TableRow<'a> {
    Account(&'a Account),
    Other(String, &'static str),
}

fn rows(accounts: &[Account]) -> Vec<TableRow<'_>> {
    let mut rows = Vec::new();
    for account in accounts {
        let prefix = |length: usize| account.number[..length].to_owned();
        match account.row_above {
            0 => rows.push(TableRow::Other(prefix(1), "AKTIVEN")),
            1 => rows.push(TableRow::Other(prefix(2), "Umlaufvermögen")),
            2 => rows.push(TableRow::Other(prefix(3), "Flüssige Mittel")),
            3 => rows.push(TableRow::Other(String::new(), "Actifs circulants")),
            4 => rows.push(TableRow::Other("Totale attivi".to_owned(), "")),
            _ => {}
        }
        rows.push(TableRow::Account(account));
    }
    rows
}

/// An account with the line in which it is, and the habits that its cells really have.
struct Written<'a> {
    account: &'a Account,
    line: usize,
    habits: [Habit; 4],
}

fn write_number(sheet: &mut Worksheet, row: u32, text: &str, habit: Habit) -> Habit {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let number: f64 = text.parse().unwrap();
    let formatted = |sheet: &mut Worksheet, code: &str| {
        let format = Format::new().set_num_format(code);
        sheet
            .write_number_with_format(row, 0, number, &format)
            .unwrap();
    };
    let is_plain = decimals.is_empty() && !whole.starts_with('0');
    match habit {
        Habit::Number if !whole.starts_with('0') => {
            sheet.write_number(row, 0, number).unwrap();
        }
        Habit::Padded if decimals.is_empty() => formatted(sheet, "0000"),
        Habit::Padded | Habit::FixedDecimals if !decimals.is_empty() => formatted(sheet, "0000.00"),
        Habit::Thousands if is_plain => formatted(sheet, "#,##0"),
        Habit::Calculated if is_plain => {
            let formula = Formula::new("=A1").set_result(text);
            sheet.write_formula(row, 0, formula).unwrap();
        }
        Habit::Rounded if !decimals.is_empty() && decimals != "00" => formatted(sheet, "0"),
        // A shorter number is one of a group.
        Habit::Words if !whole.starts_with('0') => formatted(sheet, "\"K-\"0"),
        Habit::Date => formatted(sheet, "dd.mm.yyyy"),
        Habit::Percentage => formatted(sheet, "0%"),
        Habit::Boolean => {
            sheet.write_boolean(row, 0, true).unwrap();
        }
        Habit::ZeroWidth => {
            sheet
                .write_string(row, 0, format!("{whole}\u{200b}"))
                .unwrap();
        }
        Habit::LineBreak => {
            sheet
                .write_string(row, 0, format!("{whole}\n{decimals}9"))
                .unwrap();
        }
        Habit::Error | Habit::TooNarrow => {
            return write_text(sheet, row, 0, text, habit);
        }
        _ => return write_text(sheet, row, 0, text, Habit::Text),
    }
    habit
}

fn write_text(sheet: &mut Worksheet, row: u32, column: u16, text: &str, habit: Habit) -> Habit {
    let formula = |result: &str| Formula::new("=VLOOKUP(A1,B:C,2,0)").set_result(result);
    match habit {
        Habit::Calculated => sheet.write_formula(row, column, formula(text)),
        Habit::Error => sheet.write_formula(row, column, formula("#N/A")),
        Habit::TooNarrow => sheet.write_string(row, column, "######"),
        Habit::Misspelt => sheet.write_string(row, column, "Aktvien"),
        _ => {
            sheet.write_string(row, column, text).unwrap();
            return Habit::Text;
        }
    }
    .unwrap();
    habit
}

fn workbook(accounts: &[Account]) -> (Vec<u8>, Vec<Written<'_>>) {
    let mut workbook = Workbook::new();
    let cover = workbook.add_worksheet();
    cover.set_name("Deckblatt").unwrap();
    cover
        .write_string(0, 0, "Kontenplan der Muster AG")
        .unwrap();
    let sheet = workbook.add_worksheet();
    sheet.set_name("Konten").unwrap();
    let title = Format::new();
    sheet.merge_range(0, 0, 0, 3, "Muster AG", &title).unwrap();
    for (column, heading) in (0..).zip(HEADINGS) {
        sheet.write_string(1, column, heading).unwrap();
    }
    let mut written: Vec<Written<'_>> = Vec::new();
    for (row, entry) in (2_u32..).zip(rows(accounts)) {
        let account = match entry {
            TableRow::Other(number, text) => {
                let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
                if is_number && !number.is_empty() && !number.starts_with('0') {
                    sheet
                        .write_number(row, 0, number.parse::<f64>().unwrap())
                        .unwrap();
                } else {
                    sheet.write_string(row, 0, &number).unwrap();
                }
                sheet.write_string(row, 1, text).unwrap();
                continue;
            }
            TableRow::Account(account) => account,
        };
        let line = usize::try_from(row).unwrap() + 1;
        let cells = account.cells();
        let mut habits = account.habits;
        habits[0] = write_number(sheet, row, &cells[0], habits[0]);
        for column in 1..4 {
            let (index, habit) = (u16::try_from(column).unwrap(), habits[column]);
            let above = written
                .last()
                .filter(|above| above.line + 1 == line && above.habits[column] == Habit::Text);
            habits[column] = match (habit, above) {
                (Habit::Merged, Some(above)) => {
                    let text = &above.account.cells()[column];
                    sheet
                        .merge_range(row - 1, index, row, index, text, &title)
                        .unwrap();
                    Habit::Merged
                }
                _ => write_text(sheet, row, index, &cells[column], habit),
            };
        }
        written.push(Written {
            account,
            line,
            habits,
        });
    }
    (workbook.save_to_buffer().unwrap(), written)
}

/// Writes a CSV file as a spreadsheet of the locale saves it.
fn csv(accounts: &[Account], mark: char) -> (Vec<u8>, Vec<Written<'_>>) {
    let mut text = HEADINGS.join(";") + "\n";
    let mut written = Vec::new();
    for (line, entry) in (2..).zip(rows(accounts)) {
        let account = match entry {
            TableRow::Other(number, title) => {
                writeln!(text, "{number};{title};;").unwrap();
                continue;
            }
            TableRow::Account(account) => account,
        };
        let mut habits = account.habits;
        let mut cells = account.cells();
        let (whole, decimals) = account
            .number
            .split_once('.')
            .unwrap_or((&account.number, ""));
        (habits[0], cells[0]) = match habits[0] {
            Habit::Percentage => (Habit::Percentage, format!("{whole}%")),
            Habit::Boolean => (Habit::Boolean, "WAHR".to_owned()),
            Habit::Error => (Habit::Error, "#BEZUG!".to_owned()),
            Habit::TooNarrow => (Habit::TooNarrow, "####".to_owned()),
            Habit::ZeroWidth => (Habit::ZeroWidth, format!("\u{202e}{whole}")),
            Habit::LineBreak => (Habit::LineBreak, format!("\"{whole}\u{b}{decimals}\"")),
            Habit::Rounded if !decimals.is_empty() => {
                (Habit::Rounded, format!("{whole},{decimals}"))
            }
            Habit::Words => {
                let (thousands, rest) = whole.split_at(1);
                (Habit::Words, format!("{thousands}{mark}{rest}"))
            }
            _ => (Habit::Text, account.number.clone()),
        };
        for column in 1..4 {
            (habits[column], cells[column]) = match habits[column] {
                Habit::Error => (Habit::Error, "#VALEUR!".to_owned()),
                Habit::TooNarrow => (Habit::TooNarrow, "########".to_owned()),
                Habit::Misspelt => (Habit::Misspelt, "Aktvien".to_owned()),
                _ => (Habit::Text, cells[column].clone()),
            };
        }
        writeln!(text, "{}", cells.join(";")).unwrap();
        written.push(Written {
            account,
            line,
            habits,
        });
    }
    (text.into_bytes(), written)
}

/// Checks that each cell is read as it was meant, or named by a finding, and that no finding names another cell.
fn check(built: &Built, table: usize, written: &[Written<'_>]) -> Result<(), TestCaseError> {
    let findings: Vec<&Finding> = built.tables[table].report.findings.iter().collect();
    let at = |line: usize, heading: &str| {
        findings.iter().any(|finding| {
            let column = finding
                .cell
                .as_ref()
                .map_or("", |cell| cell.column.as_str());
            finding.line == line && column == heading
        })
    };
    for Written {
        account,
        line,
        habits,
    } in written
    {
        for (column, habit) in habits.iter().enumerate() {
            if !habit.is_harmless() {
                prop_assert!(
                    at(*line, HEADINGS[column]),
                    "{habit:?} in line {line}: {account:?}"
                );
            }
        }
    }
    for finding in findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
    {
        let of_line = written.iter().find(|written| written.line == finding.line);
        let column = finding.cell.as_ref().map(|cell| cell.column.as_str());
        let column = HEADINGS.iter().position(|heading| Some(*heading) == column);
        let habit = of_line
            .zip(column)
            .map(|(written, column)| written.habits[column]);
        prop_assert!(
            habit.is_some_and(|habit| !habit.is_harmless()),
            "line {}: {}: {}",
            finding.line,
            finding.rule.id,
            finding.message()
        );
    }
    let is_damaged = written
        .iter()
        .any(|written| written.habits.iter().any(|habit| !habit.is_harmless()));
    let Some(json) = &built.json else {
        prop_assert!(is_damaged, "nothing was built");
        return Ok(());
    };
    let payload: Value = serde_json::from_str(json).unwrap();
    let records = payload["accounts"].as_array().unwrap();
    prop_assert_eq!(records.len(), written.len());
    for (record, Written { account, line, .. }) in records.iter().zip(written) {
        for (column, meant) in account.values().iter().enumerate() {
            let is_same = record[FIELDS[column]] == meant.as_str();
            prop_assert!(
                is_same || at(*line, HEADINGS[column]),
                "line {line}: {record} for {meant}"
            );
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn a_workbook_is_read_as_it_was_meant_or_its_cell_is_named(accounts in accounts()) {
        let (bytes, written) = workbook(&accounts);
        let files = [
            ("konten.xlsx", bytes.as_slice()),
            ("mwst.csv", TAXES.as_bytes()),
            ("perioden.csv", PERIODS.as_bytes()),
        ];
        check(&build(&files, &BuildOptions::new()), 1, &written)?;
    }

    #[test]
    fn a_csv_file_is_read_as_it_was_meant_or_its_cell_is_named(
        accounts in accounts(),
        mark in prop_oneof![Just('\''), Just('’'), Just('\u{a0}')],
    ) {
        let (bytes, written) = csv(&accounts, mark);
        let files = [
            ("konten.csv", bytes.as_slice()),
            ("mwst.csv", TAXES.as_bytes()),
            ("perioden.csv", PERIODS.as_bytes()),
        ];
        check(&build(&files, &BuildOptions::new()), 0, &written)?;
    }
}
