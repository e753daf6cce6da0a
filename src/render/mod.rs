//! Reports and conversions as text for machines: JSON objects and SARIF.

mod conversion;
mod findings;
mod normalized;
mod problem;
mod report;
mod sarif;

pub use conversion::conversion_json;
pub use normalized::normalized_json;
pub use problem::{Problem, problem_json};
pub use report::report_json;
pub use sarif::sarif;
