//! Tables, SARIF, and findings in workbooks.

use super::UBS;
use crate::folder::Folder;
use crate::process::uacc;

#[test]
fn tables_contain_no_formulas() {
    for (written, shown) in [
        ("=HYPERLINK(\"\"x\"\")", "\"'=HYPERLINK(\"\"x\"\")\""),
        // An invisible character or a full-width sign does not hide a formula.
        ("\u{200b}=1", "\"'\u{200b}=1\""),
        ("＝1", "\"'＝1\""),
        // Spreadsheets that expect semicolons must not split the text.
        ("a;=1", "\"a;=1\""),
        ("-01014", "-01014"),
    ] {
        let text = format!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
             CH9300762011623852957;2026-03-31;\"{written}\";-12.5;87.5;2026-03-31\n"
        );
        let run = uacc(
            &["convert", "-", "--currency", "CHF", "--to", "csv"],
            text.as_bytes(),
        );
        assert_eq!(run.status, 0, "{}", run.stderr);
        let lead = shown.trim_end_matches('"');
        assert!(
            run.stdout.contains(&format!(",{lead}")),
            "{written}: {}",
            run.stdout
        );
    }
}

#[test]
fn sarif_has_the_findings_of_all_files_in_the_place_of_the_transactions() {
    let run = uacc(
        &[
            "convert",
            UBS,
            "-",
            "--format",
            "sarif",
            "--stdin-name",
            "other.csv",
        ],
        b"Tag;Zweck;Wert\n1;2;3\n",
    );
    assert_eq!(run.status, 1);
    let log: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let last = results.last().unwrap();
    let uri = &last["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(
        (&last["ruleId"], uri),
        (&"bank-unknown".into(), &"other.csv".into())
    );
    assert!(!run.stdout.contains("9930889BN5530012"), "{}", run.stdout);
    let to = uacc(&["convert", UBS, "--format", "sarif", "--to", "csv"], b"");
    assert_eq!((to.status, to.stdout.as_str()), (2, ""));
}

/// The findings of a workbook show its cells, one line for each row.
#[test]
fn a_finding_in_a_workbook_shows_its_row() {
    let folder = Folder::new("workbook");
    let mut workbook = rust_xlsxwriter::Workbook::new();
    let sheet = workbook.add_worksheet();
    let rows = [
        [
            "IBAN",
            "Booked At",
            "Text",
            "Credit/Debit Amount",
            "Balance",
            "Valuta Date",
        ],
        [
            "CH9300762011623852957",
            "2026-03-31 00:00:00.0",
            "Miete",
            "zwölf",
            "",
            "2026-03-31 00:00:00.0",
        ],
    ];
    for (row, cells) in (0..).zip(rows) {
        for (column, cell) in (0..).zip(cells) {
            sheet.write_string(row, column, cell).unwrap();
        }
    }
    let file = folder.file("book.xlsx", &workbook.save_to_buffer().unwrap());
    let run = uacc(&["convert", &file, "--currency", "CHF"], b"");
    assert_eq!(run.status, 1);
    assert!(run.stderr.contains("book.xlsx:2:51"), "{}", run.stderr);
    assert!(
        run.stderr
            .contains("2 | CH9300762011623852957;2026-03-31 00:00:00.0;Miete;zwölf;;"),
        "{}",
        run.stderr
    );
    let redacted = uacc(
        &[
            "convert",
            &file,
            "--currency",
            "CHF",
            "--redact",
            "--format",
            "json",
        ],
        b"",
    );
    assert!(
        !redacted.stderr.contains("Miete") && !redacted.stdout.contains("zwölf"),
        "{}",
        redacted.stdout
    );
}
