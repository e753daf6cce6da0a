//! Stores in PostgreSQL databases.

use std::{env, fmt};

use universal_accounting::dedup::{
    PostgresAddress, PostgresAddressError, PostgresStore, PostgresStoreError,
};
use universal_accounting::endpoint::Organization;

use crate::sanitize::sanitize;

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
