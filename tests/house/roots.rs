//! Finds the crates of the repository: libraries, programs, benchmarks, tests, fuzz targets and build scripts.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Returns the root files of all crates, relative to the project. Cargo lists them, so that no crate can be forgotten.
pub(crate) fn crate_roots(project: &Path) -> BTreeSet<PathBuf> {
    let manifests = files_below(project, Path::new(""));
    let manifests = manifests.iter().filter(|file| file.ends_with("Cargo.toml"));
    manifests
        .flat_map(|manifest| roots_of(project, manifest))
        .collect()
}

/// Returns the root files of the packages of a manifest.
fn roots_of(project: &Path, manifest: &Path) -> Vec<PathBuf> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args([
        "metadata",
        "--no-deps",
        "--offline",
        "--format-version",
        "1",
        "--manifest-path",
    ]);
    let output = cargo.arg(project.join(manifest)).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "cargo can't read {}: {errors}",
        manifest.display()
    );
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let targets = packages
        .iter()
        .flat_map(|package| package["targets"].as_array().unwrap());
    // Cargo leaves `..` in the paths of manifests, such as that of the program's tests.
    let file = |target: &Value| fs::canonicalize(target["src_path"].as_str().unwrap()).unwrap();
    let project = fs::canonicalize(project).unwrap();
    targets
        .map(|target| file(target).strip_prefix(&project).unwrap().to_owned())
        .collect()
}

/// Returns all files below a folder of the project, relative to the project, without those that are downloaded or built.
pub(crate) fn files_below(project: &Path, folder: &Path) -> BTreeSet<PathBuf> {
    let mut files = BTreeSet::new();
    for entry in fs::read_dir(project.join(folder)).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name();
        let is_generated = name == "target" || name == "node_modules" || name == ".git";
        let path = folder.join(name);
        if !entry.file_type().unwrap().is_dir() {
            files.insert(path);
        } else if !is_generated {
            files.extend(files_below(project, &path));
        }
    }
    files
}
