use std::error::Error;
use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;
use std::time::Duration;

use postgres::config::{Host, SslMode};
use postgres::{Client, Config, NoTls};

/// How long to wait for a connection to the server, unless the address says otherwise.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// The address of a PostgreSQL database, such as `postgresql://user@localhost:5432/database`.
///
/// The parameters after `?` are those of `libpq` that the crate `postgres` 0.19 knows, such as `host=/run/postgresql` for a socket. Connections
/// are not encrypted yet, so the server must be on the same machine, or `sslmode=disable` states that the network is trusted. `Display` and
/// `Debug` leave out user, password and parameters.
///
/// ```
/// use universal_accounting::dedup::PostgresAddress;
///
/// let address: PostgresAddress = "postgresql://books:secret@localhost/books".parse()?;
/// assert_eq!(address.to_string(), "postgresql://localhost/books");
/// # Ok::<(), universal_accounting::dedup::PostgresAddressError>(())
/// ```
#[derive(Clone)]
pub struct PostgresAddress {
    config: Config,
    host_and_database: Box<str>,
    time_limit: Option<Duration>,
}

/// Why an address of a database is refused. Its message never repeats the address, which may contain a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PostgresAddressError {
    /// The address can't be read.
    Syntax,
    /// The server is on another machine, or `sslmode` asks for encryption.
    NotEncrypted,
}

impl PostgresAddress {
    /// Sets the password, unless the address has one.
    #[must_use]
    pub fn default_password(mut self, password: &str) -> Self {
        if self.config.get_password().is_none() {
            self.config.password(password);
        }
        self
    }

    /// Sets the time limit for a connection, for each statement, and for waiting for a lock. The server cancels a statement that takes longer.
    #[must_use]
    pub fn time_limit(mut self, time_limit: Duration) -> Self {
        self.config.connect_timeout(time_limit.min(CONNECT_TIMEOUT)).tcp_user_timeout(time_limit);
        Self { time_limit: Some(time_limit), ..self }
    }

    pub(super) fn connect(&self) -> Result<Client, postgres::Error> {
        let mut client = self.config.connect(NoTls)?;
        if let Some(time_limit) = self.time_limit {
            let milliseconds = time_limit.as_millis();
            client.batch_execute(&format!(
                "SET statement_timeout = {milliseconds}; SET lock_timeout = {milliseconds}; \
                 SET idle_in_transaction_session_timeout = {milliseconds}"
            ))?;
        }
        Ok(client)
    }
}

impl FromStr for PostgresAddress {
    type Err = PostgresAddressError;

    fn from_str(address: &str) -> Result<Self, PostgresAddressError> {
        let (scheme, address) = address.split_once("://").ok_or(PostgresAddressError::Syntax)?;
        let is_known = ["postgresql", "postgres"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
        // With a second @, `Display` would show a part of the password as the host.
        if !is_known || address.matches('@').count() > 1 {
            return Err(PostgresAddressError::Syntax);
        }
        let mut config: Config = format!("postgresql://{address}").parse().map_err(|_| PostgresAddressError::Syntax)?;
        let mode = config.get_ssl_mode();
        if mode != SslMode::Disable && !(mode == SslMode::Prefer && is_local(&config)) {
            return Err(PostgresAddressError::NotEncrypted);
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_TIMEOUT);
        }
        let host_and_database = address.rsplit('@').next().unwrap_or_default();
        let host_and_database = host_and_database.split(['?', '&']).next().unwrap_or_default();
        Ok(Self { config, host_and_database: host_and_database.into(), time_limit: None })
    }
}

/// Returns whether all hosts are this machine. As in the client, `hostaddr` takes precedence over `host`.
fn is_local(config: &Config) -> bool {
    let are_hosts_local = config.get_hosts().iter().all(|host| match host {
        Host::Tcp(name) => name == "localhost" || name.parse().is_ok_and(|address: IpAddr| address.is_loopback()),
        #[cfg(unix)]
        Host::Unix(_) => true,
    });
    let addresses = config.get_hostaddrs();
    if addresses.is_empty() { are_hosts_local } else { addresses.iter().all(IpAddr::is_loopback) }
}

impl fmt::Display for PostgresAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "postgresql://{}", self.host_and_database)
    }
}

impl fmt::Debug for PostgresAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("PostgresAddress").field(&self.to_string()).finish()
    }
}

impl fmt::Display for PostgresAddressError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Syntax => {
                "the address of the database can't be read; write it as postgresql://user@host:port/database, with \
                 special characters in the user and the password percent-encoded, such as %40 for @"
            }
            Self::NotEncrypted => {
                "connections to databases are made without encryption; use a database on this machine or a tunnel that ends \
                 here (such as `ssh -L`), or add sslmode=disable to the address if the network is trusted"
            }
        })
    }
}

impl Error for PostgresAddressError {}
