use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use universal_accounting::report::Limits;

use crate::interrupt::Unfinished;
use crate::output::{self, shown};

/// So many links may lead from one to the other.
const LINKS: usize = 40;

/// So many characters of a name go into that of the unfinished file, which would be too long else.
const SHOWN: usize = 50;

pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// Reads all of several files, `-` for standard input, before anything is said of the first.
pub(crate) fn read_all(paths: &[PathBuf]) -> Result<Vec<Input>, String> {
    refuse_to_read_twice(paths.iter())?;
    paths.iter().map(|path| read(path)).collect()
}

pub(crate) fn refuse_to_read_twice<'p>(paths: impl Iterator<Item = &'p PathBuf>) -> Result<(), String> {
    let is_twice = paths.filter(|path| is_standard(path)).count() > 1;
    if is_twice { Err("standard input can be read once: give `-` one time only".to_owned()) } else { Ok(()) }
}

pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads a file whole, or standard input for `-`.
pub(crate) fn read(path: &Path) -> Result<Input, String> {
    let failed = |error: io::Error| match error.kind() {
        ErrorKind::NotFound => format!("there is no file {}; check its name and folder", shown(path)),
        _ => format!("{} can't be read: {error}", shown(path)),
    };
    if is_standard(path) {
        let bytes = read_within_limit(io::stdin().lock()).map_err(failed)?;
        return Ok(Input { name: "<stdin>".to_owned(), bytes });
    }
    if path.is_dir() {
        return Err(format!("{} is a directory; name the files in it", shown(path)));
    }
    let bytes = File::open(path).and_then(read_within_limit).map_err(failed)?;
    Ok(Input { name: path.display().to_string(), bytes })
}

/// One byte more than the limit is enough to be told that there are too many.
fn read_within_limit(source: impl Read) -> io::Result<Vec<u8>> {
    let most = u64::try_from(Limits::default().bytes).unwrap_or(u64::MAX).saturating_add(1);
    let mut bytes = Vec::new();
    source.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A result never takes the place of what it was made from.
pub(crate) fn refuse_to_overwrite<'s>(
    outputs: &[PathBuf],
    sources: impl IntoIterator<Item = &'s Path>,
) -> Result<(), String> {
    // A file that is redirected to standard input has its name here, where the platform tells it.
    let named = |path: &'s Path| if is_standard(path) { Path::new("/dev/stdin") } else { path };
    let sources: HashSet<PathBuf> = sources.into_iter().filter_map(|path| named(path).canonicalize().ok()).collect();
    let is_source = |path: &&PathBuf| path.canonicalize().is_ok_and(|path| path.is_file() && sources.contains(&path));
    match outputs.iter().filter(|path| !is_standard(path)).find(is_source) {
        Some(path) => Err(format!("--output: {} is one of the files that are read; choose another name", shown(path))),
        None => Ok(()),
    }
}

/// Writes a result to a file, whole or not at all; to standard output for `-` and where no file is named.
pub(crate) fn put_to(path: Option<&Path>, text: &str) -> Result<(), String> {
    match path {
        Some(path) if !is_standard(path) => put(path, text),
        _ => output::put(text),
    }
}

/// Writes a file whole or not at all. What is no ordinary file, such as a pipe, is written as it is.
pub(crate) fn put(path: &Path, text: &str) -> Result<(), String> {
    let failed = |error| unwritable(path, &error);
    if target(path).map_err(failed)?.is_some() {
        return put_all([(path, text)].into_iter());
    }
    let stream = OpenOptions::new().append(true).open(path).map_err(failed)?;
    output::put_all(stream, text).map_err(failed)
}

fn unwritable(path: &Path, error: &io::Error) -> String {
    let why = match error.kind() {
        ErrorKind::NotFound => "its folder is not there; make it first",
        ErrorKind::IsADirectory => "it is a directory; name a file in it",
        _ => &error.to_string(),
    };
    format!("{} can't be written: {why}", shown(path))
}

/// Writes files whole, and all of them or none: each beside its place first, and when all are on the disk, they take their names.
pub(crate) fn put_all<P: AsRef<Path>, T: AsRef<str>>(files: impl Iterator<Item = (P, T)>) -> Result<(), String> {
    let unfinished = Unfinished::new();
    let (mut written, mut places) = (Vec::new(), HashSet::new());
    for (path, text) in files {
        let failed = |error| unwritable(path.as_ref(), &error);
        let Some(place) = target(path.as_ref()).map_err(failed)? else {
            return Err(failed(io::Error::other("it is no ordinary file")));
        };
        if !places.insert(place.clone()) {
            return Err(failed(io::Error::other("a link leads from it to another of these files")));
        }
        let (mut file, beside) = unfinished.add(|| create_beside(&place)).map_err(failed)?;
        file.write_all(text.as_ref().as_bytes()).and_then(|()| file.sync_all()).map_err(failed)?;
        written.push((path, beside, place));
    }
    unfinished.finish(|| {
        for (number, (path, beside, place)) in written.iter().enumerate() {
            if let Err(error) = fs::rename(beside, place) {
                let of = written.len();
                let error =
                    if number == 0 { error } else { io::Error::other(format!("{error}; {number} of {of} files were")) };
                return Err(unwritable(path.as_ref(), &error));
            }
        }
        Ok(())
    })?;
    // Where a folder can be synced, the names are on the disk too; where it can't, the files are whole all the same.
    let folders: HashSet<&Path> = written.iter().map(|(_, _, place)| folder(place)).collect();
    for folder in folders {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    Ok(())
}

/// Finds the file that a path leads to, by the name that no link leads on from. There is none where what takes the bytes can't be put in its
/// place by another: a pipe, a terminal, a device.
fn target(path: &Path) -> io::Result<Option<PathBuf>> {
    let mut place = path.to_owned();
    for _ in 0..LINKS {
        // What stands here is no file but a name of one that is open already, such as `/dev/stdout`.
        let inside = folder(&place).canonicalize()?;
        if inside.starts_with("/proc") || inside.starts_with("/dev/fd") {
            return Ok(None);
        }
        match fs::read_link(&place) {
            Ok(next) => place = folder(&place).join(next),
            Err(_) => break,
        }
    }
    match fs::metadata(&place) {
        Ok(known) if known.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(known) if !known.is_file() => Ok(None),
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(Some(place)),
    }
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes an empty file beside another one, that nobody may read who may not read the other one.
fn create_beside(place: &Path) -> io::Result<(File, PathBuf)> {
    let permissions = match fs::metadata(place) {
        // Who may not write the file may not put another one in its place.
        Ok(known) => OpenOptions::new().append(true).open(place).map(|_| Some(known.permissions()))?,
        Err(_) => None,
    };
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if let Some(permissions) = &permissions {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        options.mode(permissions.mode());
    }
    let name = place.file_name().map_or_else(String::new, |name| name.to_string_lossy().chars().take(SHOWN).collect());
    let mut number = 0;
    loop {
        let beside = place.with_file_name(format!("{name}.{}-{number}.unfinished", std::process::id()));
        match options.open(&beside) {
            // One that a killed run has left, or that is another's.
            Err(error) if error.kind() == ErrorKind::AlreadyExists && number < 99_999 => number += 1,
            Err(error) => return Err(error),
            Ok(file) => {
                let _ = permissions.map(|permissions| file.set_permissions(permissions));
                return Ok((file, beside));
            }
        }
    }
}
