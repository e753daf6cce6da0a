use crate::source::{Certain, Span};

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

/// The last of the accented Latin letters of Europe.
const MAX_LATIN: char = '\u{24f}';

/// Adds the parts of a text that are between its character references, such as `&amp;`, which stay. `read` returns the character of a reference at the start of a
/// text, and the length of the reference.
///
/// # Errors
///
/// A letter or digit is written as a reference, so a name may be written so.
pub(super) fn push_between_references(
    text: &str,
    span: Span,
    read: impl Fn(&str) -> Option<(char, usize)>,
    fields: &mut Vec<PrivateValue>,
) -> Result<(), PrivateValuesError> {
    let (mut start, mut has_letter) = (span.start, false);
    let raw = text.get(..span.end).certain();
    while let Some(length) = raw.get(start..).and_then(|rest| rest.find('&')) {
        let at = start + length;
        if length > 0 {
            fields.push(PrivateValue::text(Span::new(start, at)));
            has_letter = false;
        }
        let Some((character, length)) = read(raw.get(at..).unwrap_or_default()) else {
            start = at + 1;
            continue;
        };
        // A single Latin letter with an accent may stay. A word that is written as numbers would stay readable.
        let is_of_word = character.is_alphabetic() && (has_letter || character > MAX_LATIN);
        if character.is_ascii_alphanumeric() || is_of_word {
            return Err(PrivateValuesError::CharacterReference(at));
        }
        has_letter |= character.is_alphabetic();
        start = at + length;
    }
    if start < span.end {
        fields.push(PrivateValue::text(Span::new(start, span.end)));
    }
    Ok(())
}
