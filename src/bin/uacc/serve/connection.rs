use std::convert::Infallible;
use std::future::{pending, poll_fn};
use std::io;
use std::pin::{Pin, pin};
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
use tokio::sync::watch;
use tokio::time::{Sleep, sleep, timeout};
use universal_accounting::service::{Problem, Response, State};

use super::exchange::{Exchange, as_http, now};
use crate::output;

/// So long a client that is cut off may go on sending: were it cut off at once, what was said to it last could be lost.
const LINGER: Duration = Duration::from_secs(5);

/// Serves a client until it goes, or until the end and the answer that it waits for.
pub(super) async fn serve<S: State + Send + 'static>(stream: TcpStream, exchange: Arc<Exchange<S>>, mut end: End) {
    let _ = stream.set_nodelay(true);
    let (patience, quiet) = (exchange.patience, exchange.quiet);
    let service = service_fn(move |request| {
        let exchange = Arc::clone(&exchange);
        // What was begun is finished, also when the client has gone.
        let answering = tokio::spawn(async move { exchange.respond(request).await });
        let broken = || as_http(Response::problem(&Problem::Transport(500)));
        Box::pin(async move { Ok::<_, Infallible>(answering.await.unwrap_or_else(|_| broken())) })
    });
    let wire = Wire { stream: TokioIo::new(stream), patience, waiting: None, begun: false, refused: None };
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        // Some close their side after the last request and wait for the answer.
        .half_close(true)
        .serve_connection(wire, service);
    let served = match before(&mut end, poll_fn(|context| connection.poll_without_shutdown(context))).await {
        Some(served) => served,
        None => {
            Pin::new(&mut connection).graceful_shutdown();
            poll_fn(|context| connection.poll_without_shutdown(context)).await
        }
    };
    let parts = connection.into_parts();
    let status = served.err().and_then(|error| match parts.io.refused {
        None if error.is_timeout() && !parts.read_buf.is_empty() => Some(408),
        None if error.is_parse() => Some(400),
        refused => refused,
    });
    if let Some(status) = status.filter(|_| !quiet) {
        output::say(format!("{} {status} for what is no whole request", now()));
    }
    let _ = timeout(LINGER, part(parts.io.stream.into_inner(), status)).await;
}

/// Says a last word, if there is one, and waits until the client has heard it.
async fn part(mut stream: TcpStream, status: Option<u16>) -> io::Result<()> {
    if let Some(status) = status {
        let response = Response::problem(&Problem::Transport(status));
        let (status, length) = (StatusCode::from_u16(status).unwrap_or_default(), response.body.len());
        let mut said = format!("HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {length}\r\n");
        for (name, value) in &response.headers {
            said.extend([name, ": ", value, "\r\n"]);
        }
        let said = [said.as_bytes(), b"\r\n", &response.body].concat();
        stream.write_all(&said).await?;
    }
    stream.shutdown().await?;
    let mut rest = vec![0; 1 << 14];
    while stream.read(&mut rest).await? > 0 {}
    Ok(())
}

/// The end of the service: true once it is called for.
pub(super) type End = watch::Receiver<bool>;

/// What comes of some work, unless the end is called for before.
pub(super) async fn before<T>(end: &mut End, work: impl Future<Output = T>) -> Option<T> {
    let called = async {
        // Where no signal is heard, nobody is left who could call for it.
        if end.wait_for(|called| *called).await.is_err() {
            pending::<()>().await;
        }
    };
    let (mut work, mut called) = (pin!(work), pin!(called));
    poll_fn(|context| match work.as_mut().poll(context) {
        Poll::Ready(done) => Poll::Ready(Some(done)),
        Poll::Pending => called.as_mut().poll(context).map(|()| None),
    })
    .await
}

/// A connection to a client, as hyper uses it.
struct Wire {
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
    use tokio::net::TcpListener;
    use tokio::sync::Mutex;
    use universal_accounting::dedup::MemoryStore;
    use universal_accounting::endpoint::{Caller, Organization};
    use universal_accounting::sandbox::Credentials;
    use universal_accounting::service::{ItemKey, Service};

    use super::*;

    /// A state that breaks whoever asks it for an item.
    struct Broken(MemoryStore);

    impl State for Broken {
        type Store = MemoryStore;
        type Error = Infallible;

        fn transaction_store(&mut self, _: &Organization) -> Result<&MemoryStore, Infallible> {
            Ok(&self.0)
        }

        fn read_item(&mut self, _: &Organization, _: ItemKey) -> Result<Option<Vec<u8>>, Infallible> {
            panic!("a fault of its own")
        }

        fn write_item(&mut self, _: &Organization, _: ItemKey, _: &[u8]) -> Result<(), Infallible> {
            Ok(())
        }

        fn create_item(&mut self, _: &Organization, _: ItemKey, _: &[u8]) -> Result<bool, Infallible> {
            Ok(true)
        }

        fn reset(&mut self, _: &Organization) -> Result<(), Infallible> {
            Ok(())
        }
    }

    fn exchange() -> Arc<Exchange<Broken>> {
        let mut credentials = Credentials::new();
        assert!(credentials.add("t", Caller::with_all_scopes(Organization::parse("a").unwrap())));
        Arc::new(Exchange {
            service: Arc::new(Mutex::new(Service::with_state(Broken(MemoryStore::new())))),
            credentials,
            origins: Vec::new(),
            patience: LINGER,
            quiet: true,
            spent: Mutex::default(),
        })
    }

    #[test]
    fn a_service_that_breaks_says_so_and_goes_on() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let said = runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let mut client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
            let (stream, _) = listener.accept().await.unwrap();
            tokio::spawn(serve(stream, exchange(), watch::channel(false).1));
            let breaks = "GET /api/public/v1/base-data HTTP/1.1\r\nhost: a\r\nauthorization: Bearer t\r\n\r\n";
            let import = "POST /api/public/v1/transactions HTTP/1.1\r\nhost: a\r\nauthorization: Bearer t\r\n\
                content-type: application/json\r\ncontent-length: 22\r\n\r\n{\"transactions\": [{}]}";
            client.write_all([breaks, breaks, import].concat().as_bytes()).await.unwrap();
            client.shutdown().await.unwrap();
            let mut said = String::new();
            client.read_to_string(&mut said).await.unwrap();
            said
        });
        assert_eq!(said.matches("\"status\":500").count(), 2);
        assert!(said.contains(r#""errorTransactions":1"#), "{said}");
    }
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
