//! `uacc build base-data` and `uacc export base-data`: streams, files and exit statuses.

use std::fs;

use crate::folder::Folder;
use crate::process::{Run, uacc};
use crate::project::in_project;

const TABLES: [&str; 4] = [
    "tests/tables/konten.csv",
    "tests/tables/mwst.csv",
    "tests/tables/perioden.csv",
    "tests/tables/kontakte.csv",
];
const ORGANIZATION: &str = "tests/tables/organization.json";

fn build(tables: &[&str], arguments: &[&str]) -> Run {
    uacc(&[&["build", "base-data"], tables, arguments].concat(), b"")
}

#[test]
fn the_payload_goes_to_standard_output_and_all_else_to_standard_error() {
    let run = build(&TABLES, &["--organization", ORGANIZATION]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(
        run.stdout
            .starts_with("{\"organization\":{\"companyName\":\"Muster AG\",")
            && run.stdout.ends_with("}\n")
    );
    assert_eq!(run.stdout.lines().count(), 1);
    for line in [
        "tests/tables/konten.csv: accounts: 6 records, header in line 3, external ids from `number`; no errors, 1 warning",
        "no table lists the currencies, so they are those of the organization and the accounts: CHF, EUR",
    ] {
        assert!(
            run.stderr.lines().any(|known| known == line),
            "{line} is not in {}",
            run.stderr
        );
    }
    let checked = uacc(&["check", "base-data", "-"], run.stdout.as_bytes());
    assert_eq!(
        (checked.status, checked.stdout.as_str()),
        (0, "<stdin>: no errors, no warnings\n")
    );
    // A table may come from standard input.
    let mut tables = TABLES;
    tables[1] = "-";
    let arguments = [
        &["build", "base-data", "--organization", ORGANIZATION],
        &tables[..],
    ]
    .concat();
    let piped = uacc(&arguments, &fs::read(in_project(TABLES[1])).unwrap());
    assert_eq!((piped.status, piped.stdout), (0, run.stdout));
}

#[test]
fn nothing_is_written_if_there_is_an_error() {
    let folder = Folder::new("build-errors");
    let out = folder.path().join("base-data.json").display().to_string();
    for (tables, arguments, last) in [
        (
            vec!["tests/tables/konten-faulty.csv"],
            vec!["--organization", ORGANIZATION],
            "nothing was written: 6 errors",
        ),
        (TABLES[..3].to_vec(), vec![], "nothing was written: 1 error"),
        (
            TABLES.to_vec(),
            vec!["--organization", ORGANIZATION, "--strict"],
            "nothing was written: 2 errors",
        ),
    ] {
        let run = build(&tables, &[&arguments[..], &["-o", &out]].concat());
        assert_eq!(
            (run.status, run.stdout.as_str(), run.stderr.lines().last()),
            (1, "", Some(last)),
            "{}",
            run.stderr
        );
        assert!(!folder.path().join("base-data.json").exists());
    }
    let run = build(&TABLES[..3], &[]);
    assert!(
        run.stderr.contains(
            "error: no table holds `organization`, which base data needs; name its file with --organization\n"
        )
    );
}

#[test]
fn the_report_has_each_table_and_the_payload() {
    let run = build(
        &TABLES,
        &["--organization", ORGANIZATION, "--format", "json"],
    );
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(
        (
            run.status,
            &report["valid"],
            &report["tables"][0]["externalIdFrom"]
        ),
        (0, &true.into(), &"number".into())
    );
    assert_eq!(report["payload"]["contacts"][1]["legalType"], "INDIVIDUAL");
    let run = build(
        &["tests/tables/konten-faulty.csv"],
        &["--format", "json", "--redact"],
    );
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(
        (run.status, &report["payload"]),
        (1, &serde_json::Value::Null)
    );
    assert_eq!(
        report["missing"],
        serde_json::json!(["organization", "taxes", "taxPeriods"])
    );
    let finding = &report["tables"][0]["findings"][0];
    assert_eq!(
        (
            &finding["rule"],
            &finding["line"],
            &finding["cell"]["column"]
        ),
        (&"heading-unknown".into(), &1.into(), &"Whärung".into())
    );
    assert!(!run.stdout.contains("Kasse"));
}

#[test]
fn columns_and_charts_are_options() {
    let folder = Folder::new("build-options");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let table = write(
        "konten.csv",
        "Kto;Text;Geheim\n1020;Bank;x\n9200;Gewinn;y\n",
    );
    let map = write("map.json", r#"{"Kto": "accounts.number", "Geheim": null}"#);
    let tables = [table.as_str(), TABLES[1], TABLES[2], TABLES[3]];
    let run = build(
        &tables,
        &[
            "--organization",
            ORGANIZATION,
            "--columns",
            &map,
            "--chart",
            "kmu",
        ],
    );
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stdout.contains(r#"{"externalId":"1020","number":"1020","description":"Bank","type":"ASSET"},{"externalId":"9200","number":"9200","description":"Gewinn"}"#));
    assert!(run.stderr.contains("warning[account-type-open]"));
    let map = write("faulty.json", r#"{"Kto": "accounts.numer"}"#);
    let run = build(&tables, &["--columns", &map]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(
        run.stderr
            .ends_with("faulty.json: `Kto`: there is no field `numer`; is `number` meant?\n"),
        "{}",
        run.stderr
    );
}

#[test]
fn tables_give_the_payload_again() {
    let folder = Folder::new("build-again");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (json, tables) = (path("base-data.json"), path("tables"));
    assert_eq!(
        build(&TABLES, &["--organization", ORGANIZATION, "-o", &json]).status,
        0
    );
    let run = uacc(&["export", "base-data", &json, "-o", &tables], b"");
    assert_eq!((run.status, run.stdout.as_str()), (0, ""), "{}", run.stderr);
    assert!(
        run.stderr
            .ends_with("tables/contacts.csv: contacts: 2 records\n"),
        "{}",
        run.stderr
    );
    let mut files: Vec<String> = fs::read_dir(&tables)
        .unwrap()
        .map(|file| file.unwrap().path().display().to_string())
        .collect();
    files.sort();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let again = build(&files, &[]);
    assert_eq!(
        (again.status, again.stdout),
        (0, fs::read_to_string(&json).unwrap()),
        "{}",
        again.stderr
    );

    let run = uacc(&["export", "base-data", &json, "-o", &tables], b"");
    assert_eq!(run.status, 2);
    assert!(
        run.stderr
            .contains("organization.csv exists already; nothing was written"),
        "{}",
        run.stderr
    );
    let wide = fs::read_to_string(&json).unwrap().replacen(
        "\"number\"",
        "\"qrIban\":\"CH4431999123000889012\",\"number\"",
        1,
    );
    let run = uacc(
        &["export", "base-data", "-", "-o", &path("other")],
        wide.as_bytes(),
    );
    let expected = "<stdin>: /accounts/0/qrIban: tables have no place for it; take it out first\nnothing was written\n";
    assert_eq!((run.status, run.stderr.as_str()), (1, expected));
    for (arguments, message) in [
        (
            &["export", "base-data", "x.json"][..],
            "error: --output: name the folder for the tables\n",
        ),
        (
            &["export", "base-data", "x.json", "-o", "y", "--partial"][..],
            "error: --partial can only be used with a journal\n",
        ),
        (
            &["export", "journal", "x.json"][..],
            "error: --to: name the program or format to write the journal for\n",
        ),
    ] {
        let run = uacc(arguments, b"");
        assert_eq!((run.status, run.stderr.as_str()), (2, message));
    }
}
