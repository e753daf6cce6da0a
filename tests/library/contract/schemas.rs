//! The files in `schema/` match the output of the renderers. `tests/suites/schemas.py` compares the schemas with the checks in another engine, and
//! `tests/library/oracle` compares the checks with a schema that was written by hand.
//!
//! `BLESS=1 cargo test` rewrites the files; read the difference before you commit it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use universal_accounting::{contract, service};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("schema")
}

fn assert_schema_file(name: &str, rendered: &str) {
    assert_file(&folder().join(name), rendered);
}

fn assert_file(path: &Path, rendered: &str) {
    if env::var_os("BLESS").is_some() {
        fs::write(path, rendered).unwrap();
    }
    let content = fs::read_to_string(path).unwrap_or_default();
    let first_difference = rendered.lines().zip(content.lines()).position(|(new, old)| new != old);
    assert!(
        content == rendered,
        "{} is stale from line {:?}; BLESS=1 cargo test rewrites it",
        path.display(),
        first_difference.map(|index| index + 1)
    );
}

#[test]
fn schema_files_are_complete_and_up_to_date() {
    let mut names: BTreeSet<String> = ["openapi.json", "rules.json", "rules.md"].map(str::to_owned).into();
    assert_schema_file("openapi.json", &service::openapi());
    assert_schema_file("rules.json", &contract::rules_json());
    assert_schema_file("rules.md", &contract::rules_markdown());
    for name in contract::schema_names() {
        let file = format!("{name}.schema.json");
        assert_schema_file(&file, &contract::schema(name).unwrap());
        names.insert(file);
    }
    let files: BTreeSet<String> =
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(files, names);
}

#[test]
fn typescript_declarations_are_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("wasm/js/records.d.ts");
    assert_file(&path, &contract::typescript());
}
