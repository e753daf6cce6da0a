use serde::{Serialize, Serializer};

use super::findings::{ReportView, to_json_line, view};
use crate::journal::ExportedFile;
use crate::report::Report;

/// A file of a journal export, and the file that was written for it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExtractedFile {
    /// The index of the record with the file, counted from 0 over all records of the export.
    pub record_index: usize,
    /// The id of the record.
    pub record_id: Option<String>,
    /// The number of the file in its record, counted from 1.
    pub number: usize,
    /// The id of the file.
    pub id: Option<String>,
    /// The path to download the file from, if it was not written and the export has its id.
    pub download_path: Option<String>,
    /// The written file; `None` if the export has no content.
    pub written: Option<WrittenFile>,
}

/// A file that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenFile {
    /// The name in its folder.
    pub name: String,
    /// The size in bytes.
    pub size: usize,
    /// The SHA-256 digest of the content.
    pub sha256: [u8; 32],
}

impl ExtractedFile {
    /// Describes a file of an export.
    #[must_use]
    pub fn new(file: &ExportedFile<'_>, written: Option<WrittenFile>) -> Self {
        Self {
            record_index: file.record_index,
            record_id: file.record_id.as_deref().map(str::to_owned),
            number: file.number,
            id: file.id.as_deref().map(str::to_owned),
            download_path: if written.is_none() {
                file.download_path()
            } else {
                None
            },
            written,
        }
    }
}

impl WrittenFile {
    /// Returns the digest in lower-case hexadecimal digits.
    #[must_use]
    pub fn hex_sha256(&self) -> String {
        self.sha256
            .iter()
            .flat_map(|byte| [byte >> 4, byte & 15])
            .filter_map(|digit| char::from_digit(digit.into(), 16))
            .collect()
    }
}

view! {
    /// The result of extracting the files of a journal export.
    #[cfg_attr(test, schemars(title = "Extraction"))]
    struct ExtractionView<'e> fn new(file: &'e str, folder: &'e str, files: &'e [ExtractedFile], report: &'e Report) {
        /// The folder that the files were written to, as the caller gave it.
        folder: &'e str = folder,
        /// The files of the export, in its order; empty if the report has an error, because then nothing is written.
        #[cfg_attr(test, schemars(with = "Vec<ExtractedFileView<'e>>"))]
        files: ExtractedFiles<'e> = ExtractedFiles(files),
        /// The report on the files of the export. The other fields are not checked.
        report: ReportView<'e> = ReportView::new(file, report),
    }
}

/// The files, of which each view is built when it is serialized: an export can have hundreds of thousands.
struct ExtractedFiles<'e>(&'e [ExtractedFile]);

impl Serialize for ExtractedFiles<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(ExtractedFileView::new))
    }
}

view! {
    /// A file of the export.
    struct ExtractedFileView<'e> as "extracted-file" fn new(file: &'e ExtractedFile) {
        /// The record with the file.
        record: RecordView<'e> = RecordView::new(file),
        /// The position of the file in its record, counted from 1.
        number: usize = file.number,
        /// The id of the file; null if the export has none, or if values are redacted.
        file_id: Option<&'e str> = file.id.as_deref(),
        /// The file that was written; null if the export has no content.
        written: Option<WrittenFileView<'e>> = file.written.as_ref().map(WrittenFileView::new),
        /// The path below the base URL of the service to download a file from whose content the export does not have; null if its id is not known or redacted.
        #[cfg_attr(test, schemars(schema_with = "optional_text"))]
        download?: Option<Option<&'e str>> = file.written.is_none().then_some(file.download_path.as_deref()),
    }
}

view! {
    /// The record of a file.
    struct RecordView<'e> as "record-of-file" fn new(file: &'e ExtractedFile) {
        /// The position in the export, counted from 0.
        index: usize = file.record_index,
        /// The id; null if the record has none, or if values are redacted.
        id: Option<&'e str> = file.record_id.as_deref(),
    }
}

view! {
    /// A file that was written.
    struct WrittenFileView<'e> as "written-file" fn new(file: &'e WrittenFile) {
        /// The name in the folder, or `…` if values are redacted.
        name: &'e str = &file.name,
        /// The size in bytes.
        size: usize = file.size,
        /// The SHA-256 digest of the content, in hexadecimal digits.
        sha256: String = file.hex_sha256(),
    }
}

/// Renders the result of extracting the files of a journal export as one JSON object on one line.
///
/// ```
/// use std::convert::Infallible;
/// use universal_accounting::render::{self, ExtractedFile};
/// use universal_accounting::{journal, report::Policy};
///
/// let export = br#"{"serviceId": "s-81", "entries": [], "files": [{"serviceFileId": "f-1"}]}"#;
/// let mut files = Vec::new();
/// let report = journal::files(export, &Policy::new(), |file| {
///     files.push(ExtractedFile::new(&file, None));
///     Ok::<(), Infallible>(())
/// })?;
/// let json = render::extraction_json("export.json", "receipts", &files, &report);
/// assert!(json.starts_with(r#"{"folder":"receipts","files":[{"record":{"index":0,"id":"s-81"},"number":1,"fileId":"f-1","written":null,"#));
/// # Ok::<(), Infallible>(())
/// ```
#[must_use]
pub fn extraction_json(
    file: &str,
    folder: &str,
    files: &[ExtractedFile],
    report: &Report,
) -> String {
    to_json_line(&ExtractionView::new(file, folder, files, report))
}

#[cfg(test)]
fn optional_text(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "type": ["string", "null"] })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::assert_schema_matches_file;

    #[test]
    fn schema_file_matches_the_view() {
        assert_schema_matches_file::<ExtractionView<'_>>("extraction");
    }
}
