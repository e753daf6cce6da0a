//! `uacc serve` over real sockets: well-behaved and misbehaving clients, and shutdowns.

mod authorization;
mod client;
mod deliveries;
mod imports;
mod large;
mod limits;
mod sandbox_routes;
pub(crate) mod server;
mod starts;
