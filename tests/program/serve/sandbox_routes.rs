//! The routes for tests are listed in every description of the service.

use std::fs;
use std::process::Command;

use universal_accounting::service::SandboxOperation;

use crate::project::in_project;

#[test]
fn all_descriptions_list_the_routes_for_tests() {
    let help = Command::new(env!("CARGO_BIN_EXE_uacc"))
        .args(["serve", "--help"])
        .output()
        .unwrap();
    let pages = [
        "src/guide/service.md",
        "wasm/README.md",
        "src/service/mod.rs",
    ];
    let texts = pages.map(|file| fs::read_to_string(in_project(file)).unwrap());
    for text in texts
        .iter()
        .chain([&String::from_utf8(help.stdout).unwrap()])
    {
        // A line of a paragraph may end between the method and the path.
        let text = text.replace('\n', " ");
        for operation in SandboxOperation::all() {
            assert!(
                text.contains(&format!("{} {}", operation.method(), operation.path())),
                "{operation:?}: {text}"
            );
        }
    }
}
