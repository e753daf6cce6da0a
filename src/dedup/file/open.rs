use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read};
use std::path::Path;
use std::thread;

use redb::backends::InMemoryBackend;
use redb::{Database, ReadableDatabase, TableDefinition, TableError};

use super::error::{FileStoreError, VERSION};
use super::untouched::Untouched;

pub(super) const CHECKING: &str = "universal-accounting store check";

/// What the file is: the word `version` with its number.
pub(super) const ABOUT: TableDefinition<'_, &str, u64> = TableDefinition::new("universal-accounting store");
/// Every transaction, by its number, counted from 0.
pub(super) const TRANSACTIONS: TableDefinition<'_, u64, Row<'_>> = TableDefinition::new("transactions");
/// The number of the transaction with an account and an id.
pub(super) const KEYS: TableDefinition<'_, (&[u8], &[u8]), u64> = TableDefinition::new("keys");
/// Of those whose account is not spelled canonically: the first with a canonical account and an id.
pub(super) const SPELLED: TableDefinition<'_, (&[u8], &[u8]), u64> = TableDefinition::new("spelled");
/// The first with a canonical account and a content.
pub(super) const ALIKE: TableDefinition<'_, (&[u8], &[u8]), u64> = TableDefinition::new("alike");

/// The account, the id, the content, the mark of the text, and the whole transaction as canonical JSON. What is compared stands apart,
/// since its form is frozen, while the rules by which JSON is read may change. Texts are bytes here: that they are UTF-8 is for us to check.
pub(super) type Row<'r> = (&'r [u8], Option<&'r [u8]>, &'r [u8], [u8; 2], &'r [u8]);

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

/// Makes an empty store, whole or not at all, where no file is. A process killed in between leaves a hidden file beside it.
fn make(path: &Path) -> Result<(), FileStoreError> {
    // A name that no other process and no other thread takes.
    let draft = RandomState::new().hash_one(thread::current().id());
    let draft = path.with_file_name(format!(".store-{draft:016x}"));
    let made = lay_out_file(&draft).and_then(|()| Ok(put(&draft, path, |draft, path| fs::hard_link(draft, path))?));
    let _ = fs::remove_file(&draft);
    made
}

fn lay_out_file(path: &Path) -> Result<(), FileStoreError> {
    let file = OpenOptions::new().read(true).write(true).create_new(true).open(path)?;
    lay_out(&builder().create_file(file)?)
}

/// Gives a finished file its name, unless there is one with that name by now, which is as good.
fn put(draft: &Path, path: &Path, link: impl Fn(&Path, &Path) -> io::Result<()>) -> io::Result<()> {
    let put = link(draft, path).or_else(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => Ok(()),
        // Some file systems have no links. There a process killed while it copies leaves a file that is none.
        _ => match OpenOptions::new().write(true).create_new(true).open(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            file => io::copy(&mut File::open(draft)?, &mut file?).and_then(|_| File::open(path)?.sync_all()),
        },
    });
    // That the file is there must be on the disk too, where folders can be written so.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    put
}

fn lay_out(database: &Database) -> Result<(), FileStoreError> {
    let write = database.begin_write()?;
    write.open_table(ABOUT)?.insert("version", VERSION)?;
    write.open_table(TRANSACTIONS)?;
    for table in [KEYS, SPELLED, ALIKE] {
        write.open_table(table)?;
    }
    Ok(write.commit()?)
}

/// Holds a file against its checksums without touching it.
fn check(mut file: File) -> Result<Database, FileStoreError> {
    // What is no file, such as a pipe, would keep a reader waiting.
    if !file.metadata()?.is_file() {
        return Err(FileStoreError::Foreign);
    }
    let mut magic = [0; MAGIC.len()];
    match file.read_exact(&mut magic) {
        Ok(()) if magic == MAGIC => {}
        Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(error.into()),
        _ => return Err(FileStoreError::Foreign),
    }
    // What is damaged enough can make the database panic.
    let checking = thread::Builder::new().name(CHECKING.to_owned()).spawn(move || check_all(file))?;
    match checking.join() {
        Err(_) => Err(FileStoreError::Damaged),
        Ok(Err(FileStoreError::Io(error))) if error.kind() == io::ErrorKind::UnexpectedEof => {
            Err(FileStoreError::Damaged)
        }
        Ok(checked) => checked,
    }
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
    for table in [KEYS, SPELLED, ALIKE] {
        read.open_table(table)?;
    }
    read.open_table(TRANSACTIONS)?;
    drop((about, read));
    Ok(database)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("uacc-open-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn where_links_are_not_known_nothing_is_overwritten_either() {
        let folder = folder("links");
        let (draft, path) = (folder.join("draft"), folder.join("store"));
        let no_links = |_: &Path, _: &Path| Err(io::Error::from(io::ErrorKind::Unsupported));
        lay_out_file(&draft).unwrap();
        put(&draft, &path, no_links).unwrap();
        assert_eq!(fs::read(&path).unwrap(), fs::read(&draft).unwrap());
        drop(open(&path).unwrap());
        fs::write(&path, b"what somebody else put there").unwrap();
        for link in [no_links, |draft: &Path, path: &Path| fs::hard_link(draft, path)] {
            put(&draft, &path, link).unwrap();
            assert_eq!(fs::read(&path).unwrap(), b"what somebody else put there");
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn many_threads_make_one_store() {
        let folder = folder("threads");
        for round in 0..5 {
            let path = folder.join(round.to_string());
            thread::scope(|scope| {
                for _ in 0..8 {
                    scope.spawn(|| match open(&path) {
                        Ok(_) | Err(FileStoreError::InUse) => {}
                        Err(error) => panic!("{error}"),
                    });
                }
            });
        }
        // Neither drafts nor anything else is left.
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 5);
        fs::remove_dir_all(folder).unwrap();
    }
}
