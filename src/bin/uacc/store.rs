//! The store of `uacc import`: a file or a database.

use std::collections::BTreeSet;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, fmt, thread};

use universal_accounting::dedup::{
    FileStore, FileStoreError, Key, OnConflict, Plan, PostgresAddress, PostgresAddressError,
    PostgresStore, PostgresStoreError, Store, StoredStatement, import_statements,
};
use universal_accounting::endpoint::Organization;
use universal_accounting::value::AccountIdentifier;

use crate::output;
use crate::sanitize::sanitize;
use crate::store_address::{looks_like_address, mask_address};

/// How long to wait for another process that uses the store.
const LOCK_TIMEOUT: Duration = Duration::from_secs(10);

/// Where a store is. Its `Display` leaves out secrets of the address.
pub(crate) enum StoreLocation {
    File(PathBuf),
    Database(Box<Database>),
}

impl StoreLocation {
    /// Decides what a path or an address is. What looks like an address is one or is refused, so that no file is created under its name.
    pub(crate) fn parse(store: &Path, organization: Option<&Organization>) -> Result<Self, String> {
        let text = store.to_string_lossy();
        if looks_like_address(&text) {
            return Self::parse_address(&text, organization);
        }
        if organization.is_some() {
            let message = "--organization can only be used with a store in a database: a file has the transactions of one organization";
            return Err(message.to_owned());
        }
        Ok(Self::File(store.to_owned()))
    }

    fn parse_address(address: &str, organization: Option<&Organization>) -> Result<Self, String> {
        let scheme = address.split("://").next().unwrap_or_default();
        let is_postgres = ["postgresql", "postgres"]
            .iter()
            .any(|known| scheme.eq_ignore_ascii_case(known));
        if !is_postgres {
            return Err(format!(
                "{} is no path and no address of a PostgreSQL database; write the address as postgresql://user@host:port/database, with the password in \
                 PGPASSWORD, or write ./ before the name of a file",
                sanitize(&mask_address(address))
            ));
        }
        Database::parse(address, organization)
            .map(|database| Self::Database(Box::new(database)))
            .map_err(|error| error.to_string())
    }

    /// Imports transactions and the statements that they come from, all or none. A dry run plans and writes nothing.
    pub(crate) fn import<'b>(
        &self,
        keys: Vec<Key<'b>>,
        statements: &'b [StoredStatement],
        on_conflict: OnConflict,
        is_dry_run: bool,
    ) -> Result<Plan<'b>, String> {
        let imported = match self {
            Self::File(path) => {
                let open = if is_dry_run {
                    FileStore::open_read_only
                } else {
                    FileStore::open
                };
                let store = open_file_store(|| open(path));
                import(store, keys, statements, on_conflict, is_dry_run)
            }
            Self::Database(database) => {
                let store = database.open(is_dry_run);
                import(store, keys, statements, on_conflict, is_dry_run)
            }
        };
        imported.map_err(|error| format!("{self}: {error}"))
    }

    /// Returns the statements that the store remembers of some accounts.
    pub(crate) fn statements(
        &self,
        accounts: &BTreeSet<&AccountIdentifier>,
    ) -> Result<Vec<StoredStatement>, String> {
        let statements = match self {
            Self::File(path) => {
                let store = open_file_store(|| FileStore::open_read_only(path));
                statements(store, accounts)
            }
            Self::Database(database) => statements(database.open(true), accounts),
        };
        statements.map_err(|error| format!("{self}: {error}"))
    }
}

impl fmt::Display for StoreLocation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => formatter.write_str(&output::display_path(path)),
            Self::Database(database) => database.fmt(formatter),
        }
    }
}

fn statements<S: Store>(
    store: Result<S, S::Error>,
    accounts: &BTreeSet<&AccountIdentifier>,
) -> Result<Vec<StoredStatement>, Box<dyn Error>> {
    let store = store?;
    let mut all = Vec::new();
    for account in accounts {
        all.extend(store.statements(Some(account))?);
    }
    Ok(all)
}

fn import<'b, S: Store>(
    store: Result<S, S::Error>,
    keys: Vec<Key<'b>>,
    statements: &'b [StoredStatement],
    on_conflict: OnConflict,
    is_dry_run: bool,
) -> Result<Plan<'b>, Box<dyn Error>> {
    let store = store?;
    if is_dry_run {
        return Ok(store.plan_with(keys, on_conflict)?);
    }
    Ok(import_statements(&store, keys, statements, on_conflict)?)
}

/// Opens the store in a file. Waits if another process uses it.
pub(crate) fn open_file_store(
    open: impl Fn() -> Result<FileStore, FileStoreError>,
) -> Result<FileStore, FileStoreError> {
    let start = Instant::now();
    loop {
        match open() {
            Err(FileStoreError::InUse) if start.elapsed() < LOCK_TIMEOUT => {
                thread::sleep(Duration::from_millis(50));
            }
            result => return result,
        }
    }
}

/// The address of a PostgreSQL database, and an organization in it. Its `Display` leaves out user, password and parameters.
pub(crate) struct Database {
    address: PostgresAddress,
    organization: String,
}

impl Database {
    /// Parses an address. Takes a missing password from `PGPASSWORD`, because all users of a machine can see the arguments of a program.
    pub(crate) fn parse(
        address: &str,
        organization: Option<&Organization>,
    ) -> Result<Self, PostgresAddressError> {
        let mut address: PostgresAddress = address.parse()?;
        if let Ok(password) = env::var("PGPASSWORD") {
            address = address.default_password(&password);
        }
        Ok(Self {
            address,
            organization: organization
                .map_or("default", Organization::as_str)
                .to_owned(),
        })
    }

    /// Opens the store.
    pub(crate) fn open(&self, read_only: bool) -> Result<PostgresStore, PostgresStoreError> {
        let open = if read_only {
            PostgresStore::open_read_only
        } else {
            PostgresStore::open
        };
        open(&self.address, &self.organization)
    }
}

impl fmt::Display for Database {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&sanitize(&self.address.to_string()))
    }
}
