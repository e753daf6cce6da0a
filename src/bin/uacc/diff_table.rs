//! The changes between two base data payloads, for people.

use std::fmt::Write;

use clap::builder::styling::{AnsiColor, Style};
use universal_accounting::diff::{
    BaseDataDiff, DiffRecord, FieldChange, FieldValue, ListDiff, SameRecord,
};

use crate::findings::pluralize;
use crate::sanitize::{sanitize, sanitize_and_mask, truncate};
use crate::terminal::align_columns;

/// How many records of one kind are listed for each list.
const MAX_LISTED: usize = 100;

/// How many characters of the values of a record are shown.
const MAX_RECORD_CHARS: usize = 100;

/// How many characters of a value are shown. The longest texts of the contract have as many.
const MAX_VALUE_CHARS: usize = 255;

const REMOVED: Style = AnsiColor::Red.on_default();
const CHANGED: Style = AnsiColor::Yellow.on_default();
const ADDED: Style = AnsiColor::Green.on_default();

/// A line of the table: its style and its cells.
type Row = (Style, Vec<String>);

/// Renders the changes: a section for each list, then a line with the totals.
pub(crate) fn render(diff: &BaseDataDiff, [held, new]: [&str; 2], is_redacted: bool) -> String {
    let mut sections = Vec::new();
    for (title, changes) in [
        ("organization", &diff.organization),
        ("fields outside of the contract", &diff.fields),
    ] {
        if !changes.is_empty() {
            sections.push(section(title, &field_rows(None, changes, is_redacted)));
        }
    }
    sections.extend(
        diff.lists
            .iter()
            .filter(|list| !list.is_empty())
            .map(|list| list_section(list, is_redacted)),
    );
    let renamed = diff
        .lists
        .iter()
        .flat_map(|list| &list.removed)
        .filter(|record| has_other_id(record))
        .count();
    if renamed > 0 {
        let (ids, verb) = (
            pluralize(renamed, "external id"),
            if renamed == 1 { "changes" } else { "change" },
        );
        sections.push(format!(
            "{ids} {verb} for the same record: to the service, the old record is removed and another one is added\n\n"
        ));
    }
    let (held, new, totals) = (sanitize(held), sanitize(new), totals(diff));
    sections.push(format!("{held}, {new}: {totals}\n"));
    sections.concat()
}

/// Whether a record comes back under another external id. Some cost centers and projects have none, neither before nor after.
fn has_other_id(record: &DiffRecord) -> bool {
    let same = record.same.as_ref();
    same.is_some_and(|same| same.external_id != record.external_id)
}

/// Counts the changes, such as `1 added, 2 changed, no records removed`.
fn totals(diff: &BaseDataDiff) -> String {
    if diff.is_empty() {
        return "no changes".to_owned();
    }
    let fields = match diff.fields.len() {
        0 => String::new(),
        count => format!(
            "; {} outside of the contract changed",
            pluralize(count, "field")
        ),
    };
    format!(
        "{} added, {} changed, {} removed{fields}",
        diff.added(),
        diff.changed(),
        diff.removed()
    )
}

fn section(title: &str, rows: &[Row]) -> String {
    let cells: Vec<Vec<String>> = rows.iter().map(|(_, cells)| cells.clone()).collect();
    let aligned = align_columns(&cells, &[]);
    let bold = Style::new().bold();
    let mut text = format!("{bold}{title}{bold:#}\n");
    for ((style, _), line) in rows.iter().zip(aligned.lines()) {
        let _ = writeln!(text, "  {style}{line}{style:#}");
    }
    text + "\n"
}

/// Renders the changes of a list. The removed records come first, because they are lost.
fn list_section(list: &ListDiff, is_redacted: bool) -> String {
    let ListDiff {
        name,
        held,
        new,
        added,
        changed,
        removed,
        ..
    } = list;
    let counts = [
        (removed.len(), "removed"),
        (changed.len(), "changed"),
        (added.len(), "added"),
    ];
    let counts = counts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}"));
    let title = format!(
        "{name}: {} ({held} held, {new} new)",
        counts.collect::<Vec<_>>().join(", ")
    );
    let mut rows = Vec::new();
    for record in removed.iter().take(MAX_LISTED) {
        rows.push((REMOVED, record_cells("-", name, record, "new", is_redacted)));
    }
    rows.extend(omitted(removed.len(), "removed"));
    for change in changed.iter().take(MAX_LISTED) {
        let id = if is_redacted {
            pointer(name, change.new_index)
        } else {
            sanitize_and_mask(&change.external_id)
        };
        rows.extend(field_rows(Some(&id), &change.fields, is_redacted));
    }
    rows.extend(omitted(changed.len(), "changed"));
    for record in added.iter().take(MAX_LISTED) {
        rows.push((
            ADDED,
            record_cells("+", name, record, "removed", is_redacted),
        ));
    }
    rows.extend(omitted(added.len(), "added"));
    section(&title, &rows)
}

/// Returns a row that says how many of `count` records are not listed.
fn omitted(count: usize, kind: &str) -> Option<Row> {
    let more = count.checked_sub(MAX_LISTED).filter(|more| *more > 0)?;
    let note = format!("… and {more} more {kind}; --format json lists all");
    Some((Style::new(), vec![String::new(), String::new(), note]))
}

/// Returns the cells of a record that only one payload has. `other` describes the records that only the other one has.
fn record_cells(
    sign: &str,
    list: &str,
    record: &DiffRecord,
    other: &str,
    is_redacted: bool,
) -> Vec<String> {
    let id = record_id(
        list,
        record.index,
        record.external_id.as_deref(),
        is_redacted,
    );
    let values = record.fields.iter().filter(|_| !is_redacted);
    let values: Vec<String> = values
        .map(|field| match &field.value {
            FieldValue::Text(text) => text.clone(),
            FieldValue::Json(json) => format!("{} {json}", field.name),
        })
        .collect();
    let mut text = truncate(&values.join(" · "), MAX_RECORD_CHARS);
    if let Some(SameRecord {
        index,
        external_id,
        by,
        ..
    }) = &record.same
    {
        let same_id = record_id(list, *index, external_id.as_deref(), is_redacted);
        let by = by
            .iter()
            .map(|name| sanitize_and_mask(name))
            .collect::<Vec<_>>()
            .join(", ");
        let separator = if text.is_empty() { "" } else { "  " };
        let _ = write!(
            text,
            "{separator}({same_id}, which is {other}, has the same {by})"
        );
    }
    vec![sign.to_owned(), id, text]
}

fn record_id(list: &str, index: usize, external_id: Option<&str>, is_redacted: bool) -> String {
    match external_id {
        Some(id) if !is_redacted => sanitize_and_mask(id),
        _ => pointer(list, index),
    }
}

/// Returns the JSON pointer to a record in its payload, for a record whose id is absent or left out.
fn pointer(list: &str, index: usize) -> String {
    format!("/{list}/{index}")
}

/// Returns a row for each changed field. Only the first one has the id, if there is one.
fn field_rows(id: Option<&str>, changes: &[FieldChange], is_redacted: bool) -> Vec<Row> {
    let row = |(number, change): (usize, &FieldChange)| {
        let is_first = number == 0;
        let mut cells = vec![if is_first { "~" } else { "" }.to_owned()];
        cells.extend(id.map(|id| if is_first { id } else { "" }.to_owned()));
        cells.push(describe_change(change, is_redacted));
        (CHANGED, cells)
    };
    changes.iter().enumerate().map(row).collect()
}

/// Describes a change, such as `description: "Bank" -> "Bankguthaben"`.
fn describe_change(change: &FieldChange, is_redacted: bool) -> String {
    let name = sanitize_and_mask(&change.name);
    let value = |value: &Option<FieldValue>| match value {
        None => "none".to_owned(),
        Some(FieldValue::Text(text)) => format!("\"{}\"", truncate(text, MAX_VALUE_CHARS)),
        Some(FieldValue::Json(json)) => truncate(json, MAX_VALUE_CHARS),
    };
    if is_redacted {
        return format!("{name}: {}", change.kind());
    }
    let (held, new) = (value(&change.held), value(&change.new));
    // Card numbers and long texts are not shown whole.
    let hint = if held == new {
        " (they differ in what is not shown)"
    } else {
        ""
    };
    format!("{name}: {held} -> {new}{hint}")
}
