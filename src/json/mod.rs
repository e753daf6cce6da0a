//! JSON as it stands in the file: every value with its place, exact number text, nothing built.
//!
//! [`Reader`] is asked for one piece after the other and keeps to RFC 8259 to the letter. It never recurses, so no nesting can exhaust
//! the stack, and it allocates nothing for clean input beyond the list of brackets that are open.
//!
//! ```
//! use universal_accounting::internals::json::{SyntaxError, Kind, Reader};
//!
//! # fn main() -> Result<(), SyntaxError> {
//! let mut reader = Reader::new(r#"{"currency": "CHF", "amounts": [100.00, 1e400], "note": {"a": 1, "\u0061": 2}}"#);
//! let payload = reader.value()?;
//! assert_eq!(payload.kind, Kind::Object);
//! while let Some(key) = reader.member()? {
//!     let value = reader.value()?;
//!     match value.kind {
//!         Kind::Text(text) if key.text.is("currency") => assert_eq!(text.decode(), "CHF"),
//!         Kind::Array => {
//!             while reader.element()? {
//!                 let Kind::Number(digits) = reader.value()?.kind else { continue };
//!                 assert!(["100.00", "1e400"].contains(&digits));
//!             }
//!         }
//!         _ => assert_eq!(reader.skip(&value)?, 77),
//!     }
//! }
//! assert_eq!(reader.rest(), None);
//! assert_eq!(reader.duplicate_keys().len(), 1);
//! # Ok(())
//! # }
//! ```

mod diagnosis;
mod error;
mod key_set;
mod number;
mod pointer;
mod reader;
mod text;

pub use error::{Expected, NumberError, Open, SyntaxError, SyntaxErrorKind};
pub use key_set::KeySet;
pub(crate) use number::number_end;
pub(crate) use pointer::pointers;
pub use reader::{Key, Kind, Reader, Value};
pub(crate) use reader::{RecoveredErrors, after_blanks};
pub use text::JsonText;
pub(crate) use text::{decoded, unescape};
