//! Plans and stores.

#[cfg(feature = "testing")]
mod oracle;
#[cfg(all(feature = "postgres", feature = "testing"))]
mod postgres;
#[cfg(all(feature = "file-store", feature = "testing"))]
mod stores;
