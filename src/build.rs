//! Writes a list of all bank profiles for the library, so that adding a bank only takes a new file.

#![allow(clippy::print_stdout, reason = "a build script passes instructions to Cargo on standard output")]

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("src/format/table/profiles");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    for country in fs::read_dir(&folder)? {
        let country = country?.path();
        if !country.is_dir() {
            continue;
        }
        println!("cargo::rerun-if-changed={}", country.display());
        for file in fs::read_dir(&country)? {
            files.push(file?.path());
        }
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort_by_key(|file| file.file_name().map(ToOwned::to_owned));
    let texts: Vec<String> = files.iter().map(fs::read_to_string).collect::<io::Result<_>>()?;
    let literals: Vec<String> = texts.iter().map(|text| format!("{:?}", minify(text))).collect();
    let target = Path::new(&env::var_os("OUT_DIR").unwrap_or_default()).join("profiles.rs");
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
