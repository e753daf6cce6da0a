//! The database for tests, whose address is in `UACC_POSTGRES`.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::SystemTime;

use postgres::{Client, NoTls};
use universal_accounting::dedup::{PostgresStore, PostgresStoreError};

pub(crate) fn address() -> String {
    std::env::var("UACC_POSTGRES").unwrap()
}

/// Returns a name that is unique among all tests and runs.
pub(crate) fn unique_name(prefix: &str) -> String {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let time = SystemTime::UNIX_EPOCH.elapsed().unwrap().as_nanos();
    format!("{prefix}-{time}-{}", COUNT.fetch_add(1, Ordering::Relaxed))
}

/// Creates a schema, and returns its address. The address also sets the default isolation level to `serializable`, to test that the store does
/// not depend on the default.
pub(crate) fn create_schema() -> String {
    let schema = unique_name("s").replace('-', "_");
    client(&address())
        .batch_execute(&format!("CREATE SCHEMA {schema}"))
        .unwrap();
    let separator = if address().contains('?') { '&' } else { '?' };
    format!(
        "{}{separator}options=-c%20search_path%3D{schema}%20-c%20default_transaction_isolation%3Dserializable",
        address()
    )
}

pub(crate) fn client(address: &str) -> Client {
    Client::connect(address, NoTls).unwrap()
}

pub(crate) fn open(address: &str, organization: &str) -> Result<PostgresStore, PostgresStoreError> {
    PostgresStore::open(&address.parse().unwrap(), organization)
}
