use std::collections::HashSet;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use universal_accounting::report::Limits;

use crate::interrupt::Unfinished;
use crate::output::{self, Failure, shown};

/// So many links may lead from one to the other.
const LINKS: usize = 40;

/// So many characters of a name go into that of the unfinished file, which would be too long else.
const SHOWN: usize = 50;

/// A file that was read whole.
pub(crate) struct Input {
    /// What to call it.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// Reads all of several files, `-` for standard input, before anything is said of the first.
pub(crate) fn read_all(paths: &[PathBuf]) -> Result<Vec<Input>, Failure> {
    if paths.iter().filter(|path| is_standard(path)).count() > 1 {
        return Err(Failure::Call("standard input can be read once: give `-` one time only".to_owned()));
    }
    paths.iter().map(|path| read(path)).collect()
}

/// Whether `-` stands where a file could.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads a file whole, or standard input for `-`.
pub(crate) fn read(path: &Path) -> Result<Input, Failure> {
    let failed = |error| Failure::Read { path: path.to_owned(), error };
    if is_standard(path) {
        let bytes = read_within_limit(io::stdin().lock()).map_err(failed)?;
        return Ok(Input { name: "<stdin>".to_owned(), bytes });
    }
    if path.is_dir() {
        return Err(Failure::Directory { path: path.to_owned() });
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
) -> Result<(), Failure> {
    // A file that is redirected to standard input has its name here, where the platform tells it.
    let named = |path: &'s Path| if is_standard(path) { Path::new("/dev/stdin") } else { path };
    let sources: HashSet<PathBuf> = sources.into_iter().filter_map(|path| named(path).canonicalize().ok()).collect();
    let is_source = |path: &&PathBuf| path.canonicalize().is_ok_and(|path| path.is_file() && sources.contains(&path));
    outputs.iter().filter(|path| !is_standard(path)).find(is_source).map_or(Ok(()), |path| {
        let path = shown(path);
        Err(Failure::Call(format!("--output: {path} is one of the files that are read; choose another name")))
    })
}

/// Writes a result to a file, whole or not at all; to standard output for `-` and where no file is named.
pub(crate) fn put_to(path: Option<&Path>, text: &str) -> Result<(), Failure> {
    match path {
        Some(path) if !is_standard(path) => put(path, text),
        _ => output::put(text),
    }
}

/// Writes a file whole or not at all. What is no ordinary file, such as a pipe, is written as it is.
pub(crate) fn put(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = |error| Failure::Write { path: path.to_owned(), error };
    match target(path).map_err(failed)? {
        Target::File(_) => put_all([(path, text)].into_iter()),
        Target::Stream => {
            let stream = OpenOptions::new().append(true).open(path).map_err(failed)?;
            output::put_all(stream, text).map_err(failed)
        }
    }
}

/// Writes files whole, and all of them or none: each beside its place first, and when all are on the disk, they take their names.
pub(crate) fn put_all<'f>(files: impl Iterator<Item = (&'f Path, &'f str)>) -> Result<(), Failure> {
    let unfinished = Unfinished::new();
    let (mut written, mut places) = (Vec::new(), HashSet::new());
    for (path, text) in files {
        let failed = |error| Failure::Write { path: path.to_owned(), error };
        let Target::File(place) = target(path).map_err(failed)? else {
            return Err(failed(io::Error::other("it is no ordinary file")));
        };
        if !places.insert(place.clone()) {
            return Err(failed(io::Error::other("a link leads from it to another of these files")));
        }
        let (mut file, beside) = unfinished.add(|| create_beside(&place)).map_err(failed)?;
        file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(failed)?;
        written.push((path, beside, place));
    }
    unfinished.finish(|| {
        for (number, (path, beside, place)) in written.iter().enumerate() {
            if let Err(error) = fs::rename(beside, place) {
                let of = written.len();
                let error =
                    if number == 0 { error } else { io::Error::other(format!("{error}; {number} of {of} files were")) };
                return Err(Failure::Write { path: (*path).to_owned(), error });
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

/// What an output is.
enum Target {
    /// A file that is there or will be, by the name that no link leads on from.
    File(PathBuf),
    /// What takes bytes and can't be put in its place by another: a pipe, a terminal, a device.
    Stream,
}

fn target(path: &Path) -> io::Result<Target> {
    let mut place = path.to_owned();
    for _ in 0..LINKS {
        // What stands here is no file but a name of one that is open already, such as `/dev/stdout`.
        let inside = folder(&place).canonicalize()?;
        if inside.starts_with("/proc") || inside.starts_with("/dev/fd") {
            return Ok(Target::Stream);
        }
        match fs::read_link(&place) {
            Ok(next) => place = folder(&place).join(next),
            Err(_) => break,
        }
    }
    match fs::metadata(&place) {
        Ok(known) if known.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(known) if !known.is_file() => Ok(Target::Stream),
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(Target::File(place)),
    }
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes an empty file beside another one, that nobody may read who may not read the other one.
fn create_beside(place: &Path) -> io::Result<(File, PathBuf)> {
    let known = match fs::metadata(place) {
        // Who may not write the file may not put another one in its place.
        Ok(known) => OpenOptions::new().append(true).open(place).map(|_| Some(known))?,
        Err(_) => None,
    };
    let name = place.file_name().map_or_else(String::new, |name| name.to_string_lossy().chars().take(SHOWN).collect());
    let mut number = 0;
    loop {
        let beside = place.with_file_name(format!("{name}.{}-{number}.unfinished", std::process::id()));
        match create(&beside, known.as_ref()) {
            // One that a killed run has left, or that is another's.
            Err(error) if error.kind() == ErrorKind::AlreadyExists && number < 99_999 => number += 1,
            Err(error) => return Err(error),
            Ok(file) => return Ok((file, beside)),
        }
    }
}

fn create(path: &Path, like: Option<&Metadata>) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if let Some(like) = like {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        options.mode(like.permissions().mode());
    }
    let file = options.open(path)?;
    if let Some(like) = like {
        let _ = file.set_permissions(like.permissions());
    }
    Ok(file)
}
