use std::collections::{BTreeSet, HashMap};

use super::amounts::decimal_mark;
use crate::format::table::detect::{Preamble, label_text, normalized_name};
use crate::format::table::profile::{Label, LabelRole, Numbers, ProfileDefinition};
use crate::format::table::value::number;

/// What is known of the lines around the rows.
pub(super) struct Labels<'p> {
    /// The labels with each text, as it is compared.
    by_text: HashMap<String, Vec<(&'p str, &'p Label)>>,
    /// The numbers of characters that the texts have.
    lengths: BTreeSet<usize>,
    /// The roles of balances whose labels may be in any language.
    pub(super) unlabelled: Vec<LabelRole>,
    pub(super) dates: Vec<String>,
    /// How the file writes numbers, if its format is known.
    numbers: Option<&'p Numbers>,
    /// The roles of the labels of the line above whose values are below them.
    pub(super) below: Vec<LabelRole>,
}

impl<'p> Labels<'p> {
    pub(super) fn new(
        profiles: impl Iterator<Item = &'p ProfileDefinition>,
        dates: Vec<String>,
        numbers: Option<&'p Numbers>,
    ) -> Self {
        let mut labels = Self {
            by_text: HashMap::new(),
            lengths: BTreeSet::new(),
            unlabelled: Vec::new(),
            dates,
            numbers,
            below: Vec::new(),
        };
        for label in profiles.flat_map(|profile| &profile.preamble) {
            if label.labels.is_empty() && label.role.is_balance() {
                labels.unlabelled.push(label.role);
            }
            for name in &label.labels {
                let text = label_text(name);
                labels.lengths.insert(text.chars().count());
                let same_text = labels.by_text.entry(normalized_name(text));
                same_text.or_default().push((name, label));
            }
        }
        labels
    }

    /// Returns the labels at the start of a text, each with the end of the label and the text after it.
    pub(super) fn of<'t>(&self, text: &'t str) -> Vec<(&'p Label, usize, &'t str)> {
        let mut found = Vec::new();
        let starts = text.char_indices().map(|(at, _)| at);
        for (length, end) in starts.chain([text.len()]).enumerate() {
            if !self.lengths.contains(&length) {
                continue;
            }
            let head = text.get(..end).unwrap_or_default();
            let Some(labels) = self.by_text.get(&normalized_name(head)) else {
                continue;
            };
            for (name, label) in labels {
                if let Some(rest) = Preamble::after_label(text, name) {
                    found.push((*label, end, rest));
                }
            }
        }
        found
    }

    /// Returns the decimal mark of a text if it is an amount.
    pub(super) fn decimal_of(&self, text: &str) -> Option<char> {
        let Some(numbers) = self.numbers else {
            return decimal_mark(text);
        };
        number::parse_with_currency(text, numbers)?;
        Some(numbers.decimal)
    }
}
