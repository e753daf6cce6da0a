//! Stores of imported transactions: in a file, in PostgreSQL or in memory.

use std::error::Error;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use universal_accounting::dedup::{
    self, FileStore, FileStoreError, FollowingDays, Key, MemoryStore, OnConflict, StoredStatement,
};
use universal_accounting::render::{self, StoreContents};
use universal_accounting::statement::Summary;
use universal_accounting::value::AccountIdentifier;

use crate::conversion::Conversion;
#[cfg(feature = "postgres")]
use crate::database;
use crate::error::{Code, error, invalid_option};
use crate::finding::Finding;
use crate::history::NativeHistory;
use crate::plan::Plan;

/// How long to wait between two attempts to open a file that another process uses.
const PAUSE: Duration = Duration::from_millis(50);

type Failure = Box<dyn Error + Send + Sync>;

enum Backend {
    File(FileStore, PathBuf),
    #[cfg(feature = "postgres")]
    Database(dedup::PostgresStore),
    Memory(MemoryStore),
}

/// A store that is open, until it is closed.
#[pyclass(frozen, module = "universal_accounting._native")]
pub(crate) struct NativeStore {
    name: String,
    backend: Mutex<Option<Arc<Backend>>>,
}

/// Statements to import.
#[derive(FromPyObject)]
pub(crate) enum Statements<'py> {
    One(Bound<'py, Conversion>),
    Several(Bound<'py, NativeHistory>),
}

impl Statements<'_> {
    fn files(&self) -> Vec<&Conversion> {
        match self {
            Self::One(file) => vec![file.get()],
            Self::Several(history) => history.get().conversions().collect(),
        }
    }

    fn stored(&self, py: Python<'_>) -> Vec<StoredStatement> {
        match self {
            Self::One(file) => file.get().stored_statements(py),
            Self::Several(history) => history.get().stored_statements(py),
        }
    }
}

impl Backend {
    fn statements(
        &self,
        account: Option<&AccountIdentifier>,
    ) -> Result<Vec<StoredStatement>, Failure> {
        fn of<S: dedup::Store>(
            store: &S,
            account: Option<&AccountIdentifier>,
        ) -> Result<Vec<StoredStatement>, Failure> {
            Ok(store.statements(account)?)
        }
        match self {
            Self::File(store, _) => of(store, account),
            #[cfg(feature = "postgres")]
            Self::Database(store) => of(store, account),
            Self::Memory(store) => of(store, account),
        }
    }

    /// Plans an import, and with `commit` does it.
    fn import(
        &self,
        keys: Vec<Key<'_>>,
        statements: &[StoredStatement],
        on_conflict: OnConflict,
        commit: bool,
    ) -> Result<Plan, Failure> {
        fn of<S: dedup::Store>(
            store: &S,
            keys: Vec<Key<'_>>,
            statements: &[StoredStatement],
            on_conflict: OnConflict,
            commit: bool,
        ) -> Result<Plan, Failure> {
            let plan = if commit {
                dedup::import_statements(store, keys, statements, on_conflict)?
            } else {
                store.plan_with(keys, on_conflict)?
            };
            Ok(Plan::new(&plan))
        }
        match self {
            Self::File(store, _) => of(store, keys, statements, on_conflict, commit),
            #[cfg(feature = "postgres")]
            Self::Database(store) => of(store, keys, statements, on_conflict, commit),
            Self::Memory(store) => of(store, keys, statements, on_conflict, commit),
        }
    }

    fn count(&self) -> Result<(u64, Option<u64>), Failure> {
        match self {
            Self::File(store, path) => {
                let bytes = std::fs::metadata(path).map(|file| file.len()).ok();
                Ok((store.count()?, bytes))
            }
            #[cfg(feature = "postgres")]
            Self::Database(store) => Ok((store.count()?, None)),
            Self::Memory(store) => Ok((u64::try_from(store.len())?, None)),
        }
    }
}

#[pymethods]
impl NativeStore {
    /// Opens the store in a file, and creates it if there is none. Waits while another process uses it.
    #[staticmethod]
    fn open_file(
        py: Python<'_>,
        path: PathBuf,
        is_read_only: bool,
        seconds: f64,
    ) -> PyResult<Self> {
        let limit = Duration::try_from_secs_f64(seconds)
            .map_err(|fault| invalid_option(py, "timeout", fault))?;
        let name = path.display().to_string();
        let opened = py.detach(|| open_file(&path, is_read_only, limit));
        let store = opened.map_err(|fault| failed(py, &name, &fault))?;
        Ok(Self::new(name, Backend::File(store, path)))
    }

    /// Opens the store in a database.
    #[staticmethod]
    fn open_database(
        py: Python<'_>,
        address: &str,
        organization: Option<&str>,
        is_read_only: bool,
    ) -> PyResult<Self> {
        #[cfg(feature = "postgres")]
        {
            let (name, store) = database::open(py, address, organization, is_read_only)?;
            Ok(Self::new(name, Backend::Database(store)))
        }
        #[cfg(not(feature = "postgres"))]
        {
            let _ = (address, organization, is_read_only);
            let message = "this build of the package has no PostgreSQL; name a file as the store";
            Err(error(py, Code::StoreFailed, message))
        }
    }

    /// Creates a store in memory.
    #[staticmethod]
    fn in_memory() -> Self {
        Self::new("memory".to_owned(), Backend::Memory(MemoryStore::new()))
    }

    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    fn close(&self) {
        let mut backend = self.backend.lock().unwrap_or_else(PoisonError::into_inner);
        *backend = None;
    }

    /// Plans an import, and with `commit` does it.
    fn run(
        &self,
        py: Python<'_>,
        statements: &Bound<'_, PyAny>,
        on_conflict: &str,
        is_partial: bool,
        commit: bool,
    ) -> PyResult<Plan> {
        let backend = self.backend(py)?;
        let statements: Statements<'_> = statements.extract()?;
        let on_conflict = match on_conflict {
            "report" => OnConflict::Report,
            "add" => OnConflict::Add,
            _ => {
                return Err(invalid_option(
                    py,
                    "on_conflict",
                    "it must be report or add",
                ));
            }
        };
        let files = statements.files();
        if commit && !is_partial {
            check_complete(py, &files)?;
        }
        let remembered = statements.stored(py);
        let done = py.detach(|| {
            let (findings, days) = compare(&backend, &files)?;
            let transactions = files.iter().flat_map(|file| &file.file.transactions);
            let plan = backend.import(days.keys(transactions), &remembered, on_conflict, commit)?;
            Ok::<_, Failure>(plan.with_findings(findings))
        });
        done.map_err(|fault| failed(py, &self.name, &*fault))
    }

    /// Returns what the store contains as JSON, as the program writes it.
    fn info_json(&self, py: Python<'_>) -> PyResult<String> {
        let backend = self.backend(py)?;
        let read = py.detach(|| {
            let calendars = dedup::calendars(&backend.statements(None)?);
            let (transactions, bytes) = backend.count()?;
            let contents = StoreContents {
                name: &self.name,
                transactions,
                bytes,
                calendars: &calendars,
            };
            Ok::<_, Failure>(render::store_info_json(&[contents]))
        });
        read.map_err(|fault| failed(py, &self.name, &*fault))
    }
}

impl NativeStore {
    fn new(name: String, backend: Backend) -> Self {
        Self {
            name,
            backend: Mutex::new(Some(Arc::new(backend))),
        }
    }

    fn backend(&self, py: Python<'_>) -> PyResult<Arc<Backend>> {
        let backend = self.backend.lock().unwrap_or_else(PoisonError::into_inner);
        backend
            .clone()
            .ok_or_else(|| error(py, Code::StoreClosed, "the store was closed"))
    }
}

fn failed(py: Python<'_>, name: &str, fault: &dyn std::fmt::Display) -> PyErr {
    error(py, Code::StoreFailed, format_args!("{name}: {fault}"))
}

fn open_file(
    path: &std::path::Path,
    is_read_only: bool,
    limit: Duration,
) -> Result<FileStore, FileStoreError> {
    let start = Instant::now();
    loop {
        let opened = if is_read_only {
            FileStore::open_read_only(path)
        } else {
            FileStore::open(path)
        };
        match opened {
            Err(FileStoreError::InUse) if start.elapsed() < limit => thread::sleep(PAUSE),
            result => return result,
        }
    }
}

/// Fails if a statement has an error, because a part of it would be imported without a word.
fn check_complete(py: Python<'_>, files: &[&Conversion]) -> PyResult<()> {
    let incomplete = files.iter().filter(|file| !file.file.summary.is_complete());
    let names: Vec<&str> = incomplete.map(|file| file.file.name.as_str()).collect();
    if names.is_empty() {
        return Ok(());
    }
    let message = format!(
        "nothing was imported, because {} can't be read completely: see `findings`; `partial=True` imports the rows that could be read",
        names.join(", ")
    );
    Err(error(py, Code::Incomplete, message))
}

/// Returns what the statements that the store remembers say about those of the files, each with the name of its file, and the days on which both follow each other.
fn compare(
    backend: &Backend,
    files: &[&Conversion],
) -> Result<(Vec<(String, Finding)>, FollowingDays), Failure> {
    let mut accounts = Vec::new();
    let statements = files.iter().flat_map(|file| &file.file.summary.statements);
    for account in statements.filter_map(|statement| statement.account.as_ref()) {
        if !accounts.contains(&account) {
            accounts.push(account);
        }
    }
    let mut known = Vec::new();
    for account in accounts {
        known.extend(backend.statements(Some(account))?);
    }
    let mut findings = Vec::new();
    let Some(policy) = files.first().map(|file| &file.policy) else {
        return Ok((findings, FollowingDays::default()));
    };
    let mut summaries: Vec<Summary> = files.iter().map(|file| file.file.summary.clone()).collect();
    let mut compared: Vec<&mut Summary> = summaries.iter_mut().collect();
    let days = dedup::compare_with_stored(&known, &mut compared, policy);
    for (file, summary) in files.iter().zip(&summaries) {
        let before = &file.file.summary.report.findings;
        let added = summary
            .report
            .findings
            .iter()
            .filter(|found| !before.contains(found));
        for finding in added {
            findings.push((
                file.file.name.clone(),
                Finding::new(finding.clone(), file.language),
            ));
        }
    }
    Ok((findings, days))
}
