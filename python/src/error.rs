//! The errors of calls that are wrong in themselves.

use std::fmt::Display;

use pyo3::sync::PyOnceLock;
use pyo3::types::PyAnyMethods;
use pyo3::types::PyType;
use pyo3::{Py, PyErr, Python};

/// Where the classes are defined.
const MODULE: &str = "universal_accounting._errors";

/// Why a call failed, for programs.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Code {
    /// An option does not exist, or its value is invalid.
    InvalidOption,
    /// A statement has errors, and nothing of it was imported.
    Incomplete,
    /// Several files without an account would get the same one.
    AccountsMerged,
    /// An export can't express a transaction.
    Refused,
    /// A file is no certificate, or was changed so that it can't be read.
    CertificateUnreadable,
    /// An amount has too many digits for a table.
    TooPrecise,
    /// A store can't be opened, read or written.
    StoreFailed,
    /// A store was closed.
    StoreClosed,
}

impl Code {
    const fn as_str(self) -> &'static str {
        match self {
            Self::InvalidOption => "invalid-option",
            Self::Incomplete => "incomplete",
            Self::AccountsMerged => "accounts-merged",
            Self::Refused => "refused",
            Self::CertificateUnreadable => "certificate-unreadable",
            Self::TooPrecise => "too-precise",
            Self::StoreFailed => "store-failed",
            Self::StoreClosed => "store-closed",
        }
    }
}

/// Returns the exception of a call that failed. Its class is defined in Python, where users find it.
pub(crate) fn error(py: Python<'_>, code: Code, message: impl Display) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    if matches!(code, Code::InvalidOption) {
        return value_error(py, code.as_str(), message, None);
    }
    let class = CLASS.import(py, MODULE, "UniversalAccountingError");
    let exception = class.and_then(|class| class.call1((code.as_str(), message.to_string())));
    exception.map_or_else(|failure| failure, PyErr::from_value)
}

/// Returns the exception for a value that is none of its kind. `suggestion` is the value that must be meant.
pub(crate) fn value_error(
    py: Python<'_>,
    code: &'static str,
    message: impl Display,
    suggestion: Option<String>,
) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = CLASS.import(py, MODULE, "InvalidValueError");
    let exception = class.and_then(|class| class.call1((code, message.to_string(), suggestion)));
    exception.map_or_else(|failure| failure, PyErr::from_value)
}

/// Returns the exception for an option with an invalid value.
pub(crate) fn invalid_option(py: Python<'_>, name: &str, fault: impl Display) -> PyErr {
    error(
        py,
        Code::InvalidOption,
        format_args!("the option `{name}`: {fault}"),
    )
}
