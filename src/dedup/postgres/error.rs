use std::error::Error;
use std::fmt;
use std::time::{Duration, Instant};

use postgres::error::{Severity, SqlState};

use crate::dedup::known::ColumnsError;

/// The version of the tables, of the bytes of a content and of the canonical spelling of accounts.
pub(super) const VERSION: i64 = 1;

pub(super) type Result<T, E = Failure> = std::result::Result<T, E>;

/// Why a store in PostgreSQL can't be opened, read or written. Transactions that were committed before are not lost.
///
/// No error repeats the address or the password of the database, or a value of a transaction. For this reason the errors have no source.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PostgresStoreError {
    /// The database has tables of another program with the names of the store's tables. They were not changed.
    ForeignTables,
    /// The tables have a version that this library can't read. They were not changed.
    UnsupportedVersion(i64),
    /// A row is not as it was written.
    Damaged,
    /// A transaction in the store can't be read, though its row is not damaged. A newer version of the library may be able to read it.
    Unreadable,
    /// The store was opened read-only.
    ReadOnly,
    /// Another process has locked the store for this long, and nothing was changed.
    InUse(Duration),
    /// No connection can be made; the message of the server or of the network says why.
    Unreachable(String),
    /// The connection was lost, and nothing was committed.
    ConnectionLost,
    /// The connection was lost during a commit. It is unknown whether the commit took place.
    OutcomeUnknown,
    /// The database failed in another way; its message, without the values that it is about.
    Database(String),
}

impl fmt::Display for PostgresStoreError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::ForeignTables => "this database has tables whose names begin with uacc_ and that are no store of \
                universal-accounting; they were left as they are: name another database or another schema",
            Self::Damaged => "another program changed a row of this store, and nothing was imported; \
                put a copy from before the change in its place",
            Self::Unreadable => "this version can't read a transaction in this store, though nothing is damaged; \
                use a newer universal-accounting",
            Self::ReadOnly => "this store was opened read-only; open it to write",
            Self::ConnectionLost => "the connection to the database was lost, and nothing was changed; try again when it runs",
            Self::OutcomeUnknown => "the connection to the database was lost during a commit, so either everything was stored or \
                nothing; do the same again, but first look for stored transactions without an id, which would be stored twice",
            Self::InUse(waited) => return write!(
                formatter,
                "another process, such as an import for the same organization, has kept the store locked for {} s, and nothing was \
                 changed; try again when it has ended",
                waited.as_secs()
            ),
            Self::UnsupportedVersion(version) => return write!(
                formatter,
                "the store in this database is of version {version}, and only version {VERSION} is known here; it was left as it \
                 is: use a newer universal-accounting"
            ),
            Self::Unreachable(reason) => return write!(
                formatter,
                "the database can't be reached: {reason}; check its address, that it runs, and that it accepts this user"
            ),
            Self::Database(message) => {
                return write!(formatter, "the database refuses: {message}; nothing was changed, ask its operator");
            }
        })
    }
}

impl Error for PostgresStoreError {}

/// A [`PostgresStoreError`] inside the store. It converts from the errors of the client, which the public error must not name.
#[derive(Debug)]
pub(super) struct Failure(pub(super) PostgresStoreError);

impl From<Failure> for PostgresStoreError {
    fn from(Failure(error): Failure) -> Self {
        error
    }
}

impl From<PostgresStoreError> for Failure {
    fn from(error: PostgresStoreError) -> Self {
        Self(error)
    }
}

impl From<ColumnsError> for Failure {
    fn from(error: ColumnsError) -> Self {
        Self(match error {
            ColumnsError::Damaged => PostgresStoreError::Damaged,
            ColumnsError::Unreadable => PostgresStoreError::Unreadable,
        })
    }
}

impl From<postgres::Error> for Failure {
    fn from(error: postgres::Error) -> Self {
        let is_connection_lost = match error.as_db_error() {
            // The server closes the connection after errors of these severities.
            Some(refusal) => matches!(
                refusal.parsed_severity(),
                Some(Severity::Fatal | Severity::Panic)
            ),
            None => {
                error.is_closed()
                    || error
                        .source()
                        .is_some_and(<dyn Error>::is::<std::io::Error>)
            }
        };
        Self(if is_connection_lost {
            PostgresStoreError::ConnectionLost
        } else {
            PostgresStoreError::Database(message(&error))
        })
    }
}

/// Converts the error of a statement that waited for a lock of another process.
pub(super) fn lock_error(error: postgres::Error, begun: Instant) -> Failure {
    if error.code() == Some(&SqlState::LOCK_NOT_AVAILABLE) {
        return PostgresStoreError::InUse(begun.elapsed()).into();
    }
    error.into()
}

/// Returns the message of an error, without its details, which repeat the values of the row.
pub(super) fn message(error: &postgres::Error) -> String {
    match (error.as_db_error(), error.source()) {
        (Some(refusal), _) => format!("{} ({})", refusal.message(), refusal.code().code()),
        (None, Some(cause)) => format!("{error}: {cause}"),
        (None, None) => error.to_string(),
    }
}
