//! The rules of the files that statements come in.

pub(crate) mod file;
pub(crate) mod row;

pub(crate) use {file::*, row::*};
