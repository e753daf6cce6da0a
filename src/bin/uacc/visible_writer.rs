//! Results on a terminal.

use std::io::{self, Write};
use std::mem;

use crate::sanitize::sanitize;

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
