//! Reads a message element by element, and yields the values that the table of paths names.

use std::borrow::Cow;

use super::field::CamtField;
use super::paths::{ALL, NodeId, OUTLINE, Tree};
use crate::report::{Diagnostic, sanitize_name};
use crate::source::Span;
use crate::xml::{Tag, XmlEvent, XmlReader};

/// A step through a message.
pub(super) enum Step<'s> {
    /// The start of an element that holds several values, with the span of its tag.
    Begin(CamtField, Span),
    /// A value without the blanks around it, and its span: that of its element if it is empty.
    Value(CamtField, Cow<'s, str>, Span),
    /// The end of an element that holds several values, with the span of its end tag.
    End(CamtField, Span),
}

/// The elements that are entries, or hold them.
const ENTRY_HOLDERS: [&str; 4] = ["Ntry", "Stmt", "Rpt", "Ntfctn"];

/// The elements that hold the payments of an entry, and are nowhere else.
const DETAIL_HOLDERS: [&str; 2] = ["NtryDtls", "TxDtls"];

/// Walks through a message, or through one statement of it.
pub(super) struct Walker<'s> {
    xml: XmlReader<'s>,
    tree: &'static Tree,
    open: Vec<Element<'s>>,
    /// The number of elements inside the last of `open` that are open and not read.
    unread: usize,
    /// The start tags of statements and entries that are in a wrong place, so they are not read. Those inside of them are left out.
    misplaced: Vec<Misplaced>,
    /// The value of `unread` inside the misplaced element that is open; zero if none is.
    misplaced_at: usize,
    /// Values that are not read because they are outside of their element, or in the one beside it.
    misplaced_values: Vec<MisplacedValue>,
}

/// A statement or an entry in a wrong place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Misplaced {
    /// The name of the element.
    pub(super) name: &'static str,
    pub(super) tag: Span,
}

/// A value, or an element that holds values, in a wrong place or with a name that is nearly one that is read.
#[derive(Debug)]
pub(super) struct MisplacedValue {
    pub(super) name: String,
    pub(super) tag: Span,
}

/// An open element.
struct Element<'s> {
    node: NodeId,
    tag: Span,
    text: Cow<'s, str>,
    /// The span of the text, if there is any.
    span: Option<Span>,
    has_children: bool,
}

impl<'s> Walker<'s> {
    /// Walks through the outline of the message that is open in `xml`.
    pub(super) fn in_message(xml: XmlReader<'s>) -> Self {
        Self::new(xml, &OUTLINE)
    }

    /// Walks through all values of the statement whose start tag is at an offset.
    pub(super) fn at_statement(text: &'s str, offset: usize, max_depth: usize) -> Self {
        Self::new(XmlReader::new(text, offset, max_depth), &ALL)
    }

    fn new(xml: XmlReader<'s>, tree: &'static Tree) -> Self {
        let message = Element::new(Tree::ROOT, Span::at(0));
        Self {
            xml,
            tree,
            open: vec![message],
            unread: 0,
            misplaced: Vec::new(),
            misplaced_at: 0,
            misplaced_values: Vec::new(),
        }
    }

    /// Takes the next step. Returns `None` at the end of the element that the walk began in.
    ///
    /// # Errors
    ///
    /// The document is not well-formed.
    pub(super) fn next(&mut self) -> Result<Option<Step<'s>>, Diagnostic> {
        loop {
            match self.xml.next()? {
                XmlEvent::Start(tag) => {
                    if self.unread > 0 {
                        self.begin_unread(&tag);
                        continue;
                    }
                    let Some(parent) = self.open.last_mut() else {
                        return Ok(None);
                    };
                    parent.has_children = true;
                    let Some(node) = self.tree.child(parent.node, tag.name) else {
                        self.note_misplaced_value(&tag);
                        self.begin_unread(&tag);
                        continue;
                    };
                    self.open.push(Element::new(node, tag.span));
                    if let Some(field) = self.tree.currency(node)
                        && let Some(currency) = self
                            .xml
                            .attributes()
                            .iter()
                            .find(|attribute| attribute.name == "Ccy")
                    {
                        return Ok(Some(Step::Value(
                            field,
                            trim(currency.value.clone()),
                            currency.span,
                        )));
                    }
                    if let Some(field) = self.tree.field(node).filter(|field| field.is_group()) {
                        return Ok(Some(Step::Begin(field, tag.span)));
                    }
                }
                XmlEvent::Text(text, span) => {
                    if let Some(element) = self.open.last_mut().filter(|_| self.unread == 0) {
                        element.push_text(text, span);
                    }
                }
                XmlEvent::End(_) if self.unread > 0 => {
                    if self.unread == self.misplaced_at {
                        self.misplaced_at = 0;
                    }
                    self.unread -= 1;
                }
                XmlEvent::End(span) => {
                    let Some(element) = self.open.pop() else {
                        return Ok(None);
                    };
                    if self.open.is_empty() {
                        return Ok(None);
                    }
                    let Some(field) = self.tree.field(element.node) else {
                        continue;
                    };
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

    /// Begins an element that is not read.
    fn begin_unread(&mut self, tag: &Tag<'_>) {
        self.unread += 1;
        if self.misplaced_at > 0 {
            return;
        }
        if let Some(name) = ENTRY_HOLDERS.into_iter().find(|name| *name == tag.name) {
            self.misplaced_at = self.unread;
            self.misplaced.push(Misplaced {
                name,
                tag: tag.span,
            });
        }
    }

    /// Notes a value that belongs one level higher or lower, or whose name is nearly right. Elsewhere, an element of the same name may have another
    /// meaning.
    fn note_misplaced_value(&mut self, tag: &Tag<'_>) {
        let [.., around, parent] = self.open.as_slice() else {
            return;
        };
        let (around, parent) = (around.node, parent.node);
        let is_misplaced = DETAIL_HOLDERS.contains(&tag.name)
            || self.tree.has_value_below(parent, tag.name)
            || self.tree.has_value(around, tag.name)
            || self.tree.has_similar_name(parent, tag.name);
        if is_misplaced {
            self.misplaced_values.push(MisplacedValue {
                name: sanitize_name(tag.name),
                tag: tag.span,
            });
        }
    }

    /// Takes the misplaced values since the last call.
    pub(super) fn take_misplaced_values(&mut self) -> Vec<MisplacedValue> {
        std::mem::take(&mut self.misplaced_values)
    }

    /// Takes the misplaced elements since the last call.
    pub(super) fn take_misplaced(&mut self) -> Vec<Misplaced> {
        std::mem::take(&mut self.misplaced)
    }

    /// Returns the reader, which is after the message once the walk has ended.
    pub(super) fn into_xml(self) -> XmlReader<'s> {
        self.xml
    }
}

impl<'s> Element<'s> {
    const fn new(node: NodeId, tag: Span) -> Self {
        Self {
            node,
            tag,
            text: Cow::Borrowed(""),
            span: None,
            has_children: false,
        }
    }

    fn push_text(&mut self, text: Cow<'s, str>, span: Span) {
        if self.text.is_empty() {
            (self.text, self.span) = (text, Some(span));
            return;
        }
        self.text.to_mut().push_str(&text);
        self.span = Some(Span::new(
            self.span.map_or(span.start, |before| before.start),
            span.end,
        ));
    }

    /// Returns the value of the element, unless it has other elements in the place of a text.
    fn into_value(self, field: CamtField) -> Option<Step<'s>> {
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
