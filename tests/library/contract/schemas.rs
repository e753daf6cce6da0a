//! The files in `schema/` match the output of the renderers. `tests/suites/schemas.py` compares the schemas with the checks in another engine, and
//! `tests/library/oracle` compares the checks with a schema that was written by hand.
//!
//! `BLESS=1 cargo test` rewrites the files; read the difference before you commit it.

use std::collections::BTreeSet;
use std::fs;

use universal_accounting::{contract, service};

use crate::golden::compare_file;
use crate::project::in_project;

#[test]
fn schema_files_are_complete_and_up_to_date() {
    let mut names: BTreeSet<String> = ["openapi.json", "rules.json", "rules.md"]
        .map(str::to_owned)
        .into();
    compare_file("schema/openapi.json", &service::openapi());
    compare_file("schema/rules.json", &contract::rules_json());
    compare_file("schema/rules.md", &contract::rules_markdown());
    // Unit tests compare the schemas themselves: here, `BLESS=1` would put those back that were included when the library was compiled.
    names.extend(contract::schema_names().map(|name| format!("{name}.schema.json")));
    let files: BTreeSet<String> = fs::read_dir(in_project("schema"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(files, names);
}

#[test]
fn typescript_declarations_are_up_to_date() {
    compare_file("wasm/js/records.d.ts", &contract::typescript());
}
