//! Reads the tables of a web page, which some banks deliver as `.xls`. A page is rarely well-formed, so only the tags of tables count.

use std::borrow::Cow;
use std::rc::Rc;

use super::damage::Damage;
use super::sheet::{CellKind, MAX_COLUMNS, SheetList};

/// The longest name of an entity, with its `;`.
const MAX_ENTITY: usize = 12;

/// Adds a sheet with the rows of all tables, one below the other. A cell over several columns is followed by empty ones.
pub(super) fn read(html: &str, sheets: &mut SheetList) -> Result<(), Damage> {
    sheets.add(String::new(), false, &Rc::default());
    let sheet = sheets.last_mut()?;
    let (mut row, mut column) = (0_u32, 0_u32);
    // The text of the open cell, and the columns that it takes.
    let mut cell: Option<(String, u32)> = None;
    let mut rest = html;
    while let Some((text, tag)) = next_tag(&mut rest) {
        if let Some((content, _)) = &mut cell {
            content.push_str(&decode(text));
        }
        let (is_end, tag) = tag
            .strip_prefix('/')
            .map_or((false, tag), |tag| (true, tag));
        let name_len = tag.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let (name, attributes) = tag.split_at_checked(name_len).unwrap_or_default();
        let name = name.to_ascii_lowercase();
        match name.as_str() {
            "td" | "th" | "tr" | "table" => {
                if let Some((content, width)) = cell.take() {
                    let content = content.split_whitespace().collect::<Vec<_>>().join(" ");
                    sheet.push(row, column, CellKind::Text, &content)?;
                    column = column.saturating_add(width);
                }
                match (name.as_str(), is_end) {
                    ("tr", false) => (row, column) = (row.saturating_add(1), 0),
                    ("td" | "th", false) if row > 0 => {
                        cell = Some((String::new(), column_span(attributes)));
                    }
                    _ => {}
                }
            }
            // Their text is not shown.
            "script" | "style" if !is_end => skip_past(&mut rest, &name),
            "br" | "p" | "div" => {
                if let Some((content, _)) = &mut cell {
                    content.push(' ');
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns the text before the next tag, and what is between `<` and `>`. Comments are passed over.
fn next_tag<'h>(rest: &mut &'h str) -> Option<(&'h str, &'h str)> {
    let (text, after) = rest.split_once('<')?;
    if let Some(comment) = after.strip_prefix("!--") {
        *rest = comment.split_once("-->").map_or("", |(_, after)| after);
        return Some((text, "!"));
    }
    let (tag, after) = after.split_once('>')?;
    *rest = after;
    Some((text, tag))
}

/// Continues after the end tag of an element.
fn skip_past(rest: &mut &str, name: &str) {
    let mut after = *rest;
    while let Some((_, tag)) = after.split_once("</") {
        after = tag;
        if tag
            .get(..name.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(name))
        {
            break;
        }
    }
    *rest = after.split_once('>').map_or("", |(_, after)| after);
}

/// Returns how many columns a cell takes.
fn column_span(attributes: &str) -> u32 {
    let lower = attributes.to_ascii_lowercase();
    let value = lower.split_once("colspan").map_or("", |(_, after)| {
        after.trim_start().trim_start_matches('=').trim_start()
    });
    let digits: String = value
        .trim_start_matches(['"', '\''])
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    digits.parse().unwrap_or(1).clamp(1, MAX_COLUMNS)
}

/// Replaces the entities of a text that bank files have: numbers, and the most common names.
fn decode(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        decoded.push_str(before);
        let end = after.bytes().take(MAX_ENTITY).position(|byte| byte == b';');
        let entity = end.and_then(|end| {
            let rest = after.get(end + 1..)?;
            Some((character(after.get(..end)?)?, rest))
        });
        match entity {
            Some((character, after)) => {
                decoded.push(character);
                rest = after;
            }
            None => {
                decoded.push('&');
                rest = after;
            }
        }
    }
    decoded.push_str(rest);
    Cow::Owned(decoded)
}

fn character(entity: &str) -> Option<char> {
    if let Some(number) = entity.strip_prefix('#') {
        let hexadecimal = number.strip_prefix(['x', 'X']);
        return hexadecimal
            .map_or_else(
                || number.parse().ok(),
                |digits| u32::from_str_radix(digits, 16).ok(),
            )
            .and_then(char::from_u32);
    }
    Some(match entity {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        "euro" => '€',
        "pound" => '£',
        "minus" => '−',
        "ndash" => '–',
        "shy" => '\u{ad}',
        "auml" => 'ä',
        "ouml" => 'ö',
        "uuml" => 'ü',
        "Auml" => 'Ä',
        "Ouml" => 'Ö',
        "Uuml" => 'Ü',
        "szlig" => 'ß',
        "eacute" => 'é',
        "egrave" => 'è',
        "agrave" => 'à',
        "ccedil" => 'ç',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::workbook::damage::ExpansionLimit;

    #[test]
    fn reads_rows_of_any_html() {
        let page = "<html><style>td{a:b}</style><!-- <td>no</td> --><TABLE border=1><tr><th>Tag<th colspan='2'>Wert</th>\
            <tr><td class=\"x\">1.&nbsp;M&auml;rz<br>2026<td><b>&#x20AC;</b> 5 &amp; 6<td>&unknown; x</tr></table>";
        let mut sheets = SheetList::new(ExpansionLimit::new(0, usize::MAX));
        read(page, &mut sheets).unwrap();
        let sheets = sheets.into_sheets();
        let cells: Vec<_> = sheets[0]
            .rows()
            .flat_map(|rows| {
                rows.cells()
                    .map(move |cell| (rows.first, cell.column, cell.text))
            })
            .collect();
        assert_eq!(
            cells,
            [
                (1, 0, "Tag"),
                (1, 1, "Wert"),
                (2, 0, "1. März 2026"),
                (2, 1, "€ 5 & 6"),
                (2, 2, "&unknown; x")
            ]
        );
        for broken in [
            "",
            "<",
            "<td>",
            "<tr><td",
            "<script>",
            "<!--",
            "<tr><td>1<script></",
            "&",
            "<tr><td>&#xFFFFFFFF;",
        ] {
            let mut sheets = SheetList::new(ExpansionLimit::new(0, usize::MAX));
            assert!(read(broken, &mut sheets).is_ok(), "{broken}");
        }
    }
}
