//! Notes, totals, second tables and damaged texts around the records of a table: none becomes a record in silence.

use rust_xlsxwriter::Workbook;
use serde_json::Value;
use universal_accounting::tables::BuildOptions;

use super::{build, describe};

const PERIODS: &str = "Von;Bis;Steuerpflichtig;Saldosteuersatz;Abrechnungsart\n1.1.2026;31.12.2026;ja;nein;vereinbart\n";
const TAXES: &str = "MWST-Code;Bezeichnung;Satz %\nUN81;Umsatzsteuer;8,1\n";
const ACCOUNTS: &str = "Konto-Nr.;Bezeichnung\n1020;Bank\n";

/// Builds base data from a table beside those of the other lists. Returns the rules and lines of its findings, and what `field` has in the records of `list`.
fn read(name: &str, table: &[u8], list: &str, field: &str) -> (Vec<String>, Vec<String>) {
    let others = [
        ("accounts", "konten.csv", ACCOUNTS),
        ("taxes", "mwst.csv", TAXES),
        ("taxPeriods", "perioden.csv", PERIODS),
    ];
    let mut files = vec![(name, table)];
    files.extend(
        others
            .iter()
            .filter(|(of, ..)| *of != list)
            .map(|(_, name, text)| (*name, text.as_bytes())),
    );
    let built = build(&files, &BuildOptions::new());
    let findings = built.tables[0].report.findings.iter();
    let found = findings.map(|finding| format!("{} {}", finding.line, finding.rule.id));
    let found: Vec<String> = found.collect();
    let Some(json) = &built.json else {
        return (found, Vec::new());
    };
    let payload: Value = serde_json::from_str(json).unwrap();
    let values = payload[list].as_array().unwrap().iter();
    let values = values.map(|record| record[field].as_str().unwrap_or_default().to_owned());
    (found, values.collect())
}

fn numbers(table: &str) -> (Vec<String>, Vec<String>) {
    read("tabelle.csv", table.as_bytes(), "accounts", "number")
}

fn assert_numbers(table: &str, found: &[&str], expected: &[&str]) {
    let (findings, numbers) = numbers(table);
    assert_eq!(findings, found, "{table}");
    assert_eq!(numbers, expected, "{table}");
}

#[test]
fn totals_and_ranges_are_left_out() {
    for row in [
        "Total 10;Total Umlaufvermögen;;",
        "Summe:;;;12.00",
        "TOTAL;Alles;Aktiven;3",
        "10-19;Umlaufvermögen;;",
        "100 – 109;Flüssige Mittel;Aktiven;",
    ] {
        let table = format!(
            "Konto;Bezeichnung;Kontoart;Saldo\n1000;Kasse;Aktiven;1\n1020;Bank;Aktiven;2\n{row}\n"
        );
        let (findings, numbers) = numbers(&table);
        assert!(
            findings.contains(&"4 rows-left-out".to_owned()),
            "{row}: {findings:?}"
        );
        assert_eq!(numbers, ["1000", "1020"], "{row}");
    }
    let (findings, codes) = read(
        "Kostenstellen.csv",
        "Kostenstelle;Bezeichnung\nVK;\n10;Verkauf\nTotal;\n".as_bytes(),
        "costCenters",
        "code",
    );
    assert!(
        findings.contains(&"4 rows-left-out".to_owned()),
        "{findings:?}"
    );
    assert_eq!(codes, ["VK", "10"]);
    // No account is in the range, so it may be one.
    assert_numbers(
        "Konto;Bezeichnung\n1000;Kasse\n20-29;Projekte\n",
        &[],
        &["1000", "20-29"],
    );
}

#[test]
fn types_that_only_groups_have_are_said() {
    let message = |table: &str| {
        let files = [("konten.csv", table.as_bytes())];
        describe(&build(&files, &BuildOptions::new()).tables[0].report).join("\n")
    };
    let lost = message("Konto;Bezeichnung;Kontoart\n1;AKTIVEN;Aktiven\n1000;Kasse;\n");
    assert!(
        lost.ends_with("in the lines 2; only they say a type"),
        "{lost}"
    );
    let kept = message("Konto;Bezeichnung;Kontoart\n1;AKTIVEN;Aktiven\n1000;Kasse;Aktiven\n");
    assert!(kept.ends_with("in the lines 2"), "{kept}");
}

#[test]
fn numbers_that_are_unlike_those_of_accounts_are_said() {
    for number in ["1020 Bank", "1020*", "(1030)", "# 1019", "Erstellt", "T"] {
        let table =
            format!("Konto;Bezeichnung;Kontoart\n1000;Kasse;Aktiven\n{number};Bank;Aktiven\n");
        assert_numbers(&table, &["3 account-number-doubtful"], &["1000", number]);
    }
    assert_numbers(
        "Konto;Bezeichnung\n1020.01;Bank\n1020-EUR;Bank\nA1000;Kasse\n",
        &[],
        &["1020.01", "1020-EUR", "A1000"],
    );
    // Where the numbers are names, nobody can know.
    assert_numbers(
        "Konto;Bezeichnung\nKasse Büro;K\nBank;B\n",
        &[],
        &["Kasse Büro", "Bank"],
    );
}

#[test]
fn numbers_that_a_program_took_for_amounts_are_errors() {
    for table in [
        "Konto,Bezeichnung\n1000.0,Kasse\n1020.0,Bank\n",
        "Konto;Bezeichnung\n1000.00;Kasse\n1020.00;Bank\n",
        "Konto;Bezeichnung\n1 000;Kasse\n1 020;Bank\n",
    ] {
        assert_numbers(table, &["2 key-reformatted", "3 key-reformatted"], &[]);
    }
    for (table, expected) in [
        (
            "Konto;Bezeichnung\n1000.0;Kasse\n1000.1;Bank\n",
            ["1000.0", "1000.1"],
        ),
        (
            "Konto;Bezeichnung\n1000;Kasse\n1000.00;Bank\n",
            ["1000", "1000.00"],
        ),
    ] {
        assert_numbers(table, &[], &expected);
    }
}

#[test]
fn a_second_table_is_an_error_at_its_header() {
    for (table, line) in [
        (
            "Konto;Bezeichnung\n1000;Kasse\n\nKostenstelle;Bezeichnung\nVK;Verkauf\n",
            4,
        ),
        (
            "Konto;Bezeichnung;Saldo\n1000;Kasse;1\n\nMWST-Code;Bezeichnung;Satz\nUN81;Umsatz;8.1\n",
            4,
        ),
        (
            "Konto;Bezeichnung;Kontoart\n1000;Kasse;Aktiven\nBezeichnung;Konto;Kontoart\nBank;1020;Aktiven\n",
            3,
        ),
        (
            "Konto;Bezeichnung;Kontoart\nCompte;Libellé;Type\n1000;Kasse;Aktiven\n",
            2,
        ),
    ] {
        let (findings, _) = numbers(table);
        assert!(
            findings.contains(&format!("{line} table-second")),
            "{table}: {findings:?}"
        );
    }
    // Headings in two rows are no second table, and neither is a header that each page repeats.
    let (findings, _) = numbers("Konto;;Kontoart\nKonto;Bezeichnung;Typ\n1000;Kasse;Aktiven\n");
    assert!(
        findings.contains(&"2 header-merged".to_owned()),
        "{findings:?}"
    );
    assert_numbers(
        "Konto;;Konto-\nNr.;Bezeichnung;art\n1000;Kasse;Aktiven\n",
        &[],
        &["1000"],
    );
    assert_numbers(
        "Konto;Bezeichnung\n1000;Kasse\n\nKonto;Bezeichnung\n1020;Bank\n",
        &[],
        &["1000", "1020"],
    );
}

#[test]
fn indents_of_a_sheet_are_no_part_of_names() {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    for (row, cells) in [
        ["Konto", "Bezeichnung"],
        ["1000", "      Kasse"],
        ["1020", "Bank "],
    ]
    .iter()
    .enumerate()
    {
        let row = u32::try_from(row).unwrap();
        sheet.write_string(row, 0, cells[0]).unwrap();
        sheet.write_string(row, 1, cells[1]).unwrap();
    }
    let bytes = workbook.save_to_buffer().unwrap();
    let (findings, names) = read("konten.xlsx", &bytes, "accounts", "description");
    assert_eq!(findings, [""; 0]);
    assert_eq!(names, ["Kasse", "Bank"]);
    // Quotes in a CSV file keep them, so that a table gives back what was written to it.
    let (_, names) = read(
        "konten.csv",
        b"Konto;Bezeichnung\n1000;\"  Kasse\"\n",
        "accounts",
        "description",
    );
    assert_eq!(names, ["  Kasse"]);
}

#[test]
fn damaged_texts_are_said_without_a_bank() {
    for (table, expected) in [
        (
            &b"Konto-Nr.;Bezeichnung\n1000;Caf\xC3\xA9\n1020;Z\xFCrcher Bank\n"[..],
            "3 table-encoding-mixed",
        ),
        (
            "Konto-Nr.;Bezeichnung\n1020;ZÃ¼rcher Bank\n".as_bytes(),
            "2 table-text-damaged",
        ),
        (
            "Konto-Nr.;Bezeichnung\n1020;B\u{fffd}ro\n".as_bytes(),
            "2 table-text-damaged",
        ),
        (
            b"Konto-Nr.;Bezeichnung;Kontoart\n1020;\"Bank;Aktiven\n",
            "2 table-quote-open",
        ),
    ] {
        let built = build(&[("konten.csv", table)], &BuildOptions::new());
        let findings = &built.tables[0].report.findings;
        let finding = findings.first().unwrap();
        assert_eq!(format!("{} {}", finding.line, finding.rule.id), expected);
        let texts = [finding.message(), finding.help()].concat();
        assert!(!texts.contains("bank"), "{texts}");
    }
}

#[test]
fn exports_of_odoo_are_read() {
    assert_numbers(
        "External ID,Code,Account Name,Type,Allow Reconciliation\nx.1,1000,Cash,Bank and Cash,FALSE\nx.2,6000,Rent,Expenses,FALSE\n",
        &["1 column-left-out"],
        &["1000", "6000"],
    );
    let taxes = "id,name,description,amount,amount_type,type_tax_use,repartition_line_ids/tag_ids\n\
                 vat_a,8.1%,Sales,8.1,percent,sale,+a\n,,,,,,+b\nvat_b,2.6%,Purchases,2.6,percent,purchase,\n";
    let (findings, codes) = read("account.tax-ch.csv", taxes.as_bytes(), "taxes", "code");
    assert_eq!(findings, ["1 column-left-out", "3 rows-left-out"]);
    assert_eq!(codes, ["8.1%", "2.6%"]);
}
