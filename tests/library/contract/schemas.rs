//! What `schema/` holds is what is rendered from the tables and the rules. That it judges as the checks do, `tests/suites/schemas.py`
//! shows in another engine, and `tests/library/oracle` of a schema that was written by hand.
//!
//! `BLESS=1 cargo test` rewrites the files; read the difference before you commit it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use universal_accounting::{contract, service};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("schema")
}

fn assert_kept(name: &str, rendered: &str) {
    assert_file_is_kept(&folder().join(name), rendered);
}

fn assert_file_is_kept(path: &Path, rendered: &str) {
    if env::var_os("BLESS").is_some() {
        fs::write(path, rendered).unwrap();
    }
    let kept = fs::read_to_string(path).unwrap_or_default();
    let apart = rendered.lines().zip(kept.lines()).position(|(new, old)| new != old);
    assert!(
        kept == rendered,
        "{} is stale from line {:?}; BLESS=1 cargo test rewrites it",
        path.display(),
        apart.map(|at| at + 1)
    );
}

#[test]
fn every_file_is_as_it_is_rendered_now_and_no_other_is_there() {
    let mut names: BTreeSet<String> = ["openapi.json", "rules.json", "rules.md"].map(str::to_owned).into();
    assert_kept("openapi.json", &service::openapi());
    assert_kept("rules.json", &contract::rules_json());
    assert_kept("rules.md", &contract::rules_markdown());
    for name in contract::schema_names() {
        let file = format!("{name}.schema.json");
        assert_kept(&file, &contract::schema(name).unwrap());
        names.insert(file);
    }
    let there: BTreeSet<String> =
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(there, names);
}

#[test]
fn the_types_of_the_package_for_javascript_are_as_they_are_rendered_now() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("wasm/js/records.d.ts");
    assert_file_is_kept(&path, &contract::typescript());
}
