//! Writes lists of all bank profiles and of all headings of tables for the library, so that adding a bank or a program only takes a new file.

#![allow(
    clippy::print_stdout,
    reason = "a build script passes instructions to Cargo on standard output"
)]

#[path = "format/table/detect/names.rs"]
mod names;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use names::{NamedColumn, write_names};
use serde_json::Value;

fn main() -> io::Result<()> {
    let source = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("src");
    let profiles = source.join("format/table/profiles");
    println!("cargo::rerun-if-changed={}", profiles.display());
    let mut files = Vec::new();
    for country in fs::read_dir(&profiles)? {
        let country = country?.path();
        if country.is_dir() {
            files.extend(files_of(&country)?);
        }
    }
    write_profiles(files)?;
    let headings = read_files(files_of(&source.join("tables/headings"))?)?;
    let literals: Vec<String> = headings
        .iter()
        .map(|json| format!("{:?}", minify(json)))
        .collect();
    write("headings.rs", &format!("&[{}]\n", literals.join(",\n")))
}

/// Writes the profiles, and the names of all their columns, so that the library finds the profile of a file without reading the others.
fn write_profiles(files: Vec<PathBuf>) -> io::Result<()> {
    let (mut list, mut names) = (String::from("&[\n"), Vec::new());
    for (profile, json) in read_files(files)?.iter().enumerate() {
        let read: Value = serde_json::from_str(json)?;
        let id = read.get("id").and_then(Value::as_str).unwrap_or_default();
        let columns = read
            .get("columns")
            .and_then(Value::as_array)
            .map(Vec::as_slice)
            .unwrap_or_default();
        let required = columns
            .iter()
            .filter(|column| !is_set(column, "optional"))
            .count();
        let _ = writeln!(
            list,
            "({id:?}, {}, {required}, {:?}),",
            is_set(&read, "headerless"),
            without_sources(json, &read)
        );
        for (index, column) in columns.iter().enumerate() {
            let column_of = NamedColumn {
                profile,
                column: index,
                optional: is_set(column, "optional"),
            };
            let by_language = column
                .get("names")
                .and_then(Value::as_object)
                .into_iter()
                .flatten();
            let spellings = by_language
                .filter_map(|(_, names)| names.as_array())
                .flatten()
                .filter_map(Value::as_str);
            names.extend(spellings.map(|name| (name.to_owned(), column_of)));
        }
    }
    write("profiles.rs", &(list + "]\n"))?;
    write("names.rs", &format!("{:?}\n", write_names(names)))
}

/// Returns the text of a profile without the addresses of its sources, which are for the people who read its file.
fn without_sources(json: &str, profile: &Value) -> String {
    let mut kept = profile.clone();
    let sources = kept
        .as_object_mut()
        .and_then(|members| members.remove("sources"));
    match sources {
        Some(_) => kept.to_string(),
        None => minify(json),
    }
}

fn is_set(object: &Value, member: &str) -> bool {
    object.get(member) == Some(&Value::Bool(true))
}

/// Returns the files of a folder, whose changes make Cargo run this script again.
fn files_of(folder: &Path) -> io::Result<Vec<PathBuf>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    fs::read_dir(folder)?.map(|file| Ok(file?.path())).collect()
}

/// Returns the texts of the JSON files among these files, sorted by the names of the files.
fn read_files(mut files: Vec<PathBuf>) -> io::Result<Vec<String>> {
    files.retain(|file| {
        file.extension()
            .is_some_and(|extension| extension == "json")
    });
    files.sort_by_key(|file| file.file_name().map(ToOwned::to_owned));
    files.iter().map(fs::read_to_string).collect()
}

/// Writes a Rust expression to a file that the library includes.
fn write(name: &str, expression: &str) -> io::Result<()> {
    fs::write(
        Path::new(&env::var_os("OUT_DIR").unwrap_or_default()).join(name),
        expression,
    )
}

/// Removes the whitespace between the tokens of a JSON text, which would only make programs larger.
fn minify(json: &str) -> String {
    let (mut in_string, mut escaped) = (false, false);
    let is_kept = |character: &char| {
        let kept = in_string || !character.is_ascii_whitespace();
        in_string ^= *character == '"' && !escaped;
        escaped = in_string && *character == '\\' && !escaped;
        kept
    };
    json.chars().filter(is_kept).collect()
}
