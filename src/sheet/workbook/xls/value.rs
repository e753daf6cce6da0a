//! What the numbers of a sheet mean, by the formats of their cells.

use std::collections::HashMap;

use super::super::cell_number::exact_decimal;
use super::super::number_format::{NumberForm, NumberFormat, TimeFormat, shown_currency};
use super::super::serial_date::{DateSystem, date_or_time_text};
use super::super::sheet::CellKind;
use crate::value::Currency;

/// What a number in a cell is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NumberMeaning {
    Number(NumberForm),
    Percent,
    /// A day or a time of the day.
    Date,
    /// A number of days, which is shown in hours, minutes or seconds.
    Duration,
}

impl NumberMeaning {
    fn of_code(code: &str) -> Self {
        match TimeFormat::of_code(code) {
            Some(TimeFormat::Clock) => Self::Date,
            Some(TimeFormat::Elapsed) => Self::Duration,
            None => Self::of_number(NumberFormat::of_code(code)),
        }
    }

    const fn of_number(format: NumberFormat) -> Self {
        match format {
            NumberFormat::Percent => Self::Percent,
            NumberFormat::Number(form) => Self::Number(form),
            NumberFormat::Date => Self::Number(NumberForm::GENERAL),
        }
    }

    /// Returns the meaning of a format that every program knows.
    fn built_in(id: u16) -> Self {
        match id {
            9 | 10 => Self::Percent,
            14..=22 | 27..=36 | 45 | 47 | 50..=58 => Self::Date,
            46 => Self::Duration,
            _ => Self::of_number(NumberFormat::built_in(u32::from(id))),
        }
    }
}

/// A format that the workbook defines.
#[derive(Debug, Clone, Copy)]
struct Defined {
    meaning: NumberMeaning,
    /// The currency that it shows beside a number.
    currency: Option<Currency>,
}

/// The formats of cells, by the number of their style.
#[derive(Debug, Default)]
pub(super) struct Formats {
    defined: HashMap<u16, Defined>,
    styles: Vec<u16>,
    pub(super) date_system: DateSystem,
}

impl Formats {
    pub(super) fn define(&mut self, id: u16, code: &str) {
        let defined = Defined {
            meaning: NumberMeaning::of_code(code),
            currency: shown_currency(code),
        };
        self.defined.insert(id, defined);
    }

    pub(super) fn add_style(&mut self, format: u16) {
        self.styles.push(format);
    }

    /// Returns the currency that a cell with a style shows beside its number.
    pub(super) fn currency(&self, style: u16) -> Option<Currency> {
        let format = self.styles.get(usize::from(style))?;
        self.defined.get(format)?.currency
    }

    /// Returns what a number in a cell with a style is.
    pub(super) fn value(&self, style: u16, number: &str) -> (CellKind, String) {
        let format = self.styles.get(usize::from(style));
        let meaning = format.map_or(NumberMeaning::Number(NumberForm::GENERAL), |format| {
            let defined = self.defined.get(format);
            defined.map_or_else(
                || NumberMeaning::built_in(*format),
                |defined| defined.meaning,
            )
        });
        if meaning == NumberMeaning::Date {
            return match date_or_time_text(number, self.date_system) {
                Some(text) => (CellKind::Date, text),
                None => (CellKind::InexactNumber, number.to_owned()),
            };
        }
        match (exact_decimal(number), meaning) {
            (Some(decimal), NumberMeaning::Percent) => (CellKind::Percent, decimal),
            (Some(decimal), NumberMeaning::Number(form)) => (form.kind_of(&decimal), decimal),
            (Some(decimal), _) => (CellKind::ChangedNumber, decimal),
            // A duration is no amount, so it may be inexact.
            (None, NumberMeaning::Duration) => (CellKind::ChangedNumber, number.to_owned()),
            (None, _) => (CellKind::InexactNumber, number.to_owned()),
        }
    }
}

/// Returns the shortest decimal that names a binary number.
pub(super) fn real_text(bytes: [u8; 8]) -> String {
    f64::from_le_bytes(bytes).to_string()
}

/// Returns a number that may be in hundredths.
pub(super) fn integer_text(number: i32, is_hundredths: bool) -> String {
    if is_hundredths {
        format!("{number}E-2")
    } else {
        number.to_string()
    }
}
