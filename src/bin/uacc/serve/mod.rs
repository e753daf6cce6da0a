//! `uacc serve`: the reference service behind HTTP.

mod arguments;
mod connection;
mod directory;
mod exchange;
mod origins;
mod tokens;
mod wire;

use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;
use std::{io, panic, thread};

use tokio::sync::{Mutex, Semaphore, watch};
use tokio::time::{sleep, timeout};
use universal_accounting::dedup::FileStore;
use universal_accounting::sandbox::Credentials;
use universal_accounting::service::{MemoryState, Service, State};

pub(crate) use arguments::Serve;

use crate::outcome::{Failure, Outcome};
use crate::window::clean;
use crate::{interrupt, output};
use connection::unless_ended;
use directory::DirectoryState;
use exchange::Exchange;
use origins::Origins;

/// So long the requests that are under way at the end have.
const GRACE: Duration = Duration::from_secs(10);

/// `uacc serve`.
pub(crate) fn run(call: &Serve) -> Result<Outcome, Failure> {
    let (credentials, made) = tokens::of(call)?;
    hush();
    let listener = TcpListener::bind(call.listen).map_err(|error| cannot_listen(call, &error))?;
    match &call.store {
        None => serve(MemoryState::new(), call, credentials, made, listener),
        Some(path) => {
            let state = DirectoryState::open(path)
                .map_err(|error| Failure::Call(format!("--store {}: {error}", clean(&path.display().to_string()))))?;
            serve(state, call, credentials, made, listener)
        }
    }
}

fn cannot_listen(call: &Serve, error: &io::Error) -> Failure {
    let address = call.listen;
    Failure::Call(format!(
        "{address} can't be listened on: {error}; choose another with --listen, with port 0 any that is free"
    ))
}

/// A panic tells where it was, and not what it was about, in which a value could stand.
fn hush() {
    panic::set_hook(Box::new(|about| {
        // What is told as damage of a store needs no other word.
        if thread::current().name() != Some(FileStore::CHECKING) {
            let place = about.location().map(|place| format!(" at {}:{}", place.file(), place.line()));
            output::say(format!("error: the service broke{}; please report it", place.unwrap_or_default()));
        }
    }));
}

/// Serves until a signal ends it.
fn serve<S: State + Send + 'static>(
    state: S,
    call: &Serve,
    credentials: Credentials,
    made: Option<String>,
    listener: TcpListener,
) -> Result<Outcome, Failure> {
    let failed = |error: io::Error| cannot_listen(call, &error);
    let address = listener.local_addr().map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
    let exchange = Arc::new(Exchange {
        service: Arc::new(Mutex::new(Service::with_state(state).seed(call.seed))),
        credentials,
        origins: Origins::new(&call.allow_origin),
        patience: Duration::from_secs(call.patience.get().into()),
        quiet: call.quiet,
        spent: Mutex::default(),
    });
    let (ender, end) = watch::channel(false);
    interrupt::on_stop(move || {
        let _ = ender.send(true);
    });
    if !address.ip().is_loopback() {
        output::say("warning: others can reach this; nothing is encrypted, and who knows a token may do all it allows");
    }
    if let Some(token) = made {
        output::say(format!("token {token} is good for everything in the organization sandbox until this ends"));
    }
    output::say(format!("listening on http://{address}"));
    let served = runtime.block_on(accept(listener, Arc::clone(&exchange), end, call)).map_err(failed);
    let spent = *exchange.spent.blocking_lock();
    runtime.shutdown_timeout(GRACE);
    output::say(format!(
        "stopped after {} requests, which took the service {:.3} s",
        spent.requests,
        spent.time.as_secs_f64()
    ));
    served.map(|()| Outcome::Clean)
}

/// Takes connections, each when there is room for it, until the end; then waits for those that are there.
async fn accept<S: State + Send + 'static>(
    listener: TcpListener,
    exchange: Arc<Exchange<S>>,
    mut end: watch::Receiver<bool>,
    call: &Serve,
) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let rooms = Arc::new(Semaphore::new(call.connections.get().into()));
    loop {
        let client = async {
            let room = Arc::clone(&rooms).acquire_owned().await;
            (room, listener.accept().await)
        };
        match unless_ended(client, &mut end).await {
            None => break,
            Some((Ok(room), Ok((stream, _)))) => {
                let (exchange, end) = (Arc::clone(&exchange), end.clone());
                tokio::spawn(async move {
                    connection::serve(stream, exchange, end).await;
                    drop(room);
                });
            }
            // A client that has gone already, or too many files that are open: others may have closed theirs soon.
            Some(_) => sleep(Duration::from_millis(50)).await,
        }
    }
    drop(listener);
    if timeout(GRACE, rooms.acquire_many(call.connections.get().into())).await.is_err() {
        output::say("warning: some clients had not taken their answers");
    }
    Ok(())
}
