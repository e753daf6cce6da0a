//! Bank exports: the table that a file is.

pub mod table;
