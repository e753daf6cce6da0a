//! The house stands: a room imports only rooms on lower floors, and no two rooms import each other.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Every room with its floor. Two rooms on one floor don't know each other.
const FLOORS: &[(&str, u8)] = &[
    ("source", 1),
    ("value", 1),
    ("endpoint", 1),
    ("report", 2),
    ("record", 3),
    ("json", 4),
    ("configuration", 5),
    ("transactions", 5),
    ("base_data", 5),
    ("documents", 5),
    ("bank", 6),
    ("dedup", 6),
    ("sandbox", 6),
    ("contract", 7),
    ("render", 8),
    ("generate", 8),
    ("service", 9),
];

fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    all_below(folder, found);
    found.retain(|file| file.extension().is_some_and(|extension| extension == "rs"));
}

fn all_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all_below(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// The rooms that a source text names after `crate::`, also in a list that goes over several lines.
fn rooms_named_in(text: &str) -> BTreeSet<String> {
    let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    let mut rooms = BTreeSet::new();
    for (at, path) in code.match_indices("crate::") {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|character| character.is_alphanumeric() || character == '_') {
            continue;
        }
        let rest = &code[at + path.len()..];
        let name = |text: &str| -> String {
            text.trim().chars().take_while(|character| character.is_alphanumeric() || *character == '_').collect()
        };
        match rest.strip_prefix('{') {
            Some(list) => rooms.extend(items_of(list).into_iter().map(name)),
            None => drop(rooms.insert(name(rest))),
        }
    }
    rooms
}

/// The items of a list of imports that was just opened, each with what hangs on it.
fn items_of(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut items) = (0, 0, Vec::new());
    for (at, character) in list.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => {
                items.push(&list[start..at]);
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                items.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    items.retain(|item| !item.trim().is_empty());
    items
}

fn room_of(file: &Path) -> Option<String> {
    let inside = file.strip_prefix(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap();
    let first = inside.components().next()?.as_os_str().to_str()?.to_owned();
    (inside.components().count() > 1 && first != "bin").then_some(first)
}

fn imports() -> BTreeMap<String, BTreeMap<String, PathBuf>> {
    let mut files = Vec::new();
    files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    let mut imports: BTreeMap<String, BTreeMap<String, PathBuf>> = BTreeMap::new();
    for file in files {
        let Some(room) = room_of(&file) else { continue };
        for named in rooms_named_in(&fs::read_to_string(&file).unwrap()) {
            if named != room {
                imports.entry(room.clone()).or_default().insert(named, file.clone());
            }
        }
        imports.entry(room).or_default();
    }
    imports
}

#[test]
fn every_room_has_a_floor() {
    let rooms: BTreeSet<String> = imports().into_keys().collect();
    let known: BTreeSet<String> = FLOORS.iter().map(|(room, _)| (*room).to_owned()).collect();
    assert_eq!(rooms.difference(&known).collect::<Vec<_>>(), Vec::<&String>::new(), "rooms without a floor");
}

#[test]
fn rooms_import_downward_only() {
    let floor = |room: &str| FLOORS.iter().find(|(name, _)| *name == room).map(|(_, floor)| *floor);
    let mut upward = Vec::new();
    for (room, named) in imports() {
        for (other, file) in named {
            match (floor(&room), floor(&other)) {
                (Some(own), Some(below)) if below < own => {}
                _ => upward.push(format!("{room} imports {other} in {}", file.display())),
            }
        }
    }
    assert!(upward.is_empty(), "a room imports only rooms on lower floors:\n{}", upward.join("\n"));
}

#[test]
fn nothing_stands_around_in_the_rooms() {
    let mut files = Vec::new();
    all_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    let guide = Path::new("bank/profiles/README.md");
    let belongs = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "rs" || extension == "json");
    files.retain(|file| !belongs(file) && !file.ends_with(guide));
    assert_eq!(files, Vec::<PathBuf>::new());
}

#[test]
fn the_door_defines_nothing() {
    let door = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).unwrap();
    let defining = ["fn ", "struct ", "enum ", "trait ", "impl ", "const ", "static ", "macro_rules!", "type "];
    let defined: Vec<&str> = door
        .lines()
        .map(str::trim_start)
        .filter(|line| !line.starts_with("//"))
        .filter(|line| defining.iter().any(|word| line.trim_start_matches("pub ").starts_with(word)))
        .collect();
    assert!(defined.is_empty(), "lib.rs defines nothing, yet holds {defined:?}");
}

#[test]
fn the_reading_of_imports_itself_works() {
    let text = "use crate::value::Date;\nuse crate::{json, record::Field};\nlet x = crate::report::Rule;\n// crate::bank\nmy_crate::other\nuse crate::{\n    source::{Span, line_at},\n    bank,\n};";
    let rooms: Vec<String> = rooms_named_in(text).into_iter().collect();
    assert_eq!(rooms, ["bank", "json", "record", "report", "source", "value"]);
}
