//! `uacc serve` as clients meet it: over real sockets, well-behaved or not, with ends and kills.

mod client;
#[cfg(feature = "postgres")]
mod database;
mod imports;
mod limits;
mod server;
mod session;
mod starts;
