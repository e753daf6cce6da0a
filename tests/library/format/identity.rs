//! Derived ids are the same for the same entry in every export. They are frozen for each format, and recomputed here independently.
//!
//! `BLESS=1 cargo test --test library format::identity` adds the ids of new files to `tests/bank/identity.tsv`. With a changed id, entries that were imported
//! before would be imported again, so an id is only rewritten if its format is named too: `BLESS=1 BLESS_IDS=zkb-account,ubs-account cargo test --test library format::identity`.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

use sha2::{Digest, Sha256};
use universal_accounting::format::{self, Format, Profile};
use universal_accounting::internals::profile::{
    Column, ProfileDefinition, Role, RowOrder, definition_of,
};
use universal_accounting::internals::source::Decoded;
use universal_accounting::statement::{Conversion, IdKind};
use universal_accounting::transactions::Transaction;

use crate::format::fixtures::{Fixture, fixtures, folder, options};

/// Derives an id by the scheme in the guide to profiles.
pub(super) fn derive_id(version: u32, parts: &[String]) -> String {
    let mut hasher = Sha256::new();
    for part in [
        "universal-accounting transaction 1".to_owned(),
        version.to_string(),
    ]
    .iter()
    .chain(parts)
    {
        hasher.update(format!("{}:{part}", part.len()));
    }
    let digest = hasher.finalize();
    let mut id = String::from("ua1-");
    for byte in &digest[..16] {
        write!(id, "{byte:02x}").unwrap();
    }
    id
}

/// Makes the id of an entry with a reference by the scheme in the guide to statements.
pub(crate) fn reference_id(reference: &str, transaction: &Transaction) -> String {
    let amount = transaction.amount.to_string();
    let amount = if amount.contains('.') {
        amount.trim_end_matches('0').trim_end_matches('.')
    } else {
        &amount
    };
    let day = [
        transaction.booked_at,
        transaction.valuta_at,
        transaction.purchased_at,
    ];
    let day = day.into_iter().flatten().next();
    let day = day.map_or(String::new(), |day| day.to_string());
    let mut reference = reference.to_owned();
    if reference.chars().count() > 23 {
        let digest = Sha256::digest(reference.as_bytes());
        let start: String = reference.chars().take(15).collect();
        reference = format!("{start}.{}", base32_digits(&digest));
    }
    let direction = transaction.credit_debit.unwrap();
    let mut hasher = Sha256::new();
    for part in [
        "universal-accounting reference 1",
        &reference,
        direction.as_str(),
        amount,
        &day,
    ] {
        hasher.update(format!("{}:{part}", part.len()));
    }
    let mut digest = hasher.finalize();
    digest[0] &= 0x7f;
    format!("{reference}-{}", base32_digits(&digest))
}

/// Returns the first seven digits of bytes in base32.
fn base32_digits(bytes: &[u8]) -> String {
    let digits: Vec<char> = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".chars().collect();
    let mut bits = String::new();
    for byte in bytes {
        write!(bits, "{byte:08b}").unwrap();
    }
    let digit = |at: usize| usize::from_str_radix(&bits[at * 5..at * 5 + 5], 2).unwrap();
    (0..7).map(|at| digits[digit(at)]).collect()
}

/// Whether an id is that of an entry with a reference, with any occurrence number.
fn is_reference_id(id: &str, reference: &str, transaction: &Transaction) -> bool {
    let first = reference_id(reference, transaction);
    let number = id.strip_prefix(&first);
    number.is_some_and(|number| number.is_empty() || number.starts_with('-'))
}

fn collapse_spaces(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether the text of a header cell is a name of a column.
fn is_name_of(column: &Column, label: &str) -> bool {
    let normalized = |text: &str| {
        collapse_spaces(text)
            .to_lowercase()
            .replace(['\u{2019}', '\u{2018}', '`'], "'")
    };
    let label = normalized(label);
    let mut names = column.names.values().flatten().map(|name| normalized(name));
    column.id == label
        || names.any(|name| match name.split_once("{currency}") {
            Some((before, after)) => label
                .strip_prefix(before)
                .and_then(|rest| rest.strip_suffix(after))
                .is_some_and(|code| code.len() == 3),
            None => name == label,
        })
}

/// The parts of the derived id of a transaction, from the row in the file.
fn id_parts(profile: &ProfileDefinition, conversion: &Conversion, index: usize) -> Vec<String> {
    let (transaction, origin) = (&conversion.transactions[index], &conversion.origins[index]);
    let chosen = match profile.identity.date {
        Some(Role::ValutaAt) => transaction.valuta_at,
        Some(Role::PurchasedAt) => transaction.purchased_at,
        _ => None,
    };
    let date = chosen
        .or(transaction.booked_at)
        .or(transaction.valuta_at)
        .or(transaction.purchased_at);
    let amount = transaction.amount.to_string();
    let amount = if amount.contains('.') {
        amount.trim_end_matches('0').trim_end_matches('.')
    } else {
        &amount
    };
    let mut parts = vec![
        transaction.account_identifier.as_str().to_owned(),
        transaction.currency.code().to_owned(),
        transaction.credit_debit.unwrap().as_str().to_owned(),
        amount.to_owned(),
        date.unwrap().to_string(),
    ];
    for id in &profile.identity.columns {
        let column = profile
            .columns
            .iter()
            .find(|column| column.id == *id)
            .unwrap();
        let cell = origin
            .cells
            .iter()
            .position(|(label, _)| is_name_of(column, label));
        let last = if profile.overflow_column.as_ref() == Some(id) {
            origin.cells.len()
        } else {
            cell.map_or(0, |cell| cell + 1)
        };
        let cells = origin
            .cells
            .iter()
            .take(last)
            .skip(cell.unwrap_or(last))
            .map(|(_, content)| collapse_spaces(content));
        parts.push(cells.collect::<Vec<_>>().join(" "));
    }
    parts
}

fn convert(fixture: &Fixture, source: &[u8]) -> Conversion {
    let mut options = options(&fixture.profile);
    // A file with few rows left may not be enough to detect its format.
    options.format = Format::Id(fixture.profile.clone());
    format::convert(source, &options)
}

fn derived_ids(conversion: &Conversion) -> BTreeSet<String> {
    let all = conversion.transactions.iter().zip(&conversion.origins);
    let derived = all.filter(|(_, origin)| origin.id_kind == IdKind::Derived);
    derived
        .map(|(transaction, _)| {
            transaction
                .transaction_id
                .as_ref()
                .unwrap()
                .as_str()
                .to_owned()
        })
        .collect()
}

/// Removes all ids of the bank from a file. `None` if no id of the bank is used.
fn without_bank_ids(fixture: &Fixture) -> Option<Fixture> {
    let conversion = convert(fixture, &fixture.source);
    let delimiter = conversion.summary.delimiter?;
    let decoded = Decoded::from_bytes(&fixture.source);
    let mut lines: Vec<String> = decoded.text().lines().map(str::to_owned).collect();
    let all = conversion.transactions.iter().zip(&conversion.origins);
    let mut found = false;
    for (transaction, origin) in all.filter(|(_, origin)| origin.id_kind == IdKind::Bank) {
        found = true;
        let id = transaction.transaction_id.as_ref().unwrap().as_str();
        let is_reference = |cell: &&str| -> bool {
            let cell = cell.trim_matches(['"', ' ']);
            is_reference_id(id, cell, transaction)
        };
        let mut cells: Vec<&str> = lines[origin.line - 1].split(delimiter).collect();
        let index = cells.iter().position(is_reference).unwrap();
        cells[index] = "";
        lines[origin.line - 1] = cells.join(&delimiter.to_string());
    }
    let (profile, name) = (
        fixture.profile.clone(),
        format!("{} without ids", fixture.name),
    );
    found.then(|| {
        let without = Fixture {
            profile,
            name,
            source: (lines.join("\n") + "\n").into_bytes(),
        };
        assert_eq!(
            derived_ids(&convert(&without, &without.source)).len(),
            conversion.transactions.len(),
            "{}",
            without.name
        );
        without
    })
}

/// The lines of the table for a file: every derived id with its parts.
fn id_lines(fixture: &Fixture) -> String {
    let conversion = convert(fixture, &fixture.source);
    let profile = definition_of(&Profile::by_id(&fixture.profile).unwrap());
    let date = |transaction: &Transaction| {
        transaction
            .booked_at
            .or(transaction.valuta_at)
            .or(transaction.purchased_at)
    };
    let dates: Vec<_> = conversion.transactions.iter().map(date).collect();
    let is_newest_first = match dates.first().cmp(&dates.last()) {
        Ordering::Greater => true,
        Ordering::Equal => profile.order == RowOrder::NewestFirst,
        Ordering::Less => false,
    };
    let all = 0..dates.len();
    let from_oldest: Vec<usize> = if is_newest_first {
        all.rev().collect()
    } else {
        all.collect()
    };
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    let mut lines = Vec::new();
    for index in from_oldest {
        let origin = &conversion.origins[index];
        let transaction = &conversion.transactions[index];
        let id = transaction.transaction_id.as_ref().unwrap().as_str();
        if origin.id_kind == IdKind::Bank {
            let mut cells = origin.cells.iter();
            let is_known = cells.any(|(_, cell)| is_reference_id(id, cell, transaction));
            assert!(is_known, "{} line {}: {id}", fixture.name, origin.line);
            continue;
        }
        let parts = id_parts(&profile, &conversion, index);
        let mut expected = derive_id(profile.identity.version, &parts);
        let count = counts
            .entry(expected.clone())
            .and_modify(|count| *count += 1)
            .or_insert(1);
        if *count > 1 {
            write!(expected, "-{count}").unwrap();
        }
        assert_eq!(
            id, expected,
            "{} {} line {}: {parts:?}",
            fixture.profile, fixture.name, origin.line
        );
        let parts = serde_json::to_string(&parts).unwrap();
        let line = format!(
            "{}\t{}\t{}\t{id}\t{parts}\n",
            fixture.profile, fixture.name, origin.line
        );
        lines.push((origin.line, line));
    }
    lines.sort();
    lines.into_iter().map(|(_, line)| line).collect()
}

/// Checks every derived id of every fixture, with and without the ids of the bank, against the table and the scheme.
#[test]
fn derived_ids_are_frozen_and_follow_the_documented_scheme() {
    let mut table = String::from("profile\tfile\tline\tid\tparts\n");
    for fixture in fixtures() {
        table.push_str(&id_lines(&fixture));
        if let Some(without) = without_bank_ids(&fixture) {
            table.push_str(&id_lines(&without));
        }
    }
    let profile_of = |line: &str| line.split('\t').next().unwrap_or_default().to_owned();
    let in_table: BTreeSet<String> = table.lines().skip(1).map(profile_of).collect();
    let convertible = Profile::built_in().filter(|profile| profile.unsupported().is_none());
    let convertible: BTreeSet<String> =
        convertible.map(|profile| profile.id().to_owned()).collect();
    assert_eq!(
        in_table, convertible,
        "each format that is converted needs a file in tests/bank and an id in the table"
    );

    let path = folder().join("identity.tsv");
    let committed = fs::read_to_string(&path).unwrap_or_default();
    let named = std::env::var("BLESS_IDS").unwrap_or_default();
    let lines: BTreeSet<&str> = table.lines().collect();
    let is_named = |line: &str| named.split(',').any(|name| name == profile_of(line));
    let changed: Vec<&str> = committed
        .lines()
        .filter(|line| !lines.contains(line) && !is_named(line))
        .collect();
    assert!(
        changed.is_empty(),
        "frozen ids changed; BLESS_IDS with the name of the format rewrites them: {changed:#?}"
    );
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &table).unwrap();
    }
    let committed = fs::read_to_string(path).unwrap_or_default();
    assert!(
        table == committed,
        "the table lacks new ids; BLESS=1 adds them"
    );
}

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
            "IBAN:;CH9300762011623852957;\n\nTrade date;Booking date;Value date;Currency;Debit;Credit;Individual amount;Transaction no.;Description1;Description2;Description3",
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
