//! `uacc export`: outputs, totals and refusals.

use std::fs;

use crate::folder::Folder;
use crate::process::uacc;
use crate::project::in_project;

const JOURNAL: &str = "tests/messages/export.json";
const COLLECTIVE: &str = "tests/messages/export-collective.json";
const BASE_DATA: &str = "tests/messages/export-base-data.json";

#[test]
fn an_export_shows_its_totals() {
    let run = uacc(
        &[
            "export",
            "journal",
            JOURNAL,
            "--to",
            "banana",
            "--base-data",
            BASE_DATA,
        ],
        b"",
    );
    assert_eq!(
        run.stdout,
        "Date\tDateDocument\tDoc\tDocOriginal\tExternalReference\tDescription\tAccountDebit\tAccountCredit\tAmount\tVatCode\tCc1\tCc2\n\
         2026-03-31\t2026-03-28\te-1\t2026-118\tl-1\tBeispiel GmbH, Toner\t6500\t2000\t30\tVM81\tc-10\t\n\
         2026-03-31\t2026-03-28\te-1\t2026-118\tl-2\tBeispiel GmbH, Porto\t6513\t2000\t35\t\t\t\n\
         2026-04-02\t2026-03-28\te-2\t2026-118\tl-4\tBeispiel GmbH\t2000\t1020\t65.00\t\t\t\n"
    );
    assert_eq!(
        run.stderr,
        "\
tests/messages/export.json: 1 record: 2 entries written, 0 refused; 0 records rejected; no errors, no warnings
note: 1 row with a VAT code: the program computes the tax; the journal doesn't say whether its amounts include it
note: left out, because the format has no place for it: serviceId (1), invoice.currency (1), invoice.payableUntil (1), contact.externalId (1), entries.entryNumber (2), entries.type (2), entries.lines.lineNumber (5), entries.lines.tax.value (1)
note: left out, because a row takes it from the line on the side with several lines, or from the debit line: lineId (2)

account  currency  lines  debits  credits  written
1020     CHF           1    0.00    65.00  all
2000     CHF           2   65.00    65.00  all
6500     CHF           1   30.00     0.00  all
6513     CHF           1   35.00     0.00  all
"
    );
    assert_eq!(run.status, 0);
}

#[test]
fn a_refused_entry_stops_the_output_unless_partial() {
    let folder = Folder::new("export");
    let records = [COLLECTIVE, JOURNAL].map(|file| fs::read_to_string(in_project(file)).unwrap());
    let [first, second] =
        [0, 1].map(|index| records[index].trim().trim_matches(['[', ']']).to_owned());
    let both = folder.file("both.json", format!("[{first},{second}]").as_bytes());
    let out = folder.path().join("out.csv").to_str().unwrap().to_owned();
    let export = [
        "export",
        "journal",
        &both,
        "--to",
        "single-entries",
        "-o",
        &out,
    ];
    let refused = uacc(&export, b"");
    assert_eq!((refused.status, refused.stdout.as_str()), (1, ""));
    assert!(!fs::exists(&out).unwrap());
    for part in [
        "refused: record `s-82`, entry `e-3`: both sides of the entry have several lines, and no pairing of them is published\n",
        "account  currency  lines  debits  credits\n1020     CHF           2    0.00    95.00\n",
        "nothing was written: 1 entry refused; --partial writes the other entries\n",
    ] {
        assert!(refused.stderr.contains(part), "{}", refused.stderr);
    }
    let partial = uacc(&[&export[..], &["--partial"]].concat(), b"");
    assert_eq!(partial.status, 1);
    assert_eq!(fs::read_to_string(&out).unwrap().lines().count(), 4);
    assert!(
        partial
            .stderr
            .contains("\n1020     CHF           2    0.00    95.00  debits 0.00, credits 65.00\n"),
        "{}",
        partial.stderr
    );
    let collective = uacc(&[&export[..], &["--collective"]].concat(), b"");
    assert_eq!(collective.status, 0, "{}", collective.stderr);
    assert_eq!(fs::read_to_string(&out).unwrap().lines().count(), 8);
    let redacted = uacc(&[&export[..], &["--redact"]].concat(), b"");
    assert!(
        redacted.stderr.contains("refused: record 1, entry 1: both")
            && !redacted.stderr.contains("s-82"),
        "{}",
        redacted.stderr
    );
}

#[test]
fn a_journal_with_errors_is_not_exported() {
    let journal = fs::read_to_string(in_project(JOURNAL))
        .unwrap()
        .replace("\"35\"", "\"34\"");
    let run = uacc(
        &["export", "journal", "-", "--to", "hledger"],
        journal.as_bytes(),
    );
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    assert!(
        run.stderr.contains("error[entry-unbalanced]"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr
            .ends_with("nothing was written: 1 record rejected, there are no entries to write\n"),
        "{}",
        run.stderr
    );
}

#[test]
fn wrong_arguments_are_refused() {
    for (arguments, message) in [
        (
            &["--to", "table", "--collective"][..],
            "error: --collective can only be used with --to single-entries\n",
        ),
        (
            &["--to", "banana", "--default-kind", "asset"],
            "error: --default-kind can only be used with --to hledger or --to beancount\n",
        ),
        (
            &["--to", "table", "-o", JOURNAL],
            "error: tests/messages/export.json is one of the files that are read; choose another name\n",
        ),
        (
            &["--to", "table", "--base-data", JOURNAL],
            "error: the base data tests/messages/export.json can't be used\n",
        ),
    ] {
        let run = uacc(&[&["export", "journal", JOURNAL], arguments].concat(), b"");
        assert_eq!((run.status, run.stdout.as_str()), (2, ""));
        assert!(run.stderr.ends_with(message), "{}", run.stderr);
    }
}
