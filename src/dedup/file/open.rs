use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;
use std::thread;

use redb::backends::InMemoryBackend;
use redb::{Database, ReadableDatabase, TableError};

use super::untouched::Untouched;
use super::{ABOUT, ALIKE, FileStore, FileStoreError, KEYS, SPELLED, TRANSACTIONS, VERSION};

/// What every database of this kind begins with.
const MAGIC: &[u8] = b"redb\x1a\x0a\xa9\x0d\x0a";

/// So much of a database is kept in memory.
const CACHE: usize = 64 << 20;

pub(super) fn open(path: &Path) -> Result<Database, FileStoreError> {
    let file = match read_write(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            make(path)?;
            read_write(path)?
        }
        opened => opened?,
    };
    // Closed again before the file is opened to be written: a lock is held by one.
    drop(check(file)?);
    Ok(builder().open(path)?)
}

pub(super) fn open_untouched(path: &Path) -> Result<Database, FileStoreError> {
    match read_write(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let database = builder().create_with_backend(InMemoryBackend::new())?;
            lay_out(&database)?;
            Ok(database)
        }
        opened => check(opened?),
    }
}

fn read_write(path: &Path) -> io::Result<File> {
    // A lock for writing needs a file that could be written.
    OpenOptions::new().read(true).write(true).open(path)
}

fn builder() -> redb::Builder {
    let mut builder = Database::builder();
    builder.set_cache_size(CACHE);
    builder
}

/// Makes an empty store, whole or not at all, where no file is.
fn make(path: &Path) -> Result<(), FileStoreError> {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}", std::process::id()));
    let unfinished = path.with_file_name(name);
    let made = lay_out_file(&unfinished).and_then(|()| put(&unfinished, path));
    let _ = fs::remove_file(&unfinished);
    made
}

fn lay_out_file(path: &Path) -> Result<(), FileStoreError> {
    let _ = fs::remove_file(path);
    let database = builder().create(path)?;
    lay_out(&database)
}

/// Gives a finished file its name, unless there is one with that name by now.
fn put(finished: &Path, path: &Path) -> Result<(), FileStoreError> {
    match fs::hard_link(finished, path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        // Some file systems have no links.
        Err(_) if !path.exists() => fs::rename(finished, path)?,
        done => done?,
    }
    // That the file is there must be on the disk too, where folders can be written so.
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    Ok(())
}

fn lay_out(database: &Database) -> Result<(), FileStoreError> {
    let write = database.begin_write()?;
    write.open_table(ABOUT)?.insert("version", VERSION)?;
    write.open_table(TRANSACTIONS)?;
    write.open_table(KEYS)?;
    write.open_table(SPELLED)?;
    write.open_table(ALIKE)?;
    Ok(write.commit()?)
}

/// Holds a file against its checksums without touching it.
fn check(mut file: File) -> Result<Database, FileStoreError> {
    let mut magic = [0; MAGIC.len()];
    match file.read_exact(&mut magic) {
        Ok(()) if magic == MAGIC => {}
        Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(error.into()),
        _ => return Err(FileStoreError::Foreign),
    }
    // What is damaged enough can make the database panic.
    let checking = thread::Builder::new().name(FileStore::CHECKING.to_owned()).spawn(move || check_all(file))?;
    checking.join().unwrap_or(Err(FileStoreError::Damaged))
}

fn check_all(file: File) -> Result<Database, FileStoreError> {
    let mut database = builder().create_with_backend(Untouched::new(file)?)?;
    if !database.check_integrity()? {
        return Err(FileStoreError::Damaged);
    }
    let read = database.begin_read()?;
    let about = match read.open_table(ABOUT) {
        Err(TableError::TableDoesNotExist(_)) => return Err(FileStoreError::Foreign),
        about => about?,
    };
    match about.get("version")?.map(|version| version.value()) {
        Some(VERSION) => {}
        Some(version) => return Err(FileStoreError::Version(version)),
        None => return Err(FileStoreError::Foreign),
    }
    for table in [KEYS, SPELLED] {
        read.open_table(table)?;
    }
    read.open_table(ALIKE)?;
    read.open_table(TRANSACTIONS)?;
    drop((about, read));
    Ok(database)
}
