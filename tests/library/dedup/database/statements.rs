//! Statements in the store in PostgreSQL.

use crate::database::{address, client, create_schema, open, unique_name};
use universal_accounting::dedup::{
    self, OnConflict, PostgresStore, PostgresStoreError, Store, StoredStatement,
};
use universal_accounting::format::{self, ConvertOptions};
use universal_accounting::value::AccountIdentifier;

const MARCH: &[u8] = b":20:A\n:25:CH9300762011623852957\n:28C:3\n:60F:C260301CHF100,00\n:61:2603300330D12,50NTRFNONREF\n:86:Bakery\n\
    :62F:C260331CHF87,50\n-\n";

/// Imports a statement, and returns what the store remembers of it.
fn import(store: &PostgresStore, source: &[u8]) -> Vec<StoredStatement> {
    let conversion = format::convert(source, &ConvertOptions::new()).unwrap();
    let statements = StoredStatement::all_of(&conversion.summary, source);
    let keys = dedup::keys(&conversion.transactions);
    let _ = dedup::import_statements(store, keys, &statements, OnConflict::Report).unwrap();
    statements
}

fn contents(store: &PostgresStore) -> (u64, Vec<StoredStatement>) {
    (store.count().unwrap(), store.statements(None).unwrap())
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn statements_are_written_with_their_transactions() {
    let store = open(&address(), &unique_name("statements")).unwrap();
    let other = store.for_organization(&unique_name("others"));
    let march = import(&store, MARCH);
    assert_eq!(contents(&store), (1, march.clone()));
    assert_eq!(contents(&other), (0, Vec::new()));

    // The same content in another file is no other statement.
    import(&store, &[MARCH, b"\n"].concat());
    assert_eq!(contents(&store), (1, march));

    // A statement without a new transaction is remembered too.
    import(
        &store,
        b":20:A\n:25:CH9300762011623852957\n:28C:4\n:60F:C260401CHF87,50\n:62F:C260430CHF87,50\n-\n",
    );
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
    import(&store, MARCH);
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
