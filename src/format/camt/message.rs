use crate::format::rules;
use crate::format::xml::{XmlEvent, XmlReader};
use crate::report::Diagnostic;
use crate::source::Span;

/// What a message is, and in which version.
pub(super) struct Message {
    pub(super) kind: MessageKind,
    /// The version, such as `001.08`. `None` if no namespace says it.
    pub(super) version: Option<String>,
    /// The span of the namespace, or of the element of the message, if the namespace is not one of ISO 20022.
    pub(super) unknown_namespace: Option<Span>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MessageKind {
    Report,
    Statement,
    Notification,
}

impl MessageKind {
    const ALL: [Self; 3] = [Self::Report, Self::Statement, Self::Notification];

    /// The identifier of the message.
    pub(super) const fn id(self) -> &'static str {
        match self {
            Self::Report => "camt.052",
            Self::Statement => "camt.053",
            Self::Notification => "camt.054",
        }
    }

    /// The name of the message.
    pub(super) const fn product(self) -> &'static str {
        match self {
            Self::Report => "account report",
            Self::Statement => "bank statement",
            Self::Notification => "debit and credit notification",
        }
    }

    /// The element of the message. The first version appends `V01` to it.
    const fn element(self) -> &'static str {
        match self {
            Self::Report => "BkToCstmrAcctRpt",
            Self::Statement => "BkToCstmrStmt",
            Self::Notification => "BkToCstmrDbtCdtNtfctn",
        }
    }
}

/// The namespaces of the messages, before the identifier of the message and its version.
const NAMESPACES: [&str; 2] = [
    "urn:iso:std:iso:20022:tech:xsd:",
    "http://www.six-interbank-clearing.com/de/",
];

impl Message {
    /// Reads up to the element of the message, which may be inside an envelope.
    ///
    /// # Errors
    ///
    /// The document is not well-formed, or has no such element.
    pub(super) fn find(xml: &mut XmlReader<'_>) -> Result<Self, Diagnostic> {
        // The namespace that names a message, or else the first one.
        let mut namespace: Option<(String, Span)> = None;
        let mut root = None;
        loop {
            match xml.next()? {
                XmlEvent::Start(tag) => {
                    let first = *root.get_or_insert(tag.span);
                    for attribute in xml.attributes() {
                        let names_message = message_id(&attribute.value).is_some();
                        let is_known = namespace
                            .as_ref()
                            .is_some_and(|(known, _)| message_id(known).is_some());
                        let declares =
                            attribute.name == "xmlns" || attribute.name.starts_with("xmlns:");
                        if declares && (namespace.is_none() || names_message && !is_known) {
                            namespace = Some((attribute.value.to_string(), attribute.span));
                        }
                    }
                    let is_kind = |kind: &MessageKind| {
                        let version = tag.name.strip_prefix(kind.element());
                        version
                            .is_some_and(|version| version.is_empty() || version.starts_with('V'))
                    };
                    if let Some(kind) = MessageKind::ALL.into_iter().find(is_kind) {
                        return Ok(Self::new(kind, namespace, first));
                    }
                }
                XmlEvent::EndOfDocument => {
                    let id = namespace
                        .as_ref()
                        .and_then(|(namespace, _)| message_id(namespace));
                    let is_statement =
                        |id: &str| MessageKind::ALL.iter().any(|kind| kind.id() == id);
                    let found = id.map_or("an XML document".to_owned(), |id| {
                        let without = if is_statement(id) {
                            " without statements"
                        } else {
                            ""
                        };
                        format!("a message {id} of ISO 20022{without}")
                    });
                    let fault =
                        Diagnostic::new(&rules::STATEMENT_KIND, root.unwrap_or(Span::at(0)));
                    return Err(fault
                        .param("found", found)
                        .param("otherwise", String::new()));
                }
                XmlEvent::End(_) | XmlEvent::Text(..) => {}
            }
        }
    }

    fn new(kind: MessageKind, namespace: Option<(String, Span)>, root: Span) -> Self {
        let (name, span) = namespace.unwrap_or((String::new(), root));
        let version = name
            .find(kind.id())
            .and_then(|at| name.get(at + kind.id().len() + 1..))
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
        let is_known = version.is_some() && id.is_some_and(|id| id.starts_with(kind.id()));
        Self {
            kind,
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
