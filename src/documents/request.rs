use super::rules::SIGNED_FILE_NAME_UNKNOWN;
use crate::record::{FieldKind, Normalizer, TypedRecord, Violation, index_of, read_object, record};
use crate::report::{Fixes, Normalized, Policy, Reading, Report};
use crate::value::Text;

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
