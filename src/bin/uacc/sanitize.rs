//! Texts of the input, made safe to print: no control characters, no card numbers.

use std::io::{self, Write};
use std::mem;

use universal_accounting::internals::source::escape_invisible;
use universal_accounting::value::CardNumber;

/// Escapes characters that control a terminal, change the direction of text or can't be seen.
pub(crate) fn sanitize(text: &str) -> String {
    escape_invisible(text).into_owned()
}

/// Sanitizes a text that may have several lines, for one line.
pub(crate) fn sanitize_line(text: &str) -> String {
    sanitize(&one_line(text))
}

/// Replaces each line break, with the blanks around it, by a blank.
pub(crate) fn one_line(text: &str) -> String {
    text.lines().map(str::trim).collect::<Vec<_>>().join(" ")
}

/// Sanitizes a text and masks card numbers. Masks twice, because escaping a tab can separate digits from the rest of their number.
pub(crate) fn sanitize_and_mask(text: &str) -> String {
    CardNumber::mask(&sanitize(&CardNumber::mask(text))).into_owned()
}

/// Sanitizes and masks a text, and shortens it to at most `max` characters. Masks again after the cut, because a cut can turn a longer row of
/// digits into a card number.
pub(crate) fn truncate(text: &str, max: usize) -> String {
    let whole = sanitize_and_mask(text);
    match whole.char_indices().nth(max) {
        Some((end, _)) => {
            CardNumber::mask(&format!("{}…", whole.get(..end).unwrap_or_default())).into_owned()
        }
        None => whole,
    }
}

/// Writes UTF-8 text with its invisible characters escaped, but for tabs and the ends of lines.
pub(crate) struct VisibleWriter<W: Write> {
    out: W,
    /// The beginning of a character, or a `\r` whose line may end with it.
    pending: Vec<u8>,
}

impl<W: Write> VisibleWriter<W> {
    pub(crate) const fn new(out: W) -> Self {
        Self {
            out,
            pending: Vec::new(),
        }
    }

    fn write_text(&mut self, text: &str) -> io::Result<()> {
        for line in text.split_inclusive('\n') {
            let content = line
                .strip_suffix("\r\n")
                .or_else(|| line.strip_suffix('\n'))
                .unwrap_or(line);
            for (number, cell) in content.split('\t').enumerate() {
                if number > 0 {
                    self.out.write_all(b"\t")?;
                }
                self.out.write_all(sanitize(cell).as_bytes())?;
            }
            let end = line.get(content.len()..).unwrap_or_default();
            self.out.write_all(end.as_bytes())?;
        }
        Ok(())
    }
}

impl<W: Write> Write for VisibleWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = mem::take(&mut self.pending);
        all.extend_from_slice(bytes);
        let complete = match str::from_utf8(&all) {
            Ok(text) if text.ends_with('\r') => all.len() - 1,
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => all.len(),
        };
        self.pending = all.split_off(complete);
        self.write_text(&String::from_utf8_lossy(&all))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let rest = mem::take(&mut self.pending);
        self.write_text(&String::from_utf8_lossy(&rest))?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truncating_does_not_reveal_a_card_number() {
        let text = "Transaction 6238 52238 52912-02-29";
        assert_eq!(CardNumber::find(text), None);
        assert_eq!(truncate(text, 31), "Transaction **** ***** ***12-02…");
        assert_eq!(truncate("4111111111111111 ü", 18), "************1111 ü");
        assert_eq!(truncate("4111111111111111 ü", 14), "************11…");
    }

    #[test]
    fn escapes_control_characters() {
        assert_eq!(
            sanitize("a\u{1b}[31m\u{202e}\u{9b}b"),
            r"a\u{1b}[31m\u{202e}\u{9b}b"
        );
    }

    #[test]
    fn pieces_of_any_length_are_written_alike() {
        let text = "a\u{202e}\tä\r\n\u{1b}[31m\rb\u{e0041}😀\n\u{9b}\r";
        let shown = "a\\u{202e}\tä\r\n\\u{1b}[31m\\u{d}b\\u{e0041}😀\n\\u{9b}\\u{d}";
        for len in 1..=text.len() {
            let mut out = Vec::new();
            let mut writer = VisibleWriter::new(&mut out);
            for piece in text.as_bytes().chunks(len) {
                writer.write_all(piece).unwrap();
            }
            writer.flush().unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), shown, "{len}");
        }
    }
}
