//! Reads the XML that Excel 2003 writes (the namespace `urn:schemas-microsoft-com:office:spreadsheet`), which some banks deliver as `.xls`.

use std::collections::HashMap;
use std::rc::Rc;

use super::cell_number::exact_decimal;
use super::damage::Damage;
use super::number_format::{NumberFormat, shown_currency};
use super::sheet::{CellKind, MergedCells, SharedTexts, SheetList};
use super::worksheet::{MAX_DEPTH, is_true, iso_date};
use crate::value::Currency;
use crate::xml::{Attribute, XmlEvent, XmlReader};

pub(super) fn read(xml: &str, sheets: &mut SheetList) -> Result<(), Damage> {
    let mut xml = XmlReader::new(xml, 0, MAX_DEPTH);
    let mut reader = CellReader::new(sheets);
    let mut open: Vec<&str> = Vec::new();
    loop {
        match xml.next().map_err(|_| Damage::Structure)? {
            XmlEvent::Start(tag) => {
                reader.start(tag.name, &Attributes(xml.attributes()))?;
                open.push(tag.name);
            }
            XmlEvent::Text(text, _) => {
                if open.contains(&"Data") {
                    reader.value.push_str(&text);
                } else if open.last() == Some(&"Visible") {
                    reader.set_visibility(&text);
                }
            }
            XmlEvent::End(_) => match open.pop() {
                Some("Cell") => reader.end_cell()?,
                Some("Data") => reader.end_data()?,
                _ => {}
            },
            XmlEvent::EndOfDocument => return Ok(()),
        }
    }
}

/// The attributes of an element, by their names without a prefix.
struct Attributes<'x, 's>(&'x [Attribute<'s>]);

impl Attributes<'_, '_> {
    fn get(&self, name: &str) -> Option<&str> {
        let is_meant = |known: &str| known.rsplit(':').next() == Some(name);
        let found = self.0.iter().find(|attribute| is_meant(attribute.name))?;
        Some(&found.value)
    }

    fn text(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }

    fn number(&self, name: &str) -> Result<Option<u32>, Damage> {
        let number = self.get(name).map(|value| value.trim().parse());
        number.transpose().map_err(|_| Damage::Sheet)
    }
}

/// Reads the cells of all sheets.
struct CellReader<'l> {
    sheets: &'l mut SheetList,
    shared: Rc<SharedTexts>,
    row: u32,
    column: u32,
    /// The columns that the current cell takes.
    width: u32,
    /// The further rows that the current row stands for.
    skipped_rows: u32,
    kind: CellKind,
    value: String,
    /// The formula of the current cell, unless its result follows.
    formula: String,
    /// The style that is being defined.
    defined: String,
    /// The style of the current cell.
    style: String,
    /// The currency that each style of cells shows.
    currencies: HashMap<String, Currency>,
    formats: HashMap<String, NumberFormat>,
}

impl<'l> CellReader<'l> {
    fn new(sheets: &'l mut SheetList) -> Self {
        Self {
            sheets,
            shared: Rc::default(),
            row: 0,
            column: 0,
            width: 1,
            skipped_rows: 0,
            kind: CellKind::Text,
            value: String::new(),
            formula: String::new(),
            defined: String::new(),
            style: String::new(),
            currencies: HashMap::new(),
            formats: HashMap::new(),
        }
    }

    fn start(&mut self, element: &str, attributes: &Attributes<'_, '_>) -> Result<(), Damage> {
        match element {
            "Worksheet" => {
                let name = attributes.text("Name").to_owned();
                self.sheets.add(name, false, &self.shared);
                (self.row, self.skipped_rows) = (0, 0);
            }
            "Row" => self.start_row(attributes)?,
            "Style" => attributes.text("ID").clone_into(&mut self.defined),
            "NumberFormat" => self.define_format(attributes.text("Format")),
            "Cell" => self.start_cell(attributes)?,
            "Data" => {
                self.formula.clear();
                self.value.clear();
                self.kind = match attributes.get("Type") {
                    Some("Number") => CellKind::Number,
                    Some("DateTime") => CellKind::Date,
                    _ => CellKind::Text,
                };
            }
            _ => {}
        }
        Ok(())
    }

    fn start_row(&mut self, attributes: &Attributes<'_, '_>) -> Result<(), Damage> {
        let next = self.row.checked_add(self.skipped_rows + 1);
        let next = next.ok_or(Damage::Sheet)?;
        self.row = attributes.number("Index")?.unwrap_or(next);
        self.skipped_rows = attributes.number("Span")?.unwrap_or(0).min(1 << 20);
        (self.column, self.width) = (0, 0);
        if attributes.get("Hidden").is_some_and(is_true)
            && let Ok(sheet) = self.sheets.last_mut()
        {
            sheet.hide_rows(self.row, 1);
        }
        Ok(())
    }

    fn define_format(&mut self, code: &str) {
        if let Some(currency) = shown_currency(code) {
            self.currencies.insert(self.defined.clone(), currency);
        }
        if let Some(format) = format_of(code) {
            self.formats.insert(self.defined.clone(), format);
        }
    }

    fn start_cell(&mut self, attributes: &Attributes<'_, '_>) -> Result<(), Damage> {
        attributes.text("StyleID").clone_into(&mut self.style);
        attributes.text("Formula").clone_into(&mut self.formula);
        let next = self.column.checked_add(self.width).ok_or(Damage::Sheet)?;
        // The file counts columns from 1.
        self.column = match attributes.number("Index")? {
            Some(index) => index.checked_sub(1).ok_or(Damage::Sheet)?,
            None => next,
        };
        let merged = |name| -> Result<u32, Damage> {
            let more = attributes.number(name)?.unwrap_or(0);
            Ok(more.saturating_add(1))
        };
        self.width = merged("MergeAcross")?;
        let height = merged("MergeDown")?;
        if self.width > 1 || height > 1 {
            self.sheets.last_mut()?.merge(MergedCells {
                rows: self.row..self.row.saturating_add(height),
                columns: self.column..self.column.saturating_add(self.width),
            })?;
        }
        Ok(())
    }

    /// Ends a cell, which has a formula if it had no value.
    fn end_cell(&mut self) -> Result<(), Damage> {
        let formula = std::mem::take(&mut self.formula);
        let sheet = self.sheets.last_mut()?;
        sheet.push(self.row, self.column, CellKind::Formula, &formula)
    }

    /// Ends the value of a cell.
    fn end_data(&mut self) -> Result<(), Damage> {
        let (kind, text) = match self.kind {
            CellKind::Number => read_number(&self.value, self.formats.get(&self.style).copied()),
            CellKind::Date => (self.kind, iso_date(&self.value)),
            _ => (self.kind, self.value.clone()),
        };
        let sheet = self.sheets.last_mut()?;
        if self.kind == CellKind::Number
            && let Some(currency) = self.currencies.get(&self.style)
        {
            sheet.show_currency(*currency, self.row);
        }
        sheet.push(self.row, self.column, kind, &text)
    }

    /// Hides the sheet unless it is said to be visible.
    fn set_visibility(&mut self, text: &str) {
        if let Ok(sheet) = self.sheets.last_mut() {
            sheet.is_hidden |= text.trim() != "SheetVisible";
        }
    }
}

/// Returns the meaning of a format for numbers. A format has a code or a name; days have a type of their own.
fn format_of(code: &str) -> Option<NumberFormat> {
    match code {
        "Percent" => Some(NumberFormat::Percent),
        _ if code.contains(['0', '#']) => Some(NumberFormat::of_code(code)),
        _ => None,
    }
}

fn read_number(value: &str, format: Option<NumberFormat>) -> (CellKind, String) {
    let Some(number) = exact_decimal(value) else {
        return (CellKind::InexactNumber, value.to_owned());
    };
    let kind = match format {
        Some(NumberFormat::Number(form)) => form.kind_of(&number),
        Some(NumberFormat::Percent) => CellKind::Percent,
        Some(NumberFormat::Date) | None => CellKind::Number,
    };
    (kind, number)
}
