use std::error::Error;
use std::fmt;
use std::io;

use crate::dedup::known::ColumnsError;

/// The version of the blocks and tables in the file, of the bytes of a content and of the canonical spelling of accounts.
pub(super) const VERSION: u64 = 1;

/// Why a store in a file can't be opened, read or written. Transactions that were committed before are not lost.
#[derive(Debug)]
#[non_exhaustive]
pub enum FileStoreError {
    /// The file is not a store. It was not changed.
    NotAStore,
    /// The store has a version that this library can't read. It was not changed.
    UnsupportedVersion(u64),
    /// The file is not as it was written. If [`FileStore::open`](super::FileStore::open) reports this, the file was not changed.
    Damaged,
    /// A transaction in the store can't be read, though the file is not damaged. A newer version of the library may be able to read it.
    Unreadable,
    /// The store is open already, in this process or in another one.
    InUse,
    /// The store was opened read-only.
    ReadOnly,
    /// A file has the name of the copy already. It was not changed.
    Exists,
    /// A compaction can't give the new file the owner and the group of the old one. The store was not changed.
    OwnerNotKept,
    /// The file of the store has several names, which a compaction would separate. The store was not changed.
    HardLinked,
    /// The file can't be read or written.
    Io(io::Error),
    /// The database failed in another way.
    Database(Box<dyn Error + Send + Sync>),
}

impl fmt::Display for FileStoreError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::NotAStore => "this file is no store of universal-accounting and was left as it is; name another one, \
                or one that doesn't exist yet",
            Self::Damaged => "this store is damaged, and nothing was imported; put a copy from before the damage in \
                its place",
            Self::Unreadable => "this version can't read a transaction in this store, though nothing is damaged; \
                use a newer universal-accounting",
            Self::InUse => "this store is open already, here or in another process; try again when it is closed",
            Self::ReadOnly => "this store was opened read-only; open it to write",
            Self::Exists => "a file with the name of the copy exists already and was left as it is; choose another name",
            Self::OwnerNotKept => "this store belongs to another user or group, which its compacted file can't be given; \
                it was left as it is: compact it as its owner",
            Self::HardLinked => "the file of this store has another name, a hard link, under which the old file would stay; \
                it was left as it is: remove the other name first",
            Self::UnsupportedVersion(version) => return write!(
                formatter,
                "this store is of version {version}, and only version {VERSION} is known here; it was left as it is: use a newer \
                 universal-accounting"
            ),
            Self::Io(error) => return write!(
                formatter,
                "the store can't be read or written: {error}; check its folder, your permissions and the free space"
            ),
            Self::Database(error) => return write!(formatter, "the store failed: {error}"),
        })
    }
}

impl Error for FileStoreError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io(error) => error.source(),
            Self::Database(error) => error.source(),
            _ => None,
        }
    }
}

/// A [`FileStoreError`] inside the store. It converts from the errors of the database, which the public error must not name.
#[derive(Debug)]
pub(super) struct Failure(pub(super) FileStoreError);

pub(super) type Result<T, E = Failure> = std::result::Result<T, E>;

impl From<Failure> for FileStoreError {
    fn from(Failure(error): Failure) -> Self {
        error
    }
}

impl From<FileStoreError> for Failure {
    fn from(error: FileStoreError) -> Self {
        Self(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self(match error.kind() {
            // A block that is not as it was written, or a file that ends before it.
            io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => FileStoreError::Damaged,
            _ => FileStoreError::Io(error),
        })
    }
}

impl From<ColumnsError> for Failure {
    fn from(error: ColumnsError) -> Self {
        Self(match error {
            ColumnsError::Damaged => FileStoreError::Damaged,
            ColumnsError::Unreadable => FileStoreError::Unreadable,
        })
    }
}

/// Every operation of the database has its own error type; all of them convert into `redb::Error`.
macro_rules! from_database_errors {
    ($($error:ident),*) => {
        $(impl From<redb::$error> for Failure {
            fn from(error: redb::$error) -> Self {
                Self(match redb::Error::from(error) {
                    // A store always has all tables.
                    redb::Error::Corrupted(_) | redb::Error::TableDoesNotExist(_) => FileStoreError::Damaged,
                    redb::Error::DatabaseAlreadyOpen => FileStoreError::InUse,
                    // This library has never written a file that needs an upgrade.
                    redb::Error::UpgradeRequired(_) => FileStoreError::NotAStore,
                    redb::Error::Io(error) => Self::from(error).0,
                    error => FileStoreError::Database(Box::new(error)),
                })
            }
        })*
    };
}

from_database_errors!(
    CommitError,
    CompactionError,
    DatabaseError,
    StorageError,
    TableError,
    TransactionError
);

#[cfg(test)]
mod tests {
    use super::super::checked_file::HEADER;
    use super::*;

    #[test]
    fn the_header_has_the_current_version() {
        assert!(HEADER.starts_with(format!("uacc store {VERSION}\r\n").as_bytes()));
    }
}
