//! Expected texts in `tests/messages`. `BLESS=1` rewrites them: read the difference before you commit it.

use std::fs;
use std::path::Path;

/// Compares a text with the file of this name, and shows the first line that differs.
pub(crate) fn compare(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/messages").join(name);
    if std::env::var_os("BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    let first_difference = text.lines().zip(expected.lines()).position(|(line, expected)| line != expected);
    if let Some(line) = first_difference {
        let line_of = |text: &str| text.lines().nth(line).map(str::to_owned);
        assert_eq!(line_of(text), line_of(&expected), "{name}:{} differs; BLESS=1 rewrites it", line + 1);
    }
    assert_eq!(text.len(), expected.len(), "{name} ends differently; BLESS=1 rewrites it");
}
