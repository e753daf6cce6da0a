//! Plans and stores.

#[cfg(all(feature = "postgres", feature = "testing"))]
mod database;
#[cfg(feature = "file-store")]
mod journals;
#[cfg(feature = "testing")]
mod oracle;
#[cfg(all(feature = "file-store", feature = "testing"))]
mod stores;
