//! `uacc learn`: from a file of unknown format to a payload.

use std::fs;

use crate::folder::Folder;
use crate::process::{Run, uacc};

const STATEMENT: &[u8] = b"Tag;Was;Raus;Rein;Stand\n\
    12.03.2026;Essen;30.00;;8758.00\n\
    09.03.2026;Bahn;12.50;;8788.00\n\
    05.03.2026;Lohn;;5000.50;8800.50\n\
    02.03.2026;Miete;1200.00;;3800.00\n";

#[test]
fn several_files_are_learned_together() {
    let folder = Folder::new("learn-together");
    let out = folder.file("march.csv", b"Tag;Was;Zahl;Stand\n02.03.2026;Miete;1200.00;3800.00\n05.03.2026;Bahn;12.50;3787.50\n09.03.2026;Essen;30.00;3757.50\n");
    let into = folder.file("april.csv", b"Tag;Was;Zahl;Stand\n02.04.2026;Lohn;-5000.00;8757.50\n25.04.2026;Zins;-10.00;8767.50\n28.04.2026;Lohn;-100.00;8867.50\n");
    let learned = uacc(&["learn", &out, &into, "--accept"], b"");
    assert_eq!(learned.status, 0, "{}", learned.stderr);
    assert!(
        learned
            .stdout
            .contains("6 rows: the balances of all rows prove the amounts"),
        "{}",
        learned.stdout
    );
    let other = folder.file("other.csv", b"Tag;Was;Betrag\n02.04.2026;Lohn;-5000.00\n");
    let refused = uacc(&["learn", &out, &other], b"");
    assert_eq!(refused.status, 2);
    assert!(
        refused
            .stderr
            .contains("other.csv: the columns are not those of the first file; learn it by itself"),
        "{}",
        refused.stderr
    );
}

#[test]
fn a_learned_profile_converts_the_file() {
    let folder = Folder::new("learn");
    let file = folder.file("export.csv", STATEMENT);
    let profile = folder.path().join("profile.json").display().to_string();
    let asked = uacc(&["learn", &file], b"");
    assert_eq!(asked.status, 1);
    assert!(
        asked.stdout.contains("Raus    debit      proved"),
        "{}",
        asked.stdout
    );
    assert!(
        asked
            .stdout
            .contains("? does `Tag` have the booking date?\n    yes: --set Tag=booked-at\n    no, leave the column out: --set Tag=other\n"),
        "{}",
        asked.stdout
    );
    assert!(
        asked.stderr.contains("no profile yet, 1 question open"),
        "{}",
        asked.stderr
    );

    let learned = uacc(
        &[
            "learn",
            &file,
            "--set",
            "Tag=booked-at",
            "--institution",
            "Muster Bank",
            "-o",
            &profile,
        ],
        b"",
    );
    assert_eq!(learned.status, 0, "{}", learned.stderr);
    assert!(
        learned.stderr.contains("convert with: uacc convert")
            && learned
                .stderr
                .trim_end()
                .ends_with(" --account NUMBER --currency CODE"),
        "{}",
        learned.stderr
    );

    let converted = convert(&file, &profile);
    assert!(
        converted
            .stderr
            .contains("Muster Bank account, 4 rows: 4 transactions"),
        "{}",
        converted.stderr
    );
    assert!(
        !converted.stderr.contains("profile-caution"),
        "{}",
        converted.stderr
    );
}

#[test]
fn the_draft_is_one_json_object() {
    let draft = uacc(&["learn", "-", "--accept", "--format", "json"], STATEMENT);
    let draft: serde_json::Value = serde_json::from_str(&draft.stdout).unwrap();
    assert_eq!(
        (&draft["amounts"], &draft["order"], &draft["headerLine"]),
        (&"proved".into(), &"newest-first".into(), &1.into())
    );
    assert_eq!(
        draft["columns"][2],
        serde_json::json!({ "name": "Raus", "role": "debit", "basis": "proved", "examples": ["30.00", "12.50", "1200.00"] })
    );
    assert_eq!(draft["questions"], serde_json::json!([]));
    assert!(draft["profile"]["caution"].is_string());
}

#[test]
fn what_is_no_table_is_an_error() {
    let run = uacc(&["learn", "-"], b"{\"transactions\": []}");
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(
        run.stderr
            .contains(": there is no table with dates and amounts"),
        "{}",
        run.stderr
    );
    let run = uacc(&["learn", "-", "--set", "Tag=day"], STATEMENT);
    assert_eq!(run.status, 2);
    assert!(
        run.stderr
            .contains("there is no role \"day\"; the roles are booked-at, "),
        "{}",
        run.stderr
    );
}

/// Rows with a word can be left out, in the profile too.
#[test]
fn rows_that_are_not_booked_are_left_out() {
    let folder = Folder::new("learn-unbooked");
    let file = folder.file(
        "card.csv",
        b"Tag;Was;Betrag;Stand der Zahlung\n\
        02.03.2026;Miete;-1200.00;gebucht\n03.03.2026;Bahn;-12.50;vorgemerkt\n04.03.2026;Essen;-30.00;gebucht\n05.03.2026;Lohn;5000.00;gebucht\n",
    );
    let profile = folder.path().join("profile.json").display().to_string();
    let asked = uacc(&["learn", &file, "--accept"], b"");
    assert_eq!(asked.status, 1);
    assert!(
        asked.stdout.contains("? are rows with `vorgemerkt` in `Stand der Zahlung` booked?\n    yes, all rows are: --set 'Stand der Zahlung=text'\n    no; leave out the rows with `vorgemerkt`: --unbooked 'Stand der Zahlung=vorgemerkt'\n"),
        "{}",
        asked.stdout
    );
    let word = "Stand der Zahlung=vorgemerkt";
    let learned = uacc(
        &[
            "learn",
            &file,
            "--accept",
            "--unbooked",
            word,
            "-o",
            &profile,
        ],
        b"",
    );
    assert_eq!(learned.status, 0, "{}", learned.stderr);
    let converted = convert(&file, &profile);
    assert!(
        converted
            .stderr
            .contains("4 rows: 3 transactions, 0 details, 1 skipped (1 pending)"),
        "{}",
        converted.stderr
    );
}

/// What is written is what the tests of the project compare: the sample gives the report with the profile, and has no word of the file.
#[test]
fn a_contribution_has_a_profile_a_sample_and_its_report() {
    let folder = Folder::new("learn-contribute");
    let file = folder.file("export.csv", STATEMENT);
    let clone = folder.path().join("clone");
    let call = [
        "learn",
        &file,
        "--accept",
        "--institution",
        "Erfundene Bank",
        "--country",
        "CH",
        "--contribute",
        &clone.display().to_string(),
    ];
    let run = uacc(&call, b"");
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("name it with --currency"),
        "{}",
        run.stderr
    );
    let call = [&call[..], &["--currency", "CHF"]].concat();
    let run = uacc(&call, b"");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let profile = clone.join("src/format/table/profiles/ch/erfundene-bank-account.json");
    let samples = clone.join("tests/bank/erfundene-bank-account");
    let sample = fs::read_to_string(samples.join("2026.csv")).unwrap();
    assert!(
        sample.starts_with("Tag;Was;Raus;Rein;Stand\n12.03.2026;"),
        "{sample}"
    );
    for own in ["Essen", "Bahn", "Lohn", "Miete", "8758.00", "5000.50"] {
        assert!(!sample.contains(own), "{sample}");
    }
    assert!(!fs::read_to_string(&profile).unwrap().contains("caution"));
    let given = fs::read_to_string(samples.join("given.json")).unwrap();
    let given: serde_json::Value = serde_json::from_str(&given).unwrap();
    let [profile, sample, report] = [profile, samples.join("2026.csv"), samples.join("2026.json")]
        .map(|path| path.display().to_string());
    let test = [
        "banks",
        "test",
        &profile,
        &sample,
        &report,
        "--account",
        given["account"].as_str().unwrap(),
    ];
    let tested = uacc(&test, b"");
    assert_eq!(tested.status, 0, "{}{}", tested.stdout, tested.stderr);

    let again = uacc(&call, b"");
    assert_eq!(again.status, 2);
    assert!(
        again.stderr.contains("exists already; nothing was written"),
        "{}",
        again.stderr
    );
    let unnamed = uacc(&["learn", &file, "--contribute", "clone"], b"");
    assert_eq!(unnamed.status, 2);
}

/// Converts a file that names neither account nor currency with a learned profile.
fn convert(file: &str, profile: &str) -> Run {
    let call = [
        "convert",
        file,
        "--profile",
        profile,
        "--account",
        "CH9300762011623852957",
        "--currency",
        "CHF",
    ];
    let converted = uacc(&call, b"");
    assert_eq!(converted.status, 0, "{}", converted.stderr);
    converted
}
