//! The files of archives, such as a bank's download of several statements.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use universal_accounting::archive;
use universal_accounting::report;

use crate::error::{Code, error};
use crate::finding::Report;
use crate::policy::Policy;

/// A file of an archive. It is a source, so `convert` takes it.
#[pyclass(frozen, module = "universal_accounting")]
pub(crate) struct ArchiveFile {
    name: String,
    content: Option<Vec<u8>>,
    report: Py<Report>,
}

#[pymethods]
impl ArchiveFile {
    /// The name with its folders, as in the archive.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The content. None if the file was refused.
    #[getter]
    fn content<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        let content = self.content.as_deref();
        content.map(|content| PyBytes::new(py, content))
    }

    /// Why the file was refused, if it was.
    #[getter]
    fn report(&self, py: Python<'_>) -> Py<Report> {
        self.report.clone_ref(py)
    }

    /// Returns the content. Fails for a file that was refused, so that none is left out without a word.
    fn read<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.content(py).ok_or_else(|| {
            let why = self.report.get().first_message();
            error(py, Code::Refused, format_args!("{}: {why}", self.name))
        })
    }

    fn __repr__(&self) -> String {
        let size = self.content.as_ref().map(Vec::len);
        let size = size.map_or("refused".to_owned(), |size| format!("{size} bytes"));
        format!("<ArchiveFile {:?}: {size}>", self.name)
    }
}

/// Returns the files of a ZIP archive, and the report on the archive as a whole.
#[pyfunction]
pub(crate) fn unpack(
    py: Python<'_>,
    name: String,
    source: &[u8],
    policy: &Policy,
) -> PyResult<(Vec<ArchiveFile>, Report)> {
    let unpacked = py.detach(|| archive::unpack(source, &policy.policy));
    let (members, of_archive) = match unpacked {
        Ok(members) => (members, report::Report::default()),
        Err(fault) => (Vec::new(), fault),
    };
    let mut files = Vec::new();
    for member in members {
        let content = member.report.is_valid().then_some(member.content);
        let of_file = Report::new(member.name.clone(), member.report, policy.language);
        files.push(ArchiveFile {
            name: member.name,
            content,
            report: Py::new(py, of_file)?,
        });
    }
    Ok((files, Report::new(name, of_archive, policy.language)))
}
