use crate::archive::ZipRefusal;
use crate::report::Diagnostic;
use crate::sheet::rules;
use crate::source::Span;

/// Why the sheets of a workbook can't be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Damage {
    /// The list of the parts is missing or damaged.
    Archive,
    /// A part can't be unpacked.
    Part(ZipRefusal),
    /// A part is missing or not well-formed.
    Structure,
    /// The cells of a sheet are not well-formed or not in their places.
    Sheet,
    /// The sheets expand to more bytes than the limit.
    TooLarge { found: u64, limit: u64 },
    /// The workbook is encrypted.
    #[cfg(feature = "old-workbooks")]
    Encrypted,
    /// The texts are in an unknown code page.
    #[cfg(feature = "old-workbooks")]
    CodePage,
}

impl Damage {
    /// Reports the damage.
    pub(super) fn report(self) -> Diagnostic {
        let reason = match self {
            Self::Archive => {
                "the list of its parts is missing or damaged, so it may be cut off".to_owned()
            }
            Self::Part(ZipRefusal::Encrypted) => {
                return Diagnostic::new(&rules::WORKBOOK_ENCRYPTED, Span::at(0));
            }
            #[cfg(feature = "old-workbooks")]
            Self::Encrypted => return Diagnostic::new(&rules::WORKBOOK_ENCRYPTED, Span::at(0)),
            #[cfg(feature = "old-workbooks")]
            Self::CodePage => "its texts are in an unknown code page".to_owned(),
            Self::TooLarge { found, limit } => {
                let [found, limit] =
                    [found, limit].map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
                return Diagnostic::new(&rules::WORKBOOK_TOO_LARGE, Span::at(0))
                    .param("found", found)
                    .param("limit", limit);
            }
            Self::Part(refusal) => format!("a part of it is not unpacked: {refusal}"),
            Self::Structure => "a part of it is missing or damaged".to_owned(),
            Self::Sheet => "the cells of a sheet are damaged or not in their places".to_owned(),
        };
        Diagnostic::new(&rules::WORKBOOK_UNREADABLE, Span::at(0)).param("reason", reason)
    }
}

/// Sheets that expand to more than this many times the size of the file are refused. Sheets of equal rows reach a hundred times.
const MAX_RATIO: u64 = 200;

/// Sheets of this size do no harm, whatever the size of the file is.
const SAFE_SIZE: u64 = 32 << 20;

/// The maximum number of bytes that the cells of a workbook, and the text of its sheets, may have. A small file may repeat rows, cells and texts millions
/// of times, so each size is compared with this before memory is allocated.
#[derive(Debug, Clone, Copy)]
pub(super) struct ExpansionLimit {
    bytes: u64,
}

impl ExpansionLimit {
    /// Returns the limit for a file of this size under a policy with this maximum size.
    pub(super) fn new(file_len: usize, max_bytes: usize) -> Self {
        let [file_len, max_bytes] = [file_len, max_bytes].map(as_u64);
        let harmless = file_len.saturating_mul(MAX_RATIO).max(SAFE_SIZE);
        Self {
            bytes: max_bytes.min(harmless),
        }
    }

    /// Refuses a size above the limit.
    pub(super) const fn check(self, found: u64) -> Result<(), Damage> {
        let Self { bytes: limit } = self;
        if found > limit {
            return Err(Damage::TooLarge { found, limit });
        }
        Ok(())
    }
}

/// Returns a length as a number of 64 bits, which every platform's lengths fit.
pub(super) fn as_u64(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
