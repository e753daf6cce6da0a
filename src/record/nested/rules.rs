//! The general reader of records with other records in them, and the rules that both readers check.

use super::tables::{NestedTables, Node};
use crate::json::{SyntaxError, ValueKind};
use crate::record::{Document, FieldKind, Record, check_values};
use crate::report::Collector;
use crate::source::Span;

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
