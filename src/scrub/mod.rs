//! Makes copies of statements that may be shown, for example to whoever adds a bank's format.
//!
//! Names, texts, references, ids, and numbers of accounts and cards are replaced by others of the same length, the same ones in all files of a call; check
//! digits stay valid. Everything else stays as it is: the encoding, delimiters, quotes and line ends, names of columns and elements, labels, codes and words of
//! the format, currencies beside numbers, days, the order, the lengths of words, and amounts that are read unless they are multiplied. A copy is only returned if
//! it is read like the file, row by row; [`Copy::is_read`] says whether a format reads it at all. A person should look at it before it is sent.
//!
//! ```
//! use universal_accounting::scrub::{self, ScrubKey, ScrubOptions, ScrubSource};
//!
//! let bytes = "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
//!     CH9300762011623852957;2026-03-30 00:00:00.0;Miete Muster;-1200;800;2026-03-30 00:00:00.0\n";
//! let source = ScrubSource { name: "CH9300762011623852957.csv", bytes: bytes.as_bytes() };
//! let key = ScrubKey::new(b"sixteen random bytes, or more")?;
//! let copies = scrub::scrub(&[source], &key, &ScrubOptions::new());
//! let copy = copies[0].as_ref().expect("the format is known");
//! let text = str::from_utf8(&copy.bytes)?;
//! assert!(text.starts_with("IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\nCH"));
//! assert!(text.contains(";-1200;800;2026-03-30 00:00:00.0\n"));
//! assert!(!text.contains("Muster") && !text.contains("2957") && !copy.name.contains("2957"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check_digits;
mod compare;
mod files;
mod letters;
mod options;
mod replacer;

pub use files::{Copy, ScrubSource, scrub};
pub use options::{Factor, FactorError, KeyError, ScrubKey, ScrubOptions, ScrubRefusal};
