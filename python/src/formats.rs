//! The formats of banks: known ones, those that match a file, and those that are learned.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use universal_accounting::format;
use universal_accounting::learn;
use universal_accounting::render;

use crate::checks::read_answers;
use crate::error::{Code, error};
use crate::options::Options;

/// Returns the known formats as JSON.
#[pyfunction]
pub(crate) fn banks() -> String {
    render::banks_json()
}

/// Returns how well formats match a file as JSON, the best match first.
#[pyfunction]
pub(crate) fn detect(py: Python<'_>, name: &str, source: &[u8], options: &Options) -> String {
    let options = options.for_file(name);
    py.detach(|| render::candidates_json(&format::detect(source, &options)))
}

/// Learns the table of files, each with its name. Returns the draft as JSON, and None if the only file has no table with dates and amounts.
#[pyfunction]
pub(crate) fn learn_table(
    py: Python<'_>,
    sources: Vec<(String, Bound<'_, PyBytes>)>,
    answers: &str,
) -> PyResult<Option<String>> {
    let answers = read_answers(py, answers)?;
    let (called, contents): (Vec<String>, Vec<Bound<'_, PyBytes>>) = sources.into_iter().unzip();
    let named = called.iter().map(String::as_str);
    let files: Vec<(&str, &[u8])> = named
        .zip(contents.iter().map(PyBytesMethods::as_bytes))
        .collect();
    let learned = py.detach(|| learn::learn(&files, &answers).map(|draft| draft.to_json()));
    match learned {
        Ok(draft) => Ok(Some(draft)),
        Err(fault) if files.len() > 1 => {
            let name = files.get(fault.file()).map_or("", |(name, _)| name);
            let place = match name {
                "" => format!("file {}", fault.file() + 1),
                name => name.to_owned(),
            };
            Err(error(
                py,
                Code::InvalidOption,
                format_args!("{place}: {fault}"),
            ))
        }
        Err(_) => Ok(None),
    }
}
