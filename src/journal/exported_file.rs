use std::borrow::Cow;
use std::convert::Infallible;
use std::io::{self, Write};

use crate::json::{JsonText, MemberKey, Value, ValueKind};
use crate::record::rules::WRONG_TYPE;
use crate::record::rules::json::UNKNOWN_FIELD;
use crate::record::{Field, json_type, nearest};
use crate::report::{Collector, Diagnostic, sanitize_name};
use crate::value::{Base64Characters, Base64Decoder, Base64Error, Base64Form};

/// A file of a journal export, with its content if the export has it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExportedFile<'s> {
    /// The index of the record with the file, counted from 0 over all records of the export.
    pub record_index: usize,
    /// The id of the record.
    pub record_id: Option<Cow<'s, str>>,
    /// The number of the file in its record, counted from 1.
    pub number: usize,
    /// The id of the file, which its download needs.
    pub id: Option<Cow<'s, str>>,
    /// The content. Without it, the file can only be downloaded. An empty one is none, because no receipt is empty.
    pub content: Option<FileContent<'s>>,
}

impl ExportedFile<'_> {
    /// Returns the path below the base URL of the service that the file can be downloaded from, if its id is known.
    ///
    /// The caller needs the scope `api:documents:read-exported`.
    #[must_use]
    pub fn download_path(&self) -> Option<String> {
        let mut path = "/api/public/v1/documents/files/".to_owned();
        for byte in self.id.as_ref()?.bytes() {
            match byte {
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                    path.push(char::from(byte));
                }
                _ => path.extend(format!("%{byte:02X}").chars()),
            }
        }
        path.push_str("/download");
        Some(path)
    }
}

/// The content of an exported file. It is decoded from the bytes of the export when it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileContent<'s> {
    text: JsonText<'s>,
    form: Base64Form,
}

/// How many bytes of a content decide its kind.
const HEAD_LEN: usize = 1024;

impl<'s> FileContent<'s> {
    pub(super) fn new(text: JsonText<'s>) -> Result<Self, Base64Error> {
        let mut characters = Base64Characters::default();
        let _ = text.try_for_each_part(|part| {
            characters.add(part.as_bytes());
            Ok::<(), Infallible>(())
        });
        Ok(Self {
            text,
            form: characters.form()?,
        })
    }

    /// Returns the size in bytes.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.form.size()
    }

    /// Decodes the content and writes it, a few kilobytes at a time.
    ///
    /// # Errors
    ///
    /// `out` fails.
    pub fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        let mut decoder = Base64Decoder::new(self.form);
        self.text
            .try_for_each_part(|part| decoder.add(part.as_bytes(), out))?;
        decoder.finish(out)
    }

    /// Returns the first bytes.
    pub(super) fn head(&self) -> Vec<u8> {
        let mut head = Head(Vec::with_capacity(HEAD_LEN));
        // Writing fails when there are enough bytes.
        let _ = self.write_to(&mut head);
        head.0
    }
}

/// Takes the first bytes and then fails, so that no more are decoded.
struct Head(Vec<u8>);

impl Write for Head {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(HEAD_LEN - self.0.len());
        self.0.extend(bytes.iter().take(taken));
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns whether a value is a text or null, and reports any other.
pub(super) fn is_text_or_null(field: &Field, value: &Value<'_>, sink: &mut Collector<'_>) -> bool {
    let is_valid = matches!(value.kind, ValueKind::Text(_) | ValueKind::Null);
    if !is_valid {
        report_wrong_type(field, value, sink);
    }
    is_valid
}

/// Reports a value that is not of the type of the field.
pub(super) fn report_wrong_type(field: &Field, value: &Value<'_>, sink: &mut Collector<'_>) {
    let diagnostic = Diagnostic::new(&WRONG_TYPE, value.span).param("field", field.name);
    let diagnostic = diagnostic.param("found", json_type(value.kind).name());
    sink.push(diagnostic.param("expected", field.json_type().name()));
}

/// Returns whether a name is probably meant as that of the field. No other name of the contract is nearly the same.
pub(super) fn is_misnamed(name: &str, field: &Field) -> bool {
    nearest(name, [field.name]).is_some()
}

/// Reports an unknown name instead of that of a field, because its value is not extracted.
pub(super) fn report_misnamed(key: &MemberKey<'_>, field: &Field, sink: &mut Collector<'_>) {
    let diagnostic =
        Diagnostic::new(&UNKNOWN_FIELD, key.span).param("name", sanitize_name(&key.text.decode()));
    sink.push(diagnostic.param("hint", format!("; `{}` was probably meant", field.name)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_of_a_download_is_that_of_the_endpoint() {
        let path = |id| {
            let id = Some(Cow::from(id));
            ExportedFile {
                record_index: 0,
                record_id: None,
                number: 1,
                id,
                content: None,
            }
            .download_path()
            .unwrap()
        };
        let template = crate::endpoint::Endpoint::DownloadFile.path();
        assert_eq!(path("file-4711"), template.replace(":id", "file-4711"));
        assert_eq!(
            path("a/b é?~"),
            template.replace(":id", "a%2Fb%20%C3%A9%3F~")
        );
    }
}
