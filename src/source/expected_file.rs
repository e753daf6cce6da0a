//! Tests that compare rendered text with a file in the repository.

use std::path::Path;
use std::{env, fs};

/// Asserts that a rendered text equals the file, which `BLESS=1` rewrites. The path is relative to the root of the package.
pub(crate) fn assert_matches_file(file: &str, rendered: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if env::var_os("BLESS").is_some() {
        fs::write(&path, rendered).unwrap();
    }
    assert!(
        fs::read_to_string(&path).unwrap() == rendered,
        "{file} is stale; BLESS=1 cargo test rewrites it"
    );
}

/// Returns the JSON Schema of a type, with `name` in its `$id`. The settings choose between reading and writing.
pub(crate) fn render_schema<T: schemars::JsonSchema>(
    name: &str,
    settings: schemars::generate::SchemaSettings,
) -> String {
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert(
        "$id".to_owned(),
        format!("urn:universal-accounting:schema:{name}:1").into(),
    );
    serde_json::to_string_pretty(&schema).unwrap() + "\n"
}

/// Asserts that the schema of the JSON that a type is written as equals its file in `schema/`.
pub(crate) fn assert_schema_matches_file<T: schemars::JsonSchema>(name: &str) {
    let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
    assert_matches_file(
        &format!("schema/{name}.schema.json"),
        &render_schema::<T>(name, settings),
    );
}
