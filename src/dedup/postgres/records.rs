use super::error::PostgresStoreError;
use super::organization::{Organization, mine};

/// What an organization keeps beside its transactions in a [`PostgresStore`](super::PostgresStore): bytes, each under a name. Names are any text of
/// up to 1000 bytes.
///
/// Whatever changes something is committed when it returns.
#[derive(Debug, Clone)]
pub struct PostgresRecords {
    organization: Organization,
}

impl PostgresRecords {
    pub(super) const fn new(organization: Organization) -> Self {
        Self { organization }
    }

    /// The bytes under a name.
    pub fn get(&self, name: &str) -> Result<Option<Vec<u8>>, PostgresStoreError> {
        let get = concat!("SELECT bytes FROM uacc_records WHERE ", mine!(), " AND name = $2");
        self.organization.ask(|client, mark| {
            let row = client.query_opt(get, &[&mark, &name.as_bytes()])?;
            Ok(row.map(|row| row.try_get(0)).transpose()?)
        })
    }

    /// All names that begin with a text, in the order of their bytes.
    pub fn names(&self, prefix: &str) -> Result<Vec<String>, PostgresStoreError> {
        // A byte that no text holds is above all that begin so.
        let names = concat!(
            "SELECT name FROM uacc_records WHERE ",
            mine!(),
            " AND name >= $2 AND name < $2 || decode('ff', 'hex') ORDER BY name"
        );
        self.organization.ask(|client, mark| {
            let name =
                |row: &postgres::Row| String::from_utf8(row.try_get(0)?).map_err(|_| PostgresStoreError::Damaged);
            client.query(names, &[&mark, &prefix.as_bytes()])?.iter().map(name).collect()
        })
    }

    /// Puts bytes under a name, in the place of those that are there.
    pub fn put(&self, name: &str, bytes: &[u8]) -> Result<(), PostgresStoreError> {
        self.insert(name, bytes, "ON CONFLICT (organization, name) DO UPDATE SET bytes = excluded.bytes").map(drop)
    }

    /// Puts bytes under a name that has none. Whether it could: of several who try at once one can.
    pub fn insert_new(&self, name: &str, bytes: &[u8]) -> Result<bool, PostgresStoreError> {
        self.insert(name, bytes, "ON CONFLICT (organization, name) DO NOTHING")
    }

    fn insert(&self, name: &str, bytes: &[u8], otherwise: &str) -> Result<bool, PostgresStoreError> {
        let insert = format!("INSERT INTO uacc_records (organization, name, bytes) VALUES ($1, $2, $3) {otherwise}");
        let inserted = self.organization.change(0, |transaction, organization, _| {
            let inserted = transaction.execute(&insert, &[&organization, &name.as_bytes(), &bytes])?;
            Ok((inserted > 0).then_some(()))
        })?;
        Ok(inserted.is_some())
    }
}
