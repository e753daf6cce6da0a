//! Certificates: what a conversion read and wrote.

use std::collections::HashMap;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use universal_accounting::certificate::{
    self, Certificate, CertificateParts, CertifiedFile, Fingerprint, Recipe, portable_name,
};
use universal_accounting::continuity::History;
use universal_accounting::report::Policy;

use crate::conversion::Conversion;
use crate::error::{Code, error};

/// Returns the certificate of converted files as JSON and as a page.
pub(crate) fn certify(
    py: Python<'_>,
    converted: &[Py<Conversion>],
    history: &History,
    recipe: &Recipe,
    outputs: &[(String, Bound<'_, PyBytes>)],
) -> (String, String) {
    let converted: Vec<&Conversion> = converted.iter().map(Py::get).collect();
    let names = converted.iter();
    let names: Vec<String> = names.map(|file| portable_name(&file.file.name)).collect();
    let pairs = names.iter().zip(&converted);
    let files: Vec<CertifiedFile<'_>> = pairs
        .map(|(name, file)| CertifiedFile {
            name,
            content: file.source.as_bytes(py),
            summary: &file.file.summary,
        })
        .collect();
    let inputs = files.iter();
    let inputs: Vec<Fingerprint> = inputs
        .map(|file| Fingerprint::of(file.name, file.content))
        .collect();
    let outputs = outputs.iter();
    let outputs: Vec<Fingerprint> = outputs
        .map(|(name, content)| Fingerprint::of(&portable_name(name), content.as_bytes()))
        .collect();
    let certificate = Certificate::of(&CertificateParts {
        recipe,
        inputs: &inputs,
        files: &files,
        history,
        outputs: &outputs,
    });
    (certificate.to_json(), certificate.to_html())
}

/// Checks a certificate against files by their names, and returns what differs as JSON.
#[pyfunction]
#[allow(clippy::needless_pass_by_value, reason = "Python passes a copy")]
pub(crate) fn verify_certificate(
    py: Python<'_>,
    certificate: &[u8],
    files: HashMap<String, Vec<u8>>,
) -> PyResult<String> {
    let verified = py.detach(|| {
        let mut find = |name: &str| files.get(name).cloned();
        certificate::verify(certificate, &mut find, &Policy::new())
    });
    let verified = verified.map_err(|fault| error(py, Code::CertificateUnreadable, fault))?;
    Ok(verified.to_json())
}
