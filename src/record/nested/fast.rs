//! The fast reader of records with other records in them.

use super::NestedRules;
use super::tables::NestedTables;
use crate::json::skip_whitespace;
use crate::record::FieldKind;
use crate::record::object::{ObjectReader, next_element};

/// Reads trees of records without findings, with a fast reader for each table. All other records are left to the general reader.
pub(crate) struct NestedFastReader<'s, L> {
    tables: &'s NestedTables<L>,
    /// The reader of each table, except of those whose objects are being read.
    readers: Vec<Option<Box<ObjectReader<'s>>>>,
}

impl<'s, L: Copy> NestedFastReader<'s, L> {
    pub(crate) fn new(tables: &'s NestedTables<L>) -> Self {
        let readers = tables
            .nodes
            .iter()
            .map(|node| Some(Box::new(ObjectReader::new(&node.members))))
            .collect();
        Self { tables, readers }
    }

    /// Reads the object whose opening bracket is at `start`, and returns the offset after it. Returns `None` if anything in it may have to be reported.
    pub(crate) fn read<R: NestedRules<'s, Level = L>>(
        &mut self,
        text: &'s str,
        start: usize,
        rules: &mut R,
    ) -> Option<usize> {
        self.read_object(0, text, start, rules)
    }

    fn read_object<R: NestedRules<'s, Level = L>>(
        &mut self,
        index: usize,
        text: &'s str,
        start: usize,
        rules: &mut R,
    ) -> Option<usize> {
        let tables = self.tables;
        let node = tables.nodes.get(index)?;
        // A table is never inside itself, so its reader is there.
        let mut reader = self.readers.get_mut(index)?.take()?;
        rules.begin(node.level);
        let end = reader.read_with(text, start, &mut |field, at| {
            let child = node.child_index(field)?;
            let kind = node.members.fields.get(field)?.kind;
            match (kind, text.as_bytes().get(at)?) {
                (FieldKind::Record(_), b'{') => self.read_object(child, text, at, rules),
                (FieldKind::List { .. }, b'[') => self.read_list(child, text, at, rules),
                _ => None,
            }
        });
        let is_clean =
            end.is_some() && reader.is_clean() && rules.passes(node.level, &reader.record);
        *self.readers.get_mut(index)? = Some(reader);
        if is_clean { end } else { None }
    }

    /// Reads the list whose opening bracket is at `start`.
    fn read_list<R: NestedRules<'s, Level = L>>(
        &mut self,
        index: usize,
        text: &'s str,
        start: usize,
        rules: &mut R,
    ) -> Option<usize> {
        let bytes = text.as_bytes();
        let mut at = skip_whitespace(bytes, start + 1);
        if bytes.get(at) == Some(&b']') {
            return Some(at + 1);
        }
        loop {
            let end = self.read_object(index, text, at, rules)?;
            match next_element(text, end) {
                Some(next) => at = next,
                None => break at = skip_whitespace(bytes, end),
            }
        }
        let is_closed = bytes.get(at) == Some(&b']');
        is_closed.then_some(at + 1)
    }
}
