//! Every list of base data in tables of four kinds as people keep them: what is built is what was meant, or a finding names the cell.

mod fields;
mod sheets;

use proptest::prelude::*;
use serde_json::Value;
use universal_accounting::report::{Finding, Severity};
use universal_accounting::tables::{self, BuildOptions, Built, Source};

use self::fields::{Cell, Content, Field, Kind, records};
use super::ORGANIZATION;
use crate::cases::cases;

const METHODS: Kind = Kind::Word(&[
    ("vereinbart", "ACCRUAL"),
    ("encaissé", "CASH"),
    ("convenuto", "ACCRUAL"),
    ("received", "CASH"),
]);
const COUNTRIES: Kind = Kind::Word(&[("Schweiz", "CH"), ("France", "FR"), ("Italia", "IT")]);
const CURRENCIES: Kind = Kind::Word(&[("CHF", "CHF"), ("EUR", "EUR"), ("USD", "USD")]);
const LEGAL_TYPES: Kind = Kind::Word(&[("Firma", "COMPANY"), ("Sàrl", "COMPANY")]);
const UIDS: Kind = Kind::Word(&[("CHE-100.000.006", "CHE-100.000.006")]);

const fn field(heading: &'static str, name: &'static str, kind: Kind) -> Field {
    Field {
        heading,
        name,
        kind,
    }
}

/// A list with the name of its file, the most rows that it can have, and its fields.
#[derive(Debug)]
struct List {
    name: &'static str,
    file: &'static str,
    most: usize,
    fields: &'static [Field],
}

static LISTS: [List; 7] = [
    List {
        name: "taxes",
        file: "mwst",
        most: 8,
        fields: &[
            field("MWST-Code", "code", Kind::Code),
            field("Bezeichnung", "description", Kind::Text),
            field("Satz %", "value", Kind::Rate),
            field("Land", "country", COUNTRIES),
        ],
    },
    List {
        name: "taxPeriods",
        file: "perioden",
        most: 5,
        fields: &[
            field("Periode", "externalId", Kind::Id),
            field("Von", "startsAt", Kind::Day),
            field("Bis", "endsAt", Kind::Day),
            field("Steuerpflichtig", "isSubjectToTax", Kind::Boolean),
            field("Saldosteuersatz", "balanceTaxation", Kind::Boolean),
            field("Abrechnungsart", "accountingMethod", METHODS),
        ],
    },
    List {
        name: "contacts",
        file: "kontakte",
        most: 8,
        fields: &[
            field("Kontakt-Nr.", "externalId", Kind::Id),
            field("Firma", "companyName", Kind::Text),
            field("Rechtsform", "legalType", LEGAL_TYPES),
        ],
    },
    List {
        name: "costCenters",
        file: "kostenstellen",
        most: 8,
        fields: &[
            field("Kostenstelle", "code", Kind::Code),
            field("Bezeichnung", "name", Kind::Text),
        ],
    },
    List {
        name: "projects",
        file: "projekte",
        most: 8,
        fields: &[
            field("Projekt-Nr.", "code", Kind::Code),
            field("Projekt", "name", Kind::Text),
        ],
    },
    List {
        name: "currencies",
        file: "waehrungen",
        most: 1,
        fields: &[
            field("ID", "externalId", Kind::Id),
            field("ISO-Code", "code", CURRENCIES),
        ],
    },
    List {
        name: "organization",
        file: "firma",
        most: 1,
        fields: &[
            field("Firma", "companyName", Kind::Text),
            field("UID", "companyUid", UIDS),
            field("Leitwährung", "leadCurrency", CURRENCIES),
        ],
    },
];

/// The tables that base data needs beside the one that is tried.
const OTHERS: [(&str, &str, &str); 3] = [
    (
        "accounts",
        "konten.csv",
        "Konto-Nr.;Bezeichnung\n1020;Bank\n",
    ),
    (
        "taxes",
        "mwst.csv",
        "MWST-Code;Bezeichnung;Satz %\nUN81;Umsatzsteuer;8,1\n",
    ),
    (
        "taxPeriods",
        "perioden.csv",
        "Von;Bis;Steuerpflichtig;Saldosteuersatz;Abrechnungsart\n1.1.2026;31.12.2026;ja;nein;vereinbart\n",
    ),
];

fn text(text: &str) -> Content {
    Content::Text(text.to_owned())
}

/// Returns the rows of a table: a title, the header, the records, and a total. A cell can be merged only with a text above that is read.
fn rows(list: &List, records: &mut [Vec<Cell>]) -> Vec<Vec<Content>> {
    for index in 0..records.len() {
        let (before, after) = records.split_at_mut(index);
        let above = before.last();
        for (column, cell) in after[0].iter_mut().enumerate() {
            let can_merge = above.is_some_and(|above| {
                let above = &above[column];
                above.is_harmless && matches!(above.content, Content::Text(_))
            });
            if cell.content == Content::Merged && !can_merge {
                cell.content = Content::Error;
            }
        }
    }
    let headings = list.fields.iter().map(|field| text(field.heading));
    let mut rows = vec![vec![text("Muster AG")], headings.collect()];
    let contents = |record: &Vec<Cell>| record.iter().map(|cell| cell.content.clone()).collect();
    rows.extend(records.iter().map(contents));
    if matches!(list.name, "taxes" | "costCenters" | "projects") {
        rows.push(vec![text("Total"), Content::Empty]);
        rows.push(vec![Content::Empty, text("Stand Ende Jahr")]);
    }
    rows
}

fn build(list: &List, extension: &str, bytes: &[u8]) -> Built {
    let name = format!("{}.{extension}", list.file);
    let mut sources = vec![Source { name: &name, bytes }];
    for (other, name, text) in OTHERS {
        if other != list.name {
            let bytes = text.as_bytes();
            sources.push(Source { name, bytes });
        }
    }
    let organization = (list.name != "organization").then_some(ORGANIZATION);
    tables::build(&sources, organization, &BuildOptions::new())
}

/// Checks that each cell is read as it was meant, or named by a finding, and that no error names another cell.
fn check(
    list: &List,
    extension: &str,
    built: &Built,
    records: &[Vec<Cell>],
) -> Result<(), TestCaseError> {
    let findings: &[Finding] = &built.tables[0].report.findings;
    let column_of = |finding: &Finding| finding.cell.as_ref().map(|cell| cell.column.clone());
    let at = |line: usize, heading: &str, cell: &Cell| {
        findings.iter().any(|finding| {
            let column = column_of(finding).unwrap_or_default();
            // Only these files have merges. In others, the row lacks a value, and a finding of it may be at another cell.
            let has_merges = matches!(extension, "xlsx" | "ods");
            let is_of_row = !has_merges && cell.content == Content::Merged;
            finding.line == line && (column == heading || is_of_row)
        })
    };
    // The title and the header are above the first record.
    let line_of = |index: usize| index + 3;
    for (index, record) in records.iter().enumerate() {
        for (cell, field) in record.iter().zip(list.fields) {
            prop_assert!(
                cell.is_harmless || at(line_of(index), field.heading, cell),
                "{extension}: no finding in line {} for {cell:?}: {findings:?}",
                line_of(index)
            );
        }
    }
    let errors = findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error);
    for finding in errors {
        let record = finding
            .line
            .checked_sub(3)
            .and_then(|index| records.get(index));
        let heading = column_of(finding);
        let column = list
            .fields
            .iter()
            .position(|field| Some(field.heading) == heading.as_deref());
        let cell = record.zip(column).map(|(record, column)| &record[column]);
        prop_assert!(
            cell.is_some_and(|cell| !cell.is_harmless),
            "{extension}: {}:{heading:?} {}: {cell:?}",
            finding.line,
            finding.message()
        );
    }
    let is_damaged = records.iter().flatten().any(|cell| !cell.is_harmless);
    let Some(json) = &built.json else {
        prop_assert!(is_damaged, "{extension}: nothing was built: {records:?}");
        return Ok(());
    };
    let payload: Value = serde_json::from_str(json).unwrap();
    let one = [payload[list.name].clone()];
    let found = payload[list.name]
        .as_array()
        .map_or(&one[..], Vec::as_slice);
    prop_assert_eq!(found.len(), records.len());
    for (index, (found, record)) in found.iter().zip(records).enumerate() {
        for (cell, field) in record.iter().zip(list.fields) {
            let value = &found[field.name];
            let value = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            prop_assert!(
                value == cell.meant || at(line_of(index), field.heading, cell),
                "{extension}: {value} in line {} for {cell:?}",
                line_of(index)
            );
        }
    }
    Ok(())
}

fn list_with_records() -> impl Strategy<Value = (&'static List, Vec<Vec<Cell>>)> {
    (0..LISTS.len()).prop_flat_map(|index| {
        let list = &LISTS[index];
        (Just(list), records(list.fields, list.most))
    })
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn a_list_is_read_as_it_was_meant_or_its_cell_is_named((list, mut records) in list_with_records()) {
        let rows = rows(list, &mut records);
        for (extension, bytes) in [
            ("xlsx", sheets::xlsx(list.file, &rows)),
            ("ods", sheets::ods(list.file, &rows)),
            ("xls", sheets::xls(&rows)),
            ("csv", sheets::csv(&rows)),
        ] {
            check(list, extension, &build(list, extension, &bytes), &records)?;
        }
    }
}
