//! The module for Python: takes the content of files, and returns objects that hold the library's values. The package `universal_accounting` is written around it.
//!
//! Errors in the input are findings. A call fails only if the call itself is wrong, for instance if an option has an invalid value. While the library works, other
//! threads of Python run.

#![forbid(unsafe_code)]

mod archive;
mod balance;
mod certificate;
mod checks;
mod conversion;
mod converted_file;
#[cfg(feature = "postgres")]
mod database;
mod error;
mod export;
mod finding;
mod formats;
mod history;
mod options;
mod parallel;
mod plan;
mod policy;
mod store;
mod table;
mod transaction;
mod values;
mod word;

#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::archive::{ArchiveFile, unpack};
    #[pymodule_export]
    use crate::balance::Balance;
    #[pymodule_export]
    use crate::certificate::verify_certificate;
    #[pymodule_export]
    use crate::checks::{Change, Normalized, check, diff_base_data, normalize};
    #[pymodule_export]
    use crate::conversion::{Conversion, convert};
    #[pymodule_export]
    use crate::export::export_targets;
    #[pymodule_export]
    use crate::finding::{Finding, Report};
    #[pymodule_export]
    use crate::formats::{banks, detect, learn_table};
    #[pymodule_export]
    use crate::history::{NativeHistory, convert_all};
    #[pymodule_export]
    use crate::options::Options;
    #[pymodule_export]
    use crate::plan::{Plan, PlanItem};
    #[pymodule_export]
    use crate::policy::Policy;
    #[pymodule_export]
    use crate::store::NativeStore;
    #[pymodule_export]
    use crate::transaction::Transaction;
    #[pymodule_export]
    use crate::values::{Amount, Iban, Uid};

    use pyo3::prelude::*;

    #[pymodule_init]
    fn add_version(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
