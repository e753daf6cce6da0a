//! Plans and stores.

mod database;
mod imports;
mod journal_suspects;
mod journals;
mod oracle;
mod stores;
