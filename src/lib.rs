#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod base_data;
mod configuration;
pub mod contract;
pub mod dedup;
pub mod documents;
pub mod endpoint;
pub mod format;
#[cfg(feature = "proptest")]
pub mod generate;
pub mod json;
pub mod record;
pub mod render;
pub mod report;
pub mod sandbox;
pub mod service;
pub mod source;
pub mod statement;
pub mod transactions;
pub mod value;
