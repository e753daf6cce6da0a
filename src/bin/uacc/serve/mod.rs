//! `uacc serve`: the reference service behind HTTP.

mod accept;
pub(crate) mod arguments;
mod connection;
#[cfg(feature = "postgres")]
mod database;
mod directory;
mod end;
mod exchange;
mod origins;
mod tokens;
mod wire;

use std::error::Error;
use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use universal_accounting::sandbox::Credentials;
use universal_accounting::service::{MemoryState, Service, State};

use crate::outcome::{Failure, Outcome};
use crate::store::{Place, on_panic};
use crate::{excerpt, output};
use accept::{GRACE, accept};
use arguments::Serve;
#[cfg(feature = "postgres")]
use database::DatabaseState;
use directory::DirectoryState;
use end::End;
use exchange::Exchange;
use origins::Origins;

/// `uacc serve`.
pub(crate) fn run(call: &Serve) -> Result<Outcome, Failure> {
    let credentials = tokens::of(call)?;
    hush();
    let listener = TcpListener::bind(call.listen).map_err(|error| cannot_listen(call, &error))?;
    let Some(store) = &call.store else {
        return serve(MemoryState::new(), call, credentials, listener);
    };
    let place = Place::of(store, None)?;
    let failed = |error: Box<dyn Error>| Failure::Store { name: place.to_string(), error };
    match &place {
        Place::File(path) => {
            let state = DirectoryState::open(path).map_err(|error| failed(Box::new(error)))?;
            serve(state, call, credentials, listener)
        }
        #[cfg(feature = "postgres")]
        Place::Database(database) => {
            let store = database.open().map_err(|error| failed(Box::new(error)))?;
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

/// A panic tells where it was, and not what it was about, in which a value could stand.
fn hush() {
    on_panic(|about| {
        let place = about.location().map(|place| format!(" at {}:{}", place.file(), place.line()));
        output::say(format!("error: the service broke{}; please report it", place.unwrap_or_default()));
    });
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
