//! A sheet of a workbook (ECMA-376): numbers and dates as such, exact to the last digit.

use rust_decimal::Decimal;

use super::xml::XmlWriter;
use crate::export::note::{NoteKind, Notes};
use crate::value::{Currency, Date};

/// How many digits a number of a spreadsheet has at most.
const MAX_DIGITS: u32 = 15;

/// How many characters the text of a cell has at most.
const MAX_TEXT: usize = 32_767;

pub(super) const SPREADSHEET: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
pub(super) const DECLARATION: &str =
    "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";

/// How a cell looks: the index of its format in [`STYLES`].
const TEXT: u32 = 0;
const HEADING: u32 = 1;
const DATE: u32 = 2;
const FIRST_AMOUNT: u32 = 3;

/// The formats of cells, by their index: text, heading, date, and amounts with no to four decimals. Programs show the built-in formats of dates and of amounts with no
/// or two decimals in the way of their country.
pub(super) const STYLES: &str = concat!(
    r##"<numFmts count="3"><numFmt numFmtId="164" formatCode="#,##0.0"/><numFmt numFmtId="165" formatCode="#,##0.000"/>"##,
    r##"<numFmt numFmtId="166" formatCode="#,##0.0000"/></numFmts>"##,
    r#"<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>"#,
    r#"<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>"#,
    r#"<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>"#,
    r#"<cellXfs count="8"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="14" applyNumberFormat="1"/>"#,
    r#"<xf numFmtId="3" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/>"#,
    r#"<xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="166" applyNumberFormat="1"/></cellXfs>"#,
    r#"<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>"#,
);

/// A cell of a sheet.
pub(super) enum WrittenCell<'c> {
    Empty,
    Heading(&'static str),
    Text(&'c str),
    Date(Date),
    Count(usize),
    Amount(Decimal, Currency),
}

impl<'c> From<Option<&'c str>> for WrittenCell<'c> {
    fn from(text: Option<&'c str>) -> Self {
        text.filter(|text| !text.is_empty())
            .map_or(Self::Empty, Self::Text)
    }
}

impl From<Option<Date>> for WrittenCell<'_> {
    fn from(day: Option<Date>) -> Self {
        day.map_or(Self::Empty, Self::Date)
    }
}

/// A sheet as it is written.
pub(super) struct Sheet<'n> {
    xml: XmlWriter<'n>,
    rows: usize,
    notes: &'n mut Notes,
}

impl<'n> Sheet<'n> {
    /// Begins a sheet whose first row stays visible, with columns of these widths in characters.
    pub(super) fn new(widths: &[u8], notes: &'n mut Notes, out: &'n mut dyn FnMut(&[u8])) -> Self {
        let mut xml = XmlWriter::new(DECLARATION, out);
        xml.start("worksheet", &format!(" xmlns=\"{SPREADSHEET}\""));
        xml.start("sheetViews", "");
        xml.start("sheetView", " workbookViewId=\"0\"");
        xml.empty(
            "pane",
            " ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"",
        );
        xml.end();
        xml.end();
        xml.start("cols", "");
        for (number, width) in widths.iter().enumerate() {
            let number = number + 1;
            xml.empty(
                "col",
                &format!(" min=\"{number}\" max=\"{number}\" width=\"{width}\" customWidth=\"1\""),
            );
        }
        xml.end();
        xml.start("sheetData", "");
        Self {
            xml,
            rows: 0,
            notes,
        }
    }

    pub(super) fn push_row<const N: usize>(&mut self, cells: &[WrittenCell<'_>; N]) {
        self.rows += 1;
        let row = self.rows;
        self.xml.start("row", &format!(" r=\"{row}\""));
        for (cell, column) in cells.iter().zip('A'..) {
            self.push_cell(cell, &format!("{column}{row}"));
        }
        self.xml.end();
    }

    fn push_cell(&mut self, cell: &WrittenCell<'_>, place: &str) {
        match cell {
            WrittenCell::Empty => {}
            WrittenCell::Heading(text) => self.push_text(text, place, HEADING),
            WrittenCell::Text(text) => self.push_text(text, place, TEXT),
            WrittenCell::Count(count) => self.push_number(&count.to_string(), place, TEXT),
            WrittenCell::Date(day) => match serial_number(*day) {
                Some(days) => self.push_number(&days.to_string(), place, DATE),
                None => self.push_text(&day.to_string(), place, TEXT),
            },
            WrittenCell::Amount(amount, currency) => {
                let exact = amount.normalize();
                if exact.mantissa().unsigned_abs() >= 10_u128.pow(MAX_DIGITS) {
                    self.notes.add(NoteKind::NumberAsText, 1);
                    self.push_text(&amount.to_string(), place, TEXT);
                    return;
                }
                let decimals = exact
                    .scale()
                    .max(currency.minor_units().unwrap_or(2).into());
                self.push_number(&amount.to_string(), place, FIRST_AMOUNT + decimals.min(4));
            }
        }
    }

    fn push_number(&mut self, number: &str, place: &str, style: u32) {
        self.xml
            .start("c", &format!(" r=\"{place}\" s=\"{style}\""));
        self.xml.text("v", number);
        self.xml.end();
    }

    fn push_text(&mut self, text: &str, place: &str, style: u32) {
        let cut: String = text.chars().take(MAX_TEXT).collect();
        self.notes.add(NoteKind::CutText, usize::from(cut != text));
        self.xml.start(
            "c",
            &format!(" r=\"{place}\" s=\"{style}\" t=\"inlineStr\""),
        );
        self.xml.start("is", "");
        self.xml
            .text_with("t", " xml:space=\"preserve\"", keep_escapes(&cut));
        self.xml.end();
        self.xml.end();
    }

    pub(super) fn finish(self) {
        self.notes
            .add(NoteKind::ReplacedCharacters, self.xml.replaced_texts);
        self.xml.finish();
    }
}

/// Spreadsheets read `_x0041_` as the character with this number, so the first underscore of such a text is written in that way itself.
fn keep_escapes(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    for (at, part) in text.split('_').enumerate() {
        if at > 0 {
            let is_escape = part.len() == 5
                && part.starts_with('x')
                && part.bytes().skip(1).all(|byte| byte.is_ascii_hexdigit());
            kept.push_str(if is_escape { "_x005F_" } else { "_" });
        }
        kept.push_str(part);
    }
    kept
}

/// Returns the number of a day: days since 1899-12-30, from 1900-03-01, before which programs differ.
fn serial_number(day: Date) -> Option<i64> {
    let [origin, first] = [(1899, 12, 30), (1900, 3, 1)]
        .map(|(year, month, day)| Date::from_year_month_day(year, month, day));
    (day >= first?).then_some(day.days_since(origin?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_the_numbers_of_spreadsheets() {
        for (day, number) in [
            ("1900-02-28", None),
            ("1900-03-01", Some(61)),
            ("2026-03-31", Some(46112)),
            ("2000-01-01", Some(36526)),
        ] {
            assert_eq!(serial_number(Date::parse(day).unwrap()), number);
        }
    }

    #[test]
    fn texts_that_look_like_escapes_stay_texts() {
        for (text, kept) in [
            ("a_b", "a_b"),
            ("_x0041_", "_x005F_x0041_"),
            ("a_x00g1_", "a_x00g1_"),
            ("_", "_"),
        ] {
            assert_eq!(keep_escapes(text), kept);
        }
    }
}
