use crate::source::Span;

/// A value in a file that is about a person or an account, so that it must not be shown. Everything outside of fields is part of the format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PrivateValue {
    /// Where the value is in the decoded text.
    pub(crate) span: Span,
    pub(crate) kind: PrivateValueKind,
}

/// What a field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PrivateValueKind {
    /// A name, a text, a reference or a number of an account.
    Text,
    /// An amount, a sum or a balance, with the decimal mark of the file.
    Amount { decimal: char },
}

impl PrivateValue {
    pub(super) const fn text(span: Span) -> Self {
        Self {
            span,
            kind: PrivateValueKind::Text,
        }
    }

    pub(super) const fn amount(span: Span, decimal: char) -> Self {
        Self {
            span,
            kind: PrivateValueKind::Amount { decimal },
        }
    }
}

/// Why the fields of a file can't be told from its format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PrivateValuesError {
    /// The kind of the file has no reader of fields: its name.
    Kind(&'static str),
    /// The format of the table is not known.
    UnknownTable,
    /// The document is no statement.
    UnknownDocument,
    /// The document has a document type, at this offset.
    DocumentType(usize),
    /// The document is not well-formed before a statement begins, at this offset.
    Syntax(usize),
    /// A letter or digit is written as a number of XML at this offset.
    CharacterReference(usize),
}
