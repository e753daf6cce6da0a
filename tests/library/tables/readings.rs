//! Tables as people keep them: encodings, workbooks, headings that the caller maps, charts of programs.

use rust_xlsxwriter::Workbook;
use universal_accounting::tables::{BuildOptions, ColumnMap};

use super::{build, describe, findings, windows_1252};

fn with_columns(map: &str) -> BuildOptions {
    let mut options = BuildOptions::new();
    options.columns = ColumnMap::parse(map.as_bytes()).unwrap();
    options
}

#[test]
fn cells_that_mean_one_value_are_read() {
    let taxes = "Code;Bezeichnung;Satz %;Land\nA;a;8,1 %;Schweiz\nB;b;8.1%;svizzera\nC;c; 7,70 ;CH\nD;d;0;\nE;e;100;AT\n";
    let periods = "Von;Bis;Steuerpflichtig;Saldosteuersatz;Methode\n1.1.2024;31.12.2024;ja;nein;vereinbart\n2025-01-01;2025-12-31;X;0;ACCRUAL\n01.01.2026;31.12.2026;OUI;no;nach vereinnahmtem Entgelt\n";
    let accounts = "Konto-Nr.;Bezeichnung;Kontoart\n1000;\" Kasse \"\t;aktiven\n";
    let files: [(&str, &[u8]); 3] = [
        ("a.csv", taxes.as_bytes()),
        ("b.csv", periods.as_bytes()),
        ("c.csv", accounts.as_bytes()),
    ];
    let built = build(&files, &BuildOptions::new());
    assert_eq!(
        built
            .tables
            .iter()
            .map(|table| describe(&table.report))
            .collect::<Vec<_>>(),
        [[""; 0]; 3]
    );
    let json = built.json.unwrap();
    for part in [
        r#""code":"A","description":"a","value":8.1,"country":"CH""#,
        r#""code":"B","description":"b","value":8.1,"country":"CH""#,
        r#""code":"C","description":"c","value":7.7,"country":"CH""#,
        r#""code":"D","description":"d","value":0}"#,
        r#"{"externalId":"2025-01-01","isSubjectToTax":true,"balanceTaxation":false,"accountingMethod":"ACCRUAL","startsAt":"2025-01-01","endsAt":"2025-12-31"}"#,
        r#""accountingMethod":"CASH","startsAt":"2026-01-01""#,
        r#""description":" Kasse ","type":"ASSET""#,
    ] {
        assert!(json.contains(part), "{part} is not in {json}");
    }
}

#[test]
fn the_caller_maps_headings_and_leaves_columns_out() {
    let table = "Kto;Text;Rubrik;Geheim\n1020;Bank;Aktiven;x\n";
    let map = r#"{"kto": "accounts.number", "Rubrik": "type", "Geheim": null}"#;
    let built = build(&[("a.csv", table.as_bytes())], &with_columns(map));
    assert_eq!(describe(&built.tables[0].report), [""; 0]);
    assert_eq!(built.tables[0].list, Some("accounts"));
    let table = "externalId;name;code\np-1;Neubau;NEU\n";
    let built = build(
        &[("a.csv", table.as_bytes())],
        &with_columns(r#"{"code": "projects.code"}"#),
    );
    assert_eq!(
        (built.tables[0].list, built.tables[0].report.errors),
        (Some("projects"), 0)
    );
    for (map, message) in [
        (
            "[]",
            "invalid type: sequence, expected a map at line 1 column 0; write an object such as {\"Kto\": \"accounts.number\", \"Notiz\": null}",
        ),
        (
            r#"{"a": "acounts.number"}"#,
            "`a`: there is no list `acounts`; is `accounts` meant?",
        ),
        (
            r#"{"a": "accounts.iban2"}"#,
            "`a`: there is no field `iban2`; is `iban` meant?",
        ),
        (
            r#"{"a": 1}"#,
            "`a`: write the name of a field, or null to leave the column out",
        ),
        (r#"{"%": null}"#, "`%`: a heading has a letter or a digit"),
    ] {
        assert_eq!(
            ColumnMap::parse(map.as_bytes()).unwrap_err().to_string(),
            message
        );
    }
}

#[test]
fn files_and_sheets_are_named_after_their_list() {
    let table = "externalId;name;code\nk-1;Verkauf;VK\n";
    for (name, list) in [
        ("Kostenstellen.csv", "costCenters"),
        ("export/projects.csv", "projects"),
        ("Projets.CSV", "projects"),
    ] {
        assert_eq!(
            build(&[(name, table.as_bytes())], &BuildOptions::new()).tables[0].list,
            Some(list),
            "{name}"
        );
    }
}

#[test]
fn any_encoding_and_delimiter_is_read() {
    let table = "Kontenplan Muster AG\n\nKonto-Nr.;Bezeichnung;Währung\n1020;Zürcher Bank;CHF\n";
    let utf_16: Vec<u8> = std::iter::once(0xfeff)
        .chain(table.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let files = [
        table.as_bytes().to_vec(),
        windows_1252(table),
        utf_16,
        table.replace(';', "\t").into_bytes(),
        table.replace(';', ",").into_bytes(),
        table.replace('\n', "\r").into_bytes(),
    ];
    for file in files {
        let built = build(&[("konten.csv", &file)], &BuildOptions::new());
        assert_eq!(describe(&built.tables[0].report), [""; 0]);
        assert_eq!(built.tables[0].records, 1);
    }
}

#[test]
fn a_workbook_has_a_table_in_each_sheet() {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.set_name("Konten").unwrap();
    for (line, row) in (0..).zip([
        ["Konto-Nr.", "Bezeichnung", "ID"],
        ["1020", "Bank", "a"],
        ["", "Post", ""],
    ]) {
        for (column, cell) in (0..).zip(row) {
            sheet.write_string(line, column, cell).unwrap();
        }
    }
    sheet
        .write_number(2, 2, 1_234_567_890_123_456_789_f64)
        .unwrap();
    workbook.add_worksheet().set_name("Leer").unwrap();
    let bytes = workbook.save_to_buffer().unwrap();
    let built = build(&[("buch.xlsx", &bytes)], &BuildOptions::new());
    assert_eq!(built.tables.len(), 1);
    let table = &built.tables[0];
    assert_eq!(
        table.sheet.as_ref().map(|sheet| sheet.name.as_str()),
        Some("Konten")
    );
    assert_eq!(
        describe(&table.report),
        [
            "1:1 [] sheet-empty: the workbook has sheets without a cell, such as `Leer`: 1",
            "3:1 [Konto-Nr.] missing-field: `number` is missing",
            "3:7 [ID] number-rounded: a spreadsheet has rounded this number, so its last digits are lost",
        ]
    );
    let mut empty = Workbook::new();
    empty.add_worksheet();
    let built = build(
        &[("leer.xlsx", &empty.save_to_buffer().unwrap())],
        &BuildOptions::new(),
    );
    assert_eq!(
        describe(&built.tables[0].report),
        ["1:1 [] table-empty: there is no table: every cell is empty"]
    );
}

fn spreadsheet(rows: &str) -> String {
    format!(
        r#"<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Styles><Style ss:ID="p"><NumberFormat ss:Format="0.0%"/></Style><Style ss:ID="z"><NumberFormat ss:Format="0000"/></Style></Styles><Worksheet ss:Name="Blatt"><Table>{rows}</Table></Worksheet></Workbook>"#
    )
}

#[test]
fn cells_of_a_sheet_are_read_as_they_are_shown() {
    let text = |text: &str| format!(r#"<Cell><Data ss:Type="String">{text}</Data></Cell>"#);
    let number = |style: &str, number: &str| {
        format!(r#"<Cell ss:StyleID="{style}"><Data ss:Type="Number">{number}</Data></Cell>"#)
    };
    let formula = r#"<Cell ss:Formula="=A1"/>"#.to_owned();
    let row = |cells: &[String]| format!("<Row>{}</Row>", cells.concat());
    let accounts = row(&["Konto", "Bezeichnung"].map(text));
    let taxes = row(&["Code", "Bezeichnung", "Satz"].map(text));
    for (rows, expected) in [
        (
            accounts.clone() + &row(&[number("z", "42"), text("Kasse")]),
            None,
        ),
        (
            accounts.clone() + &row(&[number("", "1020"), formula]),
            Some(
                "2:6 [Bezeichnung] cell-without-value: this cell has no value: its formula has no stored result",
            ),
        ),
        (
            accounts + &row(&[number("p", "0.5"), text("Kasse")]),
            Some(
                "2:1 [Konto] key-reformatted: this `number` is a percentage, as a spreadsheet makes it from a number or a code",
            ),
        ),
        (
            taxes.clone() + &row(&[text("UN81"), text("Umsatzsteuer"), number("p", "0.081")]),
            None,
        ),
        (
            taxes + &row(&[text("UN81"), text("Umsatzsteuer"), number("p", "8.1")]),
            Some(
                "2:19 [Satz] cell-unreadable: `value` needs 8.1 % in a cell with the format of percentages, or 8.1 in one without it, and this cell is something else",
            ),
        ),
    ] {
        let found = findings("buch.xml", &spreadsheet(&rows));
        assert_eq!(found, Vec::from_iter(expected), "{rows}");
    }
}

#[test]
fn charts_of_programs_are_read_with_their_groups() {
    let banana = "Gruppe;Konto;Beschreibung;BKlasse;Gr\n10;;Umlaufvermögen;;1\n;1000;Kasse;1;10\n;3000;Material;3;30\n;.VK;Verkauf;;\n";
    let bexio = "Kontonummer;Kontoname;Gruppe;Kontoart;Systemkonto;Verknüpftes Konto;MWST-Typ\n1000;Kasse;100;Aktiven;Nein;;\n3000;Ertrag;30;Ertrag;Nein;;\n";
    let odoo = "\"id\",\"name\",\"code\",\"account_type\",\"reconcile\",\"name@de\"\n\"coa_1000\",\"Cash\",\"1000\",\"asset_cash\",\"False\",\"Kasse\"\n\"coa_3000\",\"Sales\",\"3000\",\"income\",\"False\",\"Ertrag\"\n";
    let erpnext = "Account Name,Parent Account,Account Number,Parent Account Number,Is Group,Account Type,Root Type,Account Currency\nAssets,,1,,1,,Asset,CHF\nCash,Assets,1000,1,0,Cash,Asset,CHF\nSales,Income,3000,3,0,,Income,CHF\n";
    let periods = "Von;Bis;Steuerpflichtig;Saldosteuersatz;Abrechnungsart\n1.1.2026;31.12.2026;ja;nein;vereinbart\n";
    let taxes = "MWST-Code;Bezeichnung;Satz %\nUN81;Umsatzsteuer;8,1\n";
    for (table, types) in [
        (banana, ["ASSET", "EXPENSE"]),
        (bexio, ["ASSET", "REVENUE"]),
        (odoo, ["ASSET", "REVENUE"]),
        (erpnext, ["ASSET", "REVENUE"]),
    ] {
        let files = [
            ("chart.csv", table.as_bytes()),
            ("taxes.csv", taxes.as_bytes()),
            ("periods.csv", periods.as_bytes()),
        ];
        let built = build(&files, &BuildOptions::new());
        let found = describe(&built.tables[0].report);
        let payload: serde_json::Value = serde_json::from_str(
            built
                .json
                .as_deref()
                .unwrap_or_else(|| panic!("{found:#?}")),
        )
        .unwrap();
        let accounts = payload["accounts"].as_array().unwrap();
        let read: Vec<[&str; 2]> = accounts
            .iter()
            .map(|account| ["number", "type"].map(|field| account[field].as_str().unwrap()))
            .collect();
        assert_eq!(read, [["1000", types[0]], ["3000", types[1]]], "{table}");
        // What the contract lacks is named once.
        let left_out = found
            .iter()
            .filter(|found| found.contains("column-left-out"));
        assert_eq!(left_out.count(), 1, "{found:#?}");
    }
}
