use super::walker::Walker;
use crate::format::message_format::MessageFormat;
use crate::format::rules;
use crate::report::{Collector, Diagnostic};
use crate::source::Span;
use crate::xml::{Attribute, XmlEvent, XmlReader};

/// What a message is, and in which version.
pub(super) struct Message {
    pub(super) format: MessageFormat,
    /// The version, such as `001.08`. `None` if no namespace says it.
    pub(super) version: Option<String>,
    /// The span of the namespace, or of the element of the message, if the namespace is not one of ISO 20022.
    pub(super) unknown_namespace: Option<Span>,
}

/// The messages, each with its element.
const MESSAGES: [(MessageFormat, &str); 3] = [
    (MessageFormat::Camt052, "BkToCstmrAcctRpt"),
    (MessageFormat::Camt053, "BkToCstmrStmt"),
    (MessageFormat::Camt054, "BkToCstmrDbtCdtNtfctn"),
];

/// Returns the format of the message that an element holds. The first version appends `V01` to the element.
fn format_of_element(name: &str) -> Option<MessageFormat> {
    let is_message = |(_, element): &(MessageFormat, &str)| {
        let version = name.strip_prefix(element);
        version.is_some_and(|version| version.is_empty() || version.starts_with('V'))
    };
    let message = MESSAGES.into_iter().find(is_message);
    message.map(|(format, _)| format)
}

/// The namespaces of the messages, before the identifier of the message and its version.
const NAMESPACES: [&str; 2] = [
    "urn:iso:std:iso:20022:tech:xsd:",
    "http://www.six-interbank-clearing.com/de/",
];

/// Finds the messages of a file: several may be in one document, in an envelope, or in documents one after another.
pub(super) struct Messages<'s> {
    xml: XmlReader<'s>,
    document: Document,
}

/// What is known of the document that is read.
#[derive(Default)]
struct Document {
    /// The start tag of its root.
    root: Option<Span>,
    has_message: bool,
    /// Since the message before: the namespace that names a message, or else the first one.
    namespace: Option<Namespace>,
    /// The namespace of the message before.
    known_namespace: Option<Namespace>,
}

/// A namespace, and its span.
type Namespace = (String, Span);

impl<'s> Messages<'s> {
    pub(super) fn new(text: &'s str, max_depth: usize) -> Self {
        Self {
            xml: XmlReader::new(text, 0, max_depth),
            document: Document::default(),
        }
    }

    /// Reads up to the element of the next message. Returns `None` at the end of the file. Documents without messages are reported.
    ///
    /// # Errors
    ///
    /// A document is not well-formed. Nothing after it can be read.
    pub(super) fn next(
        &mut self,
        findings: &mut Collector<'_>,
    ) -> Result<Option<Message>, Diagnostic> {
        loop {
            if self.xml.begin_document() {
                std::mem::take(&mut self.document).report(findings);
            }
            match self.xml.next()? {
                XmlEvent::Start(tag) => {
                    self.document.root.get_or_insert(tag.span);
                    for attribute in self.xml.attributes() {
                        self.document.add_attribute(attribute);
                    }
                    if let Some(format) = format_of_element(tag.name) {
                        return Ok(Some(self.document.begin_message(format, tag.span)));
                    }
                }
                XmlEvent::EndOfDocument => {
                    std::mem::take(&mut self.document).report(findings);
                    return Ok(None);
                }
                XmlEvent::End(_) | XmlEvent::Text(..) => {}
            }
        }
    }

    /// Walks through the message whose element was just read, with `walk`.
    ///
    /// # Errors
    ///
    /// Those of `walk`.
    pub(super) fn walk(
        mut self,
        walk: impl FnOnce(&mut Walker<'s>) -> Result<(), Diagnostic>,
    ) -> Result<Self, Diagnostic> {
        let mut walker = Walker::in_message(self.xml);
        walk(&mut walker)?;
        self.xml = walker.into_xml();
        Ok(self)
    }
}

impl Document {
    /// Keeps a namespace that an attribute declares.
    fn add_attribute(&mut self, attribute: &Attribute<'_>) {
        let declares = attribute.name == "xmlns" || attribute.name.starts_with("xmlns:");
        let names_message = message_id(&attribute.value).is_some();
        let is_better = match &self.namespace {
            Some((known, _)) => names_message && message_id(known).is_none(),
            None => true,
        };
        if declares && is_better {
            self.namespace = Some((attribute.value.to_string(), attribute.span));
        }
    }

    /// Returns the message that begins with `tag`. Its namespace may be that of the message before it.
    fn begin_message(&mut self, format: MessageFormat, tag: Span) -> Message {
        self.has_message = true;
        let namespace = self.namespace.take();
        let names_message = |(name, _): &Namespace| message_id(name).is_some();
        if self.known_namespace.is_none() || namespace.as_ref().is_some_and(names_message) {
            self.known_namespace = namespace;
        }
        let root = self.root.unwrap_or(tag);
        Message::new(format, self.known_namespace.as_ref(), root)
    }

    /// Reports the document if it has no message.
    fn report(self, findings: &mut Collector<'_>) {
        if self.has_message {
            return;
        }
        let id = self
            .namespace
            .as_ref()
            .and_then(|(namespace, _)| message_id(namespace));
        let is_statement = |id: &str| MESSAGES.iter().any(|(format, _)| format.id() == id);
        let found = id.map_or("an XML document".to_owned(), |id| {
            let without = if is_statement(id) {
                " without statements"
            } else {
                ""
            };
            format!("a message {id} of ISO 20022{without}")
        });
        let fault = Diagnostic::new(&rules::STATEMENT_KIND, self.root.unwrap_or(Span::at(0)));
        findings.push(
            fault
                .param("found", found)
                .param("otherwise", String::new()),
        );
    }
}

impl Message {
    fn new(format: MessageFormat, namespace: Option<&Namespace>, root: Span) -> Self {
        let (name, span) = namespace.map_or(("", root), |(name, span)| (name.as_str(), *span));
        let version = name
            .find(format.id())
            .and_then(|at| name.get(at + format.id().len() + 1..))
            .map(|version| {
                let is_part = |character: char| character.is_ascii_digit() || character == '.';
                version
                    .chars()
                    .take_while(|character| is_part(*character))
                    .take(6)
                    .collect::<String>()
            });
        let version = version.filter(|version| version.len() == 6);
        let id = name
            .strip_prefix(NAMESPACES[0])
            .or_else(|| name.strip_prefix(NAMESPACES[1]));
        let is_known = version.is_some() && id.is_some_and(|id| id.starts_with(format.id()));
        Self {
            format,
            version,
            unknown_namespace: Some(span).filter(|_| !is_known),
        }
    }
}

/// Returns the identifier of the message in a namespace: four letters, a point and three digits.
fn message_id(namespace: &str) -> Option<&str> {
    let name = namespace.rsplit([':', '/', '$']).next()?;
    let (area, rest) = name.split_once('.')?;
    let number = rest.split('.').next()?;
    let is_id = area.len() == 4
        && area.bytes().all(|byte| byte.is_ascii_lowercase())
        && number.len() == 3
        && number.bytes().all(|byte| byte.is_ascii_digit());
    if is_id { name.get(..8) } else { None }
}
