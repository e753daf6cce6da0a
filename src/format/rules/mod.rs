//! Rules of statement files and their rows.

pub(crate) mod file;
pub(crate) mod row;
pub(crate) mod single_entries;
pub(crate) mod xml;

pub(crate) use {file::*, row::*, single_entries::*, xml::*};
