//! Statements in the store in PostgreSQL.

use crate::database::{address, client, create_schema, open, unique_name};
use universal_accounting::dedup::{
    Parts, Plan, PostgresStore, PostgresStoreError, Store, StoredStatement, UnreadablePart,
};
use universal_accounting::format::{self, ConvertOptions};
use universal_accounting::transactions::Transaction;
use universal_accounting::value::AccountIdentifier;

const MARCH: &[u8] = b":20:A\n:25:CH9300762011623852957\n:28C:3\n:60F:C260301CHF100,00\n:61:2603300330D12,50NTRFNONREF\n:86:Bakery\n\
    :62F:C260331CHF87,50\n-\n";

/// The transactions of a statement in one part, and maybe one that can't be read.
struct OneStatement {
    transactions: Vec<Transaction>,
    statements: Vec<StoredStatement>,
    is_read: bool,
    is_readable: bool,
}

impl OneStatement {
    fn of(source: &[u8]) -> Self {
        let conversion = format::convert(source, &ConvertOptions::new());
        Self {
            statements: StoredStatement::all_of(&conversion.summary, source),
            transactions: conversion.transactions,
            is_read: false,
            is_readable: true,
        }
    }
}

impl Parts for OneStatement {
    fn rewind(&mut self) {
        self.is_read = false;
    }

    fn next_part(&mut self) -> Result<Option<Vec<Transaction>>, UnreadablePart> {
        match (std::mem::replace(&mut self.is_read, true), self.is_readable) {
            (false, _) => Ok(Some(self.transactions.clone())),
            (true, true) => Ok(None),
            (true, false) => Err(UnreadablePart),
        }
    }

    fn statements(&self) -> &[StoredStatement] {
        &self.statements
    }

    fn take_plan(&mut self, _: &Plan<'_>) {}
}

fn contents(store: &PostgresStore) -> (u64, Vec<StoredStatement>) {
    (store.count().unwrap(), store.statements(None).unwrap())
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn statements_are_written_with_their_transactions_or_not_at_all() {
    let store = open(&address(), &unique_name("statements")).unwrap();
    let other = store.for_organization(&unique_name("others"));
    let mut march = OneStatement::of(MARCH);
    march.is_readable = false;
    assert!(!store.import_parts(&mut march).unwrap());
    assert_eq!(contents(&store), (0, Vec::new()));

    march.is_readable = true;
    assert!(store.import_parts(&mut march).unwrap());
    assert_eq!(contents(&store), (1, march.statements.clone()));
    assert_eq!(contents(&other), (0, Vec::new()));

    // The same content in another file is no other statement.
    let mut again = OneStatement::of(&[MARCH, b"\n"].concat());
    assert!(store.import_parts(&mut again).unwrap());
    assert_eq!(contents(&store), (1, march.statements.clone()));

    // A statement without a new transaction is remembered too.
    let mut quiet = OneStatement::of(
        b":20:A\n:25:CH9300762011623852957\n:28C:4\n:60F:C260401CHF87,50\n:62F:C260430CHF87,50\n-\n",
    );
    assert!(store.import_parts(&mut quiet).unwrap());
    let (count, found) = contents(&store);
    assert_eq!((count, found.len()), (1, 2));
    let [account, unknown] =
        ["CH9300762011623852957", "Kasse"].map(|name| AccountIdentifier::parse(name).unwrap());
    assert_eq!(store.statements(Some(&account)).unwrap(), found);
    assert_eq!(store.statements(Some(&unknown)).unwrap(), []);

    store.clear().unwrap();
    assert_eq!(contents(&store), (0, Vec::new()));
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn a_changed_statement_is_an_error() {
    let address = create_schema();
    let store = open(&address, "own").unwrap();
    assert!(store.import_parts(&mut OneStatement::of(MARCH)).unwrap());
    let mut client = client(&address);
    for column in ["account", "content", "json"] {
        let update = format!(
            "UPDATE uacc_statements SET {column} = set_bit({column}, 9, 1 - get_bit({column}, 9))"
        );
        client.batch_execute(&update).unwrap();
        assert_eq!(
            store.statements(None),
            Err(PostgresStoreError::Damaged),
            "{column}"
        );
        client.batch_execute(&update).unwrap();
    }
    assert_eq!(store.statements(None).unwrap().len(), 1);
}
