//! Addresses of PostgreSQL databases.

use std::time::Duration;
use std::{env, fmt};

use postgres::config::{Host, SslMode};
use postgres::{Config, NoTls};
use universal_accounting::dedup::{PostgresStore, PostgresStoreError};
use universal_accounting::endpoint::Organization;

use crate::sanitize::sanitize;

/// How long to wait for a connection to the server.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// The address of a PostgreSQL database, and an organization in it. Its `Display` leaves out user, password and options.
pub(crate) struct Database {
    config: Config,
    display: String,
    organization: String,
}

impl Database {
    /// Parses an address. Takes a missing password from `PGPASSWORD`, because all users of a machine can see the arguments of a program.
    pub(crate) fn parse(address: &str, organization: Option<&Organization>) -> Result<Self, String> {
        let (_, address) = address.split_once("://").unwrap_or_default();
        let parsed = format!("postgresql://{address}").parse::<Config>();
        // With a second @, a part of the password would be displayed as the host.
        let Some(mut config) = parsed.ok().filter(|_| address.matches('@').count() < 2) else {
            return Err(
                "the address of the database can't be read; write it as postgresql://user@host:port/database, with \
                 special characters in the user and the password percent-encoded, such as %40 for @"
                    .to_owned(),
            );
        };
        let mode = config.get_ssl_mode();
        if mode != SslMode::Disable && !(mode == SslMode::Prefer && is_local(&config)) {
            return Err(
                "uacc connects to databases without encryption; use a database on this machine or a tunnel that ends \
                 here (such as `ssh -L`), or add sslmode=disable to the address if the network is trusted"
                    .to_owned(),
            );
        }
        if let (None, Ok(password)) = (config.get_password(), env::var("PGPASSWORD")) {
            config.password(password);
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_TIMEOUT);
        }
        let host_and_path = address.rsplit('@').next().unwrap_or_default();
        let host_and_path = host_and_path.split(['?', '&']).next().unwrap_or_default();
        let display = sanitize(&format!("postgresql://{host_and_path}"));
        Ok(Self { config, display, organization: organization.map_or("default", Organization::as_str).to_owned() })
    }

    /// Opens the store.
    pub(crate) fn open(&self, read_only: bool) -> Result<PostgresStore, PostgresStoreError> {
        let config = self.config.clone();
        let connect = move || config.connect(NoTls);
        let open = if read_only { PostgresStore::open_read_only } else { PostgresStore::open };
        open(connect, &self.organization)
    }
}

impl fmt::Display for Database {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.display)
    }
}

/// Returns whether all hosts are this machine. As in the client, `hostaddr` takes precedence over `host`.
fn is_local(config: &Config) -> bool {
    let are_hosts_local = config.get_hosts().iter().all(|host| match host {
        Host::Tcp(name) => {
            name == "localhost" || name.parse().is_ok_and(|address: std::net::IpAddr| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    });
    let addresses = config.get_hostaddrs();
    if addresses.is_empty() { are_hosts_local } else { addresses.iter().all(std::net::IpAddr::is_loopback) }
}
