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
    use crate::dedup::{FileStore, OnConflict, Parts, Plan, Store, UnreadablePart};
    use crate::format::{self, ConvertOptions};
    use crate::transactions::Transaction;

    const STATEMENT: &[u8] = b":20:A\n:25:CH9300762011623852957\n:28C:3\n:60F:C260301CHF100,00\n:61:2603300330D12,50NTRFNONREF\n:86:Bakery\n\
        :62F:C260331CHF87,50\n-\n";

    /// One part with the transactions of a statement, and maybe one that can't be read.
    struct OneStatement {
        transactions: Vec<Transaction>,
        statements: Vec<StoredStatement>,
        is_read: bool,
        ends: bool,
        new: usize,
    }

    impl OneStatement {
        fn of(source: &[u8], ends: bool) -> Self {
            let conversion = format::convert(source, &ConvertOptions::new());
            Self {
                statements: StoredStatement::all_of(&conversion.summary, source),
                transactions: conversion.transactions,
                is_read: false,
                ends,
                new: 0,
            }
        }
    }

    impl Parts for OneStatement {
        fn rewind(&mut self) {
            self.is_read = false;
        }

        fn next_part(&mut self) -> Result<Option<Vec<Transaction>>, UnreadablePart> {
            if self.is_read && self.ends {
                Ok(None)
            } else if self.is_read {
                Err(UnreadablePart)
            } else {
                self.is_read = true;
                Ok(Some(self.transactions.clone()))
            }
        }

        fn on_conflict(&self) -> OnConflict {
            OnConflict::Report
        }

        fn statements(&self) -> &[StoredStatement] {
            &self.statements
        }

        fn take_plan(&mut self, plan: &Plan<'_>) {
            self.new += plan.new_keys().count();
        }
    }

    fn contents(path: &Path) -> (u64, Vec<StoredStatement>) {
        let store = FileStore::open_read_only(path).unwrap();
        (store.count().unwrap(), store.statements(None).unwrap())
    }

    #[test]
    fn statements_are_written_with_their_transactions_or_not_at_all() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("books.store");
        let mut unreadable = OneStatement::of(STATEMENT, false);
        let store = FileStore::open(&path).unwrap();
        assert!(!store.import_parts(&mut unreadable).unwrap());
        drop(store);
        assert_eq!((unreadable.new, contents(&path)), (1, (0, Vec::new())));

        let mut readable = OneStatement::of(STATEMENT, true);
        let store = FileStore::open(&path).unwrap();
        assert!(store.import_parts(&mut readable).unwrap());
        drop(store);
        assert_eq!(contents(&path), (1, readable.statements.clone()));

        // The same content in another file is no other statement, and the file that it was first imported from stays.
        let mut again = OneStatement::of(&[STATEMENT, b"\n"].concat(), true);
        assert_ne!(
            again.statements[0].file_hash,
            readable.statements[0].file_hash
        );
        FileStore::open(&path)
            .unwrap()
            .import_parts(&mut again)
            .unwrap();
        assert_eq!(contents(&path), (1, readable.statements));
    }

    #[test]
    fn a_statement_without_a_new_transaction_is_remembered() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("books.store");
        let mut payload = OneStatement::of(STATEMENT, true);
        payload.statements.clear();
        let store = FileStore::open(&path).unwrap();
        store.import_parts(&mut payload).unwrap();
        let mut statement = OneStatement::of(STATEMENT, true);
        store.import_parts(&mut statement).unwrap();
        drop(store);
        assert_eq!(
            (statement.new, contents(&path)),
            (0, (1, statement.statements))
        );
    }

    #[test]
    fn statements_are_found_by_their_account() {
        let folder = tempdir().unwrap();
        let store = FileStore::open(folder.path().join("books.store")).unwrap();
        let mut parts = OneStatement::of(STATEMENT, true);
        let account = |name: &str| AccountIdentifier::parse(name).unwrap();
        let names = ["A", "AB", "A B", "B"].map(account);
        let template = parts.statements.remove(0);
        parts.statements = names
            .clone()
            .map(|account| StoredStatement {
                account,
                ..template.clone()
            })
            .to_vec();
        store.import_parts(&mut parts).unwrap();
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
