//! The database for tests, which `UACC_POSTGRES` names.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::SystemTime;

use postgres::{Client, Config, NoTls};
use universal_accounting::dedup::{PostgresStore, PostgresStoreError};

pub(crate) fn address() -> String {
    std::env::var("UACC_POSTGRES").unwrap()
}

/// A name that no other test and no other run takes.
pub(crate) fn own(what: &str) -> String {
    static TAKEN: AtomicUsize = AtomicUsize::new(0);
    let time = SystemTime::UNIX_EPOCH.elapsed().unwrap().as_nanos();
    format!("{what}-{time}-{}", TAKEN.fetch_add(1, Ordering::Relaxed))
}

/// The address with a schema of its own, which is made, and with another default than the usual for what a transaction sees.
pub(crate) fn own_schema() -> String {
    let schema = own("s").replace('-', "_");
    client(&address()).batch_execute(&format!("CREATE SCHEMA {schema}")).unwrap();
    let and = if address().contains('?') { '&' } else { '?' };
    format!("{}{and}options=-c%20search_path%3D{schema}%20-c%20default_transaction_isolation%3Dserializable", address())
}

pub(crate) fn client(address: &str) -> Client {
    Client::connect(address, NoTls).unwrap()
}

pub(crate) fn open(address: &str, organization: &str) -> Result<PostgresStore, PostgresStoreError> {
    let config: Config = address.parse().unwrap();
    PostgresStore::open(move || config.connect(NoTls), organization)
}
