use crate::value::is_all_digits;

use std::time::Duration;

use httpdate::parse_http_date;

/// The longest wait that the service can ask for: nobody waits longer, and browsers can't. A longer one is not waited for.
pub(super) const LONGEST_WAIT: Duration = Duration::from_secs(7 * 24 * 3600);

/// What the headers of a response say, as far as it matters here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Headers {
    /// Whether the body is JSON. `None` if there is no `Content-Type`.
    pub(super) is_json: Option<bool>,
    /// How long to wait before the request is sent again. It comes from `Retry-After`.
    pub(super) retry_after: Option<Duration>,
}

impl Headers {
    /// Reads the headers. The first of several headers with one name counts, and a header that can't be read counts as absent.
    ///
    /// A date in `Retry-After` is compared with the header `Date` of the same response: both come from one clock, so the clock of this machine does
    /// not matter.
    pub(super) fn read<N: AsRef<str>, V: AsRef<[u8]>>(
        headers: impl IntoIterator<Item = (N, V)>,
    ) -> Self {
        let [mut content_type, mut retry_after, mut date] = [const { None::<String> }; 3];
        for (name, value) in headers {
            let is = |known| name.as_ref().eq_ignore_ascii_case(known);
            let known = if is("content-type") {
                &mut content_type
            } else if is("retry-after") {
                &mut retry_after
            } else if is("date") {
                &mut date
            } else {
                continue;
            };
            if known.is_none() {
                *known = str::from_utf8(value.as_ref())
                    .ok()
                    .map(|value| value.trim().to_owned());
            }
        }
        let retry_after = retry_after
            .as_deref()
            .and_then(|value| parse_retry_after(value, date.as_deref()));
        Self {
            is_json: content_type.as_deref().map(is_json),
            retry_after,
        }
    }
}

/// Parses `Retry-After` (RFC 9110, section 10.2.3): a number of seconds, or a date. A date that has passed is no wait.
fn parse_retry_after(value: &str, date: Option<&str>) -> Option<Duration> {
    if is_all_digits(value) {
        // A number that is too large for the type is too long a wait in any case.
        return Some(Duration::from_secs(value.parse().unwrap_or(u64::MAX)));
    }
    let [until, now] = [value, date?].map(|date| parse_http_date(date).ok());
    let wait = until?.duration_since(now?);
    Some(wait.unwrap_or(Duration::ZERO))
}

/// Returns whether a media type is JSON: `application/json`, or another type with the suffix `+json` (RFC 6839).
fn is_json(content_type: &str) -> bool {
    let essence = content_type
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_ascii_lowercase();
    essence == "application/json" || essence.ends_with("+json")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn retry_after(headers: &[(&str, &str)]) -> Option<u64> {
        Headers::read(headers.iter().copied())
            .retry_after
            .map(|wait| wait.as_secs())
    }

    #[test]
    fn reads_seconds_and_dates() {
        let date = ("Date", "Tue, 31 Mar 2026 12:00:00 GMT");
        assert_eq!(retry_after(&[("RETRY-AFTER", " 120 ")]), Some(120));
        assert_eq!(
            retry_after(&[("Retry-After", "Tue, 31 Mar 2026 12:00:30 GMT"), date]),
            Some(30)
        );
        assert_eq!(
            retry_after(&[("Retry-After", "Tue, 31 Mar 2026 11:00:00 GMT"), date]),
            Some(0)
        );
        assert_eq!(
            retry_after(&[("Retry-After", "Tue, 31 Mar 2026 12:00:30 GMT")]),
            None,
            "this needs a clock"
        );
        assert_eq!(
            retry_after(&[("Retry-After", "99999999999999999999")]),
            Some(u64::MAX)
        );
        for unreadable in ["", "-1", "1.5", "soon", "٣"] {
            assert_eq!(
                retry_after(&[("Retry-After", unreadable), date]),
                None,
                "{unreadable}"
            );
        }
        assert_eq!(
            retry_after(&[("Retry-After", "1"), ("Retry-After", "2")]),
            Some(1)
        );
    }

    #[test]
    fn reads_media_types() {
        let is_json = |value: &[u8]| Headers::read([("content-type", value)]).is_json;
        for json in [
            "application/json",
            "Application/JSON; charset=utf-8",
            "application/problem+json",
        ] {
            assert_eq!(is_json(json.as_bytes()), Some(true), "{json}");
        }
        for other in ["text/html", "application/jsonp", ""] {
            assert_eq!(is_json(other.as_bytes()), Some(false), "{other}");
        }
        assert_eq!(is_json(b"\xff"), None);
        assert_eq!(Headers::read([("x", "y")]), Headers::default());
    }
}
