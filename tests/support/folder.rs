//! Temporary folders.

use std::fs;
use std::path::Path;

use tempfile::{Builder, TempDir};

/// A temporary folder, which is deleted when this is dropped.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        Self(
            Builder::new()
                .prefix(&format!("uacc-test-{name}-"))
                .tempdir()
                .unwrap(),
        )
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file, in a folder of this folder if its name has one, and returns its path.
    #[allow(dead_code, reason = "only the tests of the program write files")]
    pub(crate) fn file(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.path_to(name);
        fs::create_dir_all(Path::new(&path).parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    /// Returns the path of a file in this folder, which need not exist.
    #[allow(dead_code, reason = "only the tests of the program write files")]
    pub(crate) fn path_to(&self, name: &str) -> String {
        self.path().join(name).to_str().unwrap().to_owned()
    }
}

/// Returns the names in a folder, sorted.
#[allow(dead_code, reason = "only the tests of the program list files")]
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}
