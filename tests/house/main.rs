//! Checks the layers: a room uses only rooms on lower floors, a module does not use the root file of its crate, a crate has no modules in higher
//! folders, files do not use each other in cycles, and no room grows unseen. The crates are all of the repository: the library, programs, benchmarks, tests, fuzz targets
//! and build scripts.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may panic"
)]

mod characters;
mod modules;
mod roots;
mod syntax;
mod tokens;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use modules::{Modules, Uses, cycles};
use roots::{crate_roots, files_below};
use syntax::modules_of;

/// Every room with its floor. Rooms on the same floor do not use each other.
const FLOORS: &[(&str, u8)] = &[
    ("source", 1),
    ("value", 2),
    ("endpoint", 2),
    ("report", 3),
    ("json", 3),
    ("xml", 3),
    ("webhook", 3),
    ("archive", 4),
    ("record", 4),
    ("configuration", 5),
    ("transactions", 5),
    ("base_data", 5),
    ("documents", 5),
    ("sheet", 5),
    ("journal", 6),
    ("statement", 6),
    ("continuity", 7),
    ("sandbox", 6),
    ("cross_check", 7),
    ("diff", 6),
    ("dedup", 8),
    ("export", 8),
    ("format", 8),
    ("delivery", 9),
    ("learn", 9),
    ("tables", 9),
    ("certificate", 9),
    ("contract", 10),
    ("scrub", 10),
    ("render", 11),
    ("generate", 11),
    ("service", 12),
    ("guide", 13),
    ("internals", 13),
];

/// Every folder with crates, with its floor. A crate has modules in its own folder and in folders on lower floors only.
const FOLDERS: &[(&str, u8)] = &[
    ("src", 1),
    ("python", 2),
    ("wasm", 2),
    ("benches", 2),
    ("fuzz", 2),
    ("tests", 3),
];

/// Every crate of the repository, by its root file.
static CRATES: LazyLock<BTreeMap<PathBuf, Modules>> = LazyLock::new(read_crates);

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read_crates() -> BTreeMap<PathBuf, Modules> {
    let read = |file: &Path| fs::read_to_string(project().join(file)).ok();
    let with_modules = |root: PathBuf| (root.clone(), Modules::read(&root, &read));
    crate_roots(project())
        .into_iter()
        .map(with_modules)
        .collect()
}

/// Returns the modules of the library, which is the only crate with rooms.
fn library() -> &'static Modules {
    &CRATES[Path::new("src/lib.rs")]
}

/// Returns the room of a file of the library, such as `value` for `src/value/date.rs`. `None` for `src/lib.rs`.
fn room_of(file: &Path) -> Option<&str> {
    let room = file
        .strip_prefix("src")
        .ok()?
        .components()
        .next()?
        .as_os_str()
        .to_str()?;
    Some(room.strip_suffix(".rs").unwrap_or(room)).filter(|room| *room != "lib")
}

/// Returns the room of a file with its floor.
fn floor_of(file: &Path) -> Option<&(&'static str, u8)> {
    FLOORS.iter().find(|(room, _)| room_of(file) == Some(room))
}

/// Returns the folder of a crate's file with its floor.
fn folder_of(file: &Path) -> &(&'static str, u8) {
    let folder = FOLDERS.iter().find(|(folder, _)| file.starts_with(folder));
    folder.unwrap_or_else(|| panic!("the folder of {} has no floor", file.display()))
}

/// Returns whether the crate with this root may have the file as a module.
fn may_have_module(root: &Path, file: &Path) -> bool {
    let (own, floor) = folder_of(root);
    let (folder, below) = folder_of(file);
    own == folder || below < floor
}

/// Returns the characters of code of each room, and of the crates in folders of their own.
fn characters_of_rooms() -> BTreeMap<&'static str, usize> {
    let mut characters = BTreeMap::new();
    let crates = [
        ("src/bin/uacc", "uacc"),
        ("wasm/src", "wasm"),
        ("python/src", "python"),
    ];
    for (root, modules) in CRATES.iter() {
        let own = crates.iter().find(|(folder, _)| root.starts_with(folder));
        for file in modules.uses().keys() {
            let room = match own {
                Some((folder, name)) => file.starts_with(folder).then_some(*name),
                None if root == Path::new("src/lib.rs") => floor_of(file).map(|(room, _)| *room),
                None => None,
            };
            if let Some(room) = room {
                let text = fs::read_to_string(project().join(file)).unwrap();
                *characters.entry(room).or_default() += characters::count(&text);
            }
        }
    }
    characters
}

/// A room may have 2 % or 4,000 characters more than its number. What needs more changes the number in the same commit, where its diff shows it.
#[test]
fn rooms_do_not_grow_unseen() {
    let mut grown = Vec::new();
    let mut numbers = BTreeMap::new();
    for line in include_str!("characters.tsv").lines() {
        let (room, number) = line.split_once('\t').unwrap();
        numbers.insert(room, number.parse::<usize>().unwrap());
    }
    let rooms = characters_of_rooms();
    assert!(
        rooms.keys().eq(numbers.keys()),
        "tests/house/characters.tsv has a line for each room"
    );
    for (room, characters) in &rooms {
        let number = numbers[room];
        if *characters > number + (number / 50).max(4000) {
            grown.push(format!("{room}\t{characters}"));
        }
    }
    assert!(
        grown.is_empty(),
        "rooms have more code than tests/house/characters.tsv allows; make them smaller, or put in the new numbers and say why in the commit:\n{}",
        grown.join("\n")
    );
}

#[test]
fn every_room_has_a_floor() {
    let uses = library().uses();
    let rooms: BTreeSet<&str> = uses.keys().filter_map(|file| room_of(file)).collect();
    assert_eq!(rooms, FLOORS.iter().map(|(room, _)| *room).collect());
}

#[test]
fn rooms_use_lower_floors_only() {
    let mut upward = Vec::new();
    for (file, others) in library().uses_and_reexports() {
        for (other, names) in others {
            match (floor_of(&file), floor_of(&other)) {
                (Some((own, _)), Some((room, _))) if own == room => {}
                (Some((_, own)), Some((_, below))) if below < own => {}
                // `src/lib.rs` is above all rooms.
                (None, _) => {}
                _ => upward.push(format!(
                    "{} uses {names:?} of {}",
                    file.display(),
                    other.display()
                )),
            }
        }
    }
    assert!(
        upward.is_empty(),
        "a room uses only rooms on lower floors:\n{}",
        upward.join("\n")
    );
}

/// Returns a line for each module that uses items of the root file of its crate. The root is above its modules.
fn uses_of_root(root: &Path, uses: &Uses) -> Vec<String> {
    let line =
        |file: &Path, names| format!("{} uses {names:?} of {}", file.display(), root.display());
    uses.iter()
        .filter_map(|(file, others)| Some(line(file, others.get(root)?)))
        .collect()
}

#[test]
fn modules_do_not_use_their_root() {
    let upward =
        |(root, modules): (&PathBuf, &Modules)| uses_of_root(root, &modules.uses_and_reexports());
    let found: BTreeSet<String> = CRATES.iter().flat_map(upward).collect();
    let found = Vec::from_iter(found).join("\n");
    assert!(
        found.is_empty(),
        "modules use the root file of their crate:\n{found}"
    );
}

#[test]
fn modules_are_in_lower_folders_only() {
    let mut upward = Vec::new();
    for (root, modules) in CRATES.iter() {
        let mut files: Vec<PathBuf> = modules.uses().into_keys().collect();
        files.retain(|file| !may_have_module(root, file));
        upward.extend(
            files
                .iter()
                .map(|file| format!("{} is a module of {}", file.display(), root.display())),
        );
    }
    assert!(
        upward.is_empty(),
        "a crate has modules in lower folders only:\n{}",
        upward.join("\n")
    );
}

#[test]
fn files_form_no_cycles() {
    let mut found = BTreeSet::new();
    for modules in CRATES.values() {
        let uses = modules.uses();
        for cycle in cycles(&uses) {
            let mut lines = vec!["a cycle:".to_owned()];
            for file in &cycle {
                for (other, names) in uses[file]
                    .iter()
                    .filter(|(other, _)| cycle.contains(*other))
                {
                    lines.push(format!(
                        "  {} uses {names:?} of {}",
                        file.display(),
                        other.display()
                    ));
                }
            }
            found.insert(lines.join("\n"));
        }
    }
    let found = Vec::from_iter(found).join("\n");
    assert!(
        found.is_empty(),
        "files use each other in a cycle:\n{found}"
    );
}

#[test]
fn every_file_belongs_to_a_crate() {
    let is_source = |file: &PathBuf| {
        let is_rust = file.extension().is_some_and(|extension| extension == "rs");
        is_rust || file.starts_with("src") || file.starts_with("wasm/src")
    };
    let mut files = files_below(project(), Path::new(""));
    files.retain(is_source);
    for modules in CRATES.values() {
        for file in modules.uses().keys() {
            files.remove(file);
        }
    }
    // Modules that are only for unit tests, documentation, and the manifest of the program.
    let known = [
        "src/statement/rule_conditions.rs",
        "src/source/expected_file.rs",
        "src/format/table/profiles/README.md",
        "src/bin/uacc/Cargo.toml",
    ];
    let is_unknown = |file: &PathBuf| !known.iter().any(|known| file == Path::new(known));
    files.retain(|file| {
        is_unknown(file) && file.extension().is_none_or(|extension| extension != "json")
    });
    // A page of the guide belongs to the file that includes it.
    let guide = fs::read_to_string(project().join("src/guide/mod.rs")).unwrap()
        + &fs::read_to_string(project().join("src/lib.rs")).unwrap();
    files.retain(|file| {
        !guide.contains(&format!(
            "{}\")",
            file.file_name().unwrap().to_str().unwrap()
        ))
    });
    assert_eq!(files, BTreeSet::new());
}

#[test]
fn finds_crates_of_all_kinds() {
    for root in [
        "src/lib.rs",
        "src/bin/uacc/main.rs",
        "src/bin/uacc/version.rs",
        "src/build.rs",
        "wasm/src/lib.rs",
        "wasm/bindgen/main.rs",
        "benches/json.rs",
        "benches/messages/main.rs",
        "fuzz/laws/mod.rs",
        "fuzz/targets/values.rs",
        "tests/house/main.rs",
        "tests/library/main.rs",
        "tests/program/main.rs",
    ] {
        assert!(
            CRATES.contains_key(Path::new(root)),
            "{root} is the root of a crate"
        );
    }
}

#[test]
fn lib_rs_defines_nothing() {
    let lib_rs = fs::read_to_string(project().join("src/lib.rs")).unwrap();
    let keywords = [
        "fn ",
        "struct ",
        "enum ",
        "trait ",
        "impl ",
        "const ",
        "static ",
        "macro_rules!",
        "type ",
    ];
    let defined: Vec<&str> = lib_rs
        .lines()
        .map(str::trim_start)
        .filter(|line| !line.starts_with("//"))
        .filter(|line| {
            keywords
                .iter()
                .any(|word| line.trim_start_matches("pub ").starts_with(word))
        })
        .collect();
    assert!(
        defined.is_empty(),
        "lib.rs must only declare modules, but defines {defined:?}"
    );
}

#[test]
fn contributing_lists_the_same_floors() {
    let guide = fs::read_to_string(project().join("CONTRIBUTING.md")).unwrap();
    for (room, floor) in FLOORS {
        let line = guide
            .lines()
            .find(|line| line.starts_with(&format!("| {floor} | ")))
            .unwrap();
        assert!(
            line.contains(&format!("`{room}`")),
            "CONTRIBUTING.md has no `{room}` on floor {floor}"
        );
    }
}

/// The page of the crate has a table of what there is.
#[test]
fn the_front_page_names_every_public_module() {
    let root = fs::read_to_string(project().join("src/lib.rs")).unwrap();
    let front = fs::read_to_string(project().join("src/guide/front.md")).unwrap();
    let modules = root
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let is_named = |module: &&str| {
        let links = [format!("[`{module}`]"), format!("| `{module}` |")];
        links.iter().any(|link| front.contains(link.as_str()))
    };
    let hidden = ["guide", "internals"];
    let missing: Vec<&str> = modules
        .filter(|module| !hidden.contains(module) && !is_named(module))
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn finds_uses_of_the_root() {
    let found = |text: &str| {
        let files = [
            (
                "bench.rs",
                "mod a; mod b; pub use b::B; const SIZE: usize = 1;",
            ),
            ("a.rs", text),
            ("b.rs", ""),
        ];
        uses_of_root(
            Path::new("bench.rs"),
            &modules_of(&files).uses_and_reexports(),
        )
    };
    let upward = ["a.rs uses {\"SIZE\"} of bench.rs"];
    assert_eq!(found("use super::SIZE;"), upward);
    assert_eq!(found("fn f() -> usize { crate::SIZE }"), upward);
    assert_eq!(found("pub(crate) use super::SIZE;"), upward);
    assert_eq!(found("use super::*;"), ["a.rs uses {\"*\"} of bench.rs"]);
    assert_eq!(found("use crate::b::B;"), Vec::<String>::new());
    assert_eq!(
        found("mod nested { use super::SIZE; } const SIZE: usize = 1;"),
        Vec::<String>::new()
    );
}

#[test]
fn folders_have_floors() {
    let may = |root, file| may_have_module(Path::new(root), Path::new(file));
    assert!(may("tests/library/main.rs", "benches/random.rs"));
    assert!(may("benches/messages/main.rs", "benches/comparison.rs"));
    assert!(!may("benches/json.rs", "tests/support/golden.rs"));
    assert!(!may("benches/json.rs", "fuzz/laws/mod.rs"));
    assert!(!may("src/lib.rs", "benches/random.rs"));
}
