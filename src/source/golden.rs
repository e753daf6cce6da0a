use std::path::Path;
use std::{env, fs};

/// Holds a rendered text against the file of it that is kept in the project. `BLESS=1` rewrites the file.
pub(crate) fn assert_kept(file: &str, rendered: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if env::var_os("BLESS").is_some() {
        fs::write(&path, rendered).unwrap();
    }
    assert!(fs::read_to_string(&path).unwrap() == rendered, "{file} is stale; BLESS=1 cargo test rewrites it");
}

/// The schema of what a type is written as or read from, with its name.
pub(crate) fn schema_of<T: schemars::JsonSchema>(name: &str, settings: schemars::generate::SchemaSettings) -> String {
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("$id".to_owned(), format!("urn:universal-accounting:schema:{name}:1").into());
    serde_json::to_string_pretty(&schema).unwrap() + "\n"
}

/// Holds the schema of what a type is written as against the file of it.
pub(crate) fn assert_written_as<T: schemars::JsonSchema>(name: &str) {
    let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
    assert_kept(&format!("schema/{name}.schema.json"), &schema_of::<T>(name, settings));
}
