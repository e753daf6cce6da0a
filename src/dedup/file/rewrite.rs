use std::fs::{self, Metadata};
use std::io::ErrorKind;
use std::path::Path;

use redb::{
    Database, Key, ReadTransaction, ReadableDatabase, ReadableTable, TableDefinition, Value,
};

use super::error::{Failure, FileStoreError, Result};
use super::open::{
    CORES, EXACT_IDS, RESPELLED_IDS, STATEMENTS, TRANSACTIONS, create_database, draft_of, open,
    publish, sync_folder,
};

/// Writes a store into a new file, in the order of its keys, and puts it in the place of the old one. A process that is killed meanwhile
/// leaves the old file, and maybe a hidden one beside it.
pub(super) fn rewrite(old: &Database, path: &Path) -> Result<Database> {
    let replaced = fs::metadata(path)?;
    let draft = draft_of(path);
    let written = write_draft(old, &draft, &replaced).and_then(|()| Ok(fs::rename(&draft, path)?));
    if written.is_err() {
        let _ = fs::remove_file(&draft);
    }
    written?;
    sync_folder(path);
    open(path)
}

fn write_draft(old: &Database, draft: &Path, replaced: &Metadata) -> Result<()> {
    let new = create_database(draft)?;
    keep_owner(draft, replaced)?;
    copy(old, new)
}

/// Gives a new file the owner, the group and the permissions of the file that it replaces.
#[cfg(unix)]
fn keep_owner(draft: &Path, replaced: &Metadata) -> Result<()> {
    use std::os::unix::fs::{MetadataExt, chown};

    if replaced.nlink() > 1 {
        return Err(FileStoreError::HardLinked.into());
    }
    let new = fs::metadata(draft)?;
    let is_same_owner = (new.uid(), new.gid()) == (replaced.uid(), replaced.gid());
    if !is_same_owner {
        chown(draft, Some(replaced.uid()), Some(replaced.gid()))
            .map_err(|_| FileStoreError::OwnerNotKept)?;
    }
    Ok(fs::set_permissions(draft, replaced.permissions())?)
}

/// Elsewhere a new file has the owner and the permissions that its folder gives to all.
#[cfg(not(unix))]
fn keep_owner(_: &Path, _: &Metadata) -> Result<()> {
    Ok(())
}

/// Writes a store into a file that does not exist yet, in the order of its keys. A process that is killed meanwhile leaves no file of this name,
/// and maybe a hidden one beside it.
pub(super) fn back_up(old: &Database, path: &Path) -> Result<()> {
    let draft = draft_of(path);
    let written = create_database(&draft).and_then(|new| copy(old, new));
    let published = written.and_then(|()| {
        publish(&draft, path, |draft, path| fs::hard_link(draft, path)).map_err(|error| match error
            .kind()
        {
            ErrorKind::AlreadyExists => FileStoreError::Exists.into(),
            _ => Failure::from(error),
        })
    });
    let _ = fs::remove_file(&draft);
    published
}

fn copy(old: &Database, mut new: Database) -> Result<()> {
    // One transaction reads all tables, since others may import meanwhile.
    let read = old.begin_read()?;
    copy_table(&read, &new, TRANSACTIONS)?;
    for table in [EXACT_IDS, RESPELLED_IDS, CORES] {
        copy_table(&read, &new, table)?;
    }
    copy_table(&read, &new, STATEMENTS)?;
    Ok(new.compact().map(drop)?)
}

/// How many rows are copied in a transaction of the database: those that are not committed are in memory.
const ROWS: usize = 100_000;

fn copy_table<K: Key + 'static, V: Value + 'static>(
    read: &ReadTransaction,
    new: &Database,
    table: TableDefinition<'_, K, V>,
) -> Result<()> {
    let source = read.open_table(table)?;
    let mut rows = source.iter()?.peekable();
    while rows.peek().is_some() {
        let write = new.begin_write()?;
        {
            let mut target = write.open_table(table)?;
            for row in rows.by_ref().take(ROWS) {
                let (key, value) = row?;
                target.insert(key.value(), value.value())?;
            }
        }
        write.commit()?;
    }
    Ok(())
}
