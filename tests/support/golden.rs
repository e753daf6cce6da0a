//! Files that must equal a rendered text. `BLESS=1` rewrites them: read the difference before you commit it.

use std::{env, fs};

use crate::project::in_project;

/// Compares a text with the file of this name in `tests/messages`.
pub(crate) fn compare(name: &str, text: &str) {
    compare_file(&format!("tests/messages/{name}"), text);
}

/// Compares a text with the file at a path from the top folder of the project, and shows the first line that differs.
pub(crate) fn compare_file(file: &str, text: &str) {
    let path = in_project(file);
    if env::var_os("BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    let first_difference = text
        .lines()
        .zip(expected.lines())
        .position(|(line, expected)| line != expected);
    if let Some(line) = first_difference {
        let line_of = |text: &str| text.lines().nth(line).map(str::to_owned);
        assert_eq!(
            line_of(text),
            line_of(&expected),
            "{file}:{} differs; BLESS=1 rewrites it",
            line + 1
        );
    }
    assert!(
        text == expected,
        "{file} ends differently; BLESS=1 rewrites it"
    );
}
