//! The connection to a client.

use std::convert::Infallible;
use std::future::poll_fn;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::StatusCode;
use hyper::rt::{Read, ReadBufCursor, Write};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep, timeout};
use universal_accounting::service::{Problem, Response};

use super::handler::{Handler, timestamp, to_http};
use crate::interrupt::{StopSignal, run_until_stop};

/// How long to read from a client after the last response. Closing a connection with unread data can discard the response before the client
/// reads it (RFC 9112, section 9.6).
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// Serves a client until it closes the connection, or until the service stops and the client has its last response.
pub(super) async fn serve(stream: TcpStream, handler: Arc<Handler>, mut stop: StopSignal) {
    let _ = stream.set_nodelay(true);
    let (time_limit, quiet, log) = (handler.time_limit, handler.quiet, Arc::clone(&handler.log));
    let service = service_fn(move |request| {
        let handler = Arc::clone(&handler);
        // A separate task finishes the request even if the client closes the connection.
        let response = tokio::spawn(async move { handler.respond(request).await });
        let panicked = || to_http(Response::problem(&Problem::Transport(500)), None);
        Box::pin(async move { Ok::<_, Infallible>(response.await.unwrap_or_else(|_| panicked())) })
    });
    let client = ClientStream {
        stream: TokioIo::new(stream),
        time_limit,
        write_timer: None,
        is_mid_response: false,
        withheld_status: None,
    };
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        // Closes a connection whose client is silent, or sends a byte now and then.
        .header_read_timeout(time_limit)
        // Some clients close their side after the last request and wait for the response.
        .half_close(true)
        .serve_connection(client, service);
    let serving = poll_fn(|context| connection.poll_without_shutdown(context));
    let (served, is_stopping) = match run_until_stop(&mut stop, serving).await {
        Some(served) => (served, false),
        None => {
            Pin::new(&mut connection).graceful_shutdown();
            let serving = poll_fn(|context| connection.poll_without_shutdown(context));
            (serving.await, true)
        }
    };
    let parts = connection.into_parts();
    let status = served
        .err()
        .and_then(|error| match parts.io.withheld_status {
            None if error.is_timeout() && !parts.read_buf.is_empty() => Some(408),
            None if error.is_parse() => Some(400),
            withheld => withheld,
        });
    if let Some(status) = status.filter(|_| !quiet) {
        log.write(format_args!(
            "{} {status} for an incomplete or malformed request",
            timestamp()
        ));
    }
    if is_stopping && status.is_none() {
        return;
    }
    let _ = timeout(CLOSE_TIMEOUT, close(parts.io.stream.into_inner(), status)).await;
}

/// Sends a last response, if there is a status, and waits until the client closes the connection.
async fn close(mut stream: TcpStream, status: Option<u16>) -> io::Result<()> {
    if let Some(status) = status {
        let response = Response::problem(&Problem::Transport(status));
        let (status, length) = (
            StatusCode::from_u16(status).unwrap_or_default(),
            response.body.len(),
        );
        let mut head =
            format!("HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {length}\r\n");
        for (name, value) in &response.headers {
            head.extend([name, ": ", value, "\r\n"]);
        }
        stream
            .write_all(&[head.as_bytes(), b"\r\n", &response.body].concat())
            .await?;
    }
    stream.shutdown().await?;
    let mut buffer = vec![0; 1 << 14];
    while stream.read(&mut buffer).await? > 0 {}
    Ok(())
}

/// The stream that hyper reads and writes. Limits the time of a write, and withholds the responses that hyper sends by itself.
struct ClientStream {
    stream: TokioIo<TcpStream>,
    time_limit: Duration,
    /// Runs while the client does not read what is sent.
    write_timer: Option<Pin<Box<Sleep>>>,
    /// Whether a part of a response has been written.
    is_mid_response: bool,
    /// The status of a response of hyper that was not sent.
    withheld_status: Option<u16>,
}

impl ClientStream {
    /// Returns the result of a write, or an error once the client has read nothing for the time limit.
    fn limit_time<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.write_timer = None;
            return written;
        }
        let timer = self
            .write_timer
            .get_or_insert_with(|| Box::pin(sleep(self.time_limit)));
        timer
            .as_mut()
            .poll(context)
            .map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

/// Returns the status of an error response that hyper sends by itself, for a request that it can't parse. Unlike the responses of the service,
/// it has no body.
fn status_without_body(bytes: &[u8]) -> Option<u16> {
    let tail = bytes.strip_prefix(b"HTTP/1.1 4")?;
    let head = str::from_utf8(tail).ok()?.strip_suffix("\r\n\r\n")?;
    let status = 400 + head.get(..2)?.parse::<u16>().ok()?;
    (!head.contains("\r\ncontent-type: ")).then_some(status)
}

impl Read for ClientStream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(context, buffer)
    }
}

impl Write for ClientStream {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(context, &[IoSlice::new(bytes)])
    }

    /// So that hyper doesn't copy a long body behind its head.
    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let client = self.get_mut();
        if let ([bytes], false) = (slices, client.is_mid_response)
            && let Some(status) = status_without_body(bytes)
        {
            client.withheld_status = Some(status);
            return Poll::Ready(Ok(bytes.len()));
        }
        let written = Pin::new(&mut client.stream).poll_write_vectored(context, slices);
        if let Poll::Ready(Ok(count)) = written {
            client.is_mid_response = count < slices.iter().map(|slice| slice.len()).sum();
        }
        client.limit_time(context, written)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_error_responses_without_a_body() {
        let without_body =
            b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\n\r\n";
        assert_eq!(status_without_body(without_body), Some(431));
        for other in [
            "HTTP/1.1 204 No Content\r\n\r\n",
            "HTTP/1.1 100 Continue\r\n\r\n",
            "HTTP/1.1 404 Not Found\r\ncontent-type: application/problem+json\r\n\r\n",
            "HTTP/1.1 404 Not Found\r\ncontent-type: application/problem+json\r\n\r\n{}",
            "",
        ] {
            assert_eq!(status_without_body(other.as_bytes()), None);
        }
    }
}
