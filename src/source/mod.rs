//! Bytes as they came: spans, text decoding, kinds of file, lines and columns.

mod span;

pub use span::Span;
