//! Ids that are derived are the same for the same booking in every export: frozen for each format, and recomputed here by another hand.
//!
//! `BLESS=1 cargo test --test library format::identity` adds the ids of new files to `tests/bank/identity.tsv`. An id that changes there books everything again that was imported
//! with it, so it is rewritten only where its format is named too: `BLESS=1 BLESS_IDS=zkb-account,ubs-account cargo test --test library format::identity`.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

use sha2::{Digest, Sha256};
use universal_accounting::format::profile::{Column, Role, RowOrder};
use universal_accounting::format::{self, Format, Profile};
use universal_accounting::internals::source::Decoded;
use universal_accounting::statement::{Conversion, IdKind};

use crate::format::fixtures::{Fixture, fixtures, folder, options};

/// The scheme as the guide to profiles tells it.
fn derive_id(version: u32, parts: &[String]) -> String {
    let mut hasher = Sha256::new();
    for part in ["universal-accounting transaction 1".to_owned(), version.to_string()].iter().chain(parts) {
        hasher.update(format!("{}:{part}", part.len()));
    }
    let digest = hasher.finalize();
    let mut id = String::from("ua1-");
    for byte in &digest[..16] {
        write!(id, "{byte:02x}").unwrap();
    }
    id
}

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a header cell is the name of a column.
fn is_name_of(column: &Column, label: &str) -> bool {
    let plain = |text: &str| folded(text).to_lowercase().replace(['\u{2019}', '\u{2018}', '`'], "'");
    let label = plain(label);
    let mut names = column.names.values().flatten().map(|name| plain(name));
    column.id == label
        || names.any(|name| match name.split_once("{currency}") {
            Some((before, after)) => {
                label.strip_prefix(before).and_then(|rest| rest.strip_suffix(after)).is_some_and(|code| code.len() == 3)
            }
            None => name == label,
        })
}

/// What the id of each transaction is made of, from the row as the file has it.
fn parts(profile: &Profile, conversion: &Conversion, index: usize) -> Vec<String> {
    let (transaction, origin) = (&conversion.transactions[index], &conversion.origins[index]);
    let own = match profile.identity.date {
        Some(Role::ValutaAt) => transaction.valuta_at,
        Some(Role::PurchasedAt) => transaction.purchased_at,
        _ => None,
    };
    let day = own.or(transaction.booked_at).or(transaction.valuta_at).or(transaction.purchased_at);
    let amount = transaction.amount.to_string();
    let amount = if amount.contains('.') { amount.trim_end_matches('0').trim_end_matches('.') } else { &amount };
    let mut parts = vec![
        transaction.account_identifier.as_str().to_owned(),
        transaction.currency.code().to_owned(),
        transaction.credit_debit.unwrap().as_str().to_owned(),
        amount.to_owned(),
        day.unwrap().to_string(),
    ];
    for key in &profile.identity.columns {
        let column = profile.columns.iter().find(|column| column.id == *key).unwrap();
        let cell = origin.cells.iter().position(|(label, _)| is_name_of(column, label));
        let last = if profile.overflow_column.as_ref() == Some(key) {
            origin.cells.len()
        } else {
            cell.map_or(0, |cell| cell + 1)
        };
        let cells = origin.cells.iter().take(last).skip(cell.unwrap_or(last)).map(|(_, content)| folded(content));
        parts.push(cells.collect::<Vec<_>>().join(" "));
    }
    parts
}

fn convert(fixture: &Fixture, source: &[u8]) -> Conversion {
    let mut options = options(&fixture.profile);
    // What is left of a file may be too little to tell its format by.
    options.format = Format::BuiltIn(fixture.profile.clone());
    format::convert(source, &options)
}

fn derived_ids(conversion: &Conversion) -> BTreeSet<String> {
    let all = conversion.transactions.iter().zip(&conversion.origins);
    let derived = all.filter(|(_, origin)| origin.id_kind == IdKind::Derived);
    derived.map(|(one, _)| one.transaction_id.as_ref().unwrap().as_str().to_owned()).collect()
}

/// The file as it would be had the bank given none of its bookings an id; nothing where no id of the bank's is used as it stands.
fn without_bank_ids(fixture: &Fixture) -> Option<Fixture> {
    let conversion = convert(fixture, &fixture.source);
    let delimiter = conversion.summary.delimiter?;
    let decoded = Decoded::from_bytes(&fixture.source);
    let mut lines: Vec<String> = decoded.text().lines().map(str::to_owned).collect();
    let all = conversion.transactions.iter().zip(&conversion.origins);
    let mut found = false;
    for (one, origin) in all.filter(|(_, origin)| origin.id_kind == IdKind::Bank) {
        found = true;
        let id = one.transaction_id.as_ref().unwrap().as_str();
        let mut cells: Vec<&str> = lines[origin.line - 1].split(delimiter).collect();
        let at = cells.iter().position(|cell| cell.trim_matches(['"', ' ']) == id).unwrap();
        cells[at] = "";
        lines[origin.line - 1] = cells.join(&delimiter.to_string());
    }
    let (profile, name) = (fixture.profile.clone(), format!("{} without ids", fixture.name));
    found.then(|| {
        let without = Fixture { profile, name, source: (lines.join("\n") + "\n").into_bytes() };
        assert_eq!(
            derived_ids(&convert(&without, &without.source)).len(),
            conversion.transactions.len(),
            "{}",
            without.name
        );
        without
    })
}

/// The lines of the table for a file: every derived id, and what it is made of.
fn id_lines(fixture: &Fixture) -> String {
    let conversion = convert(fixture, &fixture.source);
    let profile = format::profile_by_id(&fixture.profile).unwrap();
    let days: Vec<_> =
        conversion.transactions.iter().map(|one| one.booked_at.or(one.valuta_at).or(one.purchased_at)).collect();
    let newest_first = match days.first().cmp(&days.last()) {
        Ordering::Greater => true,
        Ordering::Equal => profile.order == RowOrder::NewestFirst,
        Ordering::Less => false,
    };
    let all = 0..days.len();
    let from_oldest: Vec<usize> = if newest_first { all.rev().collect() } else { all.collect() };
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let mut lines = Vec::new();
    for index in from_oldest {
        let origin = &conversion.origins[index];
        if origin.id_kind != IdKind::Derived {
            continue;
        }
        let parts = parts(profile, &conversion, index);
        let mut expected = derive_id(profile.identity.version, &parts);
        let count = seen.entry(expected.clone()).and_modify(|count| *count += 1).or_insert(1);
        if *count > 1 {
            write!(expected, "-{count}").unwrap();
        }
        let id = conversion.transactions[index].transaction_id.as_ref().unwrap().as_str();
        assert_eq!(id, expected, "{} {} line {}: {parts:?}", fixture.profile, fixture.name, origin.line);
        let parts = serde_json::to_string(&parts).unwrap();
        let line = format!("{}\t{}\t{}\t{id}\t{parts}\n", fixture.profile, fixture.name, origin.line);
        lines.push((origin.line, line));
    }
    lines.sort();
    lines.into_iter().map(|(_, line)| line).collect()
}

/// Every derived id of every fixture, those too that stand in for ids of the bank's, and what it is made of.
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
    let held: BTreeSet<String> = table.lines().skip(1).map(profile_of).collect();
    let convertible = format::profiles().iter().filter(|profile| profile.unsupported.is_none());
    let convertible: BTreeSet<String> = convertible.map(|profile| profile.id.clone()).collect();
    assert_eq!(held, convertible, "each format that is converted has a file in tests/bank, and an id in the table");

    let path = folder().join("identity.tsv");
    let kept = fs::read_to_string(&path).unwrap_or_default();
    let named = std::env::var("BLESS_IDS").unwrap_or_default();
    let lines: BTreeSet<&str> = table.lines().collect();
    let is_named = |line: &str| named.split(',').any(|name| name == profile_of(line));
    let changed: Vec<&str> = kept.lines().filter(|line| !lines.contains(line) && !is_named(line)).collect();
    assert!(
        changed.is_empty(),
        "frozen ids changed; BLESS_IDS with the name of the format rewrites them: {changed:#?}"
    );
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &table).unwrap();
    }
    let kept = fs::read_to_string(path).unwrap_or_default();
    assert!(table == kept, "ids are new; BLESS=1 adds them");
}

/// The lines of a file, and in groups those of each booking with its details.
fn booking_ranges(fixture: &Fixture) -> Option<(Vec<String>, Vec<std::ops::Range<usize>>)> {
    let profile = format::profile_by_id(&fixture.profile).unwrap();
    let conversion = convert(fixture, &fixture.source);
    let decoded = Decoded::from_bytes(&fixture.source);
    let lines: Vec<String> = decoded.text().lines().map(str::to_owned).collect();
    let skipped = conversion.summary.skipped.iter().map(|skipped| skipped.line);
    let mut starts: Vec<usize> = conversion.origins.iter().map(|origin| origin.line).chain(skipped).collect();
    starts.sort_unstable();
    starts.push(lines.len() + 1);
    // Where a footer or a total stands below, what is the last booking is not known.
    let ends_in_rows = profile.footer.is_none() && conversion.summary.skipped.is_empty();
    // Lines that end in a lone CR are one here.
    if starts.iter().any(|start| *start > lines.len() + 1) {
        return None;
    }
    let ranges = starts.windows(2).map(|pair| pair[0] - 1..pair[1] - 1);
    (ends_in_rows && starts.len() > 2 && !derived_ids(&conversion).is_empty())
        .then(|| (lines.clone(), ranges.collect()))
}

fn file_with_rows(lines: &[String], first: usize, groups: &[&std::ops::Range<usize>]) -> Vec<u8> {
    let rows = groups.iter().flat_map(|range| &lines[(*range).clone()]);
    let mut text = lines[..first].iter().chain(rows).cloned().collect::<Vec<_>>().join("\n");
    text.push('\n');
    text.into_bytes()
}

/// What each derived id stands for: all that is told of the booking, and its row.
fn bookings_by_id(conversion: &Conversion) -> BTreeMap<String, String> {
    let all = conversion.transactions.iter().zip(&conversion.origins);
    let derived = all.filter(|(_, origin)| origin.id_kind == IdKind::Derived);
    derived
        .map(|(one, origin)| {
            let mut one = one.clone();
            let id = one.transaction_id.take().unwrap().as_str().to_owned();
            (id, format!("{one:?} {:?}", origin.cells))
        })
        .collect()
}

/// Another order of the rows, and rows that come late, change no id of the others.
#[test]
fn ids_do_not_depend_on_row_order_or_late_rows() {
    let mut tried = 0;
    let without_ids = fixtures().into_iter().filter_map(|fixture| without_bank_ids(&fixture));
    for fixture in fixtures().into_iter().chain(without_ids) {
        let Some((lines, groups)) = booking_ranges(&fixture) else { continue };
        tried += 1;
        let first = groups[0].start;
        let all = bookings_by_id(&convert(&fixture, &fixture.source));
        let reversed: Vec<&std::ops::Range<usize>> = groups.iter().rev().collect();
        let turned = bookings_by_id(&convert(&fixture, &file_with_rows(&lines, first, &reversed)));
        assert_eq!(turned, all, "{} {}", fixture.profile, fixture.name);
        for late in 0..groups.len() {
            let kept: Vec<_> =
                groups.iter().enumerate().filter(|(index, _)| *index != late).map(|(_, range)| range).collect();
            let before = bookings_by_id(&convert(&fixture, &file_with_rows(&lines, first, &kept)));
            // A late twin that is older takes the number of the next one; without its number the id is the same.
            let unnumbered = |id: &str| id.split('-').take(2).map(str::to_owned).collect::<Vec<_>>();
            let added: Vec<_> = all.keys().filter(|id| !before.contains_key(*id)).map(|id| unnumbered(id)).collect();
            let what = format!("{} {} line {}", fixture.profile, fixture.name, groups[late].start + 1);
            for (id, meaning) in &before {
                let holds = all.get(id) == Some(meaning) || added.contains(&unnumbered(id));
                assert!(holds, "{what}: {before:#?}\n{all:#?}");
            }
            assert!(added.len() <= 1 && before.len() + added.len() == all.len(), "{what}");
        }
    }
    assert!(tried > 100, "{tried} files were tried");
}

/// A later export has more rows at its new end, and no id of the older ones stands for another booking then.
#[test]
fn ids_mean_the_same_booking_in_later_exports() {
    // Of each: the header, two bookings that are alike but for a row below or what identifies nothing, and an older one.
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
        let fixture = Fixture { profile: profile.to_owned(), name: String::new(), source: Vec::new() };
        let of = |rows: &[&str]| {
            let conversion = convert(&fixture, format!("{header}\n{}\n", rows.join("\n")).as_bytes());
            assert!(conversion.summary.rejected.is_empty(), "{profile}: {:#?}", conversion.summary.report.findings);
            bookings_by_id(&conversion)
        };
        // The newest row comes first.
        let before = of(&[miller, older]);
        let after = of(&[smith, miller, older]);
        assert!(
            before.iter().all(|(id, meaning)| after.get(id) == Some(meaning)),
            "{profile}: {before:#?}\n{after:#?}"
        );
        assert_eq!((before.len(), after.len()), (2, 3), "{profile}");
        // In the other order of the rows each id stands for the same.
        assert_eq!(of(&[older, miller, smith]), after, "{profile}");
    }
}

/// An export without its balance gives the same ids, twins included.
#[test]
fn ids_do_not_depend_on_the_balance_column() {
    let mut tried = 0;
    for fixture in fixtures() {
        let profile = format::profile_by_id(&fixture.profile).unwrap();
        let conversion = convert(&fixture, &fixture.source);
        let balance = profile.columns.iter().find(|column| column.role == Role::Balance && column.optional);
        let (Some(balance), Some(delimiter)) = (balance, conversion.summary.delimiter) else { continue };
        if derived_ids(&conversion).is_empty() || profile.headerless {
            continue;
        }
        let decoded = Decoded::from_bytes(&fixture.source);
        let mut reader = csv::ReaderBuilder::new();
        let reader = reader.has_headers(false).flexible(true).delimiter(u8::try_from(delimiter).unwrap());
        let rows: Vec<csv::StringRecord> =
            reader.from_reader(decoded.text().as_bytes()).records().map(Result::unwrap).collect();
        let Some((at, gone)) = rows.iter().enumerate().find_map(|(at, row)| {
            let known = row.iter().filter(|cell| profile.columns.iter().any(|column| is_name_of(column, cell))).count();
            let column = row.iter().position(|cell| is_name_of(balance, cell))?;
            (known > 2).then_some((at, column))
        }) else {
            continue;
        };
        let mut writer = csv::WriterBuilder::new();
        let mut writer = writer.flexible(true).delimiter(u8::try_from(delimiter).unwrap()).from_writer(Vec::new());
        for (index, row) in rows.iter().enumerate() {
            let kept = row.iter().enumerate().filter(|(cell, _)| index < at || *cell != gone).map(|(_, cell)| cell);
            writer.write_record(kept).unwrap();
        }
        let without = convert(&fixture, &writer.into_inner().unwrap());
        // A variant may need its balance to be told from another.
        if without.summary.format.as_ref().is_none_or(|found| found.id != profile.id) {
            continue;
        }
        tried += 1;
        assert_eq!(derived_ids(&without), derived_ids(&conversion), "{} {}", fixture.profile, fixture.name);
    }
    assert!(tried > 10, "{tried} files were tried");
}
