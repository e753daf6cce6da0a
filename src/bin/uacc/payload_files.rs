//! The payloads that `uacc convert` writes: to standard output, to a file, or to numbered files.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use universal_accounting::continuity::Conversions;
use universal_accounting::transactions::{self, Transaction};

use crate::files::{self, FilesTogether};
use crate::findings;
use crate::output::{self, display_path};

/// Writes payloads with `batch` transactions each, and returns the files. None of them has the name of one of `sources`, which were read.
pub(crate) fn write<'s>(
    conversions: &Conversions,
    batch: usize,
    output: Option<&Path>,
    sources: impl Iterator<Item = &'s Path>,
) -> Result<Vec<PathBuf>, String> {
    let transactions: Vec<&Transaction> = conversions.transactions().collect();
    let payloads = transactions.chunks(batch).map(payload);
    let Some(path) = output.filter(|path| !files::is_standard_stream(path)) else {
        files::write_output_with(None, |out| write_all(payloads, out))?;
        return Ok(Vec::new());
    };
    let written = findings::pluralize(transactions.len(), "transaction");
    let count = payloads.len();
    if count == 1 {
        files::write_output_with(Some(path), |out| write_all(payloads, out))?;
        output::print_summary(format!("{written} written to {}", display_path(path)));
        warn_about_earlier_files(path, 0);
        return Ok(vec![path.to_owned()]);
    }
    let paths: Vec<PathBuf> = (1..=count)
        .map(|number| numbered_path(path, number))
        .collect();
    files::check_outputs_are_not_inputs(&paths, sources)?;
    let mut together = FilesTogether::new();
    for (path, payload) in paths.iter().zip(payloads) {
        together.add(path, |out| out.write_all(payload.as_bytes()))?;
    }
    together.finish()?;
    if let [first, .., last] = paths.as_slice() {
        let (first, last) = (display_path(first), display_path(last));
        output::print_summary(format!(
            "{written} written to {count} files: {first} to {last}"
        ));
    }
    warn_about_earlier_files(path, count);
    Ok(paths)
}

fn write_all(mut payloads: impl Iterator<Item = String>, out: &mut dyn Write) -> io::Result<()> {
    payloads.try_for_each(|payload| out.write_all(payload.as_bytes()))
}

/// Returns a payload on a line.
fn payload(batch: &[&Transaction]) -> String {
    transactions::write(batch.iter().copied()) + "\n"
}

/// Warns about files with higher numbers than that of the last file, which an earlier run has written.
fn warn_about_earlier_files(path: &Path, last: usize) {
    let further = (last + 1..=9999).map(|number| numbered_path(path, number));
    let outdated: Vec<PathBuf> = further.take_while(|path| path.exists()).collect();
    match outdated.as_slice() {
        [] => {}
        [only] => output::print_note(format!(
            "warning: {} is from an earlier run and was not overwritten; don't import it together with the new files",
            display_path(only)
        )),
        [first, .., last] => output::print_note(format!(
            "warning: {} to {} are from an earlier run and were not overwritten; don't import them together with the new files",
            display_path(first),
            display_path(last)
        )),
    }
}

/// Returns the name of one of several output files: `OUT-0001.json` for `OUT.json`.
fn numbered_path(path: &Path, number: usize) -> PathBuf {
    let name = path.file_name().unwrap_or_default();
    let stem = if path
        .extension()
        .is_some_and(|extension| extension == "json")
    {
        path.file_stem()
    } else {
        None
    };
    let mut numbered = OsString::from(stem.unwrap_or(name));
    numbered.push(format!("-{number:04}.json"));
    path.with_file_name(numbered)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbered_paths_keep_extensions_other_than_json() {
        for (path, expected) in [
            ("a/out.json", "a/out-0002.json"),
            ("konto.2024", "konto.2024-0002.json"),
            ("x", "x-0002.json"),
        ] {
            assert_eq!(numbered_path(Path::new(path), 2), Path::new(expected));
        }
    }
}
