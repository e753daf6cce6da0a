use super::camt;
use super::ofx;
use super::options::ConvertOptions;
use super::private_value::{PrivateValue, PrivateValuesError};
use super::qif;
use super::table;
use crate::source::{Decoded, FileKind};
use crate::statement::Conversion;

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
