//! The places that the transactions of an import come from.

use std::collections::HashMap;

use universal_accounting::continuity::History;

/// Where the transactions of an import come from, in their order.
#[derive(Default)]
pub(crate) struct Origins(Vec<Origin>);

/// Where a transaction comes from. There is one for each transaction, so this is small.
struct Origin {
    file: u32,
    line: u32,
    /// The index in the list of a payload. `None` for a bank export.
    index: Option<u32>,
}

impl Origins {
    pub(crate) fn push(&mut self, file: usize, line: usize, index: Option<usize>) {
        let compact = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        self.0.push(Origin {
            file: compact(file),
            line: compact(line),
            index: index.map(compact),
        });
    }

    /// Leaves out the transactions that an earlier statement has.
    pub(crate) fn leave_out(&mut self, history: &History) {
        let mut counts: HashMap<u32, usize> = HashMap::new();
        self.0.retain(|origin| {
            let count = counts.entry(origin.file).or_default();
            let index = std::mem::replace(count, *count + 1);
            let file = usize::try_from(origin.file).unwrap_or(usize::MAX);
            !history.repeats_of(file).has_dropped(index)
        });
    }

    pub(crate) fn file_of(&self, index: usize) -> Option<usize> {
        usize::try_from(self.0.get(index)?.file).ok()
    }

    /// Returns where a transaction is: the name of its file from `names`, its line, and its place in a payload.
    pub(crate) fn location(&self, index: usize, names: &[String]) -> String {
        let Some(origin) = self.0.get(index) else {
            return String::new();
        };
        let name = self.file_of(index).and_then(|file| names.get(file));
        let pointer = origin
            .index
            .map_or(String::new(), |index| format!(" /transactions/{index}"));
        format!(
            "{}:{}{pointer}",
            name.map_or("", String::as_str),
            origin.line
        )
    }
}
