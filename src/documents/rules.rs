//! The rules for document requests and for the answers to them.

use crate::report::Example::{DocumentResult as Answer, UploadedDocument};
use crate::report::rules;

const IMMEDIATE_REQUEST: Option<&str> =
    Some(r#"{"signedFileName":"f3b1c2.pdf","fileName":"rechnung.pdf","processImmediately":true}"#);
const DEFERRED_REQUEST: Option<&str> = Some(r#"{"signedFileName":"f3b1c2.pdf","fileName":"rechnung.pdf"}"#);

rules! {
    "0.1.0":

    error SIGNED_FILE_NAME_UNKNOWN {
        title: "No uploaded file has this name",
        message: "`{field}` names no uploaded file",
        help: "upload the file first, and send the name that the upload answered, exactly as it is",
        why: "A document is created from a file that was uploaded before (contract 4.2). Which one is meant can't be guessed.",
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
        title: "The document that was asked for is not there",
        message: "`serviceId` is missing, though the request asked for processing at once",
        help: "ask the service what became of the file; without the id the document can't be followed",
        why: "`serviceId` is there exactly when `processImmediately` was true (contract 2.2).",
        bad: Answer { request: IMMEDIATE_REQUEST, result: r#"{"serviceFileId":"file-4711"}"# },
        good: Answer { request: IMMEDIATE_REQUEST, result: r#"{"serviceId":"doc-81","serviceFileId":"file-4711"}"# },
    }
    error SERVICE_ID_UNASKED {
        title: "A document that nobody asked for",
        message: "`{field}` is there, though the request did not ask for processing",
        help: "check whether the result belongs to this request",
        why: "`serviceId` is there exactly when `processImmediately` was true (contract 2.2).",
        bad: Answer { request: DEFERRED_REQUEST, result: r#"{"serviceId":"doc-81","serviceFileId":"file-4711"}"# },
        good: Answer { request: DEFERRED_REQUEST, result: r#"{"serviceFileId":"file-4711"}"# },
    }
}
