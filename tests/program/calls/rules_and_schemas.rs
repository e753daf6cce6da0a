//! `uacc rules`, `uacc schema`: what is printed of the contract.

use std::fs;

use universal_accounting::contract;

use crate::process::uacc;
use crate::project::in_project;

#[test]
fn rules_are_listed() {
    let list = uacc(&["rules"], b"");
    let listed: Vec<&str> = list
        .stdout
        .lines()
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    let known: Vec<&str> = contract::rules().map(|rule| rule.id).collect();
    assert_eq!((list.status, listed), (0, known));
    assert_eq!(
        uacc(&["rules", "--format", "json"], b"").stdout,
        contract::rules_json()
    );
}

#[test]
fn schemas_are_printed_by_name() {
    let names = uacc(&["schema"], b"");
    assert_eq!(names.status, 0);
    for name in [
        "base-data",
        "transactions",
        "document-request",
        "document-result",
        "import-result",
        "report",
        "account-map",
        "bank-profile",
    ] {
        assert!(names.stdout.lines().any(|line| line == name), "{name}");
        let schema = uacc(&["schema", name], b"");
        let path = in_project(&format!("schema/{name}.schema.json"));
        assert!(schema.stdout == fs::read_to_string(path).unwrap(), "{name}");
    }
    let interface = uacc(&["schema", "openapi"], b"");
    assert!(interface.stdout == include_str!("../../../schema/openapi.json"));
    let run = uacc(&["schema", "invoice"], b"");
    assert_eq!(run.status, 2);
    assert!(
        run.stderr
            .contains("there is no schema `invoice`; the schemas are base-data,"),
        "{}",
        run.stderr
    );
}
