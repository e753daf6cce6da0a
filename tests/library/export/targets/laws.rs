//! Laws that every format keeps.

use universal_accounting::export::NoteKind;
use universal_accounting::export::statement::StatementTarget;
use universal_accounting::format;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::rust_decimal::Decimal;
use universal_accounting::statement::{BalanceStatus, Conversion};
use universal_accounting::transactions::Transaction;
use universal_accounting::value::{Amount, Currency, Date};

use super::readers::{amounts_in, read_again};
use super::{ACCOUNT, amounts, march, signed, try_write, write};

#[test]
fn every_format_has_each_transaction_once_with_its_amount() {
    let march = march();
    for target in StatementTarget::ALL {
        let export = write(&march, *target);
        let mut read = amounts_in(*target, &export.bytes);
        let mut own = amounts(&march.transactions);
        read.sort_unstable();
        own.sort_unstable();
        assert_eq!(read, own, "{target}");
        let openings = usize::from(matches!(
            target,
            StatementTarget::Hledger | StatementTarget::Beancount
        ));
        assert_eq!(export.transactions, own.len() + openings, "{target}");
    }
}

#[test]
fn a_transaction_in_two_files_is_written_once() {
    let files = [march(), march()];
    for target in StatementTarget::ALL {
        let export = try_write(&files, *target).unwrap();
        let read = amounts_in(*target, &export.bytes);
        assert_eq!(read.len(), files[0].transactions.len(), "{target}");
    }
}

#[test]
fn every_format_has_the_values_of_a_transaction_or_notes_what_it_lacks() {
    let mut march = march();
    let first = &mut march.transactions[0];
    first.original_amount = Amount::parse("4711.25").ok();
    first.original_currency = Currency::parse("EUR").ok();
    first.purchased_at = Date::from_year_month_day(2026, 2, 27);
    first.valuta_at = Date::from_year_month_day(2026, 3, 4);
    let id = first.transaction_id.as_ref().unwrap().to_string();
    for target in StatementTarget::ALL {
        let export = write(&march, *target);
        let text = content(*target, &export.bytes);
        // camt has the id in its short form, from which it is restored; the texts of this test would be equal otherwise.
        let has_id = text.contains(&id) || *target == StatementTarget::Camt053;
        let has_day = |days: [&str; 4]| days.iter().any(|day| text.contains(day));
        for (field, is_there) in [
            (
                "originalAmount",
                text.contains("4711.25") || text.contains("4711,25"),
            ),
            (
                "purchasedAt",
                has_day(["2026-02-27", "20260227", "260227", "46080"]),
            ),
            (
                "valutaAt",
                has_day(["2026-03-04", "20260304", "260304", "46085"]),
            ),
            ("transactionId", has_id),
            ("currency", text.contains("CHF")),
        ] {
            let is_noted = export
                .notes
                .iter()
                .any(|note| note.kind == NoteKind::NoPlace { field });
            let notes = &export.notes;
            assert!(
                is_there || is_noted,
                "{target} writes no `{field}` and has no note `NoPlace` for it: {notes:?}"
            );
            assert!(
                !is_there || !is_noted,
                "{target} writes `{field}` and has a note `NoPlace` for it: {notes:?}"
            );
        }
    }
}

/// Returns all texts of a file.
pub(super) fn content(target: StatementTarget, file: &[u8]) -> String {
    if target != StatementTarget::Xlsx {
        return String::from_utf8_lossy(file).into_owned();
    }
    let reader = std::io::Cursor::new(file);
    let mut archive = zip::ZipArchive::new(reader).unwrap();
    let mut content = String::new();
    for index in 0..archive.len() {
        let mut part = archive.by_index(index).unwrap();
        std::io::Read::read_to_string(&mut part, &mut content).unwrap();
    }
    content
}

/// Returns the booking date and the amount of each transaction, in an order that doesn't depend on the file.
pub(super) fn facts(conversion: &Conversion) -> Vec<(Option<Date>, Decimal)> {
    let fact = |transaction: &Transaction| (transaction.booked_at, signed(transaction));
    let mut facts: Vec<_> = conversion.transactions.iter().map(fact).collect();
    facts.sort_unstable();
    facts
}

pub(super) fn ids(conversion: &Conversion) -> Vec<String> {
    let id =
        |transaction: &Transaction| transaction.transaction_id.as_ref().map(ToString::to_string);
    let mut ids: Vec<String> = conversion.transactions.iter().filter_map(id).collect();
    ids.sort_unstable();
    ids
}

pub(super) fn texts(conversion: &Conversion) -> Vec<String> {
    let text = |transaction: &Transaction| transaction.text.as_ref().map(ToString::to_string);
    let mut texts: Vec<String> = conversion.transactions.iter().filter_map(text).collect();
    texts.sort_unstable();
    texts
}

/// Returns a conversion whose transactions have references of the bank.
fn with_references(conversion: &Conversion) -> Conversion {
    let table: String = {
        let rows = conversion.transactions.iter().zip(1..);
        let rows = rows.map(|(transaction, number)| {
            let (mark, amount) = (signed(transaction), transaction.amount);
            let mark = if mark.is_sign_negative() { 'D' } else { 'C' };
            let day = transaction.booked_at.unwrap().to_string().replace('-', "");
            let (day, entry) = (&day[2..], &day[4..]);
            let amount = amount.to_string().replace('.', ",");
            format!(":61:{day}{entry}{mark}{amount}NTRFNONREF//REF7{number:05}\r\n:86:Text\r\n")
        });
        rows.collect()
    };
    let message = format!(":20:A\r\n:25:{ACCOUNT}\r\n:28C:1\r\n:60F:C260101CHF2000,\r\n{table}");
    let sum: Decimal = conversion.transactions.iter().map(signed).sum();
    let closing = Decimal::new(2000, 0) + sum;
    let mark = if closing.is_sign_negative() { 'D' } else { 'C' };
    let closing = closing.abs().to_string().replace('.', ",");
    let closing = if closing.contains(',') {
        closing
    } else {
        closing + ","
    };
    let message = format!("{message}:62F:{mark}261231CHF{closing}\r\n-\r\n");
    convert_readable(message.as_bytes(), &format::ConvertOptions::new())
}

#[test]
fn references_of_the_bank_give_the_same_ids_again() {
    let march = with_references(&march());
    assert_eq!(march.summary.balance_status, BalanceStatus::Proved);
    for target in [
        StatementTarget::Camt053,
        StatementTarget::Ofx,
        StatementTarget::Qbo,
        StatementTarget::Mt940,
    ] {
        let again = read_again(&write(&march, target).bytes);
        assert_eq!(ids(&again), ids(&march), "{target}");
        assert_eq!(facts(&again), facts(&march), "{target}");
    }
    let export = write(&march, StatementTarget::Mt940);
    assert!(export.notes.is_empty(), "{:?}", export.notes);
}
