use std::error::Error;
use std::fmt;
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{panic, thread};

use universal_accounting::dedup::{self, FileStore, FileStoreError, Plan, Store};
use universal_accounting::endpoint::Organization;
use universal_accounting::transactions::Transaction;

#[cfg(feature = "postgres")]
use crate::database::Database;
use crate::output;

/// So long another process is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// Where a store is. It is shown without what its address may hold of secrets.
pub(crate) enum Place {
    File(PathBuf),
    #[cfg(feature = "postgres")]
    Database(Box<Database>),
}

impl Place {
    pub(crate) fn of(store: &Path, organization: Option<&Organization>) -> Result<Self, String> {
        let address = store.to_string_lossy();
        if let Some((scheme, _)) = address.split_once("://")
            && ["postgresql", "postgres"].iter().any(|known| scheme.eq_ignore_ascii_case(known))
        {
            #[cfg(feature = "postgres")]
            return Ok(Self::Database(Box::new(Database::of(&address, organization)?)));
            #[cfg(not(feature = "postgres"))]
            return Err("this uacc was built without PostgreSQL; build it with the features `cli` and `postgres`, or name a file".to_owned());
        }
        if organization.is_some() {
            let what = "--organization is for a store in a database; a file holds the transactions of one organization: leave it out";
            return Err(what.to_owned());
        }
        Ok(Self::File(store.to_owned()))
    }

    /// Imports transactions, all or none. A dry run only plans it, and writes nothing.
    pub(crate) fn import<'b>(&self, batch: &'b [Transaction], is_dry: bool) -> Result<Plan<'b>, String> {
        let imported = match self {
            Self::File(path) => {
                let open = if is_dry { FileStore::open_read_only } else { FileStore::open };
                import(open_file(|| open(path)), batch, is_dry)
            }
            #[cfg(feature = "postgres")]
            Self::Database(database) => import(database.open(is_dry), batch, is_dry),
        };
        imported.map_err(|error| format!("{self}: {error}"))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => formatter.write_str(&output::shown(path)),
            #[cfg(feature = "postgres")]
            Self::Database(database) => database.fmt(formatter),
        }
    }
}

fn import<S: Store>(
    store: Result<S, S::Error>,
    batch: &[Transaction],
    is_dry: bool,
) -> Result<Plan<'_>, Box<dyn Error>> {
    let store = store?;
    Ok(if is_dry { store.plan(dedup::keys(batch))? } else { dedup::import(&store, batch)? })
}

/// Has a panic told, but for those of a database whose file is damaged, which is told as damage.
pub(crate) fn on_panic(tell: impl Fn(&PanicHookInfo<'_>) + Send + Sync + 'static) {
    panic::set_hook(Box::new(move |about| {
        if thread::current().name() != Some(FileStore::CHECK_THREAD) {
            tell(about);
        }
    }));
}

/// Opens the store in a file, and waits a while for another process that has it.
fn open_file(open: impl Fn() -> Result<FileStore, FileStoreError>) -> Result<FileStore, FileStoreError> {
    let tell = panic::take_hook();
    on_panic(move |about| tell(about));
    let start = Instant::now();
    loop {
        match open() {
            Err(FileStoreError::InUse) if start.elapsed() < PATIENCE => thread::sleep(Duration::from_millis(50)),
            opened => return opened,
        }
    }
}
