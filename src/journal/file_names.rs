use std::collections::HashMap;

use sha2::{Digest as _, Sha256};

use super::exported_file::{ExportedFile, FileContent};
use crate::source::Certain;
use crate::value::CardNumber;

/// The maximum length of an id in a name. With its numbers and its extension, a name has at most 100 bytes.
const MAX_ID_LEN: usize = 60;

/// The names of devices on Windows, which no file may have, whatever follows after a dot. Ports have numbers too.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Chooses a name for each file of an export, so that the files can be written to one folder of any operating system.
///
/// A file has the name of its id. A file without id has the id of its record and its number in the record, and if the record has no id either, the
/// number of the record. The extension is that of the [content](FileContent::extension). In a name:
///
/// - Every character but ASCII letters, digits, `-`, `_` and `.` is replaced by `_`; so is a dot or `-` at the start.
/// - All but the last four digits of a card number are replaced by `_`.
/// - `_` is put before the name of a device of Windows, such as `CON`.
/// - A long name is cut, so that it has at most 100 bytes.
/// - A number is appended if a file has the same name already. Names that differ only in the case of their letters are the same.
///
/// The same files in the same order have the same names.
///
/// ```
/// use std::convert::Infallible;
/// use universal_accounting::journal::{self, FileNames};
/// use universal_accounting::report::Policy;
///
/// let export = br#"{"serviceId": "s-81", "entries": [], "files": [{"serviceFileId": "../a", "contentAsBase64": "JVBERi0xLjQ="},
///     {"contentAsBase64": "SGVsbG8="}, {"serviceFileId": "__\/A", "contentAsBase64": "JVBERi0xLjQ="}]}"#;
/// let (mut names, mut files) = (FileNames::new(), Vec::new());
/// journal::files(export, &Policy::new(), |file| {
///     files.extend(names.choose(&file));
///     Ok::<(), Infallible>(())
/// })?;
/// assert_eq!(files, ["___a.pdf", "s-81-2.bin", "___A-2.pdf"]);
/// # Ok::<(), Infallible>(())
/// ```
#[derive(Debug, Default)]
pub struct FileNames {
    /// The next number of each name. Names are stored as hashes, because an export may have many files. If two names had one hash, one of them would get
    /// a number without need.
    next_numbers: HashMap<u64, u32>,
}

impl FileNames {
    /// Creates a list without names.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the name of a file with content, which no other call returns. A file without content has no name.
    pub fn choose(&mut self, file: &ExportedFile<'_>) -> Option<String> {
        let extension = file.content?.extension();
        let stem = match (&file.id, &file.record_id) {
            (Some(id), _) => safe_stem(id, extension),
            (None, Some(record)) => format!("{}-{}", safe_stem(record, ""), file.number),
            (None, None) => format!("record-{}-{}", file.record_index + 1, file.number),
        };
        let name = without_card_number(&format!("{stem}.{extension}"));
        if self.take(&name) {
            return Some(name);
        }
        loop {
            let next = self.next_numbers.entry(hash_of(&name)).or_insert(2);
            let numbered = without_card_number(&format!("{stem}-{next}.{extension}"));
            *next += 1;
            if self.take(&numbered) {
                return Some(numbered);
            }
        }
    }

    /// Adds a name, and returns whether it is new.
    fn take(&mut self, name: &str) -> bool {
        let is_new = !self.next_numbers.contains_key(&hash_of(name));
        self.next_numbers.entry(hash_of(name)).or_insert(2);
        is_new
    }
}

/// Masks card numbers: a name is shown in lists and by other programs, and may leave the machine.
fn without_card_number(name: &str) -> String {
    CardNumber::mask(name).replace('*', "_")
}

/// Returns the part of a name that an id gives, without an extension that the id has already.
fn safe_stem(id: &str, extension: &str) -> String {
    let is_safe =
        |character: char| character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '.');
    // Characters that are replaced may separate the digits of a card number.
    let mut stem: String = CardNumber::mask(id)
        .chars()
        .map(|character| if is_safe(character) { character } else { '_' })
        .collect();
    // Such a name would be hidden, or an option of a command.
    let start = stem.len() - stem.trim_start_matches(['.', '-']).len();
    stem.replace_range(..start, &"_".repeat(start));
    let (without, end) = stem.split_at(stem.len().saturating_sub(extension.len() + 1));
    if !without.is_empty()
        && end
            .strip_prefix('.')
            .is_some_and(|end| end.eq_ignore_ascii_case(extension))
    {
        stem.truncate(without.len());
    }
    stem.truncate(MAX_ID_LEN);
    if stem.is_empty() || is_device(&stem) {
        stem.insert(0, '_');
    }
    stem
}

/// Returns whether a name is that of a device on Windows, such as `con` or `COM1.text`.
fn is_device(name: &str) -> bool {
    let word = name
        .split('.')
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    let is_port = |port| {
        word.strip_prefix(port)
            .is_some_and(|number: &str| matches!(number.as_bytes(), [b'0'..=b'9']))
    };
    DEVICES.contains(&word.as_str()) || is_port("com") || is_port("lpt")
}

/// Returns a hash that is the same on every machine and for every case of the letters.
fn hash_of(name: &str) -> u64 {
    let digest = Sha256::digest(name.to_ascii_lowercase());
    u64::from_be_bytes(digest.first_chunk().copied().certain())
}

impl FileContent<'_> {
    /// Returns the usual extension of the content, recognized by its first bytes: `pdf`, `png`, `jpg`, `gif`, `tif`, `webp`, `heic`, `xml` or `zip`, which
    /// office documents are too. Every other content has `bin`.
    ///
    /// ```
    /// use std::convert::Infallible;
    /// use universal_accounting::{journal, report::Policy};
    ///
    /// let export = br#"{"serviceId": "s-81", "entries": [], "files": [{"contentAsBase64": "JVBERi0xLjQ="}]}"#;
    /// journal::files(export, &Policy::new(), |file| {
    ///     assert_eq!(file.content.map(|content| content.extension()), Some("pdf"));
    ///     Ok::<(), Infallible>(())
    /// })?;
    /// # Ok::<(), Infallible>(())
    /// ```
    #[must_use]
    pub fn extension(&self) -> &'static str {
        match self.head().as_slice() {
            [0x89, b'P', b'N', b'G', ..] => "png",
            [0xFF, 0xD8, 0xFF, ..] => "jpg",
            [b'G', b'I', b'F', b'8', ..] => "gif",
            [b'I', b'I', 42, 0, ..] | [b'M', b'M', 0, 42, ..] => "tif",
            [
                b'R',
                b'I',
                b'F',
                b'F',
                _,
                _,
                _,
                _,
                b'W',
                b'E',
                b'B',
                b'P',
                ..,
            ] => "webp",
            [
                _,
                _,
                _,
                _,
                b'f',
                b't',
                b'y',
                b'p',
                b'h' | b'm',
                b'e' | b'i',
                ..,
            ] => "heic",
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => "zip",
            // A byte order mark or whitespace may come before the header of a PDF or an XML document.
            head => match head
                .strip_prefix(b"\xEF\xBB\xBF")
                .unwrap_or(head)
                .trim_ascii_start()
            {
                [b'%', b'P', b'D', b'F', b'-', ..] => "pdf",
                [b'<', b'?', b'x', b'm', b'l', ..] => "xml",
                _ => "bin",
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::collections::HashSet;
    use std::convert::Infallible;

    use proptest::prelude::*;

    use super::*;
    use crate::journal::files;
    use crate::report::Policy;
    use crate::value::Base64;

    fn with_content(bytes: &[u8], choose: &mut dyn FnMut(ExportedFile<'_>)) {
        let content = Base64::new(bytes.to_vec());
        let export = format!(
            r#"{{"serviceId":"s","entries":[],"files":[{{"contentAsBase64":"{content}"}}]}}"#
        );
        let report = files(export.as_bytes(), &Policy::new(), |file| {
            choose(file);
            Ok::<(), Infallible>(())
        });
        assert!(report.is_ok_and(|report| report.is_valid()));
    }

    fn chosen(ids: &[&str]) -> Vec<String> {
        let (mut names, mut found) = (FileNames::new(), Vec::new());
        with_content(b"%PDF-1.4", &mut |file| {
            found = ids
                .iter()
                .filter_map(|id| {
                    names.choose(&ExportedFile {
                        id: Some(Cow::from(*id)),
                        ..file.clone()
                    })
                })
                .collect();
        });
        found
    }

    #[test]
    fn every_id_gives_a_safe_name() {
        for (id, name) in [
            ("file-4711", "file-4711.pdf"),
            ("scan.PDF", "scan.pdf"),
            ("scan.jpg", "scan.jpg.pdf"),
            ("../../etc/passwd", "___.._etc_passwd.pdf"),
            (".pdf", "_pdf.pdf"),
            ("-rf", "_rf.pdf"),
            ("Müller & Söhne", "M_ller___S_hne.pdf"),
            ("a\\b:c\0d\ne", "a_b_c_d_e.pdf"),
            ("CON", "_CON.pdf"),
            ("com1.x", "_com1.x.pdf"),
            ("nul.pdf", "_nul.pdf"),
            ("COM10", "COM10.pdf"),
            ("console", "console.pdf"),
            ("..", "__.pdf"),
            ("a.", "a..pdf"),
            ("scan 4111 1111 1111 1111", "scan________________1111.pdf"),
            ("4111111111111111.pdf", "____________1111.pdf"),
        ] {
            assert_eq!(chosen(&[id]), [name], "{id:?}");
        }
        assert_eq!(
            chosen(&[&"x".repeat(500)]),
            [format!("{}.pdf", "x".repeat(60))]
        );
    }

    #[test]
    fn equal_names_get_numbers() {
        let ids = ["a", "A", "a", "a-2", "a-3", "a/", "a_", "b"];
        let names = [
            "a.pdf",
            "A-2.pdf",
            "a-3.pdf",
            "a-2-2.pdf",
            "a-3-2.pdf",
            "a_.pdf",
            "a_-2.pdf",
            "b.pdf",
        ];
        assert_eq!(chosen(&ids), names);
    }

    #[test]
    fn masked_names_stay_unique() {
        let ids = [
            "4111111111111111",
            "4111 1111 1111 1111",
            "4222111111111111",
        ];
        let names = chosen(&ids);
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), 3);
        assert!(
            names.iter().all(|name| CardNumber::find(name).is_none()),
            "{names:?}"
        );
    }

    #[test]
    fn recognizes_contents_by_their_first_bytes() {
        for (bytes, extension) in [
            (&b"\xEF\xBB\xBF %PDF-1.7"[..], "pdf"),
            (b"\x89PNG\r\n", "png"),
            (b"\xFF\xD8\xFF\xE0", "jpg"),
            (b"GIF89a", "gif"),
            (b"II*\0", "tif"),
            (b"RIFF\0\0\0\0WEBPVP8 ", "webp"),
            (b"\0\0\0\x18ftypheic", "heic"),
            (b"<?xml version=\"1.0\"?>", "xml"),
            (b"PK\x03\x04", "zip"),
            (b"<html>", "bin"),
            (b"MZ", "bin"),
            (b"text", "bin"),
        ] {
            with_content(bytes, &mut |file| {
                assert_eq!(
                    file.content.map(|content| content.extension()),
                    Some(extension)
                );
            });
        }
    }

    proptest! {
        #[test]
        fn names_are_safe_and_never_equal(ids in prop::collection::vec(prop_oneof!["[aA][-.2]{0,3}", "(?i)con|nul|com1(\\.pdf)?", ".{0,120}"], 1..20)) {
            let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
            let names = chosen(&ids);
            prop_assert_eq!(names.len(), ids.len());
            let mut known = HashSet::new();
            for name in names {
                prop_assert!(name.len() <= 100 && !name.starts_with(['.', '-']) && !is_device(&name) && name.strip_suffix(".pdf").is_some(), "{}", name);
                prop_assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c)), "{}", name);
                prop_assert!(known.insert(name.to_lowercase()), "{}", name);
            }
        }
    }
}
