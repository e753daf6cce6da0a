//! The places that the transactions of an import come from.

use universal_accounting::continuity::Conversions;

/// Where the transactions of an import come from, in their order.
pub(crate) struct Origins {
    /// The name of each file, as it is printed.
    names: Vec<String>,
    /// For each transaction of each file, its line, and its index in the list of a payload. `None` for a bank export.
    places: Vec<Vec<(usize, Option<usize>)>>,
    /// The index of the first transaction of each file.
    starts: Vec<usize>,
}

impl Origins {
    /// Lists the places. Those in payloads are given, for each file that is one.
    pub(crate) fn new(
        names: Vec<String>,
        conversions: &Conversions,
        payloads: Vec<Option<Vec<(usize, usize)>>>,
    ) -> Self {
        let (mut places, mut starts, mut count) = (Vec::new(), Vec::new(), 0);
        for (file, payload) in conversions.files.iter().zip(payloads) {
            starts.push(count);
            count += file.transactions.len();
            places.push(match payload {
                Some(payload) => payload
                    .into_iter()
                    .map(|(line, index)| (line, Some(index)))
                    .collect(),
                None => {
                    let origins = file.origins.iter();
                    origins.map(|origin| (origin.line, None)).collect()
                }
            });
        }
        Self {
            names,
            places,
            starts,
        }
    }

    /// Returns the name of each file.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the index of the file of a transaction.
    pub(crate) fn file_of(&self, index: usize) -> Option<usize> {
        let following = self.starts.partition_point(|start| *start <= index);
        following.checked_sub(1)
    }

    /// Returns where a transaction is: the name of its file, its line, and its place in a payload.
    pub(crate) fn location(&self, index: usize) -> String {
        let Some(file) = self.file_of(index) else {
            return String::new();
        };
        let (Some(name), Some(places), Some(start)) = (
            self.names.get(file),
            self.places.get(file),
            self.starts.get(file),
        ) else {
            return String::new();
        };
        match places.get(index - start) {
            Some((line, Some(index))) => format!("{name}:{line} /transactions/{index}"),
            Some((line, None)) => format!("{name}:{line}"),
            None => String::new(),
        }
    }
}
