//! Converting never panics, counts every row, locates every finding, and writes no card number.

use std::convert::Infallible;

use universal_accounting::format::{self, ConvertOptions, Format, Profile};
use universal_accounting::internals::format::convert_readable;
use universal_accounting::internals::render::{conversion_batch_json, conversion_summary_json};
use universal_accounting::render::{candidates_json, conversion_json};
use universal_accounting::report::{Limits, Policy};
use universal_accounting::statement::{AccountMap, Conversion};
use universal_accounting::transactions;
use universal_accounting::value::{AccountIdentifier, Currency};

use super::choices::Choices;
use super::statement::build_statement;
use super::{card_numbers, positions};

const ACCOUNT_MAP: &str = r#"{"accounts": [
    {"written": ["XXXX XXXX XXXX 1111", "123-45"], "account": "CH9300762011623852957", "currency": "CHF"},
    {"files": ["*.csv"], "account": "Kasse"}
]}"#;

pub fn assert_holds(data: &[u8]) {
    let mut choices = Choices::new(data);
    let mut options = options(&mut choices);
    let is_built = choices.below(2) == 1;
    let profiles: Vec<Profile> = Profile::built_in().collect();
    let profile = &profiles[(choices.below(16) * 16 + choices.below(16)) % profiles.len()];
    let format = choices.below(4);
    match format {
        1 => options.format = Format::Id(profile.id().to_owned()),
        2 => options.format = Format::Custom(profile.clone()),
        _ => {}
    }
    let source = if is_built {
        build_statement(profile, &mut choices)
    } else {
        choices.rest().to_vec()
    };
    assert_converts(&source, &options);
    // Detection compares the file with every format, which takes longer than everything else, so only one choice does it.
    if format == 3 {
        card_numbers::assert_none_in_json(&candidates_json(&format::detect(&source, &options)));
    }
}

/// Returns options that a caller may set for a file.
pub(super) fn options(choices: &mut Choices<'_>) -> ConvertOptions {
    let mut options = ConvertOptions::new();
    options.account = match choices.below(4) {
        0 => AccountIdentifier::parse("CH93 0076 2011 6238 5295 7").ok(),
        1 => AccountIdentifier::parse("4111 1111 1111 1111").ok(),
        _ => None,
    };
    options.currency = if choices.below(2) == 0 {
        Currency::parse("CHF").ok()
    } else {
        None
    };
    if choices.below(2) == 1 {
        options.accounts = AccountMap::read(ACCOUNT_MAP.as_bytes(), &Policy::new()).value;
        options = options.for_file("a.csv");
    }
    options.policy = match choices.below(3) {
        1 => {
            options.split_batches = true;
            Policy::new().strict()
        }
        2 => {
            let mut few = Limits::default();
            (few.findings_per_rule, few.findings) = (2, 5);
            Policy::new().limits(few)
        }
        _ => Policy::new(),
    };
    options
}

/// Asserts the law for a custom profile and a statement built for it.
pub(super) fn assert_converts_with(profile: Profile, choices: &mut Choices<'_>) {
    let mut options = options(choices);
    let source = build_statement(&profile, choices);
    options.format = Format::Custom(profile);
    assert_converts(&source, &options);
}

pub(super) fn assert_converts(source: &[u8], options: &ConvertOptions) {
    let conversion = convert_readable(source, options);
    let summary = &conversion.summary;
    let counted =
        summary.converted + summary.details + summary.skipped.len() + summary.rejected.len();
    assert_eq!(summary.rows, counted, "every row is counted");
    assert_eq!(
        (conversion.transactions.len(), conversion.origins.len()),
        (summary.converted, summary.converted)
    );
    assert!(
        summary.rejected.is_empty() || summary.report.errors > 0,
        "a rejected row has an error"
    );
    assert!(
        summary.format.is_some() || summary.report.errors > 0,
        "a rejected file has an error"
    );
    // The positions in a workbook are those in the text of its sheet.
    let read = summary
        .sheet
        .as_ref()
        .map_or(source, |sheet| sheet.text.as_bytes());
    positions::assert_positions(read, &summary.report);

    let mut streamed = Vec::new();
    let summary_alone = format::convert_to(source, options, |converted| {
        streamed.push(converted.into_transaction());
        Ok::<(), Infallible>(())
    });
    assert_eq!(
        (&streamed, summary_alone.as_ref()),
        (&conversion.transactions, Ok(summary)),
        "both ways of converting agree"
    );
    assert_payload_is_valid(&conversion);

    card_numbers::assert_none_in_report(&summary.report);
    card_numbers::assert_none_in_json(&conversion_json("f", &conversion));
    card_numbers::assert_none_in_json(&conversion_summary_json("f", summary));
    card_numbers::assert_none_in_json(&conversion_batch_json(
        &conversion.transactions,
        &conversion.origins,
    ));
}

/// Asserts that the converted transactions are a valid payload.
fn assert_payload_is_valid(conversion: &Conversion) {
    let payload = transactions::write(&conversion.transactions);
    card_numbers::assert_none_in_json(&payload);
    let reading = transactions::read(payload.as_bytes(), &Policy::new());
    assert_eq!(reading.values, conversion.transactions, "{payload}");
    assert_eq!(reading.rejected, [], "{payload}");
}
