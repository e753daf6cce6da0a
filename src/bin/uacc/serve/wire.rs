use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// A connection to a client, as hyper uses it.
pub(super) struct Wire {
    stream: TokioIo<TcpStream>,
    patience: Duration,
    /// Runs while the client doesn't take what it is sent.
    waiting: Option<Pin<Box<Sleep>>>,
    /// Whether the client has a part of a response and waits for the rest.
    begun: bool,
    /// The status of the refusal that was held back.
    refused: Option<u16>,
}

impl Wire {
    pub(super) fn new(stream: TcpStream, patience: Duration) -> Self {
        Self { stream: TokioIo::new(stream), patience, waiting: None, begun: false, refused: None }
    }

    /// The connection itself, and the status of the refusal that is left to say.
    pub(super) fn into_parts(self) -> (TcpStream, Option<u16>) {
        (self.stream.into_inner(), self.refused)
    }

    fn within_patience<T>(&mut self, context: &mut Context<'_>, done: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if done.is_ready() {
            self.waiting = None;
            return done;
        }
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(self.patience)));
        waiting.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

/// The status of a refusal that hyper says by itself: what it can't read never gets to the service. Unlike those of the service it has no body.
fn bare(bytes: &[u8]) -> Option<u16> {
    let rest = bytes.strip_prefix(b"HTTP/1.1 4")?;
    let head = str::from_utf8(rest).ok()?.strip_suffix("\r\n\r\n")?;
    let status = 400 + head.get(..2)?.parse::<u16>().ok()?;
    (!head.contains("\r\ncontent-type: ")).then_some(status)
}

impl Read for Wire {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: ReadBufCursor<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(context, buffer)
    }
}

impl Write for Wire {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let wire = self.get_mut();
        if !wire.begun
            && let Some(status) = bare(bytes)
        {
            wire.refused = Some(status);
            return Poll::Ready(Ok(bytes.len()));
        }
        let written = Pin::new(&mut wire.stream).poll_write(context, bytes);
        if let Poll::Ready(Ok(count)) = written {
            wire.begun = count < bytes.len();
        }
        wire.within_patience(context, written)
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
    fn a_refusal_without_a_body_is_hypers_own() {
        let bare_one = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\n\r\n";
        assert_eq!(bare(bare_one), Some(431));
        for other in [
            "HTTP/1.1 204 No Content\r\n\r\n",
            "HTTP/1.1 100 Continue\r\n\r\n",
            "HTTP/1.1 404 Not Found\r\ncontent-type: application/problem+json\r\n\r\n",
            "HTTP/1.1 404 Not Found\r\ncontent-type: application/problem+json\r\n\r\n{}",
            "",
        ] {
            assert_eq!(bare(other.as_bytes()), None);
        }
    }
}
