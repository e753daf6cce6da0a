//! `uacc convert`: files that cannot be converted, and sequences of payloads.

use std::fs;

use super::{UBS, VISECA};
use crate::folder::Folder;
use crate::process::uacc;
use crate::project::in_project;

#[test]
fn convert_names_the_kind_of_a_bad_file_and_writes_nothing() {
    let folder = Folder::new("refused");
    let ubs = fs::read(in_project(UBS)).unwrap();
    let text = String::from_utf8(ubs.clone()).unwrap();
    let cut = text.find("-390.50").unwrap() + 4;
    let cases: [(&str, &[u8], i32, &[&str]); 11] = [
        ("empty.csv", b"", 1, &["there is nothing in the file"]),
        (
            "noise.csv",
            &[0, 1, 2, 3, 255, 254, 0, 9],
            1,
            &["a binary file, not a statement that can be converted", "export the statement as camt.053, MT940 or CSV"],
        ),
        (
            "book.xlsx",
            &[b"PK\x03\x04".as_slice(), &[0; 22], b"\x0F\0\0\0xl/workbook.xml"].concat(),
            1,
            &["the workbook can't be read", "save it as xlsx"],
        ),
        ("statement.pdf", b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n", 1, &["a PDF document", "or CSV"]),
        (
            "camt.xml",
            b"<?xml version=\"1.0\"?><Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"/>",
            1,
            &["a message camt.053 of ISO 20022 without statements", "or CSV"],
        ),
        ("other.csv", b"Tag;Zweck;Wert\n1;2;3\n", 1, &["is the header of a known format", "uacc learn FILE"]),
        (
            "renamed.csv",
            text.replace("Valutadatum", "Wertstellung").into_bytes().leak(),
            1,
            &["missing: `Valutadatum`; not known: `Wertstellung`", "export the file again"],
        ),
        ("cut.csv", &ubs[..cut], 1, &["the file ends inside this row", "download the file again", "--partial"]),
        ("card.csv", fs::read(in_project(VISECA)).unwrap().leak(), 1, &["names no account that can be used", "--account"]),
        ("payload.json", b"{\"transactions\":[]}", 1, &["a JSON document, not a statement"]),
        ("utf16.json", b"\xFF\xFE{\0}\0", 1, &["a JSON document"]),
    ];
    for (name, bytes, status, words) in cases {
        let run = uacc(&["convert", &folder.file(name, bytes)], b"");
        assert_eq!(
            (run.status, run.stdout.as_str()),
            (status, ""),
            "{name}: {}",
            run.stderr
        );
        for word in words {
            assert!(
                run.stderr.contains(word),
                "{name} lacks {word:?}:\n{}",
                run.stderr
            );
        }
    }
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    let empty = empty.to_str().unwrap();
    for (path, word) in [
        ("no-such-file.csv", "there is no file"),
        (empty, "is a directory without files; check its name"),
        (
            "tests/bank/*.csv",
            "no file matches tests/bank/*.csv; check its name and folder",
        ),
    ] {
        let run = uacc(&["convert", path], b"");
        assert_eq!((run.status, run.stdout.as_str()), (2, ""));
        assert!(run.stderr.contains(word), "{}", run.stderr);
        assert_eq!(uacc(&["check", "transactions", path], b"").status, 2);
    }
}

#[test]
fn check_reads_the_sequence_of_payloads_that_convert_writes() {
    let folder = Folder::new("sequence");
    let split = uacc(&["convert", UBS, "--batch", "3"], b"");
    assert_eq!((split.status, split.stdout.lines().count()), (0, 2));
    let checked = uacc(&["check", "transactions", "-"], split.stdout.as_bytes());
    assert_eq!(checked.status, 0, "{}", checked.stdout);

    let out = folder.path().join("payload.json");
    let written = uacc(
        &["convert", UBS, "--batch", "3", "-o", out.to_str().unwrap()],
        b"",
    );
    assert_eq!((written.status, written.stdout.as_str()), (0, ""));
    let lines: Vec<String> = ["payload-0001.json", "payload-0002.json"]
        .iter()
        .map(|n| fs::read_to_string(folder.path().join(n)).unwrap())
        .collect();
    assert_eq!(lines.concat(), split.stdout);

    assert_eq!(
        uacc(&["convert", UBS, "-o", out.to_str().unwrap()], b"").status,
        0
    );
    assert_eq!(
        fs::read_to_string(&out).unwrap(),
        uacc(&["convert", UBS], b"").stdout
    );
}
