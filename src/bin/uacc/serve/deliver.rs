//! Deliveries of journals to webhooks.

use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::time::Duration;

use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::handshake;
use hyper::header::HOST;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpStream, lookup_host};
use tokio::task::{JoinHandle, spawn};
use tokio::time::{sleep, timeout};
use universal_accounting::sandbox::{Host, Receiver};
use universal_accounting::service::{DeliveryOutcome, WebhookDelivery};

use super::stop::{StopSignal, run_until_stop};
use crate::findings::pluralize;

/// How much is read of the body of an answer. Nothing of it is used, but a receiver may wait until it is read.
const MAX_ANSWER_BYTES: usize = 1 << 16;

/// How long the body of an answer is read.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(1);

/// Carries out a delivery. Each time that the body is sent has the time limit; nothing is sent any more once the service stops.
pub(super) async fn deliver(
    delivery: WebhookDelivery,
    time_limit: Duration,
    stop: &mut StopSignal,
) -> Vec<DeliveryOutcome> {
    let WebhookDelivery {
        receiver,
        headers,
        body,
        times,
        delay,
        ..
    } = delivery;
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
    outcomes
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
    let mut request = hyper::Request::post(receiver.target()).header(HOST, receiver.host_header());
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
    let mut addresses: Vec<SocketAddr> = match receiver.host() {
        Host::Address(address) => vec![SocketAddr::new(*address, receiver.port())],
        _ => {
            let host = receiver.host().to_string();
            let resolved = lookup_host((host, receiver.port())).await;
            resolved
                .map_err(|_| "the name of the receiver has no address".to_owned())?
                .collect()
        }
    };
    if receiver.is_local() {
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
