//! Moves the findings in a payload to the cells that their values come from.

use std::collections::HashSet;

use super::header::Header;
use super::list::List;
use super::payload::Records;
use super::record::Record;
use crate::base_data::rules::DUPLICATE_EXTERNAL_ID;
use crate::record::rules::shape::{LIST_EMPTY, MISSING_FIELD};
use crate::record::rules::value::VALUE_UNKNOWN;
use crate::report::{CellPosition, Diagnostic, Finding, Fix, Item, Param};
use crate::source::Span;

/// A finding at its cell.
pub(super) struct Located {
    pub(super) diagnostic: Diagnostic,
    pub(super) item: Option<Item>,
}

/// The tables that records come from.
pub(super) struct Tables<'t> {
    pub(super) headers: &'t [Option<&'t Header>],
    /// How findings in another table name each table.
    pub(super) names: &'t [String],
    pub(super) records: &'t Records,
    /// The pointers of external ids that an earlier record has already.
    pub(super) duplicate_ids: HashSet<&'t str>,
}

/// Returns the pointers of external ids that an earlier record has already.
pub(super) fn duplicate_ids(findings: &[Finding]) -> HashSet<&str> {
    let duplicates = findings
        .iter()
        .filter(|finding| finding.rule == &DUPLICATE_EXTERNAL_ID);
    duplicates.map(|finding| finding.pointer.as_str()).collect()
}

impl Tables<'_> {
    /// Returns the finding of a check at its cell, with the index of its table, or `None` if it is about something that has been reported already.
    pub(super) fn locate(&self, finding: &Finding) -> Option<(usize, Located)> {
        let mut path = finding.pointer.split('/').skip(1);
        let list = List::by_name(path.next()?)?;
        let index = if list.is_organization() {
            Some("0")
        } else {
            path.next()
        };
        let Some(index) = index else {
            return self.locate_list(list, finding);
        };
        let index = index.parse().ok()?;
        let record = self.records.get(list, index)?;
        let header = (*self.headers.get(record.table)?)?;
        let named = finding
            .params
            .iter()
            .find(|(name, _)| *name == "field")
            .map(|(_, value)| value.to_string());
        let field = path.next().map(ToOwned::to_owned).or(named);
        let field = field.and_then(|name| list.index_of(&name));
        if field.is_some_and(|field| {
            is_reported(finding, list, record, header, field)
                || self.is_repeated(finding, list, index, record, field)
        }) {
            return None;
        }
        let column = field.and_then(|field| header.column_of(field));
        let value = field.and_then(|field| record.value(field));
        let span = value
            .map(|value| value.span)
            .or_else(|| record.cell(column?))
            .unwrap_or(record.span);
        // A value without a column of its own has the cell of the column that it comes from.
        let column = column.or_else(|| {
            (0..header.columns.len())
                .find(|column| value.is_some() && record.cell(*column) == Some(span))
        });
        let cell = CellPosition::new(
            record.row,
            column.map_or_else(String::new, |column| header.heading(column)),
        );
        let params = finding.params.iter().map(|&(name, ref value)| match name {
            "earlier" => (name, self.earlier(list, finding, record)),
            "expected" if finding.rule == &VALUE_UNKNOWN => {
                let words = field.and_then(|field| header.headings.words_of(field));
                (
                    name,
                    words.map_or_else(|| value.clone(), |words| Param::Text(words.into())),
                )
            }
            _ => (name, value.clone()),
        });
        let diagnostic = Diagnostic::new(finding.rule, span)
            .cell(cell)
            .fix(fix_of_cell(finding, span))
            .params(params);
        Some((
            record.table,
            Located {
                diagnostic,
                item: finding.item.clone(),
            },
        ))
    }

    /// Locates a finding about a whole list.
    fn locate_list(&self, list: List, finding: &Finding) -> Option<(usize, Located)> {
        let is_of_list =
            |header: Option<&Header>| header.is_some_and(|header| header.list() == list);
        let table = self
            .headers
            .iter()
            .copied()
            .position(is_of_list)
            .filter(|_| finding.rule == &LIST_EMPTY)?;
        let span = (*self.headers.get(table)?)?.span;
        let diagnostic = Diagnostic::new(finding.rule, span).params(finding.params.iter().cloned());
        Some((
            table,
            Located {
                diagnostic,
                item: None,
            },
        ))
    }

    /// Returns where the earlier record is that a finding names, such as `line 5` or `line 5 of accounts.csv`.
    fn earlier(&self, list: List, finding: &Finding, record: &Record) -> Param {
        let index = finding.params.iter().find_map(|(name, value)| match value {
            Param::Number(index) if matches!(*name, "first" | "before") => Some(*index),
            _ => None,
        });
        let text = match index.and_then(|index| self.records.get(list, index)) {
            Some(earlier) if earlier.table == record.table => format!("line {}", earlier.line),
            Some(earlier) => {
                let name = self.names.get(earlier.table).map_or("", String::as_str);
                format!("line {} of {name}", earlier.line)
            }
            None => "another line".to_owned(),
        };
        Param::Text(text.into())
    }

    /// Returns whether a finding says of a number or a code what another one says of the external id that comes from it.
    fn is_repeated(
        &self,
        finding: &Finding,
        list: List,
        index: usize,
        record: &Record,
        field: usize,
    ) -> bool {
        record.has_derived_id
            && list.id_source() == Some(field)
            && finding.rule.id.starts_with("duplicate-")
            && self
                .duplicate_ids
                .contains(format!("/{}/{index}/externalId", list.name()).as_str())
    }
}

/// Returns whether a finding follows from another one: of a cell that can't be read, of a column that is missing, or of the value that the external id
/// comes from.
fn is_reported(
    finding: &Finding,
    list: List,
    record: &Record,
    header: &Header,
    field: usize,
) -> bool {
    let is_faulty = |field| record.value(field).is_some_and(|value| value.is_faulty);
    let is_derived_id = record.has_derived_id && list.index_of("externalId") == Some(field);
    is_faulty(field)
        || is_derived_id && finding.rule != &DUPLICATE_EXTERNAL_ID
        || finding.rule == &MISSING_FIELD && header.lacks_column_of(field)
}

/// Returns the fix of a whole value as a fix of its cell.
fn fix_of_cell(finding: &Finding, span: Span) -> Option<Fix> {
    let fix = finding
        .fix
        .as_ref()
        .filter(|fix| fix.span == finding.span)?;
    let text = match serde_json::from_str(&fix.replacement).ok()? {
        serde_json::Value::String(text) => text,
        serde_json::Value::Number(_) | serde_json::Value::Bool(_) => fix.replacement.clone(),
        _ => return None,
    };
    // A text with one of these needs quotes, which only the writer of a table knows.
    let is_plain = !text.contains(['"', ';', ',', '\t', '|', '\n', '\r']);
    is_plain.then(|| Fix::new(fix.safe, span, text))
}
