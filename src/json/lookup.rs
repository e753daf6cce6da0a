use std::borrow::Cow;
use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::{Reader, SyntaxError, Value, ValueKind};
use crate::source::Span;

/// Returns the span of each JSON Pointer (RFC 6901) below the value that starts at `start`, in one pass over this value.
///
/// The span of an object or array is its opening bracket. A pointer that leads nowhere has the span of the innermost value on its way.
pub(crate) fn find_spans(text: &str, start: usize, depth: usize, pointers: &[&str]) -> Vec<Span> {
    let mut tree = PointerTree::default();
    let targets: Vec<usize> = pointers.iter().map(|pointer| tree.add(pointer)).collect();
    let mut reader = Reader::new(text).with_depth_limit(depth).starting_at(start);
    // Reading stops at a syntax error. What was not found then has the span of a value around it.
    let _ = tree.find(&mut reader);
    let spans = tree.into_spans(Span::at(start));
    targets
        .into_iter()
        .map(|target| spans.get(target).copied().unwrap_or(Span::at(start)))
        .collect()
}

/// The values that pointers lead to or through. The first is the root, and each comes after its parent.
struct PointerTree<'p> {
    nodes: Vec<Node>,
    /// The child for a parent and a reference token.
    children: HashMap<(usize, Cow<'p, str>), usize, RandomState>,
}

#[derive(Default)]
struct Node {
    parent: usize,
    has_children: bool,
    span: Option<Span>,
}

impl Default for PointerTree<'_> {
    fn default() -> Self {
        Self {
            nodes: vec![Node::default()],
            children: HashMap::default(),
        }
    }
}

/// An object or array that pointers lead through.
struct OpenContainer {
    node: usize,
    is_array: bool,
    /// The number of elements or members read so far.
    count: usize,
}

impl<'p> PointerTree<'p> {
    /// Adds a pointer, and returns the index of its value.
    fn add(&mut self, pointer: &'p str) -> usize {
        let mut node = 0;
        for token in pointer.split('/').skip(1) {
            let name = if token.contains('~') {
                Cow::Owned(token.replace("~1", "/").replace("~0", "~"))
            } else {
                Cow::Borrowed(token)
            };
            let new = self.nodes.len();
            let child = *self.children.entry((node, name)).or_insert(new);
            if child == new {
                self.nodes.push(Node {
                    parent: node,
                    ..Node::default()
                });
            }
            if let Some(parent) = self.nodes.get_mut(node) {
                parent.has_children = true;
            }
            node = child;
        }
        node
    }

    fn find(&mut self, reader: &mut Reader<'_>) -> Result<(), SyntaxError> {
        let mut open = Vec::new();
        let mut missing = self.nodes.len();
        let root = reader.read_value()?;
        self.visit(0, &root, reader, &mut open, &mut missing)?;
        while let Some(container) = open.last_mut().filter(|_| missing > 0) {
            let token = if container.is_array {
                reader
                    .next_element()?
                    .then(|| Cow::Owned(container.count.to_string()))
            } else {
                reader.next_member()?.map(|key| key.text.decode())
            };
            let Some(token) = token else {
                open.pop();
                continue;
            };
            container.count += 1;
            let node = self.child(container.node, token);
            let value = reader.read_value()?;
            match node {
                Some(node) => self.visit(node, &value, reader, &mut open, &mut missing)?,
                None => drop(reader.skip(&value)?),
            }
        }
        Ok(())
    }

    fn child(&self, node: usize, token: Cow<'_, str>) -> Option<usize> {
        self.children.get(&(node, token)).copied()
    }

    /// Notes the span of a value, and opens the value if pointers lead through it.
    fn visit<'s>(
        &mut self,
        index: usize,
        value: &Value<'s>,
        reader: &mut Reader<'s>,
        open: &mut Vec<OpenContainer>,
        missing: &mut usize,
    ) -> Result<(), SyntaxError> {
        // Of two members with the same name, the first is meant.
        let is_wanted = match self.nodes.get_mut(index) {
            Some(node) if node.span.is_none() => {
                node.span = Some(value.span);
                *missing -= 1;
                node.has_children
            }
            _ => false,
        };
        match value.kind {
            ValueKind::Object | ValueKind::Array if is_wanted => {
                open.push(OpenContainer {
                    node: index,
                    is_array: value.kind == ValueKind::Array,
                    count: 0,
                });
            }
            _ => drop(reader.skip(value)?),
        }
        Ok(())
    }

    /// Returns the span of each value. A value that was not found has the span of its parent.
    fn into_spans(self, start: Span) -> Vec<Span> {
        let mut spans: Vec<Span> = Vec::with_capacity(self.nodes.len());
        for node in self.nodes {
            spans.push(
                node.span
                    .or_else(|| spans.get(node.parent).copied())
                    .unwrap_or(start),
            );
        }
        spans
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::json::find_pointers;

    fn slice(text: &str, span: Span) -> &str {
        text.get(span.start..span.end).unwrap()
    }

    #[test]
    fn finds_the_value_of_each_pointer() {
        let text = r#" [{"a": [1, {"b/c": null, "": "x"}], "m~n": [[], {}]}, 7]"#;
        for (pointer, value) in [
            ("", "["),
            ("/0", "{"),
            ("/0/a", "["),
            ("/0/a/0", "1"),
            ("/0/a/1/b~1c", "null"),
            ("/0/a/1/", "\"x\""),
            ("/0/m~0n/1", "{"),
            ("/1", "7"),
            // These lead nowhere.
            ("/0/a/2", "["),
            ("/0/a/01", "["),
            ("/1/a/b", "7"),
            ("/0/a/1/b~1c/d", "null"),
        ] {
            let spans = find_spans(text, 0, 128, &["/1", pointer, "/0/a/1/"]);
            assert_eq!(slice(text, spans[1]), value, "{pointer}");
            assert_eq!(slice(text, spans[2]), "\"x\"");
        }
    }

    #[test]
    fn pointers_begin_at_the_value_at_the_start() {
        let text = r#"{"list": [{"a": 1}, {"a": 2, "a": 3}]}"#;
        let start = text.find(r#"{"a": 2"#).unwrap();
        let spans = find_spans(text, start, 128, &["/a", "/b", ""]);
        let two = text.find('2').unwrap();
        assert_eq!(
            spans,
            [
                Span::new(two, two + 1),
                Span::new(start, start + 1),
                Span::new(start, start + 1)
            ]
        );
    }

    #[test]
    fn a_syntax_error_ends_the_search() {
        let text = r#"{"a": {"b": 1, "c": nope}, "d": 2}"#;
        let texts: Vec<&str> = find_spans(text, 0, 128, &["/a/b", "/a/c", "/d"])
            .into_iter()
            .map(|span| slice(text, span))
            .collect();
        assert_eq!(texts, ["1", "{", "{"]);
        assert_eq!(find_spans("nope", 0, 128, &["/a"]), [Span::at(0)]);
    }

    proptest! {
        /// `find_pointers` is the inverse: it returns the pointer of a span.
        #[test]
        fn the_pointer_of_each_span_is_the_one_that_was_looked_up(
            keys in proptest::collection::vec("[ab/~é\"]{0,3}", 1..6), numbers in proptest::collection::vec(0_usize..4, 1..4),
        ) {
            let mut unique = keys;
            unique.sort();
            unique.dedup();
            let list = numbers.iter().map(|number| format!("{{\"n\": {number}}}")).collect::<Vec<_>>().join(",");
            let members: Vec<String> =
                unique.iter().map(|key| format!("{} : [{list}]", serde_json::to_string(key).unwrap())).collect();
            let text = format!("{{{}}}", members.join(" , "));
            let mut pointers: Vec<String> = Vec::new();
            for key in &unique {
                let key = key.replace('~', "~0").replace('/', "~1");
                pointers.extend((0..numbers.len()).map(|index| format!("/{key}/{index}/n")));
            }
            let looked_up: Vec<&str> = pointers.iter().map(String::as_str).collect();
            let spans = find_spans(&text, 0, 128, &looked_up);
            prop_assert_eq!(find_pointers(&text, &[0], 128, &spans), looked_up);
        }
    }
}
