//! Files that are read and written.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use tempfile::{Builder, NamedTempFile, PathPersistError};
use universal_accounting::archive;
use universal_accounting::report::{Policy, Report};

use crate::interrupt::UnfinishedFiles;
use crate::output::{self, display_path};
use crate::{input_paths, limits};

pub(crate) use crate::input_paths::is_standard_stream;

/// How many symbolic links are followed in a row.
const MAX_LINKS: usize = 40;

/// How many characters of a file's name are used in the name of its unfinished file, so that the name does not get too long.
const MAX_NAME_CHARS: usize = 50;

pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    /// Whether it is a file of an archive, a folder or a pattern, which the call does not name itself.
    pub(crate) is_member: bool,
    /// Why the file could not be unpacked. It has no bytes then.
    pub(crate) refusal: Option<Report>,
}

impl Input {
    pub(crate) const fn new(name: String, bytes: Vec<u8>) -> Self {
        Self {
            name,
            bytes,
            is_member: false,
            refusal: None,
        }
    }
}

/// Returns how many bytes the inputs have together.
pub(crate) fn total_size(inputs: &[Input]) -> usize {
    inputs.iter().map(|input| input.bytes.len()).sum()
}

/// Reads several files, with `-` for standard input, and the files of folders and patterns. Fails if a file can't be read, before any file is checked.
pub(crate) fn read_all(paths: &[PathBuf]) -> Result<Vec<Input>, String> {
    check_stdin_is_read_once(paths.iter())?;
    let files = input_paths::expand(paths)?;
    files
        .iter()
        .map(|(path, is_member)| {
            Ok(Input {
                is_member: *is_member,
                ..read(path)?
            })
        })
        .collect()
}

pub(crate) fn check_stdin_is_read_once<'p>(
    paths: impl Iterator<Item = &'p PathBuf>,
) -> Result<(), String> {
    let is_twice = paths.filter(|path| is_standard_stream(path)).count() > 1;
    if is_twice {
        Err("standard input can only be read once: give `-` only once".to_owned())
    } else {
        Ok(())
    }
}

/// Reads a file, or standard input for `-`.
pub(crate) fn read(path: &Path) -> Result<Input, String> {
    let read_error = |error: io::Error| match error.kind() {
        ErrorKind::NotFound => format!(
            "there is no file {}; check its name and folder",
            display_path(path)
        ),
        _ => format!("{} can't be read: {error}", display_path(path)),
    };
    if is_standard_stream(path) {
        let bytes = read_within_limit(io::stdin().lock()).map_err(read_error)?;
        return Ok(Input::new(input_paths::stdin_name().to_owned(), bytes));
    }
    if path.is_dir() {
        return Err(format!(
            "{} is a directory; name the files in it",
            display_path(path)
        ));
    }
    let bytes = File::open(path)
        .and_then(read_within_limit)
        .map_err(read_error)?;
    Ok(Input::new(path.display().to_string(), bytes))
}

/// Reads at most one byte more than the limit, which is enough for the check to report that the file is too large.
fn read_within_limit(source: impl Read) -> io::Result<Vec<u8>> {
    let max = u64::try_from(limits::max_size())
        .unwrap_or(u64::MAX)
        .saturating_add(1);
    let mut bytes = Vec::new();
    source.take(max).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Checks that no output file is one of the files that are read, and that the folder of each exists.
pub(crate) fn check_outputs_are_not_inputs<'s>(
    outputs: &[PathBuf],
    sources: impl IntoIterator<Item = &'s Path>,
) -> Result<(), String> {
    // On some platforms, this path resolves to the file that is redirected to standard input.
    let resolvable = |path: &'s Path| {
        if is_standard_stream(path) {
            Path::new("/dev/stdin")
        } else {
            path
        }
    };
    let sources: HashSet<PathBuf> = sources
        .into_iter()
        .flat_map(|path| input_paths::expand_readable(resolvable(path)))
        .filter_map(|path| path.canonicalize().ok())
        .collect();
    let is_source = |path: &&PathBuf| {
        path.canonicalize()
            .is_ok_and(|path| path.is_file() && sources.contains(&path))
    };
    // Whoever mistypes a folder should know before the work, not after it.
    if let Some(path) = outputs
        .iter()
        .find(|path| !is_standard_stream(path) && !folder_of(path).exists())
    {
        return Err(write_error(path, &ErrorKind::NotFound.into()));
    }
    match outputs
        .iter()
        .filter(|path| !is_standard_stream(path))
        .find(is_source)
    {
        Some(path) => Err(format!(
            "{} is one of the files that are read; choose another name",
            display_path(path)
        )),
        None => Ok(()),
    }
}

/// Writes a result to a file, completely or not at all, or to standard output if the path is `-` or missing.
pub(crate) fn write_output(path: Option<&Path>, content: impl AsRef<[u8]>) -> Result<(), String> {
    write_output_with(path, |out| out.write_all(content.as_ref()))
}

/// Writes a result piece by piece to a file, completely or not at all, or to standard output if the path is `-` or missing.
pub(crate) fn write_output_with(
    path: Option<&Path>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), String> {
    match path {
        Some(path) if !is_standard_stream(path) => write_file(path, write),
        _ => output::write_stdout_with(write),
    }
}

/// Writes a file completely or not at all. Appends to a path that is not a regular file, such as a pipe.
fn write_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), String> {
    let failed = |error| write_error(path, &error);
    if resolve_target(path).map_err(failed)?.is_some() {
        let mut files = FilesTogether::new();
        files.add(path, write)?;
        return files.finish();
    }
    let stream = OpenOptions::new().append(true).open(path).map_err(failed)?;
    output::write_until_closed(stream, write).map_err(failed)
}

fn write_error(path: &Path, error: &io::Error) -> String {
    let why = match error.kind() {
        ErrorKind::NotFound => "its folder does not exist; create it first",
        ErrorKind::IsADirectory => "it is a directory; name a file in it",
        _ => &error.to_string(),
    };
    format!("{} can't be written: {why}", display_path(path))
}

/// Files that are written completely, all of them or none: each as an unfinished file in the same folder, which is renamed when all are on the disk.
pub(crate) struct FilesTogether {
    unfinished: UnfinishedFiles,
    /// The path of each file, and the path that it gets.
    written: Vec<(PathBuf, PathBuf)>,
    targets: HashSet<PathBuf>,
}

impl FilesTogether {
    pub(crate) fn new() -> Self {
        Self {
            unfinished: UnfinishedFiles::new(),
            written: Vec::new(),
            targets: HashSet::new(),
        }
    }

    /// Writes a file, which gets its name later.
    pub(crate) fn add(
        &mut self,
        path: &Path,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), String> {
        let failed = |error| write_error(path, &error);
        let Some(target) = resolve_target(path).map_err(failed)? else {
            return Err(failed(io::Error::other("it is not a regular file")));
        };
        if !self.targets.insert(target.clone()) {
            return Err(failed(io::Error::other(
                "it is a link to another of these files",
            )));
        }
        let file = self
            .unfinished
            .add(|| create_unfinished(&target))
            .map_err(failed)?;
        let mut buffered = BufWriter::with_capacity(output::BUFFER_LEN, file);
        write(&mut buffered)
            .and_then(|()| buffered.flush())
            .and_then(|()| buffered.get_ref().sync_all())
            .map_err(failed)?;
        self.written.push((path.to_owned(), target));
        Ok(())
    }

    /// Gives the files their names.
    pub(crate) fn finish(self) -> Result<(), String> {
        let Self {
            unfinished,
            written,
            ..
        } = self;
        unfinished.finish(|unfinished| {
            for (number, (unfinished, (path, target))) in unfinished.zip(&written).enumerate() {
                if let Err(PathPersistError { error, .. }) = unfinished.persist(target) {
                    let of = written.len();
                    let error = if number == 0 {
                        error
                    } else {
                        io::Error::other(format!("{error}; {number} of {of} files were written"))
                    };
                    return Err(write_error(path, &error));
                }
            }
            Ok(())
        })?;
        // Syncing a folder makes the new names durable. Some platforms can't; the files are complete even there.
        let folders: HashSet<&Path> = written
            .iter()
            .map(|(_, target)| folder_of(target))
            .collect();
        for folder in folders {
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
        }
        Ok(())
    }
}

/// Follows symbolic links to the path of a regular file, which may not exist yet. Returns `None` for what a rename can't replace: a pipe, a
/// terminal, a device.
fn resolve_target(path: &Path) -> io::Result<Option<PathBuf>> {
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        // Paths in these folders, such as `/dev/stdout`, are names of open files.
        let folder = folder_of(&target).canonicalize()?;
        if folder.starts_with("/proc") || folder.starts_with("/dev/fd") {
            return Ok(None);
        }
        match fs::read_link(&target) {
            Ok(next) => target = folder_of(&target).join(next),
            Err(_) => break,
        }
    }
    match fs::metadata(&target) {
        Ok(metadata) if metadata.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(metadata) if !metadata.is_file() => Ok(None),
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(Some(target)),
    }
}

/// Returns the folder that a path is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// Creates an empty file in the folder of the target, with the permissions of the target, so that nobody else can read it.
fn create_unfinished(target: &Path) -> io::Result<NamedTempFile> {
    let permissions = match fs::metadata(target) {
        // Opening fails if the user may not write the target. A rename would replace it regardless.
        Ok(metadata) => OpenOptions::new()
            .append(true)
            .open(target)
            .map(|_| Some(metadata.permissions()))?,
        Err(_) => None,
    };
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if let Some(permissions) = &permissions {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        options.mode(permissions.mode());
    }
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let prefix: String = name.chars().take(MAX_NAME_CHARS).chain(['.']).collect();
    let unfinished = Builder::new()
        .prefix(&prefix)
        .suffix(".unfinished")
        .make_in(folder_of(target), |path| options.open(path))?;
    let _ = permissions.map(|permissions| unfinished.as_file().set_permissions(permissions));
    Ok(unfinished)
}

/// Replaces each archive with its files. A workbook is an archive too, but stays one file.
pub(crate) fn unpack(inputs: Vec<Input>, policy: &Policy) -> Vec<Input> {
    let mut files = Vec::with_capacity(inputs.len());
    for input in inputs {
        if !archive::is_archive(&input.bytes) {
            files.push(input);
            continue;
        }
        match archive::unpack(&input.bytes, policy) {
            Ok(members) => files.extend(members.into_iter().map(|member| Input {
                name: format!("{}/{}", input.name, member.name),
                bytes: member.content,
                is_member: true,
                refusal: (!member.report.is_valid()).then_some(member.report),
            })),
            Err(report) => {
                files.push(Input {
                    name: input.name,
                    bytes: Vec::new(),
                    is_member: input.is_member,
                    refusal: Some(report),
                });
            }
        }
    }
    files
}

/// Calls `work` with each item, on all cores, and returns the results in the order of the items.
pub(crate) fn in_parallel<I: Sync, T: Send>(
    items: &[I],
    work: impl Fn(&I) -> T + Send + Sync,
) -> Vec<T> {
    // A single item needs no threads, whose start would be most of the time for a small file.
    match items {
        [only] => vec![work(only)],
        _ => items.par_iter().map(work).collect(),
    }
}
