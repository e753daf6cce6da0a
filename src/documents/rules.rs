//! The rules for document requests and for the answers to them.

use crate::report::Example::{DocumentResult as Answer, UploadedDocument};
use crate::report::rules;

const IMMEDIATE_REQUEST: Option<&str> =
    Some(r#"{"signedFileName":"f3b1c2.pdf","fileName":"rechnung.pdf","processImmediately":true}"#);
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
