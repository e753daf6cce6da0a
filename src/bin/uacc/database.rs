use std::time::Duration;
use std::{env, fmt};

use postgres::config::{Host, SslMode};
use postgres::{Config, NoTls};
use universal_accounting::dedup::{PostgresStore, PostgresStoreError};
use universal_accounting::endpoint::Organization;

use crate::window::clean;

/// So long a server is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// A PostgreSQL database, and whose transactions in it are meant. It is shown without user, password and options.
pub(crate) struct Database {
    config: Config,
    shown: String,
    organization: String,
}

impl Database {
    /// The password may come from `PGPASSWORD`, since everybody on a machine sees what a program is called with.
    pub(crate) fn of(address: &str, organization: Option<&Organization>) -> Result<Self, String> {
        let (_, address) = address.split_once("://").unwrap_or_default();
        let call = |what: &str| Err(what.to_owned());
        let parsed = format!("postgresql://{address}").parse::<Config>();
        // What follows a second @ would be taken for the host, and shown.
        let Some(mut config) = parsed.ok().filter(|_| address.matches('@').count() < 2) else {
            return call(
                "the address of the database can't be read; write it as postgresql://user@host:port/database, and what is special in a \
                 user or a password with % and its code, such as %40 for @",
            );
        };
        let mode = config.get_ssl_mode();
        if mode != SslMode::Disable && !(mode == SslMode::Prefer && is_here(&config)) {
            return call(
                "uacc speaks to a database without encryption; name one on this machine, be it the near end of a tunnel (such as \
                 `ssh -L`), or, where everybody on the way may read along, add sslmode=disable to its address",
            );
        }
        if let (None, Ok(password)) = (config.get_password(), env::var("PGPASSWORD")) {
            config.password(password);
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(PATIENCE);
        }
        let place = address.rsplit('@').next().unwrap_or_default();
        let place = place.split(['?', '&']).next().unwrap_or_default();
        let shown = clean(&format!("postgresql://{place}"));
        Ok(Self { config, shown, organization: organization.map_or("default", Organization::as_str).to_owned() })
    }

    /// Opens the store, `untouched` to look only.
    pub(crate) fn open(&self, untouched: bool) -> Result<PostgresStore, PostgresStoreError> {
        let config = self.config.clone();
        let connect = move || config.connect(NoTls);
        let open = if untouched { PostgresStore::open_read_only } else { PostgresStore::open };
        open(connect, &self.organization)
    }
}

impl fmt::Display for Database {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.shown)
    }
}

/// Whether nothing leaves this machine. An address counts before a name.
fn is_here(config: &Config) -> bool {
    let named = config.get_hosts().iter().all(|host| match host {
        Host::Tcp(name) => {
            name == "localhost" || name.parse().is_ok_and(|address: std::net::IpAddr| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    });
    let addresses = config.get_hostaddrs();
    if addresses.is_empty() { named } else { addresses.iter().all(std::net::IpAddr::is_loopback) }
}
