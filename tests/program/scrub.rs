//! `uacc scrub`.

use std::fs;

use crate::folder::Folder;
use crate::process::uacc;
use crate::project::in_project;

const UBS: &str = "tests/bank/ubs-account/2022-11-de.csv";
const ZKB: &str = "tests/bank/zkb-account/2022-de.csv";

#[test]
fn copies_are_written_to_a_new_folder() {
    let folder = Folder::new("scrub");
    let key = folder.file("key", b"0123456789abcdef");
    let out = folder.path().join("copies").display().to_string();
    let run = uacc(&["scrub", UBS, ZKB, "-o", &out, "--key", &key], b"");
    assert_eq!((run.status, run.stdout.as_str()), (0, ""), "{}", run.stderr);
    let mut names: Vec<String> = fs::read_dir(&out)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_by_key(String::len);
    let [zkb, ubs] = names.as_slice() else {
        panic!("{names:?}")
    };
    let expected = format!(
        "{UBS} -> {out}/{ubs}: 32 texts replaced; each row is read as before\n\
         {ZKB} -> {out}/{zkb}: 16 texts replaced; each row is read as before\n\
         note: amounts that are read, days, currencies, the order of rows, the lengths of words, names of columns and words of the format stay; read the copies before you \
         send them\n"
    );
    assert_eq!(run.stderr, expected);
    let summary = |path: &str| {
        let stderr = uacc(
            &["convert", path, "--format", "json", "--account", "A"],
            b"",
        )
        .stderr;
        stderr
            .lines()
            .next()
            .unwrap()
            .split_once(": ")
            .unwrap()
            .1
            .to_owned()
    };
    assert_eq!(summary(&format!("{out}/{ubs}")), summary(UBS));
    assert_eq!(summary(&format!("{out}/{zkb}")), summary(ZKB));
    // A second call with the key would write the same files, and none is replaced.
    let run = uacc(&["scrub", UBS, ZKB, "-o", &out, "--key", &key], b"");
    assert_eq!(run.status, 2);
    assert_eq!(
        run.stderr,
        format!(
            "error: {out}/{ubs} exists already; nothing was written: move it, or choose another folder\n"
        )
    );
    // Without a key, the replacements are other ones in each call.
    let others = ["first", "second"].map(|name| {
        let out = folder.path().join(name);
        assert_eq!(
            uacc(&["scrub", ZKB, "-o", out.to_str().unwrap()], b"").status,
            0
        );
        fs::read(fs::read_dir(out).unwrap().next().unwrap().unwrap().path()).unwrap()
    });
    assert_ne!(others[0], others[1]);
}

#[test]
fn one_refused_file_leaves_nothing_written() {
    let folder = Folder::new("scrub-refused");
    let table = folder.file("own.csv", b"Tag;Zweck;Betrag\n31.03.2026;Miete;-1200.00\n");
    let out = folder.path().join("copies").display().to_string();
    let run = uacc(&["scrub", UBS, &table, "-o", &out], b"");
    let why = "its format is not known, so nothing shows which words are names of columns; say on which line they are, or 0 if the file has none: --header LINE";
    assert_eq!(run.status, 1);
    assert_eq!(
        run.stderr,
        format!(
            "refused: {table}: {why}\nnothing was written: 1 file can't be made safe to show\n"
        )
    );
    assert!(!folder.path().join("copies").exists());
    let run = uacc(
        &[
            "scrub",
            &table,
            "-o",
            &out,
            "--header",
            "1",
            "--amounts",
            "2",
        ],
        b"",
    );
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(
        run.stderr
            .contains(" replaced; no format reads its rows, so they were not compared\n"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr.contains(
            "and the ratios of amounts, from which the factor can be found; read the copies"
        ),
        "{}",
        run.stderr
    );
}

#[test]
fn wrong_arguments_are_told() {
    let folder = Folder::new("scrub-arguments");
    let short = folder.file("short", b"secret");
    let out = folder.path().join("copies").display().to_string();
    for (arguments, message) in [
        (
            &["--amounts", "1"][..],
            "error: --amounts: amounts can be multiplied by a whole number from 2 to 1000\n",
        ),
        (
            &["--key", &short],
            &format!(
                "error: --key: {short}: the key has less than 16 bytes, so it could be found by trying; use random bytes\n"
            ),
        ),
        (
            &["--key", "none"],
            "error: there is no file none; check its name and folder\n",
        ),
        (
            &["--bank", "none"],
            "error: there is no format `none`. `uacc banks` lists all formats\n",
        ),
        (
            &["-o", UBS],
            "error: --output: tests/bank/ubs-account/2022-11-de.csv is a file; name a folder\n",
        ),
    ] {
        let output = if arguments[0] == "-o" {
            &[][..]
        } else {
            &["-o", out.as_str()]
        };
        let run = uacc(&[&["scrub", UBS][..], output, arguments].concat(), b"");
        assert_eq!((run.status, run.stderr.as_str()), (2, message));
    }
}

#[test]
fn standard_input_has_a_name_too() {
    let folder = Folder::new("scrub-stdin");
    let out = folder.path().join("copies");
    let run = uacc(
        &["scrub", "-", "-o", out.to_str().unwrap()],
        &fs::read(in_project(UBS)).unwrap(),
    );
    assert!(
        run.status == 0 && run.stderr.starts_with("<stdin> -> "),
        "{}",
        run.stderr
    );
}
