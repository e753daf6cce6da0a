use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read};
use std::path::Path;
use std::thread;

use redb::backends::{FileBackend, InMemoryBackend};
use redb::{Database, ReadableDatabase, TableDefinition, TableError};

use super::error::{Failure, FileStoreError, Result, VERSION};
use super::read_only::ReadOnlyFile;

pub(super) const CHECK_THREAD: &str = "universal-accounting store check";

/// Marks the file as a store: the word `version` with the version.
const METADATA: TableDefinition<'_, &str, u64> = TableDefinition::new("universal-accounting store");
/// Every transaction by its number, counted from 0.
pub(super) const TRANSACTIONS: TableDefinition<'_, u64, Row<'_>> = TableDefinition::new("transactions");
/// The number of the transaction with an account and an id.
pub(super) const EXACT_IDS: TableDefinition<'_, (&[u8], &[u8]), u64> = TableDefinition::new("keys");
/// The number of the first transaction with a canonical account and an id, among those whose account was sent in another spelling.
pub(super) const RESPELLED_IDS: TableDefinition<'_, (&[u8], &[u8]), u64> = TableDefinition::new("spelled");
/// The number of the first transaction with a canonical account and a content.
pub(super) const CONTENTS: TableDefinition<'_, (&[u8], &[u8]), u64> = TableDefinition::new("alike");

/// The account, the id, the content, the fingerprint of the text, and the whole transaction as canonical JSON.
///
/// The compared fields have columns of their own, since their bytes are frozen while the rules for reading JSON may change. Texts are
/// bytes, so that this library checks whether they are UTF-8.
pub(super) type Row<'r> = (&'r [u8], Option<&'r [u8]>, &'r [u8], [u8; 2], &'r [u8]);

/// The first bytes of every `redb` database.
const MAGIC: &[u8] = b"redb\x1a\x0a\xa9\x0d\x0a";

/// The maximum number of bytes of a database that are cached in memory.
const CACHE_BYTES: usize = 64 << 20;

pub(super) fn open(path: &Path) -> Result<Database> {
    let file = match open_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            create(path)?;
            open_file(path)?
        }
        opened => opened?,
    };
    // The check locks the file, so it must end before the file is opened for writing.
    drop(check(file)?);
    Ok(builder().open(path)?)
}

pub(super) fn open_read_only(path: &Path) -> Result<Database> {
    match open_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let database = builder().create_with_backend(InMemoryBackend::new())?;
            create_tables(&database)?;
            Ok(database)
        }
        opened => check(opened?),
    }
}

fn open_file(path: &Path) -> io::Result<File> {
    // An exclusive lock needs a file that is open for writing.
    OpenOptions::new().read(true).write(true).open(path)
}

fn builder() -> redb::Builder {
    let mut builder = Database::builder();
    builder.set_cache_size(CACHE_BYTES);
    builder
}

/// Creates an empty store at a path, whole or not at all. A process that is killed meanwhile leaves a hidden file beside it.
fn create(path: &Path) -> Result<()> {
    // A random name, so that no other process and no other thread uses the same.
    let draft = RandomState::new().hash_one(thread::current().id());
    let draft = path.with_file_name(format!(".store-{draft:016x}"));
    let created =
        create_file(&draft).and_then(|()| Ok(publish(&draft, path, |draft, path| fs::hard_link(draft, path))?));
    let _ = fs::remove_file(&draft);
    created
}

fn create_file(path: &Path) -> Result<()> {
    let file = private_file().open(path)?;
    create_tables(&builder().create_with_backend(FileBackend::new(file)?)?)
}

/// Returns the options of a new file that only its owner can read.
fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.read(true).write(true).create_new(true);
    options
}

/// Gives a finished file its final name. An existing file with this name is not replaced: another process created the same store.
fn publish(draft: &Path, path: &Path, link: impl Fn(&Path, &Path) -> io::Result<()>) -> io::Result<()> {
    let published = link(draft, path).or_else(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => Ok(()),
        // Some file systems have no hard links. There, a process that is killed during the copy leaves a file that is not a store.
        _ => match private_file().open(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            file => io::copy(&mut File::open(draft)?, &mut file?).and_then(|_| File::open(path)?.sync_all()),
        },
    });
    // The name must be on the disk too. Not every system can sync a folder.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    published
}

fn create_tables(database: &Database) -> Result<()> {
    let write = database.begin_write()?;
    write.open_table(METADATA)?.insert("version", VERSION)?;
    write.open_table(TRANSACTIONS)?;
    for table in [EXACT_IDS, RESPELLED_IDS, CONTENTS] {
        write.open_table(table)?;
    }
    Ok(write.commit()?)
}

/// Verifies that a file is a store with valid checksums, and returns it opened read-only. Does not change the file.
fn check(mut file: File) -> Result<Database> {
    // Anything but a regular file, such as a pipe, could block the reader.
    if !file.metadata()?.is_file() {
        return Err(FileStoreError::NotAStore.into());
    }
    let mut magic = [0; MAGIC.len()];
    match file.read_exact(&mut magic) {
        Ok(()) if magic == MAGIC => {}
        Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(error.into()),
        _ => return Err(FileStoreError::NotAStore.into()),
    }
    // The database may panic on a badly damaged file.
    let checking = thread::Builder::new().name(CHECK_THREAD.to_owned()).spawn(move || check_database(file))?;
    match checking.join() {
        Err(_) => Err(FileStoreError::Damaged.into()),
        Ok(Err(Failure(FileStoreError::Io(error)))) if error.kind() == io::ErrorKind::UnexpectedEof => {
            Err(FileStoreError::Damaged.into())
        }
        Ok(checked) => checked,
    }
}

fn check_database(file: File) -> Result<Database> {
    let mut database = builder().create_with_backend(ReadOnlyFile::new(file)?)?;
    if !database.check_integrity()? {
        return Err(FileStoreError::Damaged.into());
    }
    let read = database.begin_read()?;
    let metadata = match read.open_table(METADATA) {
        Err(TableError::TableDoesNotExist(_)) => return Err(FileStoreError::NotAStore.into()),
        metadata => metadata?,
    };
    match metadata.get("version")?.map(|version| version.value()) {
        Some(VERSION) => {}
        Some(version) => return Err(FileStoreError::UnsupportedVersion(version).into()),
        None => return Err(FileStoreError::NotAStore.into()),
    }
    for table in [EXACT_IDS, RESPELLED_IDS, CONTENTS] {
        read.open_table(table)?;
    }
    read.open_table(TRANSACTIONS)?;
    drop((metadata, read));
    Ok(database)
}

#[cfg(test)]
mod tests {
    use tempfile::tempdir;

    use super::*;

    #[test]
    fn overwrites_no_file_even_without_hard_links() {
        let folder = tempdir().unwrap();
        let (draft, path) = (folder.path().join("draft"), folder.path().join("store"));
        let no_links = |_: &Path, _: &Path| Err(io::Error::from(io::ErrorKind::Unsupported));
        create_file(&draft).unwrap();
        publish(&draft, &path, no_links).unwrap();
        assert_eq!(fs::read(&path).unwrap(), fs::read(&draft).unwrap());
        drop(open(&path).unwrap());
        fs::write(&path, b"a file of another program").unwrap();
        for link in [no_links, |draft: &Path, path: &Path| fs::hard_link(draft, path)] {
            publish(&draft, &path, link).unwrap();
            assert_eq!(fs::read(&path).unwrap(), b"a file of another program");
        }
    }

    #[test]
    fn many_threads_create_one_store() {
        let folder = tempdir().unwrap();
        for round in 0..5 {
            let path = folder.path().join(round.to_string());
            thread::scope(|scope| {
                for _ in 0..8 {
                    scope.spawn(|| match open(&path) {
                        Ok(_) | Err(Failure(FileStoreError::InUse)) => {}
                        Err(Failure(error)) => panic!("{error}"),
                    });
                }
            });
        }
        // Only the stores are left, and no unfinished files.
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 5);
    }
}
