//! `uacc convert --certificate` and `uacc verify`.

use std::fs;

use crate::folder::Folder;
use crate::process::{Run, uacc};
use crate::project::in_project;
use crate::zip_files::archive;

const MARCH: &[u8] = b":20:A\n:25:CH9300762011623852957\n:28C:3\n:60F:C260301CHF100,00\n:61:2603030303D12,50NTRFNONREF\n:86:Bakery\n\
    :61:2603200320C50,00NTRFNONREF\n:86:Refund\n:62F:C260331CHF137,50\n-\n";

fn check(run: &Run, status: i32, text: &str) {
    let all = format!("{}{}", run.stdout, run.stderr);
    assert!(
        run.status == status && all.contains(text),
        "{}: {all}",
        run.status
    );
}

#[test]
fn what_a_conversion_wrote_is_verified_until_a_byte_changes() {
    let ledger = "tests/bank/ledger-accounts.json";
    for (to, certificate) in [
        (&["--batch", "1"][..], "c.html"),
        (
            &["--to", "csv", "--excel", "--decimal-comma", "--signed"],
            "c.json",
        ),
        (&["--to", "hledger", "--ledger-accounts", ledger], "c.html"),
        (
            &["--to", "camt.053", "--created", "2026-04-01T12:00:00"],
            "c.json",
        ),
        (&["--to", "xlsx"], "c.html"),
    ] {
        let folder = Folder::new("certificate");
        let input = folder.file("march.sta", MARCH);
        let zipped = folder.file("more.zip", &archive(&[("may.sta", &next_month())]));
        let [output, certificate] = ["out.json", certificate]
            .map(|name| folder.path().join(name).to_str().unwrap().to_owned());
        if to.contains(&ledger) {
            fs::copy(
                in_project(ledger),
                folder.path().join("ledger-accounts.json"),
            )
            .unwrap();
        }
        let arguments = [
            "convert",
            &input,
            &zipped,
            "-o",
            &output,
            "--certificate",
            &certificate,
        ];
        check(
            &uacc(&[&arguments[..], to].concat(), b""),
            0,
            "certificate written to ",
        );
        check(
            &uacc(&["verify", &certificate], b""),
            0,
            ": verified: 2 inputs, ",
        );
        // From another folder, with the files named.
        let moved = Folder::new("certificate-moved");
        let copy = moved.file("copy", &fs::read(&certificate).unwrap());
        check(
            &uacc(&["verify", &copy], b""),
            1,
            "input march.sta is missing",
        );
        let of = folder.path().to_str().unwrap();
        check(
            &uacc(&["verify", &copy, "--folder", of], b""),
            0,
            "verified",
        );

        let outputs: Vec<_> = fs::read_dir(folder.path())
            .unwrap()
            .map(|file| file.unwrap().path())
            .collect();
        for path in outputs {
            let (whole, name) = (
                fs::read(&path).unwrap(),
                path.file_name().unwrap().to_str().unwrap(),
            );
            let mut changed = whole.clone();
            changed[whole.len() / 2] ^= 1;
            fs::write(&path, changed).unwrap();
            let (kind, run) = (
                name.split('.').next().unwrap(),
                uacc(&["verify", &certificate], b""),
            );
            let expected = match kind {
                "c" => "certificate".to_owned(),
                "march" | "more" => format!("differs: input {name} was changed"),
                "ledger-accounts" => format!("differs: document tests/bank/{name} was changed"),
                _ => format!("differs: output {name} was changed"),
            };
            check(&run, 1, &expected);
            fs::write(&path, whole).unwrap();
        }
        check(
            &uacc(&["verify", &certificate, "--format", "json"], b""),
            0,
            "\"verified\":true",
        );
    }
}

/// Returns a statement after that of March.
fn next_month() -> Vec<u8> {
    b":20:B\n:25:CH9300762011623852957\n:28C:4\n:60F:C260331CHF137,50\n:61:2604080408D37,50NTRFNONREF\n:86:Books\n:62F:C260430CHF100,00\n-\n".to_vec()
}

#[test]
fn a_certificate_names_no_folder_of_the_machine_and_no_text_of_a_booking() {
    let folder = Folder::new("certificate-personal");
    let input = folder.file("march.sta", MARCH);
    let [output, certificate] = ["out.json", "c.html"].map(|name| folder.path().join(name));
    let arguments = [
        "convert",
        &input,
        "-o",
        output.to_str().unwrap(),
        "--certificate",
        certificate.to_str().unwrap(),
        "--lang",
        "fr",
    ];
    assert_eq!(uacc(&arguments, b"").status, 0);
    let page = fs::read_to_string(&certificate).unwrap();
    assert!(page.contains("Attestation de conversion") && page.contains("march.sta"));
    assert!(!page.contains(folder.path().to_str().unwrap()) && !page.contains("Bakery"));
    // Nothing depends on the time or the place.
    assert_eq!(uacc(&arguments, b"").status, 0);
    assert_eq!(fs::read_to_string(&certificate).unwrap(), page);
}

#[test]
fn what_can_not_be_certified_is_refused() {
    let folder = Folder::new("certificate-refused");
    let input = folder.file("march.sta", MARCH);
    let other = folder.file("other/march.sta", &next_month());
    let certificate = folder.path().join("c.html").to_str().unwrap().to_owned();
    let output = folder.path().join("out.json").to_str().unwrap().to_owned();
    let convert = ["convert", &input, "--certificate", &certificate];
    for (more, message) in [
        (&[][..], "--output"),
        (
            &["-o", "-"],
            "what goes to standard output can't be checked later",
        ),
        (
            &["-o", &output, "--format", "json"],
            "leave one of them out",
        ),
        (&["-o", &output, "--redact"], "leave one of them out"),
        (&["-o", &certificate], "name the same file"),
        (&["-o", &output, &other], "two files would be march.sta"),
        (
            &["-o", &output, "--created", "tomorrow"],
            "write the time as",
        ),
    ] {
        check(&uacc(&[&convert[..], more].concat(), b""), 2, message);
        assert!(!folder.path().join("c.html").exists());
    }
    let over = ["convert", &input, "-o", &output, "--certificate", &input];
    check(&uacc(&over, b""), 2, "is one of the files that are read");
    let stdin = ["convert", "-", "-o", &output, "--certificate", &certificate];
    check(&uacc(&stdin, MARCH), 2, "add --stdin-name");
    check(
        &uacc(&["verify", "nowhere.html"], b""),
        2,
        "there is no file nowhere.html",
    );
    check(&uacc(&["verify", &input], b""), 1, "this is no certificate");
    check(
        &uacc(&["verify", &input, "--folder", "nowhere"], b""),
        2,
        "nowhere is no folder",
    );
}
