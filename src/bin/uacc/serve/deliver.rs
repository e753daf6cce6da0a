//! Deliveries of journals to webhooks.

use std::io::{self, ErrorKind};
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use http_body_util::{BodyExt, Full};
use hyper::Uri;
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::handshake;
use hyper::header::HOST;
use hyper::http::uri::Authority;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpStream, lookup_host};
use tokio::task::{JoinHandle, spawn};
use tokio::time::{sleep, timeout};
use universal_accounting::service::{DeliveryOutcome, WebhookDelivery};

use crate::findings::pluralize;
use crate::interrupt::{StopSignal, run_until_stop};

/// How much is read of the body of an answer. Nothing of it is used, but a receiver may wait until it is read.
const MAX_ANSWER_BYTES: usize = 1 << 16;

/// How long the body of an answer is read.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(1);

/// The address of a receiver, whose host is this machine or is allowed.
struct Receiver {
    host: String,
    port: u16,
    target: String,
    /// The value of the header `Host`.
    authority: String,
    is_local: bool,
}

/// A host whose receivers are allowed, with or without a port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AllowedHost(Authority);

impl AllowedHost {
    /// Parses a host: `hooks.example`, `10.0.0.7:8080`, `[fd00::7]:8080`.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let authority = text
            .parse::<Authority>()
            .map_err(|error| error.to_string())?;
        if text.contains('@') || authority.host().is_empty() {
            return Err("this is no host with or without a port".to_owned());
        }
        Ok(Self(authority))
    }

    fn allows(&self, host: &str, port: u16) -> bool {
        self.0.host().eq_ignore_ascii_case(host)
            && self.0.port_u16().is_none_or(|allowed| allowed == port)
    }
}

impl Receiver {
    fn parse(url: &str, allowed_hosts: &[AllowedHost]) -> Result<Self, &'static str> {
        let no_url = "The webhookUrl of the base data is no address of a receiver, such as http://127.0.0.1:8080/hook.";
        let uri: Uri = url.parse().map_err(|_| no_url)?;
        if uri.scheme_str() == Some("https") {
            return Err(
                "This service sends without encryption, so the webhookUrl of the base data begins with http://.",
            );
        }
        let authority = uri.authority().filter(|authority| {
            uri.scheme_str() == Some("http") && !authority.as_str().contains('@')
        });
        let authority = authority.ok_or(no_url)?.as_str().to_ascii_lowercase();
        let (given_host, port) = (uri.host().ok_or(no_url)?, uri.port_u16().unwrap_or(80));
        let host = given_host.trim_matches(['[', ']']).to_ascii_lowercase();
        let is_local = match host.parse::<IpAddr>() {
            Ok(address) => address.to_canonical().is_loopback(),
            Err(_) => host == "localhost",
        };
        let allows = |allowed: &AllowedHost| allowed.allows(given_host, port);
        if !is_local && !allowed_hosts.iter().any(allows) {
            return Err(
                "The receiver is not on the machine of this service. The operator of the service must allow its host first.",
            );
        }
        Ok(Self {
            host,
            port,
            target: uri
                .path_and_query()
                .map_or("/", |target| target.as_str())
                .to_owned(),
            authority,
            is_local,
        })
    }
}

/// Carries out a delivery, or says why its receiver is refused. Each time that the body is sent has the time limit; nothing is sent any more once the
/// service stops.
pub(super) async fn deliver(
    delivery: WebhookDelivery,
    allowed_hosts: &[AllowedHost],
    time_limit: Duration,
    stop: &mut StopSignal,
) -> Result<Vec<DeliveryOutcome>, &'static str> {
    let WebhookDelivery {
        url,
        headers,
        body,
        times,
        delay,
        ..
    } = delivery;
    let receiver = Receiver::parse(&url, allowed_hosts)?;
    let body = Bytes::from(body);
    let mut outcomes = Vec::new();
    for _ in 0..times {
        let sent = async {
            sleep(delay).await;
            let answer = timeout(time_limit, send(&receiver, &headers, body.clone())).await;
            let seconds = usize::try_from(time_limit.as_secs()).unwrap_or(usize::MAX);
            let late = || {
                format!(
                    "the receiver did not answer within {}",
                    pluralize(seconds, "second")
                )
            };
            Ok::<_, String>(answer.unwrap_or_else(|_| Err(late()))?.status().await)
        };
        let answer = run_until_stop(stop, sent).await;
        outcomes.push(
            match answer.unwrap_or_else(|| Err("the service was stopped".to_owned())) {
                Ok(status) => DeliveryOutcome::Answered(status),
                Err(reason) => DeliveryOutcome::Failed(reason),
            },
        );
    }
    Ok(outcomes)
}

/// Sends a body on a new connection, and returns the head of the answer. Redirects are answers like any other.
async fn send(
    receiver: &Receiver,
    headers: &[(&'static str, String)],
    body: Bytes,
) -> Result<Answer, String> {
    let stream = connect(receiver).await?;
    let (mut sender, connection) = handshake(TokioIo::new(stream))
        .await
        .map_err(|error| describe(&error))?;
    let connection = AbortOnDrop(spawn(async move { drop(connection.await) }));
    let mut request = hyper::Request::post(&receiver.target).header(HOST, &receiver.authority);
    for (name, value) in headers {
        request = request.header(*name, value);
    }
    let request = request
        .body(Full::new(body))
        .map_err(|_| "the request can't be written in HTTP".to_owned())?;
    let head = sender
        .send_request(request)
        .await
        .map_err(|error| describe(&error))?;
    Ok(Answer {
        head,
        _connection: connection,
    })
}

/// An answer whose body has not been read.
struct Answer {
    head: hyper::Response<Incoming>,
    _connection: AbortOnDrop,
}

impl Answer {
    /// Reads a part of the body, and returns the status.
    async fn status(self) -> u16 {
        let status = self.head.status().as_u16();
        let mut body = self.head.into_body();
        let read_part = async {
            let mut read = 0;
            while read < MAX_ANSWER_BYTES
                && let Some(Ok(frame)) = body.frame().await
            {
                read += frame.data_ref().map_or(0, Bytes::len);
            }
        };
        let _ = timeout(ANSWER_TIMEOUT, read_part).await;
        status
    }
}

/// Connects to a receiver. The name `localhost` is only resolved to addresses of this machine. The connection is made to the address that was
/// checked, so it does not matter what the name is resolved to afterwards.
async fn connect(receiver: &Receiver) -> Result<TcpStream, String> {
    let resolved = lookup_host((receiver.host.as_str(), receiver.port)).await;
    let resolved = resolved.map_err(|_| "the name of the receiver has no address".to_owned())?;
    let mut addresses: Vec<SocketAddr> = resolved.collect();
    if receiver.is_local {
        addresses.retain(|address| address.ip().to_canonical().is_loopback());
    }
    if addresses.is_empty() {
        return Err("the name of the receiver has no address on this machine".to_owned());
    }
    TcpStream::connect(&addresses[..])
        .await
        .map_err(|error| match error.kind() {
            ErrorKind::ConnectionRefused => {
                "nothing listens at the address of the receiver".to_owned()
            }
            _ => format!("the receiver can't be reached: {error}"),
        })
}

/// Says why there is no answer, without anything that was sent.
fn describe(error: &hyper::Error) -> String {
    let source =
        std::error::Error::source(error).and_then(|source| source.downcast_ref::<io::Error>());
    let is_closed = error.is_incomplete_message() || error.is_closed() || error.is_canceled();
    match source {
        _ if error.is_parse() => "the answer is not in HTTP/1.1".to_owned(),
        Some(source) if !is_closed => format!("the connection broke: {}", source.kind()),
        _ => "the receiver closed the connection without an answer".to_owned(),
    }
}

/// Ends a task when it is dropped.
struct AbortOnDrop(JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(url: &str, allowed: &str) -> Result<Receiver, &'static str> {
        Receiver::parse(url, &[AllowedHost::parse(allowed).unwrap()])
    }

    #[test]
    fn receivers_are_on_this_machine_or_allowed() {
        for (url, authority, target) in [
            (
                "http://127.0.0.1:8080/hook?a=b",
                "127.0.0.1:8080",
                "/hook?a=b",
            ),
            ("HTTP://LocalHost", "localhost", "/"),
            ("http://[::1]:9/a", "[::1]:9", "/a"),
            ("http://[::ffff:127.0.0.1]/", "[::ffff:127.0.0.1]", "/"),
            ("http://Hooks.example:81/", "hooks.example:81", "/"),
        ] {
            let receiver = parse(url, "hooks.example:81").unwrap();
            assert_eq!(
                (receiver.authority.as_str(), receiver.target.as_str()),
                (authority, target)
            );
        }
        for url in [
            "https://127.0.0.1/",
            "ftp://127.0.0.1/",
            "127.0.0.1:8080/hook",
            "",
            "http://localhost/a b",
            "http://localhost/\r\nX: y",
            "http://user:secret@localhost/",
            "http://localhost@evil.example/",
            "http:///hook",
            "http://0.0.0.0/",
            "http://10.0.0.1/",
            "http://[::ffff:10.0.0.1]/",
            "http://localhost.example/",
            "http://a.localhost/",
            "http://127.1/",
            "http://2130706433/",
            "http://hooks.example/",
            "http://hooks.example:80/",
            "http://evil.hooks.example:81/",
            "http://hooks.example.evil:81/",
        ] {
            assert!(parse(url, "hooks.example:81").is_err(), "{url}");
        }
        for text in [
            "",
            "http://hooks.example",
            "hooks.example/",
            "a@hooks.example",
            "hooks example",
        ] {
            assert!(AllowedHost::parse(text).is_err(), "{text}");
        }
    }
}
