use std::time::Duration;

use super::failure::Reason;
use super::headers::Headers;
use super::problem_body::{NamedFault, read_faults};
use crate::documents::{CreationRequest, CreationResult};
use crate::report::Policy;
use crate::transactions::ImportResult;
use crate::{base_data, documents, transactions};

/// The work that a request asks for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Work<'d> {
    /// Import so many transactions.
    Import(u64),
    /// Replace the base data.
    Update,
    /// Create a document.
    Create(&'d CreationRequest),
}

/// The answer to a request that did its work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Success {
    Imported(ImportResult),
    Updated,
    Created(CreationResult),
}

/// What a response means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Answer {
    /// The work is done.
    Done(Success),
    /// The request may succeed later. The service may ask for a wait.
    Later(Reason, Option<Duration>),
    /// The request can't succeed as it is. The response may name faulty values.
    Refused(Reason, Vec<NamedFault>),
}

impl Answer {
    /// Reads a response.
    pub(super) fn read(work: Work<'_>, status: u16, headers: Headers, body: &[u8]) -> Self {
        let refused = |reason| Self::Refused(reason, Vec::new());
        match status {
            200..=299 => read_success(work, status, headers, body),
            // Browsers hide the status of a redirect that they don't follow. Other statuses from 300 to 399 name no other address: 304 is of a cache.
            0 | 300..=303 | 307 | 308 => refused(Reason::Redirect(status)),
            400 | 422 => Self::Refused(Reason::Invalid(status), read_faults(body)),
            401 => refused(Reason::Unauthorized),
            403 => refused(Reason::Forbidden),
            404 => refused(Reason::NotFound),
            413 => refused(Reason::TooLarge),
            408 | 425 | 429 | 500..=599 => {
                Self::Later(Reason::Unavailable(status), headers.retry_after)
            }
            402..=499 => refused(Reason::Refused(status)),
            _ => Self::Later(Reason::NotAnAnswer(status), None),
        }
    }
}

/// Reads a response with a status of success. Only the answer of the contract is believed: proxies and login pages send status 200 too.
fn read_success(work: Work<'_>, status: u16, headers: Headers, body: &[u8]) -> Answer {
    let policy = Policy::new().received();
    let not_an_answer = Answer::Later(Reason::NotAnAnswer(status), None);
    if headers.is_json == Some(false) {
        return not_an_answer;
    }
    let success = match work {
        Work::Import(sent) => match transactions::read_result(body, None, &policy).value {
            Some(result) if result.total() != Some(sent) => {
                return Answer::Later(
                    Reason::CountsDiffer {
                        sent,
                        counted: result.total(),
                    },
                    None,
                );
            }
            result => result.map(Success::Imported),
        },
        Work::Update => match base_data::read_result(body, &policy).value {
            Some(result) if !result.success => {
                return Answer::Refused(Reason::NotImported, Vec::new());
            }
            result => result.map(|_| Success::Updated),
        },
        Work::Create(request) => documents::read_result(body, Some(request), &policy)
            .value
            .map(Success::Created),
    };
    success.map_or(not_an_answer, Answer::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNTS: &str = r#"{"existingTransactions":1,"newTransactions":2,"errorTransactions":0}"#;

    fn read(work: Work<'_>, status: u16, content_type: &str, body: &str) -> Answer {
        Answer::read(
            work,
            status,
            Headers::read([("content-type", content_type)]),
            body.as_bytes(),
        )
    }

    #[test]
    fn believes_only_the_answer_of_the_contract() {
        let json = "application/json";
        let done = Answer::Done(Success::Imported(ImportResult::new(1, 2, 0)));
        assert_eq!(read(Work::Import(3), 201, json, COUNTS), done);
        assert_eq!(
            Answer::read(Work::Import(3), 200, Headers::default(), COUNTS.as_bytes()),
            done
        );
        let counts = |counted| Answer::Later(Reason::CountsDiffer { sent: 4, counted }, None);
        assert_eq!(read(Work::Import(4), 201, json, COUNTS), counts(Some(3)));
        let huge = COUNTS.replace('2', "18446744073709551615");
        assert_eq!(read(Work::Import(4), 201, json, &huge), counts(None));
        let cut = COUNTS.strip_suffix('}').unwrap();
        for (content_type, body) in [
            ("text/html", COUNTS),
            (json, ""),
            (json, cut),
            (json, "<html>"),
            (json, "{}"),
            (json, r#"{"success":true}"#),
        ] {
            let answer = read(Work::Import(3), 200, content_type, body);
            assert_eq!(
                answer,
                Answer::Later(Reason::NotAnAnswer(200), None),
                "{content_type} {body}"
            );
        }
        assert_eq!(
            read(Work::Update, 200, json, r#"{"success":true}"#),
            Answer::Done(Success::Updated)
        );
        let not_imported = Answer::Refused(Reason::NotImported, Vec::new());
        assert_eq!(
            read(Work::Update, 200, json, r#"{"success":false}"#),
            not_imported
        );
    }

    #[test]
    fn every_status_has_a_meaning() {
        for status in 0..=u16::MAX {
            let is_temporary = matches!(status, 408 | 425 | 429 | 500..=599);
            let is_refusal =
                matches!(status, 0 | 300..=303 | 307 | 308 | 400..=499) && !is_temporary;
            match read(Work::Update, status, "text/plain", "x") {
                Answer::Done(success) => panic!("{status}: {success:?}"),
                Answer::Later(Reason::Unavailable(found), _) => {
                    assert!(is_temporary && found == status);
                }
                Answer::Later(..) => assert!(!is_temporary && !is_refusal, "{status}"),
                Answer::Refused(reason, _) => {
                    assert!(
                        is_refusal && reason.status() == Some(status),
                        "{status}: {reason:?}"
                    );
                }
            }
        }
    }
}
