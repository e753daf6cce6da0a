//! The JSON reader, and long lists on several threads.

mod reader;
#[cfg(feature = "parallel")]
mod threads;
