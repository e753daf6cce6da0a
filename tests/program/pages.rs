//! The README and the guides show real outputs: every session in them is run, and every output is compared. `BLESS=1` rewrites the outputs.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use universal_accounting::contract;
use universal_accounting::format::Profile;

use crate::folder::Folder;
use crate::project::in_project;
use crate::serve::server::Server;

/// Separates the outputs of the commands.
const SEPARATOR: &str = "-- the next command --";

/// A command of a session with the output that the page shows.
struct Step {
    command: String,
    output: String,
}

/// Parses a session: `$` begins a command, `>` continues it, and every other line is output.
fn steps(session: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for line in session.lines() {
        match (
            line.strip_prefix("$ "),
            line.strip_prefix("> "),
            steps.last_mut(),
        ) {
            (Some(command), ..) => steps.push(Step {
                command: command.to_owned(),
                output: String::new(),
            }),
            (None, Some(more), Some(step)) => step.command.extend(["\n", more]),
            (None, None, Some(step)) => step.output.extend([line, "\n"]),
            (None, _, None) => panic!("{line} belongs to no command"),
        }
    }
    steps
}

/// Returns the sessions of a page: its blocks of code of the kind `console`.
fn sessions(page: &str) -> Vec<&str> {
    page.split("```console\n")
        .skip(1)
        .map(|part| part.split_once("```").unwrap().0)
        .collect()
}

/// Runs the commands of all sessions of a page in one shell, and returns what each printed to standard output and standard error.
fn outputs(steps: &[Step], folder: &Path) -> Vec<String> {
    let commands: Vec<String> = steps
        .iter()
        .map(|step| format!("echo '{SEPARATOR}'\n{}\n", step.command))
        .collect();
    let programs = Path::new(env!("CARGO_BIN_EXE_uacc")).parent().unwrap();
    let ran = Command::new("bash")
        .args(["-uc", &format!("exec 2>&1\n{}", commands.concat())])
        .env("LC_ALL", "C.UTF-8")
        .env(
            "PATH",
            format!("{}:{}", programs.display(), std::env::var("PATH").unwrap()),
        )
        .current_dir(folder)
        .output()
        .unwrap();
    let printed = String::from_utf8(ran.stdout).unwrap();
    let outputs: Vec<String> = printed
        .split(&format!("{SEPARATOR}\n"))
        .skip(1)
        .map(str::to_owned)
        .collect();
    assert_eq!(outputs.len(), steps.len(), "{printed}");
    outputs
}

/// Writes the sessions again with other outputs.
fn with_outputs(page: &str, mut outputs: impl Iterator<Item = String>) -> String {
    let mut written = page.to_owned();
    for session in sessions(page) {
        let mut blessed = String::new();
        for step in steps(session) {
            blessed.extend([
                "$ ",
                &step.command.replace('\n', "\n> "),
                "\n",
                &outputs.next().unwrap(),
            ]);
            if !blessed.ends_with('\n') {
                blessed.push('\n');
            }
        }
        written = written.replacen(session, &blessed, 1);
    }
    written
}

/// Compares the sessions of a page, a path from the top folder, with the real outputs. `address` replaces the default address of the page.
fn compare_sessions(page: &str, folder: &Folder, address: Option<&str>) {
    symlink(in_project("tests"), folder.path().join("tests")).unwrap();
    fs::copy(
        in_project("tests/messages/readme.json"),
        folder.path().join("payload.json"),
    )
    .unwrap();
    let path = in_project(page);
    let text = fs::read_to_string(&path).unwrap();
    let default = "127.0.0.1:8080";
    let of_page: Vec<Step> = sessions(&text).into_iter().flat_map(steps).collect();
    assert!(!of_page.is_empty(), "{page} has no session");
    let run: Vec<Step> = of_page
        .iter()
        .map(|step| Step {
            command: step.command.replace(default, address.unwrap_or(default)),
            output: String::new(),
        })
        .collect();
    let outputs = outputs(&run, folder.path());
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, with_outputs(&text, outputs.into_iter())).unwrap();
        return;
    }
    for (step, output) in of_page.iter().zip(outputs) {
        // An output that doesn't end its line ends where the next command begins.
        assert_eq!(
            output.trim_end_matches('\n'),
            step.output.trim_end_matches('\n'),
            "{page}: {}",
            step.command
        );
    }
}

/// Continuous integration runs both blocks as written.
#[test]
fn the_readme_begins_with_what_a_fresh_machine_needs() {
    let readme = fs::read_to_string(in_project("README.md")).unwrap();
    let blocks: Vec<&str> = readme.split("\n```").skip(1).step_by(2).collect();
    assert!(blocks[0].starts_with("sh\ncargo run "), "{}", blocks[0]);
    assert_eq!(blocks[1], "sh\ntests/run");
    let lines = readme.lines().count();
    assert!(lines <= 160, "the README has {lines} lines, more than 160");
}

#[test]
fn the_readme_shows_real_outputs() {
    compare_sessions("README.md", &Folder::new("page-readme"), None);
}

#[test]
fn the_guide_to_the_program_shows_real_outputs() {
    compare_sessions("src/guide/program.md", &Folder::new("page-program"), None);
}

#[test]
fn the_guide_to_tables_shows_real_outputs() {
    compare_sessions("src/guide/tables.md", &Folder::new("page-tables"), None);
}

#[test]
fn the_guide_to_updates_shows_real_outputs() {
    compare_sessions("src/guide/updates.md", &Folder::new("page-updates"), None);
}

#[test]
fn the_recipes_show_real_outputs() {
    compare_sessions("src/guide/books.md", &Folder::new("page-books"), None);
}

#[test]
fn the_guide_to_statements_shows_real_outputs() {
    compare_sessions(
        "src/guide/statements.md",
        &Folder::new("page-statements"),
        None,
    );
}

#[test]
fn the_guide_to_journals_shows_real_outputs() {
    compare_sessions("src/guide/journals.md", &Folder::new("page-journals"), None);
}

#[test]
fn the_guide_to_imports_shows_real_outputs() {
    compare_sessions("src/guide/imports.md", &Folder::new("page-imports"), None);
}

#[test]
fn the_guide_to_the_service_shows_real_outputs() {
    let folder = Folder::new("page-service");
    let page = fs::read_to_string(in_project("src/guide/service.md")).unwrap();
    let start = page
        .lines()
        .find_map(|line| line.strip_prefix("uacc serve "))
        .unwrap();
    let books = folder.path().join("books");
    let arguments: Vec<String> = start
        .split(' ')
        .map(|argument| argument.replace("books", books.to_str().unwrap()))
        .collect();
    let mut server = Server::run(
        &folder,
        &arguments.iter().map(String::as_str).collect::<Vec<_>>(),
    );
    compare_sessions("src/guide/service.md", &folder, Some(&server.address));
    server.terminate();
    assert!(server.wait().success());
}

/// Every file in Markdown, and every link in it that leads into the repository.
#[test]
fn every_link_of_a_page_leads_to_a_file() {
    let mut broken = Vec::new();
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for target in links(&text) {
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let leads_to = if file.is_empty() {
                page.clone()
            } else {
                page.parent().unwrap().join(file)
            };
            let found = match fs::read_to_string(&leads_to) {
                Ok(text) => anchor.is_empty() || anchors(&text).any(|known| known == anchor),
                Err(_) => leads_to.is_dir() && anchor.is_empty(),
            };
            if !found {
                broken.push(format!("{}: {target}", page.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// Where a page says how many formats, rules or countries there are, it says the number, or one that is a little less.
#[test]
fn every_count_of_a_page_is_right() {
    let formats: Vec<Profile> = Profile::built_in().collect();
    let countries: BTreeSet<&str> = formats.iter().map(Profile::country).collect();
    let counts = [
        ("formats of tables", formats.len()),
        ("formats of CSV exports", formats.len()),
        ("countries", countries.len()),
        ("rules", contract::rules().count()),
    ];
    let mut found = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for (name, count) in counts {
            for (at, _) in text.match_indices(&format!(" {name}")) {
                let before = &text[..at];
                let number = &before[before
                    .trim_end_matches(|digit: char| digit.is_ascii_digit())
                    .len()..];
                // Fewer than twenty are some of them.
                if let Ok(stated) = number.parse::<usize>()
                    && stated >= 20
                {
                    let is_near = stated <= count && stated * 10 >= count * 9;
                    assert!(is_near, "{}: {number} {name}, not {count}", page.display());
                    found += 1;
                }
            }
        }
    }
    assert!(found >= 6, "{found}");
}

/// The Markdown files of the repository.
fn pages() -> Vec<PathBuf> {
    let listed = Command::new("git")
        .args(["ls-files", "*.md"])
        .current_dir(in_project(""))
        .output()
        .unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    let pages: Vec<PathBuf> = listed
        .lines()
        .map(in_project)
        .filter(|page| page.exists())
        .collect();
    assert!(pages.len() > 10, "git lists {} pages", pages.len());
    pages
}

/// Returns the targets of the links that lead into the repository, inline or in a definition. Paths of Rust items, as on the front page, are checked by rustdoc.
fn links(page: &str) -> impl Iterator<Item = &str> {
    let inline = page
        .split("](")
        .skip(1)
        .filter_map(|part| part.split_once(')'))
        .map(|(target, _)| target);
    let defined = page
        .lines()
        .filter(|line| line.starts_with('['))
        .filter_map(|line| Some(line.split_once("]: ")?.1));
    inline.chain(defined).filter(|target| {
        !target.contains("::")
            && !target.contains("://")
            && !target.contains(['@', ' '])
            && !target.is_empty()
    })
}

/// The anchors of a page's headings, as code hosts make them.
fn anchors(page: &str) -> impl Iterator<Item = String> {
    page.lines()
        .filter_map(|line| line.strip_prefix('#'))
        .map(|heading| {
            let heading = heading.trim_start_matches('#').trim().to_lowercase();
            let kept = heading
                .chars()
                .filter(|character| character.is_alphanumeric() || " -_".contains(*character));
            kept.map(|character| if character == ' ' { '-' } else { character })
                .collect()
        })
}
