//! How tables are read.

use super::chart::Chart;
use super::columns::ColumnMap;
use crate::report::Policy;

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
