use std::borrow::Cow;

use super::rows::RowPlace;
use crate::record::{Field, JsonType, push_quoted};
use crate::source::Span;

/// Where a part of a JSON text comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Origin {
    /// The offset in the JSON text.
    start: usize,
    /// The cell, or the row of a record, entry or line.
    pub(super) span: Span,
    pub(super) row: usize,
    /// The index of the column.
    pub(super) column: Option<usize>,
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
        let after = self.origins.partition_point(|origin| origin.start <= offset);
        after.checked_sub(1).and_then(|index| self.origins.get(index))
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
        self.origins.push(Origin { start: self.json.len(), span: row.span, row: row.number, column: None });
        self.json.push(bracket);
    }

    pub(super) fn close(&mut self, bracket: char) {
        self.json.push(bracket);
    }

    /// Writes a member with the text of a cell, or with another text that was made from it.
    pub(super) fn member(&mut self, field: &Field, text: &str, from: &Value<'_>) {
        self.name(field.name);
        self.origins.push(Origin { start: self.json.len(), span: from.span, row: from.row, column: Some(from.column) });
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
