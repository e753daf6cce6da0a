//! The files of the project.

use std::path::{Path, PathBuf};

/// Returns the path of a file of the project. Its tests belong to several packages, and cargo runs each in the folder of its package.
pub(crate) fn in_project(file: &str) -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let project = package
        .ancestors()
        .find(|folder| folder.join("Cargo.lock").is_file());
    project.unwrap().join(file)
}
