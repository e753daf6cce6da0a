//! Tables of base data give the same base data again.

use proptest::prelude::*;
use universal_accounting::generate::{self, ChoiceBytes};
use universal_accounting::report::{Fixes, Policy};
use universal_accounting::tables::{self, BuildOptions, NotWritten, Source};
use universal_accounting::{base_data, diff};

use crate::cases::cases;
use crate::tables::build_written;

proptest! {
    #![proptest_config(cases(256))]

    /// The tables of a pair of payloads give the same pair again, so its diff is the same too.
    #[test]
    fn tables_out_and_in_are_the_identity(bytes in ChoiceBytes::strategy(2000)) {
        let mut choices = bytes.choices();
        let pair = [(), ()].map(|()| {
            let payload = base_data::write(&generate::base_data(&mut choices));
            base_data::normalize(payload.as_bytes(), &Policy::new(), Fixes::Safe).json.unwrap()
        });
        let mut built = Vec::new();
        for payload in &pair {
            match tables::write(payload.as_bytes()) {
                Ok(tables) => {
                    built.push(build_written(&tables).unwrap());
                    prop_assert_eq!(built.last(), Some(payload));
                }
                // A payload is only refused with its reasons: values that have no place in a table, or that look spoilt.
                Err(NotWritten::NoPlace(pointers)) => prop_assert!(!pointers.is_empty()),
                Err(NotWritten::Changed(reports)) => prop_assert!(!reports.is_empty(), "{}", payload),
                Err(other) => prop_assert!(false, "{:?}", other),
            }
        }
        if let [held, new] = built.as_slice() {
            let compare = |held: &str, new: &str| diff::read_base_data(held.as_bytes(), new.as_bytes(), &Policy::new()).diff;
            prop_assert_eq!(compare(held, new), compare(&pair[0], &pair[1]));
            prop_assert!(compare(&pair[0], held).is_some_and(|diff| diff.is_empty()));
        }
    }

    /// No file makes the reader panic, and each finding has its place in the table.
    #[test]
    fn any_text_is_read(text in "([a-z;,\"\n]|Konto-Nr\\.|Bezeichnung|;|\n|1020|externalId|=|ä|\t){0,60}", bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
        for source in [text.as_bytes(), &bytes] {
            let built = tables::build(&[Source { name: "a.csv", bytes: source }], None, &BuildOptions::new());
            prop_assert!(built.json.is_some() || built.errors() > 0);
            for finding in &built.tables[0].report.findings {
                prop_assert!(finding.span.start <= finding.span.end && finding.span.end <= source.len());
            }
        }
    }
}
