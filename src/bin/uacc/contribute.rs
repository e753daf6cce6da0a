//! What `uacc learn --contribute` writes: a learned format as the repository of the project has it.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use universal_accounting::format::{ConvertOptions, Format, Profile};
use universal_accounting::internals::format::convert_readable;
use universal_accounting::learn::Draft;
use universal_accounting::render;
use universal_accounting::report::Policy;
use universal_accounting::scrub::{self, Factor, ScrubSource};
use universal_accounting::statement::Conversion;
use universal_accounting::value::AccountIdentifier;

use crate::new_files::NewFiles;
use crate::output::{self, display_path};
use crate::scrub::random_key;

/// The account of samples that name none.
const ACCOUNT: &str = "000123";

/// The factors by which the amounts of a sample are multiplied.
const FACTORS: std::ops::RangeInclusive<u32> = 2..=97;

/// A profile, and a sample with its expected report.
struct Contribution {
    profile: Profile,
    profile_text: String,
    /// The name of the variant, which is also that of the sample.
    variant: String,
    sample: Vec<u8>,
    report: String,
    /// What the sample doesn't name.
    given: Option<String>,
}

/// Writes the profile of a draft, a scrubbed copy of its file and the report of the copy to the folders that a clone of the project has for them.
pub(crate) fn contribute(draft: &Draft, source: &[u8], folder: &Path) -> Result<(), String> {
    let contribution = prepare(draft, source)?;
    let Contribution {
        profile, variant, ..
    } = &contribution;
    let country = profile.country().to_lowercase();
    let profiles = folder.join("src/format/table/profiles").join(country);
    let samples = folder.join("tests/bank").join(profile.id());
    for parent in [Some(profiles.as_path()), samples.parent()] {
        let created = parent.map_or(Ok(()), fs::create_dir_all);
        created.map_err(|error| format!("{} can't be created: {error}", display_path(folder)))?;
    }
    let (new_profiles, new_samples) = (NewFiles::new(&profiles)?, NewFiles::new(&samples)?);
    let profile_name = format!("{}.json", profile.id());
    let [sample_name, report_name] = ["csv", "json"].map(|kind| format!("{variant}.{kind}"));
    if new_profiles.has(&profile_name) {
        return Err(format!(
            "{} exists already; nothing was written: choose another --product, or add a variant to that profile by hand",
            display_path(&profiles.join(profile_name))
        ));
    }
    let mut files = vec![
        (sample_name.as_str(), contribution.sample.as_slice()),
        (report_name.as_str(), contribution.report.as_bytes()),
    ];
    if let Some(given) = &contribution.given {
        files.push(("given.json", given.as_bytes()));
    }
    new_samples.write_all(&files)?;
    new_profiles.write_all(&[(&profile_name, contribution.profile_text.as_bytes())])?;
    output::print_summary(format_args!(
        "the profile is {}, its sample and report are in {}",
        display_path(&profiles.join(&profile_name)),
        display_path(&samples)
    ));
    output::print_note(
        "note: in the sample, texts are replaced and all amounts are multiplied by one number; days and the order of rows stay. Read it, and keep a few rows of each kind",
    );
    Ok(())
}

fn prepare(draft: &Draft, source: &[u8]) -> Result<Contribution, String> {
    let (Some((_, text)), [original]) = (&draft.profile, draft.conversions.as_slice()) else {
        return Err("there is no profile to contribute while questions are open".to_owned());
    };
    let variant = last_year(original).ok_or("the file has no booking")?;
    let (profile, profile_text) = finish_profile(text, &variant)?;
    if Profile::by_id(profile.id()).is_some() {
        return Err(format!(
            "there is a format `{}` already; choose another --product",
            profile.id()
        ));
    }
    let mut options = ConvertOptions::new();
    options.format = Format::Custom(profile.clone());
    let name = format!("{variant}.csv");
    let sample = scrub_sample(&name, source, &options)?;
    let given = fill_in(&sample, &mut options)?;
    let conversion = convert_readable(&sample, &options);
    if counts(&conversion) != counts(original) {
        return Err(
            "the copy without names is read in another way than the file; write the sample by hand"
                .to_owned(),
        );
    }
    let report = render::conversion_json(&name, &conversion);
    let report: Value = serde_json::from_str(&report).map_err(|error| error.to_string())?;
    Ok(Contribution {
        profile,
        profile_text,
        variant,
        sample,
        report: pretty(&report)?,
        given,
    })
}

/// Names the variant, and removes the warning that each conversion gives: whoever contributes a profile has checked what it rests on.
fn finish_profile(text: &str, variant: &str) -> Result<(Profile, String), String> {
    let mut profile: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if let Some(fields) = profile.as_object_mut() {
        fields.remove("caution");
    }
    if let Some(id) = profile.pointer_mut("/variants/0/id") {
        *id = json!(variant);
    }
    let text = pretty(&profile)?;
    let profile = Profile::read(text.as_bytes(), &Policy::new()).value;
    Ok((profile.ok_or("the profile can't be read again")?, text))
}

/// Returns a copy of the file with other texts and other amounts.
fn scrub_sample(name: &str, source: &[u8], options: &ConvertOptions) -> Result<Vec<u8>, String> {
    let mut scrubbing = scrub::ScrubOptions::new();
    scrubbing.format = options.clone();
    scrubbing.amounts = Some(random_factor()?);
    let source = ScrubSource {
        name,
        bytes: source,
    };
    let mut copies = scrub::scrub(&[source], &random_key()?, &scrubbing);
    match copies.pop() {
        Some(Ok(copy)) => Ok(copy.bytes),
        Some(Err(refusal)) => Err(format!("the file can't be made safe to show: {refusal}")),
        None => Err("the file can't be made safe to show".to_owned()),
    }
}

fn random_factor() -> Result<Factor, String> {
    let mut byte = [0];
    getrandom::fill(&mut byte)
        .map_err(|error| format!("this machine gives no random bytes: {error}"))?;
    let [byte] = byte.map(u32::from);
    let count = FACTORS.end() - FACTORS.start() + 1;
    Factor::new(FACTORS.start() + byte % count).map_err(|fault| fault.to_string())
}

/// Adds an account to the options if the sample names none. Returns the text of `given.json`.
fn fill_in(sample: &[u8], options: &mut ConvertOptions) -> Result<Option<String>, String> {
    let rules = |options: &ConvertOptions| -> Vec<&str> {
        let report = convert_readable(sample, options).summary.report;
        report
            .findings
            .iter()
            .map(|finding| finding.rule.id)
            .collect()
    };
    let mut given = None;
    if rules(options).contains(&"account-missing") {
        options.account = AccountIdentifier::parse(ACCOUNT).ok();
        given = Some(pretty(&json!({ "account": ACCOUNT }))?);
    }
    if rules(options).contains(&"currency-missing") {
        return Err("the file names no currency; name it with --currency".to_owned());
    }
    Ok(given)
}

/// Returns what a copy must have in common with its file.
fn counts(conversion: &Conversion) -> [usize; 4] {
    let summary = &conversion.summary;
    [
        summary.rows,
        summary.converted,
        summary.skipped.len(),
        summary.rejected.len(),
    ]
}

/// Returns the year of the last booking.
fn last_year(conversion: &Conversion) -> Option<String> {
    let days = conversion
        .transactions
        .iter()
        .filter_map(|transaction| transaction.booked_at.or(transaction.valuta_at));
    let last = days.max()?.to_string();
    last.get(..4).map(str::to_owned)
}

fn pretty(value: &Value) -> Result<String, String> {
    let text = serde_json::to_string_pretty(value).map_err(|error| error.to_string())?;
    Ok(text + "\n")
}
