//! The files in a ZIP archive, each unpacked within limits, so that neither a name nor a size in the archive can do harm.

mod member;
mod pack;
pub(crate) mod rules;
mod zip;

pub use member::{Member, is_archive, unpack};
pub(crate) use pack::{Packer, TakePiece};
pub(crate) use zip::{Archive, ZipRefusal};
