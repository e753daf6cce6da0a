//! Files that exist: inputs, directories, permissions, links, and open files.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::process::Command;

use super::{SPELLING, UBS, shell, stderr_of};
use crate::folder::{Folder, names};
use crate::process::{Run, program, uacc};
use crate::project::in_project;

/// The user id of `nobody`.
const NOBODY: u32 = 65534;

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
            &folder.path_to("out.json"),
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
    assert_eq!(names(folder.path()), ["out-0003.json"]);

    let run = uacc(
        &[
            "normalize",
            "base-data",
            SPELLING,
            "-o",
            &folder.path_to("none/out.json"),
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
    let (statement, program) = (folder.path_to("statement.csv"), folder.path_to("uacc"));
    fs::copy(in_project(UBS), &statement).unwrap();
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
        folder.path_to("new.json"),
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
    assert_eq!(names(folder.path()), ["out.json", "statement.csv", "uacc"]);
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn output_never_overwrites_input() {
    let folder = Folder::new("itself");
    let payload = folder.file("payload.json", &fs::read(in_project(SPELLING)).unwrap());
    let map = folder.file(
        "map.json",
        &fs::read(in_project("tests/bank/accounts.json")).unwrap(),
    );
    let linked = folder.path_to("linked.json");
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
    assert_eq!(
        fs::read(&payload).unwrap(),
        fs::read(in_project(SPELLING)).unwrap()
    );
    let arguments = ["normalize", "base-data", "-", "-o", &payload];
    let run = program(&arguments)
        .stdin(File::open(&payload).unwrap())
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(2), "{}", stderr_of(&run));
    assert_eq!(
        fs::read(&payload).unwrap(),
        fs::read(in_project(SPELLING)).unwrap()
    );
}

#[test]
fn existing_output_keeps_its_permissions_and_links() {
    let folder = Folder::new("links");
    let private = folder.file("private.json", b"");
    fs::set_permissions(&private, Permissions::from_mode(0o600)).unwrap();
    let (link, dangling) = (folder.path_to("link.json"), folder.path_to("dangling.json"));
    symlink("private.json", &link).unwrap();
    symlink("new.json", &dangling).unwrap();
    let payload = uacc(&["convert", UBS], b"").stdout;
    for (out, target) in [(&link, &private), (&dangling, &folder.path_to("new.json"))] {
        assert_eq!(uacc(&["convert", UBS, "-o", out], b"").status, 0);
        assert!(fs::symlink_metadata(out).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(target).unwrap(), payload);
    }
    assert_eq!(
        fs::metadata(&private).unwrap().permissions().mode() & 0o777,
        0o600
    );
    assert_eq!(
        names(folder.path()),
        ["dangling.json", "link.json", "new.json", "private.json"]
    );

    // Two links to the same file can't contain two payloads.
    symlink("out-0001.json", folder.path_to("out-0002.json")).unwrap();
    let run = uacc(
        &[
            "convert",
            UBS,
            "--batch",
            "1",
            "-o",
            &folder.path_to("out.json"),
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
    let (log, own) = (folder.file("log", b"before\n"), folder.path_to("stdout"));
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
    assert_eq!(names(folder.path()), ["log", "stdout"]);

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
