//! `uacc serve` over real sockets: well-behaved and misbehaving clients, shutdowns and kills.

mod authorization;
mod client;
mod database;
mod deliveries;
mod imports;
mod limits;
mod memory;
mod sandbox_routes;
pub(crate) mod server;
mod starts;
