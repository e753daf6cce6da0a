//! `uacc serve`: the reference service behind HTTP.

mod connection;
mod deliver;
mod handler;
mod log;
mod worker;

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::{fs, panic};

use clap::Args;
use tokio::sync::{mpsc, watch};
use tokio::time::{sleep, timeout_at};
use universal_accounting::endpoint::{Caller, Organization};
use universal_accounting::report::Policy;
use universal_accounting::sandbox::Credentials;
use universal_accounting::service::{AuthorizationServer, Service, ServiceOptions};

use super::interrupt::{StopSignal, run_until_stop};
use crate::files::folder_of;
use crate::findings::pluralize;
use crate::interrupt::on_first_signal;
use crate::output::{self, Outcome, display_path};
use crate::settings::read_settings_file;
use deliver::AllowedHost;
use handler::Handler;
use log::Log;
use worker::{RequestStats, Worker};

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
  GET /sandbox/journal            Export a sample journal with the accounts of the base data: 200
  POST /sandbox/journal/deliveries
                                  Deliver it to the webhook of the base data (JSON, see `uacc schema delivery-request`): 200
  PUT /sandbox/seed               Set the seed of new identifiers (JSON)
  POST /sandbox/reset             Delete everything except the seed
  GET /sandbox/snapshot           Download the whole state: 200
  PUT /sandbox/snapshot           Replace the whole state with a snapshot";

#[derive(Debug, Args)]
#[command(after_long_help = SANDBOX_HELP)]
pub(crate) struct Serve {
    /// The address and port to listen on. With port 0, uses a free port and prints it on standard error.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080", value_parser = parse_address)]
    listen: SocketAddr,
    /// Read the data from this file at the start, and write it when the service stops. Without it, all data is lost then.
    ///
    /// The data is in memory meanwhile. The file is created if it does not exist, and replaced as a whole.
    #[arg(long, value_name = "FILE")]
    snapshot: Option<PathBuf>,
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
        let location = info.location().map_or(String::new(), |location| {
            format!(" at {}:{}", location.file(), location.line())
        });
        panic_log.write(format_args!(
            "error: the service panicked{location}; please report it"
        ));
    }));
    let listener = TcpListener::bind(arguments.listen)
        .map_err(|error| listen_error(arguments.listen, &error))?;
    let mut options = ServiceOptions::new();
    options.seed = arguments.seed;
    options.accept_long_imports = arguments.long_imports;
    let mut service = Service::with_options(options);
    if let Some(path) = &arguments.snapshot {
        read_snapshot(path, &mut service)?;
        // A file that can't be written is better known before there is anything to lose.
        write_snapshot(path, &service.snapshot_of_all())?;
    }
    serve(service, arguments, (credentials, log), listener)
}

/// Restores the data of a file, if there is one.
fn read_snapshot(path: &Path, service: &mut Service) -> Result<(), String> {
    let failed = |error: &dyn Display| {
        format!(
            "--snapshot: {} can't be used: {error}; it was left as it is",
            display_path(path)
        )
    };
    match fs::read(path) {
        Ok(bytes) => service.restore_all(&bytes).map_err(|error| failed(&error)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(failed(&error)),
    }
}

/// Writes a file whole or not at all, for its owner alone.
fn write_snapshot(path: &Path, bytes: &[u8]) -> Result<(), String> {
    replace_file(path, bytes).map_err(|error| {
        format!(
            "--snapshot: {} can't be written: {error}",
            display_path(path)
        )
    })
}

/// Writes a new file, and gives it the name of the old one.
fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = tempfile::NamedTempFile::new_in(folder_of(path))?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
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

/// Serves until a signal ends it.
fn serve(
    service: Service,
    arguments: &Serve,
    (credentials, log): (Credentials, Arc<Log>),
    listener: TcpListener,
) -> Outcome {
    let failed = |error: io::Error| listen_error(arguments.listen, &error);
    let address = listener.local_addr().map_err(failed)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(failed)?;
    let (sender, stop) = watch::channel(false);
    let handler = Arc::new(Handler {
        worker: Worker::new(service),
        authorization: Mutex::new(AuthorizationServer::new(credentials.clients())),
        credentials,
        origins: arguments.allow_origin.clone(),
        time_limit: Duration::from_secs(arguments.patience.get().into()),
        allowed_hosts: arguments.deliver_to.clone(),
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
    let serving = accept_connections(listener, Arc::clone(&handler), stop);
    let served = runtime.block_on(serving).map_err(failed);
    let deadline = *served.as_ref().unwrap_or(&Instant::now());
    runtime.shutdown_timeout(deadline.saturating_duration_since(Instant::now()));
    if let Some(path) = &arguments.snapshot {
        write_snapshot(path, &handler.worker.snapshot())?;
    }
    let RequestStats { requests, time } = handler.worker.stats();
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
        replace_file(path, format!("{address}\n").as_bytes()).map_err(error)?;
    }
    if arguments.print_address {
        output::write_stdout(format!("{address}\n"))?;
    }
    Ok(())
}

/// Accepts connections until the service stops. Then waits for the open connections. Returns when everything else must have stopped.
async fn accept_connections(
    listener: TcpListener,
    handler: Arc<Handler>,
    mut stop: StopSignal,
) -> io::Result<Instant> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    // Closed when the last connection drops its part.
    let (open, mut all_closed) = mpsc::channel::<()>(1);
    while let Some(accepted) = run_until_stop(&mut stop, listener.accept()).await {
        match accepted {
            Ok((stream, _)) => {
                let (open, serving) = (
                    open.clone(),
                    connection::serve(stream, Arc::clone(&handler), stop.clone()),
                );
                tokio::spawn(async move {
                    serving.await;
                    drop(open);
                });
            }
            // The client has closed the connection already, or too many files are open. The latter passes when other connections close: those whose
            // clients send nothing do so when the patience ends.
            Err(_) => sleep(Duration::from_millis(50)).await,
        }
    }
    drop((listener, open));
    // The rest of the time is for the log, and for the process to end.
    let deadline = Instant::now() + handler.time_limit.saturating_sub(2 * LOG_PATIENCE);
    if timeout_at(deadline.into(), all_closed.recv())
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

/// Returns whether other users of the machine can read a file. Where the platform can't say, nobody else can.
fn can_others_read(path: &Path) -> bool {
    #[cfg(unix)]
    return fs::metadata(path).is_ok_and(|metadata| {
        std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o044 != 0
    });
    #[cfg(not(unix))]
    return path.as_os_str().is_empty();
}
