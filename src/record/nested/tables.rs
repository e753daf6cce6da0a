//! The tables of a tree of records.

use crate::record::object::LazyMembers;
use crate::record::{Brand, Field, FieldKind, FieldTable, MAX_FIELDS};

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
    pub(super) fn child_index(&self, field: usize) -> Option<usize> {
        let child = self.children.get(field)?;
        child.map(usize::from)
    }
}
