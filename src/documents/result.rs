use super::{CreationRequest, rules};
use crate::record::{FieldKind, TypedRecord, Violation, index_of, read_object, record};
use crate::report::{Diagnostic, Policy, Reading, Report};
use crate::value::Text;

record! {
    /// The service's answer to a request that created a document.
    pub CreationResult called "document result", "the answer to a request that created a document" {
        optional "serviceId" service_id: Text, FieldKind::Id,
            "the id of the generated document; present exactly if immediate processing was requested", "doc-81";
        required "serviceFileId" service_file_id: Text, FieldKind::Id, "the id of the generated file", "file-4711";
    }
}

const SERVICE_ID: usize = index_of(CreationResult::FIELDS, "serviceId");

/// Checks the answer to a request. If the request is given, checks that the answer belongs to it.
#[must_use]
pub fn check_result(source: &[u8], request: Option<&CreationRequest>, policy: &Policy) -> Report {
    read_result(source, request, policy).report
}

/// Reads the answer to a request. If the request is given, checks that the answer belongs to it.
///
/// ```
/// use universal_accounting::documents::{self, CreationRequest};
/// use universal_accounting::report::Policy;
/// use universal_accounting::value::Text;
///
/// let request = CreationRequest::new(Text::parse("f3b1c2.pdf")?, Text::parse("rechnung.pdf")?);
/// let result = br#"{"serviceId": "doc-81", "serviceFileId": "file-4711"}"#;
/// let reading = documents::read_result(result, Some(&request), &Policy::new().received());
/// assert_eq!(reading.report.findings[0].rule.id, "service-id-unasked");
/// # Ok::<(), universal_accounting::value::TextError>(())
/// ```
#[must_use]
pub fn read_result(
    source: &[u8],
    request: Option<&CreationRequest>,
    policy: &Policy,
) -> Reading<CreationResult> {
    read_object(source, policy, "result", &mut |record, sink| {
        let Some(request) = request else { return };
        if request.process_immediately && record.is_absent_or_empty(SERVICE_ID) {
            sink.push(Diagnostic::new(&rules::SERVICE_ID_MISSING, record.span));
            record.faulty = true;
        } else if !request.process_immediately && record.text(SERVICE_ID).is_some() {
            record.report(
                SERVICE_ID,
                &rules::SERVICE_ID_UNASKED,
                sink,
                Violation::default(),
            );
        }
    })
}

/// Writes the answer to a request as canonical JSON, with the [brand](Reading::brand) of a service in the names of its fields.
///
/// ```
/// use universal_accounting::documents;
/// use universal_accounting::report::Policy;
///
/// let reading = documents::read_result(br#"{"acmeFileId": "file-4711"}"#, None, &Policy::new());
/// let (result, brand) = reading.value.zip(reading.brand).ok_or("a result with a brand")?;
/// assert_eq!(documents::write_result_with_brand(&result, &brand), r#"{"acmeFileId":"file-4711"}"#);
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn write_result_with_brand(result: &CreationResult, brand: &str) -> String {
    // A quote within a value is escaped, so only names are followed by a quote and a colon.
    CreationResult::FIELDS
        .iter()
        .fold(result.to_json(), |json, field| {
            match field.name.strip_prefix("service") {
                Some(rest) => json.replace(
                    &format!("\"{}\":", field.name),
                    &format!("\"{brand}{rest}\":"),
                ),
                None => json,
            }
        })
}

/// Writes the answer to a request as canonical JSON.
///
/// ```
/// use universal_accounting::documents::{CreationResult, write_result};
/// use universal_accounting::value::Text;
///
/// let result = CreationResult::new(Text::parse("file-4711")?);
/// assert_eq!(write_result(&result), r#"{"serviceFileId":"file-4711"}"#);
/// # Ok::<(), universal_accounting::value::TextError>(())
/// ```
#[must_use]
pub fn write_result(result: &CreationResult) -> String {
    result.to_json()
}
