//! `uacc serve` as clients meet it: over real sockets, well-behaved or not, with ends and kills.

mod beside_contract;
mod client;
#[cfg(feature = "postgres")]
mod database;
mod imports;
mod limits;
pub(crate) mod server;
mod starts;
