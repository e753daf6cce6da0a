use std::fs::{self, File, OpenOptions, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::thread;

use redb::backends::{FileBackend, InMemoryBackend};
use redb::{Database, DatabaseError, ReadableDatabase, StorageBackend, TableDefinition};

use super::checked_file::{CheckedFile, HEADER, HEADER_LENGTH, HEADER_NAME};
use super::error::{Failure, FileStoreError, Result};
use super::read_only::ReadOnlyFile;

pub(super) const CHECK_THREAD: &str = "universal-accounting store check";

/// Every transaction by its number, counted from 0.
pub(super) const TRANSACTIONS: TableDefinition<'_, u64, Row<'_>> =
    TableDefinition::new("transactions");
/// The number of the transaction with an account and an id.
pub(super) const EXACT_IDS: TableDefinition<'_, (&[u8], &[u8]), u64> = TableDefinition::new("keys");
/// The number of the first transaction with a canonical account and an id, among those whose account was sent in another spelling.
pub(super) const RESPELLED_IDS: TableDefinition<'_, (&[u8], &[u8]), u64> =
    TableDefinition::new("spelled");
/// The number of the first transaction with a canonical account and a content.
pub(super) const CORES: TableDefinition<'_, (&[u8], &[u8]), u64> = TableDefinition::new("alike");

/// Each statement, by its account and the hash of its content.
pub(super) const STATEMENTS: TableDefinition<'_, (&[u8], &[u8]), &[u8]> =
    TableDefinition::new("statements");

/// The account, the id, the content, the fingerprint of the text, and the whole transaction as canonical JSON.
///
/// The compared fields have columns of their own, since their bytes are frozen while the rules for reading JSON may change. Texts are
/// bytes, so that this library checks whether they are UTF-8.
pub(super) type Row<'r> = (&'r [u8], Option<&'r [u8]>, &'r [u8], &'r [u8], &'r [u8]);

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
    lock_store(&file, File::try_lock)?;
    // A compaction may have put another file in its place before the lock was taken.
    if file_identity(&fs::metadata(path)?) != file_identity(&file.metadata()?) {
        return Err(FileStoreError::InUse.into());
    }
    guard(move || open_disk(|| backend(&file)))
}

pub(super) fn open_read_only(path: &Path) -> Result<Database> {
    let file = match open_to_read(path) {
        Err(Failure(FileStoreError::Io(error))) if error.kind() == io::ErrorKind::NotFound => {
            let database = builder().create_with_backend(InMemoryBackend::new())?;
            create_tables(&database)?;
            return Ok(database);
        }
        opened => opened?,
    };
    lock_store(&file, File::try_lock_shared)?;
    guard(move || open_disk_read_only(|| backend(&file)))
}

/// Verifies the whole file, and returns it opened read-only. Does not change the file.
pub(super) fn open_checked(path: &Path) -> Result<Database> {
    let file = open_to_read(path)?;
    lock_store(&file, File::try_lock_shared)?;
    guard(move || check(backend(&file)?))
}

/// Opens a database in a thread of its own: it may panic on contradictory contents whose checksums are right, such as those of a forged file.
fn guard(open: impl FnOnce() -> Result<Database> + Send + 'static) -> Result<Database> {
    let opening = thread::Builder::new()
        .name(CHECK_THREAD.to_owned())
        .spawn(open)?;
    opening.join().map_err(|_| FileStoreError::Damaged)?
}

/// Opens the store on a disk that nobody else uses.
pub(super) fn open_on<B: StorageBackend>(
    disk: impl Fn() -> Result<B> + Send + 'static,
) -> Result<Database> {
    guard(move || {
        let mut start = [0; HEADER.len()];
        disk()?.read(0, &mut start)?;
        check_header(&start)?;
        open_disk(disk)
    })
}

/// Opens the store on a disk, which nobody else uses and which begins with the header of a store. If it was not closed, because its process was killed, the
/// whole of it is checked before a byte is written. If it was, it is opened without writing first, because the database writes that it is open before it has
/// read all that it needs: a damaged store is not changed.
fn open_disk<B: StorageBackend>(disk: impl Fn() -> Result<B>) -> Result<Database> {
    if let Some(file) = CheckedFile::open_closed(disk()?)?
        && open_closed(ReadOnlyFile::new(file)?)?.is_some()
        && let Some(file) = CheckedFile::open_closed(disk()?)?
        && let Some(database) = open_closed(file)?
    {
        return Ok(database);
    }
    drop(check(disk()?)?);
    Ok(builder().create_with_backend(CheckedFile::open_whole(disk()?)?)?)
}

/// Opens the store on a disk as [`open_disk`] does, and never writes to it.
fn open_disk_read_only<B: StorageBackend>(disk: impl Fn() -> Result<B>) -> Result<Database> {
    if let Some(file) = CheckedFile::open_closed(disk()?)?
        && let Some(database) = open_closed(ReadOnlyFile::new(file)?)?
    {
        return Ok(database);
    }
    check(disk()?)
}

/// Verifies all of a disk, and returns its store opened read-only.
fn check(disk: impl StorageBackend) -> Result<Database> {
    let file = CheckedFile::open_whole(disk)?;
    let mut database = builder().create_with_backend(ReadOnlyFile::new(file)?)?;
    if !database.check_integrity()? {
        return Err(FileStoreError::Damaged.into());
    }
    check_tables(&database)?;
    Ok(database)
}

/// Creates an empty store on a disk.
pub(super) fn create_on(disk: impl StorageBackend) -> Result<Database> {
    let database = builder().create_with_backend(CheckedFile::create(disk)?)?;
    create_tables(&database)?;
    Ok(database)
}

/// Opens a store without reading all of it. Returns `None` if the database has to be repaired first.
fn open_closed(file: impl StorageBackend) -> Result<Option<Database>> {
    let mut builder = builder();
    builder.set_repair_callback(redb::RepairSession::abort);
    let database = match builder.create_with_backend(file) {
        Err(DatabaseError::RepairAborted) => return Ok(None),
        database => database?,
    };
    check_tables(&database)?;
    Ok(Some(database))
}

/// Locks a file until it is closed, if it is that of a store. Several processes may read it while none writes.
fn lock_store(
    file: &File,
    lock: impl Fn(&File) -> std::result::Result<(), TryLockError>,
) -> Result<()> {
    // Anything but a regular file, such as a pipe, could block the reader.
    if !file.metadata()?.is_file() {
        return Err(FileStoreError::NotAStore.into());
    }
    let mut start = Vec::new();
    let mut reader = file;
    reader
        .by_ref()
        .take(HEADER_LENGTH)
        .read_to_end(&mut start)?;
    check_header(&start)?;
    match lock(file) {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(FileStoreError::InUse.into()),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

/// Checks that a file begins with the header of a store.
fn check_header(start: &[u8]) -> Result<()> {
    if start == HEADER {
        return Ok(());
    }
    match start
        .strip_prefix(HEADER_NAME)
        .map(|version| version.first().copied())
    {
        Some(Some(version @ b'2'..=b'9')) => {
            Err(FileStoreError::UnsupportedVersion((version - b'0').into()).into())
        }
        _ => Err(FileStoreError::NotAStore.into()),
    }
}

/// Returns the content of a file, which stays locked as long as one of its handles is open.
fn backend(file: &File) -> Result<FileBackend> {
    Ok(FileBackend::new(file.try_clone()?)?)
}

/// Returns what tells a file from another one that gets its name later.
#[cfg(unix)]
fn file_identity(metadata: &fs::Metadata) -> impl PartialEq + use<> {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

/// Elsewhere a file that is open can't be replaced.
#[cfg(not(unix))]
fn file_identity(_: &fs::Metadata) -> impl PartialEq + use<> {}

fn open_file(path: &Path) -> io::Result<File> {
    // An exclusive lock needs a file that is open for writing.
    OpenOptions::new().read(true).write(true).open(path)
}

/// Opens a file that may be on a disk that can't be written.
fn open_to_read(path: &Path) -> Result<File> {
    // Opening a pipe to read it waits for its writer.
    if !fs::metadata(path)?.is_file() {
        return Err(FileStoreError::NotAStore.into());
    }
    Ok(File::open(path)?)
}

fn builder() -> redb::Builder {
    let mut builder = Database::builder();
    builder.set_cache_size(CACHE_BYTES);
    builder
}

/// Creates an empty store at a path, whole or not at all. A process that is killed meanwhile leaves a hidden file beside it.
fn create(path: &Path) -> Result<()> {
    let draft = draft_of(path);
    // It is closed before another process can find it.
    let created = create_database(&draft).map(drop).and_then(|()| {
        match publish(&draft, path, |draft, path| fs::hard_link(draft, path)) {
            // Another process created the same store.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            published => Ok(published?),
        }
    });
    let _ = fs::remove_file(&draft);
    created
}

/// Returns a hidden name beside a file. It is random, so that no other process and no other thread uses the same.
pub(super) fn draft_of(path: &Path) -> PathBuf {
    let random = RandomState::new().hash_one(thread::current().id());
    path.with_file_name(format!(".store-{random:016x}"))
}

/// Creates a database with the tables of an empty store.
pub(super) fn create_database(path: &Path) -> Result<Database> {
    create_on(FileBackend::new(private_file().open(path)?)?)
}

/// Returns the options of a new file that only its owner can read.
fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.read(true).write(true).create_new(true);
    options
}

/// Gives a finished file its final name. Fails if a file has this name already.
pub(super) fn publish(
    draft: &Path,
    path: &Path,
    link: impl Fn(&Path, &Path) -> io::Result<()>,
) -> io::Result<()> {
    let published = link(draft, path).or_else(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => Err(error),
        _ => publish_copy(draft, path),
    });
    sync_folder(path);
    published
}

/// Copies a finished file to its final name, as some file systems have no hard links. There, a process that is killed during the copy leaves a file that
/// is not a store.
fn publish_copy(draft: &Path, path: &Path) -> io::Result<()> {
    let mut file = private_file().open(path)?;
    let copied = File::open(draft)
        .and_then(|mut draft| io::copy(&mut draft, &mut file))
        .and_then(|_| file.sync_all());
    if copied.is_err() {
        let _ = fs::remove_file(path);
    }
    copied
}

/// Makes the name of a file as safe as its content. Not every system can sync a folder.
pub(super) fn sync_folder(path: &Path) {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

fn create_tables(database: &Database) -> Result<()> {
    let write = database.begin_write()?;
    write.open_table(TRANSACTIONS)?;
    for table in [EXACT_IDS, RESPELLED_IDS, CORES] {
        write.open_table(table)?;
    }
    write.open_table(STATEMENTS)?;
    Ok(write.commit()?)
}

/// Verifies that a database has the tables of a store.
fn check_tables(database: &Database) -> Result<()> {
    let read = database.begin_read()?;
    read.open_table(TRANSACTIONS)?;
    for table in [EXACT_IDS, RESPELLED_IDS, CORES] {
        read.open_table(table)?;
    }
    read.open_table(STATEMENTS)?;
    Ok(())
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
        drop(create_database(&draft).unwrap());
        publish(&draft, &path, no_links).unwrap();
        assert_eq!(fs::read(&path).unwrap(), fs::read(&draft).unwrap());
        drop(open(&path).unwrap());
        fs::write(&path, b"a file of another program").unwrap();
        for link in [no_links, |draft: &Path, path: &Path| {
            fs::hard_link(draft, path)
        }] {
            let refused = publish(&draft, &path, link).unwrap_err();
            assert_eq!(refused.kind(), io::ErrorKind::AlreadyExists);
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
