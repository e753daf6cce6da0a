//! Bytes as they came: spans, text decoding, kinds of file, lines and columns.
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
//! let place = decoded.locator().locate(offset);
//! assert_eq!((place.line, place.column, place.offset), (2, 12, 26));
//! ```

mod cells;
mod decoded;
mod encoding;
mod ends;
#[cfg(test)]
mod golden;
mod kind;
mod locate;
mod named;
mod order;
mod pattern;
mod recent;
mod same;
mod scan;
mod span;

pub(crate) use cells::Cells;
pub use decoded::Decoded;
pub(crate) use decoded::File;
pub use encoding::{Encoding, first_invalid_utf8};
pub(crate) use ends::{End, Ends};
#[cfg(test)]
pub(crate) use golden::{assert_kept, assert_written_as, schema_of};
pub use kind::FileKind;
#[cfg(any(test, feature = "internals"))]
pub use locate::line_at;
pub use locate::{Locator, Position};
pub(crate) use named::named;
pub(crate) use order::in_order;
pub(crate) use pattern::Pattern;
pub(crate) use recent::Recent;
pub(crate) use same::same;
pub(crate) use scan::{
    Block, MIN_CARD_DIGITS, StringScan, TextScan, is_single_spaced, may_hold_card_number, places, plain_length,
    plain_number,
};
pub use span::Span;
