//! Words of the library as members of Python's enums.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyType};

/// An enum that is defined in Python.
pub(crate) struct WordClass {
    name: &'static str,
    class: PyOnceLock<Py<PyType>>,
}

pub(crate) static DIRECTION: WordClass = WordClass::new("Direction");
pub(crate) static VERDICT: WordClass = WordClass::new("Verdict");
pub(crate) static SEVERITY: WordClass = WordClass::new("Severity");
pub(crate) static ID_KIND: WordClass = WordClass::new("IdKind");
pub(crate) static SKIP_REASON: WordClass = WordClass::new("SkipReason");
pub(crate) static IMPORT_VERDICT: WordClass = WordClass::new("ImportVerdict");

impl WordClass {
    const fn new(name: &'static str) -> Self {
        Self {
            name,
            class: PyOnceLock::new(),
        }
    }

    /// Returns the member with this value.
    pub(crate) fn member<'py>(&self, py: Python<'py>, word: &str) -> PyResult<Bound<'py, PyAny>> {
        let class = self
            .class
            .import(py, "universal_accounting._enums", self.name)?;
        class.call1((PyString::intern(py, word),))
    }
}
