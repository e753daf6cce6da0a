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
