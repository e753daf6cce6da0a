//! Statements in a store in a file.

use redb::{Database, ReadableDatabase, ReadableTable, WriteTransaction};

use super::error::{FileStoreError, Result};
use super::open::STATEMENTS;
use crate::dedup::stored_statement::StoredStatement;
use crate::value::AccountIdentifier;

/// Remembers statements. Returns whether one of them is new.
pub(super) fn insert(write: &WriteTransaction, statements: &[&StoredStatement]) -> Result<bool> {
    let mut table = write.open_table(STATEMENTS)?;
    let mut has_new = false;
    for statement in statements {
        let key = (
            statement.account.as_str().as_bytes(),
            &statement.content_hash[..],
        );
        // The file that it was first imported from stays.
        if table.get(key)?.is_none() {
            table.insert(key, statement.to_json().as_bytes())?;
            has_new = true;
        }
    }
    Ok(has_new)
}

/// Returns the statements of an account, or of all accounts.
pub(super) fn read(
    database: &Database,
    account: Option<&AccountIdentifier>,
) -> Result<Vec<StoredStatement>> {
    let read = database.begin_read()?;
    let table = read.open_table(STATEMENTS)?;
    let rows = match account {
        Some(account) => {
            let account = account.as_str().as_bytes();
            // No text is greater than this one and less than the same with another byte behind it.
            let next = [account, b"\0"].concat();
            table.range((account, &b""[..])..(&next[..], &b""[..]))?
        }
        None => table.iter()?,
    };
    let mut statements = Vec::new();
    for row in rows {
        let (key, json) = row?;
        statements.push(read_row(key.value(), json.value())?);
    }
    Ok(statements)
}

fn read_row((account, content): (&[u8], &[u8]), json: &[u8]) -> Result<StoredStatement> {
    let statement = StoredStatement::from_json(json).map_err(|_| FileStoreError::Unreadable)?;
    // A row under another key is damaged.
    let is_consistent =
        statement.account.as_str().as_bytes() == account && statement.content_hash == content;
    if is_consistent {
        Ok(statement)
    } else {
        Err(FileStoreError::Damaged.into())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use tempfile::tempdir;

    use super::*;
    use crate::dedup::{FileStore, OnConflict, Store, import_statements, keys};
    use crate::format::{self, ConvertOptions};
    use crate::transactions::Transaction;

    const STATEMENT: &[u8] = b":20:A\n:25:CH9300762011623852957\n:28C:3\n:60F:C260301CHF100,00\n:61:2603300330D12,50NTRFNONREF\n:86:Bakery\n\
        :62F:C260331CHF87,50\n-\n";

    fn converted(source: &[u8]) -> (Vec<Transaction>, Vec<StoredStatement>) {
        let conversion = format::convert(source, &ConvertOptions::new()).unwrap();
        let statements = StoredStatement::all_of(&conversion.summary, source);
        (conversion.transactions, statements)
    }

    /// Returns the number of new transactions.
    fn import(
        store: &FileStore,
        transactions: &[Transaction],
        statements: &[StoredStatement],
    ) -> usize {
        let plan = import_statements(store, keys(transactions), statements, OnConflict::Report);
        plan.unwrap().new_keys().count()
    }

    fn contents(path: &Path) -> (u64, Vec<StoredStatement>) {
        let store = FileStore::open_read_only(path).unwrap();
        (store.count().unwrap(), store.statements(None).unwrap())
    }

    #[test]
    fn statements_are_written_with_their_transactions() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("books.store");
        let (transactions, statements) = converted(STATEMENT);
        let store = FileStore::open(&path).unwrap();
        assert_eq!(import(&store, &transactions, &statements), 1);
        drop(store);
        assert_eq!(contents(&path), (1, statements.clone()));

        // The same content in another file is no other statement, and the file that it was first imported from stays.
        let (transactions, again) = converted(&[STATEMENT, b"\n"].concat());
        assert_ne!(again[0].file_hash, statements[0].file_hash);
        import(&FileStore::open(&path).unwrap(), &transactions, &again);
        assert_eq!(contents(&path), (1, statements));
    }

    #[test]
    fn a_statement_without_a_new_transaction_is_remembered() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("books.store");
        let (transactions, statements) = converted(STATEMENT);
        let store = FileStore::open(&path).unwrap();
        assert_eq!(import(&store, &transactions, &[]), 1);
        assert_eq!(import(&store, &transactions, &statements), 0);
        drop(store);
        assert_eq!(contents(&path), (1, statements));
    }

    #[test]
    fn statements_are_found_by_their_account() {
        let folder = tempdir().unwrap();
        let store = FileStore::open(folder.path().join("books.store")).unwrap();
        let (transactions, statements) = converted(STATEMENT);
        let account = |name: &str| AccountIdentifier::parse(name).unwrap();
        let names = ["A", "AB", "A B", "B"].map(account);
        let of_accounts = names.clone().map(|account| StoredStatement {
            account,
            ..statements[0].clone()
        });
        import(&store, &transactions, &of_accounts);
        for name in &names {
            let found = store.statements(Some(name)).unwrap();
            let accounts: Vec<&AccountIdentifier> =
                found.iter().map(|statement| &statement.account).collect();
            assert_eq!(accounts, [name]);
        }
        assert_eq!(store.statements(None).unwrap().len(), names.len());
        assert_eq!(store.statements(Some(&account("C"))).unwrap(), []);
    }
}
