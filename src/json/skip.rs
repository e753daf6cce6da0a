//! Skips values, and finds repeated keys in them.

use super::{KeySet, OpenToken, Reader, SyntaxError, Value, ValueKind};
use crate::source::Span;

impl<'s> Reader<'s> {
    /// Skips the rest of a value, and returns the offset after it. A scalar has no rest.
    ///
    /// The value of the last key must have been read. Repeated keys in the skipped part of an object are added to
    /// [`duplicate_keys`](Self::duplicate_keys).
    ///
    /// # Errors
    ///
    /// Returns the first [`SyntaxError`] in the rest of the value.
    pub fn skip(&mut self, value: &Value<'s>) -> Result<usize, SyntaxError> {
        self.skip_from(value.span.start)
    }

    /// Skips the rest of the value that starts at `start`, like [`skip`](Self::skip).
    pub(crate) fn skip_from(&mut self, start: usize) -> Result<usize, SyntaxError> {
        let outer = self.open.len()
            - self
                .open
                .iter()
                .rev()
                .take_while(|open| open.offset() >= start)
                .count();
        for depth in outer..self.open.len() {
            self.clear_keys(depth);
        }
        while let Some(innermost) = self.innermost().filter(|_| self.open.len() > outer) {
            if let OpenToken::Object(_) = innermost {
                let Some(key) = self.next_member()? else {
                    continue;
                };
                let depth = self.open.len();
                if self.key_sets.len() < depth {
                    self.key_sets.resize_with(depth, KeySet::new);
                }
                if self
                    .key_sets
                    .get_mut(depth - 1)
                    .is_some_and(|keys| !keys.insert(key.text))
                {
                    self.recovered.duplicate_keys.push(key.span);
                }
            } else if !self.next_element()? {
                continue;
            }
            if let ValueKind::Object = self.read_value()?.kind {
                self.clear_keys(self.open.len() - 1);
            }
        }
        Ok(self.position())
    }

    /// Clears the keys of the last object that was skipped inside `depth` open containers.
    #[inline]
    fn clear_keys(&mut self, depth: usize) {
        if let Some(keys) = self.key_sets.get_mut(depth) {
            keys.clear();
        }
    }

    /// Returns the repeated keys in objects that were [skipped](Self::skip). Callers that read members check the keys themselves, for example with a
    /// [`KeySet`].
    #[must_use]
    pub fn duplicate_keys(&self) -> &[Span] {
        &self.recovered.duplicate_keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skips_exactly_the_rest_of_a_value() {
        let text = r#"[{"a":[1,{"b":[]}],"c":2},3]"#;
        for tokens_before in 0..5 {
            let mut reader = Reader::new(text);
            reader.read_value().unwrap();
            assert!(reader.next_element().unwrap());
            let object = reader.read_value().unwrap();
            for token in 0..tokens_before {
                match token {
                    0 => assert!(reader.next_member().unwrap().unwrap().text.decodes_to("a")),
                    1 => assert_eq!(reader.read_value().unwrap().kind, ValueKind::Array),
                    2 => assert!(reader.next_element().unwrap()),
                    _ => assert!(matches!(
                        reader.read_value().unwrap().kind,
                        ValueKind::Number("1")
                    )),
                }
            }
            // After a key or a comma, the value must be read before skipping.
            if [1, 3].contains(&tokens_before) {
                reader.read_value().unwrap();
            }
            assert_eq!(reader.skip(&object), Ok(25), "{tokens_before}");
            assert_eq!(reader.skip(&object), Ok(25), "there is no rest");
            assert!(reader.next_element().unwrap());
            let three = reader.read_value().unwrap();
            assert_eq!(reader.skip(&three), Ok(27));
            assert!(!reader.next_element().unwrap());
            assert_eq!(reader.next_document(), None);
        }
    }

    #[test]
    fn collects_duplicate_keys_of_skipped_objects() {
        let text =
            r#"[{"a":1,"b":{"a":1},"\u0061":2,"a":{"b":1,"b":2}},{"b":{"b":0},"a":{"a":0}}]"#;
        let mut reader = Reader::new(text);
        let value = reader.read_value().unwrap();
        reader.skip(&value).unwrap();
        let keys: Vec<&str> = reader
            .duplicate_keys()
            .iter()
            .map(|span| text.get(span.start..span.end).unwrap())
            .collect();
        assert_eq!(keys, [r#""\u0061""#, r#""a""#, r#""b""#]);
    }

    #[test]
    fn keys_of_different_objects_are_not_duplicates() {
        let text = r#"{"skipped":{"a":1,"b":2},"asked":{"x":{"b":3,"a":4},"y":0,"a":5}}"#;
        let mut reader = Reader::new(text);
        let outer = reader.read_value().unwrap();
        reader.next_member().unwrap();
        let skipped = reader.read_value().unwrap();
        reader.skip(&skipped).unwrap();
        reader.next_member().unwrap();
        reader.read_value().unwrap();
        reader.next_member().unwrap();
        reader.read_value().unwrap();
        reader.skip(&outer).unwrap();
        assert_eq!(reader.duplicate_keys(), []);
    }
}
