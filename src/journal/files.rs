use std::borrow::Cow;

use super::exported_file::{
    ExportedFile, FileContent, is_misnamed, is_text_or_null, report_misnamed, report_wrong_type,
};
use super::model::{File, JournalRecord};
use crate::json::{MemberKey, Reader, SyntaxError, Value, ValueKind};
use crate::record::rules::WRONG_PAYLOAD;
use crate::record::rules::json::{DUPLICATE_KEY, NOT_AN_OBJECT};
use crate::record::rules::shape::EMPTY_OPTIONAL;
use crate::record::rules::value::BASE64_INVALID;
use crate::record::{Brand, Document, Field, check_file, index_of, json_type};
use crate::report::{Collector, Diagnostic, Policy, Report};
use crate::source::SourceFile;

const RECORD_ID: &Field = field_of(JournalRecord::FIELDS, "serviceId");
const FILES: &Field = field_of(JournalRecord::FIELDS, "files");
const FILE_ID: &Field = field_of(File::FIELDS, "serviceFileId");
const CONTENT: &Field = field_of(File::FIELDS, "contentAsBase64");

#[allow(clippy::indexing_slicing, reason = "runs in the compiler only")]
const fn field_of(fields: &'static [Field], name: &str) -> &'static Field {
    &fields[index_of(fields, name)]
}

/// Calls `visit` for each file of a journal export, in the order of the export, and returns a report.
///
/// The export is read as [`check`](super::check) reads it: an array of records, one record or, with [`Policy::sequence`], one record a line. No record
/// is built and no content is copied: each is decoded from the bytes of the export when [`FileContent::write_to`] is called.
///
/// The report has the errors after which a file could be missing or wrong: faults of the JSON, files that are not where the contract has them, and
/// contents that are not base64. `visit` is not called for these files. Whether the other fields are valid is not checked.
///
/// # Errors
///
/// The first error of `visit`, after which no more files are visited.
///
/// ```
/// use std::io;
/// use universal_accounting::{journal, report::Policy};
///
/// let export = br#"[{"serviceId": "s-81", "entries": [], "files": [
///     {"serviceFileId": "f-1", "contentAsBase64": "SGVsbG8="}, {"serviceFileId": "f-2"}, {"contentAsBase64": "?"}]}]"#;
/// let mut files = Vec::new();
/// let report = journal::files(export, &Policy::new(), |file| {
///     let mut bytes = Vec::new();
///     if let Some(content) = file.content {
///         content.write_to(&mut bytes)?;
///     }
///     files.push((file.id.map(|id| id.into_owned()), bytes));
///     Ok::<(), io::Error>(())
/// })?;
/// assert_eq!(files, [(Some("f-1".to_owned()), b"Hello".to_vec()), (Some("f-2".to_owned()), Vec::new())]);
/// assert_eq!((report.findings[0].rule.id, report.findings[0].pointer.as_str()), ("base64-invalid", "/0/files/2/contentAsBase64"));
/// # Ok::<(), io::Error>(())
/// ```
pub fn files<E>(
    source: &[u8],
    policy: &Policy,
    mut visit: impl FnMut(ExportedFile<'_>) -> Result<(), E>,
) -> Result<Report, E> {
    let mut failure = None;
    let mut walk = Walk {
        brand: policy.brand_name().and_then(Brand::parse),
        record_count: 0,
        is_stopped: false,
        visit: &mut |file| {
            failure = visit(file).err();
            failure.is_none()
        },
    };
    let read = &mut |document: &mut Document<'_, '_, '_>| walk.read_document(document);
    let report = check_file(
        &SourceFile::new(source),
        policy,
        Some(|key| key.ends_with("Id")),
        read,
    );
    failure.map_or(Ok(report), Err)
}

/// The walk over the records of an export.
struct Walk<'v> {
    /// What is written in the place of `service`, once a record has shown it.
    brand: Option<Brand>,
    record_count: usize,
    /// Whether `visit` has returned false.
    is_stopped: bool,
    visit: &'v mut dyn FnMut(ExportedFile<'_>) -> bool,
}

impl Walk<'_> {
    fn read_document(&mut self, document: &mut Document<'_, '_, '_>) -> Result<(), SyntaxError> {
        if self.is_stopped {
            return Ok(());
        }
        let value = document.reader.read_value()?;
        if value.kind != ValueKind::Array {
            return self.read_record(document, &value);
        }
        while !self.is_stopped && document.reader.next_element()? {
            let record = document.reader.read_value()?;
            self.read_record(document, &record)?;
        }
        Ok(())
    }

    fn read_record<'s>(
        &mut self,
        document: &mut Document<'s, '_, '_>,
        record: &Value<'s>,
    ) -> Result<(), SyntaxError> {
        // Errors before the record are none of the record.
        document.report_recovered_errors();
        let since = document.sink.checkpoint();
        let record_index = self.record_count;
        self.record_count += 1;
        let id = if record.kind == ValueKind::Object {
            let learned = || {
                Brand::learn(
                    document.reader.nested_reader(record.span.start),
                    JournalRecord::FIELDS,
                )
            };
            self.brand = self.brand.take().or_else(learned);
            self.read_members(document, record, record_index)?
        } else {
            document.reject_value(JournalRecord::TABLE.name, record)?;
            None
        };
        document.report_recovered_errors();
        document.sink.set_item(since, record_index, id.as_deref());
        Ok(())
    }

    /// Reads the members of a record, visits its files, and returns its id.
    fn read_members<'s>(
        &mut self,
        document: &mut Document<'s, '_, '_>,
        record: &Value<'s>,
        record_index: usize,
    ) -> Result<Option<Cow<'s, str>>, SyntaxError> {
        let (mut id, mut files, mut misnamed) = (None, None, None);
        let (mut is_record, mut is_empty) = (false, true);
        while let Some(key) = document.reader.next_member()? {
            let value = document.reader.read_value()?;
            document.reader.skip(&value)?;
            let name = self.contract_name(&key);
            is_empty = false;
            is_record |= JournalRecord::FIELDS.iter().any(|field| field.name == name);
            if name == RECORD_ID.name {
                id = id.or_else(|| text_of(&value));
            } else if name == FILES.name {
                if files.is_some() {
                    document
                        .sink
                        .push(Diagnostic::new(&DUPLICATE_KEY, key.span));
                }
                files = files.or(Some(value));
            } else if is_misnamed(&name, FILES) {
                misnamed = misnamed.or(Some(key));
            }
        }
        if !is_record && !is_empty && misnamed.is_none() {
            let diagnostic =
                Diagnostic::new(&WRONG_PAYLOAD, record.span).param("expected", "a journal record");
            let diagnostic =
                diagnostic.param("found", "an object without a field of a journal record");
            document.sink.push(diagnostic.param("hint", ""));
        }
        match (files, misnamed) {
            // The record's id may follow the files, so they are read again when it is known. The errors in them are known by now.
            (Some(files), _) => {
                let mut file = ExportedFile {
                    record_index,
                    record_id: id,
                    number: 0,
                    id: None,
                    content: None,
                };
                self.read_files(document, &files, &mut file)?;
                id = file.record_id;
            }
            (None, Some(key)) => report_misnamed(&key, FILES, document.sink),
            (None, None) => {}
        }
        Ok(id)
    }

    /// Visits the files of a record. `file` has what is known about each of them.
    fn read_files<'s>(
        &mut self,
        document: &mut Document<'s, '_, '_>,
        files: &Value<'s>,
        file: &mut ExportedFile<'s>,
    ) -> Result<(), SyntaxError> {
        match files.kind {
            ValueKind::Array => {}
            ValueKind::Null => return Ok(()),
            _ => {
                report_wrong_type(FILES, files, document.sink);
                return Ok(());
            }
        }
        let mut reader = document.reader.nested_reader(files.span.start);
        reader.read_value()?;
        while !self.is_stopped && reader.next_element()? {
            let value = reader.read_value()?;
            file.number += 1;
            if value.kind != ValueKind::Object {
                reader.skip(&value)?;
                let diagnostic =
                    Diagnostic::new(&NOT_AN_OBJECT, value.span).param("what", File::TABLE.name);
                document
                    .sink
                    .push(diagnostic.param("found", json_type(value.kind).name()));
            } else if self.read_file(&mut reader, file, document.sink)? {
                self.is_stopped = !(self.visit)(file.clone());
            }
        }
        Ok(())
    }

    /// Reads the members of a file, and returns whether they have no error.
    fn read_file<'s>(
        &self,
        reader: &mut Reader<'s>,
        file: &mut ExportedFile<'s>,
        sink: &mut Collector<'_>,
    ) -> Result<bool, SyntaxError> {
        (file.id, file.content) = (None, None);
        let (mut is_valid, mut has_content, mut misnamed) = (true, false, None);
        while let Some(key) = reader.next_member()? {
            let value = reader.read_value()?;
            reader.skip(&value)?;
            let name = self.contract_name(&key);
            if name == FILE_ID.name {
                is_valid &= is_text_or_null(FILE_ID, &value, sink);
                file.id = text_of(&value);
            } else if name == CONTENT.name {
                has_content = true;
                is_valid &= is_text_or_null(CONTENT, &value, sink);
                if let ValueKind::Text(text) = value.kind {
                    let content = FileContent::new(text).map_err(|reason| {
                        let diagnostic = Diagnostic::new(&BASE64_INVALID, value.span)
                            .param("field", CONTENT.name);
                        sink.push(diagnostic.param("reason", reason.to_string()));
                    });
                    is_valid &= content.is_ok();
                    // No receipt is empty, so an empty text stands for a content that the export leaves out.
                    if content.is_ok_and(|content| content.size() == 0) {
                        let diagnostic = Diagnostic::new(&EMPTY_OPTIONAL, value.span);
                        sink.push(diagnostic.param("field", CONTENT.name));
                    }
                    file.content = content.ok().filter(|content| content.size() > 0);
                }
            } else if is_misnamed(&name, CONTENT) {
                misnamed = misnamed.or(Some(key));
            }
        }
        if let Some(key) = misnamed.filter(|_| !has_content) {
            report_misnamed(&key, CONTENT, sink);
        }
        Ok(is_valid)
    }

    /// Returns the name that the contract writes for the name of a member.
    fn contract_name<'s>(&self, key: &MemberKey<'s>) -> Cow<'s, str> {
        let name = key.text.decode();
        match &self.brand {
            Some(brand) => brand.contract_name(name),
            None => name,
        }
    }
}

/// Returns a text that is not blank.
fn text_of<'s>(value: &Value<'s>) -> Option<Cow<'s, str>> {
    let ValueKind::Text(text) = value.kind else {
        return None;
    };
    Some(text.decode()).filter(|text| !text.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use proptest::prelude::*;

    use super::*;
    use crate::value::Base64;

    /// Returns what is visited, as texts, and the findings.
    fn visited(export: &str, policy: &Policy) -> (Vec<String>, Vec<String>) {
        let mut visited = Vec::new();
        let report = files(export.as_bytes(), policy, |file| {
            let ExportedFile {
                record_index,
                record_id,
                number,
                id,
                content,
            } = file;
            let content = content.map(|content| {
                let mut bytes = Vec::new();
                content.write_to(&mut bytes).unwrap();
                assert_eq!(bytes.len(), content.size());
                String::from_utf8(bytes).unwrap()
            });
            let [record_id, id, content] = [
                record_id.map(Cow::into_owned),
                id.map(Cow::into_owned),
                content,
            ]
            .map(Option::unwrap_or_default);
            visited.push(format!(
                "{record_index} {record_id} {number} {id} {content}"
            ));
            Ok::<(), Infallible>(())
        });
        let Ok(report) = report;
        let findings = report.findings.iter().map(|finding| {
            let item = finding.item.as_ref().map(|item| item.index);
            format!(
                "{}:{} {} {} {item:?}",
                finding.line, finding.column, finding.rule.id, finding.pointer
            )
        });
        (visited, findings.collect())
    }

    fn assert_visits(export: &str, files: &[&str]) {
        assert_eq!(
            visited(export, &Policy::new().sequence()),
            (files.iter().map(|&file| file.to_owned()).collect(), vec![]),
            "{export}"
        );
    }

    fn assert_finds(export: &str, findings: &[&str]) {
        assert_eq!(visited(export, &Policy::new()).1, findings, "{export}");
    }

    #[test]
    fn visits_the_files_of_every_form_of_export() {
        let record = |id| {
            format!(
                r#"{{"serviceId":"{id}","files":[{{"serviceFileId":"f","contentAsBase64":"YQ"}}]}}"#
            )
        };
        assert_visits(&record("r"), &["0 r 1 f a"]);
        assert_visits(
            &format!("[{},{}]", record("r"), record("s")),
            &["0 r 1 f a", "1 s 1 f a"],
        );
        assert_visits(
            &format!("{}\n{}\n", record("r"), record("s")),
            &["0 r 1 f a", "1 s 1 f a"],
        );
        assert_visits("[]", &[]);
        assert_visits("{}", &[]);
        assert_visits(
            r#"[{"serviceId":"r","entries":[]},{"serviceId":"s","files":null},{"serviceId":"t","files":[]}]"#,
            &[],
        );
        let empty = r#"{"serviceId":"r","files":[{},{"contentAsBase64":null},{"contentAsBase64":""},{"contentAsBase64":" "}]}"#;
        let (files, findings) = visited(empty, &Policy::new());
        assert_eq!(files, ["0 r 1  ", "0 r 2  ", "0 r 3  ", "0 r 4  "]);
        assert_eq!(
            findings,
            [
                "1:74 empty-optional /files/2/contentAsBase64 Some(0)",
                "1:97 empty-optional /files/3/contentAsBase64 Some(0)",
            ]
        );
        assert_visits(
            r#"{"files":[{"contentAsBase64":"YQ=="}],"serviceId":"after"}"#,
            &["0 after 1  a"],
        );
        // Other members don't matter, even if they are wrong.
        assert_visits(
            r#"{"serviceId":"r","entries":3,"files":[{"name":[{"files":[]}],"contentAsBase64":"YQ=="}]}"#,
            &["0 r 1  a"],
        );
    }

    #[test]
    fn finds_ids_with_any_brand() {
        let export = r#"[{"files":[{"acmeFileId":"f"}],"acmeId":"r","entries":[]},{"files":[{"acmeFileId":"g"}]}]"#;
        assert_visits(export, &["0 r 1 f ", "1  1 g "]);
        assert_eq!(
            visited(export, &Policy::new().brand("acme")).0,
            ["0 r 1 f ", "1  1 g "]
        );
        assert_eq!(
            visited(export, &Policy::new().brand("other")).0,
            ["0  1  ", "1  1  "]
        );
    }

    #[test]
    fn decodes_escapes_in_parts() {
        assert_visits(
            r#"{"serviceId":"r","files":[{"contentAsBase64":"YWJ\r\njZGV\u006d\t"}]}"#,
            &["0 r 1  abcdef"],
        );
        let mut bytes = Vec::new();
        let export = br#"{"serviceId":"r","files":[{"contentAsBase64":"\/\/\/\/"}]}"#;
        let report = files(export, &Policy::new(), |file| {
            file.content
                .map_or(Ok(()), |content| content.write_to(&mut bytes))
        });
        assert!(report.is_ok_and(|report| report.is_valid()));
        assert_eq!(bytes, [255, 255, 255]);
    }

    #[test]
    fn reports_what_can_hide_a_file() {
        assert_finds(
            r#"[{"serviceId":"r","files":[{"contentAsBase64":"YQ="},{"contentAsBase64":"*"},{"contentAsBase64":"YWI"}]}]"#,
            &[
                "1:47 base64-invalid /0/files/0/contentAsBase64 Some(0)",
                "1:73 base64-invalid /0/files/1/contentAsBase64 Some(0)",
            ],
        );
        assert_finds(
            r#"[{"serviceId":"r","files":{}}]"#,
            &["1:27 wrong-type /0/files Some(0)"],
        );
        assert_finds(
            r#"[{"serviceId":"r","files":["YQ=="]}]"#,
            &["1:28 not-an-object /0/files/0 Some(0)"],
        );
        assert_finds(
            r#"[{"serviceId":"r","files":[{"contentAsBase64":1,"serviceFileId":2}]}]"#,
            &[
                "1:47 wrong-type /0/files/0/contentAsBase64 Some(0)",
                "1:65 wrong-type /0/files/0/serviceFileId Some(0)",
            ],
        );
        assert_finds(
            r#"[{"serviceId":"r","files":[],"files":[]}]"#,
            &["1:30 duplicate-key /0/files Some(0)"],
        );
        assert_finds(
            r#"[{"serviceId":"r","files":[{"contentAsBase64":"YQ","contentAsBase64":"YQ"}]}]"#,
            &["1:52 duplicate-key /0/files/0/contentAsBase64 Some(0)"],
        );
        assert_finds(
            r#"[{"serviceId":"r","Files":[]},{"serviceId":"r","files":[{"contentAsBase64":"YQ",}]}]"#,
            &[
                "1:19 unknown-field /0/Files Some(0)",
                "1:80 trailing-comma /1/files/0 Some(1)",
            ],
        );
        assert_finds(
            r#"{"serviceId":"r","files":[{"contentAsbase64":"YQ"}]}"#,
            &["1:28 unknown-field /files/0/contentAsbase64 Some(0)"],
        );
        assert_finds(
            r#"{"serviceId":"r","files":[{"contentAsBase64":"YQ"}"#,
            &["1:51 json-syntax /files None"],
        );
        assert_finds("[1]", &["1:2 not-an-object /0 Some(0)"]);
        assert_finds(r#"{"transactions":[]}"#, &["1:1 wrong-payload  Some(0)"]);
        assert_finds("", &["1:1 empty-file  None"]);
    }

    #[test]
    fn the_first_error_of_the_visitor_ends_the_walk() {
        let export = "[{\"serviceId\":\"r\",\"files\":[{},{}]},{\"files\":[{}]}]\n{\"files\":[{}]}";
        let mut count = 0;
        let result = files(export.as_bytes(), &Policy::new().sequence(), |file| {
            count += 1;
            if file.number == 2 {
                Err("stop")
            } else {
                Ok(())
            }
        });
        assert_eq!((result.err(), count), (Some("stop"), 2));
    }

    proptest! {
        #[test]
        fn accepts_and_decodes_the_contents_that_base64_accepts(
            text in "[A-Ca-c01]{0,70}[A-C+/=]{0,5}[A-C\\-_= \n\r\t*é]{0,3}[A-C= \n]{0,4}",
            escape_all in any::<bool>(),
        ) {
            let json = if escape_all {
                let units = text.encode_utf16().flat_map(|unit| format!("\\u{unit:04x}").chars().collect::<Vec<_>>());
                format!("\"{}\"", units.collect::<String>())
            } else {
                serde_json::to_string(&text).unwrap().replace('/', "\\/")
            };
            let export = format!(r#"{{"serviceId":"r","files":[{{"contentAsBase64":{json}}}]}}"#);
            let mut decoded = Vec::new();
            let report = files(export.as_bytes(), &Policy::new(), |file| file.content.map_or(Ok(()), |content| content.write_to(&mut decoded))).unwrap();
            match Base64::parse(&text) {
                Ok(content) => prop_assert!(report.is_valid() && content.bytes() == decoded, "{}", text),
                Err(error) => {
                    let reasons: Vec<String> = report.findings.iter().map(|finding| finding.params[1].1.to_string()).collect();
                    prop_assert_eq!(reasons, [error.to_string()]);
                }
            }
        }
    }
}
