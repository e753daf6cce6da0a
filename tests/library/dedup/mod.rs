//! Plans and stores.

#[cfg(feature = "postgres")]
mod database;
#[cfg(feature = "file-store")]
mod journals;
mod oracle;
#[cfg(feature = "file-store")]
mod stores;
