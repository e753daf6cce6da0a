//! Encrypted connections, in the modes of `libpq`.

use std::env;

use universal_accounting::dedup::{PostgresAddress, PostgresAddressError, PostgresStore};

/// Connects to a database of the server on the host with parameters, and returns the error as a text.
fn connect(host: &str, database: &str, parameters: &str) -> Result<(), String> {
    let port = env::var("UACC_POSTGRES_TLS").unwrap();
    let certificates = env::var("UACC_POSTGRES_CERTIFICATES").unwrap();
    let parameters = parameters.replace('$', &certificates);
    let address: PostgresAddress =
        format!("postgresql://books@{host}:{port}/{database}?{parameters}")
            .parse()
            .unwrap();
    PostgresStore::open_read_only(&address, "own")
        .map(drop)
        .map_err(|error| error.to_string())
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn modes_mean_what_they_mean_to_libpq() {
    // For each mode: whether it connects to a server that insists on encryption, and to one that refuses it.
    for (mode, encrypted, plain) in [
        ("sslmode=disable", false, true),
        ("sslmode=allow", true, true),
        ("sslmode=prefer", true, true),
        // The default for this machine.
        ("", true, true),
        ("sslmode=require", true, false),
        ("sslmode=verify-ca&sslrootcert=$/ca.crt", true, false),
        ("sslmode=verify-full&sslrootcert=$/ca.crt", true, false),
    ] {
        assert_eq!(
            connect("localhost", "encrypted", mode).is_ok(),
            encrypted,
            "{mode}, encrypted"
        );
        assert_eq!(
            connect("localhost", "plain", mode).is_ok(),
            plain,
            "{mode}, plain"
        );
    }
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn certificates_are_verified() {
    for (host, parameters, expected) in [
        ("localhost", "sslmode=verify-full&sslrootcert=$/ca.crt", ""),
        (
            "localhost",
            "sslmode=verify-full&sslrootcert=$/other.crt",
            "UnknownIssuer",
        ),
        (
            "localhost",
            "sslmode=verify-ca&sslrootcert=$/other.crt",
            "UnknownIssuer",
        ),
        // As to libpq, a file of root certificates that is named makes `require` verify.
        (
            "localhost",
            "sslmode=require&sslrootcert=$/other.crt",
            "UnknownIssuer",
        ),
        ("localhost", "sslmode=require&sslrootcert=$/missing.crt", ""),
        (
            "localhost",
            "sslmode=verify-ca&sslrootcert=$/missing.crt",
            "missing.crt can't be read",
        ),
        (
            "localhost",
            "sslmode=verify-full&sslrootcert=$/server.key",
            "server.key has no certificate",
        ),
        (
            "localhost",
            "sslmode=verify-full&sslrootcert=system",
            "UnknownIssuer",
        ),
        ("localhost", "sslrootcert=system", "UnknownIssuer"),
        // The certificate is for the name, and not for the number.
        ("127.0.0.1", "sslmode=verify-ca&sslrootcert=$/ca.crt", ""),
        (
            "127.0.0.1",
            "sslmode=verify-full&sslrootcert=$/ca.crt",
            "not valid for",
        ),
        (
            "localhost",
            "sslmode=verify-full&sslrootcert=$/self.crt",
            "UnknownIssuer",
        ),
    ] {
        match connect(host, "encrypted", parameters) {
            Ok(()) => assert_eq!(expected, "", "{host} {parameters}"),
            Err(error) => {
                assert!(
                    !expected.is_empty() && error.contains(expected),
                    "{host} {parameters}: {error}"
                );
            }
        }
    }
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn a_client_has_a_certificate() {
    let with = "sslmode=verify-full&sslrootcert=$/ca.crt&sslcert=$/client.crt&sslkey=$/client.key";
    assert_eq!(connect("localhost", "known", with), Ok(()));
    let error = connect(
        "localhost",
        "known",
        "sslmode=verify-full&sslrootcert=$/ca.crt",
    )
    .unwrap_err();
    assert!(error.contains("certificate"), "{error}");
}

#[test]
fn contradictory_parameters_are_refused() {
    for parameters in [
        "sslmode=always",
        "sslmode",
        "sslmode=%ff",
        "sslrootcert=system&sslmode=require",
        "sslcert=a.crt",
        "sslkey=a.key",
        "sslcompression=1",
    ] {
        let address: Result<PostgresAddress, _> =
            format!("postgresql://db.example/books?{parameters}").parse();
        assert_eq!(
            address.map(drop),
            Err(PostgresAddressError::Encryption),
            "{parameters}"
        );
    }
}
