use std::sync::Arc;

use crate::format::table::profile::{Profile, Role, Variant};
use crate::source::Span;
use crate::value::Currency;

/// What may stand between the cells of a row.
pub(in crate::format) const DELIMITERS: &[u8] = b";,\t|";

/// A header that was found, and which cell is which column.
#[derive(Debug, Clone)]
pub(in crate::format) struct Header<'c> {
    pub(in crate::format) profile: &'c Arc<Profile>,
    pub(in crate::format) variant: &'c Variant,
    pub(in crate::format) delimiter: u8,
    /// The names that the format doesn't know, and the columns of it that are not there, where both are.
    pub(in crate::format) unfamiliar: Option<[Vec<String>; 2]>,
    /// Its first line, 0 where the file has no header, and on how many lines it stands.
    pub(in crate::format) line: usize,
    pub(in crate::format) lines: usize,
    pub(in crate::format) span: Span,
    /// The names as the file writes them.
    pub(in crate::format) names: Vec<String>,
    /// For each column of the profile the cell that holds it.
    pub(in crate::format) cells: Vec<Option<usize>>,
    /// For each column of the profile the currency in its name.
    pub(in crate::format) currencies: Vec<Option<Currency>>,
}

impl<'c> Header<'c> {
    /// The header that a file without one would have: its columns in the order of the profile.
    pub(in crate::format) fn unwritten(profile: &'c Arc<Profile>, variant: &'c Variant, delimiter: u8) -> Self {
        let names: Vec<String> = profile.columns.iter().map(|column| column.key.clone()).collect();
        let cells = (0..names.len()).map(Some).collect();
        let currencies = vec![None; names.len()];
        let (unfamiliar, span) = (None, Span::at(0));
        Self { profile, variant, delimiter, unfamiliar, line: 0, lines: 0, span, names, cells, currencies }
    }

    /// The cell of the column with that key.
    pub(in crate::format) fn cell(&self, key: &str) -> Option<usize> {
        let column = self.profile.columns.iter().position(|column| column.key == key)?;
        self.cells.get(column).copied().flatten()
    }

    /// Whether the cell is a column that the profile knows.
    pub(in crate::format) fn is_known(&self, cell: usize) -> bool {
        self.cells.contains(&Some(cell))
    }

    /// How many columns there are, up to the last that has a name or is known without: delimiters at the end of a line make
    /// none.
    pub(in crate::format) fn columns(&self) -> usize {
        let named = self.names.iter().rposition(|name| !name.is_empty());
        named.max(self.cells.iter().flatten().max().copied()).map_or(0, |last| last + 1)
    }

    /// How many cells every row has: rows may end before the last columns, where the format says so.
    pub(in crate::format) fn fewest(&self) -> usize {
        let may_lack = |cell: usize| {
            let column = self.cells.iter().position(|known| *known == Some(cell));
            column.and_then(|column| self.profile.columns.get(column)).is_some_and(|column| column.trailing)
        };
        let columns = self.columns();
        columns - (0..columns).rev().take_while(|cell| may_lack(*cell)).count()
    }

    /// The cells of the columns that feed something, in the order of the profile.
    pub(in crate::format) fn cells_of(&self, role: Role) -> impl Iterator<Item = usize> {
        let columns = self.profile.columns.iter().zip(&self.cells);
        columns.filter(move |(column, _)| column.role == role).filter_map(|(_, cell)| *cell)
    }

    /// The currency in the name of the column that a cell is.
    pub(in crate::format) fn currency_of(&self, cell: usize) -> Option<Currency> {
        let column = self.cells.iter().position(|known| *known == Some(cell))?;
        self.currencies.get(column).copied().flatten()
    }

    /// The currencies in the names of columns, each once.
    pub(in crate::format) fn currencies(&self) -> Vec<Currency> {
        let mut named = Vec::new();
        for currency in self.currencies.iter().flatten() {
            if !named.contains(currency) {
                named.push(*currency);
            }
        }
        named
    }
}

/// What looking for a header came to.
#[derive(Debug)]
pub(in crate::format) enum Search<'c> {
    Found(Box<Header<'c>>),
    /// Several profiles fit equally well.
    Ambiguous {
        span: Span,
        profiles: Vec<&'c Arc<Profile>>,
    },
    /// A header that has a column twice.
    Twice {
        span: Span,
        names: [String; 2],
    },
    /// A header whose line goes on with a value.
    RunsOn {
        span: Span,
        name: String,
    },
    /// A file that is known and not converted.
    Refused {
        span: Span,
        profile: &'c Arc<Profile>,
    },
    /// What stands above the header of a format, and nothing else.
    Empty {
        profile: &'c Arc<Profile>,
    },
    /// A header that is nearly that of a profile.
    Near {
        span: Span,
        profile: &'c Arc<Profile>,
        missing: Vec<String>,
        new: Vec<String>,
    },
    Unknown,
}
