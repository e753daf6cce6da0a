//! The session in the README is what happens.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use universal_accounting::service::Control;

use crate::folder::Folder;
use crate::serve::server::Server;

/// What stands before the output of each command.
const MARK: &str = "-- the next command --";

/// A command of a session and what it prints.
struct Step {
    command: String,
    prints: String,
}

/// The steps in a text: `$` before a command, `>` before where it goes on, all else is what it prints.
fn steps(text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("$ "), line.strip_prefix("> "), steps.last_mut()) {
            (Some(command), ..) => steps.push(Step { command: command.to_owned(), prints: String::new() }),
            (None, Some(more), Some(step)) => step.command.extend(["\n", more]),
            (None, None, Some(step)) => step.prints.extend([line, "\n"]),
            (None, _, None) => panic!("{line} belongs to no command"),
        }
    }
    steps
}

/// The blocks of code of a kind, in order.
fn blocks<'t>(text: &'t str, kind: &str) -> Vec<&'t str> {
    let fence = format!("```{kind}\n");
    text.split(&fence).skip(1).map(|part| part.split("```").next().unwrap()).collect()
}

#[test]
fn the_session_of_the_readme_is_what_happens() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let section = readme.split("\n## A service to test against\n").nth(1).unwrap().split("\n## ").next().unwrap();
    let start = blocks(section, "sh")[0].lines().last().unwrap().split_once("uacc serve ").unwrap().1;
    let folder = Folder::new("session");
    let arguments: Vec<String> =
        start.split(' ').map(|argument| argument.replace("books", folder.0.join("books").to_str().unwrap())).collect();
    let mut server = Server::run(&folder, &arguments.iter().map(String::as_str).collect::<Vec<_>>());

    let steps = steps(&blocks(section, "console").concat());
    assert!(steps.len() > 10);
    let commands: Vec<String> = steps.iter().map(|step| format!("echo '{MARK}'\n{}\n", step.command)).collect();
    let script = commands.concat().replace("127.0.0.1:8080", &server.address);
    symlink(root.join("tests"), folder.0.join("tests")).unwrap();
    let programs = Path::new(env!("CARGO_BIN_EXE_uacc")).parent().unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let ran = Command::new("bash")
        .args(["-euo", "pipefail", "-c", &script])
        .env("PATH", path)
        .current_dir(&folder.0)
        .output()
        .unwrap();
    let (out, err) = (String::from_utf8(ran.stdout).unwrap(), String::from_utf8(ran.stderr).unwrap());
    assert!(ran.status.success(), "{out}{err}");
    let printed: Vec<&str> = out.split(&format!("{MARK}\n")).skip(1).collect();
    assert_eq!(printed.len(), steps.len());
    for (step, printed) in steps.iter().zip(printed) {
        // What is not wrapped in a line of its own ends where the next command begins.
        assert_eq!(printed.trim_end_matches('\n'), step.prints.trim_end_matches('\n'), "{}", step.command);
    }
    server.terminate();
    assert!(server.wait().success());
}

#[test]
fn what_there_is_beside_the_contract_is_told_wherever_the_service_is() {
    let help = Command::new(env!("CARGO_BIN_EXE_uacc")).args(["serve", "--help"]).output().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let kept = ["README.md", "wasm/README.md", "src/service/mod.rs"];
    let texts = kept.map(|file| fs::read_to_string(root.join(file)).unwrap());
    for told in texts.iter().chain([&String::from_utf8(help.stdout).unwrap()]) {
        // In a paragraph a line may end between the two.
        let told = told.replace('\n', " ");
        for control in Control::ALL {
            assert!(told.contains(&format!("{} {}", control.method(), control.path())), "{control:?}: {told}");
        }
    }
}
