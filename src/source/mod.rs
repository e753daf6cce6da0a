//! The bytes of input files: encodings, kinds of files, spans, lines and columns, and the scanner.
//!
//! ```
//! use universal_accounting::internals::source::{Decoded, Encoding, FileKind};
//!
//! let bytes = b"Datum;W\xE4hrung\r\n31.12.2025;CHF\r\n";
//! assert_eq!(FileKind::sniff(bytes), FileKind::Text);
//!
//! let decoded = Decoded::from_bytes(bytes);
//! assert_eq!(decoded.encoding(), Encoding::Windows1252);
//!
//! let offset = decoded.text().find("CHF").unwrap();
//! let position = decoded.locator().locate(offset);
//! assert_eq!((position.line, position.column, position.offset), (2, 12, 26));
//! ```

mod cache;
mod certain;
mod code_page;
mod compare;
mod decoded;
mod delimiters;
mod encoding;
#[cfg(test)]
mod expected_file;
mod invisible;
mod kind;
mod locate;
mod named_enum;
mod pattern;
mod scan;
mod spelling;
mod words;

pub(crate) use cache::RecentCache;
pub(crate) use certain::Certain;
pub(crate) use code_page::encode_windows_1252;
pub(crate) use compare::{bytes_equal, fingerprint, sorted_by_key};
pub(crate) use decoded::SourceFile;
pub use decoded::{Decoded, Span};
pub(crate) use delimiters::{Boundary, CellEnds, DelimiterIndex};
pub use encoding::{Encoding, first_invalid_utf8, undecoded_encoding};
#[cfg(test)]
pub(crate) use expected_file::{assert_matches_file, assert_schema_matches_file, render_schema};
pub use invisible::{escape_invisible, is_invisible};
pub use kind::FileKind;
pub use locate::{Locator, Position, line_at};
pub(crate) use named_enum::named_enum;
pub(crate) use pattern::Pattern;
pub(crate) use scan::{
    Block, MIN_CARD_DIGITS, StringScan, TextScan, is_single_spaced, may_contain_card_number,
    plain_number_len, to_index, unescaped_prefix_len,
};
