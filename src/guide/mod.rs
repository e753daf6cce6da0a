//! Guides to the library and the program.
//!
//! The links of a page lead to files of the repository. A definition in front of the page takes precedence: it leads to the item of the documentation.

#![allow(missing_docs, reason = "each page is the documentation of its module")]

#[doc = "[Amount]: crate::value::Amount"]
#[doc = "[Currency]: crate::value::Currency"]
#[doc = "[Date]: crate::value::Date"]
#[doc = "[Iban]: crate::value::Iban"]
#[doc = "[Policy]: crate::report::Policy"]
#[doc = "[Rate]: crate::value::Rate"]
#[doc = "[Uid]: crate::value::Uid"]
#[doc = "[base_data]: crate::base_data"]
#[doc = "[cross_check]: crate::cross_check"]
#[doc = "[diff]: mod@crate::diff"]
#[doc = "[tables]: crate::tables"]
#[doc = "[updates]: crate::guide::updates"]
#[doc = "[value]: crate::value"]
#[doc = ""]
#[doc = include_str!("library.md")]
pub mod library {}

#[doc = "[books]: crate::guide::books"]
#[doc = "[imports]: crate::guide::imports"]
#[doc = "[journals]: crate::guide::journals"]
#[doc = "[statements]: crate::guide::statements"]
#[doc = "[tables]: crate::guide::tables"]
#[doc = "[updates]: crate::guide::updates"]
#[doc = "[service]: crate::guide::service"]
#[doc = ""]
#[doc = include_str!("program.md")]
pub mod program {}

#[doc = "[headings]: crate::guide::headings"]
#[doc = "[program]: crate::guide::program"]
#[doc = "[tables]: crate::tables"]
#[doc = ""]
#[doc = include_str!("tables.md")]
pub mod tables {}

#[doc = include_str!("../tables/headings/README.md")]
pub mod headings {}

#[doc = "[diff]: mod@crate::diff"]
#[doc = ""]
#[doc = include_str!("updates.md")]
pub mod updates {}

#[doc = "[books]: crate::guide::books"]
#[doc = "[continuity]: crate::continuity"]
#[doc = "[convert]: crate::format::convert"]
#[doc = "[convert_to]: crate::format::convert_to"]
#[doc = "[profiles]: crate::guide::profiles"]
#[doc = "[unpack]: crate::archive::unpack"]
#[doc = ""]
#[doc = include_str!("statements.md")]
pub mod statements {}

#[doc = "[certificate]: crate::certificate"]
#[doc = "[statements]: crate::guide::statements"]
#[doc = "[write]: fn@crate::export::statement::write"]
#[doc = ""]
#[doc = include_str!("books.md")]
pub mod books {}

#[doc = include_str!("../format/table/profiles/README.md")]
pub mod profiles {}

#[doc = "[dedup]: crate::dedup"]
#[doc = "[ids]: crate::guide::statements#ids"]
#[doc = "[journals]: crate::guide::journals#book-once-only"]
#[doc = ""]
#[doc = include_str!("imports.md")]
pub mod imports {}

#[doc = "[cross_check]: crate::cross_check"]
#[doc = "[either]: crate::format::read_journal"]
#[doc = "[export]: fn@crate::export::journal"]
#[doc = "[files]: crate::journal::files"]
#[doc = "[journal]: mod@crate::journal"]
#[doc = "[names]: crate::journal::FileNames"]
#[doc = "[service]: crate::guide::service"]
#[doc = "[sign]: crate::webhook::sign"]
#[doc = "[single]: crate::format::read_single_entries"]
#[doc = "[verify]: crate::webhook::verify"]
#[doc = ""]
#[doc = include_str!("journals.md")]
pub mod journals {}

#[doc = "[statements]: crate::guide::statements"]
#[doc = ""]
#[doc = include_str!("python.md")]
pub mod python {}

#[doc = "[Service]: crate::service::Service"]
#[doc = "[journals]: crate::guide::journals"]
#[doc = ""]
#[doc = include_str!("service.md")]
pub mod service {}

#[doc = "[delivery]: crate::delivery"]
#[doc = ""]
#[doc = include_str!("delivery.md")]
pub mod delivery {}

/// The examples of the README, which are tested and are no part of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub mod readme {}
