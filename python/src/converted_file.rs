//! A file of a call, as its conversion and its transactions share it.

use std::ops::Deref;
use std::sync::Arc;

use universal_accounting::continuity::Conversions;
use universal_accounting::statement::Conversion;

/// A file among those that were converted with it.
#[derive(Clone)]
pub(crate) struct ConvertedFile {
    all: Arc<Conversions>,
    index: usize,
}

impl ConvertedFile {
    /// Returns the only file of a call.
    pub(crate) const fn first(all: Arc<Conversions>) -> Self {
        Self { all, index: 0 }
    }

    /// Returns all files.
    pub(crate) fn all(conversions: &Arc<Conversions>) -> impl Iterator<Item = Self> {
        let indexes = 0..conversions.files.len();
        indexes.map(|index| Self {
            all: Arc::clone(conversions),
            index,
        })
    }
}

impl Deref for ConvertedFile {
    type Target = Conversion;

    fn deref(&self) -> &Conversion {
        match self.all.files.get(self.index) {
            Some(file) => file,
            None => unreachable!("the index is that of a file"),
        }
    }
}
