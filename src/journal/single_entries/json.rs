use std::borrow::Cow;

use super::rows::RowPlace;
use crate::record::{Field, JsonType, push_quoted};
use crate::source::Span;

/// Where a part of a JSON text comes from. A file has millions of these, so they are small.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Origin {
    /// The offset in the JSON text.
    start: usize,
    row: u32,
    /// The index of the column, or `NO_COLUMN` for a record, an entry or a line.
    column: u16,
}

const NO_COLUMN: u16 = u16::MAX;

impl Origin {
    fn new(start: usize, row: usize, column: Option<usize>) -> Self {
        let column = column
            .and_then(|column| u16::try_from(column).ok())
            .unwrap_or(NO_COLUMN);
        Self {
            start,
            row: u32::try_from(row).unwrap_or(u32::MAX),
            column,
        }
    }

    /// Returns the same for all origins in one cell, or in one row.
    pub(super) const fn place(&self) -> (u32, u16) {
        (self.row, self.column)
    }

    /// Returns the number of the row.
    pub(super) fn row(&self) -> usize {
        usize::try_from(self.row).unwrap_or(usize::MAX)
    }

    /// Returns the index of the column, if it is about a cell.
    pub(super) fn column(&self) -> Option<usize> {
        Some(usize::from(self.column)).filter(|_| self.column != NO_COLUMN)
    }
}

/// A cell with a text.
#[derive(Debug, Clone)]
pub(super) struct Value<'t> {
    pub(super) text: Cow<'t, str>,
    pub(super) span: Span,
    pub(super) row: usize,
    pub(super) column: usize,
}

impl Value<'_> {
    pub(super) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }
}

/// Writes records as JSON, so that the rules of journals judge them, and notes where each part comes from.
#[derive(Debug, Default)]
pub(super) struct JsonWriter {
    json: String,
    /// In the order of the text.
    origins: Vec<Origin>,
}

impl JsonWriter {
    pub(super) fn json(&self) -> &str {
        &self.json
    }

    /// Returns the origin of what is at an offset.
    pub(super) fn origin(&self, offset: usize) -> Option<&Origin> {
        let after = self
            .origins
            .partition_point(|origin| origin.start <= offset);
        after
            .checked_sub(1)
            .and_then(|index| self.origins.get(index))
    }

    /// Opens the list of records.
    pub(super) fn begin(&mut self) {
        self.json.push('[');
    }

    fn separate(&mut self) {
        if !self.json.is_empty() && !self.json.ends_with(['{', '[', ':']) {
            self.json.push(',');
        }
    }

    pub(super) fn name(&mut self, name: &str) {
        self.separate();
        push_quoted(&mut self.json, name);
        self.json.push(':');
    }

    /// Opens an object or a list that begins in a row.
    pub(super) fn open(&mut self, bracket: char, row: RowPlace) {
        self.separate();
        self.origins
            .push(Origin::new(self.json.len(), row.number, None));
        self.json.push(bracket);
    }

    pub(super) fn close(&mut self, bracket: char) {
        self.json.push(bracket);
    }

    /// Writes a member with the text of a cell, or with another text that was made from it.
    pub(super) fn member(&mut self, field: &Field, text: &str, from: &Value<'_>) {
        self.name(field.name);
        self.origins
            .push(Origin::new(self.json.len(), from.row, Some(from.column)));
        // Other texts become strings, and the reader reports the type.
        let is_number = field.json_type() == JsonType::Number
            && text.bytes().all(|byte| byte.is_ascii_digit())
            && (text == "0" || !text.starts_with('0'))
            && !text.is_empty();
        if is_number {
            self.json.push_str(text);
        } else {
            push_quoted(&mut self.json, text);
        }
    }
}
