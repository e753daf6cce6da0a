//! An entry has the same id in other exports: in another order, later, without balances.

use std::collections::BTreeMap;

use universal_accounting::format::Profile;
use universal_accounting::internals::profile::{Role, definition_of};
use universal_accounting::internals::source::Decoded;
use universal_accounting::statement::{Conversion, IdKind};

use super::{convert, derived_ids, is_name_of, without_bank_ids};
use crate::format::fixtures::{Fixture, fixtures};
use crate::ubs::UBS_WITHOUT_BALANCES;

/// The lines of a file, and the range of lines of each entry with its details. `None` if the rows can't be reordered.
fn entry_ranges(fixture: &Fixture) -> Option<(Vec<String>, Vec<std::ops::Range<usize>>)> {
    let profile = definition_of(&Profile::by_id(&fixture.profile).unwrap());
    let conversion = convert(fixture, &fixture.source);
    let decoded = Decoded::from_bytes(&fixture.source);
    let lines: Vec<String> = decoded.text().lines().map(str::to_owned).collect();
    let skipped = conversion
        .summary
        .skipped
        .iter()
        .map(|skipped| skipped.line);
    let mut starts: Vec<usize> = conversion
        .origins
        .iter()
        .map(|origin| origin.line)
        .chain(skipped)
        .collect();
    starts.sort_unstable();
    starts.push(lines.len() + 1);
    // If a footer or a total follows, the end of the last entry is not known.
    let ends_in_rows = profile.footer.is_none() && conversion.summary.skipped.is_empty();
    // `lines` does not split at a CR without LF.
    if starts.iter().any(|start| *start > lines.len() + 1) {
        return None;
    }
    let ranges = starts.windows(2).map(|pair| pair[0] - 1..pair[1] - 1);
    (ends_in_rows && starts.len() > 2 && !derived_ids(&conversion).is_empty())
        .then(|| (lines.clone(), ranges.collect()))
}

fn file_with_rows(lines: &[String], first: usize, groups: &[&std::ops::Range<usize>]) -> Vec<u8> {
    let rows = groups.iter().flat_map(|range| &lines[(*range).clone()]);
    let mut text = lines[..first]
        .iter()
        .chain(rows)
        .cloned()
        .collect::<Vec<_>>()
        .join("\n");
    text.push('\n');
    text.into_bytes()
}

/// The transaction and the row of each derived id.
fn entries_by_id(conversion: &Conversion) -> BTreeMap<String, String> {
    let all = conversion.transactions.iter().zip(&conversion.origins);
    let derived = all.filter(|(_, origin)| origin.id_kind == IdKind::Derived);
    derived
        .map(|(transaction, origin)| {
            let mut transaction = transaction.clone();
            let id = transaction
                .transaction_id
                .take()
                .unwrap()
                .as_str()
                .to_owned();
            (id, format!("{transaction:?} {:?}", origin.cells))
        })
        .collect()
}

/// Reversing the rows, or adding a row, does not change the ids of the other rows.
#[test]
fn ids_do_not_depend_on_row_order_or_late_rows() {
    let mut tried = 0;
    let without_ids = fixtures()
        .into_iter()
        .filter_map(|fixture| without_bank_ids(&fixture));
    for fixture in fixtures().into_iter().chain(without_ids) {
        let Some((lines, groups)) = entry_ranges(&fixture) else {
            continue;
        };
        tried += 1;
        let first = groups[0].start;
        let all = entries_by_id(&convert(&fixture, &fixture.source));
        let reversed: Vec<&std::ops::Range<usize>> = groups.iter().rev().collect();
        let from_reversed = entries_by_id(&convert(
            &fixture,
            &file_with_rows(&lines, first, &reversed),
        ));
        assert_eq!(from_reversed, all, "{} {}", fixture.profile, fixture.name);
        for late in 0..groups.len() {
            let others: Vec<_> = groups
                .iter()
                .enumerate()
                .filter(|(index, _)| *index != late)
                .map(|(_, range)| range)
                .collect();
            let before = entries_by_id(&convert(&fixture, &file_with_rows(&lines, first, &others)));
            // A late duplicate that is older takes the occurrence number of the next duplicate. Without the number the id is the same.
            let unnumbered =
                |id: &str| id.split('-').take(2).map(str::to_owned).collect::<Vec<_>>();
            let added: Vec<_> = all
                .keys()
                .filter(|id| !before.contains_key(*id))
                .map(|id| unnumbered(id))
                .collect();
            let case = format!(
                "{} {} line {}",
                fixture.profile,
                fixture.name,
                groups[late].start + 1
            );
            for (id, entry) in &before {
                let is_expected = all.get(id) == Some(entry) || added.contains(&unnumbered(id));
                assert!(is_expected, "{case}: {before:#?}\n{all:#?}");
            }
            assert!(
                added.len() <= 1 && before.len() + added.len() == all.len(),
                "{case}"
            );
        }
    }
    assert!(tried > 100, "{tried} files were tried");
}

/// A later export has additional newer rows. The ids of the older rows still belong to the same entries.
#[test]
fn ids_belong_to_the_same_entries_in_later_exports() {
    // For each profile: the header, two entries that differ only in a detail, and an older entry.
    let files = [
        (
            "zkb-account",
            "Datum;Buchungstext;Whg;Betrag Detail;ZKB-Referenz;Referenznummer;Belastung CHF;Gutschrift CHF;Valuta;Saldo CHF",
            [
                "31.03.2026;Auftrag;;;R;;100.00;;31.03.2026;\n;Smith;;;;;;;;",
                "31.03.2026;Auftrag;;;R;;100.00;;31.03.2026;\n;Miller;;;;;;;;",
                "30.03.2026;Lohn;;;L;;;5000.00;30.03.2026;",
            ],
        ),
        // Without the bank's own ids.
        (
            "ubs-account",
            &format!("IBAN:;CH9300762011623852957;\n\n{UBS_WITHOUT_BALANCES}"),
            [
                "2026-03-31;2026-03-31;2026-03-31;CHF;-100.00;;;;Order;;\n;;;CHF;;;-100.00;;Smith;;",
                "2026-03-31;2026-03-31;2026-03-31;CHF;-100.00;;;;Order;;\n;;;CHF;;;-100.00;;Miller;;",
                "2026-03-30;2026-03-30;2026-03-30;CHF;;5000.00;;;Salary;;",
            ],
        ),
    ];
    for (profile, header, [smith, miller, older]) in files {
        let fixture = Fixture {
            profile: profile.to_owned(),
            name: String::new(),
            source: Vec::new(),
        };
        let convert_rows = |rows: &[&str]| {
            let conversion = convert(
                &fixture,
                format!("{header}\n{}\n", rows.join("\n")).as_bytes(),
            );
            assert!(
                conversion.summary.rejected.is_empty(),
                "{profile}: {:#?}",
                conversion.summary.report.findings
            );
            entries_by_id(&conversion)
        };
        // The newest row comes first.
        let before = convert_rows(&[miller, older]);
        let after = convert_rows(&[smith, miller, older]);
        assert!(
            before
                .iter()
                .all(|(id, entry)| after.get(id) == Some(entry)),
            "{profile}: {before:#?}\n{after:#?}"
        );
        assert_eq!((before.len(), after.len()), (2, 3), "{profile}");
        // The reverse order of the rows gives the same ids.
        assert_eq!(convert_rows(&[older, miller, smith]), after, "{profile}");
    }
}

/// An export without the balance column has the same ids, including those of duplicates.
#[test]
fn ids_do_not_depend_on_the_balance_column() {
    let mut tried = 0;
    for fixture in fixtures() {
        let profile = definition_of(&Profile::by_id(&fixture.profile).unwrap());
        let conversion = convert(&fixture, &fixture.source);
        let balance = profile
            .columns
            .iter()
            .find(|column| column.role == Role::Balance && column.optional);
        let (Some(balance), Some(delimiter)) = (balance, conversion.summary.delimiter) else {
            continue;
        };
        if derived_ids(&conversion).is_empty() || profile.headerless {
            continue;
        }
        let decoded = Decoded::from_bytes(&fixture.source);
        let mut reader = csv::ReaderBuilder::new();
        let reader = reader
            .has_headers(false)
            .flexible(true)
            .delimiter(u8::try_from(delimiter).unwrap());
        let rows: Vec<csv::StringRecord> = reader
            .from_reader(decoded.text().as_bytes())
            .records()
            .map(Result::unwrap)
            .collect();
        let Some((header, balance_column)) = rows.iter().enumerate().find_map(|(index, row)| {
            let known = row
                .iter()
                .filter(|cell| {
                    profile
                        .columns
                        .iter()
                        .any(|column| is_name_of(column, cell))
                })
                .count();
            let column = row.iter().position(|cell| is_name_of(balance, cell))?;
            (known > 2).then_some((index, column))
        }) else {
            continue;
        };
        let mut writer = csv::WriterBuilder::new();
        let mut writer = writer
            .flexible(true)
            .delimiter(u8::try_from(delimiter).unwrap())
            .from_writer(Vec::new());
        for (index, row) in rows.iter().enumerate() {
            let is_kept = |column: usize| index < header || column != balance_column;
            let cells = row
                .iter()
                .enumerate()
                .filter(|(column, _)| is_kept(*column))
                .map(|(_, cell)| cell);
            writer.write_record(cells).unwrap();
        }
        let without = convert(&fixture, &writer.into_inner().unwrap());
        // Some variants can't be detected without their balance column.
        if without
            .summary
            .format
            .as_ref()
            .is_none_or(|found| found.id != profile.id)
        {
            continue;
        }
        tried += 1;
        assert_eq!(
            derived_ids(&without),
            derived_ids(&conversion),
            "{} {}",
            fixture.profile,
            fixture.name
        );
    }
    assert!(tried > 10, "{tried} files were tried");
}
