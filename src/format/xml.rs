//! Reads XML with the position of every element and text. Document types are refused, so an entity can only be one of the five that XML has.

use std::borrow::Cow;

use quick_xml::errors::{IllFormedError, SyntaxError};
use quick_xml::events::{BytesStart, Event};

use super::rules::{XML_DOCTYPE, XML_SYNTAX};
use crate::report::Diagnostic;
use crate::source::Span;

/// A pull reader of a document, or of an element inside one.
pub(super) struct XmlReader<'s> {
    text: &'s str,
    /// Where `reader` began in the text.
    offset: usize,
    reader: quick_xml::Reader<&'s [u8]>,
    /// The tags of the open elements.
    open: Vec<Span>,
    max_depth: usize,
    /// The span of an empty element whose end is the next event.
    empty: Option<Span>,
    /// Whether the only element of the document was closed.
    is_closed: bool,
}

/// A part of a document. Comments and processing instructions are passed over.
pub(super) enum XmlEvent<'s> {
    /// The start of an element, with its tag.
    Start(Tag<'s>),
    /// The end of an element, with the span of its end tag.
    End(Span),
    /// A part of the text of an element. A text with entities comes in several parts.
    Text(Cow<'s, str>, Span),
    /// The end of the document.
    EndOfDocument,
}

/// The start tag of an element.
pub(super) struct Tag<'s> {
    /// The name without its prefix.
    pub(super) name: &'s str,
    pub(super) span: Span,
    start: BytesStart<'s>,
}

/// An attribute of a start tag: its name with its prefix, its value, and the span of the value.
pub(super) struct Attribute<'s> {
    pub(super) name: String,
    pub(super) value: Cow<'s, str>,
    pub(super) span: Span,
}

impl<'s> XmlReader<'s> {
    /// Reads from an offset on: from the start of a document, or from the start tag of an element.
    pub(super) fn new(text: &'s str, offset: usize, max_depth: usize) -> Self {
        let reader = quick_xml::Reader::from_str(text.get(offset..).unwrap_or_default());
        Self { text, offset, reader, open: Vec::new(), max_depth, empty: None, is_closed: false }
    }

    fn position(&self) -> usize {
        self.offset + usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX - self.offset)
    }

    /// Reads the next event.
    ///
    /// # Errors
    ///
    /// The document is not well-formed, is nested too deeply, or has a document type. Nothing after it can be read.
    pub(super) fn next(&mut self) -> Result<XmlEvent<'s>, Diagnostic> {
        if let Some(span) = self.empty.take() {
            return Ok(self.close(span));
        }
        loop {
            let start = self.position();
            let event = self.reader.read_event().map_err(|error| self.describe(&error, start))?;
            let span = Span::new(start, self.position());
            match event {
                Event::Start(tag) => return self.open(tag, span).map(XmlEvent::Start),
                Event::Empty(tag) => {
                    let tag = self.open(tag, span)?;
                    self.empty = Some(span);
                    return Ok(XmlEvent::Start(tag));
                }
                Event::End(_) => return Ok(self.close(span)),
                Event::Text(text) if self.open.is_empty() => {
                    let text = text.into_inner();
                    if !text
                        .trim_matches(|character: char| character.is_whitespace() || character == '\u{feff}')
                        .is_empty()
                    {
                        return Err(syntax(span, "text stands outside of the document's element"));
                    }
                }
                Event::Text(text) => return Ok(XmlEvent::Text(text.into_inner(), span)),
                Event::CData(text) if !self.open.is_empty() => return Ok(XmlEvent::Text(text.into_inner(), span)),
                Event::GeneralRef(reference) if !self.open.is_empty() => {
                    let character = reference.resolve_char_ref().ok().flatten();
                    let text = match (character, &*reference.into_inner()) {
                        (Some(character), _) => Cow::Owned(character.to_string()),
                        (None, "amp") => Cow::Borrowed("&"),
                        (None, "lt") => Cow::Borrowed("<"),
                        (None, "gt") => Cow::Borrowed(">"),
                        (None, "quot") => Cow::Borrowed("\""),
                        (None, "apos") => Cow::Borrowed("'"),
                        _ => return Err(syntax(span, "XML has no entity of this name")),
                    };
                    return Ok(XmlEvent::Text(text, span));
                }
                Event::CData(_) | Event::GeneralRef(_) => {
                    return Err(syntax(span, "text stands outside of the document's element"));
                }
                Event::DocType(_) => return Err(Diagnostic::new(&XML_DOCTYPE, span)),
                Event::Eof => {
                    return match self.open.last() {
                        Some(_) => {
                            Err(syntax(Span::at(self.text.len()), "the file ends inside an element, so it was cut off"))
                        }
                        None if self.is_closed => Ok(XmlEvent::EndOfDocument),
                        None => Err(syntax(Span::at(self.text.len()), "the document has no element")),
                    };
                }
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
            }
        }
    }

    fn open(&mut self, tag: BytesStart<'s>, span: Span) -> Result<Tag<'s>, Diagnostic> {
        if self.is_closed {
            return Err(syntax(span, "a second element follows the document's only one"));
        }
        if self.open.len() >= self.max_depth {
            return Err(syntax(span, "the elements are nested deeper than the limit"));
        }
        self.open.push(span);
        let name = self.text.get(span.start + 1..span.start + 1 + tag.name().0.len()).unwrap_or_default();
        let prefix = memchr::memchr(b':', name.as_bytes()).map_or(0, |colon| colon + 1);
        let name = name.get(prefix..).unwrap_or_default();
        Ok(Tag { name, span, start: tag })
    }

    fn close(&mut self, span: Span) -> XmlEvent<'s> {
        self.open.pop();
        self.is_closed |= self.open.is_empty();
        XmlEvent::End(span)
    }

    /// Returns the attributes of a tag.
    pub(super) fn attributes(&self, tag: &Tag<'s>) -> Result<Vec<Attribute<'s>>, Diagnostic> {
        let mut attributes = Vec::new();
        for attribute in tag.start.attributes() {
            let attribute = attribute.map_err(|_| syntax(tag.span, "the attributes of the element are malformed"))?;
            let raw = &*attribute.value;
            // The value is a part of the text, because the reader copies nothing.
            let start = raw.as_ptr().addr().wrapping_sub(self.text.as_ptr().addr());
            let span = Span::new(start, start + raw.len());
            let Some(raw) = self.text.get(start..span.end) else { continue };
            let value = quick_xml::escape::unescape(raw).map_err(|_| syntax(span, "XML has no entity of this name"))?;
            attributes.push(Attribute { name: attribute.key.0.to_owned(), value, span });
        }
        Ok(attributes)
    }

    /// Describes an error without the content of the file.
    fn describe(&self, error: &quick_xml::Error, start: usize) -> Diagnostic {
        let end = Span::at(self.text.len());
        let here = Span::at(start.min(self.text.len()));
        match error {
            quick_xml::Error::Syntax(SyntaxError::InvalidBangMarkup) => {
                syntax(here, "the markup after `<!` is unknown")
            }
            quick_xml::Error::Syntax(_) => syntax(end, "the file ends inside a tag, so it was cut off"),
            quick_xml::Error::IllFormed(
                IllFormedError::MismatchedEndTag { .. } | IllFormedError::UnmatchedEndTag(_),
            ) => syntax(here, "this end tag is not that of the open element"),
            quick_xml::Error::IllFormed(IllFormedError::UnclosedReference) => {
                syntax(here, "`&` begins an entity that has no `;`; write `&amp;` for the character")
            }
            _ => syntax(here, "this is not well-formed"),
        }
    }
}

fn syntax(span: Span, reason: &'static str) -> Diagnostic {
    Diagnostic::new(&XML_SYNTAX, span).param("reason", reason)
}
