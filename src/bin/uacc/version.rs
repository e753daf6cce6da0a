//! Gives the program its commit.

#![allow(
    clippy::print_stdout,
    reason = "a build script passes instructions to Cargo on standard output"
)]

use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::Value;

fn main() {
    println!("cargo::rerun-if-changed=version.rs");
    // Other builds don't have the commit, since each commit would compile them again.
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        set_version(&PathBuf::from(
            env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default(),
        ));
    }
}

/// Sets the version to that of the package with the commit, if it is known: given in `UACC_COMMIT`, of a published package, or of a clone.
fn set_version(package: &Path) {
    println!("cargo::rerun-if-env-changed=UACC_COMMIT");
    let given = env::var("UACC_COMMIT").ok();
    let commit = given
        .or_else(|| published_commit(package))
        .or_else(|| commit_of_clone(&package.join("../../..")))
        .unwrap_or_default();
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    match commit
        .get(..12)
        .filter(|_| commit.bytes().all(|byte| byte.is_ascii_hexdigit()))
    {
        Some(short) => println!("cargo::rustc-env=UACC_VERSION={version} ({short})"),
        None if commit.is_empty() => {}
        None => println!(
            "cargo::warning={commit:?} is not a commit, which has at least 12 hexadecimal digits"
        ),
    }
}

/// Returns the commit that Cargo writes into a published package.
fn published_commit(package: &Path) -> Option<String> {
    let info: Value =
        serde_json::from_str(&read_watched(&package.join(".cargo_vcs_info.json"))?).ok()?;
    let git = info
        .get("git")
        .filter(|git| git.get("dirty") != Some(&Value::Bool(true)))?;
    git.get("sha1")
        .and_then(Value::as_str)
        .map(ToOwned::to_owned)
}

/// Returns the commit of a clone, from the files in which Git keeps it. A build needs no Git.
fn commit_of_clone(project: &Path) -> Option<String> {
    let mut git = project.join(".git");
    // In a worktree, `.git` is a file with the path of its folder, which shares the branches of the clone.
    if let Some(link) = read_watched(&git) {
        git = project.join(link.strip_prefix("gitdir: ")?);
    }
    let head = read_watched(&git.join("HEAD"))?;
    let Some(branch) = head.strip_prefix("ref: ") else {
        return Some(head);
    };
    let shared =
        read_watched(&git.join("commondir")).map_or_else(|| git.clone(), |folder| git.join(folder));
    let file = shared.join(branch);
    read_watched(&file).or_else(|| {
        // The next commit creates the file of the branch, and changes no file that exists.
        let folder = file.ancestors().find(|folder| folder.is_dir())?;
        println!("cargo::rerun-if-changed={}", folder.display());
        let packed = read_watched(&shared.join("packed-refs"))?;
        packed
            .lines()
            .find_map(|line| line.strip_suffix(branch)?.strip_suffix(' '))
            .map(ToOwned::to_owned)
    })
}

/// Returns the text of a file without the whitespace around it. If the file can be read, its changes make Cargo run this script again.
fn read_watched(file: &Path) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    println!("cargo::rerun-if-changed={}", file.display());
    Some(text.trim().to_owned())
}
