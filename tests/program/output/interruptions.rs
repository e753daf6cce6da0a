//! Full disks, closed pipes and signals.

use std::fs::{self, OpenOptions};
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Output, Stdio};

use super::{PARTS, SPELLING, UBS, large_statement, shell, stderr_of};
use crate::folder::{Folder, names};
use crate::process::program;
use crate::project::in_project;

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_behind_standard_output_is_an_error() {
    for arguments in [
        &["convert", UBS][..],
        &["convert", UBS, "-o", "-"],
        &["convert", UBS, "--to", "csv"],
        &[
            "check",
            "transactions",
            "tests/messages/payload.json",
            "--format",
            "json",
        ],
        &["normalize", "base-data", SPELLING],
        &["banks"],
        &["explain", "amount-zero"],
        &["schema", "base-data"],
        &["--help"],
        &["convert", "--help"],
        &["--version"],
    ] {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let run = program(arguments).stdout(full).output().unwrap();
        assert_eq!(run.status.code(), Some(2), "{arguments:?}");
        assert!(
            stderr_of(&run).contains("error: standard output can't be written whole: "),
            "{}",
            stderr_of(&run)
        );
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    let folder = Folder::new("pipe");
    let statement = folder.file("statement.csv", large_statement().as_bytes());
    let payload = folder.file(
        "payload.json",
        &program(&["convert", &statement]).output().unwrap().stdout,
    );
    for arguments in [
        &["convert", &statement][..],
        &["convert", &statement, "-o", "/dev/stdout"],
        &["convert", &statement, "--to", "csv"],
        &["normalize", "transactions", &payload],
        &["rules", "--format", "json"],
        &["convert", "--help"],
    ] {
        let mut child = program(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut few = [0; 10];
        child.stdout.take().unwrap().read_exact(&mut few).unwrap();
        let run = child.wait_with_output().unwrap();
        assert_eq!(
            run.status.code(),
            Some(0),
            "{arguments:?}: {}",
            stderr_of(&run)
        );
        assert!(
            !stderr_of(&run).contains("rror:") && !stderr_of(&run).contains("panic"),
            "{}",
            stderr_of(&run)
        );
    }
}

/// Simulates a full disk with a limit on the size of files. No unfinished file is left behind.
#[test]
fn a_full_disk_leaves_the_output_file_unchanged() {
    let folder = Folder::new("no-room");
    let statement = folder.file("statement.csv", large_statement().as_bytes());
    let out = folder.file("out.json", b"of an earlier run\n");
    let payload = folder.file(
        "payload.json",
        &program(&["convert", &statement]).output().unwrap().stdout,
    );
    for arguments in [
        &["convert", &statement][..],
        &["convert", &statement, "--to", "csv"],
        &["convert", &statement, "--format", "json"],
        &["normalize", "transactions", &payload],
        &["normalize", "transactions", &payload, "--format", "json"],
    ] {
        let arguments = [arguments, &["-o", &out]].concat();
        let run = shell("trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"", &arguments);
        assert_eq!(run.status.code(), Some(2), "{}", stderr_of(&run));
        assert!(
            stderr_of(&run).contains(&format!("error: {out} can't be written: ")),
            "{}",
            stderr_of(&run)
        );
        assert_eq!(fs::read(&out).unwrap(), b"of an earlier run\n");
        assert_eq!(
            names(folder.path()),
            ["out.json", "payload.json", "statement.csv"]
        );
    }
}

/// If the disk has space for only some of the files, none is written.
#[test]
#[cfg(target_os = "linux")]
#[ignore = "needs the permission to mount a file system; tests/full runs it"]
fn several_files_are_written_to_a_small_disk_all_or_none() {
    let folder = Folder::new("tiny-disk");
    let statement = folder.file("statement.csv", large_statement().as_bytes());
    fs::create_dir(folder.path().join("disk")).unwrap();
    let script = format!(
        "mount -t tmpfs -o size=64k disk '{0}' || exit 99
        '{1}' convert '{statement}' --batch 100 -o '{0}/out.json'; echo $?; ls -A '{0}'
        '{1}' convert {UBS} --batch 1 -o '{0}/out.json'; echo $?; ls -A '{0}'",
        folder.path_to("disk"),
        env!("CARGO_BIN_EXE_uacc")
    );
    let root = ["--user", "--map-root-user", "--mount", "sh", "-c", &script];
    let run = Command::new("unshare")
        .args(root)
        .current_dir(in_project(""))
        .output()
        .unwrap();
    let message = stderr_of(&run);
    assert!(run.status.success(), "{message}");
    assert!(
        message.contains("/disk/out-0001.json can't be written: ")
            || message.contains("/disk/out-000"),
        "{message}"
    );
    assert!(message.contains("No space left on device"), "{message}");
    let out = String::from_utf8(run.stdout).unwrap();
    assert_eq!(
        out,
        "2\n0\nout-0001.json\nout-0002.json\nout-0003.json\nout-0004.json\n"
    );
}

/// Starts a run that writes many files, and sends a signal as soon as the first file is being written. Returns the names in the folder and the output of
/// the run, or `None` if the run ended before the signal. `start` is a shell prefix of the command.
fn signalled(signal: &str, start: &str) -> Option<(Vec<String>, Output)> {
    let folder = Folder::new(&format!("signal-{signal}-{}", start.len()));
    let statement = folder.file("statement.csv", large_statement().as_bytes());
    let out = folder.path_to("out.json");
    let line = format!(
        "{start} '{}' convert '{statement}' --batch 1 -o '{out}'",
        env!("CARGO_BIN_EXE_uacc")
    );
    let mut child = Command::new("sh")
        .args(["-c", &line])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while child.try_wait().unwrap().is_none() && names(folder.path()).len() == 1 {}
    let is_running = child.try_wait().unwrap().is_none();
    let kill = format!("kill -s {signal} {}", child.id());
    Command::new("sh").args(["-c", &kill]).output().unwrap();
    let run = child.wait_with_output().unwrap();
    fs::remove_file(statement).unwrap();
    is_running.then(|| (names(folder.path()), run))
}

/// Repeats a signalled run until the signal ends it, because the signal can arrive too late.
fn interrupted(signal: &str, number: i32) -> (Vec<String>, Output) {
    // The process that starts the tests may ignore signals, as `nohup` does.
    let start = if cfg!(target_os = "linux") {
        "exec env --default-signal"
    } else {
        "exec"
    };
    let ended = (0..50)
        .filter_map(|_| signalled(signal, start))
        .find(|(_, run)| run.status.signal() == Some(number));
    ended.unwrap_or_else(|| panic!("SIG{signal} ended none of fifty runs"))
}

#[test]
fn an_interrupt_leaves_all_files_or_none() {
    // The run ends by the signal, so that a script that calls it ends too.
    for (signal, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        let (names, run) = interrupted(signal, number);
        assert!(
            names.len() == PARTS || names.is_empty(),
            "{} files",
            names.len()
        );
        assert!(!names.iter().any(|name| name.ends_with("unfinished")));
        assert!(
            names.len() == PARTS || stderr_of(&run).ends_with("interrupted: no file was written\n"),
            "{}",
            stderr_of(&run)
        );
    }
}

#[test]
#[cfg(target_os = "linux")]
fn ignored_signals_stay_ignored() {
    for signal in ["INT", "TERM", "HUP"] {
        let ignoring = format!("trap '' {signal}; exec");
        let (names, run) = (0..50).find_map(|_| signalled(signal, &ignoring)).unwrap();
        assert_eq!(
            (run.status.code(), names.len()),
            (Some(0), PARTS),
            "{}",
            stderr_of(&run)
        );
    }
}

/// SIGKILL can't be handled, so unfinished files stay, but their names say what they are.
#[test]
fn a_kill_leaves_no_incomplete_file() {
    let (names, _) = interrupted("KILL", 9);
    let whole = names
        .iter()
        .filter(|name| !name.ends_with(".unfinished"))
        .count();
    assert!(
        whole == PARTS || whole == 0 || names.len() == PARTS,
        "{whole} of {} files",
        names.len()
    );
    for name in names.iter().filter(|name| name.ends_with(".unfinished")) {
        assert!(
            name.starts_with("out-0") && name.contains(".json."),
            "{name}"
        );
    }
}
