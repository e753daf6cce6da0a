//! Reports, conversions, imports, diffs, extractions, learned formats and refusals as JSON, and reports as SARIF.

mod accounts;
mod banks;
mod base_data;
pub(crate) mod conversion;
mod draft;
mod export;
mod extraction;
mod findings;
mod import;
pub(crate) mod normalized;
pub(crate) mod problem;
mod sarif;
mod store_info;

pub use accounts::accounts_json;
pub use banks::{banks_json, candidates_json};
pub use base_data::{base_data_build_json, base_data_diff_json};
pub use conversion::conversion_json;
pub use export::journal_conversion_json;
pub use extraction::{ExtractedFile, WrittenFile, extraction_json};
pub use findings::report_json;
pub use import::{import_counts_json, import_details_json, import_json};
pub use normalized::normalized_json;
pub use problem::{PROBLEM_MEDIA_TYPE, RefusedInput, problem_json};
pub use sarif::sarif;
pub use store_info::{StoreContents, calendars_json, store_info_json};
