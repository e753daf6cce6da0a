//! A Swiss chart of accounts with taxes, periods and contacts: built, changed and compared.

use universal_accounting::diff::{self, BaseDataDiff};
use universal_accounting::report::Policy;
use universal_accounting::tables::{BuildOptions, Built, Chart};

use super::books::Books;
use super::{build, describe};

/// The cells of a table.
type Rows = Vec<Vec<String>>;

/// A table, and cells to write in it: row, column and text.
type Mistakes<'t> = (&'t mut Rows, &'t [(usize, usize, &'static str)]);

fn build_csv(books: &Books) -> Built {
    let files = books.csv_files();
    let files: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
        .collect();
    build(&files, &BuildOptions::new())
}

fn diff_of(held: &Built, new: &Built) -> BaseDataDiff {
    let json = |built: &Built| built.json.clone().unwrap().into_bytes();
    diff::read_base_data(&json(held), &json(new), &Policy::new())
        .diff
        .unwrap()
}

#[test]
fn a_chart_with_contacts_is_built_from_csv_files_and_from_a_workbook() {
    let books = Books::new();
    let from_csv = build_csv(&books);
    for table in &from_csv.tables {
        assert_eq!(table.report.errors, 0, "{:?}", describe(&table.report));
        assert!(
            table
                .report
                .findings
                .iter()
                .all(|finding| finding.rule.id == "column-left-out")
        );
    }
    let counts: Vec<(Option<&str>, usize)> = from_csv
        .tables
        .iter()
        .map(|table| (table.list, table.records))
        .collect();
    let lists = [
        ("accounts", 200),
        ("taxes", 12),
        ("taxPeriods", 3),
        ("contacts", 500),
    ];
    assert_eq!(counts, lists.map(|(list, count)| (Some(list), count)));
    assert_eq!(from_csv.derived_currencies, ["CHF"]);
    let json = from_csv.json.clone().unwrap();
    for record in [
        r#"{"externalId":"1002","number":"1002","description":"Flüssige Mittel 1002","currency":"CHF","iban":"CH9300762011623852957","type":"ASSET"}"#,
        r#"{"externalId":"UN81","code":"UN81","description":"Umsatzsteuer 8,1 %","value":8.1,"country":"CH"}"#,
        r#"{"externalId":"2026","isSubjectToTax":true,"balanceTaxation":false,"accountingMethod":"ACCRUAL","startsAt":"2026-01-01","endsAt":"2026-12-31"}"#,
        r#"{"externalId":"0004","legalType":"COMPANY","companyName":"Beispiel 4 \"Nord\" GmbH"}"#,
        r#"{"externalId":"0005","legalType":"INDIVIDUAL","firstName":"Erika 5","lastName":"Müller; Beispiel"}"#,
    ] {
        assert!(json.contains(record), "{record}");
    }
    let from_workbook = build(
        &[("buchhaltung.xlsx", &books.workbook())],
        &BuildOptions::new(),
    );
    assert_eq!(
        from_workbook.errors(),
        0,
        "{:?}",
        from_workbook
            .tables
            .iter()
            .map(|table| describe(&table.report))
            .collect::<Vec<_>>()
    );
    assert_eq!(from_workbook.json, from_csv.json);
}

#[test]
fn ten_changes_are_the_ten_changes_of_the_diff() {
    let held = Books::new();
    let mut new = held.clone();
    new.accounts[3][1] = "Postkonto".to_owned();
    new.accounts[10][2] = "Passiven".to_owned();
    new.accounts[50][3] = "CHF".to_owned();
    new.accounts.remove(20);
    new.accounts.push(
        ["1099", "Durchlaufskonto", "Aktiven", "", "", ""]
            .map(str::to_owned)
            .to_vec(),
    );
    new.taxes[1][2] = "8.3".to_owned();
    new.periods[3][5] = "vereinnahmt".to_owned();
    new.contacts[7][1] = "Beispiel Sieben AG".to_owned();
    new.contacts.remove(400);
    new.contacts[5][2] = "Maria".to_owned();
    let diff = diff_of(&build_csv(&held), &build_csv(&new));
    let of = |name: &str| {
        let list = diff.lists.iter().find(|list| list.name == name).unwrap();
        [list.added.len(), list.changed.len(), list.removed.len()]
    };
    assert_eq!(of("accounts"), [1, 3, 1]);
    assert_eq!(of("taxes"), [0, 1, 0]);
    assert_eq!(of("taxPeriods"), [0, 1, 0]);
    assert_eq!(of("contacts"), [0, 2, 1]);
    assert_eq!((diff.added(), diff.changed(), diff.removed()), (1, 7, 2));
    assert!(diff_of(&build_csv(&held), &build_csv(&held)).is_empty());
}

#[test]
fn twenty_mistakes_are_twenty_findings_at_their_cells() {
    let mut books = Books::new();
    let mistakes: [Mistakes<'_>; 4] = [
        (
            &mut books.accounts,
            &[
                (5, 0, "1000000000000"),
                (6, 0, ""),
                (7, 1, ""),
                (8, 2, "Aktven"),
                (9, 3, "Franken"),
                (10, 4, "CH93 0076 2011 6238 5295 8"),
                (11, 0, "1003"),
                (12, 3, "chf"),
            ],
        ),
        (
            &mut books.taxes,
            &[
                (1, 2, "acht"),
                (2, 2, "120"),
                (3, 1, ""),
                (4, 0, "UN38"),
                (5, 3, "Schweitz"),
            ],
        ),
        (
            &mut books.periods,
            &[(1, 1, "1/2/24"), (2, 3, "vielleicht"), (3, 5, "egal")],
        ),
        (
            &mut books.contacts,
            &[
                (10, 0, ""),
                (20, 0, "0019"),
                (31, 0, "31"),
                (41, 2, "Erika"),
            ],
        ),
    ];
    let mut places = Vec::new();
    for (table, (rows, cells)) in mistakes.into_iter().enumerate() {
        for (line, column, text) in cells {
            rows[*line][*column] = (*text).to_owned();
            places.push((table, line + 1, *column));
        }
    }
    assert_eq!(places.len(), 20);
    let headings: Vec<Vec<String>> = [
        &books.accounts,
        &books.taxes,
        &books.periods,
        &books.contacts,
    ]
    .map(|rows| rows[0].clone())
    .to_vec();
    let built = build_csv(&books);
    assert_eq!(built.json, None);
    let mut found = Vec::new();
    for (table, built) in built.tables.iter().enumerate() {
        for finding in built
            .report
            .findings
            .iter()
            .filter(|finding| finding.rule.id != "column-left-out")
        {
            let heading = &finding.cell.as_ref().unwrap().column;
            found.push((
                table,
                finding.line,
                headings[table].iter().position(|known| known == heading),
                finding.to_string(),
            ));
        }
    }
    let expected: Vec<(usize, usize, Option<usize>)> = places
        .into_iter()
        // A contact whose name is that of a company and of a person has no legal type; no cell of it says one.
        .map(|(table, line, column)| {
            (
                table,
                line,
                if (table, line) == (3, 42) {
                    None
                } else {
                    Some(column)
                },
            )
        })
        .collect();
    let places: Vec<(usize, usize, Option<usize>)> = found
        .iter()
        .map(|(table, line, column, _)| (*table, *line, *column))
        .collect();
    assert_eq!(places, expected, "{found:#?}");
}

#[test]
fn types_come_from_numbers_only_if_the_chart_is_named() {
    let table = "Konto-Nr.;Bezeichnung\n1020;Bank\n2000;Kreditoren\n3200;Handelserlöse\n6950;Finanzertrag\n7010;Aufwand Nebenbetrieb\n9200;Jahresgewinn\nB102;Guthaben\n";
    let types = |built: &Built, table: &str| {
        assert_eq!(built.tables[0].records, 7, "{table}");
        built.tables[0].report.clone()
    };
    let files: [(&str, &[u8]); 1] = [("konten.csv", table.as_bytes())];
    assert!(
        types(&build(&files, &BuildOptions::new()), table)
            .findings
            .is_empty()
    );
    let mut options = BuildOptions::new();
    options.chart = Some(Chart::SwissSme);
    let report = types(&build(&files, &options), table);
    assert_eq!(
        describe(&report),
        [
            "7:1 [Konto-Nr.] account-type-open: the chart does not tell the type of the account with this number, so it has none",
            "8:1 [Konto-Nr.] account-type-open: the chart does not tell the type of the account with this number, so it has none",
        ]
    );
    let books = Books::new();
    let mut without_types = books.clone();
    without_types
        .accounts
        .iter_mut()
        .for_each(|row| drop(row.remove(2)));
    let files = without_types.csv_files();
    let files: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
        .collect();
    assert_eq!(build(&files, &options).json, build_csv(&books).json);
}
