//! Properties of converting bank statements.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use universal_accounting::format::ConvertOptions;
use universal_accounting::generate::{ChoiceBytes, Choices};
use universal_accounting::internals::format::convert_readable;
use universal_accounting::render::{conversion_json, report_json, sarif};
use universal_accounting::statement::{BalanceStatus, Conversion, IdKind};
use universal_accounting::transactions::{self, Transaction};
use universal_accounting::value::{AccountIdentifier, Currency, Text};

use crate::cases::cases;
use crate::laws::positions::assert_position;
use crate::properties::card_numbers::CARD_NUMBERS;
use crate::properties::statement::{State, Statement, statement};
use crate::properties::statement_file::file::{File, Proof};
use crate::properties::statement_file::formats::{CARD_ACCOUNT, FORMATS, Format};

/// Converts a file and asserts what holds for every input.
fn convert(source: &[u8], currency: Option<Currency>) -> Result<Conversion, TestCaseError> {
    let mut options = ConvertOptions::new();
    options.account = AccountIdentifier::parse(CARD_ACCOUNT).ok();
    options.currency = currency;
    let conversion = convert_readable(source, &options);
    prop_assert_eq!(
        conversion_json("f", &conversion),
        conversion_json("f", &convert_readable(source, &options))
    );
    let summary = &conversion.summary;
    let counted =
        summary.converted + summary.details + summary.skipped.len() + summary.rejected.len();
    prop_assert_eq!(summary.rows, counted, "every row is counted");
    prop_assert_eq!(conversion.transactions.len(), summary.converted);
    prop_assert_eq!(conversion.origins.len(), summary.converted);
    prop_assert!(
        summary.rejected.is_empty() || summary.report.errors > 0,
        "a rejected row has its reason"
    );
    prop_assert!(
        summary.format.is_some() || summary.report.errors > 0,
        "a refused file has its reason"
    );
    for finding in &summary.report.findings {
        assert_position(source, finding);
    }
    Ok(conversion)
}

/// Generates a format, a statement for it, and its file.
fn any_file(choices: &mut Choices<'_>) -> (Format, Statement, File, Option<Currency>) {
    let format = choices.pick(&FORMATS);
    let statement = statement(format.profile, choices);
    let file = format.write(
        &statement,
        0..=u64::MAX,
        choices.below(format.languages()),
        choices.below(6),
    );
    (
        format,
        statement.clone(),
        file,
        Currency::parse(statement.currency).ok(),
    )
}

/// Returns the transactions without their derived ids.
fn without_derived_id(conversion: &Conversion) -> Vec<Transaction> {
    let transactions = conversion.transactions.iter().zip(&conversion.origins);
    transactions
        .map(|(transaction, origin)| {
            let mut transaction = transaction.clone();
            if origin.id_kind == IdKind::Derived {
                transaction.transaction_id = None;
            }
            transaction
        })
        .collect()
}

fn expected(file: &File) -> Vec<Transaction> {
    file.chunks
        .iter()
        .filter_map(|chunk| chunk.expected.clone())
        .collect()
}

/// Returns the ids by the index of their booking in the statement.
fn ids(file: &File, conversion: &Conversion) -> BTreeMap<usize, String> {
    let bookings = file
        .chunks
        .iter()
        .filter(|chunk| chunk.expected.is_some())
        .map(|chunk| chunk.booking);
    let ids = conversion
        .transactions
        .iter()
        .map(|transaction| transaction.transaction_id.as_ref().unwrap().to_string());
    bookings.zip(ids).collect()
}

fn lines(text: &str) -> usize {
    text.replace("\r\n", "\n").matches(['\r', '\n']).count()
}

fn utf16(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(unit).collect()
}

/// Damages one character of a text.
fn damage(text: &mut String, choices: &mut Choices<'_>) {
    let offsets: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    let at = choices.pick(&offsets);
    let rest = text.split_off(at);
    let first = rest.chars().next().unwrap();
    let after = &rest[first.len_utf8()..];
    match choices.below(5) {
        0 => text.push_str(after),
        1 => {
            text.push(choices.pick(&[
                ';', ',', '"', '\n', '\r', '\t', '|', '0', '-', '.', 'x', '=', ' ', '\u{fffd}',
                '\0',
            ]));
            text.push_str(&rest);
        }
        2 => {
            let flipped = u8::try_from(first)
                .ok()
                .map(|byte| char::from(byte ^ (1 << choices.below(7))));
            text.push(flipped.unwrap_or('?'));
            text.push_str(after);
        }
        3 => {
            text.push_str(choices.pick(&["\"\"", ";;", "\r\n", "\n\n", ",,,"]));
            text.push_str(&rest);
        }
        _ => {
            text.push_str(&rest);
            text.push_str(choices.pick(&["\n", "\r", "\r\n", ";", "\""]));
        }
    }
}

proptest! {
    #![proptest_config(cases(96))]

    #[test]
    fn every_booking_is_converted(bytes in ChoiceBytes::strategy(500)) {
        let choices = &mut bytes.choices();
        let (format, statement, file, currency) = any_file(choices);
        let source = file.text();
        let conversion = convert(source.as_bytes(), currency)?;
        let summary = &conversion.summary;
        prop_assert_eq!(summary.format.as_ref().map(|format| format.id.as_str()), Some(format.profile));
        prop_assert_eq!(summary.variant.as_deref(), Some(format.variant));
        prop_assert_eq!(without_derived_id(&conversion), expected(&file), "{}", source);
        prop_assert_eq!(summary.rejected.len(), 0, "{} {:?}", source, summary.report.findings);
        prop_assert_eq!(summary.report.errors, 0, "{} {:?}", source, summary.report.findings);
        let skipped: Vec<&str> = summary.skipped.iter().map(|skipped| skipped.reason.as_str()).collect();
        let expected = file.chunks.iter().filter_map(|chunk| match statement.bookings[chunk.booking].state {
            State::Booked => None,
            State::Pending => Some("pending"),
            State::Zero => Some("zero-amount"),
        });
        prop_assert_eq!(skipped, expected.collect::<Vec<_>>());
        prop_assert_eq!(summary.details, file.chunks.iter().map(|chunk| chunk.details).sum::<usize>());
        let status = match file.proof {
            Proof { compared: 0, .. } => BalanceStatus::None,
            Proof { confirmed, begins_with_skipped: false, .. } if confirmed == summary.converted => BalanceStatus::Proved,
            Proof { .. } => BalanceStatus::Partly,
        };
        prop_assert_eq!((summary.balance_status, summary.confirmed()), (status, file.proof.confirmed), "{}", source);
        let keys: BTreeSet<(String, String)> = conversion.transactions.iter().map(|transaction| {
            (transaction.account_identifier.to_string(), transaction.transaction_id.as_ref().unwrap().to_string())
        }).collect();
        prop_assert_eq!(keys.len(), conversion.transactions.len(), "the ids are unique: {}", source);
        let mut line = lines(&file.head) + 1;
        let mut origins = conversion.origins.iter();
        for chunk in &file.chunks {
            if chunk.expected.is_some() {
                prop_assert_eq!(origins.next().unwrap().line, line);
            }
            line += lines(&chunk.text);
        }
    }

    #[test]
    fn a_booking_has_the_same_id_in_every_export(bytes in ChoiceBytes::strategy(500)) {
        let choices = &mut bytes.choices();
        let (format, statement, file, currency) = any_file(choices);
        let all = ids(&file, &convert(file.text().as_bytes(), currency)?);
        for other in FORMATS.iter().filter(|other| other.profile == format.profile) {
            for language in 0..other.languages() {
                let file = other.write(&statement, 0..=u64::MAX, language, choices.below(6));
                prop_assert_eq!(&ids(&file, &convert(file.text().as_bytes(), currency)?), &all, "{}", file.text());
            }
        }
        let days: Vec<u64> = statement.bookings.iter().map(|booking| booking.day).collect();
        let (first, second) = (choices.pick(&days), choices.pick(&days));
        let mut both = BTreeMap::new();
        for days in [0..=first.max(second), first.min(second)..=u64::MAX] {
            let file = format.write(&statement, days, 0, 0);
            for (booking, id) in ids(&file, &convert(file.text().as_bytes(), currency)?) {
                prop_assert_eq!(both.entry(booking).or_insert_with(|| id.clone()), &id);
            }
        }
        prop_assert_eq!(both, all);
    }

    #[test]
    fn line_ends_and_encodings_change_nothing(bytes in ChoiceBytes::strategy(500)) {
        let choices = &mut bytes.choices();
        let (_, _, mut file, currency) = any_file(choices);
        let plain = file.text();
        let expected = convert(plain.as_bytes(), currency)?.transactions;
        for chunk in &mut file.chunks {
            if choices.once_in(4) {
                chunk.text.push_str(choices.pick(&["\n", "\n\n", " \n"]));
            }
        }
        let latin = |text: &str| text.chars().map(|character| u8::try_from(character).unwrap()).collect::<Vec<u8>>();
        let texts = [plain.replace('\n', "\r\n"), plain.replace('\n', "\r"), file.text(), plain.trim_end().to_owned(), plain];
        let text = &texts[choices.below(texts.len())];
        for bytes in [
            text.clone().into_bytes(),
            [b"\xEF\xBB\xBF".as_slice(), text.as_bytes()].concat(),
            utf16(text, u16::to_le_bytes),
            utf16(&format!("\u{feff}{text}"), u16::to_le_bytes),
            utf16(text, u16::to_be_bytes),
            utf16(&format!("\u{feff}{text}"), u16::to_be_bytes),
            latin(text),
        ] {
            prop_assert_eq!(&convert(&bytes, currency)?.transactions, &expected, "{}", text);
        }
    }

    #[test]
    fn rows_before_a_cut_are_converted(bytes in ChoiceBytes::strategy(500)) {
        let choices = &mut bytes.choices();
        let (_, _, file, currency) = any_file(choices);
        let source = file.text().into_bytes();
        let all = convert(&source, currency)?;
        for at in [choices.below(source.len()), choices.below(source.len())] {
            let conversion = convert(&source[..at], currency)?;
            let mut end = file.head.len();
            let mut whole = 0;
            for chunk in &file.chunks {
                end += chunk.text.len();
                whole += usize::from(end <= at && chunk.expected.is_some());
            }
            // A single row doesn't show that all rows end otherwise than the header.
            if whole == 1 && conversion.summary.report.counts.iter().any(|count| count.rule.id == "row-shifted") {
                continue;
            }
            prop_assert!(conversion.transactions.len() >= whole, "{}", String::from_utf8_lossy(&source[..at]));
            let before = |conversion: &Conversion| {
                let mut transactions = conversion.transactions[..whole].to_vec();
                // Duplicates within a day are numbered from the oldest one, which may have been cut off.
                for id in transactions.iter_mut().filter_map(|transaction| transaction.transaction_id.as_mut()) {
                    let (head, number) = id.as_str().rsplit_once('-').unwrap_or_default();
                    if head.starts_with("ua1-") && number.len() < 32 {
                        *id = Text::parse(head).unwrap();
                    }
                }
                transactions
            };
            prop_assert_eq!(before(&conversion), before(&all));
        }
    }

    #[test]
    fn damage_in_a_row_affects_only_that_row(bytes in ChoiceBytes::strategy(500)) {
        let choices = &mut bytes.choices();
        let (_, _, file, currency) = any_file(choices);
        let mut damaged = file.clone();
        let mut touched = BTreeSet::new();
        for _ in 0..=choices.below(3) {
            let at = choices.below(damaged.chunks.len());
            let text = &mut damaged.chunks[at].text;
            damage(text, choices);
            // Without its line end, the row would be joined with the next one.
            if !text.ends_with('\n') {
                text.push('\n');
            }
            touched.insert(at);
        }
        let source = damaged.text();
        let conversion = convert(source.as_bytes(), currency)?;
        if conversion.summary.format.is_none() {
            return Ok(());
        }
        // In one format, a blank line and a line with one cell end the rows; every row after that is rejected.
        let footer_mistaken = conversion.summary.report.counts.iter().any(|count| count.rule.id == "row-after-footer");
        let got = without_derived_id(&conversion);
        let mut before = damaged.head.clone();
        let mut expected = Vec::new();
        for (at, chunk) in damaged.chunks.iter().enumerate() {
            let start = lines(&before) + 1;
            before.push_str(&chunk.text);
            let range = start..=lines(&before);
            let converted = conversion.origins.iter().zip(&got).filter(|(origin, _)| range.contains(&origin.line));
            let converted: Vec<&Transaction> = converted.map(|(_, transaction)| transaction).collect();
            // A row that ends otherwise than the header is only trusted beside rows that end like it, and a date only if the rows are sorted.
            let is_doubted = |rule: &str| matches!(rule, "row-shifted" | "day-month-exchanged");
            let mut findings = conversion.summary.report.findings.iter();
            let beside_damage = findings.any(|finding| is_doubted(finding.rule.id) && range.contains(&finding.line));
            let refused = (footer_mistaken || beside_damage) && conversion.summary.rejected.iter().any(|line| range.contains(line));
            if !(touched.contains(&at) || refused && converted.is_empty()) {
                prop_assert_eq!(&converted, &chunk.expected.iter().collect::<Vec<_>>(), "{:?} of {:?}", chunk.text, source);
            }
            expected.extend(converted);
        }
        prop_assert_eq!(expected.len(), got.len());
    }

    #[test]
    fn no_output_has_a_card_number(bytes in ChoiceBytes::strategy(500)) {
        let choices = &mut bytes.choices();
        let format = choices.pick(&FORMATS);
        let mut statement = statement(format.profile, choices);
        let number = choices.pick(&CARD_NUMBERS);
        for booking in &mut statement.bookings {
            if choices.once_in(3) {
                booking.bank_id = Some(number.to_owned());
            }
        }
        let mut file = format.write(&statement, 0..=u64::MAX, 0, choices.below(6));
        let (delimiter, account) = (format.delimiter(), statement.accounts[0].as_str());
        if choices.once_in(3) {
            let end = file.head.rfind('\n').map_or(0, |end| file.head[..end].rfind('\n').map_or(0, |end| end + 1));
            let preamble = file.head[..end].lines().filter(|line| !line.contains("IBAN"));
            let preamble: String = preamble.map(|line| line.replace(account, number).replace("0234 00103914.40", number) + "\n").collect();
            file.head = preamble + &file.head[end..];
        }
        if choices.once_in(3) {
            file.head = format!("{}{delimiter}Karte {number}\n", file.head.trim_end_matches('\n'));
        }
        for chunk in &mut file.chunks {
            let (from, to) = choices.pick(&[("Einkauf", "Einkauf {}"), ("Zürich", "Zürich {}."), (account, "{}"), ("CHE", "{}"), ("CHF", "{}"), ("2026-01", "{}"), ("BOOKED", "{}"), ("12:30:00", "{}")]);
            chunk.text = chunk.text.replacen(from, &to.replace("{}", number).replace(';', delimiter), 1 + choices.below(2));
        }
        let conversion = convert(file.text().as_bytes(), Currency::parse(statement.currency).ok())?;
        let json = conversion_json("f", &conversion);
        let payload = transactions::write(&conversion.transactions);
        let sarif = sarif(&[("f", &conversion.summary.report)]);
        let report = report_json("f", &conversion.summary.report);
        let all = format!("{json}\n{payload}\n{sarif}\n{report}\n{conversion:?}");
        let all_digits: String = all.chars().filter(char::is_ascii_digit).collect();
        let digits: String = number.chars().filter(char::is_ascii_digit).collect();
        prop_assert!(!all_digits.contains(&digits), "{number} of {} in {json}", file.text());
    }

    #[test]
    fn damage_anywhere_breaks_no_property(bytes in ChoiceBytes::strategy(500)) {
        let choices = &mut bytes.choices();
        let (_, _, file, currency) = any_file(choices);
        let mut source = file.text();
        for _ in 0..=choices.below(6) {
            if !source.is_empty() {
                damage(&mut source, choices);
            }
        }
        let mut bytes = source.into_bytes();
        for _ in 0..choices.below(4) {
            let at = choices.below(bytes.len());
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << choices.below(8);
            }
        }
        convert(&bytes, currency)?;
    }
}
