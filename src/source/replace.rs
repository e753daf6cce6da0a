use super::{Decoded, Encoding, Span};

impl Decoded<'_> {
    /// Returns the bytes of the file with other texts at the given spans, which are in ascending order and don't overlap.
    ///
    /// A character that stays the same keeps its bytes, and so does one that the encoding doesn't have. In a file that mostly is UTF-8, bytes of Windows-1252 are
    /// replaced by such bytes, so that the file keeps its fault.
    pub(crate) fn with_replacements(&self, replacements: &[(Span, String)]) -> Vec<u8> {
        let mut locator = self.locator();
        let mut bytes = Vec::with_capacity(self.bytes().len());
        let mut copied = 0;
        for (span, replacement) in replacements {
            let old = self.text().get(span.start..span.end).unwrap_or_default();
            if old.chars().count() != replacement.chars().count() {
                let [start, end] = [span.start, span.end].map(|at| locator.locate(at).offset);
                bytes.extend(self.bytes().get(copied..start).unwrap_or_default());
                replacement.chars().for_each(|character| {
                    self.encoding().encode(character, &mut bytes);
                });
                copied = end;
                continue;
            }
            for ((at, before), after) in old.char_indices().zip(replacement.chars()) {
                if before == after {
                    continue;
                }
                let [start, end] =
                    [at, at + before.len_utf8()].map(|at| locator.locate(span.start + at).offset);
                let mut encodings = [self.encoding(), Encoding::Windows1252].into_iter();
                let own = encodings.find(|encoding| {
                    let mut own = Vec::new();
                    encoding.encode(before, &mut own) && self.bytes().get(start..end) == Some(&own)
                });
                bytes.extend(self.bytes().get(copied..start).unwrap_or_default());
                copied = start;
                if own.is_some_and(|encoding| encoding.encode(after, &mut bytes)) {
                    copied = end;
                }
            }
        }
        bytes.extend(self.bytes().get(copied..).unwrap_or_default());
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_in_every_encoding() {
        let text = "a;Zürich\n";
        let encode = |encoding: Encoding, text: &str| {
            let mut bytes = Vec::new();
            assert!(
                text.chars()
                    .all(|character| encoding.encode(character, &mut bytes))
            );
            bytes
        };
        for encoding in [
            Encoding::Utf8,
            Encoding::Utf16LittleEndian,
            Encoding::Utf16BigEndian,
            Encoding::Windows1252,
        ] {
            let bytes = encode(encoding, text);
            let decoded = Decoded::from_bytes(&bytes);
            assert_eq!(decoded.encoding(), encoding);
            for (span, replacement, expected) in [
                (Span::new(2, 9), "Tçkvbt", "a;Tçkvbt\n"),
                (Span::new(0, 1), "abc", "abc;Zürich\n"),
                (Span::new(0, 0), "", text),
            ] {
                let replaced = decoded.with_replacements(&[(span, replacement.to_owned())]);
                assert_eq!(replaced, encode(encoding, expected), "{encoding:?}");
            }
        }
    }

    #[test]
    fn replaces_bytes_of_another_program_by_such_bytes() {
        let bytes = [b"\xC3\xA9 M", b"\xFCller".as_slice()].concat();
        let decoded = Decoded::from_bytes(&bytes);
        let start = "é ".len();
        let replaced = decoded
            .with_replacements(&[(Span::new(start, decoded.text().len()), "Kçvbnt".to_owned())]);
        assert_eq!(replaced, [b"\xC3\xA9 K", b"\xE7vbnt".as_slice()].concat());
    }
}
