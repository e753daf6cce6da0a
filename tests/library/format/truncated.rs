//! Truncates real files at random places and checks that earlier rows are converted as before. The files are in the folder `UACC_SHARED`; the test is
//! ignored by default, so that it can't pass without files.
//!
//! Only what depends on the rest of the file is not compared:
//!
//! - a file that is rejected as a whole, because its header was truncated or too few rows are left to detect the format or the style of its dates;
//! - the occurrence number in derived ids of a file whose newest row comes first, since duplicates are numbered from the oldest;
//! - the text of the last entry before the cut, since the rows below may belong to it;
//! - the result of reconciliation.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{env, fs};

use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::internals::source::Decoded;
use universal_accounting::internals::table::{Row, Rows};
use universal_accounting::statement::Conversion;
use universal_accounting::transactions::Transaction;
use universal_accounting::value::{AccountIdentifier, Currency, Text};

const FORMATS: usize = 24;
const CUTS: u64 = 200;
/// The maximum size of a file, so that the test ends soon.
const MAX_FILE_BYTES: usize = 24_000;

/// The result of a row.
#[derive(Debug, Clone, PartialEq)]
enum RowResult {
    Converted(Box<Transaction>, Vec<(String, String)>),
    Skipped(&'static str),
    Rejected,
}

fn convert(bytes: &[u8]) -> Conversion {
    let mut options = ConvertOptions::new();
    options.account = AccountIdentifier::parse("CH9300762011623852957").ok();
    options.currency = Currency::parse("CHF").ok();
    let conversion = convert_readable(bytes, &options);
    let summary = &conversion.summary;
    let counted =
        summary.converted + summary.details + summary.skipped.len() + summary.rejected.len();
    assert_eq!(
        (summary.rows, summary.converted),
        (counted, conversion.transactions.len())
    );
    conversion
}

/// Returns the result of each row that is not a detail, by its line.
fn results(conversion: &Conversion) -> BTreeMap<usize, RowResult> {
    let summary = &conversion.summary;
    let converted =
        conversion
            .transactions
            .iter()
            .zip(&conversion.origins)
            .map(|(transaction, origin)| {
                (
                    origin.line,
                    RowResult::Converted(
                        Box::new(without_number(transaction)),
                        origin.cells.clone(),
                    ),
                )
            });
    let skipped = summary
        .skipped
        .iter()
        .map(|row| (row.line, RowResult::Skipped(row.reason.as_str())));
    let rejected = summary
        .rejected
        .iter()
        .map(|line| (*line, RowResult::Rejected));
    converted.chain(skipped).chain(rejected).collect()
}

/// Returns a transaction without the occurrence number in its derived id.
fn without_number(transaction: &Transaction) -> Transaction {
    let mut bare = transaction.clone();
    if let Some(id) = transaction.transaction_id.as_ref().map(Text::as_str)
        && let Some((hash, _)) = id
            .strip_prefix("ua1-")
            .and_then(|hash| hash.split_once('-'))
    {
        bare.transaction_id = Text::parse(&format!("ua1-{hash}")).ok();
    }
    bare
}

/// Returns the last line of each row, by its first line.
fn row_ends(bytes: &[u8], delimiter: char) -> BTreeMap<usize, usize> {
    let decoded = Decoded::from_bytes(bytes);
    let mut rows = Rows::new(decoded.text(), u8::try_from(delimiter).unwrap());
    let (mut row, mut ends) = (Row::default(), BTreeMap::new());
    while rows.next_row(&mut row) {
        ends.insert(row.line(), row.line() + row.line_count() - 1);
    }
    ends
}

/// Returns the number of complete lines.
fn whole_lines(bytes: &[u8]) -> usize {
    let decoded = Decoded::from_bytes(bytes);
    let text = decoded.text().replace("\r\n", "\n");
    text.bytes()
        .filter(|byte| matches!(byte, b'\r' | b'\n'))
        .count()
}

/// Returns the results of the rows before a line, without the text of the last entry.
fn results_before(results: &BTreeMap<usize, RowResult>, line: usize) -> BTreeMap<usize, RowResult> {
    let mut before: BTreeMap<usize, RowResult> = results
        .range(..line)
        .map(|(line, result)| (*line, result.clone()))
        .collect();
    if let Some((_, RowResult::Converted(transaction, _))) = before.iter_mut().next_back() {
        transaction.text = None;
    }
    before
}

/// The generator splitmix64.
fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Returns the largest permitted sample of each format, with its name.
fn samples() -> Vec<(String, Vec<u8>)> {
    let folder = PathBuf::from(env::var_os("UACC_SHARED").unwrap()).join("bank-formats/samples");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let mut formats: BTreeMap<String, (String, Vec<u8>)> = BTreeMap::new();
    for path in paths {
        let bytes = fs::read(&path).unwrap();
        let found = convert(&bytes);
        if let Some(profile) = &found.summary.format
            && bytes.len() <= MAX_FILE_BYTES
            && found.summary.converted > 0
            && formats
                .get(&profile.id)
                .is_none_or(|(_, known)| known.len() < bytes.len())
        {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            formats.insert(profile.id.clone(), (name, bytes));
        }
    }
    let mut samples: Vec<(String, Vec<u8>)> = formats.into_values().collect();
    // Larger files have more places to cut.
    samples.sort_by_key(|(_, bytes)| Reverse(bytes.len()));
    samples.truncate(FORMATS);
    samples
}

#[test]
#[ignore = "needs the samples below UACC_SHARED"]
fn truncation_does_not_change_earlier_rows() {
    let samples = samples();
    assert_eq!(samples.len(), FORMATS);
    let (mut state, mut compared, mut refused, mut rows) = (0x5eed_0004, 0, 0, 0);
    let mut wrong = Vec::new();
    for (name, bytes) in &samples {
        let whole = convert(bytes);
        let (whole_results, ends) = (
            results(&whole),
            row_ends(bytes, whole.summary.delimiter.unwrap_or(';')),
        );
        let mut details = vec![(bytes.len(), whole.summary.details)];
        for _ in 0..CUTS {
            let at = usize::try_from(next_random(&mut state) % u64::try_from(bytes.len()).unwrap())
                .unwrap();
            let cut = convert(&bytes[..at]);
            let is_same = |of: fn(&Conversion) -> Option<&str>| of(&cut) == of(&whole);
            let format = is_same(|conversion| {
                conversion
                    .summary
                    .format
                    .as_ref()
                    .map(|format| format.id.as_str())
            });
            let style = !cut
                .summary
                .report
                .findings
                .iter()
                .any(|finding| finding.rule.id == "style-ambiguous");
            if !format || !style || !is_same(|conversion| conversion.summary.variant.as_deref()) {
                // Nothing is converted, and a finding gives the reason.
                let report = &cut.summary.report;
                assert!(
                    cut.transactions.is_empty() && !report.findings.is_empty(),
                    "{name} cut at {at}: {report:?}"
                );
                refused += 1;
                continue;
            }
            let lines = whole_lines(&bytes[..at]);
            let first_cut = ends
                .iter()
                .find(|(_, end)| **end > lines)
                .map_or(usize::MAX, |(line, _)| *line);
            let (expected, found) = (
                results_before(&whole_results, first_cut),
                results_before(&results(&cut), first_cut),
            );
            compared += 1;
            details.push((at, cut.summary.details));
            rows += expected.len();
            if expected != found {
                let line = expected
                    .iter()
                    .find(|(line, result)| found.get(line) != Some(result))
                    .map(|(line, _)| *line);
                let line = line
                    .or_else(|| {
                        found
                            .keys()
                            .find(|line| !expected.contains_key(line))
                            .copied()
                    })
                    .unwrap();
                let rules: Vec<&str> = cut
                    .summary
                    .report
                    .findings
                    .iter()
                    .map(|finding| finding.rule.id)
                    .collect();
                wrong.push(format!(
                    "{name} cut at {at}, line {line}:\n  {:?}\n  {:?}\n  {rules:?}",
                    expected.get(&line),
                    found.get(&line)
                ));
            }
        }
        // Only the number of details is known. A longer part has at least as many, except one that was the rest of a truncated row.
        details.sort_unstable();
        assert!(
            details.windows(2).all(|pair| pair[0].1 <= pair[1].1 + 1),
            "{name}: {details:?}"
        );
    }
    println!("{compared} cuts compared, {refused} refused as a whole, {rows} rows before them");
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(
        compared > 10 * refused && rows > 100_000,
        "too little was compared"
    );
}
