use std::error::Error;
use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use percent_encoding::percent_decode_str;
use postgres::config::{Host, SslMode};
use postgres::{Client, Config, NoTls};

use super::error::{PostgresStoreError, message};
use super::tls::{self, CertificateFiles, Mode, Roots};

/// How long to wait for a connection to the server, unless the address says otherwise.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// How long to wait for a lock, unless the address or the database says otherwise. Imports into an organization wait for each other, so it is longer than
/// an import of many thousand transactions takes.
const LOCK_TIMEOUT: Duration = Duration::from_secs(60);

/// The address of a PostgreSQL database, such as `postgresql://user@localhost:5432/database`.
///
/// The parameters after `?` are those of `libpq` that the crate `postgres` 0.19 knows, such as `host=/run/postgresql` for a socket, and `sslmode`,
/// `sslrootcert`, `sslcert` and `sslkey`, with the meaning and the default files of `libpq`. Only one default is stricter: without `sslmode`, a
/// connection to another machine is always encrypted, and its certificate must be for that host (`verify-full`) and lead to a root certificate of
/// `~/.postgresql/root.crt` or, if there is no such file, of the system. `Display` and `Debug` leave out user, password and parameters.
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
    /// The mode, if the address states one.
    mode: Option<Mode>,
    certificates: CertificateFiles,
    host_and_database: Box<str>,
    time_limit: Option<Duration>,
}

/// Why an address of a database is refused. Its message never repeats the address, which may contain a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PostgresAddressError {
    /// The address can't be read.
    Syntax,
    /// The parameters of the encryption are unknown, incomplete, or contradict each other.
    Encryption,
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
        self.config
            .connect_timeout(time_limit.min(CONNECT_TIMEOUT))
            .tcp_user_timeout(time_limit);
        Self {
            time_limit: Some(time_limit),
            ..self
        }
    }

    pub(super) fn connect(&self) -> Result<Client, PostgresStoreError> {
        let mut client = self.connect_in_mode()?;
        let set_limits = match self.time_limit {
            Some(time_limit) => {
                let milliseconds = time_limit.as_millis();
                format!(
                    "SET statement_timeout = {milliseconds}; SET lock_timeout = {milliseconds}; \
                     SET idle_in_transaction_session_timeout = {milliseconds}"
                )
            }
            None => format!(
                "SELECT set_config('lock_timeout', '{}', false) WHERE current_setting('lock_timeout') = '0'",
                LOCK_TIMEOUT.as_millis()
            ),
        };
        client
            .batch_execute(&set_limits)
            .map_err(|error| PostgresStoreError::Unreachable(message(&error)))?;
        Ok(client)
    }

    fn connect_in_mode(&self) -> Result<Client, PostgresStoreError> {
        let mode = self.mode();
        match mode {
            Mode::Disable => self.connect_plainly(),
            Mode::Allow => self
                .connect_plainly()
                .or_else(|_| self.connect_encrypted(mode, SslMode::Require)),
            Mode::Prefer => {
                let encrypted = self.connect_encrypted(mode, SslMode::Prefer);
                encrypted.or_else(|error| self.connect_plainly().map_err(|_| error))
            }
            Mode::Require | Mode::VerifyCa | Mode::VerifyFull => {
                self.connect_encrypted(mode, SslMode::Require)
            }
        }
    }

    /// Returns the mode of the address, or the one for an address that states none.
    fn mode(&self) -> Mode {
        match self.mode {
            // Sockets are never encrypted.
            _ if are_sockets(&self.config) => Mode::Disable,
            Some(mode) => mode,
            None if is_local(&self.config) => Mode::Prefer,
            None => Mode::VerifyFull,
        }
    }

    fn connect_plainly(&self) -> Result<Client, PostgresStoreError> {
        let connected = self
            .config
            .clone()
            .ssl_mode(SslMode::Disable)
            .connect(NoTls);
        connected.map_err(|error| PostgresStoreError::Unreachable(message(&error)))
    }

    fn connect_encrypted(
        &self,
        mode: Mode,
        ssl_mode: SslMode,
    ) -> Result<Client, PostgresStoreError> {
        let connector = tls::connector(mode, self.mode.is_some(), &self.certificates)
            .map_err(|error| PostgresStoreError::Unreachable(error.to_string()))?;
        let connected = self.config.clone().ssl_mode(ssl_mode).connect(connector);
        connected.map_err(|error| PostgresStoreError::Unreachable(message(&error)))
    }
}

impl FromStr for PostgresAddress {
    type Err = PostgresAddressError;

    fn from_str(address: &str) -> Result<Self, PostgresAddressError> {
        let (scheme, address) = address
            .split_once("://")
            .ok_or(PostgresAddressError::Syntax)?;
        let is_known = ["postgresql", "postgres"]
            .iter()
            .any(|known| scheme.eq_ignore_ascii_case(known));
        // With a second @, `Display` would show a part of the password as the host.
        if !is_known || address.matches('@').count() > 1 {
            return Err(PostgresAddressError::Syntax);
        }
        let (base, query) = address.split_once('?').unwrap_or((address, ""));
        let (encryption, others): (Vec<_>, Vec<_>) = query
            .split('&')
            .filter(|pair| !pair.is_empty())
            .partition(|pair| pair.starts_with("ssl"));
        let (mode, certificates) = read_encryption(&encryption)?;
        let mut config: Config = format!("postgresql://{base}?{}", others.join("&"))
            .parse()
            .map_err(|_| PostgresAddressError::Syntax)?;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_TIMEOUT);
        }
        let host_and_database = address.rsplit('@').next().unwrap_or_default();
        let host_and_database = host_and_database
            .split(['?', '&', ';', ' '])
            .next()
            .unwrap_or_default();
        Ok(Self {
            config,
            mode,
            certificates,
            host_and_database: host_and_database.into(),
            time_limit: None,
        })
    }
}

/// Reads the parameters of an address that begin with `ssl`.
fn read_encryption(
    pairs: &[&str],
) -> Result<(Option<Mode>, CertificateFiles), PostgresAddressError> {
    const INVALID: PostgresAddressError = PostgresAddressError::Encryption;

    let (mut mode, mut roots, mut certificate, mut key) = (None, Roots::Default, None, None);
    for pair in pairs {
        let (name, value) = pair.split_once('=').ok_or(INVALID)?;
        let value = percent_decode_str(value)
            .decode_utf8()
            .map_err(|_| INVALID)?;
        match name {
            "sslmode" => mode = Some(Mode::parse(&value).ok_or(INVALID)?),
            "sslrootcert" if value == "system" => roots = Roots::System,
            "sslrootcert" => roots = Roots::File(PathBuf::from(&*value)),
            "sslcert" => certificate = Some(PathBuf::from(&*value)),
            "sslkey" => key = Some(PathBuf::from(&*value)),
            _ => return Err(INVALID),
        }
    }
    if roots == Roots::System && *mode.get_or_insert(Mode::VerifyFull) != Mode::VerifyFull {
        return Err(INVALID);
    }
    let client = match (certificate, key) {
        (None, None) => None,
        (Some(certificate), Some(key)) => Some((certificate, key)),
        _ => return Err(INVALID),
    };
    Ok((mode, CertificateFiles { roots, client }))
}

/// Returns whether all hosts are sockets.
fn are_sockets(config: &Config) -> bool {
    let is_socket = |host: &Host| !matches!(host, Host::Tcp(_));
    config.get_hostaddrs().is_empty() && config.get_hosts().iter().all(is_socket)
}

/// Returns whether all hosts are this machine. As in the client, `hostaddr` takes precedence over `host`.
fn is_local(config: &Config) -> bool {
    let are_hosts_local = config.get_hosts().iter().all(|host| match host {
        Host::Tcp(name) => {
            name == "localhost"
                || name
                    .parse()
                    .is_ok_and(|address: IpAddr| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    });
    let addresses = config.get_hostaddrs();
    if addresses.is_empty() {
        are_hosts_local
    } else {
        addresses.iter().all(IpAddr::is_loopback)
    }
}

impl fmt::Display for PostgresAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "postgresql://{}", self.host_and_database)
    }
}

impl fmt::Debug for PostgresAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_tuple("PostgresAddress")
            .field(&self.to_string())
            .finish()
    }
}

impl fmt::Display for PostgresAddressError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Syntax => {
                "the address of the database can't be read; write it as postgresql://user@host:port/database, with \
                 special characters in the user and the password percent-encoded, such as %40 for @"
            }
            Self::Encryption => {
                "sslmode must be disable, allow, prefer, require, verify-ca or verify-full; sslrootcert=system needs verify-full, \
                 sslcert and sslkey need each other, and there are no other parameters that begin with ssl"
            }
        })
    }
}

impl Error for PostgresAddressError {}
