//! Detects the format of a bank's statement and converts the statement to transactions, and reads journals in the form of a table.

mod camt;
mod convert;
mod detect;
mod message;
mod message_format;
mod mt940;
mod ofx;
mod options;
mod private_value;
mod profile;
mod qif;
pub(crate) mod rules;
pub(crate) mod table;
mod workbook;

use crate::source::{Decoded, FileKind};
use crate::statement::Conversion;

pub use crate::journal::detect::{
    check_journal, is_journal_file, is_single_entries_file, read_journal,
};
pub use crate::journal::single_entries::{SingleEntriesReading, read_single_entries};
pub use convert::{Input, convert, convert_all, convert_to};
pub(crate) use convert::{convert_alone, convert_readable};
pub use detect::{Candidate, detect};
pub use message_format::MessageFormat;
pub use options::{ConvertOptions, DateOrder, Format, UnknownFormatError};
pub(crate) use private_value::{PrivateValue, PrivateValueKind, PrivateValuesError};
pub use profile::{Evidence, Profile};
pub(crate) use workbook::file_text;

/// Finds the values of a file that are about a person or an account, in the order of the text.
///
/// `header_line` is the line of the column names, for a table whose format is not known. `conversion` is what the file was converted to.
///
/// # Errors
///
/// The values can't be told from what belongs to the format.
pub(crate) fn find_private_values(
    decoded: &Decoded<'_>,
    options: &ConvertOptions,
    header_line: Option<usize>,
    conversion: &Conversion,
) -> Result<Vec<PrivateValue>, PrivateValuesError> {
    let text = decoded.text();
    match FileKind::from_decoded(decoded) {
        FileKind::Text => table::find_private_values(text, options, header_line, conversion),
        FileKind::Camt052 | FileKind::Camt053 | FileKind::Camt054 | FileKind::Xml => {
            camt::find_private_values(text, options.policy.limits.depth, conversion)
        }
        FileKind::Ofx => ofx::find_private_values(text),
        FileKind::Qif => Ok(qif::find_private_values(text)),
        kind => Err(PrivateValuesError::Kind(kind.name())),
    }
}
