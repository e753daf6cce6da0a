//! The lines and records of a file.

use crate::source::Span;

/// A line without the blanks around it, and its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line<'s> {
    pub(super) text: &'s str,
    pub(super) span: Span,
}

impl<'s> Line<'s> {
    /// Returns the letter of the field, and its value without the blanks around it.
    pub(super) fn field(&self) -> Option<(char, Line<'s>)> {
        let mut characters = self.text.chars();
        let letter = characters.next()?;
        let rest = characters.as_str();
        let text = rest.trim_start();
        let span = Span::new(self.span.end - text.len(), self.span.end);
        Some((letter.to_ascii_uppercase(), Line { text, span }))
    }
}

/// Reads the lines of a text that are not blank.
#[derive(Debug, Clone)]
pub(super) struct Lines<'s> {
    text: &'s str,
    offset: usize,
}

impl<'s> Lines<'s> {
    pub(super) const fn new(text: &'s str, offset: usize) -> Self {
        Self { text, offset }
    }
}

impl<'s> Iterator for Lines<'s> {
    type Item = Line<'s>;

    fn next(&mut self) -> Option<Line<'s>> {
        let is_blank = |character: char| character.is_whitespace() || character == '\0';
        loop {
            let rest = self
                .text
                .get(self.offset..)
                .filter(|rest| !rest.is_empty())?;
            let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
            let start = self.offset;
            self.offset = (start + length + 1).min(self.text.len());
            let line = rest.get(..length).unwrap_or_default();
            let from_start = line.trim_start_matches(is_blank);
            let first = start + line.len() - from_start.len();
            let text = from_start.trim_end_matches(is_blank);
            if !text.is_empty() {
                let span = Span::new(first, first + text.len());
                return Some(Line { text, span });
            }
        }
    }
}

/// The fields of a record.
#[derive(Debug, Default)]
pub(super) struct Record<'s> {
    pub(super) span: Span,
    pub(super) fields: Vec<(char, Line<'s>)>,
    /// Whether the line that ends it is there.
    pub(super) is_ended: bool,
}

/// Reads the records of a part of a file, up to its end.
#[derive(Debug, Clone)]
pub(super) struct Records<'s> {
    lines: Lines<'s>,
}

impl<'s> Records<'s> {
    /// Reads a text up to an offset.
    pub(super) fn new(text: &'s str, start: usize, end: usize) -> Self {
        let text = text.get(..end).unwrap_or(text);
        Self {
            lines: Lines::new(text, start),
        }
    }
}

impl<'s> Iterator for Records<'s> {
    type Item = Record<'s>;

    fn next(&mut self) -> Option<Record<'s>> {
        let mut record = Record::default();
        for line in self.lines.by_ref() {
            if line.text.starts_with('^') {
                // A record without a field is none.
                if record.fields.is_empty() {
                    continue;
                }
                record.is_ended = true;
                record.span.end = line.span.end;
                return Some(record);
            }
            if record.fields.is_empty() {
                record.span = line.span;
            }
            record.span.end = line.span.end;
            record.fields.extend(line.field());
        }
        (!record.fields.is_empty()).then_some(record)
    }
}
