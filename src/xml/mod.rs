//! Reads XML 1.0 with the position of every element and text. Document types are refused, so an entity can only be one of the five that XML has.
//!
//! `quick-xml` checks the encoding and keeps the names of each event anew, which took half the time of converting a statement. This reader borrows from
//! a text that is known to be UTF-8. The tests compare both.

mod syntax;

use std::borrow::Cow;

use memchr::{memchr, memchr2, memmem};

use crate::source::{Certain, Span};
use syntax::{
    ENDS_NAME, describe_entity, is_blank, is_declaration, is_name, skip_comments, syntax,
};
pub(crate) use syntax::{XmlError, unescape};

/// The names of the attributes of an element are compared with each other, so their number is limited. Root elements have a few dozen at most.
const MAX_ATTRIBUTES: usize = 100;

/// A pull reader of a document, or of an element inside one.
pub(crate) struct XmlReader<'s> {
    text: &'s str,
    /// Where the next event begins.
    position: usize,
    /// The names of the open elements, with their prefixes.
    open: Vec<&'s str>,
    /// The attributes of the last start tag.
    attributes: Vec<Attribute<'s>>,
    max_depth: usize,
    /// The span of an empty element whose end is the next event.
    empty: Option<Span>,
    /// Whether the only element of the document was closed.
    is_closed: bool,
}

/// A part of a document. Comments and processing instructions are passed over.
pub(crate) enum XmlEvent<'s> {
    /// The start of an element, with its tag.
    Start(Tag<'s>),
    /// The end of an element, with the span of its end tag.
    End(Span),
    /// A text of an element, and its span without the blanks around it. Comments and elements divide the text of an element into several.
    Text(Cow<'s, str>, Span),
    /// The end of the document.
    EndOfDocument,
}

/// The start tag of an element.
pub(crate) struct Tag<'s> {
    /// The name without its prefix.
    pub(crate) name: &'s str,
    pub(crate) span: Span,
}

/// An attribute of a start tag: its name with its prefix, its value, and the span of the value.
pub(crate) struct Attribute<'s> {
    pub(crate) name: &'s str,
    pub(crate) value: Cow<'s, str>,
    pub(crate) span: Span,
}

impl<'s> XmlReader<'s> {
    /// Reads from an offset on: from the start of a document, or from the start tag of an element.
    pub(crate) const fn new(text: &'s str, offset: usize, max_depth: usize) -> Self {
        Self {
            text,
            position: offset,
            open: Vec::new(),
            attributes: Vec::new(),
            max_depth,
            empty: None,
            is_closed: false,
        }
    }

    /// Reads the next event.
    ///
    /// # Errors
    ///
    /// The document is not well-formed, is nested too deeply, or has a document type. Nothing after it can be read.
    pub(crate) fn next(&mut self) -> Result<XmlEvent<'s>, XmlError> {
        if let Some(span) = self.empty.take() {
            return Ok(self.close(span));
        }
        loop {
            let start = self.position;
            let bytes = self.text.as_bytes().get(start..).unwrap_or_default();
            match bytes {
                [] => return self.end_of_document(),
                [b'<', b'/', ..] => return self.read_end_tag(start),
                [b'<', b'?', ..] => self.position = self.find_end(start, "?>")?,
                [b'<', b'!', b'-', b'-', ..] => self.position = self.find_end(start + 4, "-->")?,
                [b'<', b'!', b'[', b'C', b'D', b'A', b'T', b'A', b'[', ..] => {
                    self.position = self.find_end(start + 9, "]]>")?;
                    let span = Span::new(start, self.position);
                    let content = self
                        .text
                        .get(start + 9..self.position - 3)
                        .unwrap_or_default();
                    return self
                        .check_inside(span)
                        .map(|()| XmlEvent::Text(Cow::Borrowed(content), span));
                }
                [b'<', b'!', rest @ ..] => return Err(self.describe_markup(start, rest)),
                [b'<', ..] => return self.read_start_tag(start),
                _ => {
                    let length = memchr2(b'<', b'&', bytes).unwrap_or(bytes.len());
                    let has_entity = bytes.get(length) == Some(&b'&');
                    let rest = bytes.get(length..).unwrap_or_default();
                    self.position = start
                        + length
                        + if has_entity {
                            memchr(b'<', rest).unwrap_or(rest.len())
                        } else {
                            0
                        };
                    let raw = self.text.get(start..self.position).certain();
                    if !self.open.is_empty() {
                        return read_text(raw, start, has_entity);
                    }
                    if !raw.chars().all(is_blank) {
                        self.check_inside(Span::new(start, self.position))?;
                    }
                }
            }
        }
    }

    fn read_start_tag(&mut self, start: usize) -> Result<XmlEvent<'s>, XmlError> {
        let after_name = self.name_end(start + 1);
        let name = self.text.get(start + 1..after_name).certain();
        let (end, is_empty) = self.read_attributes(after_name)?;
        self.position = end;
        let span = Span::new(start, end);
        if !is_name(name) {
            return Err(syntax(span, "the element has no name"));
        }
        if self.is_closed {
            return Err(syntax(
                span,
                "a second element follows the document's only one",
            ));
        }
        if self.open.len() >= self.max_depth {
            return Err(syntax(
                span,
                "the elements are nested deeper than the limit",
            ));
        }
        self.open.push(name);
        if is_empty {
            self.empty = Some(span);
        }
        let prefix = name
            .bytes()
            .rposition(|byte| byte == b':')
            .map_or(0, |colon| colon + 1);
        Ok(XmlEvent::Start(Tag {
            name: name.get(prefix..).unwrap_or_default(),
            span,
        }))
    }

    /// Reads the rest of a start tag. Returns its end, and whether the element is empty.
    fn read_attributes(&mut self, after_name: usize) -> Result<(usize, bool), XmlError> {
        self.attributes.clear();
        let mut at = after_name;
        loop {
            match self.text.as_bytes().get(at..).unwrap_or_default() {
                [b'>', ..] => return Ok((at + 1, false)),
                [b'/', b'>', ..] => return Ok((at + 2, true)),
                [] | [b'/'] => return Err(self.cut_off()),
                [byte, ..] if byte.is_ascii_whitespace() => at = self.skip_blanks(at),
                _ => {
                    let attribute = self.read_attribute(at)?;
                    at = attribute.span.end + 1;
                    if self.attributes.len() == MAX_ATTRIBUTES {
                        return Err(syntax(
                            attribute.span,
                            "the element has too many attributes",
                        ));
                    }
                    if self
                        .attributes
                        .iter()
                        .any(|known| known.name == attribute.name)
                    {
                        return Err(syntax(
                            attribute.span,
                            "the element has two attributes of this name",
                        ));
                    }
                    self.attributes.push(attribute);
                }
            }
        }
    }

    fn read_attribute(&self, start: usize) -> Result<Attribute<'s>, XmlError> {
        let name_end = self.name_end(start);
        let name = self.text.get(start..name_end).certain();
        let equals = self.skip_blanks(name_end);
        let quote_at = self.skip_blanks(equals + 1);
        let byte_at = |offset| {
            self.text
                .as_bytes()
                .get(offset)
                .copied()
                .ok_or_else(|| self.cut_off())
        };
        let has_equals = byte_at(equals)? == b'=';
        let quote = byte_at(quote_at)?;
        if !is_name(name) || !has_equals || !matches!(quote, b'"' | b'\'') {
            return Err(syntax(
                Span::new(start, name_end),
                "the attributes of the element are malformed",
            ));
        }
        let rest = self.text.as_bytes().get(quote_at + 1..).unwrap_or_default();
        let length = memchr(quote, rest).ok_or_else(|| self.cut_off())?;
        let span = Span::new(quote_at + 1, quote_at + 1 + length);
        let raw = self.text.get(span.start..span.end).certain();
        if raw.contains('<') {
            return Err(syntax(span, "the attributes of the element are malformed"));
        }
        let value = unescape(raw).ok_or_else(|| describe_entity(raw, span.start))?;
        Ok(Attribute { name, value, span })
    }

    fn read_end_tag(&mut self, start: usize) -> Result<XmlEvent<'s>, XmlError> {
        let rest = self.text.as_bytes().get(start..).unwrap_or_default();
        let expected = self
            .open
            .last()
            .map_or(b"".as_slice(), |open| open.as_bytes());
        let after = rest.get(2..).and_then(|name| name.strip_prefix(expected));
        if let Some([b'>', ..]) = after.filter(|_| !expected.is_empty()) {
            self.position = start + 2 + expected.len() + 1;
            return Ok(self.close(Span::new(start, self.position)));
        }
        let end = start + memchr(b'>', rest).ok_or_else(|| self.cut_off())?;
        let name = self.text.get(start + 2..end).certain();
        if self
            .open
            .last()
            .is_none_or(|open| *open != name && *open != name.trim_end())
        {
            return Err(syntax(
                Span::at(start),
                "this end tag is not that of the open element",
            ));
        }
        self.position = end + 1;
        Ok(self.close(Span::new(start, end + 1)))
    }

    fn close(&mut self, span: Span) -> XmlEvent<'s> {
        self.open.pop();
        self.is_closed |= self.open.is_empty();
        XmlEvent::End(span)
    }

    fn end_of_document(&self) -> Result<XmlEvent<'s>, XmlError> {
        let end = Span::at(self.text.len());
        match self.open.last() {
            Some(_) => Err(syntax(
                end,
                "the file ends inside an element, so it was cut off",
            )),
            None if self.is_closed => Ok(XmlEvent::EndOfDocument),
            None => Err(syntax(end, "the document has no element")),
        }
    }

    /// Begins another document if the one before was closed and an XML declaration or an element follows it, maybe after comments. Returns whether there is one.
    pub(crate) fn begin_document(&mut self) -> bool {
        if !self.is_closed {
            return false;
        }
        let rest = skip_comments(self.text.get(self.position..).unwrap_or_default());
        let is_cut_off = rest.starts_with("<!--");
        let is_element = rest.strip_prefix('<').is_some_and(is_name);
        let begins = is_declaration(rest) || is_element || is_cut_off;
        self.is_closed = !begins;
        begins
    }

    /// Returns the attributes of the last start tag.
    pub(crate) fn attributes(&self) -> &[Attribute<'s>] {
        &self.attributes
    }

    /// Returns the end of a name that starts at an offset.
    fn name_end(&self, start: usize) -> usize {
        let rest = self.text.as_bytes().get(start..).unwrap_or_default();
        let is_end = |byte: &u8| {
            ENDS_NAME
                .get(usize::from(*byte))
                .is_none_or(|is_end| *is_end)
        };
        start + rest.iter().position(is_end).unwrap_or(rest.len())
    }

    fn skip_blanks(&self, start: usize) -> usize {
        let rest = self.text.as_bytes().get(start..).unwrap_or_default();
        start
            + rest
                .iter()
                .take_while(|byte| byte.is_ascii_whitespace())
                .count()
    }

    /// Returns the offset after the next occurrence of an end mark.
    fn find_end(&self, from: usize, mark: &str) -> Result<usize, XmlError> {
        let rest = self.text.as_bytes().get(from..).unwrap_or_default();
        memmem::find(rest, mark.as_bytes())
            .map(|found| from + found + mark.len())
            .ok_or_else(|| self.cut_off())
    }

    fn check_inside(&self, span: Span) -> Result<(), XmlError> {
        if self.open.is_empty() {
            Err(syntax(
                span,
                "text stands outside of the document's element",
            ))
        } else {
            Ok(())
        }
    }

    fn cut_off(&self) -> XmlError {
        syntax(
            Span::at(self.text.len()),
            "the file ends inside a tag, so it was cut off",
        )
    }

    /// Describes markup that is refused. `rest` is what follows `<!`.
    fn describe_markup(&self, start: usize, rest: &[u8]) -> XmlError {
        let begins = |word: &[u8]| {
            rest.get(..word.len())
                .is_some_and(|head| head.eq_ignore_ascii_case(word))
        };
        if begins(b"DOCTYPE") {
            let end = memchr(b'>', rest).map_or(self.text.len(), |length| start + 2 + length + 1);
            return XmlError::DocumentType(Span::new(start, end));
        }
        let is_cut = [b"--".as_slice(), b"[CDATA[", b"DOCTYPE"]
            .into_iter()
            .any(|word| word.starts_with(rest));
        if is_cut {
            self.cut_off()
        } else {
            syntax(Span::at(start), "the markup after `<!` is unknown")
        }
    }
}

fn read_text(raw: &str, start: usize, has_entity: bool) -> Result<XmlEvent<'_>, XmlError> {
    let text = if has_entity {
        unescape(raw).ok_or_else(|| describe_entity(raw, start))?
    } else {
        Cow::Borrowed(raw)
    };
    let begin = start + (raw.len() - raw.trim_start().len());
    Ok(XmlEvent::Text(
        text,
        Span::new(begin, begin + raw.trim().len()),
    ))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quick_xml::events::Event;

    use super::*;

    /// The events of a document as text: elements with their attributes, and texts without the blanks between elements. `None` if it is not well-formed.
    fn ours(document: &str) -> Option<Vec<String>> {
        let mut reader = XmlReader::new(document, 0, 100);
        let mut events = vec![String::new()];
        loop {
            match reader.next().ok()? {
                XmlEvent::Start(tag) => {
                    let attributes = reader.attributes();
                    let written: Vec<String> = attributes
                        .iter()
                        .map(|attribute| format!(" {}={}", attribute.name, attribute.value))
                        .collect();
                    events.extend([format!("<{}{}>", tag.name, written.concat()), String::new()]);
                }
                XmlEvent::End(_) => events.extend(["</>".to_owned(), String::new()]),
                XmlEvent::Text(text, _) => events.last_mut()?.push_str(&text),
                XmlEvent::EndOfDocument => return Some(events),
            }
        }
    }

    fn of_quick_xml(document: &str) -> Option<Vec<String>> {
        let mut reader = quick_xml::Reader::from_str(document);
        let (mut events, mut depth, mut roots) = (vec![String::new()], 0, 0);
        loop {
            let event = reader.read_event().ok()?;
            if let Event::Start(tag) | Event::Empty(tag) = &event {
                roots += usize::from(depth == 0);
                let mut written = String::new();
                for attribute in tag.attributes() {
                    // Unlike XML, quick-xml allows a `<` in a value.
                    let attribute = attribute
                        .ok()
                        .filter(|attribute| !attribute.value.contains('<'))?;
                    let value = quick_xml::escape::unescape(&attribute.value).ok()?;
                    written.extend([" ", attribute.key.0, "=", &value]);
                }
                events.extend([
                    format!("<{}{written}>", tag.local_name().into_inner()),
                    String::new(),
                ]);
            }
            match event {
                Event::Start(_) => depth += 1,
                Event::Empty(_) => events.extend(["</>".to_owned(), String::new()]),
                Event::End(_) => {
                    depth -= 1;
                    events.extend(["</>".to_owned(), String::new()]);
                }
                Event::Text(text) if depth == 0 && text.trim().is_empty() => {}
                Event::Text(_) | Event::CData(_) | Event::GeneralRef(_) | Event::DocType(_)
                    if depth == 0 =>
                {
                    return None;
                }
                Event::Text(text) => events.last_mut()?.push_str(&text),
                Event::CData(text) => events.last_mut()?.push_str(&text),
                Event::GeneralRef(reference) => {
                    let character = reference.resolve_char_ref().ok()?;
                    let named =
                        || quick_xml::escape::resolve_xml_entity(&reference).map(ToOwned::to_owned);
                    events.last_mut()?.push_str(
                        &character
                            .map(|character| character.to_string())
                            .or_else(named)?,
                    );
                }
                Event::Eof => return (depth == 0 && roots == 1).then_some(events),
                Event::DocType(_) => return None,
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        #[test]
        fn events_are_those_of_quick_xml(
            document in "(<\\?xml version=\"1\\.0\"\\?>)?(<a( b=[\"'][c&;>]{0,3}[\"'])?/?>|</a>|<b:c >|</b:c >|<d/>|x|ä| |&amp;|&#65;|&#x41;|&e;|<!-- - -->|<!\\[CDATA\\[<]]>|<\\?p\\?>){0,12}(</a>|</b:c>){0,3}",
        ) {
            prop_assert_eq!(ours(&document), of_quick_xml(&document), "{}", document);
        }

        #[test]
        fn nested_documents_are_read_alike(names in prop::collection::vec("[a-z]{1,3}(:[a-z]{1,2})?", 1..9), text in "[a-z &#;0-9äöü]{0,12}") {
            let mut document = text.replace('&', "&amp;");
            for name in &names {
                document = format!("<{name} k = 'v&lt;'>{document}</{name}><!--c-->");
            }
            let read = ours(&document);
            prop_assert!(read.is_some(), "{}", document);
            prop_assert_eq!(read, of_quick_xml(&document), "{}", document);
        }
    }

    #[test]
    fn anything_is_survived() {
        for document in [
            "",
            "<",
            "</",
            "<>",
            "</>",
            "<a",
            "<a b",
            "<a b=",
            "<a b='",
            "<a/",
            "<!",
            "<!-",
            "<!--",
            "<![CDATA[",
            "<!DOCTYPE",
            "<?",
            "&",
            "<a>&",
            "<a>&#;</a>",
            "<a>&#x110000;</a>",
            "<a>&#0;</a>",
            "<1/>",
            "<a b=c/>",
            "<a b='1' b='2'/>",
            "<a/><b/>",
            "x<a/>",
            "<a/>x",
        ] {
            if let Some(events) = ours(document) {
                panic!("{document} is well-formed: {events:?}");
            }
        }
    }
}
