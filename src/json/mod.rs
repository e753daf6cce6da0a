//! A pull parser for JSON that reports the location of every value and the exact text of every number. It builds no tree.
//!
//! [`Reader`] accepts exactly RFC 8259. It doesn't recurse, so deep nesting can't exhaust the stack. For input without errors it allocates nothing but the
//! list of open brackets.
//!
//! ```
//! use universal_accounting::internals::json::{SyntaxError, ValueKind, Reader};
//!
//! # fn main() -> Result<(), SyntaxError> {
//! let mut reader = Reader::new(r#"{"currency": "CHF", "amounts": [100.00, 1e400], "note": {"a": 1, "\u0061": 2}}"#);
//! let payload = reader.read_value()?;
//! assert_eq!(payload.kind, ValueKind::Object);
//! while let Some(key) = reader.next_member()? {
//!     let value = reader.read_value()?;
//!     match value.kind {
//!         ValueKind::Text(text) if key.text.decodes_to("currency") => assert_eq!(text.decode(), "CHF"),
//!         ValueKind::Array => {
//!             while reader.next_element()? {
//!                 let ValueKind::Number(digits) = reader.read_value()?.kind else { continue };
//!                 assert!(["100.00", "1e400"].contains(&digits));
//!             }
//!         }
//!         _ => assert_eq!(reader.skip(&value)?, 77),
//!     }
//! }
//! assert_eq!(reader.next_document(), None);
//! assert_eq!(reader.duplicate_keys().len(), 1);
//! # Ok(())
//! # }
//! ```

mod diagnosis;
mod error;
mod key_set;
mod lookup;
mod number;
mod pointer;
mod reader;
mod recovery;
mod skip;
mod text;

pub use error::{Expected, NumberError, OpenToken, SyntaxError, SyntaxErrorKind};
pub use key_set::KeySet;
pub(crate) use lookup::find_spans;
pub(crate) use number::number_end;
pub(crate) use pointer::find_pointers;
pub(crate) use reader::RecoveredErrors;
pub use reader::{MemberKey, Reader, Value, ValueKind};
pub use text::JsonText;
pub(crate) use text::{skip_whitespace, unescape, unescape_into};
