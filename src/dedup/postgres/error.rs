use std::error::Error;
use std::fmt;

use postgres::error::Severity;

/// The version of the tables, of the bytes of a content and of the canonical spelling of accounts.
pub(super) const VERSION: i64 = 1;

pub(super) type Result<T, E = PostgresStoreError> = std::result::Result<T, E>;

/// Why a store in PostgreSQL can't be opened, asked or written. What was committed before is there still. None repeats how the database is
/// connected to, nor a value of a transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PostgresStoreError {
    /// The database has other tables by these names. They were not touched.
    Foreign,
    /// The tables are of a version that is not known here. They were not touched.
    Version(i64),
    /// A row is not what was written.
    Damaged,
    /// It holds a transaction that can't be read here, though nothing is damaged.
    Unreadable,
    /// It was opened to look only.
    Untouched,
    /// No connection can be made, for a reason of the server or of the network.
    Unreachable(String),
    /// The connection was lost, and nothing was committed.
    Lost,
    /// The connection was lost while committing: whether it was committed is not known.
    Uncertain,
    /// The database failed otherwise: what it says, without the values that it says it of.
    Database(String),
}

impl fmt::Display for PostgresStoreError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Foreign => "this database has tables whose names begin with uacc_ and that are no store of \
                universal-accounting; they were left as they are: name another database or another schema",
            Self::Damaged => "this store holds a row that was changed by somebody else, and nothing was imported; \
                put a copy from before the change in its place",
            Self::Unreadable => "this store holds a transaction that can't be read here, though nothing is damaged; \
                use a newer universal-accounting",
            Self::Untouched => "this store was opened to look only; open it to write",
            Self::Lost => "the connection to the database was lost, and nothing was changed; try again when it runs",
            Self::Uncertain => "the connection to the database was lost while it committed: all was kept or nothing; \
                do the same again: what was imported counts as existing, but look first for transactions without an \
                id, which would be imported twice",
            Self::Version(version) => return write!(
                formatter,
                "the store in this database is of version {version}, and only version {VERSION} is known here; it was left as it \
                 is: use a newer universal-accounting"
            ),
            Self::Unreachable(why) => return write!(
                formatter,
                "the database can't be reached: {why}; check its address, that it runs, and whom it lets in"
            ),
            Self::Database(what) => return write!(formatter, "the database refuses: {what}; nothing was changed, ask whoever runs it"),
        })
    }
}

impl Error for PostgresStoreError {}

impl From<postgres::Error> for PostgresStoreError {
    fn from(error: postgres::Error) -> Self {
        let ends = match error.as_db_error() {
            // After these the server closes the connection.
            Some(refusal) => matches!(refusal.parsed_severity(), Some(Severity::Fatal | Severity::Panic)),
            None => error.is_closed() || error.source().is_some_and(<dyn Error>::is::<std::io::Error>),
        };
        if ends { Self::Lost } else { Self::Database(told(&error)) }
    }
}

/// What an error says. Its details are left out: they repeat the row.
pub(super) fn told(error: &postgres::Error) -> String {
    match (error.as_db_error(), error.source()) {
        (Some(refusal), _) => format!("{} ({})", refusal.message(), refusal.code().code()),
        (None, Some(cause)) => format!("{error}: {cause}"),
        (None, None) => error.to_string(),
    }
}
