use std::error::Error;
use std::fmt;

use super::headers::LONGEST_WAIT;
use crate::endpoint::Endpoint;

/// Why a request failed, and whether its work may have been done all the same.
///
/// Its message contains no value of the payload and no text of the response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The endpoint of the request.
    pub endpoint: Endpoint,
    /// The reason.
    pub reason: Reason,
    /// Whether the service may have done the work of this request, in this attempt or an earlier one.
    pub may_be_done: bool,
    /// Whether the service can get the request again without doing its work twice.
    pub is_repeatable: bool,
    /// How often the request was sent.
    pub attempts: u32,
}

/// The reason of a [`Failure`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// No response came, or not a complete one.
    NoAnswer,
    /// The service can't take the request now: status 408, 425, 429, or 500 to 599.
    Unavailable(u16),
    /// The service asks to wait for longer than the delivery waits; the number of seconds, at most a week (604 800).
    LongWait(u64),
    /// The response is not the answer of the service: a success whose body is not JSON, cut off, or has other members; or a status that no service sends
    /// here, such as 304.
    NotAnAnswer(u16),
    /// The counts of the answer don't add up to the number of transactions that were sent.
    CountsDiffer {
        /// The number of transactions in the request.
        sent: u64,
        /// The sum of the counts. `None` if it is larger than any number of transactions.
        counted: Option<u64>,
    },
    /// The service says that it did not import the base data.
    NotImported,
    /// The service refers to another address (status 300 to 303, 307, 308).
    Redirect(u16),
    /// The credentials are missing, wrong or expired (status 401).
    Unauthorized,
    /// The credentials don't allow the request (status 403).
    Forbidden,
    /// The address leads to no such service (status 404).
    NotFound,
    /// The request is too large for the service (status 413), and can't be made smaller, or not without a risk to double something.
    TooLarge,
    /// The service refuses the content of the request (status 400 or 422).
    Invalid(u16),
    /// The service refuses the request with another status.
    Refused(u16),
}

impl Reason {
    /// Returns the reason as a word, such as `no-answer`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NoAnswer => "no-answer",
            Self::Unavailable(_) => "unavailable",
            Self::LongWait(_) => "long-wait",
            Self::NotAnAnswer(_) => "not-an-answer",
            Self::CountsDiffer { .. } => "counts-differ",
            Self::NotImported => "not-imported",
            Self::Redirect(_) => "redirect",
            Self::Unauthorized => "unauthorized",
            Self::Forbidden => "forbidden",
            Self::NotFound => "not-found",
            Self::TooLarge => "too-large",
            Self::Invalid(_) => "invalid",
            Self::Refused(_) => "refused",
        }
    }

    /// Returns the status of the response, if the reason has one.
    #[must_use]
    pub const fn status(self) -> Option<u16> {
        match self {
            Self::NoAnswer | Self::LongWait(_) | Self::CountsDiffer { .. } | Self::NotImported => {
                None
            }
            Self::Unauthorized => Some(401),
            Self::Forbidden => Some(403),
            Self::NotFound => Some(404),
            Self::TooLarge => Some(413),
            Self::Unavailable(status)
            | Self::NotAnAnswer(status)
            | Self::Redirect(status)
            | Self::Invalid(status)
            | Self::Refused(status) => Some(status),
        }
    }

    /// Returns whether a response, or the lack of one, leaves open whether the service did the work. The standards say of some of these statuses that
    /// nothing was done, but a proxy in between may send them too.
    pub(super) const fn leaves_open(self) -> bool {
        matches!(
            self,
            Self::NoAnswer
                | Self::Unavailable(_)
                | Self::LongWait(_)
                | Self::NotAnAnswer(_)
                | Self::CountsDiffer { .. }
                | Self::Redirect(_)
        )
    }

    fn write(self, endpoint: Endpoint, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoAnswer => formatter.write_str("the service did not answer"),
            Self::Unavailable(429) => formatter.write_str("the service gets too many requests (status 429)"),
            Self::Unavailable(status) => write!(formatter, "the service can't take the request now (status {status})"),
            Self::LongWait(seconds) if seconds >= LONGEST_WAIT.as_secs() => {
                formatter.write_str("the service asks to wait for a week or longer")
            }
            Self::LongWait(seconds) => write!(formatter, "the service asks to wait for {seconds} seconds"),
            Self::NotAnAnswer(status) => write!(
                formatter,
                "what came back with status {status} is not the answer of the service; check the address, and what is between this program and the service"
            ),
            Self::CountsDiffer { sent, counted: Some(counted) } => {
                write!(formatter, "{sent} transactions were sent, but the service counts {counted}")
            }
            Self::CountsDiffer { sent, counted: None } => {
                write!(formatter, "{sent} transactions were sent, but the service counts far more")
            }
            Self::NotImported => formatter.write_str("the service says that it did not import the base data"),
            Self::Redirect(status) => write!(
                formatter,
                "the service refers to another address (status {status}), where the credentials are not sent without asking; set the right address"
            ),
            Self::Unauthorized => formatter
                .write_str("the service does not accept the credentials (status 401); get a new token and go on"),
            Self::Forbidden => write!(
                formatter,
                "the credentials don't allow this (status 403); it needs the scope {}",
                endpoint.scope()
            ),
            Self::NotFound => {
                formatter.write_str("there is no such service at this address (status 404); check the address")
            }
            Self::TooLarge => formatter.write_str("the request is too large for the service (status 413)"),
            Self::Invalid(status) => write!(formatter, "the service refuses the content (status {status})"),
            Self::Refused(status) => write!(formatter, "the service refuses the request (status {status})"),
        }
    }
}

/// Says the reason, and what it means for the payload.
impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.write(self.endpoint, formatter)?;
        let [work, twice] = match self.endpoint {
            Endpoint::UpdateBaseData => ["the base data may have been imported", ""],
            Endpoint::CreateDocument => [
                "the document may have been created",
                "it may be created twice if it is sent again",
            ],
            _ => [
                "the transactions of this request may have been imported",
                "some have no id and would be imported twice if they are sent again",
            ],
        };
        match (self.may_be_done, self.is_repeatable) {
            (false, _) => formatter.write_str("; the request has changed nothing"),
            (true, true) => write!(formatter, "; {work}, and can be sent again safely"),
            (true, false) => write!(
                formatter,
                "; {work}, and {twice}: look into the service first"
            ),
        }
    }
}

impl Error for Failure {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_say_what_may_be_done() {
        let failure = |endpoint, may_be_done, is_repeatable| {
            Failure {
                endpoint,
                reason: Reason::Unavailable(503),
                may_be_done,
                is_repeatable,
                attempts: 1,
            }
            .to_string()
        };
        let import = Endpoint::ImportTransactions;
        assert_eq!(
            failure(import, true, false),
            "the service can't take the request now (status 503); the transactions of this request may have been imported, \
            and some have no id and would be imported twice if they are sent again: look into the service first"
        );
        assert!(
            failure(import, true, true)
                .ends_with("; the transactions of this request may have been imported, and can be sent again safely")
        );
        assert!(failure(Endpoint::CreateDocument, true, false).contains("created twice"));
        assert!(
            failure(Endpoint::UpdateBaseData, false, true)
                .ends_with("; the request has changed nothing")
        );
        let forbidden = Failure {
            endpoint: import,
            reason: Reason::Forbidden,
            may_be_done: false,
            is_repeatable: true,
            attempts: 1,
        };
        assert!(
            forbidden
                .to_string()
                .contains("it needs the scope api:transactions:create")
        );
    }
}
