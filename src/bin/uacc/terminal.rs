//! How wide a terminal is, and texts that fit into it. What goes to a file or a pipe is never wrapped.

use anstream::adapter::{StrippedStr, strip_str};
use terminal_size::{Width, terminal_size_of};
use unicode_width::UnicodeWidthStr;

/// Less is no width to write for.
const MIN_WIDTH: usize = 40;

/// Returns the number of columns, if standard output is a terminal.
pub(crate) fn stdout_width() -> Option<usize> {
    width(terminal_size_of(std::io::stdout()).map(|(width, _)| width))
}

/// Returns the number of columns, if standard error is a terminal.
pub(crate) fn stderr_width() -> Option<usize> {
    width(terminal_size_of(std::io::stderr()).map(|(width, _)| width))
}

fn width(width: Option<Width>) -> Option<usize> {
    width.map(|Width(columns)| usize::from(columns).max(MIN_WIDTH))
}

/// Wraps the lines of a text at blanks. What follows the first line of a sentence is indented a little more. Lines of excerpts stay as they are, because what is
/// underlined in them has its place.
pub(crate) fn wrap(text: &str, width: Option<usize>) -> String {
    let Some(width) = width else {
        return text.to_owned();
    };
    text.split('\n')
        .map(|line| wrap_line(line, width))
        .collect::<Vec<_>>()
        .join("\n")
}

fn wrap_line(line: &str, width: usize) -> String {
    if columns(line) <= width || is_excerpt(line) {
        return line.to_owned();
    }
    let indent = line.len() - line.trim_start_matches(' ').len();
    let indent = (indent + if indent == 0 { 2 } else { 4 }).min(width / 2);
    let (mut wrapped, mut column) = (String::new(), 0);
    for (number, word) in line.split(' ').enumerate() {
        let len = columns(word);
        if column > indent && column + 1 + len > width {
            wrapped.push('\n');
            wrapped.push_str(&" ".repeat(indent));
            column = indent;
        } else if number > 0 {
            wrapped.push(' ');
            column += 1;
        }
        wrapped.push_str(word);
        column += len;
    }
    wrapped
}

/// Returns whether a line is one of the source with its number, or has the mark under it.
pub(crate) fn is_excerpt(line: &str) -> bool {
    let plain = plain(line);
    plain
        .trim_start()
        .trim_start_matches(|character: char| character.is_ascii_digit())
        .trim_start()
        .starts_with('|')
}

fn columns(text: &str) -> usize {
    plain(text).width()
}

/// Returns a text without colours.
fn plain(text: &str) -> String {
    StrippedStr::to_string(&strip_str(text))
}

/// Returns rows as text with aligned columns; those in `right` are aligned to the right. If that is too wide for a terminal, each row has lines of its own.
pub(crate) fn table(rows: &[Vec<String>], right: &[usize], width: Option<usize>) -> String {
    let aligned = align_columns(rows, right);
    match (width, rows.split_first()) {
        (Some(width), Some((header, rows)))
            if aligned.lines().any(|line| columns(line) > width) =>
        {
            let stack = |row: &Vec<String>| {
                let cells = header.iter().zip(row).skip(1);
                let cells: Vec<String> =
                    cells.map(|(name, cell)| format!("{name} {cell}")).collect();
                let first = row.first().map_or("", String::as_str);
                wrap(&format!("{first}\n  {}", cells.join(", ")), Some(width))
            };
            rows.iter().map(stack).collect::<Vec<_>>().join("\n")
        }
        _ => aligned,
    }
}

/// Returns rows as text with aligned columns. The columns in `right` are aligned to the right.
pub(crate) fn align_columns(rows: &[Vec<String>], right: &[usize]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cell.width())
            .max()
    };
    let widths: Vec<usize> = (0..count)
        .map(|column| width(column).unwrap_or_default())
        .collect();
    let line = |row: &Vec<String>| {
        let cells = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(|(column, (cell, width))| {
                let padding = " ".repeat(width - cell.width());
                if right.contains(&column) {
                    padding + cell
                } else {
                    cell.clone() + &padding
                }
            });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aligns_columns_by_the_cells_of_a_terminal() {
        // A combining character takes no cell, a wide one takes two.
        let rows = [["Mu\u{308}ller", "1"], ["東京", "20"], ["Meier", "300"]];
        let rows = rows.map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(
            align_columns(&rows, &[1]),
            "Mu\u{308}ller    1\n東京     20\nMeier   300"
        );
        assert_eq!(
            align_columns(&rows, &[]),
            "Mu\u{308}ller  1\n東京    20\nMeier   300"
        );
    }

    #[test]
    fn a_table_that_is_too_wide_has_lines_for_each_row() {
        let rows = [["", "transactions", "new"], ["statement.csv", "12", "7"]]
            .map(|row| row.map(str::to_owned).to_vec());
        let aligned = "               transactions  new\nstatement.csv            12    7";
        assert_eq!(table(&rows, &[1, 2], None), aligned);
        assert_eq!(table(&rows, &[1, 2], Some(32)), aligned);
        assert_eq!(
            table(&rows, &[1, 2], Some(31)),
            "statement.csv\n  transactions 12, new 7"
        );
    }

    #[test]
    fn sentences_are_wrapped_between_words_and_excerpts_are_not() {
        let text = "warning: one two three\n  = help: four five six\n3 | a line of the file that is long\n  |      ^^^^^^^^^ here it is";
        let expected = "warning: one two\n  three\n  = help: four\n      five six\n3 | a line of the file that is long\n  |      ^^^^^^^^^ here it is";
        assert_eq!(wrap(text, Some(18)), expected);
        assert_eq!(wrap(text, None), text);
        assert_eq!(
            wrap("\u{1b}[1mone\u{1b}[0m two", Some(7)),
            "\u{1b}[1mone\u{1b}[0m two"
        );
        assert_eq!(
            wrap("anunbreakableword and", Some(10)),
            "anunbreakableword\n  and"
        );
    }
}
