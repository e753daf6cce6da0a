//! The help of the program, and the completions and man pages that are written from the same arguments.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value;

use crate::folder::Folder;
use crate::process::{program, uacc};

/// Returns the commands that the help of a command lists.
fn subcommands(path: &[&str]) -> Vec<String> {
    let help = uacc(&[path, &["-h"]].concat(), b"").stdout;
    let listed = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty());
    // The descriptions of commands are indented more.
    let names = listed
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next());
    names
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

/// Returns the paths of all commands, such as `["store", "check"]`, and of the program itself.
fn commands() -> Vec<Vec<String>> {
    let mut found = vec![Vec::new()];
    let mut next = 0;
    while let Some(path) = found.get(next).cloned() {
        let names: Vec<&str> = path.iter().map(String::as_str).collect();
        found.extend(
            subcommands(&names)
                .into_iter()
                .map(|name| [&*path, &[name]].concat()),
        );
        next += 1;
    }
    found
}

/// Returns the long options that a text names at the starts of lines, as help does.
fn options(help: &str) -> BTreeSet<String> {
    let names = help
        .lines()
        .map(str::trim_start)
        .filter(|line| line.starts_with('-'));
    let long = names.filter_map(|line| {
        line.split([' ', ',', '=', '.'])
            .find(|word| word.starts_with("--"))
    });
    long.map(str::to_owned).collect()
}

#[test]
fn the_program_has_the_options_and_commands_that_hints_name() {
    let mut known = BTreeSet::new();
    for path in commands() {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        known.insert(path.join(" "));
        known.extend(options(
            &uacc(&[&path[..], &["--help"]].concat(), b"").stdout,
        ));
    }
    let mut count = 0;
    let hints: BTreeMap<String, Value> =
        serde_json::from_str(include_str!("../../src/bin/uacc/hints.json")).unwrap();
    for (rule, texts) in hints {
        let hint = texts.as_str().or_else(|| texts["en"].as_str()).unwrap();
        let options = hint.split([' ', ',', ';']);
        let options = options.filter(|word| word.starts_with("--"));
        let commands = hint.split("`uacc ").skip(1);
        let commands = commands.map(|rest| rest.split(['`', ' ']).next().unwrap());
        for name in options.chain(commands) {
            assert!(known.contains(name), "{rule}: there is no {name}");
            count += 1;
        }
    }
    assert!(count > 20, "{count}");
}

#[test]
fn every_command_lists_its_exit_statuses() {
    for path in commands() {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        let (short, long) = (
            uacc(&[&*path, &["-h"]].concat(), b""),
            uacc(&[&*path, &["--help"]].concat(), b""),
        );
        assert_eq!((short.status, long.status), (0, 0), "{path:?}");
        let statuses: Vec<&str> = long
            .stdout
            .lines()
            .skip_while(|line| *line != "Exit status:")
            .skip(1)
            .collect();
        let numbers: Vec<&str> = statuses.iter().filter_map(|line| line.get(..5)).collect();
        assert!(
            numbers
                .iter()
                .filter(|start| ["  0  ", "  1  ", "  2  "].contains(start))
                .count()
                == 3,
            "{path:?}: {statuses:?}"
        );
        assert!(!short.stdout.contains("Exit status"), "{path:?}");
        assert!(long.stdout.len() > short.stdout.len(), "{path:?}");
        assert_eq!(options(&short.stdout), options(&long.stdout), "{path:?}");
    }
    let diff = uacc(&["diff", "--help"], b"").stdout;
    assert!(
        diff.contains("\n  1  something changes; with --max-removed, more than that is removed\n"),
        "{diff}"
    );
    let convert = uacc(&["convert", "-h"], b"").stdout;
    assert!(
        convert.contains("Write to this file instead of standard output\n"),
        "{convert}"
    );
    assert!(!convert.contains("Can be repeated"), "{convert}");
}

/// A build for release, such as `cargo test --release`, adds the commit.
#[test]
fn the_version_is_that_of_the_package() {
    let run = uacc(&["--version"], b"");
    let version = concat!("uacc ", env!("CARGO_PKG_VERSION"));
    assert_eq!(
        (run.status, run.stdout.as_str()),
        (0, uacc(&["-V"], b"").stdout.as_str())
    );
    let commit = run.stdout.strip_prefix(version).unwrap().trim_end();
    assert!(
        commit.is_empty() || (!cfg!(debug_assertions) && commit.len() == " (a49a09e8c1d2)".len()),
        "{}",
        run.stdout
    );
}

#[test]
fn every_command_has_a_man_page_with_all_its_options() {
    let folder = Folder::new("man");
    let pages = folder.path().join("man1");
    for _ in 0..2 {
        let run = program(&["man", pages.to_str().unwrap()])
            .env("SOURCE_DATE_EPOCH", "86400")
            .output()
            .unwrap();
        assert_eq!(
            (run.status.code(), run.stdout, run.stderr),
            (Some(0), Vec::new(), Vec::new())
        );
    }
    let mut expected = BTreeSet::new();
    for path in commands() {
        let name = format!("{}.1", [&["uacc".to_owned()], &*path].concat().join("-"));
        let page = fs::read_to_string(pages.join(&name))
            .unwrap()
            .replace("\\-", "-")
            .replace("\\fB", "\n");
        let names: Vec<&str> = path.iter().map(String::as_str).collect();
        let help = uacc(&[&*names, &["--help"]].concat(), b"").stdout;
        for option in options(&help) {
            assert!(
                page.contains(&format!("\n{option}\\fR")),
                "{name} lacks {option}"
            );
        }
        let title = format!(
            ".TH {} 1 1970-01-02 ",
            name.trim_end_matches(".1").to_uppercase()
        );
        assert!(
            page.contains(&title) && page.contains("\n.SH \"EXIT STATUS\"\n"),
            "{page}"
        );
        expected.insert(name);
    }
    let written = fs::read_dir(&pages)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(written.collect::<BTreeSet<_>>(), expected);
    let run = uacc(&["man", "-"], b"");
    assert_eq!(
        (run.status, run.stderr.as_str()),
        (
            2,
            "error: man pages are several files; name a folder for them\n"
        )
    );
}

#[test]
fn completions_know_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let run = uacc(&["completions", shell], b"");
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{shell}");
        for path in commands() {
            let name = path.last().map_or("uacc", String::as_str);
            assert!(run.stdout.contains(name), "{shell} lacks {name}");
        }
        for option in ["lang", "split-batches"] {
            assert!(run.stdout.contains(option), "{shell} lacks --{option}");
        }
    }
}
