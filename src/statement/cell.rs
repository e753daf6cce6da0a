use std::borrow::Cow;

use crate::source::Span;

/// A cell of a table, or an element of a document, with its place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell<'t> {
    /// The content: without the quotes around it, and without the `=` before them.
    pub span: Span,
    raw: &'t str,
    quoting: Quoting,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quoting {
    None,
    Plain,
    /// With doubled quotes in it.
    Doubled,
}

impl<'t> Cell<'t> {
    #[inline]
    pub(crate) fn bare(text: &'t str, span: Span) -> Self {
        Self { span, raw: text.get(span.start..span.end).unwrap_or_default(), quoting: Quoting::None }
    }

    /// A cell by its place, quotes around it included.
    #[inline]
    pub(crate) fn plain(text: &'t str, place: Span, is_quoted: bool) -> Option<Self> {
        let quotes = usize::from(is_quoted);
        let span = Span::new(place.start + quotes, place.end - quotes);
        let quoting = if is_quoted { Quoting::Plain } else { Quoting::None };
        Some(Self { span, raw: text.get(span.start..span.end)?, quoting })
    }

    #[inline]
    pub(crate) fn quoted(text: &'t str, span: Span, doubled: bool) -> Self {
        let quoting = if doubled { Quoting::Doubled } else { Quoting::Plain };
        Self { quoting, ..Self::bare(text, span) }
    }

    /// The content as it stands in the text, quotes in a quoted cell still doubled.
    #[must_use]
    pub const fn raw(&self) -> &'t str {
        self.raw
    }

    /// Whether quotes stand around the content.
    #[must_use]
    pub const fn is_quoted(&self) -> bool {
        !matches!(self.quoting, Quoting::None)
    }

    /// Whether the content has doubled quotes, each of which means one.
    pub(crate) const fn is_doubled(&self) -> bool {
        matches!(self.quoting, Quoting::Doubled)
    }

    /// The content as it is meant: each doubled quote of a quoted cell as one.
    #[must_use]
    pub fn value(&self) -> Cow<'t, str> {
        match self.quoting {
            Quoting::Doubled => Cow::Owned(self.raw.replace("\"\"", "\"")),
            Quoting::None | Quoting::Plain => Cow::Borrowed(self.raw),
        }
    }
}
