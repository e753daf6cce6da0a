//! Converting never panics, counts every row, tells where everything is, and lets no card number out.

use std::sync::Arc;

use universal_accounting::format::{self, Format, Options, Profile};
use universal_accounting::render::{candidates_json, conversion_batch_json, conversion_json, conversion_summary_json};
use universal_accounting::report::{Limits, Policy};
use universal_accounting::statement::{AccountMap, Conversion};
use universal_accounting::transactions;
use universal_accounting::value::{AccountIdentifier, Currency};

use super::choices::Choices;
use super::statement::statement;
use super::{place, secret};

const MAP: &str = r#"{"accounts": [
    {"written": ["XXXX XXXX XXXX 1111", "123-45"], "account": "CH9300762011623852957", "currency": "CHF"},
    {"files": ["*.csv"], "account": "Kasse"}
]}"#;

pub fn hold(data: &[u8]) {
    let mut choices = Choices::of(data);
    let mut options = options(&mut choices);
    let is_made = choices.below(2) == 1;
    let profiles = format::profiles();
    let profile = &profiles[(choices.below(16) * 16 + choices.below(16)) % profiles.len()];
    let format = choices.below(4);
    match format {
        1 => options.format = Format::BuiltIn(profile.id.clone()),
        2 => options.format = Format::Custom(Arc::clone(profile)),
        _ => {}
    }
    let source = if is_made { statement(profile, &mut choices) } else { choices.rest().to_vec() };
    converts(&source, &options);
    // Every format is held against the file, which takes longer than all else.
    if format == 3 {
        secret::in_no_json(&candidates_json(&format::detect(&source, &options)));
    }
}

/// What a caller may know of a file.
fn options(choices: &mut Choices<'_>) -> Options {
    let mut options = Options::new();
    options.account = match choices.below(4) {
        0 => AccountIdentifier::parse("CH93 0076 2011 6238 5295 7").ok(),
        1 => AccountIdentifier::parse("4111 1111 1111 1111").ok(),
        _ => None,
    };
    options.currency = if choices.below(2) == 0 { Currency::parse("CHF").ok() } else { None };
    if choices.below(2) == 1 {
        options.accounts = AccountMap::read(MAP.as_bytes(), &Policy::new()).value.map(Arc::new);
        options = options.for_file("a.csv");
    }
    options.policy = match choices.below(3) {
        1 => Policy::new().strict(),
        2 => Policy::new().limits(Limits { findings_per_rule: 2, findings: 5, ..Limits::default() }),
        _ => Policy::new(),
    };
    options
}

/// A profile of somebody's own, and a statement made for it.
pub(super) fn converts_by(profile: Profile, choices: &mut Choices<'_>) {
    let mut options = options(choices);
    let source = statement(&profile, choices);
    options.format = Format::Custom(Arc::new(profile));
    converts(&source, &options);
}

fn converts(source: &[u8], options: &Options) {
    let conversion = format::convert(source, options);
    let summary = &conversion.summary;
    let counted = summary.converted + summary.details + summary.skipped.len() + summary.rejected.len();
    assert_eq!(summary.rows, counted, "every row is counted");
    assert_eq!((conversion.transactions.len(), conversion.origins.len()), (summary.converted, summary.converted));
    assert!(summary.rejected.is_empty() || summary.report.errors > 0, "a rejected row has its reason");
    assert!(summary.format.is_some() || summary.report.errors > 0, "a refused file has its reason");
    place::in_their_places(source, &summary.report);

    let mut given = Vec::new();
    let summary_alone = format::convert_to(source, options, |converted| given.push(converted.into_transaction()));
    assert_eq!((&given, &summary_alone), (&conversion.transactions, summary), "the same twice");
    what_goes_out_is_right(&conversion);

    secret::in_no_report(&summary.report);
    secret::in_no_json(&conversion_json("f", &conversion));
    secret::in_no_json(&conversion_summary_json("f", summary));
    secret::in_no_json(&conversion_batch_json(&conversion.transactions, &conversion.origins));
}

/// What is written is taken as a payload, record by record.
fn what_goes_out_is_right(conversion: &Conversion) {
    let payload = transactions::write(&conversion.transactions);
    secret::in_no_json(&payload);
    let reading = transactions::read(payload.as_bytes(), &Policy::new());
    assert_eq!(reading.values, conversion.transactions, "{payload}");
    assert_eq!(reading.rejected, [], "{payload}");
}
