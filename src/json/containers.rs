//! Ways through objects and arrays: skipping them, and opening those that are expected.

use super::{KeySet, Kind, Open, Reader, SyntaxFault, Value};
use crate::source::Span;

impl<'s> Reader<'s> {
    /// Reads what is left of a value and tells the offset after it. Of a scalar nothing is left. Each key asked for must have had its
    /// value.
    ///
    /// The second and any further use of a key in one object, as far as it is skipped, is added to
    /// [`duplicate_keys`](Self::duplicate_keys).
    pub fn skip(&mut self, value: &Value<'s>) -> Result<usize, SyntaxFault> {
        self.skip_from(value.span.start)
    }

    /// The same for the value that begins at `start`.
    pub(crate) fn skip_from(&mut self, start: usize) -> Result<usize, SyntaxFault> {
        let outer = self.open.len() - self.open.iter().rev().take_while(|open| open.offset() >= start).count();
        for depth in outer..self.open.len() {
            self.forget_keys(depth);
        }
        while let Some(innermost) = self.innermost().filter(|_| self.open.len() > outer) {
            if let Open::Object(_) = innermost {
                let Some(key) = self.member()? else { continue };
                let depth = self.open.len();
                if self.key_sets.len() < depth {
                    self.key_sets.resize_with(depth, KeySet::new);
                }
                if self.key_sets.get_mut(depth - 1).is_some_and(|keys| !keys.insert(key.text)) {
                    self.recovered.keys.push(key.span);
                }
            } else if !self.element()? {
                continue;
            }
            if let Kind::Object = self.value()?.kind {
                self.forget_keys(self.open.len() - 1);
            }
        }
        Ok(self.position())
    }

    /// Begins with no keys in the container around which `depth` others are open.
    #[inline]
    fn forget_keys(&mut self, depth: usize) {
        if let Some(keys) = self.key_sets.get_mut(depth) {
            keys.clear();
        }
    }

    /// Opens the container that comes next, if it has this bracket and may be opened, and gives the place of the bracket. Else nothing is read, and the
    /// [value](Reader::value) is to be asked for.
    pub(crate) fn opens(&mut self, bracket: u8) -> Option<Span> {
        let start = after_blanks(self.text.as_bytes(), self.at);
        if self.text.as_bytes().get(start) != Some(&bracket) || !self.can_open() {
            return None;
        }
        self.open.push(if bracket == b'{' { Open::Object(start) } else { Open::Array(start) });
        (self.at, self.fresh) = (start + 1, true);
        Some(Span::new(start, self.at))
    }
}

/// Returns the offset of the first byte from an offset on that is no white space.
#[inline]
pub(crate) fn after_blanks(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while bytes.get(at).is_some_and(|byte| *byte <= b' ' && matches!(byte, b' ' | b'\n' | b'\r' | b'\t')) {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slices<'s>(text: &'s str, spans: &[Span]) -> Vec<&'s str> {
        spans.iter().map(|span| text.get(span.start..span.end).unwrap()).collect()
    }

    #[test]
    fn skips_what_is_left_and_no_more() {
        let text = r#"[{"a":[1,{"b":[]}],"c":2},3]"#;
        for pieces_before in 0..5 {
            let mut reader = Reader::new(text);
            reader.value().unwrap();
            assert!(reader.element().unwrap());
            let object = reader.value().unwrap();
            for piece in 0..pieces_before {
                match piece {
                    0 => assert!(reader.member().unwrap().unwrap().text.is("a")),
                    1 => assert_eq!(reader.value().unwrap().kind, Kind::Array),
                    2 => assert!(reader.element().unwrap()),
                    _ => assert!(matches!(reader.value().unwrap().kind, Kind::Number("1"))),
                }
            }
            // Right after a key or a comma a value is due, which skipping doesn't know of.
            if [1, 3].contains(&pieces_before) {
                reader.value().unwrap();
            }
            assert_eq!(reader.skip(&object), Ok(25), "{pieces_before}");
            assert_eq!(reader.skip(&object), Ok(25), "nothing is left");
            assert!(reader.element().unwrap());
            let three = reader.value().unwrap();
            assert_eq!(reader.skip(&three), Ok(27));
            assert!(!reader.element().unwrap());
            assert_eq!(reader.rest(), None);
        }
    }

    #[test]
    fn skipped_objects_tell_their_duplicate_keys() {
        let text = r#"[{"a":1,"b":{"a":1},"\u0061":2,"a":{"b":1,"b":2}},{"b":{"b":0},"a":{"a":0}}]"#;
        let mut reader = Reader::new(text);
        let value = reader.value().unwrap();
        reader.skip(&value).unwrap();
        assert_eq!(slices(text, reader.duplicate_keys()), [r#""\u0061""#, r#""a""#, r#""b""#]);
    }

    #[test]
    fn keys_of_other_objects_are_no_duplicates() {
        let text = r#"{"skipped":{"a":1,"b":2},"asked":{"x":{"b":3,"a":4},"y":0,"a":5}}"#;
        let mut reader = Reader::new(text);
        let outer = reader.value().unwrap();
        reader.member().unwrap();
        let skipped = reader.value().unwrap();
        reader.skip(&skipped).unwrap();
        reader.member().unwrap();
        reader.value().unwrap();
        reader.member().unwrap();
        reader.value().unwrap();
        reader.skip(&outer).unwrap();
        assert_eq!(reader.duplicate_keys(), []);
    }

    #[test]
    fn only_what_is_expected_is_opened() {
        let mut reader = Reader::new(" { \"a\":1}");
        assert_eq!((reader.opens(b'['), reader.position()), (None, 0));
        assert_eq!(reader.opens(b'{'), Some(Span::new(1, 2)));
        assert_eq!(reader.member().unwrap().unwrap().text.raw(), "a");
        assert_eq!(Reader::new("{}").with_depth_limit(0).opens(b'{'), None);
    }
}
