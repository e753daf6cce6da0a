use std::net::{SocketAddr, ToSocketAddrs};
use std::num::{NonZeroU16, NonZeroU32};
use std::path::PathBuf;

use clap::Args;

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
    pub(super) listen: SocketAddr,
    /// A directory to keep everything in, which is made where there is none, or a PostgreSQL database as `postgresql://user@host/database`, which several
    /// servers may share; without it, everything is forgotten at the end.
    #[arg(long, value_name = "PATH")]
    pub(super) store: Option<PathBuf>,
    /// A token that is good for everything in the organization `sandbox`; without this and `--tokens` one is made, and told on standard error.
    #[arg(long)]
    pub(super) token: Option<String>,
    /// A JSON file of tokens, their organizations and scopes: see `uacc schema credentials`.
    #[arg(long, value_name = "FILE")]
    pub(super) tokens: Option<PathBuf>,
    /// Let pages of this origin, such as `https://books.example`, send requests; `*` lets all of them. Can be given several times.
    #[arg(long, value_name = "ORIGIN")]
    pub(super) allow_origin: Vec<String>,
    /// A number that identifiers are made from.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) seed: u32,
    /// How many connections are served at once; more wait.
    #[arg(long, value_name = "N", default_value = "256")]
    pub(super) connections: NonZeroU16,
    /// How long the head of a request may take to come in, and again its body; a response, to be taken.
    #[arg(long, value_name = "SECONDS", default_value = "30")]
    pub(super) patience: NonZeroU32,
    /// Say nothing of the requests.
    #[arg(long)]
    pub(super) quiet: bool,
}

/// The address that is meant, by a name or as it is.
fn address(text: &str) -> Result<SocketAddr, String> {
    let resolved = text.to_socket_addrs().map_err(|error| format!("{error}; write it as in `127.0.0.1:8080`"));
    resolved?.next().ok_or_else(|| "this name has no address".to_owned())
}
