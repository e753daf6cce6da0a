//! The readers of records with other records in them: the fast one, for records without findings, and the general one; and the rules that both check.

use crate::json::{SyntaxError, ValueKind, skip_whitespace};
use crate::record::object::{LazyMembers, ObjectReader, next_element};
use crate::record::{
    Brand, Document, Field, FieldKind, FieldTable, MAX_FIELDS, Record, check_values,
};
use crate::report::Collector;
use crate::source::Span;

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

/// The rules over the records of a tree, in addition to the rules of single values. A record is checked after the records inside it.
pub(crate) trait NestedRules<'s> {
    /// The place of a record in the tree.
    type Level: Copy;

    /// Begins a record: what was known about the records inside the record before is forgotten.
    fn begin(&mut self, level: Self::Level);

    /// Reports the violations of a record.
    fn check(&mut self, level: Self::Level, record: &mut Record<'s>, sink: &mut Collector<'_>);

    /// Returns whether an object with clean values violates no rule.
    fn passes(&mut self, level: Self::Level, record: &Record<'s>) -> bool;

    /// Adds an item of a list that is not a record.
    fn add_non_record(&mut self, level: Self::Level);
}

impl<'s> Document<'s, '_, '_> {
    /// Reads and checks the object that was just opened, with all records inside it. The record is faulty if a record inside it is.
    pub(crate) fn check_nested<R: NestedRules<'s>>(
        &mut self,
        opening: Span,
        tables: &NestedTables<R::Level>,
        node: &Node<R::Level>,
        rules: &mut R,
    ) -> Result<Record<'s>, SyntaxError> {
        rules.begin(node.level);
        let mut is_faulty = false;
        let mut record = Record::new(self.text, node.members.fields, opening);
        self.read_members(&mut record, &mut |document, field, opening, is_used| {
            let Some(child) = tables.child(node, field) else {
                return document.reader.skip_from(opening.start).map(drop);
            };
            let kind = node.members.fields.get(field).map(|field| field.kind);
            is_faulty |= !is_used;
            is_faulty |= if let Some(FieldKind::List { items, .. }) = kind {
                document.check_nested_list(items.name, tables, child, rules)?
            } else {
                document.check_nested(opening, tables, child, rules)?.faulty
            };
            Ok(())
        })?;
        check_values(&mut record, self.sink);
        record.report_missing_expected(self.sink);
        rules.check(node.level, &mut record, self.sink);
        record.faulty |= is_faulty;
        Ok(record)
    }

    /// Reads and checks the items of the list that was just opened. Returns whether an item has an error.
    fn check_nested_list<R: NestedRules<'s>>(
        &mut self,
        name: &'static str,
        tables: &NestedTables<R::Level>,
        node: &Node<R::Level>,
        rules: &mut R,
    ) -> Result<bool, SyntaxError> {
        let mut is_faulty = false;
        while self.reader.next_element()? {
            // An error between two elements belongs to neither, but to the record around the list.
            is_faulty |= self.report_recovered_errors();
            let value = self.reader.read_value()?;
            is_faulty |= if value.kind == ValueKind::Object {
                self.check_nested(value.span, tables, node, rules)?.faulty
            } else {
                self.reject_value(name, &value)?;
                self.report_recovered_errors();
                rules.add_non_record(node.level);
                true
            };
        }
        Ok(is_faulty | self.report_recovered_errors())
    }
}

/// A table of records and the tables of all records inside them. A table that occurs in two fields occurs here twice.
#[derive(Debug)]
pub(crate) struct NestedTables<L> {
    /// The outermost table is the first.
    pub(super) nodes: Vec<Node<L>>,
}

/// One table of a tree.
#[derive(Debug)]
pub(crate) struct Node<L> {
    pub(super) members: LazyMembers,
    pub(super) level: L,
    /// For each field with records the index of their table.
    children: [Option<u8>; MAX_FIELDS],
}

impl<L> NestedTables<L> {
    /// Collects the tables of a tree; `level` says what the records of a table are. Names have `brand` in the place of `service`.
    pub(crate) fn new(
        table: &'static FieldTable,
        brand: Option<&Brand>,
        level: &dyn Fn(&'static FieldTable) -> L,
    ) -> Self {
        let mut tables = Self { nodes: Vec::new() };
        tables.add(table, brand, level);
        tables
    }

    /// Adds a table and the tables inside it. Returns its index.
    fn add(
        &mut self,
        table: &'static FieldTable,
        brand: Option<&Brand>,
        level: &dyn Fn(&'static FieldTable) -> L,
    ) -> Option<u8> {
        let index = self.nodes.len();
        let members = LazyMembers::with_brand(table.fields, brand.cloned());
        self.nodes.push(Node {
            members,
            level: level(table),
            children: [None; MAX_FIELDS],
        });
        for (field, Field { kind, .. }) in table.fields.iter().enumerate() {
            if let FieldKind::Record(inner) | FieldKind::List { items: inner, .. } = kind {
                let child = self.add(inner, brand, level);
                if let Some(node) = self.nodes.get_mut(index)
                    && let Some(place) = node.children.get_mut(field)
                {
                    *place = child;
                }
            }
        }
        u8::try_from(index).ok()
    }

    /// Returns the outermost table.
    pub(crate) fn root(&self) -> Option<&Node<L>> {
        self.nodes.first()
    }

    /// Returns the table of the records in a field.
    pub(super) fn child(&self, node: &Node<L>, field: usize) -> Option<&Node<L>> {
        self.nodes.get(node.child_index(field)?)
    }
}

impl<L> Node<L> {
    fn child_index(&self, field: usize) -> Option<usize> {
        let child = self.children.get(field)?;
        child.map(usize::from)
    }
}
