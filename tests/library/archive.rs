//! ZIP archives: their files, and what is refused.

use universal_accounting::archive::unpack;
use universal_accounting::report::Policy;

use crate::limits::limited;
use crate::zip_files::archive;

/// Returns the name and the size of each file, or the message why it was refused.
fn describe(source: &[u8], policy: &Policy) -> Vec<String> {
    match unpack(source, policy) {
        Ok(members) => members
            .iter()
            .map(|member| match member.report.findings.first() {
                Some(finding) => format!("{}: {}", member.name, finding.message()),
                None => format!("{} ({})", member.name, member.content.len()),
            })
            .collect(),
        Err(report) => vec![report.findings[0].message()],
    }
}

fn of(files: &[(&str, &[u8])]) -> Vec<String> {
    describe(&archive(files), &Policy::new())
}

#[test]
fn each_file_is_unpacked_or_refused_with_a_reason() {
    let inner = archive(&[("a.csv", b"x")]);
    let bomb = vec![b'0'; 70 << 20];
    assert_eq!(
        of(&[
            ("März/a.csv", b"Tag;Wert\n"),
            ("b.csv", b""),
            ("folder/", b""),
            ("__MACOSX/a.csv", b"x"),
            ("../c.csv", b"x"),
            ("inner.zip", &inner),
            ("bomb.csv", &bomb),
            ("last.csv", b"y"),
        ]),
        [
            "März/a.csv (9)",
            "b.csv (0)",
            "../c.csv: the file is not unpacked: its name leads out of the folder of the archive",
            "inner.zip: the file is not unpacked: it is an archive itself",
            "bomb.csv: the file is not unpacked: it would unpack to more than 200 times its size, as only a harmful file does",
            "last.csv (1)",
        ]
    );
}

#[test]
fn all_files_together_are_within_the_limit() {
    let policy = limited(|limits| limits.bytes = 10);
    let source = archive(&[("a", b"123456"), ("b", b"12345"), ("c", b"1234")]);
    assert_eq!(
        describe(&source, &policy),
        [
            "a (6)",
            "b: the file is not unpacked: together with the files before it, it would unpack to more than the limit",
            "c (4)"
        ]
    );
}

#[test]
fn damaged_and_encrypted_files_are_refused() {
    let source = archive(&[("a.csv", b"Tag;Wert\nTag;Wert\n"), ("b.csv", b"Tag;Wert\n")]);
    // The content of the second file, which is stored as it is.
    let at = source
        .windows(8)
        .position(|window| window == b"Tag;Wert")
        .unwrap();
    let mut damaged = source.clone();
    damaged[at] = b'X';
    assert_eq!(
        describe(&damaged, &Policy::new()),
        [
            "a.csv (18)",
            "b.csv: the file is not unpacked: its content doesn't have the size and the checksum that the archive states"
        ]
    );
    // The flags of the first file in the list at the end.
    let flags = source
        .windows(4)
        .position(|window| window == b"PK\x01\x02")
        .unwrap()
        + 8;
    let mut encrypted = source.clone();
    encrypted[flags] |= 1;
    assert_eq!(
        describe(&encrypted, &Policy::new()),
        [
            "a.csv: the file is not unpacked: it is encrypted with a password",
            "b.csv (9)"
        ]
    );
    let mut other_method = source.clone();
    other_method[flags + 2] = 12;
    assert_eq!(
        describe(&other_method, &Policy::new())[0],
        "a.csv: the file is not unpacked: it is packed by another method than Deflate"
    );
    for cut in 0..source.len() {
        let found = describe(&source[..cut], &Policy::new());
        assert_eq!(
            found,
            ["the archive can't be read: the list of its files is missing or damaged"],
            "{cut}"
        );
    }
    assert_eq!(of(&[]), ["the archive can't be read: it has no files"]);
    assert_eq!(
        of(&[("folder/", b"")]),
        ["the archive can't be read: it has no files"]
    );
    let names: Vec<String> = (0..10_001).map(|number| number.to_string()).collect();
    let many: Vec<(&str, &[u8])> = names
        .iter()
        .map(|name| (name.as_str(), b"".as_slice()))
        .collect();
    assert_eq!(of(&many[1..]).len(), 10_000);
    assert_eq!(
        of(&many),
        ["the archive can't be read: it has more than 10000 files, which is the limit"]
    );
}

#[test]
fn any_changed_byte_is_survived() {
    let source = archive(&[("a.csv", b"Tag;Wert\nTag;Wert\n"), ("b.csv", b"Tag;Wert\n")]);
    for at in 0..source.len() {
        for byte in [0, 1, 0x7F, 0xFF] {
            let mut changed = source.clone();
            changed[at] = byte;
            for member in unpack(&changed, &Policy::new()).unwrap_or_default() {
                // The checksum finds every change of a content.
                assert!(matches!(member.content.len(), 0 | 9 | 18), "{at}");
            }
        }
    }
}
