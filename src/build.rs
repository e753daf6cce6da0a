//! Writes lists of all bank profiles and of all headings of tables for the library, so that adding a bank or a program only takes a new file.

#![allow(clippy::print_stdout, reason = "a build script passes instructions to Cargo on standard output")]

use std::path::{Path, PathBuf};
use std::{env, fs, io};

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
    write_list("profiles.rs", files)?;
    write_list("headings.rs", files_of(&source.join("tables/headings"))?)
}

/// Returns the files of a folder, whose changes make Cargo run this script again.
fn files_of(folder: &Path) -> io::Result<Vec<PathBuf>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    fs::read_dir(folder)?.map(|file| Ok(file?.path())).collect()
}

/// Writes the texts of the JSON files as a Rust expression.
fn write_list(name: &str, mut files: Vec<PathBuf>) -> io::Result<()> {
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort_by_key(|file| file.file_name().map(ToOwned::to_owned));
    let texts: Vec<String> = files.iter().map(fs::read_to_string).collect::<io::Result<_>>()?;
    let literals: Vec<String> = texts.iter().map(|text| format!("{:?}", minify(text))).collect();
    let target = Path::new(&env::var_os("OUT_DIR").unwrap_or_default()).join(name);
    fs::write(target, format!("&[{}]\n", literals.join(",\n")))
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
