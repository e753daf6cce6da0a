//! The list of all names of columns, which is written when the library is built. The build script contains this file too, so it uses nothing else of the library.

use std::collections::BTreeMap;
use std::fmt::Write;

/// A column with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NamedColumn {
    /// The index of the profile.
    pub(crate) profile: usize,
    /// The index of the column in the profile.
    pub(crate) column: usize,
    /// Whether a file may lack the column.
    pub(crate) optional: bool,
}

/// Writes the names of columns as text: a line for each name, sorted, with the name and its columns. A column is its profile, `.` or for an optional column
/// `?`, and its index: `saldo⇥0.4⇥7?3`.
pub(crate) fn write_names(columns: impl IntoIterator<Item = (String, NamedColumn)>) -> String {
    let mut sorted: BTreeMap<String, Vec<NamedColumn>> = BTreeMap::new();
    for (name, column) in columns {
        let known = sorted.entry(normalized_name(&name)).or_default();
        if !known.contains(&column) {
            known.push(column);
        }
    }
    let mut text = String::new();
    for (name, columns) in sorted {
        text += &name;
        for NamedColumn {
            profile,
            column,
            optional,
        } in columns
        {
            let _ = write!(
                text,
                "\t{profile}{}{column}",
                if optional { '?' } else { '.' }
            );
        }
        text.push('\n');
    }
    text
}

/// Returns a name without the differences between exports: case, blanks, the kind of apostrophe.
pub(crate) fn normalized_name(name: &str) -> String {
    let mut normalized = String::with_capacity(name.len());
    for word in name.split_whitespace() {
        if !normalized.is_empty() {
            normalized.push(' ');
        }
        for character in word.chars() {
            let plain = if matches!(character, '\u{2019}' | '\u{2018}' | '`') {
                '\''
            } else {
                character
            };
            if plain.is_ascii() {
                normalized.push(plain.to_ascii_lowercase());
            } else {
                normalized.extend(plain.to_lowercase());
            }
        }
    }
    normalized
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalizes_case_blanks_and_apostrophes() {
        assert_eq!(
            normalized_name("  Data  dell\u{2019}operazione "),
            "data dell'operazione"
        );
    }
}
