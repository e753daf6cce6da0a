#![doc = include_str!("guide/front.md")]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod archive;
pub mod base_data;
pub mod certificate;
mod configuration;
pub mod continuity;
pub mod contract;
pub mod cross_check;
pub mod dedup;
pub mod delivery;
pub mod diff;
pub mod documents;
pub mod endpoint;
pub mod export;
pub mod format;
#[cfg(feature = "proptest")]
pub mod generate;
#[cfg(any(doc, doctest))]
pub mod guide;
#[doc(hidden)]
pub mod internals;
pub mod journal;
mod json;
pub mod learn;
mod record;
pub mod render;
pub mod report;
pub mod sandbox;
pub mod scrub;
pub mod service;
mod sheet;
mod source;
pub mod statement;
pub mod tables;
pub mod transactions;
pub mod value;
pub mod webhook;
mod xml;

pub use {chrono, rust_decimal};
