//! Plans and stores.

mod database;
mod imports;
mod known_statements;
mod oracle;
mod stores;
