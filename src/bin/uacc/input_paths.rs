//! The files that the arguments of a call mean: files, folders and patterns, and the name of standard input.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use glob::MatchOptions;

use crate::output::display_path;

static STDIN_NAME: OnceLock<String> = OnceLock::new();

/// Sets the name of standard input, once, before a command runs.
pub(crate) fn set_stdin_name(name: Option<String>) {
    if let Some(name) = name {
        // Only the first call has an effect, and there is only one.
        let _ = STDIN_NAME.set(name);
    }
}

/// Returns the name of standard input in messages, by which the account map may know its account.
pub(crate) fn stdin_name() -> &'static str {
    STDIN_NAME.get().map_or("<stdin>", String::as_str)
}

/// Returns whether a path is `-`, for standard input or output.
pub(crate) fn is_standard_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Replaces each folder with the files in it and below it, and each pattern such as `2026/*.csv` with the files that it matches, in the order of their
/// names. A file that several of them mean is read once. Returns for each file whether it was found, and not named itself.
///
/// # Errors
///
/// A folder can't be read or has no files, or a pattern matches none.
pub(crate) fn expand(paths: &[PathBuf]) -> Result<Vec<(PathBuf, bool)>, String> {
    let mut files: Vec<(PathBuf, bool)> = Vec::new();
    let mut found: HashSet<PathBuf> = paths
        .iter()
        .filter_map(|path| path.canonicalize().ok())
        .collect();
    for path in paths {
        if is_single_file(path) {
            files.push((path.clone(), false));
            continue;
        }
        let matched = expand_one(path)?;
        // Files that are named themselves stay in their place.
        let is_new = |file: &PathBuf| file.canonicalize().is_ok_and(|file| found.insert(file));
        files.extend(matched.into_iter().filter(is_new).map(|file| (file, true)));
    }
    Ok(files)
}

/// Returns the files that a path means, as far as they can be found.
pub(crate) fn expand_readable(path: &Path) -> Vec<PathBuf> {
    if is_single_file(path) {
        vec![path.to_owned()]
    } else {
        expand_one(path).unwrap_or_default()
    }
}

/// Returns whether a path is neither a folder nor a pattern. A file may have a name that looks like a pattern.
fn is_single_file(path: &Path) -> bool {
    is_standard_stream(path) || !path.is_dir() && (path.exists() || !is_pattern(path))
}

fn is_pattern(path: &Path) -> bool {
    path.to_str()
        .is_some_and(|text| text.contains(['*', '?', '[']))
}

fn expand_one(path: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    if path.is_dir() {
        add_files_below(path, &mut files)
            .map_err(|error| format!("{} can't be read: {error}", display_path(path)))?;
        files.sort();
        return match files.as_slice() {
            [] => Err(format!(
                "{} is a directory without files; check its name",
                display_path(path)
            )),
            _ => Ok(files),
        };
    }
    let pattern = path.to_str().unwrap_or_default();
    // As in a shell, `*` matches neither a hidden file nor a `/`.
    let options = MatchOptions {
        require_literal_leading_dot: true,
        require_literal_separator: true,
        ..MatchOptions::new()
    };
    let matches = glob::glob_with(pattern, options)
        .map_err(|error| format!("{} is not a pattern: {error}", display_path(path)))?;
    for file in matches {
        let file = file.map_err(|error| {
            format!(
                "{} can't be read: {}",
                display_path(error.path()),
                error.error()
            )
        })?;
        files.extend(file.is_file().then_some(file));
    }
    match files.as_slice() {
        [] => Err(format!(
            "no file matches {}; check its name and folder",
            display_path(path)
        )),
        _ => Ok(files),
    }
}

/// Adds the files in a folder and in the folders below it, except hidden ones. Links to folders are not followed, because they may form a circle.
fn add_files_below(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if entry.file_type()?.is_dir() {
            add_files_below(&path, files)?;
        } else if path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}
