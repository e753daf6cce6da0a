//! Plans and stores.

#[cfg(feature = "postgres")]
mod database;
#[cfg(all(feature = "proptest", feature = "file-store"))]
mod imports;
#[cfg(feature = "file-store")]
mod journal_suspects;
#[cfg(feature = "file-store")]
mod journals;
mod oracle;
#[cfg(feature = "file-store")]
mod stores;
