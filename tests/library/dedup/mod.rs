//! Plans and stores.

mod database;
mod imports;
mod journal_suspects;
mod journals;
mod known_statements;
mod oracle;
mod stores;
