//! New files in a folder.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempPath};

use crate::files::{folder_of, is_standard_stream};
use crate::interrupt::UnfinishedFolder;
use crate::output::display_path;

/// A folder for new files, which is created with them if it does not exist. No file in it is replaced.
pub(crate) struct NewFiles<'p> {
    folder: &'p Path,
    exists: bool,
}

impl<'p> NewFiles<'p> {
    /// Checks that the folder exists or can be created.
    pub(crate) fn new(folder: &'p Path) -> Result<Self, String> {
        let failed = |why: &str| Err(format!("--output: {} {why}", display_path(folder)));
        if is_standard_stream(folder) {
            return failed("is standard output; name a folder");
        }
        match fs::metadata(folder) {
            Ok(metadata) if metadata.is_dir() => Ok(Self {
                folder,
                exists: true,
            }),
            Ok(_) => failed("is a file; name a folder"),
            Err(error) if error.kind() != ErrorKind::NotFound => {
                failed(&format!("can't be used: {error}"))
            }
            Err(_) if fs::symlink_metadata(folder).is_ok() => {
                failed("is a link to a folder that does not exist")
            }
            Err(_) if !folder_of(folder).is_dir() => {
                failed("can't be created: its folder does not exist")
            }
            Err(_) => Ok(Self {
                folder,
                exists: false,
            }),
        }
    }

    /// Returns whether the folder has something of this name already.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.exists && fs::symlink_metadata(self.folder.join(name)).is_ok()
    }

    /// Writes files with their names, all of them or none.
    pub(crate) fn write_all(self, files: &[(&str, &[u8])]) -> Result<(), String> {
        if let Some((taken, _)) = files.iter().find(|(name, _)| self.has(name)) {
            let path = display_path(&self.folder.join(taken));
            return Err(format!(
                "{path} exists already; nothing was written: move it, or choose another folder"
            ));
        }
        let unfinished = self.start()?;
        for (name, bytes) in files {
            unfinished.write(name, |mut file| file.write_all(bytes))?;
        }
        unfinished.finish(&files.iter().map(|(name, _)| *name))
    }

    /// Starts to write files, to a folder that is not finished.
    pub(crate) fn start(self) -> Result<UnfinishedFiles<'p>, String> {
        let error = |error| write_error(self.folder, &error);
        let mut builder = Builder::new();
        builder.suffix(".unfinished");
        if self.exists {
            let unfinished =
                UnfinishedFolder::create(|| builder.prefix("uacc.").tempdir_in(self.folder));
            return Ok(UnfinishedFiles {
                unfinished: unfinished.map_err(error)?,
                target: self,
            });
        }
        // The folder gets its final name as a whole, so it needs the usual permissions.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
        let name = self
            .folder
            .file_name()
            .unwrap_or_default()
            .to_string_lossy();
        let prefix: String = name.chars().take(50).chain(['.']).collect();
        let unfinished =
            UnfinishedFolder::create(|| builder.prefix(&prefix).tempdir_in(folder_of(self.folder)));
        Ok(UnfinishedFiles {
            unfinished: unfinished.map_err(error)?,
            target: self,
        })
    }
}

/// Files that do not have their final place yet. They are removed when this is dropped, or when a signal ends the program.
pub(crate) struct UnfinishedFiles<'p> {
    target: NewFiles<'p>,
    unfinished: UnfinishedFolder,
}

impl UnfinishedFiles<'_> {
    /// Creates a file, writes it with `write` and waits until it is on the disk.
    pub(crate) fn write<T>(
        &self,
        name: &str,
        write: impl FnOnce(&File) -> io::Result<T>,
    ) -> Result<T, String> {
        let create = |folder: &Path| {
            OpenOptions::new()
                .write(true)
                .create_new(true)
                .open(folder.join(name))
        };
        let written = self.unfinished.with_path(create).and_then(|file| {
            let written = write(&file)?;
            file.sync_all()?;
            Ok(written)
        });
        written.map_err(|error| write_error(self.target.folder, &error))
    }

    /// Moves the files to their final place: all of them or, if one can't be moved, none.
    pub(crate) fn finish<'n>(
        &self,
        names: &(impl Iterator<Item = &'n str> + Clone),
    ) -> Result<(), String> {
        let Self { target, unfinished } = self;
        unfinished.finish(|from| {
            if !target.exists {
                fs::rename(from, target.folder)
                    .map_err(|error| write_error(target.folder, &error))?;
                sync(folder_of(target.folder));
                return Ok(true);
            }
            for (moved, name) in names.clone().enumerate() {
                let to = target.folder.join(name);
                if let Err(error) = move_file(from.join(name), &to) {
                    for name in names.clone().take(moved) {
                        let _ = fs::remove_file(target.folder.join(name));
                    }
                    return Err(write_error(target.folder, &error));
                }
            }
            sync(target.folder);
            Ok(false)
        })
    }
}

/// Moves a file. Fails if the other name is taken.
fn move_file(from: PathBuf, to: &Path) -> io::Result<()> {
    TempPath::try_from_path(from)?
        .persist_noclobber(to)
        .map_err(|error| error.error)
}

/// Makes new names in a folder durable. Some platforms can't; the files are complete even there.
fn sync(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// Names the folder alone, because the names of files may be ids of the input.
fn write_error(folder: &Path, error: &io::Error) -> String {
    format!(
        "{} can't be written: {error}; no file was written",
        display_path(folder)
    )
}
