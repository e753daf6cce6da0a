//! Laws of whole messages: none of a file is lost, whatever their number, their blocks, their line ends and their texts are.

use proptest::prelude::*;

use super::silence::{
    IBAN, amount, balance, bookings, camt, convert, convert_given, entry, is_proved, mt940, several,
};
use crate::cases::cases;
use crate::format::fixtures::rules;

/// A statement in camt that follows one with this closing balance.
fn statement(opening: i64, cents: &[i64], number: usize) -> String {
    let entries = cents.iter().enumerate();
    let entries = entries.map(|(index, cents)| entry(*cents, number * 10 + index));
    format!(
        "<Stmt><Id>S{number}</Id><ElctrncSeqNb>{number}</ElctrncSeqNb><Acct><Id><IBAN>{IBAN}</IBAN></Id><Ccy>CHF</Ccy></Acct>{}{}{}</Stmt>",
        balance("OPBD", opening, 10),
        balance("CLBD", opening + cents.iter().sum::<i64>(), 10),
        entries.collect::<Vec<_>>().concat()
    )
}

fn document(statements: &str) -> String {
    format!(
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt>{statements}</BkToCstmrStmt></Document>"
    )
}

/// A message in MT940 that follows one with this closing balance.
fn message(opening: i64, cents: &[i64], number: usize) -> String {
    let entries = cents.iter().enumerate().map(|(index, cents)| {
        let cents = amount(*cents, ',');
        format!(":61:2603100310C{cents}NTRFNONREF//BANK{number}{index}77\n:86:Invoice {index}\n")
    });
    format!(
        ":20:START\n:25:{IBAN}\n:28C:{number}/1\n:60F:C260310CHF{}\n{}:62F:C260310CHF{}\n",
        amount(opening, ','),
        entries.collect::<Vec<_>>().concat(),
        amount(opening + cents.iter().sum::<i64>(), ',')
    )
}

/// Puts the blocks of SWIFT around the message. Those of an older envelope are the first two only.
fn in_blocks(
    message: &str,
    [application, direction]: [char; 2],
    service: u8,
    form: usize,
) -> String {
    let first = format!("{{1:{application}{service:02}BANKCHZZAXXX0000000000}}");
    let second = format!("{{2:{direction}9400000260310BANKCHZZAXXX00000000002603100000N}}");
    let message = message.trim_end_matches("-\n");
    match form {
        0 => format!("{first}{second}{{4:\n{message}-}}\n"),
        1 => format!("{first}\n{second}\n{{4:\n{message}-}}"),
        2 => format!(
            "{first}{second}{{3:{{108:REF}}}}{{4:\n{message}-}}{{5:{{CHK:1234567890AB}}}}\n"
        ),
        _ => format!("{first}{{4:\n{message}-}}\n"),
    }
}

fn amounts_of(found: &universal_accounting::statement::Conversion) -> Vec<String> {
    let transactions = found.transactions.iter();
    transactions
        .map(|transaction| transaction.amount.to_string())
        .collect()
}

fn expected_amounts(statements: &[Vec<i64>]) -> Vec<String> {
    statements
        .iter()
        .flatten()
        .map(|cents| amount(*cents, '.'))
        .collect()
}

/// Writes statements that follow each other. `write` gets the opening balance, the amounts and the number of each.
fn following(statements: &[Vec<i64>], write: impl Fn(i64, &[i64], usize) -> String) -> Vec<String> {
    let mut opening = 10_000;
    let mut written = Vec::new();
    for (index, cents) in statements.iter().enumerate() {
        written.push(write(opening, cents, index + 1));
        opening += cents.iter().sum::<i64>();
    }
    written
}

/// Asserts that a file with these statements is read as a whole, proved and without a finding.
fn assert_all_are_read(text: &str, statements: &[Vec<i64>]) -> Result<(), TestCaseError> {
    let found = convert(text);
    prop_assert_eq!(amounts_of(&found), expected_amounts(statements), "{}", text);
    prop_assert_eq!(rules(&found), Vec::<&str>::new(), "{}", text);
    prop_assert!(is_proved(&found));
    Ok(())
}

fn statements() -> impl Strategy<Value = Vec<Vec<i64>>> {
    prop::collection::vec(several(), 1..6)
}

proptest! {
    #![proptest_config(cases(64))]

    /// All statements of a file in camt are read and proved, however many documents they are in and whatever is between these.
    #[test]
    fn all_statements_of_all_documents_are_read(
        statements in statements(),
        is_joined in prop::collection::vec(any::<bool>(), 6),
        has_declaration in prop::collection::vec(any::<bool>(), 6),
        between in prop::sample::select(vec!["", "\n", "\r\n\r\n", " ", "<!-- next -->", "\u{feff}"]),
    ) {
        let mut documents = Vec::<String>::new();
        for (number, written) in following(&statements, statement).into_iter().enumerate() {
            match documents.last_mut().filter(|_| is_joined[number]) {
                Some(last) => last.push_str(&written),
                None => documents.push(written),
            }
        }
        let documents = documents.iter().zip(&has_declaration).map(|(statements, has_declaration)| {
            let declaration = if *has_declaration { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" } else { "" };
            format!("{declaration}{}", document(statements))
        });
        assert_all_are_read(&documents.collect::<Vec<_>>().join(between), &statements)?;
    }

    /// All messages of a file in MT940 are read and proved, whatever blocks and ends each of them has.
    #[test]
    fn all_messages_of_a_file_are_read(
        messages in statements(),
        forms in prop::collection::vec(0_usize..7, 6),
    ) {
        let written = following(&messages, message).into_iter().zip(forms);
        let in_file = |(written, form): (String, usize)| match form {
            4 => format!("{written}-\n"),
            5 => format!("{written}-}}\r\n"),
            6 => written,
            form => in_blocks(&written, ['F', 'O'], 1, form) + "\n",
        };
        assert_all_are_read(&written.map(in_file).collect::<String>(), &messages)?;
    }

    /// A document in another format beside messages of MT940 is said, before, between and after them, whether the message above has an end or not.
    #[test]
    fn a_document_beside_messages_is_said(
        messages in statements(),
        place in any::<prop::sample::Index>(),
        has_end in any::<bool>(),
        has_declaration in any::<bool>(),
        prefix in prop::sample::select(vec!["", "ns2:"]),
    ) {
        let end = if has_end { "-\n" } else { "" };
        let mut parts = following(&messages, |opening, cents, number| message(opening, cents, number) + end);
        let whole = convert(&parts.concat());
        let declaration = if has_declaration { "<?xml version=\"1.0\"?>" } else { "" };
        let other = document(&statement(10_000, &[77], 9)).replace("<Document xmlns", &format!("<{prefix}Document xmlns"));
        parts.insert(place.index(parts.len() + 1), format!("{declaration}{other}\n"));
        let found = convert(&parts.concat());
        prop_assert_eq!(rules(&whole), Vec::<&str>::new());
        prop_assert_eq!(amounts_of(&found), amounts_of(&whole));
        prop_assert_eq!(rules(&found), vec!["text-without-entry"], "{}", parts.concat());
    }

    /// Block 1 has any letter and any service, and the message comes out as without its blocks.
    #[test]
    fn blocks_of_any_application_change_nothing(
        cents in several(),
        application in prop::char::range('A', 'Z'),
        direction in prop::char::range('A', 'Z'),
        service in 0_u8..100,
        form in 0_usize..4,
    ) {
        let whole = mt940(&cents);
        let text = in_blocks(&whole, [application, direction], service, form);
        let (bare, found) = (convert(&whole), convert(&text));
        prop_assert_eq!(bookings(&found), bookings(&bare), "{}", text);
        prop_assert_eq!(rules(&found), Vec::<&str>::new(), "{}", text);
        prop_assert!(is_proved(&found));
    }

    /// Any ends of lines give the same, in messages, in documents and in tables, also where they are mixed.
    #[test]
    fn any_line_ends_give_the_same(
        cents in several(),
        ends in prop::collection::vec(prop::sample::select(vec!["\n", "\r", "\r\n"]), 1..4),
        form in 0_usize..3,
    ) {
        let whole = match form {
            0 => mt940(&cents).replace("Invoice", "Rent\nof March\nInvoice"),
            1 => camt(&cents).replace("><", ">\n<"),
            _ => {
                let rows = cents.iter().map(|cents| format!("{IBAN};2026-03-31 00:00:00.0;Bakery;{};87.5;2026-03-31 00:00:00.0\n", amount(*cents, '.')));
                format!("IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n{}", rows.collect::<Vec<_>>().concat())
            }
        };
        let lines = whole.split_inclusive('\n').zip(ends.iter().cycle());
        let text: String = lines.map(|(line, end)| line.replace('\n', end)).collect();
        let (before, after) = (convert_given(&whole), convert_given(&text));
        prop_assert_eq!(before.transactions.len(), cents.len());
        prop_assert_eq!(bookings(&after), bookings(&before), "{:?}", text);
        prop_assert_eq!(rules(&after), rules(&before), "{:?}", text);
        prop_assert_eq!(after.summary.balance_status, before.summary.balance_status);
    }

    /// A line of a text that looks like the end of the message is text, or something is said.
    #[test]
    fn a_line_like_an_end_is_text_or_said(
        cents in several(),
        end in prop::sample::select(vec!["-}", "-", "-}{5:}", "--", "- ", "-} ", "}"]),
        rest in "( ?[a-zA-Z0-9(/][a-zA-Z0-9]{0,12})?",
        more in "[a-z]{3,12}",
    ) {
        let text = mt940(&cents).replacen("Invoice 0\n", &format!("Invoice 0\n{end}{rest}\n{more}\n"), 1);
        let found = convert(&text);
        let texts = found.transactions.first().and_then(|first| first.text.as_ref());
        let is_kept = texts.is_some_and(|text| text.as_str().contains(&more) && text.as_str().contains(rest.trim()));
        prop_assert!(is_kept || !rules(&found).is_empty(), "{}", text);
        prop_assert_eq!(found.transactions.len(), cents.len());
    }

    /// A second text of an entry is said where no balances show whether an entry between them is missing, also if blanks are in its tag. Nothing of it is lost.
    #[test]
    fn a_second_text_is_said(
        cents in several(),
        blanks in prop::array::uniform4(prop::sample::select(vec!["", " ", "\t", "  "])),
        more in "[a-z]{3,12}",
        has_balances in any::<bool>(),
        place in any::<prop::sample::Index>(),
    ) {
        let at = place.index(cents.len());
        let [first, second, third, fourth] = blanks;
        let tag = format!("{first}:{second}86{third}:{fourth}");
        let whole = mt940(&cents);
        let whole = if has_balances { whole } else {
            let lines = whole.split_inclusive('\n').filter(|line| !line.starts_with(":60F:") && !line.starts_with(":62F:"));
            lines.collect()
        };
        let text = whole.replacen(&format!("Invoice {at}\n"), &format!("Invoice {at}\n{tag}{more}\n"), 1);
        let found = convert_given(&text);
        let expected = if has_balances { vec![] } else { vec!["text-without-entry"] };
        prop_assert_eq!(rules(&convert_given(&whole)), Vec::<&str>::new(), "{}", whole);
        prop_assert_eq!(rules(&found), expected, "{}", text);
        let of_booking = found.transactions[at].text.as_ref().unwrap();
        prop_assert!(of_booking.as_str().contains(&more));
    }
}
