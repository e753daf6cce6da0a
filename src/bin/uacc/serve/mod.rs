//! `uacc serve`: the reference service behind HTTP.

mod connection;
#[cfg(feature = "postgres")]
mod database;
mod directory;
mod exchange;

use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::num::{NonZeroU16, NonZeroU32};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use tokio::sync::{Mutex, Semaphore, watch};
use tokio::time::{sleep, timeout};
use universal_accounting::endpoint::{Caller, Organization};
use universal_accounting::report::Policy;
use universal_accounting::sandbox::Credentials;
use universal_accounting::service::{MemoryState, Service, State};

use crate::excerpt::number_of;
use crate::interrupt::on_stop;
use crate::output::{self, Outcome};
use crate::settings::usable;
use crate::store::{Place, on_panic};
use connection::{End, before};
#[cfg(feature = "postgres")]
use database::DatabaseState;
use directory::DirectoryState;
use exchange::{Exchange, Spent};

/// So long the requests that are under way at the end have.
const GRACE: Duration = Duration::from_secs(10);

/// What it takes beside the contract.
const CONTROLS: &str = "\
Beside the contract, for tests, with any token that is good (204 where no answer is named):
  POST /sandbox/files             Take a file, any bytes: 201 with its signedFileName
  POST /sandbox/files/:id/export  Mark the document of that serviceFileId as exported
  POST /sandbox/responses         Force the next responses: JSON, see `uacc schema forced-response`
  DELETE /sandbox/responses       Force none of them any more
  GET /sandbox/requests           List what was received: 200
  PUT /sandbox/seed               Make identifiers from another number: JSON
  POST /sandbox/reset             Forget everything but the seed
  GET /sandbox/snapshot           Give everything, as bytes: 200, or 501 with --store
  PUT /sandbox/snapshot           Hold that again and nothing else";

#[derive(Debug, Args)]
#[command(after_long_help = CONTROLS)]
pub(crate) struct Serve {
    /// The IP address or name of this machine, and the port; port 0 takes one that is free, and standard error tells which.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080", value_parser = address)]
    listen: SocketAddr,
    /// A directory to keep everything in, which is made where there is none, or a PostgreSQL database as `postgresql://user@host/database`, which several
    /// servers may share; without it, everything is forgotten at the end.
    #[arg(long, value_name = "PATH")]
    store: Option<PathBuf>,
    /// A token that is good for everything in the organization `sandbox`; without this and `--tokens` one is made, and told on standard error.
    #[arg(long)]
    token: Option<String>,
    /// A JSON file of tokens, their organizations and scopes: see `uacc schema credentials`.
    #[arg(long, value_name = "FILE")]
    tokens: Option<PathBuf>,
    /// Let pages of this origin, such as `https://books.example`, send requests; `*` lets all of them. Can be given several times.
    #[arg(long, value_name = "ORIGIN")]
    allow_origin: Vec<String>,
    /// A number that identifiers are made from.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u32,
    /// How many connections are served at once; more wait.
    #[arg(long, value_name = "N", default_value = "256")]
    connections: NonZeroU16,
    /// How long the head of a request may take to come in, and again its body; a response, to be taken.
    #[arg(long, value_name = "SECONDS", default_value = "30")]
    patience: NonZeroU32,
    /// Say nothing of the requests.
    #[arg(long)]
    quiet: bool,
}

pub(crate) fn run(call: &Serve) -> Outcome {
    let credentials = credentials(call)?;
    // A panic tells where it was, and not what it was about, in which a value could stand.
    on_panic(|about| {
        let place = about.location().map_or(String::new(), |place| format!(" at {}:{}", place.file(), place.line()));
        output::say(format!("error: the service broke{place}; please report it"));
    });
    let listener = TcpListener::bind(call.listen).map_err(|error| cannot_listen(call.listen, &error))?;
    let Some(store) = &call.store else {
        return serve(MemoryState::new(), call, credentials, listener);
    };
    let place = Place::of(store, None)?;
    match &place {
        Place::File(path) => {
            let state = DirectoryState::open(path).map_err(|error| format!("{place}: {error}"))?;
            serve(state, call, credentials, listener)
        }
        #[cfg(feature = "postgres")]
        Place::Database(database) => {
            let store = database.open(false).map_err(|error| format!("{place}: {error}"))?;
            serve(DatabaseState(store), call, credentials, listener)
        }
    }
}

/// The address that is meant, by a name or as it is.
fn address(text: &str) -> Result<SocketAddr, String> {
    let resolved = text.to_socket_addrs().map_err(|error| format!("{error}; write it as in `127.0.0.1:8080`"));
    resolved?.next().ok_or_else(|| "this name has no address".to_owned())
}

fn cannot_listen(address: SocketAddr, error: &io::Error) -> String {
    format!("{address} can't be listened on: {error}; choose another with --listen, with port 0 any that is free")
}

/// Serves until a signal ends it.
fn serve<S: State + Send + 'static>(
    state: S,
    call: &Serve,
    credentials: Credentials,
    listener: TcpListener,
) -> Outcome {
    let failed = |error: io::Error| cannot_listen(call.listen, &error);
    let address = listener.local_addr().map_err(failed)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
    let exchange = Arc::new(Exchange {
        service: Arc::new(Mutex::new(Service::with_state(state).seed(call.seed))),
        credentials,
        origins: call.allow_origin.clone(),
        patience: Duration::from_secs(call.patience.get().into()),
        quiet: call.quiet,
        spent: Mutex::default(),
    });
    if !address.ip().is_loopback() {
        output::say("warning: others can reach this; nothing is encrypted, and who knows a token may do all it allows");
    }
    output::say(format!("listening on http://{address}"));
    let (sender, end) = watch::channel(false);
    on_stop(move || {
        sender.send_replace(true);
    });
    let serving = accept(listener, Arc::clone(&exchange), end, call.connections);
    let served = runtime.block_on(serving).map_err(failed);
    let Spent { requests, time } = *exchange.spent.blocking_lock();
    runtime.shutdown_timeout(GRACE);
    let (requests, seconds) = (number_of(requests, "request"), time.as_secs_f64());
    output::say(format!("stopped after {requests}, which took the service {seconds:.3} s"));
    served.map(|()| true)
}

/// Takes connections, each when there is room for it, until the end; then waits for those that are there.
async fn accept<S: State + Send + 'static>(
    listener: TcpListener,
    exchange: Arc<Exchange<S>>,
    mut end: End,
    connections: NonZeroU16,
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let rooms = Arc::new(Semaphore::new(connections.get().into()));
    loop {
        let client = async {
            let room = Arc::clone(&rooms).acquire_owned().await;
            (room, listener.accept().await)
        };
        match before(&mut end, client).await {
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
    if timeout(GRACE, rooms.acquire_many(connections.get().into())).await.is_err() {
        output::say("warning: some clients did not take their answers in time");
    }
    Ok(())
}

/// The tokens that are good. Where none is given, one is made and told.
fn credentials(call: &Serve) -> Result<Credentials, String> {
    let mut credentials = match &call.tokens {
        // Of the file nothing is shown.
        Some(path) => usable("the file of tokens", path, Credentials::read, &Policy::new().redacted())?,
        None => Credentials::new(),
    };
    let sandbox = Organization::sandbox();
    let token = match &call.token {
        Some(token) => token.clone(),
        None if call.tokens.is_some() => return Ok(credentials),
        None => {
            let mut bytes = [0_u8; 16];
            getrandom::fill(&mut bytes)
                .map_err(|error| format!("no token can be made ({error}); give one with --token"))?;
            let token = format!("{:032x}", u128::from_be_bytes(bytes));
            output::say(format!("token {token} is good for everything in the organization {sandbox} until this ends"));
            token
        }
    };
    if credentials.add(&token, Caller::with_all_scopes(sandbox)) {
        return Ok(credentials);
    }
    Err("--token: a bearer token has letters, digits and -._~+/, may end in =, and can't stand in --tokens for something else".to_owned())
}
