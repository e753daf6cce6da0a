//! Tables that something is wrong with: each fault with its message at its cell.

use universal_accounting::tables::{self, BuildOptions, Source};

use super::{build, describe, findings};

#[test]
fn each_fault_has_its_message_at_its_cell() {
    for (table, expected) in [
        (
            "Konto-Nr.;Bezeichnug\n1020;Bank\n",
            vec![
                "1:1 [] column-missing: the table has no column for `description`",
                "1:11 [Bezeichnug] heading-unknown: this heading of `accounts` is not known; is `Bezeichnung` meant?",
            ],
        ),
        (
            "Konto-Nr.;Bezeichnung;Laufzeit\n1020;Bank;5\n",
            vec!["1:23 [Laufzeit] heading-unknown: this heading of `accounts` is not known"],
        ),
        (
            "Konto-Nr.;Bezeichnung;Konto\n1020;Bank;1\n",
            vec!["1:23 [Konto] heading-repeated: this column is for `number`, and so is column 1"],
        ),
        (
            "Konto-Nr.;Bezeichnung;Kontoart;%\n1020;Bank;Aktiven;5\n",
            vec!["1:32 [%] heading-unknown: this heading of `accounts` is not known"],
        ),
        (
            "ID;Konto-Nr.;Bezeichnung\n1.23457E+15;1020;Bank\n",
            vec![
                "2:1 [ID] number-rounded: a spreadsheet has rounded this number, so its last digits are lost",
            ],
        ),
        (
            "ID;Konto-Nr.;Bezeichnung\n12345678901234500;1020;Bank\n",
            vec![
                "2:1 [ID] digits-replaced: this number has more than 15 digits, and zeros from the 16th on, as if a spreadsheet had replaced its digits",
            ],
        ),
        (
            "Konto-Nr.;Bezeichnung\n0100;Kasse\n200;Bank\n1000;Post\n",
            vec![
                "3:1 [Konto-Nr.] leading-zero-lost: this `number` is shorter than those of the column with leading zeros, which have 4 digits",
            ],
        ),
        (
            "Konto-Nr.;Bezeichnung;;\n;;Währung;IBAN\n1020;Bank;CHF;\n",
            vec![
                "2:1 [] header-merged: the header takes two rows: here are the headings of columns whose heading above is merged or empty",
            ],
        ),
        (
            "Konto-Nr.;Bezeichnung;\n1020;Bank;CHF\n1021;Post;CHF\n",
            vec!["2:11 [] heading-missing: this cell has no heading above it"],
        ),
        (
            "Konto-Nr.;Bezeichnung\n1020;Bank;CHF\n",
            vec!["2:11 [] heading-missing: this cell has no heading above it"],
        ),
        (
            "ID;Konto-Nr.;Bezeichnung\na;1020;Bank\na;1021;Post\n",
            vec!["3:1 [ID] duplicate-external-id: this `externalId` is already that of line 2"],
        ),
        (
            "Konto-Nr.;Bezeichnung\n1020;Bank\n1020;Post\n",
            vec![
                "3:1 [Konto-Nr.] duplicate-external-id: this `externalId` is already that of line 2",
            ],
        ),
        (
            "Konto-Nr.;Bezeichnung;Kontoart\n1020;Bank\n",
            vec!["2:1 [] row-too-short: the row has 2 of 3 cells"],
        ),
        (
            "Konto-Nr.;Bezeichnung\n",
            vec!["1:1 [] list-empty: `accounts` is empty"],
        ),
        (
            ";;\n;;\n",
            vec!["1:1 [] table-empty: there is no table: every cell is empty"],
        ),
        ("", vec!["1:1 [] empty-file: there is nothing in the file"]),
        (
            "foo;bar\n1;2\n",
            vec![
                "1:1 [] table-unknown: no row of the table has the headings of a list of base data",
            ],
        ),
        (
            "Kontoo-Nr;bar\n1;2\n",
            vec![
                "1:1 [] table-unknown: no row of the table has the headings of a list of base data; is `Konto-Nr.` meant?",
            ],
        ),
        (
            "externalId;name;code\nk-1;Verkauf;VK\n",
            vec![
                "1:1 [] table-ambiguous: the headings of the table fit `costCenters` and `projects` equally well",
            ],
        ),
        (
            "Code;Bezeichnung;Satz\nUN81;Umsatzsteuer;8,100\n",
            vec![
                "2:19 [Satz] cell-unreadable: `value` needs a rate in percent, such as 8.1, and this cell is something else",
            ],
        ),
        (
            "Code;Bezeichnung;Satz\nUN81;Umsatzsteuer;0,081\n",
            vec![
                "2:19 [Satz] rate-as-fraction: `value` is below one percent, as if it were a fraction",
            ],
        ),
        (
            "1020;Bank;Aktiven\nKonto-Nr.;Bezeichnung;Kontoart\n1021;Post;Aktiven\n",
            vec![
                "1:1 [] row-above-header: this looks like a row, but the header comes further down",
            ],
        ),
        (
            "Konto-Nr.;Bezeichnung\n1020;\"Bank\n",
            vec![
                "2:6 [] stray-quote: this quote is not closed at the end of a cell, so it is read as part of the text",
            ],
        ),
    ] {
        assert_eq!(findings("tabelle.csv", table), expected, "{table}");
    }
}

#[test]
fn a_rate_is_doubtful_between_27_and_100_percent() {
    for (rate, is_doubtful) in [
        ("27", false),
        ("27,01", true),
        ("99,99", true),
        ("100", false),
    ] {
        let table = format!("Code;Bezeichnung;Satz\nUN81;Umsatzsteuer;{rate}\n");
        let found = findings("taxes.csv", &table);
        let said = found.iter().any(|found| found.contains("rate-doubtful"));
        assert_eq!(said, is_doubtful, "{rate}: {found:?}");
    }
}

#[test]
fn what_is_no_record_is_left_out() {
    let table = "Kontenplan;;\nMandant;Muster AG;\nKonto-Nr.;Bezeichnung;Saldo\n1020;Bank;1\n;;\nKonto-Nr.;Bezeichnung;Saldo\n1021;Post;2\n";
    let built = build(&[("a.csv", table.as_bytes())], &BuildOptions::new());
    assert_eq!(
        (built.tables[0].header_line, built.tables[0].records),
        (Some(3), 2)
    );
    assert_eq!(
        describe(&built.tables[0].report),
        [
            "3:23 [Saldo] column-left-out: base data has no field for these columns, so they are left out: `Saldo`"
        ]
    );
    assert_eq!(
        findings("a.csv", "1020;Bank\nKonto-Nr.;Bezeichnung\n1021;Post\n").len(),
        1
    );
}

#[test]
fn findings_in_the_organization_have_their_place_in_its_file() {
    let organization = |bytes: &'static [u8]| {
        let built = tables::build(
            &[],
            Some(Source {
                name: "org.json",
                bytes,
            }),
            &BuildOptions::new(),
        );
        describe(&built.organization.unwrap())
    };
    assert_eq!(
        organization(b"{\n  \"companyName\": \"Muster AG\",\n  \"leadCurrency\": \"chf\"\n}"),
        ["3:19 [] currency-spelling: `leadCurrency` is a known currency code in another spelling"]
    );
    assert_eq!(
        organization(b"{\"companyName\": \"Muster AG\"}"),
        ["1:1 [] missing-field: `leadCurrency` is missing"]
    );
    assert!(
        organization(b"{\"companyName\": \"Muster AG\",\n")
            .iter()
            .any(|finding| finding.starts_with("2:1 ") || finding.starts_with("1:"))
    );
    let table = "companyName,leadCurrency\nMuster AG,CHF\nBeispiel AG,CHF\n";
    assert_eq!(
        describe(
            &tables::build(
                &[Source {
                    name: "org.csv",
                    bytes: table.as_bytes()
                }],
                None,
                &BuildOptions::new()
            )
            .tables[0]
                .report
        ),
        ["3:1 [] organization-repeated: this is another organization; base data has one"]
    );
}

#[test]
fn duplicates_in_another_table_name_it() {
    let tables: [(&str, &[u8]); 2] = [
        ("kunden.csv", b"Kunden-Nr.;Firma\n17;A AG\n"),
        (
            "lieferanten.csv",
            b"Lieferanten-Nr.;Firma\n16;B AG\n17;C AG\n",
        ),
    ];
    let built = build(&tables, &BuildOptions::new());
    assert_eq!(
        describe(&built.tables[1].report),
        [
            "3:1 [Lieferanten-Nr.] duplicate-external-id: this `externalId` is already that of line 2 of kunden.csv"
        ]
    );
}

#[test]
fn a_missing_column_hides_no_empty_cell_of_another_table() {
    let without = ("a.csv", b"Konto-Nr.;IBAN\n1020;CH00\n".as_slice());
    let with = (
        "b.csv",
        b"Konto-Nr.;Bezeichnung\n1021;Post\n1022;\n".as_slice(),
    );
    let built = build(&[without, with], &BuildOptions::new());
    let rules = |table: usize| {
        let findings = built.tables[table].report.findings.iter();
        let found = findings.map(|finding| (finding.line, finding.rule.id));
        found.collect::<Vec<_>>()
    };
    assert_eq!(rules(0), [(1, "column-missing"), (2, "iban-invalid")]);
    assert_eq!(rules(1), [(3, "missing-field")]);
    assert_eq!(built.tables[0].report.errors, 2);
}
