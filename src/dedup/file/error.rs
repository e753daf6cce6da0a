use std::error::Error;
use std::fmt;
use std::io;

/// The version of the tables in the file, of the bytes of a content and of the canonical spelling of accounts.
pub(super) const VERSION: u64 = 1;

/// Why a store in a file can't be opened, asked or written. What the file held before, it holds still.
#[derive(Debug)]
#[non_exhaustive]
pub enum FileStoreError {
    /// The file is something else. It was not touched.
    Foreign,
    /// The file is of a version that is not known here. It was not touched.
    Version(u64),
    /// The file is not what was written. Where this is found when it is opened, it was not touched.
    Damaged,
    /// It holds a transaction that can't be read here, though nothing is damaged.
    Unreadable,
    /// Another process has it open, or another part of this one.
    InUse,
    /// It was opened to look only.
    Untouched,
    /// The file can't be read or written.
    Io(io::Error),
    /// The database failed otherwise.
    Database(Box<dyn Error + Send + Sync>),
}

impl fmt::Display for FileStoreError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Foreign => "this file is no store of universal-accounting and was left as it is; name another one, \
                or one that doesn't exist yet",
            Self::Damaged => "this store is damaged, and nothing was imported; put a copy from before the damage in \
                its place",
            Self::Unreadable => "this store holds a transaction that can't be read here, though nothing is damaged; \
                use a newer universal-accounting",
            Self::InUse => "another process has this store open; try again when it is done",
            Self::Untouched => "this store was opened to look only; open it to write",
            Self::Version(version) => return write!(
                formatter,
                "this store is of version {version}, and only version {VERSION} is known here; it was left as it is: use a newer \
                 universal-accounting"
            ),
            Self::Io(error) => return write!(
                formatter,
                "the store can't be read or written: {error}; check its folder, the rights to it and the room on the disk"
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

/// Each step of the database has an error of its own, all of which are among its errors.
impl<E> From<E> for FileStoreError
where
    redb::Error: From<E>,
{
    fn from(error: E) -> Self {
        match redb::Error::from(error) {
            redb::Error::Corrupted(_) => Self::Damaged,
            redb::Error::DatabaseAlreadyOpen => Self::InUse,
            // Whatever has another form was not written by this program.
            redb::Error::UpgradeRequired(_) => Self::Foreign,
            redb::Error::Io(error) => Self::Io(error),
            error => Self::Database(Box::new(error)),
        }
    }
}
