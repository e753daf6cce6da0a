//! Reads the XML that Excel 2003 writes (the namespace `urn:schemas-microsoft-com:office:spreadsheet`), which some banks deliver as `.xls`.

use std::collections::HashMap;
use std::rc::Rc;

use super::cell_number::exact_decimal;
use super::damage::Damage;
use super::number_format::{NumberFormat, shown_currency};
use super::sheet::{CellKind, MergedCells, SheetList};
use super::worksheet::{MAX_DEPTH, is_true, iso_date};
use crate::format::xml::{XmlEvent, XmlReader};
use crate::value::Currency;

pub(super) fn read(xml: &str, sheets: &mut SheetList) -> Result<(), Damage> {
    let shared = Rc::default();
    let mut xml = XmlReader::new(xml, 0, MAX_DEPTH);
    let (mut row, mut column) = (0_u32, 0_u32);
    // The columns that the current cell takes, and the further rows that the current row stands for.
    let (mut width, mut skipped_rows) = (1_u32, 0_u32);
    let (mut kind, mut value) = (CellKind::Text, String::new());
    // The currency that each style of cells shows, the style that is defined, and that of the current cell.
    let mut currencies: HashMap<String, Currency> = HashMap::new();
    let mut formats: HashMap<String, NumberFormat> = HashMap::new();
    let (mut defined, mut style) = (String::new(), String::new());
    // The formula of the current cell, unless its result follows.
    let mut formula = String::new();
    let mut open: Vec<&str> = Vec::new();
    loop {
        match xml.next().map_err(|_| Damage::Structure)? {
            XmlEvent::Start(tag) => {
                let attribute = |name: &str| {
                    let is_meant = |known: &str| known.rsplit(':').next() == Some(name);
                    xml.attributes()
                        .iter()
                        .find(|attribute| is_meant(attribute.name))
                        .map(|attribute| &*attribute.value)
                };
                let number = |name| {
                    attribute(name)
                        .map(|value| value.trim().parse::<u32>())
                        .transpose()
                };
                match tag.name {
                    "Worksheet" => {
                        let name = attribute("Name").unwrap_or_default().to_owned();
                        sheets.add(name, false, &shared);
                        (row, skipped_rows) = (0, 0);
                    }
                    "Row" => {
                        let next = row.checked_add(skipped_rows + 1).ok_or(Damage::Sheet)?;
                        row = number("Index").map_err(|_| Damage::Sheet)?.unwrap_or(next);
                        skipped_rows = number("Span")
                            .map_err(|_| Damage::Sheet)?
                            .unwrap_or_default()
                            .min(1 << 20);
                        (column, width) = (0, 0);
                        if let (true, Ok(sheet)) =
                            (attribute("Hidden").is_some_and(is_true), sheets.last_mut())
                        {
                            sheet.hide_rows(row, 1);
                        }
                    }
                    "Style" => attribute("ID").unwrap_or_default().clone_into(&mut defined),
                    "NumberFormat" => {
                        let code = attribute("Format").unwrap_or_default();
                        if let Some(currency) = shown_currency(code) {
                            currencies.insert(defined.clone(), currency);
                        }
                        if let Some(format) = format_of(code) {
                            formats.insert(defined.clone(), format);
                        }
                    }
                    "Cell" => {
                        attribute("StyleID")
                            .unwrap_or_default()
                            .clone_into(&mut style);
                        attribute("Formula")
                            .unwrap_or_default()
                            .clone_into(&mut formula);
                        let next = column.checked_add(width).ok_or(Damage::Sheet)?;
                        let index = number("Index").map_err(|_| Damage::Sheet)?;
                        column = index
                            .map_or(Some(next), |index| index.checked_sub(1))
                            .ok_or(Damage::Sheet)?;
                        let merged = |name| {
                            let more = number(name).map_err(|_| Damage::Sheet)?;
                            Ok(more.unwrap_or_default().saturating_add(1))
                        };
                        width = merged("MergeAcross")?;
                        let height = merged("MergeDown")?;
                        if width > 1 || height > 1 {
                            sheets.last_mut()?.merge(MergedCells {
                                rows: row..row.saturating_add(height),
                                columns: column..column.saturating_add(width),
                            })?;
                        }
                    }
                    "Data" => {
                        formula.clear();
                        value.clear();
                        kind = match attribute("Type") {
                            Some("Number") => CellKind::Number,
                            Some("DateTime") => CellKind::Date,
                            _ => CellKind::Text,
                        };
                    }
                    _ => {}
                }
                open.push(tag.name);
            }
            XmlEvent::Text(text, _) => {
                if open.contains(&"Data") {
                    value.push_str(&text);
                } else if let (Some(&"Visible"), Ok(sheet)) = (open.last(), sheets.last_mut()) {
                    sheet.is_hidden |= text.trim() != "SheetVisible";
                }
            }
            XmlEvent::End(_) => match open.pop() {
                Some("Cell") => {
                    let formula = std::mem::take(&mut formula);
                    sheets
                        .last_mut()?
                        .push(row, column, CellKind::Formula, &formula)?;
                }
                Some("Data") => {
                    let is_number = kind == CellKind::Number;
                    let (kind, text) = match kind {
                        CellKind::Number => read_number(&value, formats.get(&style).copied()),
                        CellKind::Date => (kind, iso_date(&value)),
                        _ => (kind, value.clone()),
                    };
                    let sheet = sheets.last_mut()?;
                    if let Some(currency) = currencies.get(&style).filter(|_| is_number) {
                        sheet.show_currency(*currency, row);
                    }
                    sheet.push(row, column, kind, &text)?;
                }
                _ => {}
            },
            XmlEvent::EndOfDocument => return Ok(()),
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
