//! Documents: the request that creates a document from an uploaded file, and the service's answer.
//!
//! [`check`], [`read`], [`normalize`] and [`write()`] are for requests, [`check_result`] and [`read_result`] for the answer.

use crate::record::{FieldKind, Normalizer, TypedRecord, Violation, index_of, read_object, record};
use crate::report::{Diagnostic, Fixes, Normalized, Policy, Reading, Report};
use crate::value::Text;
use rules::SIGNED_FILE_NAME_UNKNOWN;

/// The payment types that are in use. The contract allows any text.
const PAYMENT_TYPES: &[&str] = &[
    "not-yet-determined",
    "no-payment-necessary",
    "settled-payment",
    "payment-advise",
    "reconciliation-with-transaction",
    "credit-card",
    "expenses-employee",
];

record! {
    /// A request to create a document from a file that was uploaded before.
    ///
    /// ```
    /// use universal_accounting::documents::{self, CreationRequest};
    /// use universal_accounting::value::Text;
    ///
    /// let mut request = CreationRequest::new(Text::parse("f3b1c2.pdf")?, Text::parse("rechnung.pdf")?);
    /// request.process_immediately = true;
    /// assert_eq!(
    ///     documents::write(&request),
    ///     r#"{"signedFileName":"f3b1c2.pdf","fileName":"rechnung.pdf","processImmediately":true}"#
    /// );
    /// # Ok::<(), universal_accounting::value::TextError>(())
    /// ```
    pub CreationRequest called "document request", "a request to create a document from an uploaded file" {
        required "signedFileName" signed_file_name: Text, FieldKind::Id,
            "the name that the upload gave to the file", "f3b1c2.pdf";
        required "fileName" file_name: Text, FieldKind::Text, "the name of the file before the upload", "rechnung.pdf";
        defaulted "processImmediately" process_immediately: bool, FieldKind::Boolean,
            "whether the contents are extracted right after the upload; false if absent", "true";
        optional "paymentType" payment_type: Text, FieldKind::OpenChoice(PAYMENT_TYPES),
            "how the document is paid", "credit-card";
        optional "externalId" external_id: Text, FieldKind::Id,
            "the sender's own id of the document", "d-2026-0017";
    }
}

/// Checks a request to create a document.
///
/// ```
/// use universal_accounting::documents;
/// use universal_accounting::report::Policy;
///
/// let report = documents::check(b"{}", &Policy::new());
/// assert!(!report.is_valid());
/// ```
#[must_use]
pub fn check(source: &[u8], policy: &Policy) -> Report {
    read(source, policy).report
}

/// Reads a request to create a document.
///
/// ```
/// use universal_accounting::{documents, report::Policy};
///
/// let reading = documents::read(br#"{"signedFileName": "f3b1c2.pdf", "fileName": "rechnung.pdf"}"#, &Policy::new());
/// assert!(reading.value.is_some_and(|request| !request.process_immediately));
/// ```
#[must_use]
pub fn read(source: &[u8], policy: &Policy) -> Reading<CreationRequest> {
    read_object(source, policy, "request", &mut |_, _| {})
}

const SIGNED_FILE_NAME: usize = index_of(CreationRequest::FIELDS, "signedFileName");

/// Reads a request to create a document, and reports a `signedFileName` for which `was_uploaded` returns `false`.
///
/// This is for a service that knows the names of the uploaded files.
///
/// ```
/// use universal_accounting::{documents, report::Policy};
///
/// let request = br#"{"signedFileName": "f3b1c2.pdf", "fileName": "rechnung.pdf"}"#;
/// let reading = documents::read_with_uploads(request, |name| name == "a77e01.pdf", &Policy::new());
/// assert_eq!(reading.report.findings[0].rule.id, "signed-file-name-unknown");
/// ```
#[must_use]
pub fn read_with_uploads(
    source: &[u8],
    mut was_uploaded: impl FnMut(&str) -> bool,
    policy: &Policy,
) -> Reading<CreationRequest> {
    read_object(source, policy, "request", &mut |record, sink| {
        if record
            .text(SIGNED_FILE_NAME)
            .is_some_and(|name| !was_uploaded(&name))
        {
            record.report(
                SIGNED_FILE_NAME,
                &SIGNED_FILE_NAME_UNKNOWN,
                sink,
                Violation::default(),
            );
        }
    })
}

/// Applies fixes to a request and writes it as canonical JSON.
///
/// Nothing is lost, and every change is reported. Normalizing the result again changes nothing.
#[must_use]
pub fn normalize(source: &[u8], policy: &Policy, fixes: Fixes) -> Normalized {
    NORMALIZER.normalize(source, policy, fixes)
}

/// How requests are normalized.
pub(crate) static NORMALIZER: Normalizer = Normalizer {
    table: CreationRequest::TABLE,
    allows_sequences: false,
    check: |file, policy, _| check(file.bytes(), policy),
};

/// Writes a request as canonical JSON on one line.
#[must_use]
pub fn write(request: &CreationRequest) -> String {
    request.to_json()
}

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

/// The rules for document requests and for the answers to them.
pub(crate) mod rules {
    use crate::report::Example::{DocumentResult as Answer, UploadedDocument};
    use crate::report::rules;

    const IMMEDIATE_REQUEST: Option<&str> = Some(
        r#"{"signedFileName":"f3b1c2.pdf","fileName":"rechnung.pdf","processImmediately":true}"#,
    );
    const DEFERRED_REQUEST: Option<&str> =
        Some(r#"{"signedFileName":"f3b1c2.pdf","fileName":"rechnung.pdf"}"#);

    rules! {
        "0.1.0":

        error SIGNED_FILE_NAME_UNKNOWN {
            title: "No uploaded file has this name",
            message: "`{field}` names no uploaded file",
            help: "upload the file first, and send the name that the upload answered, exactly as it is",
            why: "A document is created from a file that was uploaded before, and the file is found by this name alone.",
            bad: UploadedDocument {
                uploaded: &["f3b1c2.pdf"],
                request: r#"{"signedFileName":"rechnung.pdf","fileName":"rechnung.pdf"}"#,
            },
            good: UploadedDocument {
                uploaded: &["f3b1c2.pdf"],
                request: r#"{"signedFileName":"f3b1c2.pdf","fileName":"rechnung.pdf"}"#,
            },
        }
        error SERVICE_ID_MISSING {
            title: "The answer has no id of the document",
            message: "`serviceId` is missing, though the request asked for immediate processing",
            help: "ask the service about the file; without the id, the document can't be tracked",
            why: "The answer has a `serviceId` exactly if `processImmediately` was true.",
            bad: Answer { request: IMMEDIATE_REQUEST, result: r#"{"serviceFileId":"file-4711"}"# },
            good: Answer { request: IMMEDIATE_REQUEST, result: r#"{"serviceId":"doc-81","serviceFileId":"file-4711"}"# },
        }
        error SERVICE_ID_UNASKED {
            title: "The answer has an id of a document that was not requested",
            message: "`{field}` is there, though the request did not ask for processing",
            help: "check whether the result belongs to this request",
            why: "The answer has a `serviceId` exactly if `processImmediately` was true.",
            bad: Answer { request: DEFERRED_REQUEST, result: r#"{"serviceId":"doc-81","serviceFileId":"file-4711"}"# },
            good: Answer { request: DEFERRED_REQUEST, result: r#"{"serviceFileId":"file-4711"}"# },
        }
    }
}
