use std::fmt;

use super::content::Difference;

/// A transaction that exists, sent again with other content.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conflict {
    /// What differs, in the order of the contract; never empty.
    pub differences: Vec<Difference>,
    /// Whether the text differs too.
    pub other_text: bool,
    /// The index of the one that exists, where that is one sent before in the same batch.
    pub earlier: Option<usize>,
}

/// Tells what differs, but no value.
impl fmt::Display for Conflict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields: Vec<&str> = self.differences.iter().map(|difference| difference.field).collect();
        let (last, others) = fields.split_last().unwrap_or((&"content", &[]));
        let fields = if others.is_empty() { (*last).to_owned() } else { format!("{} and {last}", others.join(", ")) };
        write!(formatter, "exists with another {fields}; it stays as it is")
    }
}
