//! Kills, full disks, two imports at once, and files that are no stores.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Instant;

use serde_json::Value;

use super::{SAMPLE, counts, import, payload, statement, store};
use crate::folder::Folder;
use crate::process::{program, uacc};
use crate::project::in_project;

#[test]
fn a_foreign_or_damaged_store_is_rejected_and_unchanged() {
    let folder = Folder::new("refuses");
    let books = store(&folder);
    import(&books, &[SAMPLE]);
    let mut damaged = fs::read(&books).unwrap();
    let text = damaged
        .windows(13)
        .position(|window| window == b"transactionId")
        .unwrap();
    damaged[text + 20] ^= 1;
    for (name, bytes, message) in [
        (
            "a.csv",
            fs::read(in_project(SAMPLE)).unwrap(),
            "this file is no store of universal-accounting and was left as it is; name another one, or one that doesn't exist yet",
        ),
        (
            "empty",
            Vec::new(),
            "this file is no store of universal-accounting and was left as it is; name another one, or one that doesn't exist yet",
        ),
        (
            "damaged",
            damaged,
            "this store is damaged, and nothing was imported; put a copy from before the damage in its place",
        ),
    ] {
        let path = folder.file(name, &bytes);
        for more in [&[][..], &["--dry-run"]] {
            let run = import(&path, &[&[SAMPLE], more].concat());
            assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{name}");
            assert!(
                run.stderr.ends_with(&format!("error: {path}: {message}\n")),
                "{name}: {}",
                run.stderr
            );
            assert_eq!(fs::read(&path).unwrap(), bytes, "{name}");
        }
    }
    let run = import(folder.path().join("no/folder").to_str().unwrap(), &[SAMPLE]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("check its folder"), "{}", run.stderr);
}

/// Reading from a pipe could block forever.
#[test]
fn a_pipe_is_rejected_as_a_store() {
    let folder = Folder::new("pipe");
    let pipe = store(&folder);
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(import(&pipe, &[SAMPLE]).status, 2);
}

#[test]
fn concurrent_imports_wait_for_each_other() {
    let folder = Folder::new("at-once");
    let store = store(&folder);
    let parts: Vec<String> = (0..4)
        .map(|part| {
            folder.file(
                &format!("{part}.json"),
                payload(part * 50..part * 50 + 100).as_bytes(),
            )
        })
        .collect();
    let new: u64 = thread::scope(|scope| {
        let runs: Vec<_> = parts
            .iter()
            .map(|part| scope.spawn(|| counts(&store, &[part])))
            .collect();
        runs.into_iter().map(|run| run.join().unwrap()[1]).sum()
    });
    assert_eq!(new, 250);
    assert_eq!(
        counts(
            &store,
            &[&folder.file("all.json", payload(0..250).as_bytes())]
        ),
        [250, 0, 0]
    );
}

fn start(store: &str, path: &str) -> Child {
    program(&["import", path, "--store", store, "--format", "json"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Returns how many statements a store remembers.
fn remembered(store: &str) -> usize {
    let run = uacc(&["store", "info", store, "--format", "json"], b"");
    let info: Value = serde_json::from_str(&run.stdout).unwrap();
    let count = info["stores"][0]["accounts"][0]["statements"].as_u64();
    usize::try_from(count.unwrap()).unwrap()
}

/// Kills imports at different times. Acknowledged imports must be in the store, and each statement must be imported and remembered completely or not at all.
fn kill(times: usize) {
    const SIZE: u64 = 200;
    let folder = Folder::new(&format!("killed-{times}"));
    let store = store(&folder);
    let path = |number: usize| folder.file(&format!("{number}.sta"), statement(number).as_bytes());
    let begun = Instant::now();
    assert!(start(&store, &path(0)).wait().unwrap().success());
    // The shortest time of an import so far. Imports that end before their kill shorten it, so that most are killed on a busy machine too.
    let mut shortest = begun.elapsed();
    let (mut acknowledged, mut killed, mut number): (Vec<usize>, usize, usize) = (vec![0], 0, 1);
    while killed < times {
        let statement = path(number);
        let begun = Instant::now();
        let mut child = start(&store, &statement);
        if number % 10 == 0 {
            // Every tenth import is not killed, so that there is data that could be lost.
            assert!(child.wait().unwrap().success());
        }
        // Varies the time of the kill over the whole run.
        thread::sleep(shortest * u32::try_from(number * 37 % 101).unwrap() / 90);
        let was_running = child.try_wait().unwrap().is_none();
        if !was_running {
            shortest = shortest.min(begun.elapsed());
        }
        child.kill().unwrap();
        let out = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
        killed += usize::from(was_running);
        if out.ends_with("}\n") {
            acknowledged.push(number);
        }
        number += 1;
        assert!(number < times * 4, "most runs should be killed");
    }
    let files: Vec<String> = (0..number).map(path).collect();
    let mut whole = 0;
    for (number, file) in files.iter().enumerate() {
        match counts(&store, &[file, "--dry-run"]) {
            [0, SIZE, 0] if !acknowledged.contains(&number) => {}
            [SIZE, 0, 0] => whole += 1,
            torn => panic!(
                "statement {number} (acknowledged: {}): {torn:?}",
                acknowledged.contains(&number)
            ),
        }
    }
    assert_eq!(remembered(&store), whole);
    let all: Vec<&str> = files.iter().map(String::as_str).collect();
    let [existing, new, errors] = counts(&store, &all);
    let sent = SIZE * u64::try_from(number).unwrap();
    assert_eq!((existing + new, errors), (sent, 0));
    assert_eq!(counts(&store, &all), [sent, 0, 0]);
    assert_eq!(remembered(&store), number);
}

#[test]
fn a_kill_loses_no_acknowledged_import() {
    kill(12);
}

#[test]
#[ignore = "takes a minute; tests/full runs it"]
fn two_hundred_kills_lose_no_acknowledged_import() {
    kill(200);
}

/// Simulates a full disk with a limit on the size of files.
#[test]
fn a_full_disk_leaves_the_store_unchanged() {
    let folder = Folder::new("full");
    let store = store(&folder);
    import(&store, &[SAMPLE]);
    let many = folder.file("many.json", payload(0..20_000).as_bytes());
    let kilobytes = fs::metadata(&store).unwrap().len() / 512 + 64;
    let limited = format!(
        "trap '' XFSZ; ulimit -f {kilobytes}; exec '{}' import '{many}' --store '{store}'",
        env!("CARGO_BIN_EXE_uacc")
    );
    let run = Command::new("sh").args(["-c", &limited]).output().unwrap();
    let message = String::from_utf8(run.stderr).unwrap();
    assert_eq!(run.status.code(), Some(2), "{message}");
    assert!(
        message.contains(&format!(
            "error: {store}: the store can't be read or written: "
        )),
        "{message}"
    );
    assert_eq!(counts(&store, &[SAMPLE]), [4, 0, 0]);
    assert_eq!(counts(&store, &[&many]), [0, 20_000, 0]);
}
