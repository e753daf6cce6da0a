#![doc = include_str!("guide/front.md")]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod archive;
pub mod base_data;
mod configuration;
pub mod contract;
pub mod cross_check;
pub mod dedup;
#[cfg(feature = "delivery")]
pub mod delivery;
pub mod diff;
pub mod documents;
#[cfg(any(feature = "delivery", feature = "service"))]
pub mod endpoint;
pub mod export;
pub mod format;
#[cfg(feature = "proptest")]
pub mod generate;
#[cfg(any(doc, doctest))]
pub mod guide;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod internals;
pub mod journal;
#[cfg_attr(not(feature = "internals"), allow(unreachable_pub, unused_imports, reason = "`internals` exports it"))]
mod json;
#[cfg_attr(not(feature = "internals"), allow(unreachable_pub, unused_imports, reason = "`internals` exports it"))]
mod record;
pub mod render;
pub mod report;
#[cfg(feature = "service")]
pub mod sandbox;
pub mod scrub;
#[cfg(feature = "service")]
pub mod service;
#[cfg_attr(not(feature = "internals"), allow(unreachable_pub, unused_imports, reason = "`internals` exports it"))]
mod source;
pub mod statement;
#[cfg(feature = "tables")]
pub mod tables;
pub mod transactions;
pub mod value;
pub mod webhook;

pub use {chrono, rust_decimal};
