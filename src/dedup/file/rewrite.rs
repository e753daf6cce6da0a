use std::fs;
use std::path::Path;

use redb::{Database, Key, ReadableDatabase, ReadableTable, TableDefinition, Value};

use super::error::Result;
use super::open::{
    CONTENTS, EXACT_IDS, JOURNAL_LINES, JOURNAL_RECORDS, RESPELLED_IDS, TRANSACTIONS,
    create_database, draft_of, open, sync_folder,
};

/// Writes a store into a new file, in the order of its keys, and puts it in the place of the old one. A process that is killed meanwhile
/// leaves the old file, and maybe a hidden one beside it.
pub(super) fn rewrite(old: &Database, path: &Path) -> Result<Database> {
    let draft = draft_of(path);
    let copied = copy(old, &draft).and_then(|()| Ok(fs::rename(&draft, path)?));
    if copied.is_err() {
        let _ = fs::remove_file(&draft);
    }
    copied?;
    sync_folder(path);
    open(path)
}

fn copy(old: &Database, draft: &Path) -> Result<()> {
    let mut new = create_database(draft)?;
    copy_table(old, &new, TRANSACTIONS)?;
    for table in [EXACT_IDS, RESPELLED_IDS, CONTENTS] {
        copy_table(old, &new, table)?;
    }
    copy_table(old, &new, JOURNAL_RECORDS)?;
    copy_table(old, &new, JOURNAL_LINES)?;
    Ok(new.compact().map(drop)?)
}

/// How many rows are copied in a transaction of the database: those that are not committed are in memory.
const ROWS: usize = 100_000;

fn copy_table<K: Key + 'static, V: Value + 'static>(
    old: &Database,
    new: &Database,
    table: TableDefinition<'_, K, V>,
) -> Result<()> {
    let read = old.begin_read()?;
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
