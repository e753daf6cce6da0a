//! The JSON reader.

mod reader;
