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
fn years_of_notes_are_said() {
    let doubted = |line: usize| format!("{line} account-number-doubtful");
    for (table, line) in [
        (
            "Konto;Bezeichnung;Saldo\n1000;Kasse;12.00\n1020;Bank;5.00\n2026;Abschluss;\n3000;Ertrag;8.00\n",
            4,
        ),
        (
            "Konto;Bezeichnung;Saldo\n1000;Kasse;\n1020;Bank;5.00\n2026;Stand Jahr;\n",
            4,
        ),
        ("Compte;Libellé\n1000;Caisse\n2026;Exercice en cours\n", 3),
    ] {
        let (findings, numbers) = numbers(table);
        assert!(findings.contains(&doubted(line)), "{table}: {findings:?}");
        assert!(numbers.contains(&"2026".to_owned()), "{table}");
    }
    // An account among others that have no more than it, and one with a balance.
    for table in [
        "Konto;Bezeichnung;Saldo\n1000;Kasse;\n2000;Kreditoren;\n2030;Anzahlungen;\n",
        "Konto;Bezeichnung;Saldo\n1000;Kasse;1.00\n1020;Bank;2.00\n2030;Anzahlungen;3.00\n",
        "Konto;Bezeichnung\n1000;Kasse\n2000;Kreditoren\n2979;Jahresgewinn oder Jahresverlust\n",
    ] {
        let (findings, _) = numbers(table);
        assert!(
            !findings.iter().any(|finding| finding.ends_with("doubtful")),
            "{table}: {findings:?}"
        );
    }
}

#[test]
fn a_single_number_with_decimals_is_said() {
    assert_numbers(
        "Konto;Bezeichnung\n1000;Kasse\n1020.00;Bank\n1100;Debitoren\n",
        &["3 account-number-doubtful"],
        &["1000", "1020.00", "1100"],
    );
    assert_numbers(
        "Konto;Bezeichnung\n1000;Kasse\n1020.00;Bank\n1020.01;Bank\n",
        &[],
        &["1000", "1020.00", "1020.01"],
    );
}

/// In the German charts, accounts of the first class begin with zeros. Where a spreadsheet has dropped them, they are no groups.
#[test]
fn numbers_without_their_zeros_are_no_groups() {
    let lost = "Konto;Bezeichnung\n27;Software\n90;Bauten\n420;Einrichtung\n1000;Kasse\n1200;Bank\n2700;Erträge\n4200;Raum\n8400;Erlöse\n";
    assert_numbers(
        lost,
        &["2 account-number-doubtful"],
        &["27", "90", "420", "1000", "1200", "2700", "4200", "8400"],
    );
    // Groups stand above or below what they begin, or all accounts have one.
    for table in [
        "Konto;Bezeichnung\n10;Umlauf\n1000;Kasse\n14;Anlagen\n20;Fremdkapital\n2000;Kreditoren\n3000;Ertrag\n",
        "Konto;Bezeichnung\n1000;Kasse\n10;Umlauf\n2000;Kreditoren\n20;Fremdkapital\n3000;Ertrag\n",
        "Konto;Bezeichnung\n1;Aktiven\n2;Passiven\n3;Ertrag\n10;Umlauf\n20;Fremdkapital\n1000;Kasse\n2000;Kreditoren\n3000;Ertrag\n",
    ] {
        let (findings, mut found) = numbers(table);
        assert!(
            findings
                .iter()
                .all(|finding| finding.ends_with("rows-left-out")),
            "{findings:?}"
        );
        found.sort();
        assert_eq!(found, ["1000", "2000", "3000"], "{table}");
    }
}

#[test]
fn headings_in_the_first_column_are_an_error_that_says_so() {
    for table in [
        "Firma;Muster Treuhand AG\nStrasse;Bahnhofstrasse 1\nPLZ;8001\nOrt;Zürich\nUID;CHE-123.456.788\n",
        "Nome;Rossi SA\nVia;Via Nassa 5\nLocalità;Lugano\nNumero IDI;CHE-123.456.788\n",
        "companyName,Muster AG\nleadCurrency,CHF\ncompanyUid,CHE-123.456.788\n",
    ] {
        let built = build(&[("firma.csv", table.as_bytes())], &BuildOptions::new());
        let found = describe(&built.tables[0].report);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("table-unknown"), "{found:?}");
        assert!(found[0].contains("in the first column"), "{found:?}");
    }
    let mut workbook = Workbook::new();
    for (name, cells) in [
        (
            "Konten",
            [
                ["Konto", "Bezeichnung"],
                ["1000", "Kasse"],
                ["1020", "Bank"],
            ],
        ),
        (
            "Angaben",
            [
                ["Firma", "Muster AG"],
                ["Ort", "Zürich"],
                ["Leitwährung", "CHF"],
            ],
        ),
    ] {
        let sheet = workbook.add_worksheet().set_name(name).unwrap();
        for (row, cells) in (0..).zip(cells) {
            sheet.write_row(row, 0, cells).unwrap();
        }
    }
    let workbook = workbook.save_to_buffer().unwrap();
    let built = build(&[("buch.xlsx", &workbook)], &BuildOptions::new());
    let found = describe(&built.tables[1].report);
    assert!(
        found.len() == 1 && found[0].contains("in the first column"),
        "{found:?}"
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
            "3 encoding-mixed",
        ),
        (
            "Konto-Nr.;Bezeichnung\n1020;ZÃ¼rcher Bank\n".as_bytes(),
            "2 text-misdecoded",
        ),
        (
            "Konto-Nr.;Bezeichnung\n1020;B\u{fffd}ro\n".as_bytes(),
            "2 text-misdecoded",
        ),
        (
            b"Konto-Nr.;Bezeichnung;Kontoart\n1020;\"Bank;Aktiven\n",
            "2 stray-quote",
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
    // Names in any language are columns of their own.
    assert_numbers(
        "id,name,code,account_type,tag_ids,non_trade,name@de,name@pt_BR\na_1,Cash,1000,asset_cash,,False,Kasse,Caixa\n",
        &["1 column-left-out"],
        &["1000"],
    );
    let (findings, _) =
        numbers("id,name,code,account_type,nme@de\na_1,Cash,1000,asset_cash,Kasse\n");
    assert_eq!(findings, ["1 heading-unknown"]);
    // Each tax takes several rows. One without a description is shown by its name; parts and groups of taxes have no rate of their own.
    let taxes = "id,name,description,amount,amount_type,type_tax_use,repartition_line_ids/tag_ids,description@de\n\
                 vat_a,8.1%,,8.1,percent,sale,+a,\n,,,,,,+b,\nvat_b,2.6%,Purchases,2.6,percent,purchase,,Einkauf\n\
                 vat_c,8.1% R,Return,-8.1,percent,none,,\nvat_d,8.1% RC,Reverse,,group,purchase,,\nvat_e,Eco,Eco,5,fixed,sale,,\n";
    let of = |field| read("account.tax-ch.csv", taxes.as_bytes(), "taxes", field);
    let (findings, codes) = of("code");
    assert_eq!(
        findings,
        ["1 column-left-out", "3 rows-left-out", "5 rows-left-out"]
    );
    assert_eq!(codes, ["8.1%", "2.6%"]);
    assert_eq!(of("description").1, ["8.1%", "Purchases"]);
}

#[test]
fn exports_of_gnucash_are_read() {
    const HEADINGS: &str = "Type,Full Account Name,Account Name,Account Code,Description,Account Color,Notes,Symbol,Namespace,Hidden,Tax Info,Placeholder\n";
    let table = format!(
        "{HEADINGS}ASSET,Aktiven,Aktiven,1,,,,CHF,CURRENCY,F,F,T\nBANK,Aktiven:Bank,Bank,1020,Konto bei der Bank,,,CHF,CURRENCY,F,F,F\n\
         EQUITY,Kapital,Kapital,2800,,,,CHF,CURRENCY,F,F,F\nINCOME,Ertrag,Ertrag,3000,,,,CHF,CURRENCY,F,F,F\n"
    );
    let of = |field| read("konten.csv", table.as_bytes(), "accounts", field);
    let (findings, names) = of("description");
    assert_eq!(findings, ["1 column-left-out", "2 rows-left-out"]);
    assert_eq!(names, ["Bank", "Kapital", "Ertrag"]);
    assert_eq!(of("number").1, ["1020", "2800", "3000"]);
    assert_eq!(of("type").1, ["ASSET", "LIABILITY", "REVENUE"]);
    assert_eq!(of("currency").1, ["CHF", "CHF", "CHF"]);
    // Templates mark every account, and give ranges a currency too.
    let table = format!(
        "{HEADINGS}ASSET,A,Umlauf,10-19,,,,CHF,CURRENCY,F,F,T\nBANK,A:B,Bank,1020,,,,CHF,CURRENCY,F,F,T\nCASH,A:C,Kasse,1000,,,,CHF,CURRENCY,F,F,T\n"
    );
    let (findings, numbers) = read("konten.csv", table.as_bytes(), "accounts", "number");
    assert_eq!(findings, ["1 column-left-out", "2 rows-left-out"]);
    assert_eq!(numbers, ["1020", "1000"]);
}
