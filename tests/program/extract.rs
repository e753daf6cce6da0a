//! `uacc extract`: exact output, nothing replaced, all files or none.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::folder::{Folder, names};
use crate::process::{status_with_closed_streams, uacc};
use crate::project::in_project;

const EXPORT: &str = "tests/messages/journal-files.json";

const PDF_SHA256: &str = "e16fa5d9b51928755db85b917f0297babaf22c7a47e97d9212adab56e61ba04e";
const HELLO_SHA256: &str = "185f8db32271fe25f561a6fc938b2e264306ec304eda518007d1764826381969";

#[test]
fn writes_the_files_and_lists_all() {
    let folder = Folder::new("extract");
    let out = folder.path_to("receipts");
    let run = uacc(&["extract", "journal", EXPORT, "-o", &out], b"");
    let list = format!(
        "file-1.pdf: 8 bytes, SHA-256 {PDF_SHA256}, record s-81, file file-1
not in the export: record s-81, file a/b, GET /api/public/v1/documents/files/a%2Fb/download
s-82-1.bin: 5 bytes, SHA-256 {HELLO_SHA256}, record s-82, file number 1
FILE-1-2.pdf: 8 bytes, SHA-256 {PDF_SHA256}, record s-82, file FILE-1
not in the export: record s-82, file number 3, without an id for its download
"
    );
    assert_eq!((run.status, run.stdout), (0, list));
    assert_eq!(
        run.stderr,
        format!(
            "{EXPORT}: 3 files written to {out}, 2 files without content; no errors, no warnings\n"
        )
    );
    assert_eq!(names(folder.path()), ["receipts"]);
    assert_eq!(
        names(Path::new(&out)),
        ["FILE-1-2.pdf", "file-1.pdf", "s-82-1.bin"]
    );
    assert_eq!(
        fs::read(folder.path_to("receipts/file-1.pdf")).unwrap(),
        b"%PDF-1.4"
    );
    assert_eq!(
        fs::read(folder.path_to("receipts/s-82-1.bin")).unwrap(),
        b"Hello"
    );
    // The folder and the files have the usual permissions.
    fs::create_dir(folder.path_to("usual")).unwrap();
    let mode = |path: &str| fs::metadata(path).unwrap().permissions().mode();
    assert_eq!(mode(&out), mode(&folder.path_to("usual")));
    assert_eq!(
        mode(&folder.path_to("receipts/file-1.pdf")),
        mode(&folder.file("usual.pdf", b""))
    );
}

#[test]
fn json_lists_the_same() {
    let folder = Folder::new("extract-json");
    let out = folder.path_to("receipts");
    let run = uacc(
        &["extract", "journal", EXPORT, "-o", &out, "--format", "json"],
        b"",
    );
    let list = format!(
        r#"{{"folder":"{out}","files":[{{"record":{{"index":0,"id":"s-81"}},"number":1,"fileId":"file-1","written":{{"name":"file-1.pdf","size":8,"sha256":"{PDF_SHA256}"}}}},{{"record":{{"index":0,"id":"s-81"}},"number":2,"fileId":"a/b","written":null,"download":"/api/public/v1/documents/files/a%2Fb/download"}},{{"record":{{"index":1,"id":"s-82"}},"number":1,"fileId":null,"written":{{"name":"s-82-1.bin","size":5,"sha256":"{HELLO_SHA256}"}}}},{{"record":{{"index":1,"id":"s-82"}},"number":2,"fileId":"FILE-1","written":{{"name":"FILE-1-2.pdf","size":8,"sha256":"{PDF_SHA256}"}}}},{{"record":{{"index":1,"id":"s-82"}},"number":3,"fileId":null,"written":null,"download":null}}],"report":{{"file":"{EXPORT}","valid":true,"errors":0,"warnings":0,"notes":0,"findings":[]}}}}
"#
    );
    assert_eq!(
        (run.status, run.stdout, run.stderr),
        (0, list, String::new())
    );
}

#[test]
fn a_file_that_cannot_be_decoded_leaves_nothing() {
    let folder = Folder::new("extract-bad");
    let out = folder.path_to("receipts");
    let export = fs::read_to_string(in_project(EXPORT))
        .unwrap()
        .replace("SGVsbG8=", "SGVsbG8==");
    let run = uacc(&["extract", "journal", "-", "-o", &out], export.as_bytes());
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    assert_eq!(
        run.stderr,
        r#"error[base64-invalid]: `contentAsBase64` cannot be decoded: the padding of the base64 text is wrong
  --> <stdin>:10:28
   |
10 |       { "contentAsBase64": "SGVsbG8==" },
   |                            ^^^^^^^^^^^ /1/files/0/contentAsBase64
   |
   = help: export the file again, with its content as base64 of RFC 4648

<stdin>: no file was written; 1 error, no warnings
"#
    );
    let run = uacc(
        &["extract", "journal", "-", "-o", &out, "--redact"],
        export.as_bytes(),
    );
    assert!(
        !run.stderr.contains("SGV") && run.stderr.contains("<stdin>:10:28"),
        "{}",
        run.stderr
    );
    let run = uacc(
        &["extract", "journal", "-", "-o", &out, "--format", "json"],
        export.as_bytes(),
    );
    assert_eq!((run.status, run.stderr.as_str()), (1, ""));
    assert!(run.stdout.starts_with(&format!(
        r#"{{"folder":"{out}","files":[],"report":{{"file":"<stdin>","valid":false,"errors":1,"#
    )));
    for other in [
        "",
        "{\"transactions\":[]}",
        "[{\"serviceId\":\"s\",\"files\":[{}]}",
        "[{\"serviceId\":\"s\",\"files\":{}}]",
    ] {
        let run = uacc(&["extract", "journal", "-", "-o", &out], other.as_bytes());
        assert_eq!((run.status, run.stdout.as_str()), (1, ""), "{other}");
        assert!(
            run.stderr
                .ends_with("<stdin>: no file was written; 1 error, no warnings\n"),
            "{}",
            run.stderr
        );
    }
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn findings_of_other_fields_do_not_matter() {
    let folder = Folder::new("extract-other");
    let out = folder.path_to("receipts");
    let export = r#"{"acmeId":"r","entries":[{"lines":7}],"Contact":1,"files":[{"acmeFileId":"f","contentAsBase64":"SGVsbG8","name":"?"}]}"#;
    for brand in [&[][..], &["--brand", "acme"]] {
        let arguments = [&["extract", "journal", "-", "-o", &out], brand].concat();
        let run = uacc(&arguments, format!("{export}\n{export}\n").as_bytes());
        assert_eq!(run.status, 0, "{}", run.stderr);
        assert_eq!(names(Path::new(&out)), ["f-2.bin", "f.bin"]);
        fs::remove_dir_all(&out).unwrap();
    }
    // A file under another name would be missing.
    let run = uacc(
        &["extract", "journal", "-", "-o", &out],
        export.replace("files", "Files").as_bytes(),
    );
    assert_eq!((run.status, run.stdout.as_str()), (0, ""));
    assert!(
        run.stderr.contains("warning[unknown-field]: `Files` is no field of the contract; `files` was probably meant"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr.contains(": 0 files written to "),
        "{}",
        run.stderr
    );
}

#[test]
fn nothing_is_replaced() {
    let folder = Folder::new("extract-exists");
    let out = folder.path_to("receipts");
    fs::create_dir(&out).unwrap();
    for taken in ["s-82-1.bin", "FILE-1-2.pdf"] {
        let taken = folder.path_to(&format!("receipts/{taken}"));
        symlink("nowhere", &taken).unwrap();
        let run = uacc(&["extract", "journal", EXPORT, "-o", &out], b"");
        assert_eq!((run.status, run.stdout.as_str()), (2, ""));
        assert_eq!(
            run.stderr,
            format!(
                "error: {taken} exists already; no file was written: move it, or choose another folder\n"
            )
        );
        assert_eq!(names(Path::new(&out)).len(), 1);
        fs::remove_file(&taken).unwrap();
    }
    fs::write(folder.path_to("receipts/other.txt"), b"mine").unwrap();
    assert_eq!(
        uacc(&["extract", "journal", EXPORT, "-o", &out], b"").status,
        0
    );
    assert_eq!(
        names(Path::new(&out)),
        ["FILE-1-2.pdf", "file-1.pdf", "other.txt", "s-82-1.bin"]
    );
}

#[test]
fn a_folder_that_cannot_be_used_is_an_error() {
    let folder = Folder::new("extract-folder");
    let (file, link) = (folder.file("file", b""), folder.path_to("link"));
    symlink("nowhere", &link).unwrap();
    for (out, why) in [
        (file.as_str(), "is a file; name a folder"),
        (&link, "is a link to a folder that does not exist"),
        (
            &folder.path_to("no/such"),
            "can't be created: its folder does not exist",
        ),
        ("-", "is standard output; name a folder"),
    ] {
        let run = uacc(&["extract", "journal", EXPORT, "-o", out], b"");
        assert_eq!(
            (run.status, run.stdout.as_str(), run.stderr),
            (2, "", format!("error: --output: {out} {why}\n"))
        );
    }
    assert_eq!(names(folder.path()), ["file", "link"]);
    assert_eq!(uacc(&["extract", "journal", EXPORT], b"").status, 2);
    let run = uacc(
        &[
            "extract",
            "journal",
            "no-such-file",
            "-o",
            &folder.path_to("new"),
        ],
        b"",
    );
    assert_eq!(
        (run.status, run.stderr.as_str()),
        (
            2,
            "error: there is no file no-such-file; check its name and folder\n"
        )
    );
}

/// Simulates a full disk with a limit on the size of files.
#[test]
fn a_full_disk_leaves_nothing() {
    let folder = Folder::new("extract-full");
    let big = format!(
        r#"{{"serviceId":"b","files":[{{"contentAsBase64":"{}"}}]}}"#,
        "AAAA".repeat(100_000)
    );
    let export = folder.file(
        "export.json",
        format!(
            "{}\n{big}",
            fs::read_to_string(in_project(EXPORT))
                .unwrap()
                .replace('\n', "")
        )
        .as_bytes(),
    );
    let there = folder.path_to("there");
    fs::create_dir(&there).unwrap();
    for out in [&there, &folder.path_to("new")] {
        let line = "trap '' XFSZ; ulimit -f 8; exec \"$0\" extract journal \"$@\"";
        let mut command = Command::new("sh");
        let run = command
            .args(["-c", line, env!("CARGO_BIN_EXE_uacc"), &export, "-o", out])
            .output()
            .unwrap();
        let message = String::from_utf8(run.stderr).unwrap();
        assert_eq!(
            (run.status.code(), run.stdout.as_slice()),
            (Some(2), &b""[..]),
            "{message}"
        );
        assert!(
            message.starts_with(&format!("error: {out} can't be written: ")),
            "{message}"
        );
        assert!(message.ends_with("; no file was written\n"), "{message}");
        assert_eq!(names(folder.path()), ["export.json", "there"]);
        assert_eq!(names(Path::new(&there)), [""; 0]);
    }
}

/// Starts a run that writes many files to an existing or a new folder, and sends a signal as soon as it writes. Returns whether the signal ended it.
fn interrupt(signal: &str, number: i32, exists: bool) -> bool {
    let folder = Folder::new(&format!("extract-{signal}-{exists}"));
    let file = r#"{"contentAsBase64":"SGVsbG8="}"#;
    let export = folder.file(
        "export.json",
        format!(r#"{{"serviceId":"r","files":[{}]}}"#, [file; 500].join(",")).as_bytes(),
    );
    let out = folder.path_to("out");
    if exists {
        fs::create_dir(&out).unwrap();
    }
    let watched = if exists {
        Path::new(&out)
    } else {
        folder.path()
    };
    let before = names(watched).len();
    let start = if cfg!(target_os = "linux") {
        "exec env --default-signal"
    } else {
        "exec"
    };
    let line = format!(
        "{start} '{}' extract journal '{export}' -o '{out}'",
        env!("CARGO_BIN_EXE_uacc")
    );
    let mut child = Command::new("sh")
        .args(["-c", &line])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while child.try_wait().unwrap().is_none() && names(watched).len() == before {}
    Command::new("sh")
        .args(["-c", &format!("kill -s {signal} {}", child.id())])
        .output()
        .unwrap();
    let run = child.wait_with_output().unwrap();
    let written = if Path::new(&out).is_dir() {
        names(Path::new(&out))
    } else {
        Vec::new()
    };
    assert!(
        written.is_empty() || written.len() == 500,
        "{} files",
        written.len()
    );
    assert!(
        !names(folder.path())
            .iter()
            .chain(&written)
            .any(|name| name.ends_with(".unfinished"))
    );
    if written.is_empty() {
        assert_eq!(
            String::from_utf8(run.stderr).unwrap(),
            "interrupted: no file was written\n"
        );
    }
    run.status.signal() == Some(number)
}

#[test]
fn an_interrupt_leaves_all_files_or_none() {
    for (signal, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        for exists in [true, false] {
            assert!(
                (0..50).any(|_| interrupt(signal, number, exists)),
                "SIG{signal} ended none of fifty runs"
            );
        }
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    let folder = Folder::new("extract-pipe");
    let out = folder.path_to("receipts");
    let status = status_with_closed_streams(&["extract", "journal", EXPORT, "-o", &out]);
    assert_eq!(status, 0);
    assert_eq!(names(Path::new(&out)).len(), 3);
}

/// Root may write everything, so this only tests other users.
#[test]
fn a_folder_without_write_permission_is_an_error() {
    let folder = Folder::new("extract-rights");
    let out = folder.path_to("out");
    fs::create_dir(&out).unwrap();
    fs::set_permissions(&out, Permissions::from_mode(0o555)).unwrap();
    if fs::write(folder.path_to("out/probe"), b"").is_ok() {
        return;
    }
    let run = uacc(&["extract", "journal", EXPORT, "-o", &out], b"");
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(
        run.stderr
            .starts_with(&format!("error: {out} can't be written: Permission denied")),
        "{}",
        run.stderr
    );
}
