use std::cell::OnceCell;

use super::{JsonText, MemberKey, Reader, SyntaxError, ValueKind};
use crate::source::Span;
use crate::value::CardNumber;

/// Returns the JSON Pointer (RFC 6901) of each span, in one pass over the documents that start at `starts`. The spans must be in ascending order.
///
/// A span belongs to the innermost key or value that contains its start. A span between two values belongs to the container of both.
pub(crate) fn find_pointers(
    text: &str,
    starts: &[usize],
    depth: usize,
    spans: &[Span],
) -> Vec<String> {
    let mut walk = Walk {
        spans,
        pointers: Vec::with_capacity(spans.len()),
        path: Vec::new(),
    };
    let ends = starts.iter().skip(1).copied().chain([usize::MAX]);
    for (start, end) in starts.iter().zip(ends) {
        let mut reader = Reader::new(text)
            .with_depth_limit(depth)
            .starting_at(*start);
        walk.path.clear();
        // Reading stops at a syntax error. The rest of the document then belongs to the containers that are open.
        if walk.walk_document(&mut reader).is_ok() {
            walk.path.clear();
        }
        walk.assign_until(end);
        walk.path.clear();
        if walk.is_done() {
            break;
        }
    }
    walk.assign_until(usize::MAX);
    walk.pointers
}

/// The length in bytes at which a pointer ends early, at an outer value. A longer pointer takes more memory than it is worth.
const MAX_POINTER_LEN: usize = 4096;

struct Walk<'p, 's> {
    spans: &'p [Span],
    /// The pointers of the first spans.
    pointers: Vec<String>,
    path: Vec<Step<'s>>,
}

/// An open container, and its child that is being read.
struct Step<'s> {
    is_array: bool,
    in_child: bool,
    /// The number of elements or members read so far.
    count: usize,
    key: Option<JsonText<'s>>,
    /// The escaped key, computed at first use; `None` if it must not appear in a pointer.
    token: OnceCell<Option<String>>,
}

impl Step<'_> {
    /// Appends the reference token of the child that is being read. Returns false for a key that is too long, or that contains a card number, which
    /// must not be repeated; the pointer then ends before the key. Each key is examined once, even if many findings are below it.
    fn push_token(&self, pointer: &mut String) -> bool {
        let Some(key) = self.key else {
            pointer.push_str(&self.count.saturating_sub(1).to_string());
            return true;
        };
        let token = self.token.get_or_init(|| {
            let name = Some(key)
                .filter(|key| key.raw().len() < MAX_POINTER_LEN)?
                .decode();
            (!CardNumber::is_in(&name)).then(|| name.replace('~', "~0").replace('/', "~1"))
        });
        token
            .as_ref()
            .map(|token| pointer.push_str(token))
            .is_some()
    }
}

impl<'s> Walk<'_, 's> {
    fn is_done(&self) -> bool {
        self.pointers.len() == self.spans.len()
    }

    /// Assigns the pointer of the current path to every span that starts before `offset`.
    fn assign_until(&mut self, offset: usize) {
        while self
            .spans
            .get(self.pointers.len())
            .is_some_and(|span| span.start < offset)
        {
            let pointer = self.pointer();
            self.pointers.push(pointer);
        }
    }

    fn pointer(&self) -> String {
        let mut pointer = String::new();
        for step in self.path.iter().filter(|step| step.in_child) {
            let before = pointer.len();
            pointer.push('/');
            if !step.push_token(&mut pointer) || pointer.len() >= MAX_POINTER_LEN {
                pointer.truncate(before);
                break;
            }
        }
        pointer
    }

    fn walk_document(&mut self, reader: &mut Reader<'s>) -> Result<(), SyntaxError> {
        self.enter_value(reader)?;
        while let Some(step) = self.path.last_mut() {
            step.in_child = false;
            let is_array = step.is_array;
            let child = if is_array {
                reader.next_element()?.then_some(None)
            } else {
                reader.next_member()?.map(Some)
            };
            match child {
                None => {
                    self.assign_until(reader.position());
                    self.path.pop();
                }
                Some(key) => {
                    let start = match key {
                        Some(MemberKey { span, .. }) => span.start,
                        None => reader.next_document().unwrap_or_default(),
                    };
                    // Spans before the child belong to the container.
                    self.assign_until(start);
                    if let Some(step) = self.path.last_mut() {
                        step.in_child = true;
                        step.count += 1;
                        step.key = key.map(|key| key.text);
                        step.token = OnceCell::new();
                    }
                    self.enter_value(reader)?;
                }
            }
            if self.is_done() {
                break;
            }
        }
        Ok(())
    }

    fn enter_value(&mut self, reader: &mut Reader<'s>) -> Result<(), SyntaxError> {
        let value = reader.read_value()?;
        self.assign_until(value.span.end);
        if let ValueKind::Object | ValueKind::Array = value.kind {
            let is_array = value.kind == ValueKind::Array;
            self.path.push(Step {
                is_array,
                in_child: false,
                count: 0,
                key: None,
                token: OnceCell::new(),
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_pointer_of_every_place() {
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
            assert_eq!(
                find_pointers(text, &[0], 128, &[Span::new(start, start + 1)]),
                [pointer],
                "{needle}"
            );
        }
    }

    #[test]
    fn a_syntax_error_belongs_to_the_open_container() {
        let text = r#"{"a": [1, 2 3]}"#;
        let spans = [
            Span::at(text.find('2').unwrap()),
            Span::at(text.find('3').unwrap()),
            Span::at(text.len()),
        ];
        assert_eq!(find_pointers(text, &[0], 128, &spans), ["/a/1", "/a", "/a"]);
    }

    #[test]
    fn a_pointer_ends_before_a_key_that_must_not_be_repeated() {
        let text = r#"{"a": {"4111 1111 1111 1111": [1]}}"#;
        assert_eq!(
            find_pointers(text, &[0], 128, &[Span::at(text.find("1]").unwrap())]),
            ["/a"]
        );
        let text = format!(r#"{{"a": {{"{}": [1]}}}}"#, "k".repeat(MAX_POINTER_LEN));
        assert_eq!(
            find_pointers(&text, &[0], 128, &[Span::at(text.find("1]").unwrap())]),
            ["/a"]
        );
    }

    #[test]
    fn each_document_has_its_own_pointers() {
        let text = "{\"a\": [nope]}\n{\"b\": [1, 2]}\n";
        let starts = [0, text.find("{\"b").unwrap()];
        let spans = [
            Span::at(text.find("nope").unwrap()),
            Span::at(text.find("2]").unwrap()),
        ];
        assert_eq!(find_pointers(text, &starts, 128, &spans), ["/a/0", "/b/1"]);
    }
}
