//! Converts our own files of each format, in all languages and variants, and compares the reports with those beside the files.
//!
//! `BLESS=1 cargo test --test library format::reports` rewrites the reports; read the difference before you commit it.

use std::collections::BTreeSet;
use std::fs;

use universal_accounting::format::{self, ConvertOptions, Format};
use universal_accounting::internals::format::convert_readable;
use universal_accounting::internals::profile::definition_of;
use universal_accounting::render::conversion_json;
use universal_accounting::report::Policy;
use universal_accounting::statement::{BalanceStatus, Conversion, IdKind};

use crate::format::fixtures::{fixtures, folder, options};

fn convert(profile: &str, file: &str) -> Conversion {
    let path = folder().join(profile).join(format!("{file}.csv"));
    let conversion = convert_readable(&fs::read(&path).unwrap(), &options(profile));
    if format::Profile::by_id(profile)
        .unwrap()
        .unsupported()
        .is_some()
    {
        assert_eq!(
            conversion.summary.report.findings[0].rule.id,
            "statement-refused",
            "{}",
            path.display()
        );
    } else {
        let found = conversion
            .summary
            .format
            .as_ref()
            .map(|found| found.id.as_str());
        assert_eq!(found, Some(profile), "{}", path.display());
    }
    conversion
}

/// Returns the format and the name of each file.
fn names() -> Vec<(String, String)> {
    fixtures()
        .into_iter()
        .map(|fixture| (fixture.profile, fixture.name))
        .collect()
}

#[test]
fn reports_match_the_files_beside_the_statements() {
    let bless = std::env::var_os("BLESS").is_some();
    for (profile, file) in names() {
        let report = conversion_json(&format!("{file}.csv"), &convert(&profile, &file));
        let value: serde_json::Value = serde_json::from_str(&report).unwrap();
        let pretty = format!("{}\n", serde_json::to_string_pretty(&value).unwrap());
        let path = folder().join(&profile).join(format!("{file}.json"));
        if bless {
            fs::write(&path, &pretty).unwrap();
        }
        let expected = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            pretty == expected,
            "{} differs; BLESS=1 rewrites it",
            path.display()
        );
    }
}

#[test]
fn a_conversion_ends_at_the_transaction_that_is_refused() {
    for fixture in fixtures() {
        let options = options(&fixture.profile);
        let all = convert_readable(&fixture.source, &options).transactions;
        for refused in 0..=all.len() {
            let mut taken = Vec::new();
            let ended = format::convert_to(&fixture.source, &options, |converted| {
                let transaction = converted.into_transaction();
                let index = taken.len();
                taken.push(transaction);
                if index == refused { Err(index) } else { Ok(()) }
            });
            // Nothing comes after the refused one, not even what was only held back.
            assert_eq!(
                ended.err(),
                (refused < all.len()).then_some(refused),
                "{}",
                fixture.profile
            );
            assert_eq!(
                taken,
                all[..all.len().min(refused + 1)],
                "{}",
                fixture.profile
            );
        }
    }
}

#[test]
fn every_format_and_variant_has_a_fixture() {
    let shown: BTreeSet<(String, String)> = names()
        .into_iter()
        .filter_map(|(profile, file)| {
            let variant = convert(&profile, &file).summary.variant?;
            Some((profile, variant))
        })
        .collect();
    for profile in format::Profile::built_in().filter(|profile| profile.unsupported().is_none()) {
        for variant in &definition_of(&profile).variants {
            assert!(
                shown.contains(&(profile.id().to_owned(), variant.id.clone())),
                "{} {}",
                profile.id(),
                variant.id
            );
        }
    }
}

/// The transactions don't depend on the language of the header.
#[test]
fn languages_of_one_format_give_the_same_transactions() {
    for (profile, file, others) in [
        (
            "ubs-account",
            "2022-11-de",
            &[
                "2022-11-en",
                "2022-11-fr",
                "2022-11-it",
                "2022-11-transitional",
            ][..],
        ),
        (
            "ubs-account",
            "2022-09-de",
            &["2022-09-en", "2022-09-fr", "2022-09-it"],
        ),
        (
            "postfinance-account",
            "2024-de",
            &["2024-en", "2024-fr", "2024-it"],
        ),
        (
            "postfinance-account",
            "2024-with-balance-de",
            &["2024-with-balance-en", "2024-with-balance-fr"],
        ),
    ] {
        let facts = |file: &str| {
            let conversion = convert(profile, file);
            let all = conversion.transactions.iter().map(|transaction| {
                let dates = (
                    transaction.purchased_at,
                    transaction.valuta_at,
                    transaction.booked_at,
                );
                (
                    transaction.transaction_id.clone(),
                    transaction.credit_debit,
                    transaction.amount,
                    dates,
                )
            });
            (
                all.collect::<Vec<_>>(),
                conversion.summary.skipped,
                conversion.summary.balance_status,
            )
        };
        for other in others {
            assert_eq!(facts(file), facts(other), "{profile} {other}");
        }
    }
}

/// The ids of an entry must not change when the bank adds a column.
#[test]
fn variants_of_one_format_give_the_same_ids() {
    let ids = |profile: &str, file: &str| -> BTreeSet<String> {
        let conversion = convert(profile, file);
        assert!(
            conversion
                .origins
                .iter()
                .all(|origin| origin.id_kind == IdKind::Derived)
        );
        conversion
            .transactions
            .iter()
            .map(|transaction| {
                transaction
                    .transaction_id
                    .as_ref()
                    .unwrap()
                    .as_str()
                    .to_owned()
            })
            .collect()
    };
    assert_eq!(
        ids("raiffeisen-account", "2018"),
        ids("raiffeisen-account", "2024-07")
    );
    assert_eq!(
        ids("postfinance-account", "2024-de"),
        ids("postfinance-account", "2024-with-balance-de")
    );
    assert_eq!(
        ids("postfinance-account", "2024-de").len(),
        4,
        "equal entries have different ids"
    );
}

#[test]
fn the_caller_may_choose_the_format() {
    let file = fs::read(folder().join("ubs-account/2022-11-de.csv")).unwrap();
    let mut options = ConvertOptions::new();
    options.format = Format::Id("viseca-card".to_owned());
    let refused = convert_readable(&file, &options);
    assert!(refused.transactions.is_empty());
    assert_eq!(refused.summary.report.findings[0].rule.id, "bank-unknown");
    options.format = Format::Id("ubs-account".to_owned());
    assert_eq!(convert_readable(&file, &options).transactions.len(), 4);
}

#[test]
fn own_profiles_are_searched_beside_the_built_in_ones() {
    let profile = |id: &str| {
        let json = fs::read_to_string(
            folder().join("../../src/format/table/profiles/ch/ubs-account.json"),
        )
        .unwrap();
        let json = json.replacen("\"id\": \"ubs-account\"", &format!("\"id\": \"{id}\""), 1);
        let json = json.replacen("\"institution\": \"UBS\"", "\"institution\": \"Ours\"", 1);
        format::Profile::read(json.as_bytes(), &Policy::new())
            .value
            .unwrap()
    };
    let file = |name: &str| fs::read(folder().join(name)).unwrap();
    let (ubs, other) = (
        file("ubs-account/2022-11-de.csv"),
        file("viseca-card/2023.csv"),
    );
    // Of equal matches, and of the same id, the own profile is used. Files of other formats are read as before.
    for id in ["our-account", "ubs-account"] {
        let mut options = ConvertOptions::new();
        options.profiles = vec![profile(id)];
        let format = convert_readable(&ubs, &options).summary.format.unwrap();
        assert_eq!(
            (format.id.as_str(), format.institution.as_str()),
            (id, "Ours")
        );
        assert_eq!(
            format::detect(&ubs, &options)[0].profile.institution(),
            "Ours"
        );
        assert_eq!(
            convert_readable(&other, &options)
                .summary
                .format
                .unwrap()
                .id,
            "viseca-card"
        );
        options.format = Format::Id(id.to_owned());
        assert_eq!(
            convert_readable(&ubs, &options)
                .summary
                .format
                .unwrap()
                .institution,
            "Ours"
        );
        assert!(convert_readable(&other, &options).summary.format.is_none());
    }
    // Two own profiles that match equally are ambiguous.
    let mut options = ConvertOptions::new();
    options.profiles = vec![profile("first"), profile("second")];
    let finding = &convert_readable(&ubs, &options).summary.report.findings[0];
    assert_eq!(finding.rule.id, "bank-ambiguous");
    assert!(
        finding
            .message()
            .contains("(`first`), Ours, account (`second`)"),
        "{}",
        finding.message()
    );
}

/// Converts a file with the profile in the guide.
#[test]
fn the_profile_in_the_guide_converts_its_example() {
    let guide =
        fs::read_to_string(folder().join("../../src/format/table/profiles/README.md")).unwrap();
    let json = guide
        .split("```json\n")
        .nth(1)
        .unwrap()
        .split("```")
        .next()
        .unwrap();
    let reading = format::Profile::read(json.as_bytes(), &Policy::new());
    assert!(
        reading.report.findings.is_empty(),
        "{:?}",
        reading.report.findings
    );
    let mut options = ConvertOptions::new();
    options.format = Format::Custom(reading.value.unwrap());
    let file = "Konto:;CH93 0076 2011 6238 5295 7\nWährung:;CHF\n\n\
                Tag;Zweck;Belastung;Gutschrift;Saldo\n\
                31.03.2026;Miete;1'200.00;;3'800.00\n\
                ;Hausverwaltung Beispiel;;;\n\
                25.03.2026;Lohn;;4'000.00;5'000.00\n";
    let conversion = convert_readable(file.as_bytes(), &options);
    assert!(
        conversion.summary.report.findings.is_empty(),
        "{:?}",
        conversion.summary.report.findings
    );
    assert_eq!(
        (
            conversion.summary.balance_status,
            conversion.summary.confirmed()
        ),
        (BalanceStatus::Partly, 1)
    );
    let texts = conversion
        .transactions
        .iter()
        .map(|transaction| transaction.text.as_ref().unwrap().as_str().to_owned());
    assert_eq!(
        texts.collect::<Vec<_>>(),
        ["Miete | Hausverwaltung Beispiel", "Lohn"]
    );
}
