//! The rules of documents: what the result says of its request.

use crate::report::Example::DocumentResult as Answer;
use crate::report::Severity::Error;
use crate::report::rules;

const AT_ONCE: Option<&str> =
    Some(r#"{"signedFileName":"f3b1c2.pdf","fileName":"rechnung.pdf","processImmediately":true}"#);
const LATER: Option<&str> = Some(r#"{"signedFileName":"f3b1c2.pdf","fileName":"rechnung.pdf"}"#);

rules! {
    SERVICE_ID_MISSING {
        id: "service-id-missing",
        severity: Error,
        title: "The document that was asked for is not there",
        message: "`serviceId` is missing, though the request asked for processing at once",
        help: "ask the service what became of the file; without the id the document can't be followed",
        why: "`serviceId` is there exactly when `processImmediately` was true (contract 2.2).",
        bad: Answer { request: AT_ONCE, result: r#"{"serviceFileId":"file-4711"}"# },
        good: Answer { request: AT_ONCE, result: r#"{"serviceId":"doc-81","serviceFileId":"file-4711"}"# },
    }
    SERVICE_ID_UNASKED {
        id: "service-id-unasked",
        severity: Error,
        title: "A document that nobody asked for",
        message: "`{field}` is there, though the request did not ask for processing",
        help: "check whether the result belongs to this request",
        why: "`serviceId` is there exactly when `processImmediately` was true (contract 2.2).",
        bad: Answer { request: LATER, result: r#"{"serviceId":"doc-81","serviceFileId":"file-4711"}"# },
        good: Answer { request: LATER, result: r#"{"serviceFileId":"file-4711"}"# },
    }
}
