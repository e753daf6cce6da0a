//! `uacc serve`: the reference service behind HTTP.

pub(crate) mod arguments;
mod connection;
#[cfg(feature = "postgres")]
mod database;
mod directory;
mod exchange;
mod wire;

use std::error::Error;
use std::io;
use std::net::TcpListener;
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, Semaphore};
use tokio::time::{sleep, timeout};
use universal_accounting::endpoint::{Caller, Organization};
use universal_accounting::report::Policy;
use universal_accounting::sandbox::Credentials;
use universal_accounting::service::{MemoryState, Service, State};

use crate::output::{self, Failure, Outcome};
use crate::store::{Place, on_panic};
use crate::{excerpt, settings};
use arguments::Serve;
use connection::End;
#[cfg(feature = "postgres")]
use database::DatabaseState;
use directory::DirectoryState;
use exchange::{Exchange, Origins};

/// So long the requests that are under way at the end have.
const GRACE: Duration = Duration::from_secs(10);

/// `uacc serve`.
pub(crate) fn run(call: &Serve) -> Result<Outcome, Failure> {
    let credentials = credentials(call)?;
    // A panic tells where it was, and not what it was about, in which a value could stand.
    on_panic(|about| {
        let place = about.location().map(|place| format!(" at {}:{}", place.file(), place.line()));
        output::say(format!("error: the service broke{}; please report it", place.unwrap_or_default()));
    });
    let listener = TcpListener::bind(call.listen).map_err(|error| cannot_listen(call, &error))?;
    let Some(store) = &call.store else {
        return serve(MemoryState::new(), call, credentials, listener);
    };
    let place = Place::of(store, None)?;
    let failed = |error: Box<dyn Error>| Failure::Store { name: place.to_string(), error };
    match &place {
        Place::File(path) => {
            let state = DirectoryState::open(path).map_err(|error| failed(error.into()))?;
            serve(state, call, credentials, listener)
        }
        #[cfg(feature = "postgres")]
        Place::Database(database) => {
            let store = database.open(false).map_err(|error| failed(error.into()))?;
            serve(DatabaseState::new(store), call, credentials, listener)
        }
    }
}

fn cannot_listen(call: &Serve, error: &io::Error) -> Failure {
    let address = call.listen;
    Failure::Call(format!(
        "{address} can't be listened on: {error}; choose another with --listen, with port 0 any that is free"
    ))
}

/// Serves until a signal ends it.
fn serve<S: State + Send + 'static>(
    state: S,
    call: &Serve,
    credentials: Credentials,
    listener: TcpListener,
) -> Result<Outcome, Failure> {
    let failed = |error: io::Error| cannot_listen(call, &error);
    let address = listener.local_addr().map_err(failed)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
    let exchange = Arc::new(Exchange {
        service: Arc::new(Mutex::new(Service::with_state(state).seed(call.seed))),
        credentials,
        origins: Origins::new(&call.allow_origin),
        patience: Duration::from_secs(call.patience.get().into()),
        quiet: call.quiet,
        spent: Mutex::default(),
    });
    if !address.ip().is_loopback() {
        output::say("warning: others can reach this; nothing is encrypted, and who knows a token may do all it allows");
    }
    output::say(format!("listening on http://{address}"));
    let serving = accept(listener, Arc::clone(&exchange), End::on_signal(), call.connections);
    let served = runtime.block_on(serving).map_err(failed);
    let spent = *exchange.spent.blocking_lock();
    runtime.shutdown_timeout(GRACE);
    let (requests, seconds) = (excerpt::number_of(spent.requests, "request"), spent.time.as_secs_f64());
    output::say(format!("stopped after {requests}, which took the service {seconds:.3} s"));
    served.map(|()| Outcome::Clean)
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
        match end.before(client).await {
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
fn credentials(call: &Serve) -> Result<Credentials, Failure> {
    let mut credentials = call.tokens.as_deref().map_or_else(|| Ok(Credentials::new()), read_tokens)?;
    let is_given = call.token.is_some() || call.tokens.is_some();
    let sandbox = Organization::sandbox();
    let made = if is_given { None } else { Some(random()?) };
    if let Some(token) = call.token.as_ref().or(made.as_ref())
        && !credentials.add(token, Caller::with_every_scope(sandbox.clone()))
    {
        return Err(Failure::Call(
            "--token: a bearer token has letters, digits and -._~+/, may end in =, and can't stand in --tokens for something else"
                .to_owned(),
        ));
    }
    if let Some(token) = made {
        output::say(format!("token {token} is good for everything in the organization {sandbox} until this ends"));
    }
    Ok(credentials)
}

/// Reads a file of tokens, of which nothing is shown.
fn read_tokens(path: &Path) -> Result<Credentials, Failure> {
    settings::usable("the file of tokens", path, Credentials::read, &Policy::new().redacted())
}

fn random() -> Result<String, Failure> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| Failure::Call(format!("no token can be made ({error}); give one with --token")))?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}
