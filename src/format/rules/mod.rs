//! Rules of statement files and their rows.

pub(crate) mod file;
pub(crate) mod mt940;
pub(crate) mod ofx;
pub(crate) mod row;
pub(crate) mod xml;

pub(crate) use crate::sheet::rules::{table::*, workbook::*};
pub(crate) use {file::*, mt940::*, ofx::*, row::*, xml::*};
