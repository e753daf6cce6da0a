use std::fmt;

use super::dates::is_date;
use super::row::TableRow;
use crate::format::table::cell_text;
use crate::report::{Finding, IntoParam, Param};
use crate::sheet::{DELIMITERS, Row, Rows};

/// The number of lines in which the delimiter and the header are looked for.
const MAX_HEAD_LINES: usize = 200;

/// The number of lines between the header and the first row with values.
const MAX_GAP: usize = 3;

/// A table of unknown format, in one file or several of them: where its header is, and the rows below it.
#[derive(Debug)]
pub(super) struct Table {
    /// The names of the files.
    files: Vec<String>,
    pub(super) delimiter: u8,
    /// The line of the header, counted from 1; 0 if there is none.
    pub(super) header_line: usize,
    /// The names of the columns; a table without a header has a number for each.
    pub(super) names: Vec<String>,
    /// The rows above the header that are not empty.
    pub(super) preamble: Vec<Vec<String>>,
    /// The rows below the header that are not empty.
    pub(super) rows: Vec<TableRow>,
}

/// Whether a row has a date and a number, as the rows of a statement do.
fn has_values(row: &TableRow) -> bool {
    row.filled().any(is_date) && row.filled().any(|cell| is_number(cell) && !is_date(cell))
}

/// Whether a row can be a header above rows of so many filled cells.
fn may_be_header(row: &TableRow, filled: usize) -> bool {
    let names = row.filled().count();
    let is_value = |cell: &str| is_date(cell) || is_number(cell);
    names >= 2 && 2 * names >= filled && !row.filled().any(is_value)
}

/// Whether a text has digits and nothing else that a number can't have.
fn is_number(text: &str) -> bool {
    text.contains(|character: char| character.is_ascii_digit())
        && !text.contains(char::is_alphabetic)
}

impl Table {
    /// Finds the table in the texts of files, each with the file's name. They must have the same columns.
    pub(super) fn find_in_all(texts: &[(&str, &str)]) -> Result<Self, LearnError> {
        let mut found: Option<Self> = None;
        for (file, (name, text)) in texts.iter().enumerate() {
            let mut table = Self::find(text).ok_or(LearnError::NoTable { file })?;
            table.rows.iter_mut().for_each(|row| row.file = file);
            match &mut found {
                None => found = Some(table),
                Some(first) => first.join(table, file)?,
            }
            if let Some(found) = &mut found {
                found.files.push((*name).to_owned());
            }
        }
        found.ok_or(LearnError::NoTable { file: 0 })
    }

    /// Adds the rows of another file.
    fn join(&mut self, other: Self, file: usize) -> Result<(), LearnError> {
        if self.names != other.names {
            return Err(LearnError::OtherColumns { file });
        }
        self.preamble.extend(other.preamble);
        self.rows.extend(other.rows);
        Ok(())
    }

    /// Returns the line of a row, with the name of its file if there are several.
    pub(super) fn place_of(&self, row: &TableRow) -> Param {
        match self.files.as_slice() {
            [_] => row.line.into_param(),
            files => {
                let name = files.get(row.file).map_or("", String::as_str);
                format!("{} ({name})", row.line).into_param()
            }
        }
    }

    /// Finds the table in a text: the delimiter with which most rows have a date and a number, and the last row of words above these.
    fn find(text: &str) -> Option<Self> {
        let score = |delimiter: u8| {
            let head = read_rows(text, delimiter, MAX_HEAD_LINES);
            let with_values = head.iter().filter(|row| has_values(row));
            let cells = with_values
                .clone()
                .map(|row| row.cells.len())
                .sum::<usize>();
            (with_values.count(), cells)
        };
        let delimiter = DELIMITERS
            .iter()
            .copied()
            .max_by_key(|delimiter| score(*delimiter))?;
        if score(delimiter).0 == 0 {
            return None;
        }
        let mut rows = read_rows(text, delimiter, usize::MAX);
        let header = find_header(&rows);
        let first =
            header.map_or_else(|| rows.iter().position(has_values), |index| Some(index + 1))?;
        let width = rows.iter().skip(first).map(|row| row.cells.len()).max()?;
        let body = rows.split_off(first);
        let header_row = if header.is_some() { rows.pop() } else { None };
        let mut names: Vec<String> = Vec::new();
        if let Some(row) = &header_row {
            names = row.cells.iter().map(ToString::to_string).collect();
            while names.last().is_some_and(String::is_empty) {
                names.pop();
            }
        }
        if header_row.is_none() {
            names = (1..=width).map(|number| number.to_string()).collect();
        }
        let preamble = rows
            .iter()
            .map(|row| row.cells.iter().map(ToString::to_string).collect());
        Some(Self {
            files: Vec::new(),
            delimiter,
            header_line: header_row.map_or(0, |row| row.line),
            names,
            preamble: preamble.collect(),
            rows: body,
        })
    }
}

/// Finds the row of names with the most rows of values below it: a table may have another one above it, such as that of the account.
fn find_header(rows: &[TableRow]) -> Option<usize> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (index, row) in rows.iter().enumerate().take(MAX_HEAD_LINES) {
        if has_values(row)
            && let Some((_, count)) = found.last_mut()
        {
            *count += 1;
            continue;
        }
        let mut below = rows.iter().skip(index + 1).take(MAX_GAP);
        let Some(first) = below.find(|row| has_values(row)) else {
            continue;
        };
        if may_be_header(row, first.filled().count()) {
            found.push((index, 0));
        }
    }
    let most = found.iter().map(|(_, count)| *count).max()?;
    // Of the names above the same rows, the last ones are theirs; text below an entry is no header.
    let header = found.iter().find(|(_, count)| *count == most)?;
    Some(header.0)
}

/// Reads the rows that are not empty, up to a line.
fn read_rows(text: &str, delimiter: u8, last_line: usize) -> Vec<TableRow> {
    let mut rows = Rows::new(text, delimiter);
    let mut row = Row::default();
    let mut read = Vec::new();
    while rows.next_row(&mut row) && row.line() <= last_line {
        let cells: Vec<Box<str>> = row
            .cells()
            .iter()
            .map(|cell| cell_text(cell).into())
            .collect();
        if cells.iter().any(|cell| !cell.is_empty()) {
            read.push(TableRow {
                file: 0,
                line: row.line(),
                cells,
            });
        }
    }
    read
}

/// Why nothing can be learned of files. [`Display`](fmt::Display) says what is wrong with the file, without its name.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LearnError {
    /// A file has no row with a date and a number.
    NoTable {
        /// The index of the file.
        file: usize,
    },
    /// A workbook can't be read.
    Unreadable {
        /// The index of the file.
        file: usize,
        /// Why.
        finding: Box<Finding>,
    },
    /// The columns of a file are not those of the first one.
    OtherColumns {
        /// The index of the file.
        file: usize,
    },
}

impl LearnError {
    /// Returns the index of the file.
    #[must_use]
    pub const fn file(&self) -> usize {
        match self {
            Self::NoTable { file }
            | Self::Unreadable { file, .. }
            | Self::OtherColumns { file } => *file,
        }
    }
}

impl fmt::Display for LearnError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTable { .. } => formatter.write_str("there is no table with dates and amounts"),
            Self::Unreadable { finding, .. } => formatter.write_str(&finding.message()),
            Self::OtherColumns { .. } => formatter
                .write_str("the columns are not those of the first file; learn it by itself"),
        }
    }
}

impl std::error::Error for LearnError {}
