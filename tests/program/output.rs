//! Output files are written completely or not at all: full disks, interrupts, closed pipes, and existing files.

use std::fmt::Write;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::Read;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::folder::Folder;
use crate::process::{Run, program, uacc};

const UBS: &str = "tests/bank/ubs-account/2022-11-de.csv";
const SPELLING: &str = "tests/messages/spelling.json";

/// The user id of `nobody`.
const NOBODY: u32 = 65534;

/// How many files the large statement is split into with `--batch 1`.
const PARTS: usize = 600;

fn large_statement() -> String {
    let mut statement = "IBAN:;CH93 0076 2011 6238 5295 7;\n\n\
        Abschlussdatum;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3\n"
        .to_owned();
    for number in 0..PARTS {
        let text = "Muster ".repeat(40);
        writeln!(
            statement,
            "2026-03-29;2026-03-31;2026-03-29;CHF;-98.45;;;99{number:05};{text};Zahlung;"
        )
        .unwrap();
    }
    statement
}

/// Returns the names in a folder, sorted.
fn names(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(folder.path()).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn path(folder: &Folder, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_owned()
}

/// Runs a shell command, in which `$0` is the program and `$@` are the arguments.
fn shell(line: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new("sh");
    command
        .args(["-c", line, env!("CARGO_BIN_EXE_uacc")])
        .args(arguments);
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn stderr_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

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
            names(&folder),
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
        path(&folder, "disk"),
        env!("CARGO_BIN_EXE_uacc")
    );
    let root = ["--user", "--map-root-user", "--mount", "sh", "-c", &script];
    let run = Command::new("unshare")
        .args(root)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
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
    let out = path(&folder, "out.json");
    let line = format!(
        "{start} '{}' convert '{statement}' --batch 1 -o '{out}'",
        env!("CARGO_BIN_EXE_uacc")
    );
    let mut child = Command::new("sh")
        .args(["-c", &line])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while child.try_wait().unwrap().is_none() && names(&folder).len() == 1 {}
    let is_running = child.try_wait().unwrap().is_none();
    let kill = format!("kill -s {signal} {}", child.id());
    Command::new("sh").args(["-c", &kill]).output().unwrap();
    let run = child.wait_with_output().unwrap();
    fs::remove_file(statement).unwrap();
    is_running.then(|| (names(&folder), run))
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

#[test]
fn a_directory_is_rejected_as_output() {
    let folder = Folder::new("directory");
    let directory = folder.path().to_str().unwrap();
    let run = uacc(&["convert", UBS, "-o", directory], b"");
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains(&format!(
        "error: {directory} can't be written: it is a directory; name a file in it"
    )));

    fs::create_dir(folder.path().join("out-0003.json")).unwrap();
    let run = uacc(
        &[
            "convert",
            UBS,
            "--batch",
            "1",
            "-o",
            &path(&folder, "out.json"),
        ],
        b"",
    );
    assert_eq!(run.status, 2);
    assert!(
        run.stderr
            .contains("out-0003.json can't be written: it is a directory"),
        "{}",
        run.stderr
    );
    assert_eq!(names(&folder), ["out-0003.json"]);

    let run = uacc(
        &[
            "normalize",
            "base-data",
            SPELLING,
            "-o",
            &path(&folder, "none/out.json"),
        ],
        b"",
    );
    assert_eq!(run.status, 2);
    assert!(
        run.stderr
            .contains("none/out.json can't be written: its folder does not exist; create it first"),
        "{}",
        run.stderr
    );
}

/// Root may write everything, so root runs the program as `nobody`.
#[test]
fn files_without_write_permission_are_unchanged() {
    let folder = Folder::new("rights");
    let (statement, program) = (path(&folder, "statement.csv"), path(&folder, "uacc"));
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(UBS), &statement).unwrap();
    // Another process copies it: a program can't start while this process or a child of another test has its file open for writing.
    assert!(
        Command::new("cp")
            .args([env!("CARGO_BIN_EXE_uacc"), &program])
            .status()
            .unwrap()
            .success()
    );
    let (file, new) = (
        folder.file("out.json", b"mine\n"),
        path(&folder, "new.json"),
    );
    let convert = |out: &str| {
        let mut command = Command::new(&program);
        command
            .args(["convert", &statement, "-o", out])
            .current_dir(folder.path());
        if fs::metadata(folder.path()).unwrap().uid() == 0 {
            command.uid(NOBODY).gid(NOBODY);
        }
        command.output().unwrap()
    };
    fs::set_permissions(&file, Permissions::from_mode(0o444)).unwrap();
    for rights in [0o555, 0o755] {
        fs::set_permissions(folder.path(), Permissions::from_mode(rights)).unwrap();
        let run = convert(&file);
        assert_eq!(run.status.code(), Some(2), "{}", stderr_of(&run));
        assert!(
            stderr_of(&run).contains(&format!(
                "error: {file} can't be written: Permission denied"
            )),
            "{}",
            stderr_of(&run)
        );
        assert_eq!(fs::read(&file).unwrap(), b"mine\n");
    }
    fs::set_permissions(folder.path(), Permissions::from_mode(0o555)).unwrap();
    let run = convert(&new);
    assert!(
        stderr_of(&run).contains(&format!("error: {new} can't be written: Permission denied")),
        "{}",
        stderr_of(&run)
    );
    assert_eq!(names(&folder), ["out.json", "statement.csv", "uacc"]);
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn output_never_overwrites_input() {
    let folder = Folder::new("itself");
    let payload = folder.file("payload.json", &fs::read(SPELLING).unwrap());
    let map = folder.file("map.json", &fs::read("tests/bank/accounts.json").unwrap());
    let linked = path(&folder, "linked.json");
    symlink(&payload, &linked).unwrap();
    let refused = |run: Run| {
        assert_eq!(run.status, 2, "{}", run.stderr);
        assert!(
            run.stderr
                .contains("is one of the files that are read; choose another name"),
            "{}",
            run.stderr
        );
    };
    for out in [&payload, &linked] {
        refused(uacc(&["normalize", "base-data", &payload, "-o", out], b""));
        refused(uacc(
            &[
                "normalize",
                "base-data",
                &payload,
                "--format",
                "json",
                "-o",
                out,
            ],
            b"",
        ));
    }
    refused(uacc(&["convert", UBS, "--accounts", &map, "-o", &map], b""));
    assert_eq!(fs::read(&payload).unwrap(), fs::read(SPELLING).unwrap());
    let arguments = ["normalize", "base-data", "-", "-o", &payload];
    let run = program(&arguments)
        .stdin(File::open(&payload).unwrap())
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(2), "{}", stderr_of(&run));
    assert_eq!(fs::read(&payload).unwrap(), fs::read(SPELLING).unwrap());
}

#[test]
fn existing_output_keeps_its_permissions_and_links() {
    let folder = Folder::new("links");
    let private = folder.file("private.json", b"");
    fs::set_permissions(&private, Permissions::from_mode(0o600)).unwrap();
    let (link, dangling) = (path(&folder, "link.json"), path(&folder, "dangling.json"));
    symlink("private.json", &link).unwrap();
    symlink("new.json", &dangling).unwrap();
    let payload = uacc(&["convert", UBS], b"").stdout;
    for (out, target) in [(&link, &private), (&dangling, &path(&folder, "new.json"))] {
        assert_eq!(uacc(&["convert", UBS, "-o", out], b"").status, 0);
        assert!(fs::symlink_metadata(out).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(target).unwrap(), payload);
    }
    assert_eq!(
        fs::metadata(&private).unwrap().permissions().mode() & 0o777,
        0o600
    );
    assert_eq!(
        names(&folder),
        ["dangling.json", "link.json", "new.json", "private.json"]
    );

    // Two links to the same file can't contain two payloads.
    symlink("out-0001.json", path(&folder, "out-0002.json")).unwrap();
    let run = uacc(
        &[
            "convert",
            UBS,
            "--batch",
            "1",
            "-o",
            &path(&folder, "out.json"),
        ],
        b"",
    );
    assert!(
        run.status == 2
            && run
                .stderr
                .contains("it is a link to another of these files"),
        "{}",
        run.stderr
    );
    assert!(!folder.path().join("out-0001.json").exists());
}

/// Such as `/dev/stdout`, even if root runs the program.
#[test]
#[cfg(target_os = "linux")]
fn names_of_open_files_are_not_replaced() {
    let folder = Folder::new("stdout");
    let (log, own) = (folder.file("log", b"before\n"), path(&folder, "stdout"));
    symlink("/proc/self/fd/1", &own).unwrap();
    let run = shell(
        &format!("exec \"$0\" \"$@\" >>'{log}'"),
        &["convert", UBS, "-o", &own],
    );
    assert_eq!(run.status.code(), Some(0), "{}", stderr_of(&run));
    assert!(fs::symlink_metadata(&own).unwrap().is_symlink());
    assert_eq!(
        fs::read_to_string(&log).unwrap(),
        format!("before\n{}", uacc(&["convert", UBS], b"").stdout)
    );
    assert_eq!(names(&folder), ["log", "stdout"]);

    let run = uacc(&["convert", UBS, "-o", "/dev/full"], b"");
    assert!(
        run.status == 2
            && run
                .stderr
                .contains("/dev/full can't be written: No space left"),
        "{}",
        run.stderr
    );
}
