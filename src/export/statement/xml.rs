//! XML documents: elements, attributes and texts in which no character can end them.

use std::fmt::Display;

/// How much of a document is held in memory.
const BUFFER_LEN: usize = 64 << 10;

/// A document as it is written, indented by its depth.
pub(super) struct XmlWriter<'o> {
    /// The part that was not passed to `out` yet.
    xml: String,
    out: &'o mut dyn FnMut(&[u8]),
    open: Vec<&'static str>,
    /// The number of texts with a character that XML does not allow.
    pub(super) replaced_texts: usize,
}

impl<'o> XmlWriter<'o> {
    /// Begins a document with these lines. Passes it to `out` piece by piece.
    pub(super) fn new(prologue: &str, out: &'o mut dyn FnMut(&[u8])) -> Self {
        Self {
            xml: prologue.to_owned(),
            out,
            open: Vec::new(),
            replaced_texts: 0,
        }
    }

    /// Begins an element. `attributes` are written as they are, each with a space before it.
    pub(super) fn start(&mut self, name: &'static str, attributes: &str) {
        self.indent();
        self.xml.extend(["<", name, attributes, ">\n"]);
        self.open.push(name);
    }

    /// Writes an element without content.
    pub(super) fn empty(&mut self, name: &'static str, attributes: &str) {
        self.indent();
        self.xml.extend(["<", name, attributes, "/>\n"]);
    }

    /// Ends the innermost element.
    pub(super) fn end(&mut self) {
        let Some(name) = self.open.pop() else { return };
        self.indent();
        self.xml.extend(["</", name, ">\n"]);
        if self.xml.len() >= BUFFER_LEN {
            self.pass_on();
        }
    }

    fn pass_on(&mut self) {
        (self.out)(self.xml.as_bytes());
        self.xml.clear();
    }

    /// Writes an element with a text.
    pub(super) fn text(&mut self, name: &'static str, text: impl Display) {
        self.text_with(name, "", text);
    }

    /// Writes an element with attributes and a text.
    pub(super) fn text_with(&mut self, name: &'static str, attributes: &str, text: impl Display) {
        self.indent();
        self.xml.extend(["<", name, attributes, ">"]);
        self.push_escaped(&text.to_string());
        self.xml.extend(["</", name, ">\n"]);
    }

    /// Writes nested elements around a text, the outermost first.
    pub(super) fn nested<const N: usize>(&mut self, names: [&'static str; N], text: impl Display) {
        self.indent();
        self.xml
            .extend(names.iter().flat_map(|name| ["<", name, ">"]));
        self.push_escaped(&text.to_string());
        self.xml
            .extend(names.iter().rev().flat_map(|name| ["</", name, ">"]));
        self.xml.push('\n');
    }

    fn indent(&mut self) {
        self.xml.extend(self.open.iter().map(|_| "  "));
    }

    fn push_escaped(&mut self, text: &str) {
        let (escaped, is_replaced) = escape(text);
        // Only an attribute needs its quotes escaped, and readers of OFX 1 don't know how.
        self.xml.push_str(&escaped.replace("&quot;", "\""));
        self.replaced_texts += usize::from(is_replaced);
    }

    /// Ends all elements.
    pub(super) fn finish(mut self) {
        while !self.open.is_empty() {
            self.end();
        }
        self.pass_on();
    }
}

/// Escapes a text for the content of an element or an attribute in double quotes. A character that XML 1.0 does not allow becomes a space; returns whether there was
/// one.
pub(super) fn escape(text: &str) -> (String, bool) {
    let (mut escaped, mut is_replaced) = (String::with_capacity(text.len()), false);
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | ' '..='\u{7e}' | '\u{85}' | '\u{a0}'..='\u{fffd}' | '\u{10000}'.. => {
                escaped.push(character);
            }
            _ => {
                escaped.push(' ');
                is_replaced = true;
            }
        }
    }
    (escaped, is_replaced)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_its_element() {
        for (text, escaped, is_replaced) in [
            ("a <b> & \"c\"", "a &lt;b&gt; &amp; &quot;c&quot;", false),
            ("]]>", "]]&gt;", false),
            ("Zürich 東京 \u{1f600}", "Zürich 東京 \u{1f600}", false),
            ("a\0b\u{1b}\r\u{ffff}", "a b   ", true),
        ] {
            assert_eq!(escape(text), (escaped.to_owned(), is_replaced));
        }
        let mut document = Vec::new();
        let mut out = |piece: &[u8]| document.extend_from_slice(piece);
        let mut xml = XmlWriter::new("", &mut out);
        xml.start("A", " B=\"1\"");
        xml.nested(["C", "D"], "\u{1}<");
        assert_eq!(xml.replaced_texts, 1);
        xml.finish();
        assert_eq!(document, b"<A B=\"1\">\n  <C><D> &lt;</D></C>\n</A>\n");
    }
}
