//! Stores in PostgreSQL.

use std::env;

use pyo3::prelude::*;
use universal_accounting::dedup::{PostgresAddress, PostgresStore};
use universal_accounting::endpoint::Organization;

use crate::error::{Code, error, invalid_option};

/// The organization of a store, unless the caller names one.
const DEFAULT_ORGANIZATION: &str = "default";

/// Opens a store, and returns it with the address without secrets. Takes a missing password from `PGPASSWORD`.
pub(crate) fn open(
    py: Python<'_>,
    address: &str,
    organization: Option<&str>,
    is_read_only: bool,
) -> PyResult<(String, PostgresStore)> {
    let organization = Organization::parse(organization.unwrap_or(DEFAULT_ORGANIZATION))
        .map_err(|fault| invalid_option(py, "organization", fault))?;
    let address = address.parse::<PostgresAddress>();
    let mut address = address.map_err(|fault| invalid_option(py, "location", fault))?;
    if let Ok(password) = env::var("PGPASSWORD") {
        address = address.default_password(&password);
    }
    let name = address.to_string();
    let opened = py.detach(|| {
        if is_read_only {
            PostgresStore::open_read_only(&address, organization.as_str())
        } else {
            PostgresStore::open(&address, organization.as_str())
        }
    });
    match opened {
        Ok(store) => Ok((name, store)),
        Err(fault) => Err(error(
            py,
            Code::StoreFailed,
            format_args!("{name}: {fault}"),
        )),
    }
}
