//! The formats of banks: known ones, those that match a file, and those that are learned.

use pyo3::prelude::*;
use universal_accounting::format::{self, Profile};
use universal_accounting::learn;
use universal_accounting::render;

use crate::checks::read_answers;
use crate::options::Options;

/// Returns the known formats as JSON.
#[pyfunction]
pub(crate) fn banks() -> String {
    render::banks_json(&Profile::built_in().collect::<Vec<_>>())
}

/// Returns how well formats match a file as JSON, the best match first.
#[pyfunction]
pub(crate) fn detect(py: Python<'_>, name: &str, source: &[u8], options: &Options) -> String {
    let options = options.for_file(name);
    py.detach(|| render::candidates_json(&format::detect(source, &options)))
}

/// Learns the table of a file. Returns the draft as JSON, and None if the file has no table with dates and amounts.
#[pyfunction]
pub(crate) fn learn_table(
    py: Python<'_>,
    source: &[u8],
    answers: &str,
) -> PyResult<Option<String>> {
    let answers = read_answers(py, answers)?;
    Ok(py.detach(|| {
        let draft = learn::learn(&[("", source)], &answers);
        draft.ok().map(|draft| draft.to_json())
    }))
}
