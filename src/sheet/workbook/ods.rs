//! Reads the sheets of an `OpenDocument` spreadsheet (ISO/IEC 26300).

use std::collections::HashSet;
use std::rc::Rc;

use super::cell_number::exact_decimal;
use super::damage::Damage;
use super::number_format::shown_currency;
use super::parts::Package;
use super::sheet::{CellKind, MergedCells, SheetList};
use super::worksheet::{MAX_DEPTH, iso_date};
use crate::value::Currency;
use crate::xml::{Attribute, Tag, XmlEvent, XmlReader};

/// Adds all sheets of a spreadsheet.
pub(super) fn read(source: &[u8], max_bytes: usize, sheets: &mut SheetList) -> Result<(), Damage> {
    let mut package = Package::open(source, max_bytes)?;
    if let Some(manifest) = package.text("META-INF/manifest.xml")? {
        check_not_encrypted(&manifest)?;
    }
    let content = package.text("content.xml")?.ok_or(Damage::Structure)?;
    let reader = Reader {
        sheets,
        hidden_styles: HashSet::new(),
        style: String::new(),
        place: Place::default(),
        cell: None,
    };
    reader.read(&content)
}

fn check_not_encrypted(manifest: &str) -> Result<(), Damage> {
    let mut xml = XmlReader::new(manifest, 0, MAX_DEPTH);
    loop {
        match xml.next().map_err(|_| Damage::Structure)? {
            XmlEvent::Start(tag) if tag.name == "encryption-data" => {
                return Err(Damage::Encrypted);
            }
            XmlEvent::EndOfDocument => return Ok(()),
            _ => {}
        }
    }
}

/// The longest text of a number that is compared with it, in bytes.
const MAX_SHOWN: usize = 64;

struct Reader<'w> {
    sheets: &'w mut SheetList,
    /// The styles of hidden sheets.
    hidden_styles: HashSet<String>,
    /// The style that is being defined.
    style: String,
    place: Place,
    /// The open cell.
    cell: Option<OpenCell>,
}

/// The current row, counted from 1, and the next column, counted from 0, with the number of rows and columns that the current ones stand for.
#[derive(Default)]
struct Place {
    row: u32,
    rows: u32,
    column: u32,
    columns: u32,
}

/// A cell whose end was not read yet.
struct OpenCell {
    kind: CellKind,
    text: String,
    /// Whether the paragraphs in the cell are its text.
    is_paragraphs: bool,
    has_paragraph: bool,
    /// What the sheet shows of a number.
    shown: String,
    /// The currency of a number, by its value or by the text that is shown.
    currency: Option<Currency>,
}

impl Reader<'_> {
    fn read(mut self, content: &str) -> Result<(), Damage> {
        let mut xml = XmlReader::new(content, 0, MAX_DEPTH);
        let mut open: Vec<&str> = Vec::new();
        // How many of the open elements are in a comment, a drawing or a table in a drawing.
        let mut passed_over = 0_usize;
        loop {
            match xml.next().map_err(|_| Damage::Structure)? {
                XmlEvent::Start(tag) => {
                    let is_in_cell = self.cell.is_some();
                    if passed_over > 0 || is_passed_over(tag.name, is_in_cell) {
                        passed_over += 1;
                    } else {
                        self.start(&tag, xml.attributes())?;
                    }
                    open.push(tag.name);
                }
                XmlEvent::Text(text, _) => {
                    let in_paragraph = passed_over == 0 && open.contains(&"p");
                    if let (true, Some(cell)) = (in_paragraph, &mut self.cell) {
                        if cell.is_paragraphs {
                            self.sheets
                                .last_mut()?
                                .check_space(cell.text.len() + text.len())?;
                            cell.text.push_str(&text);
                        } else {
                            cell.currency = cell.currency.or_else(|| shown_currency(&text));
                            if cell.shown.len() < MAX_SHOWN {
                                cell.shown.push_str(&text);
                            }
                        }
                    }
                }
                XmlEvent::End(_) => {
                    let name = open.pop().unwrap_or_default();
                    if passed_over > 0 {
                        passed_over -= 1;
                    } else {
                        self.end(name)?;
                    }
                }
                XmlEvent::EndOfDocument => return Ok(()),
            }
        }
    }

    fn start(&mut self, tag: &Tag<'_>, attributes: &[Attribute<'_>]) -> Result<(), Damage> {
        let value = |name: &str| {
            let attribute = attributes.iter().find(|attribute| attribute.name == name);
            attribute.map(|attribute| &*attribute.value)
        };
        match tag.name {
            "style" => value("style:name")
                .unwrap_or_default()
                .clone_into(&mut self.style),
            "table-properties" if value("table:display") == Some("false") => {
                self.hidden_styles.insert(self.style.clone());
            }
            "table" => {
                let style = value("table:style-name").unwrap_or_default();
                let is_hidden = self.hidden_styles.contains(style);
                let name = value("table:name").unwrap_or_default().to_owned();
                self.sheets.add(name, is_hidden, &Rc::default());
                self.place = Place::default();
            }
            "table-row" => {
                let Place { row, rows, .. } = self.place;
                // Before the first row, both are 0.
                self.place = Place {
                    row: if rows == 0 {
                        1
                    } else {
                        row.saturating_add(rows)
                    },
                    rows: count(value("table:number-rows-repeated"))?,
                    ..Place::default()
                };
                let visibility = value("table:visibility");
                if matches!(visibility, Some("collapse" | "filter")) {
                    let Place { row, rows, .. } = self.place;
                    self.sheets.last_mut()?.hide_rows(row, rows);
                }
            }
            "table-cell" | "covered-table-cell" => {
                self.place.columns = count(value("table:number-columns-repeated"))?;
                self.cell = Some(OpenCell::new(attributes));
                let width = count(value("table:number-columns-spanned"))?;
                let height = count(value("table:number-rows-spanned"))?;
                if width > 1 || height > 1 {
                    let Place { row, column, .. } = self.place;
                    self.sheets.last_mut()?.merge(MergedCells {
                        rows: row..row.saturating_add(height),
                        columns: column..column.saturating_add(width),
                    })?;
                }
            }
            name => {
                if let Some(cell) = &mut self.cell
                    && cell.is_paragraphs
                {
                    let blanks = match name {
                        "s" => count(value("text:c"))?,
                        _ => 0,
                    };
                    let added = usize::try_from(blanks).unwrap_or(usize::MAX);
                    let length = cell.text.len().saturating_add(added);
                    self.sheets.last_mut()?.check_space(length)?;
                    cell.push_element(name, blanks);
                }
            }
        }
        Ok(())
    }

    fn end(&mut self, name: &str) -> Result<(), Damage> {
        match name {
            "table-cell" | "covered-table-cell" => {
                let Some(OpenCell {
                    kind,
                    text,
                    shown,
                    currency,
                    ..
                }) = self.cell.take()
                else {
                    return Ok(());
                };
                let Place {
                    row,
                    column,
                    columns,
                    ..
                } = self.place;
                let kind = match kind {
                    CellKind::Number => kind_of_shown(&text, shown.trim()),
                    kind => kind,
                };
                let is_number = !matches!(kind, CellKind::Text | CellKind::Date);
                if let Some(currency) = currency.filter(|_| is_number) {
                    self.sheets.last_mut()?.show_currency(currency, row);
                }
                if !text.is_empty() {
                    self.sheets
                        .last_mut()?
                        .push_equal(row, column, columns, kind, &text)?;
                }
                self.place.column = column.saturating_add(columns);
            }
            "table-row" => {
                let Place { row, rows, .. } = self.place;
                self.sheets.last_mut()?.repeat_row(row, rows)?;
            }
            _ => {}
        }
        Ok(())
    }
}

/// Whether an element and what is in it have no part in the text of a sheet or a cell.
fn is_passed_over(name: &str, is_in_cell: bool) -> bool {
    match name {
        "annotation" | "shapes" => true,
        // A table in a cell is one in a drawing.
        "table" => is_in_cell,
        _ => false,
    }
}

/// Reads how often something is repeated.
fn count(value: Option<&str>) -> Result<u32, Damage> {
    let Some(value) = value else {
        return Ok(1);
    };
    // No sheet has so many rows or columns, so it makes no difference how many more it would be.
    let number: u64 = value.trim().parse().map_err(|_| Damage::Sheet)?;
    Ok(u32::try_from(number).unwrap_or(u32::MAX))
}

impl OpenCell {
    /// Reads the value of a cell. One without a value has its text in paragraphs.
    fn new(attributes: &[Attribute<'_>]) -> Self {
        let value = |name: &str| {
            let attribute = attributes.iter().find(|attribute| attribute.name == name);
            attribute.map(|attribute| &*attribute.value)
        };
        let first_value = attributes.iter().find_map(|attribute| {
            let kind = attribute.name.strip_prefix("office:")?;
            let is_value = matches!(
                kind,
                "value" | "string-value" | "date-value" | "time-value" | "boolean-value"
            );
            is_value.then_some((kind, &*attribute.value))
        });
        let (kind, text) = match first_value {
            Some(("value", number)) => {
                read_number(number, value("office:value-type") == Some("percentage"))
            }
            Some(("date-value", date)) => (CellKind::Date, iso_date(date)),
            Some(("boolean-value", value)) => {
                let is_true = matches!(value, "true" | "TRUE");
                (
                    CellKind::Text,
                    if is_true { "TRUE" } else { "FALSE" }.to_owned(),
                )
            }
            Some((_, text)) => (CellKind::Text, text.to_owned()),
            None => match value("table:formula").filter(|_| value("office:value-type").is_none()) {
                Some(formula) => (CellKind::Formula, formula.to_owned()),
                None => (CellKind::Text, String::new()),
            },
        };
        let is_string = value("office:value-type") == Some("string");
        // LibreOffice writes the name of an error in the paragraphs, beside an empty text.
        let is_error = value("calcext:value-type") == Some("error");
        let is_empty_string = matches!(first_value, Some(("string-value", "")));
        Self {
            kind,
            text,
            is_paragraphs: first_value.is_none() && is_string || is_error && is_empty_string,
            has_paragraph: false,
            shown: String::new(),
            currency: value("office:currency").and_then(|code| Currency::parse(code).ok()),
        }
    }

    /// Adds what an element of a paragraph stands for.
    fn push_element(&mut self, name: &str, blanks: u32) {
        match name {
            "p" if self.has_paragraph => self.text.push('\n'),
            "p" => self.has_paragraph = true,
            "s" => self.text.extend((0..blanks).map(|_| ' ')),
            "tab" => self.text.push('\t'),
            "line-break" => self.text.push('\n'),
            _ => {}
        }
    }
}

/// Returns what a number is in a cell that shows this text: with more zeros, in thousands, with fewer digits or with words.
fn kind_of_shown(number: &str, shown: &str) -> CellKind {
    if shown.is_empty() || shown == number {
        return CellKind::Number;
    }
    let is_mark = |letter: char| matches!(letter, '.' | ',' | '\'' | '’') || letter.is_whitespace();
    let is_sign = |letter: char| matches!(letter, '-' | '−');
    let unsigned = shown.trim_start_matches(is_sign);
    let (whole, decimals) = unsigned.rsplit_once(['.', ',']).unwrap_or((unsigned, ""));
    let is_of_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let value = format!(
        "{}.{}",
        whole.trim_start_matches('0'),
        decimals.trim_end_matches('0')
    );
    let (number_whole, number_decimals) = number.split_once('.').unwrap_or((number, ""));
    let meant = number_whole
        .trim_start_matches(is_sign)
        .trim_start_matches('0');
    let is_same = value == format!("{meant}.{number_decimals}");
    if is_same && is_of_digits(whole) && is_of_digits(decimals) {
        let (digits, after) = (u8::try_from(whole.len()), u8::try_from(decimals.len()));
        let (Ok(whole_digits), Ok(decimals)) = (digits, after) else {
            return CellKind::ChangedNumber;
        };
        return CellKind::FixedNumber {
            whole_digits,
            decimals,
        };
    }
    // Marks between thousands change no digit.
    let digits = |text: &str| -> String {
        let digits = text.chars().filter(char::is_ascii_digit);
        digits.collect::<String>().trim_matches('0').to_owned()
    };
    let has_only_marks = unsigned
        .chars()
        .all(|letter| letter.is_ascii_digit() || is_mark(letter));
    if has_only_marks && digits(unsigned) == digits(number) {
        CellKind::Number
    } else {
        CellKind::ChangedNumber
    }
}

fn read_number(number: &str, is_percentage: bool) -> (CellKind, String) {
    let kind = if is_percentage {
        CellKind::Percent
    } else {
        CellKind::Number
    };
    exact_decimal(number).map_or_else(
        || (CellKind::InexactNumber, number.trim().to_owned()),
        |number| (kind, number),
    )
}
