//! The tables in the database, and their version.

/// The version of the tables, of the bytes of a content and of the canonical spelling of accounts.
pub(super) const VERSION: i64 = 1;

/// Names and texts are bytes, since no text of PostgreSQL holds a NUL, and no index a long one: what is looked for is a SHA-256.
/// A transaction refers to its organization without a constraint: whoever writes has locked the organization's row.
pub(super) const TABLES: &str = "
    CREATE TABLE uacc_version (version bigint NOT NULL);
    INSERT INTO uacc_version VALUES (1);

    CREATE TABLE uacc_organizations (
        organization bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name bytea NOT NULL,
        transactions bigint NOT NULL
    );
    CREATE UNIQUE INDEX uacc_organizations_name ON uacc_organizations (sha256(name));

    CREATE TABLE uacc_transactions (
        organization bigint NOT NULL,
        number bigint NOT NULL,
        account bytea NOT NULL,
        transaction_id bytea,
        content bytea NOT NULL,
        text_mark smallint NOT NULL,
        json bytea NOT NULL,
        exact bytea,
        spelled bytea,
        alike bytea NOT NULL,
        PRIMARY KEY (organization, number)
    );
    CREATE UNIQUE INDEX uacc_transactions_exact ON uacc_transactions (organization, exact) WHERE exact IS NOT NULL;
    CREATE INDEX uacc_transactions_spelled ON uacc_transactions (organization, spelled, number) WHERE spelled IS NOT NULL;
    CREATE INDEX uacc_transactions_alike ON uacc_transactions (organization, alike, number);

    CREATE TABLE uacc_records (
        organization bigint NOT NULL,
        name bytea NOT NULL CONSTRAINT uacc_records_short_name CHECK (length(name) <= 1000),
        bytes bytea NOT NULL,
        PRIMARY KEY (organization, name)
    );
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_carry_their_version() {
        assert!(TABLES.contains(&format!("INSERT INTO uacc_version VALUES ({VERSION});")));
    }
}
