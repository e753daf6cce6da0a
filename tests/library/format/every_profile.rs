//! Generates statements as each profile describes them and converts them: every variant, language and style.
//!
//! `PROPTEST_CASES` sets the number of cases. Each case covers all formats.

use std::collections::BTreeSet;

use crate::cases::cases;
use proptest::prelude::*;
use universal_accounting::format::Profile;
use universal_accounting::generate::{ChoiceBytes, Choices, GeneratedStatement, statement};
use universal_accounting::internals::format::convert_readable;
use universal_accounting::statement::{Conversion, IdKind};
use universal_accounting::transactions::Transaction;

fn profiles() -> impl Iterator<Item = Profile> {
    Profile::built_in().filter(|profile| profile.unsupported().is_none())
}

fn convert(profile: &Profile, statement: &GeneratedStatement) -> Result<Conversion, TestCaseError> {
    let found = convert_readable(&statement.source, &statement.options);
    let case = format!(
        "{} {} {}",
        profile.id(),
        statement.variant,
        String::from_utf8_lossy(&statement.source)
    );
    prop_assert_eq!(
        found.summary.report.errors,
        0,
        "{} {:#?}",
        case,
        found.summary.report.findings
    );
    prop_assert_eq!(
        found.summary.variant.as_ref(),
        Some(&statement.variant),
        "{}",
        case
    );
    Ok(found)
}

/// Returns the converted transactions without derived ids, and without what a format adds to the text.
fn without_derived_ids(conversion: Conversion, expected: &[Transaction]) -> Vec<Transaction> {
    let mut transactions = conversion.transactions;
    for ((transaction, origin), expected) in transactions
        .iter_mut()
        .zip(&conversion.origins)
        .zip(expected)
    {
        transaction.transaction_id = transaction
            .transaction_id
            .take()
            .filter(|_| origin.id_kind == IdKind::Bank);
        if let (Some(found), Some(text)) = (&transaction.text, &expected.text)
            && found.as_str().contains(text.as_str())
        {
            transaction.text = Some(text.clone());
        }
    }
    transactions
}

fn ids(conversion: &Conversion) -> Vec<String> {
    let ids = conversion
        .transactions
        .iter()
        .filter_map(|transaction| transaction.transaction_id.as_ref());
    ids.map(ToString::to_string).collect()
}

proptest! {
    // Few cases, since each covers all formats.
    #![proptest_config(cases(6))]

    #[test]
    fn converts_every_variant_as_its_profile_describes(bytes in ChoiceBytes::strategy(60)) {
        for profile in profiles() {
            let Some(statement) = statement(&profile, &mut bytes.choices()) else { continue };
            let found = convert(&profile, &statement)?;
            prop_assert_eq!(without_derived_ids(found, &statement.transactions), statement.transactions, "{} {}", profile.id(), statement.variant);
        }
    }

    /// Another variant or style of a format gives the same ids, and duplicates have distinct ids.
    #[test]
    fn every_variant_gives_the_same_ids(choices in prop::collection::vec(any::<u8>(), 60), other in any::<[u8; 2]>()) {
        for profile in profiles() {
            // The first two choices are the variant and the style.
            let again = [&other, choices.get(2..).unwrap_or_default()].concat();
            let both = [Choices::new(&choices), Choices::new(&again)];
            let [Some(first), Some(second)] = both.map(|mut choices| statement(&profile, &mut choices)) else { continue };
            let (first, second) = (convert(&profile, &first)?, convert(&profile, &second)?);
            prop_assert_eq!(ids(&first), ids(&second), "{} {:?} {:?}", profile.id(), first.summary.variant, second.summary.variant);
            let distinct: BTreeSet<String> = ids(&first).into_iter().collect();
            prop_assert_eq!(distinct.len(), first.transactions.len(), "{}", profile.id());
        }
    }
}
