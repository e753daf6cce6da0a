use super::chart::Chart;
use super::columns::ColumnMap;
use crate::report::{Policy, Report};
use crate::statement::Sheet;

/// What was built from tables.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Built {
    /// The payload as canonical JSON, if nothing has an error and no list is missing.
    pub json: Option<String>,
    /// The tables in the order of the files, each sheet of a workbook as one.
    pub tables: Vec<BuiltTable>,
    /// The findings in the JSON of the organization, if the caller gave one.
    pub organization: Option<Report>,
    /// The required lists that no table holds, by their names in the contract. `organization` is one of them.
    pub missing: Vec<&'static str>,
    /// The codes of the currencies in use, if no table lists the currencies. Each code is also the external id.
    pub derived_currencies: Vec<String>,
}

/// A table that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuiltTable {
    /// The index of its file.
    pub source: usize,
    /// The sheet, if the file is a workbook. The spans of the findings are in its text, which is empty if the policy redacts values.
    pub sheet: Option<Sheet>,
    /// The list in the contract, such as `accounts`; `None` if the table is none.
    pub list: Option<&'static str>,
    /// The number of records.
    pub records: usize,
    /// The line or row of the header. What is above it is left out.
    pub header_line: Option<usize>,
    /// The field that the external ids come from, if the table has no column for them.
    pub external_id_from: Option<&'static str>,
    /// The findings, each at its cell. The lines of a sheet are its rows.
    pub report: Report,
}

impl BuiltTable {
    /// Returns the name of the table in messages: that of its file, with the sheet if it has a name, such as `books.xlsx [Konten]`.
    #[must_use]
    pub fn name(&self, file: &str) -> String {
        name_in_messages(file, self.sheet.as_ref().map(|sheet| &*sheet.name))
    }
}

/// Returns the name of a table in messages. A table of a web page is a sheet without a name.
pub(super) fn name_in_messages(file: &str, sheet: Option<&str>) -> String {
    sheet
        .filter(|sheet| !sheet.is_empty())
        .map_or_else(|| file.to_owned(), |sheet| format!("{file} [{sheet}]"))
}

impl Built {
    /// Returns the number of errors of all tables and of the organization; a missing list is one.
    #[must_use]
    pub fn errors(&self) -> usize {
        self.missing.len() + self.reports().map(|report| report.errors).sum::<usize>()
    }

    /// Returns the number of warnings of all tables and of the organization.
    #[must_use]
    pub fn warnings(&self) -> usize {
        self.reports().map(|report| report.warnings).sum()
    }

    /// Returns the number of notes of all tables and of the organization.
    #[must_use]
    pub fn notes(&self) -> usize {
        self.reports().map(|report| report.notes).sum()
    }

    fn reports(&self) -> impl Iterator<Item = &Report> {
        self.tables
            .iter()
            .map(|table| &table.report)
            .chain(&self.organization)
    }
}

/// How tables are read.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct BuildOptions {
    /// The severity of warnings and notes, and limits.
    pub policy: Policy,
    /// What columns hold whose headings are not known.
    pub columns: ColumnMap,
    /// The chart whose numbers tell the types of accounts, for accounts whose table does not say it.
    pub chart: Option<Chart>,
    /// Which rows are records.
    pub rows: RowSelection,
    /// The names of sheets that are not read.
    pub skipped_sheets: Vec<String>,
}

/// Which rows of a table are records.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum RowSelection {
    /// All but the groups, titles and totals of accounts and taxes.
    #[default]
    Records,
    /// All.
    All,
}

impl BuildOptions {
    /// Creates options that report warnings as warnings, know no further headings, and leave out types that no table states.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}
