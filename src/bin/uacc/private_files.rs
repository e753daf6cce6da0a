//! Files and folders that only their owner can read.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::path::Path;

/// Creates a folder, and those above it if they don't exist.
pub(crate) fn create_folders(path: &Path) -> io::Result<()> {
    builder().recursive(true).create(path)
}

/// Creates a folder in one that exists.
pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
    builder().create(path)
}

fn builder() -> DirBuilder {
    #[cfg_attr(
        not(unix),
        expect(unused_mut, reason = "other platforms have other rights")
    )]
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

/// Opens a file for writing, and creates it if it does not exist.
pub(crate) fn open(path: &Path, is_truncated: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
        .write(true)
        .create(true)
        .truncate(is_truncated)
        .open(path)
}

/// Returns whether other users of the machine can read a file. Where the platform can't say, nobody else can.
pub(crate) fn can_others_read(path: &Path) -> bool {
    #[cfg(unix)]
    return std::fs::metadata(path).is_ok_and(|metadata| {
        std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o044 != 0
    });
    #[cfg(not(unix))]
    return path.as_os_str().is_empty();
}

/// Lets only the owner use a folder, which may have been created for all.
pub(crate) fn close_folder(path: &Path) {
    #[cfg(unix)]
    let _ = std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o700));
    #[cfg(not(unix))]
    let _ = path;
}
