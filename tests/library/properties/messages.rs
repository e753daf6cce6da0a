//! Laws of statements in messages: a damaged message breaks none of the laws of conversions.

use std::fs;

use proptest::prelude::*;
use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::convert_readable;

use crate::cases::cases;
use crate::laws;
use crate::project::in_project;

/// Returns the seed of a message: eight bytes that choose the options, and the message.
fn seed(name: &str) -> Vec<u8> {
    fs::read(in_project("fuzz/seeds/convert").join(name)).unwrap()
}

/// A change of the bytes at a place.
#[derive(Debug, Clone)]
enum Damage {
    Replace(u8),
    Insert(Vec<u8>),
    Remove(usize),
    Repeat(usize),
    Cut,
}

fn damage() -> impl Strategy<Value = Damage> {
    let words: Vec<&[u8]> = vec![
        b"<",
        b">",
        b"&",
        b"&amp;",
        b"<Ntry>",
        b"</Ntry>",
        b"<!--",
        b"\n:61:",
        b"\n:20:\n",
        b"\n-\n",
        b"-}",
        b",",
        b".",
        b"\xff",
    ];
    prop_oneof![
        any::<u8>().prop_map(Damage::Replace),
        prop::sample::select(words).prop_map(|word| Damage::Insert(word.to_vec())),
        (1_usize..40).prop_map(Damage::Remove),
        (1_usize..400).prop_map(Damage::Repeat),
        Just(Damage::Cut),
    ]
}

fn apply(bytes: &mut Vec<u8>, at: usize, damage: Damage) {
    match damage {
        Damage::Replace(byte) => bytes[at] = byte,
        Damage::Insert(word) => drop(bytes.splice(at..at, word)),
        Damage::Remove(length) => drop(bytes.drain(at..(at + length).min(bytes.len()))),
        Damage::Repeat(length) => {
            let part = bytes[at..(at + length).min(bytes.len())].to_vec();
            drop(bytes.splice(at..at, part));
        }
        Damage::Cut => bytes.truncate(at + 1),
    }
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn damaged_messages_keep_the_laws(
        name in prop::sample::select(vec!["camt", "mt940"]),
        damages in prop::collection::vec((any::<prop::sample::Index>(), damage()), 1..4),
    ) {
        let mut bytes = seed(name);
        for (at, damage) in damages {
            let at = 8 + at.index(bytes.len() - 8);
            apply(&mut bytes, at, damage);
            prop_assume!(bytes.len() > 9);
        }
        laws::convert::assert_holds(&bytes);
    }
}

/// Every number of a message that is changed changes a figure, or gives a finding.
#[test]
fn no_digit_of_an_amount_changes_without_a_word() {
    for (name, amounts) in [
        ("camt", &["12.50", "15.50", "5.50", "100.00", "103.00"][..]),
        ("mt940", &["12,50", "RC,50", "100,00"]),
    ] {
        let seed = seed(name);
        let text = String::from_utf8(seed[8..].to_vec()).unwrap();
        let before = convert_readable(text.as_bytes(), &ConvertOptions::new()).summary;
        for amount in amounts {
            let changed = text.replacen(amount, &amount.replace('5', "6").replace('1', "2"), 1);
            let after = convert_readable(changed.as_bytes(), &ConvertOptions::new()).summary;
            let new = after.report.findings.len() > before.report.findings.len();
            assert!(new, "{name} {amount}: {:?}", after.balance_status);
        }
    }
}
