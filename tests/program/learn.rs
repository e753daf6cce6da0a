//! `uacc learn`: from a file of unknown format to a payload.

use crate::folder::Folder;
use crate::process::uacc;

const STATEMENT: &[u8] = b"Tag;Was;Raus;Rein;Stand\n\
    12.03.2026;Essen;30.00;;8758.00\n\
    09.03.2026;Bahn;12.50;;8788.00\n\
    05.03.2026;Lohn;;5000.50;8800.50\n\
    02.03.2026;Miete;1200.00;;3800.00\n";

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
            .contains("? does `Tag` have the booking date?\n    yes: --set Tag=booked-at\n    no, it has nothing that a transaction has: --set Tag=other\n"),
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
        learned.stderr.contains("convert with: uacc convert"),
        "{}",
        learned.stderr
    );

    let call = [
        "convert",
        &file,
        "--profile",
        &profile,
        "--account",
        "CH9300762011623852957",
        "--currency",
        "CHF",
    ];
    let converted = uacc(&call, b"");
    assert_eq!(converted.status, 0, "{}", converted.stderr);
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
        run.stderr.contains("has no table with dates and amounts"),
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
    let call = [
        "convert",
        &file,
        "--profile",
        &profile,
        "--account",
        "CH9300762011623852957",
        "--currency",
        "CHF",
    ];
    let converted = uacc(&call, b"");
    assert_eq!(converted.status, 0, "{}", converted.stderr);
    assert!(
        converted
            .stderr
            .contains("4 rows: 3 transactions, 0 details, 1 skipped (1 pending)"),
        "{}",
        converted.stderr
    );
}
