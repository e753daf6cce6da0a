//! Detects the format of a bank's statement and converts the statement to transactions, and reads journals in the form of a table.

mod camt;
mod convert;
mod date_order;
mod detect;
mod file_text;
mod line_counter;
mod message;
mod message_format;
mod mt940;
mod ofx;
mod options;
mod party_ibans;
mod placeholder;
mod private_value;
mod private_values;
mod profile;
mod qif;
mod references;
pub(crate) mod rules;
mod statement_limit;
pub(crate) mod table;
mod workbook;

pub use crate::journal::detect::{
    check_journal, is_journal_file, is_single_entries_file, read_journal,
};
pub use crate::journal::single_entries::{SingleEntriesReading, read_single_entries};
pub use convert::{Input, convert, convert_all, convert_to};
pub(crate) use convert::{convert_alone, convert_readable};
pub use date_order::DateOrder;
pub use detect::{Candidate, detect};
pub(crate) use file_text::file_text;
pub use message_format::MessageFormat;
pub use options::{ConvertOptions, Format, UnknownFormatError};
pub(crate) use private_value::{PrivateValue, PrivateValueKind, PrivateValuesError};
pub(crate) use private_values::find_private_values;
pub use profile::{Evidence, Profile};
