use std::borrow::Cow;

use crate::source::{Certain, Span};

/// A cell of a table, or an element of a document, with its span in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell<'t> {
    /// The span of the content, without the quotes around it and the `=` before them.
    pub span: Span,
    raw: &'t str,
    quoting: Quoting,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quoting {
    None,
    Quoted,
    /// The content contains doubled quotes.
    WithDoubledQuotes,
}

impl<'t> Cell<'t> {
    /// A cell that is not in the text.
    pub(crate) const fn empty(at: usize) -> Self {
        Self {
            span: Span::at(at),
            raw: "",
            quoting: Quoting::None,
        }
    }

    #[inline]
    pub(crate) fn unquoted(text: &'t str, span: Span) -> Self {
        Self {
            span,
            raw: text.get(span.start..span.end).certain(),
            quoting: Quoting::None,
        }
    }

    /// A cell without doubled quotes. `outer` includes the quotes around the content.
    #[inline]
    pub(crate) fn from_outer_span(text: &'t str, outer: Span, is_quoted: bool) -> Option<Self> {
        let quotes = usize::from(is_quoted);
        let span = Span::new(outer.start + quotes, outer.end - quotes);
        let quoting = if is_quoted {
            Quoting::Quoted
        } else {
            Quoting::None
        };
        Some(Self {
            span,
            raw: text.get(span.start..span.end)?,
            quoting,
        })
    }

    #[inline]
    pub(crate) fn quoted(text: &'t str, span: Span, doubled: bool) -> Self {
        let quoting = if doubled {
            Quoting::WithDoubledQuotes
        } else {
            Quoting::Quoted
        };
        Self {
            quoting,
            ..Self::unquoted(text, span)
        }
    }

    /// Returns the cell without a mark before its content, or `None` if there is none. A mark at the end too is a pair of quotes.
    pub(crate) fn without_mark(&self, mark: char) -> Option<Self> {
        let content = self.raw.trim();
        let rest = content.strip_prefix(mark)?;
        if rest.ends_with(mark) {
            return None;
        }
        let blanks = self.raw.len() - self.raw.trim_start().len();
        let start = blanks + mark.len_utf8();
        Some(Self {
            span: Span::new(self.span.start + start, self.span.end),
            raw: self.raw.get(start..)?,
            ..*self
        })
    }

    /// Returns the content as it is in the text: doubled quotes in a quoted cell remain doubled.
    #[must_use]
    pub const fn raw(&self) -> &'t str {
        self.raw
    }

    /// Whether there are quotes around the content.
    #[must_use]
    pub const fn is_quoted(&self) -> bool {
        !matches!(self.quoting, Quoting::None)
    }

    /// Whether the content contains doubled quotes. Each pair stands for one quote.
    pub(crate) const fn has_doubled_quotes(&self) -> bool {
        matches!(self.quoting, Quoting::WithDoubledQuotes)
    }

    /// Returns the content with each doubled quote of a quoted cell replaced by one quote.
    #[must_use]
    pub fn value(&self) -> Cow<'t, str> {
        match self.quoting {
            Quoting::WithDoubledQuotes => Cow::Owned(self.raw.replace("\"\"", "\"")),
            Quoting::None | Quoting::Quoted => Cow::Borrowed(self.raw),
        }
    }
}
