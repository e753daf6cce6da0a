//! `uacc serve`: the reference service behind HTTP.

mod connection;
mod crowd;
mod database;
mod deliver;
mod directory;
mod first_transactions;
mod folders;
mod handler;
mod item_file;
mod log;
mod memory;
mod pool;
mod stop;

use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::num::{NonZeroU16, NonZeroU32};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::{panic, thread};

use clap::Args;
use tokio::sync::watch;
use tokio::time::{sleep, timeout_at};
use universal_accounting::dedup::FileStore;
use universal_accounting::endpoint::{Caller, Organization};
use universal_accounting::report::Policy;
use universal_accounting::sandbox::{AllowedHost, Credentials};
use universal_accounting::service::{
    AuthorizationServer, MemoryState, Service, ServiceOptions, State,
};

use crate::files::folder_of;
use crate::findings::pluralize;
use crate::interrupt::on_first_signal;
use crate::output::{self, Outcome, display_path};
use crate::private_files::can_others_read;
use crate::settings::read_settings_file;
use crate::store::StoreLocation;
use crowd::Crowd;
use database::DatabaseState;
use directory::DirectoryState;
pub(crate) use directory::list_directory;
use handler::Handler;
use log::Log;
use memory::Memory;
use pool::{Pool, RequestStats};
use stop::{StopSignal, run_until_stop};

/// How long to wait for the log when the service stops.
const LOG_PATIENCE: Duration = Duration::from_millis(200);

/// The routes for tests, which are not part of the service's contract.
const SANDBOX_HELP: &str = "\
Additional routes for tests. They need the scope sandbox, and respond with 204 unless noted:
  POST /sandbox/files             Upload a file: 201 with its signedFileName; needs api:documents:create too
  POST /sandbox/files/:id/export  Mark the document with this serviceFileId as exported
  POST /sandbox/responses         Force the next responses (JSON, see `uacc schema forced-response`)
  DELETE /sandbox/responses       Clear the forced responses
  GET /sandbox/requests           List the requests that were received: 200
  GET /sandbox/import             Show what the last import did: conflicts, suspects, findings: 200
  GET /sandbox/journal            Export the journal of all documents and transactions: 200; ?files=contents has their files
  POST /sandbox/journal/deliveries
                                  Deliver the journal to a webhook (JSON, see `uacc schema delivery-request`): 200
  PUT /sandbox/seed               Set the seed of new identifiers (JSON)
  POST /sandbox/reset             Delete everything except the seed
  GET /sandbox/snapshot           Download the whole state: 200, or 501 with --store
  PUT /sandbox/snapshot           Replace the whole state with a snapshot";

#[derive(Debug, Args)]
#[command(after_long_help = SANDBOX_HELP)]
pub(crate) struct Serve {
    /// The address and port to listen on. With port 0, uses a free port and prints it on standard error.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080", value_parser = parse_address)]
    listen: SocketAddr,
    /// Keep the data in this directory or database. Without it, all data is lost when the service stops.
    ///
    /// A directory is created if it does not exist. A PostgreSQL database is written as `postgresql://user@host/database`; several servers may
    /// share it.
    #[arg(long, value_name = "PATH")]
    store: Option<PathBuf>,
    /// A token with all rights in the organization `sandbox`. Without --token and --tokens, a token is generated and printed on standard error.
    #[arg(long)]
    token: Option<String>,
    /// A JSON file with tokens and clients, their organizations and scopes. See `uacc schema credentials`.
    #[arg(long, value_name = "FILE")]
    tokens: Option<PathBuf>,
    /// Let web pages of this origin send requests, such as `https://books.example`, or of all origins with `*`. Can be repeated.
    #[arg(long, value_name = "ORIGIN")]
    allow_origin: Vec<String>,
    /// The seed that new identifiers are generated from.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u32,
    /// Accept more than 1000 transactions in a request, which the contract refuses.
    #[arg(long)]
    long_imports: bool,
    /// The maximum number of connections at the same time. For a further one, the one that has waited longest for a request of its client is closed.
    #[arg(long, value_name = "N", default_value = "256")]
    connections: NonZeroU16,
    /// How many MiB all requests together may take with their answers. Requests wait for others, and are refused beyond it.
    ///
    /// What is stored in memory without --store is not counted. The longest body that is accepted is about a 40th of it, at most 32 MiB.
    #[arg(long, value_name = "MIB", default_value = "1280")]
    memory: NonZeroU32,
    /// The time limit for receiving the head of a request, for receiving its body, for answering it, and for sending the response; and for stopping.
    #[arg(long, value_name = "SECONDS", default_value = "30")]
    patience: NonZeroU32,
    /// Deliver journals to receivers on this host too, such as `hooks.example` or `10.0.0.7:8080`. Can be repeated.
    ///
    /// Without it, journals are delivered to receivers on this machine only. A delivery is not encrypted.
    #[arg(long, value_name = "HOST[:PORT]", value_parser = AllowedHost::parse)]
    deliver_to: Vec<AllowedHost>,
    /// Write the address to this file once the service listens, such as `127.0.0.1:43210`. An existing file is replaced.
    #[arg(long, value_name = "FILE")]
    port_file: Option<PathBuf>,
    /// Print the address on standard output once the service listens, such as `127.0.0.1:43210`.
    #[arg(long)]
    print_address: bool,
    /// How many connections to a database are used at the same time, so that as many requests are answered at the same time.
    #[arg(long, value_name = "N", default_value = "8")]
    database_connections: NonZeroU16,
    /// Don't log requests.
    #[arg(long)]
    quiet: bool,
}

pub(crate) fn run(arguments: &Serve) -> Outcome {
    let credentials = read_credentials(arguments)?;
    let log = Arc::new(Log::start());
    let panic_log = Arc::clone(&log);
    // Log the location of a panic, but not its message, which could contain a value of a request.
    panic::set_hook(Box::new(move |info| {
        // The store reports what this thread finds.
        if thread::current().name() == Some(FileStore::CHECK_THREAD) {
            return;
        }
        let location = info.location().map_or(String::new(), |location| {
            format!(" at {}:{}", location.file(), location.line())
        });
        panic_log.write(format_args!(
            "error: the service panicked{location}; please report it"
        ));
    }));
    let listener = TcpListener::bind(arguments.listen)
        .map_err(|error| listen_error(arguments.listen, &error))?;
    let Some(store) = &arguments.store else {
        return serve(
            vec![MemoryState::new()],
            arguments,
            (credentials, log),
            listener,
        );
    };
    let location = StoreLocation::parse(store, None)?;
    match &location {
        StoreLocation::File(path) => {
            let state =
                DirectoryState::open(path).map_err(|error| format!("{location}: {error}"))?;
            serve(vec![state], arguments, (credentials, log), listener)
        }
        StoreLocation::Database(database) => {
            let time_limit = Duration::from_secs(arguments.patience.get().into());
            let stores =
                database.open_connections(arguments.database_connections.get(), time_limit);
            let stores = stores.map_err(|error| format!("{location}: {error}"))?;
            serve(
                stores.into_iter().map(DatabaseState).collect(),
                arguments,
                (credentials, log),
                listener,
            )
        }
    }
}

/// Parses an address, or resolves a name.
fn parse_address(text: &str) -> Result<SocketAddr, String> {
    let resolved = text
        .to_socket_addrs()
        .map_err(|error| format!("{error}; write it as in `127.0.0.1:8080`"));
    resolved?
        .next()
        .ok_or_else(|| "this name has no address".to_owned())
}

fn listen_error(address: SocketAddr, error: &io::Error) -> String {
    format!(
        "can't listen on {address}: {error}; choose another address with --listen; port 0 uses any free port"
    )
}

/// Serves until a signal ends it. There is a state for each connection to the same data.
fn serve<S: State + Send + 'static>(
    mut states: Vec<S>,
    arguments: &Serve,
    (credentials, log): (Credentials, Arc<Log>),
    listener: TcpListener,
) -> Outcome {
    let Some(state) = states.pop() else {
        return Ok(true);
    };
    let failed = |error: io::Error| listen_error(arguments.listen, &error);
    let address = listener.local_addr().map_err(failed)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(failed)?;
    let mut options = ServiceOptions::new();
    options.seed = arguments.seed;
    options.allowed_hosts.clone_from(&arguments.deliver_to);
    options.accept_long_imports = arguments.long_imports;
    let service = Service::with_state(state, options);
    let (sender, stop) = watch::channel(false);
    let handler = Arc::new(Handler {
        pool: Arc::new(Pool::new(service, states)),
        authorization: Mutex::new(AuthorizationServer::new(credentials.clients())),
        credentials,
        origins: arguments.allow_origin.clone(),
        time_limit: Duration::from_secs(arguments.patience.get().into()),
        memory: Memory::new(usize::try_from(arguments.memory.get()).unwrap_or(usize::MAX)),
        quiet: arguments.quiet,
        log: Arc::clone(&log),
        stop: stop.clone(),
    });
    if !address.ip().is_loopback() {
        log.write(
            "warning: other machines can reach this service; connections are not encrypted, and a token is the only protection",
        );
    }
    on_first_signal(move || {
        sender.send_replace(true);
    });
    // Before the line of the log: a program that waits for the line can then read the file, and stop the service.
    announce(address, arguments)?;
    log.write(format_args!("listening on http://{address}"));
    let serving = accept_connections(listener, Arc::clone(&handler), stop, arguments.connections);
    let served = runtime.block_on(serving).map_err(failed);
    let deadline = *served.as_ref().unwrap_or(&Instant::now());
    // A state that hangs is left behind.
    runtime.shutdown_timeout(deadline.saturating_duration_since(Instant::now()));
    let RequestStats { requests, time } = handler.pool.stats();
    let (requests, seconds) = (pluralize(requests, "request"), time.as_secs_f64());
    log.write(format_args!(
        "stopped after {requests}, processed in {seconds:.3} s"
    ));
    log.finish(LOG_PATIENCE);
    served.map(|_| true)
}

/// Tells the program that has started the service where it listens.
fn announce(address: SocketAddr, arguments: &Serve) -> Result<(), String> {
    if let Some(path) = &arguments.port_file {
        let error = |error: io::Error| {
            format!(
                "--port-file: {} can't be written: {error}",
                display_path(path)
            )
        };
        // Whole or not at all, for a program that waits for the file.
        let mut file = tempfile::NamedTempFile::new_in(folder_of(path)).map_err(error)?;
        writeln!(file, "{address}").map_err(error)?;
        file.persist(path).map_err(|failure| error(failure.error))?;
    }
    if arguments.print_address {
        output::write_stdout(format!("{address}\n"))?;
    }
    Ok(())
}

/// Accepts connections, up to the maximum number at a time, until the service stops. Then waits for the open connections. Returns when everything
/// else must have stopped.
async fn accept_connections<S: State + Send + 'static>(
    listener: TcpListener,
    handler: Arc<Handler<S>>,
    mut stop: StopSignal,
    connections: NonZeroU16,
) -> io::Result<Instant> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let crowd = Arc::new(Crowd::new(connections.get().into()));
    loop {
        let client = async {
            let accepted = listener.accept().await;
            // The client waits until there is a place for it.
            let place = if accepted.is_ok() {
                crowd.enter().await
            } else {
                None
            };
            (accepted, place)
        };
        match run_until_stop(&mut stop, client).await {
            None => break,
            Some((Ok((stream, _)), Some(place))) => {
                tokio::spawn(connection::serve(
                    stream,
                    Arc::clone(&handler),
                    stop.clone(),
                    place,
                ));
            }
            // The client has closed the connection already, or too many files are open. The latter passes when other connections close.
            Some(_) => sleep(Duration::from_millis(50)).await,
        }
    }
    drop(listener);
    // The rest of the time is for the log, and for the process to end.
    let deadline = Instant::now() + handler.time_limit.saturating_sub(2 * LOG_PATIENCE);
    if timeout_at(deadline.into(), crowd.all_left(connections.get().into()))
        .await
        .is_err()
    {
        handler
            .log
            .write("warning: some clients did not receive their responses in time");
    }
    Ok(deadline)
}

/// Returns the valid tokens. If none is given, generates a token and prints it.
fn read_credentials(arguments: &Serve) -> Result<Credentials, String> {
    let mut credentials = match &arguments.tokens {
        // Redacted, so that no token is printed.
        Some(path) => {
            if can_others_read(path) {
                let path = display_path(path);
                output::print_note(format!(
                    "warning: other users of this machine can read the tokens in {path}; make the file readable for you alone, as with `chmod 600`"
                ));
            }
            read_settings_file(
                "the token file",
                path,
                Credentials::read,
                &Policy::new().redacted(),
            )?
        }
        None => Credentials::new(),
    };
    let sandbox = Organization::sandbox();
    let token = match &arguments.token {
        Some(token) => token.clone(),
        None if arguments.tokens.is_some() => return Ok(credentials),
        None => {
            let mut bytes = [0_u8; 16];
            getrandom::fill(&mut bytes).map_err(|error| {
                format!("no token can be generated ({error}); give one with --token")
            })?;
            let token = format!("{:032x}", u128::from_be_bytes(bytes));
            output::print_note(format!(
                "token {token} has all rights in the organization {sandbox} until the service stops"
            ));
            token
        }
    };
    if credentials.add(&token, Caller::with_all_scopes(sandbox)) {
        return Ok(credentials);
    }
    Err("--token: a bearer token has letters, digits and -._~+/, and may end in =; it must not be in the file of --tokens with other rights"
        .to_owned())
}
