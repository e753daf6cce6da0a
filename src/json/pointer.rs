use std::cell::OnceCell;

use super::{JsonText, Key, Kind, Reader, SyntaxError};
use crate::source::Span;
use crate::value::CardNumber;

/// The JSON pointer (RFC 6901) of each span, found in one pass over the documents that begin at `starts`. The spans come
/// in ascending order.
///
/// A span belongs to the innermost key or value in which it begins; between two of them, to what surrounds both.
pub(crate) fn pointers(text: &str, starts: &[usize], depth: usize, spans: &[Span]) -> Vec<String> {
    let mut walk = Walk { spans, found: Vec::with_capacity(spans.len()), path: Vec::new() };
    let ends = starts.iter().skip(1).copied().chain([usize::MAX]);
    for (start, end) in starts.iter().zip(ends) {
        let mut reader = Reader::new(text).with_depth_limit(depth).starting_at(*start);
        walk.path.clear();
        // After a fault nothing can be read, and what is left of the document belongs to what was open.
        if walk.document(&mut reader).is_ok() {
            walk.path.clear();
        }
        walk.take_until(end);
        walk.path.clear();
        if walk.is_done() {
            break;
        }
    }
    walk.take_until(usize::MAX);
    walk.found
}

/// A longer pointer would take more memory than it tells: it ends at an outer value.
const LONGEST: usize = 4096;

struct Walk<'p, 's> {
    spans: &'p [Span],
    found: Vec<String>,
    path: Vec<Step<'s>>,
}

/// An open container and the child of it that is being read.
struct Step<'s> {
    is_array: bool,
    in_child: bool,
    /// The elements read so far.
    count: usize,
    key: Option<JsonText<'s>>,
    /// What a pointer says of the key, once it was asked for.
    token: OnceCell<Option<String>>,
}

impl Step<'_> {
    /// Appends the token of the child that is being read, and returns whether it has one: a pointer ends before a key that is too
    /// long, and before a card number, which is not repeated. A key is looked at once, however many findings lie below it.
    fn push_token(&self, pointer: &mut String) -> bool {
        let Some(key) = self.key else {
            pointer.push_str(&self.count.saturating_sub(1).to_string());
            return true;
        };
        let token = self.token.get_or_init(|| {
            let name = Some(key).filter(|key| key.raw().len() < LONGEST)?.decode();
            (!CardNumber::is_in(&name)).then(|| name.replace('~', "~0").replace('/', "~1"))
        });
        token.as_ref().map(|token| pointer.push_str(token)).is_some()
    }
}

impl<'s> Walk<'_, 's> {
    fn is_done(&self) -> bool {
        self.found.len() == self.spans.len()
    }

    /// Gives every span that begins before `offset` the pointer of the path as it is.
    fn take_until(&mut self, offset: usize) {
        while self.spans.get(self.found.len()).is_some_and(|span| span.start < offset) {
            let pointer = self.pointer();
            self.found.push(pointer);
        }
    }

    fn pointer(&self) -> String {
        let mut pointer = String::new();
        for step in self.path.iter().filter(|step| step.in_child) {
            let before = pointer.len();
            pointer.push('/');
            if !step.push_token(&mut pointer) || pointer.len() >= LONGEST {
                pointer.truncate(before);
                break;
            }
        }
        pointer
    }

    fn document(&mut self, reader: &mut Reader<'s>) -> Result<(), SyntaxError> {
        self.enter(reader)?;
        while let Some(step) = self.path.last_mut() {
            step.in_child = false;
            let is_array = step.is_array;
            let child = if is_array { reader.element()?.then_some(None) } else { reader.member()?.map(Some) };
            match child {
                None => {
                    self.take_until(reader.position());
                    self.path.pop();
                }
                Some(key) => {
                    let start = match key {
                        Some(Key { span, .. }) => span.start,
                        None => reader.rest().unwrap_or_default(),
                    };
                    // What lies before belongs to the container, what follows to its child.
                    self.take_until(start);
                    if let Some(step) = self.path.last_mut() {
                        step.in_child = true;
                        step.count += 1;
                        step.key = key.map(|key| key.text);
                        step.token = OnceCell::new();
                    }
                    self.enter(reader)?;
                }
            }
            if self.is_done() {
                break;
            }
        }
        Ok(())
    }

    fn enter(&mut self, reader: &mut Reader<'s>) -> Result<(), SyntaxError> {
        let value = reader.value()?;
        self.take_until(value.span.end);
        if let Kind::Object | Kind::Array = value.kind {
            let is_array = value.kind == Kind::Array;
            self.path.push(Step { is_array, in_child: false, count: 0, key: None, token: OnceCell::new() });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_has_its_pointer() {
        let text = r#"{"a": [1, {"b/c": null, "": 2}], "m~n": "x"}  "#;
        for (needle, pointer) in [
            ("{\"a\"", ""),
            ("\"a\"", "/a"),
            ("[1", "/a"),
            ("1,", "/a/0"),
            (", {", "/a"),
            ("{\"b", "/a/1"),
            ("\"b/c\"", "/a/1/b~1c"),
            ("null", "/a/1/b~1c"),
            ("2}", "/a/1/"),
            ("}]", "/a/1"),
            ("], ", "/a"),
            ("\"m~n", "/m~0n"),
            ("\"x", "/m~0n"),
        ] {
            let start = text.find(needle).unwrap();
            assert_eq!(pointers(text, &[0], 128, &[Span::new(start, start + 1)]), [pointer], "{needle}");
        }
    }

    #[test]
    fn a_fault_belongs_to_what_is_open() {
        let text = r#"{"a": [1, 2 3]}"#;
        let spans = [Span::at(text.find('2').unwrap()), Span::at(text.find('3').unwrap()), Span::at(text.len())];
        assert_eq!(pointers(text, &[0], 128, &spans), ["/a/1", "/a", "/a"]);
    }

    #[test]
    fn a_key_that_must_not_be_repeated_ends_the_pointer() {
        let text = r#"{"a": {"4111 1111 1111 1111": [1]}}"#;
        assert_eq!(pointers(text, &[0], 128, &[Span::at(text.find("1]").unwrap())]), ["/a"]);
        let text = format!(r#"{{"a": {{"{}": [1]}}}}"#, "k".repeat(LONGEST));
        assert_eq!(pointers(&text, &[0], 128, &[Span::at(text.find("1]").unwrap())]), ["/a"]);
    }

    #[test]
    fn each_document_has_pointers_of_its_own() {
        let text = "{\"a\": [nope]}\n{\"b\": [1, 2]}\n";
        let starts = [0, text.find("{\"b").unwrap()];
        let spans = [Span::at(text.find("nope").unwrap()), Span::at(text.find("2]").unwrap())];
        assert_eq!(pointers(text, &starts, 128, &spans), ["/a/0", "/b/1"]);
    }
}
