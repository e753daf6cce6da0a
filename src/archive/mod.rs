//! The files in a ZIP archive, each unpacked within limits, so that neither a name nor a size in the archive can do harm.

mod zip;

use crate::report::{Collector, Diagnostic, Policy, Report};
use crate::source::{Decoded, FileKind, Span};
use rules::{ARCHIVE_UNREADABLE, MEMBER_REFUSED};

pub(crate) use zip::{Archive, Packer, TakePiece, ZipRefusal};

/// The maximum number of files in an archive. Each is a statement of its own, and a bank that sends one each day sends 3,660 in ten years.
const MAX_MEMBERS: usize = 10_000;

/// A file in an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Member {
    /// The name with its folders, as the archive writes it. It may hold any character.
    pub name: String,
    /// The content; empty if the file was refused.
    pub content: Vec<u8>,
    /// Why the file was refused; without a finding if it was not.
    pub report: Report,
}

/// Returns whether a file is a ZIP archive of other files. A workbook is one file, although it is packed in the same way.
///
/// ```
/// use universal_accounting::archive;
///
/// assert!(archive::is_archive(b"PK\x05\x06\0\0\0\0"));
/// assert!(!archive::is_archive(b"Tag;Wert\n"));
/// ```
#[must_use]
pub fn is_archive(source: &[u8]) -> bool {
    FileKind::sniff(source) == FileKind::Zip
}

/// Unpacks a ZIP archive, such as a bank's download of several statements.
///
/// Folders, and the folder `__MACOSX` in which macOS keeps the attributes of files, are left out. A file is refused if its name leads out of the
/// folder of the archive, if it is encrypted or an archive itself, if it is damaged, or if it would unpack to more than
/// [`Limits::bytes`](crate::report::Limits::bytes) together with the files before it. The other files are unpacked all the same.
///
/// ```
/// use universal_accounting::{archive, report::Policy};
///
/// let archive = b"PK\x03\x04\x14\0\0\0\0\0\0\0\x7F\x5C\xCC\xDCb\x8F\x09\0\0\0\x09\0\0\0\x05\0\0\0a.csvTag;Wert\n\
///     PK\x01\x02\x14\0\x14\0\0\0\0\0\0\0\x7F\x5C\xCC\xDCb\x8F\x09\0\0\0\x09\0\0\0\x05\0\0\0\0\0\0\0\0\0\0\0\x80\x01\0\0\0\0a.csv\
///     PK\x05\x06\0\0\0\0\x01\0\x01\x003\0\0\0,\0\0\0\0\0";
/// let members = archive::unpack(archive, &Policy::new()).unwrap_or_default();
/// assert_eq!((members[0].name.as_str(), members[0].content.as_slice()), ("a.csv", b"Tag;Wert\n".as_slice()));
/// ```
///
/// # Errors
///
/// The archive has no files or more than 10,000, or the list of its files is damaged.
pub fn unpack(source: &[u8], policy: &Policy) -> Result<Vec<Member>, Report> {
    let unreadable = |reason: &'static str| {
        Err(report(
            Diagnostic::new(&ARCHIVE_UNREADABLE, Span::at(0)).param("reason", reason),
            policy,
        ))
    };
    let Some(mut archive) = Archive::open(source, policy.limits.bytes) else {
        return unreadable("the list of its files is missing or damaged");
    };
    if archive.entries().len() > MAX_MEMBERS {
        return unreadable("it has more than 10000 files, which is the limit");
    }
    let mut members = Vec::new();
    for index in 0..archive.entries().len() {
        let Some(name) = archive.entries().get(index).map(|entry| entry.name.clone()) else {
            continue;
        };
        if name.starts_with("__MACOSX/") {
            continue;
        }
        let refused = |reason: String| {
            let fault = Diagnostic::new(&MEMBER_REFUSED, Span::at(0)).param("reason", reason);
            (Vec::new(), report(fault, policy))
        };
        let (content, report) = if leads_outside(&name) {
            refused("its name leads out of the folder of the archive".to_owned())
        } else {
            match archive.read(index) {
                Ok(content) if is_archive(&content) => {
                    refused("it is an archive itself".to_owned())
                }
                Ok(content) => (content, Report::default()),
                Err(refusal) => refused(refusal.to_string()),
            }
        };
        members.push(Member {
            name,
            content,
            report,
        });
    }
    if members.is_empty() {
        unreadable("it has no files")
    } else {
        Ok(members)
    }
}

fn report(fault: Diagnostic, policy: &Policy) -> Report {
    let mut findings = Collector::new(policy);
    findings.push(fault);
    findings.into_report(&Decoded::from_bytes(b""), None)
}

/// Returns whether a name is not that of a file below the folder into which an archive is unpacked.
fn leads_outside(name: &str) -> bool {
    let mut parts = name.split(['/', '\\']);
    name.starts_with(['/', '\\']) || name.get(1..2) == Some(":") || parts.any(|part| part == "..")
}

#[cfg(test)]
mod tests {
    use super::leads_outside;

    #[test]
    fn only_names_below_the_folder_are_safe() {
        for name in [
            "../a",
            "a/../../b",
            "/etc/passwd",
            "C:\\a",
            "\\\\host\\a",
            "a\\..\\b",
        ] {
            assert!(leads_outside(name), "{name}");
        }
        for name in ["a.csv", "2026/März/a.xml", "a..b", "...", ""] {
            assert!(!leads_outside(name), "{name}");
        }
    }
}

/// Rules of archives.
pub(crate) mod rules {
    use crate::report::Example::Archive;
    use crate::report::rules;

    /// An archive with the small file `a.csv`.
    const GOOD: crate::report::Example = Archive(
        b"PK\x03\x04\x14\0\0\0\0\0\0\0\x7F\x5C\xCC\xDCb\x8F\x09\0\0\0\x09\0\0\0\x05\0\0\0a.csvTag;Wert\n\
          PK\x01\x02\x14\0\x14\0\0\0\0\0\0\0\x7F\x5C\xCC\xDCb\x8F\x09\0\0\0\x09\0\0\0\x05\0\0\0\0\0\0\0\0\0\0\0\x80\x01\0\0\0\0a.csv\
          PK\x05\x06\0\0\0\0\x01\0\x01\x003\0\0\0,\0\0\0\0\0",
    );

    rules! {
        "0.1.0":

        error ARCHIVE_UNREADABLE {
            title: "An archive that can't be read",
            message: "the archive can't be read: {reason}",
            help: "download the archive again; if it stays so, unpack it with another program and pass its files",
            why: "The list of the files stands at the end of an archive. Without it, a file could be missing and nobody would know.",
            bad: Archive(b"PK\x03\x04\x14\0\0\0\0\0\0\0\x7F\x5C\xCC\xDCb\x8F\x09\0\0\0"),
            good: GOOD,
        }
        error MEMBER_REFUSED {
            title: "A file of an archive that is not unpacked",
            message: "the file is not unpacked: {reason}",
            help: "unpack the archive with another program, look at the file, and pass it alone",
            why: "An archive can hold names that lead out of its folder, files that unpack to a thousand times their size, and archives in archives. None is needed for a statement.",
            bad: Archive(
                b"PK\x03\x04\x14\0\x01\0\0\0\0\0\x7F\x5C\xCC\xDCb\x8F\x09\0\0\0\x09\0\0\0\x05\0\0\0a.csvTag;Wert\n\
                  PK\x01\x02\x14\0\x14\0\x01\0\0\0\0\0\x7F\x5C\xCC\xDCb\x8F\x09\0\0\0\x09\0\0\0\x05\0\0\0\0\0\0\0\0\0\0\0\x80\x01\0\0\0\0a.csv\
                  PK\x05\x06\0\0\0\0\x01\0\x01\x003\0\0\0,\0\0\0\0\0",
            ),
            good: GOOD,
        }
    }
}
