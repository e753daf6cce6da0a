//! Reads a message element by element, and yields the values that the table of paths names.

use std::borrow::Cow;

use super::paths::{Field, NodeId, TREE, Tree};
use crate::format::xml::{XmlEvent, XmlReader};
use crate::report::Diagnostic;
use crate::source::Span;

/// A step through a message.
pub(super) enum Step<'s> {
    /// The start of an element that holds several values, with the span of its tag.
    Begin(Field, Span),
    /// A value without the blanks around it, and its span: that of its element if it is empty.
    Value(Field, Cow<'s, str>, Span),
    /// The end of an element that holds several values, with the span of its end tag.
    End(Field, Span),
}

/// Walks through a message, or through one statement of it.
pub(super) struct Walker<'s> {
    xml: XmlReader<'s>,
    open: Vec<Element<'s>>,
    /// A value that was read together with the step before it.
    next: Option<Step<'s>>,
}

/// An open element.
struct Element<'s> {
    /// `None` if neither it nor anything in it is read.
    node: Option<NodeId>,
    tag: Span,
    text: Cow<'s, str>,
    /// The span of the text, if there is any.
    span: Option<Span>,
    has_children: bool,
}

impl<'s> Walker<'s> {
    /// Walks through the element that is open in `xml`.
    pub(super) fn in_message(xml: XmlReader<'s>) -> Self {
        let message = Element::new(Some(Tree::ROOT), Span::at(0));
        Self { xml, open: vec![message], next: None }
    }

    /// Walks through the statement whose start tag is at an offset.
    pub(super) fn at_statement(text: &'s str, offset: usize, max_depth: usize) -> Self {
        Self::in_message(XmlReader::new(text, offset, max_depth))
    }

    /// Takes the next step. Returns `None` at the end of the element that the walk began in.
    ///
    /// # Errors
    ///
    /// The document is not well-formed.
    pub(super) fn next(&mut self) -> Result<Option<Step<'s>>, Diagnostic> {
        if let Some(step) = self.next.take() {
            return Ok(Some(step));
        }
        loop {
            match self.xml.next()? {
                XmlEvent::Start(tag) => {
                    let Some(parent) = self.open.last_mut() else { return Ok(None) };
                    parent.has_children = true;
                    let node = parent.node.and_then(|node| TREE.child(node, tag.name));
                    self.open.push(Element::new(node, tag.span));
                    let Some(node) = node else { continue };
                    if let Some(field) = TREE.currency(node)
                        && let Some(currency) =
                            self.xml.attributes(&tag)?.into_iter().find(|attribute| attribute.name == "Ccy")
                    {
                        return Ok(Some(Step::Value(field, trim(currency.value), currency.span)));
                    }
                    if let Some(field) = TREE.field(node).filter(|field| field.is_group()) {
                        return Ok(Some(Step::Begin(field, tag.span)));
                    }
                }
                XmlEvent::Text(text, span) => {
                    if let Some(element) = self.open.last_mut().filter(|element| element.node.is_some()) {
                        element.push_text(text, span);
                    }
                }
                XmlEvent::End(span) => {
                    let Some(element) = self.open.pop() else { return Ok(None) };
                    if self.open.is_empty() {
                        return Ok(None);
                    }
                    let Some(field) = element.node.and_then(|node| TREE.field(node)) else { continue };
                    if field.is_group() {
                        return Ok(Some(Step::End(field, span)));
                    }
                    if let Some(value) = element.into_value(field) {
                        return Ok(Some(value));
                    }
                }
                XmlEvent::EndOfDocument => return Ok(None),
            }
        }
    }

    /// Reads the rest of the document.
    ///
    /// # Errors
    ///
    /// It is not well-formed.
    pub(super) fn finish(&mut self) -> Result<(), Diagnostic> {
        while !matches!(self.xml.next()?, XmlEvent::EndOfDocument) {}
        Ok(())
    }
}

impl<'s> Element<'s> {
    const fn new(node: Option<NodeId>, tag: Span) -> Self {
        Self { node, tag, text: Cow::Borrowed(""), span: None, has_children: false }
    }

    fn push_text(&mut self, text: Cow<'s, str>, span: Span) {
        if self.text.is_empty() {
            // The position of a value is that of its text without the blanks around it.
            let blanks_before = text.len() - text.trim_start().len();
            let blanks_after = if blanks_before == text.len() { 0 } else { text.len() - text.trim_end().len() };
            let is_verbatim = span.len() == text.len();
            self.span =
                Some(if is_verbatim { Span::new(span.start + blanks_before, span.end - blanks_after) } else { span });
            self.text = text;
            return;
        }
        self.text.to_mut().push_str(&text);
        self.span = Some(Span::new(self.span.map_or(span.start, |before| before.start), span.end));
    }

    /// Returns the value of the element, unless it has other elements in the place of a text.
    fn into_value(self, field: Field) -> Option<Step<'s>> {
        let (text, span) = (trim(self.text), self.span);
        if text.is_empty() {
            return (!self.has_children).then_some(Step::Value(field, text, self.tag));
        }
        Some(Step::Value(field, text, span.unwrap_or(self.tag)))
    }
}

/// Removes the blanks at both ends.
fn trim(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
        Cow::Owned(text) if text.trim().len() == text.len() => Cow::Owned(text),
        Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
    }
}
