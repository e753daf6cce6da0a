//! Derived ids are the same for the same entry in every export. They are frozen for each format, and recomputed here independently.
//!
//! `BLESS=1 cargo test --test library format::identity` adds the ids of new files to `tests/bank/identity.tsv`. With a changed id, entries that were imported
//! before would be imported again, so an id is only rewritten if its format is named too: `BLESS=1 BLESS_IDS=zkb-account,ubs-account cargo test --test library format::identity`.

mod exports;
mod frozen;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use sha2::{Digest, Sha256};
use universal_accounting::format::Format;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::internals::profile::{Column, ProfileDefinition, Role};
use universal_accounting::internals::source::Decoded;
use universal_accounting::statement::{Conversion, IdKind};
use universal_accounting::transactions::Transaction;

use crate::format::fixtures::{Fixture, options};

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
    convert_readable(source, &options)
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
