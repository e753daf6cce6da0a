//! Measures how the time grows with the size of the input, for inputs that could make it grow faster than linearly. See `benches/README.md`.

#![allow(clippy::print_stdout, reason = "prints measurements")]
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a benchmark may panic"
)]

mod inputs;
mod message_inputs;
#[cfg(feature = "old-workbooks")]
#[allow(dead_code, reason = "each benchmark uses a part")]
mod old_workbooks;
#[allow(dead_code, reason = "each benchmark uses a part")]
mod payloads;
mod random;

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{env, fs, iter, thread};

use universal_accounting::dedup::{self, MemoryStore};
use universal_accounting::format::{self, ConvertOptions};
use universal_accounting::internals::table::{Row, Rows};
use universal_accounting::report::{Fixes, Limits, Policy};
use universal_accounting::scrub::{self, ScrubKey};
use universal_accounting::transactions::Transaction;
use universal_accounting::value::{AccountIdentifier, Currency};
use universal_accounting::{archive, base_data, diff, render, transactions};

/// A job to measure: an input that is generated for a size, and what is done with it.
struct Job {
    name: &'static str,
    max_size: usize,
    steps: Steps,
}

/// Generates an input and processes it.
enum Steps {
    Bytes(fn(usize) -> Vec<u8>, fn(&[u8])),
    Batch(fn(usize) -> Vec<Transaction>, fn(&[Transaction])),
}

const fn job(
    name: &'static str,
    max_size: usize,
    generate: fn(usize) -> Vec<u8>,
    run: fn(&[u8]),
) -> Job {
    Job {
        name,
        max_size,
        steps: Steps::Bytes(generate, run),
    }
}

const fn batch(
    name: &'static str,
    max_size: usize,
    generate: fn(usize) -> Vec<Transaction>,
    run: fn(&[Transaction]),
) -> Job {
    Job {
        name,
        max_size,
        steps: Steps::Batch(generate, run),
    }
}

/// Common jobs with common inputs.
const COMMON: &[Job] = &[
    job("check transactions, thousands", 1024, inputs::clean, check),
    job(
        "check transactions with a fault each, thousands",
        1024,
        inputs::faulty,
        check,
    ),
    job(
        "check base data, thousands",
        1024,
        inputs::base_data,
        check_base_data,
    ),
    job("read transactions, thousands", 1024, inputs::clean, read),
    job(
        "read base data, thousands",
        1024,
        inputs::base_data,
        read_base_data,
    ),
    job(
        "normalize transactions, thousands",
        1024,
        inputs::clean,
        normalize,
    ),
    job(
        "normalize base data, thousands",
        1024,
        inputs::base_data,
        normalize_base_data,
    ),
    job(
        "convert rows with ids, thousands",
        1024,
        |thousands| inputs::bank_ids(thousands * 1000),
        convert,
    ),
    job(
        "convert rows without ids, thousands",
        1024,
        |thousands| inputs::days(thousands * 1000),
        convert,
    ),
];

const CHECKS: &[Job] = &[
    job(
        "transactions with a fault each, all findings stored",
        64,
        inputs::faulty,
        check_all,
    ),
    job(
        "no records, all findings stored",
        1 << 18,
        inputs::no_records,
        check_all,
    ),
    job("empty records", 1 << 18, inputs::empty_records, check),
    job(
        "empty records of base data",
        1 << 18,
        inputs::empty_accounts,
        check_base_data,
    ),
    job("one id in all records", 1 << 19, inputs::one_id, check),
    job("one key all over", 1 << 20, inputs::one_key, check),
    job(
        "one unknown key all over",
        1 << 20,
        inputs::one_unknown_key,
        check,
    ),
    job(
        "unknown keys, each twice",
        1 << 18,
        inputs::keys_twice,
        check,
    ),
    job(
        "unknown keys one level below, each twice",
        1 << 20,
        inputs::keys_twice_below,
        check,
    ),
    job(
        "unknown keys, each twice, all findings stored",
        1 << 18,
        inputs::keys_twice_below,
        check_all,
    ),
    job(
        "names similar to one field",
        1 << 18,
        inputs::similar_names,
        check,
    ),
    job(
        "records of similar names",
        1 << 17,
        inputs::similar_names_in_records,
        check,
    ),
    job("commas too many", 1 << 19, inputs::commas, check),
    job(
        "commas that are missing",
        1 << 18,
        inputs::missing_commas,
        check,
    ),
    job("stray characters", 1 << 18, inputs::stray_characters, check),
    job("arrays in arrays", 1 << 20, inputs::deep_arrays, check_all),
    job(
        "objects in objects",
        1 << 18,
        inputs::deep_objects,
        check_all,
    ),
    job(
        "objects in objects, a fault in each",
        1 << 15,
        inputs::deep_faults,
        check_at_any_depth,
    ),
    job(
        "payloads that break off",
        1 << 17,
        inputs::bodies_cut_off,
        check,
    ),
    job("a long text", 1 << 22, inputs::long_text, check),
    job("a text of escapes", 1 << 21, inputs::escapes, check),
    job(
        "a text of pairs of escapes",
        1 << 20,
        inputs::surrogates,
        check,
    ),
    job(
        "a text of digits and blanks",
        1 << 20,
        inputs::digits,
        check,
    ),
    job("a text of digits", 1 << 20, inputs::digits_alone, check),
    job("a long number", 1 << 22, inputs::long_number, check),
    job("a long amount", 1 << 20, inputs::long_amount, check),
    job("a long key", 1 << 18, inputs::long_key, check),
    job(
        "tax periods in order",
        1 << 18,
        inputs::periods_in_order,
        check_base_data,
    ),
    job(
        "tax periods in reverse",
        1 << 18,
        inputs::periods_in_reverse,
        check_base_data,
    ),
    job(
        "tax periods that overlap",
        1 << 18,
        inputs::periods_that_overlap,
        check_base_data,
    ),
    job(
        "tax periods in tax periods",
        1 << 18,
        inputs::periods_in_periods,
        check_base_data,
    ),
];

const NORMALIZATIONS: &[Job] = &[
    job(
        "normalize faulty ones, thousands",
        32,
        inputs::faulty,
        normalize,
    ),
    job(
        "normalize commas too many",
        1 << 15,
        inputs::commas,
        normalize,
    ),
    job(
        "normalize unknown keys",
        1 << 17,
        inputs::keys_twice,
        normalize,
    ),
    job(
        "normalize similar names",
        1 << 14,
        inputs::similar_names_in_records,
        normalize,
    ),
    job(
        "normalize a text of escapes",
        1 << 20,
        inputs::escapes,
        normalize,
    ),
    job(
        "normalize objects in objects",
        1 << 17,
        inputs::deep_objects,
        normalize,
    ),
];

const CONVERSIONS: &[Job] = &[
    job("rows", 1 << 15, inputs::days, convert),
    job(
        "rows in no order of days",
        1 << 15,
        inputs::unsorted_days,
        convert,
    ),
    job(
        "rows in blocks that are repeated",
        1 << 15,
        inputs::repeated_blocks,
        convert,
    ),
    job(
        "rows of one day without ids",
        1 << 15,
        inputs::one_day,
        convert,
    ),
    job("rows with ids", 1 << 15, inputs::bank_ids, convert),
    job("rows with one id", 1 << 15, inputs::one_bank_id, convert),
    job(
        "rows of an account each",
        1 << 15,
        inputs::many_accounts,
        convert,
    ),
    job(
        "rows of an account each, which can't be read",
        1 << 15,
        inputs::faulty_accounts,
        convert,
    ),
    job(
        "rows of a thousand accounts",
        1 << 15,
        inputs::alternating_accounts,
        convert,
    ),
    job(
        "balances that break",
        1 << 15,
        inputs::broken_balances,
        convert,
    ),
    job(
        "rows that can't be read",
        1 << 15,
        inputs::faulty_rows,
        convert,
    ),
    job("rows in UTF-16", 1 << 15, inputs::utf16, convert),
    job(
        "rows in mixed encodings",
        1 << 15,
        inputs::mixed_encodings,
        convert,
    ),
    job(
        "rows that can't be read, all findings stored",
        1 << 15,
        inputs::faulty_rows,
        convert_all,
    ),
    job("details of one booking", 1 << 18, inputs::details, convert),
    job(
        "headers below the header",
        1 << 15,
        inputs::headers,
        convert,
    ),
    job(
        "rows with another delimiter",
        1 << 15,
        inputs::other_delimiters,
        convert,
    ),
    job("lines below the footer", 1 << 15, inputs::footer, convert),
    job(
        "quotes that open nothing",
        1 << 15,
        inputs::open_quotes,
        convert,
    ),
    job(
        "quotes that find a later one",
        1 << 15,
        inputs::mispaired_quotes,
        convert,
    ),
    job("lines in a cell", 1 << 15, inputs::lines_in_a_cell, convert),
    job("a long cell", 1 << 22, inputs::long_cell, convert),
    job(
        "a long cell that is taken",
        1 << 20,
        inputs::long_cell,
        convert_all,
    ),
    job(
        "card numbers in a cell",
        1 << 16,
        inputs::card_numbers,
        convert_all,
    ),
    job("a long line", 1 << 19, inputs::long_line, convert),
    job(
        "a long line that is taken",
        1 << 19,
        inputs::long_line,
        convert_all,
    ),
    job("columns", 1 << 19, inputs::columns, convert),
    job(
        "columns, up to the maximum that is searched",
        480,
        inputs::columns,
        convert,
    ),
    job(
        "a long name of a column",
        1 << 14,
        inputs::long_name,
        convert_all,
    ),
    job("a long account", 1 << 14, inputs::long_account, convert_all),
    job("quotes alone", 1 << 23, inputs::quotes, convert),
    job(
        "quotes and delimiters",
        1 << 22,
        inputs::quotes_and_delimiters,
        convert,
    ),
    job(
        "quotes beside every neighbour",
        1 << 16,
        inputs::quotes_beside_neighbours,
        split,
    ),
    job(
        "a name of currencies",
        1 << 20,
        inputs::name_of_currencies,
        convert,
    ),
    job("delimiters alone", 1 << 23, inputs::delimiters, convert),
    job(
        "rows of delimiters",
        1 << 19,
        inputs::rows_of_delimiters,
        convert,
    ),
    job("blank lines", 1 << 21, inputs::blank_lines, convert),
    job(
        "carriage returns",
        1 << 15,
        inputs::carriage_returns,
        convert,
    ),
    job(
        "characters that were lost",
        1 << 16,
        inputs::lost_characters,
        convert,
    ),
    job("words to scrub", 1 << 14, inputs::short_words, scrub),
];

const MESSAGES: &[Job] = &[
    job("entries", 1 << 14, message_inputs::entries, convert),
    job(
        "entries of one reference",
        1 << 14,
        message_inputs::entries_of_one_reference,
        convert,
    ),
    job(
        "statements of a message",
        1 << 13,
        message_inputs::statements,
        convert,
    ),
    job(
        "pages of a statement",
        1 << 13,
        message_inputs::pages,
        convert,
    ),
    job(
        "details of one entry",
        1 << 15,
        message_inputs::details_of_one_entry,
        convert,
    ),
    job(
        "texts of one detail",
        1 << 15,
        message_inputs::texts_of_one_detail,
        convert,
    ),
    job(
        "parts of a text",
        1 << 16,
        message_inputs::parts_of_a_text,
        convert,
    ),
    job(
        "attributes of an element",
        1 << 18,
        message_inputs::attributes,
        convert,
    ),
    job(
        "elements in elements",
        1 << 18,
        message_inputs::deep_elements,
        convert_all,
    ),
    job(
        "elements without an end",
        1 << 16,
        message_inputs::open_elements,
        convert_all,
    ),
    job(
        "lines of an MT940",
        1 << 14,
        message_inputs::lines_of_an_mt940,
        convert,
    ),
    job(
        "a long text of an MT940",
        1 << 18,
        message_inputs::text_of_one_line,
        convert_all,
    ),
    job(
        "messages of an MT940",
        1 << 13,
        message_inputs::messages_of_an_mt940,
        convert,
    ),
    job(
        "lines of no tag",
        1 << 18,
        message_inputs::unknown_tags,
        convert_all,
    ),
    job(
        "entries of an OFX",
        1 << 14,
        message_inputs::entries_of_an_ofx,
        convert,
    ),
    job(
        "statements of an OFX",
        1 << 12,
        message_inputs::statements_of_an_ofx,
        convert,
    ),
    job(
        "parts of a text of an OFX",
        1 << 17,
        message_inputs::parts_of_a_text_of_an_ofx,
        convert,
    ),
    job(
        "elements of an OFX without an end",
        1 << 15,
        message_inputs::open_elements_of_an_ofx,
        convert_all,
    ),
    job(
        "signs of an OFX that begin nothing",
        1 << 18,
        message_inputs::signs_of_an_ofx,
        convert,
    ),
    job(
        "entries of an OFX, scrubbed",
        1 << 12,
        message_inputs::entries_of_an_ofx,
        scrub,
    ),
    job(
        "records of a QIF",
        1 << 14,
        message_inputs::records_of_a_qif,
        convert,
    ),
    job(
        "registers of a QIF",
        1 << 12,
        message_inputs::registers_of_a_qif,
        convert,
    ),
    job(
        "splits of a record of a QIF",
        1 << 15,
        message_inputs::splits_of_a_qif,
        convert,
    ),
    job(
        "fields of a record of a QIF",
        1 << 15,
        message_inputs::fields_of_a_qif,
        convert_all,
    ),
    job(
        "records of a QIF, scrubbed",
        1 << 12,
        message_inputs::records_of_a_qif,
        scrub,
    ),
    job(
        "rows of a workbook",
        1 << 14,
        message_inputs::rows_of_a_workbook,
        convert,
    ),
    job(
        "equal cells of a workbook",
        1 << 14,
        message_inputs::equal_cells,
        convert,
    ),
    #[cfg(feature = "old-workbooks")]
    job(
        "rows of an old workbook",
        1 << 15,
        message_inputs::rows_of_an_old_workbook,
        convert,
    ),
    #[cfg(feature = "old-workbooks")]
    job(
        "rows of an ods workbook",
        1 << 16,
        message_inputs::rows_of_an_open_document,
        convert,
    ),
    job(
        "files of a zip archive",
        1 << 13,
        message_inputs::files_of_an_archive,
        unpack,
    ),
    job(
        "rows of a table in HTML",
        1 << 16,
        message_inputs::rows_of_a_table,
        convert,
    ),
    job(
        "wide cells of a table in HTML",
        1 << 10,
        message_inputs::wide_cells,
        convert,
    ),
];

const DIFFS: &[Job] = &[
    job(
        "diff of unknown fields",
        1 << 16,
        inputs::unknown_fields,
        diff,
    ),
    job(
        "diff of unknown fields in reverse",
        1 << 16,
        inputs::unknown_fields_in_reverse,
        diff,
    ),
    job(
        "diff of unknown fields of an account",
        1 << 16,
        inputs::unknown_fields_of_an_account,
        diff,
    ),
];

const IMPORTS: &[Job] = &[
    batch("plan of equal keys", 1 << 18, inputs::equal_keys, plan),
    batch(
        "plan of equal contents",
        1 << 18,
        inputs::equal_contents,
        plan,
    ),
    batch("plan without keys", 1 << 18, inputs::no_keys, plan),
    batch(
        "import of equal contents, thousand by thousand",
        1 << 16,
        inputs::equal_contents,
        import,
    ),
    batch(
        "import without keys, thousand by thousand",
        1 << 16,
        inputs::no_keys,
        import,
    ),
];

/// Returns a policy whose limits no input of this benchmark reaches.
fn unlimited() -> Policy {
    let max = 1 << 40;
    let mut limits = Limits::default();
    (limits.bytes, limits.depth, limits.records) = (max, max, max);
    (limits.cell, limits.line) = (max, max);
    (limits.findings, limits.findings_per_rule) = (max, max);
    Policy::new().limits(limits)
}

fn check(payload: &[u8]) {
    let report = transactions::check(payload, &Policy::new().sequence());
    black_box(render::report_json("", &report));
}

fn check_all(payload: &[u8]) {
    black_box(render::report_json(
        "",
        &transactions::check(payload, &unlimited().sequence()),
    ));
}

/// Keeps the limit of findings. Without it the output would grow quadratically, because the pointer of a finding is as long as its depth.
fn check_at_any_depth(payload: &[u8]) {
    let mut limits = Limits::default();
    limits.depth = usize::MAX;
    let policy = Policy::new().limits(limits);
    black_box(render::report_json(
        "",
        &transactions::check(payload, &policy),
    ));
}

fn check_base_data(payload: &[u8]) {
    black_box(base_data::check(payload, &Policy::new()));
}

/// Compares the two halves of an input.
fn diff(payloads: &[u8]) {
    let (held, new) = payloads.split_at(payloads.len() / 2);
    let reading = diff::read_base_data(held, new, &unlimited());
    assert!(reading.diff.is_some(), "the payloads have no errors");
    black_box(reading);
}

fn read(payload: &[u8]) {
    black_box(transactions::read(payload, &Policy::new()));
}

fn read_base_data(payload: &[u8]) {
    black_box(base_data::read(payload, &Policy::new()));
}

fn normalize_base_data(payload: &[u8]) {
    black_box(base_data::normalize(payload, &unlimited(), Fixes::All));
}

fn normalize(payload: &[u8]) {
    black_box(transactions::normalize(payload, &unlimited(), Fixes::All));
}

/// Splits a text into rows and reads each row twice, as some formats need.
fn split(file: &[u8]) {
    let text = str::from_utf8(file).expect("text");
    let (mut rows, mut row) = (Rows::new(text, b';'), Row::default());
    while rows.next_row(&mut row) {
        rows.reread_as_line(&mut row);
    }
}

fn convert(file: &[u8]) {
    convert_with(file, Policy::new());
}

fn unpack(file: &[u8]) {
    let members = archive::unpack(file, &Policy::new()).expect("an archive");
    black_box(members);
}

fn scrub(file: &[u8]) {
    let name = "statement.csv";
    let key = ScrubKey::new(b"thirty-two bytes of a random file").expect("a long key");
    let source = scrub::ScrubSource { name, bytes: file };
    black_box(scrub::scrub(&[source], &key, &scrub::ScrubOptions::new()));
}

fn convert_all(file: &[u8]) {
    convert_with(file, unlimited());
}

fn convert_with(file: &[u8], policy: Policy) {
    let mut options = ConvertOptions::new();
    options.account = AccountIdentifier::parse("CH9300762011623852957").ok();
    options.currency = Currency::parse("CHF").ok();
    options.policy = policy;
    black_box(format::convert(file, &options));
}

fn plan(batch: &[Transaction]) {
    drop(black_box(dedup::plan(
        dedup::keys(batch),
        &dedup::KnownTransactions::new(),
    )));
}

fn import(batch: &[Transaction]) {
    let store = MemoryStore::new();
    for part in batch.chunks(1000) {
        drop(black_box(dedup::import(&store, part)));
    }
}

/// The maximum mean of the last three ratios of the time to the time for half the size. One ratio of linear growth can reach 4 where the input exceeds a
/// cache, or where the allocator takes each large block anew from the system.
const MAX_GROWTH: f64 = 3.0;

/// How often a job is measured whose time seems to grow faster than its input: other work of the machine may have slowed its largest size.
const MAX_TRIES: usize = 4;

/// Ratios of shorter times, in seconds, are not reliable.
const MIN_TIME: f64 = 0.001;

/// How long each size is measured.
const MAX_MEASURING_TIME: Duration = Duration::from_millis(300);

/// Returns the CPU time of this thread if the system reports it, so that waiting is not counted. Otherwise returns the elapsed time.
fn thread_time(begin: Instant) -> Duration {
    // Linux updates the value when the thread yields.
    thread::yield_now();
    let schedstat = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = schedstat.and_then(|schedstat| schedstat.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| begin.elapsed(), Duration::from_nanos)
}

/// Returns the shortest time of some rounds: other work of the machine can only add to it.
fn min_time(rounds: usize, run: &dyn Fn()) -> Duration {
    let (mut shortest, begin) = (Duration::MAX, Instant::now());
    for _ in 0..rounds {
        let start = thread_time(begin);
        run();
        shortest = shortest.min(thread_time(begin).saturating_sub(start));
        if begin.elapsed() > MAX_MEASURING_TIME {
            break;
        }
    }
    shortest
}

impl Job {
    fn time(&self, size: usize, rounds: usize) -> Duration {
        match self.steps {
            Steps::Bytes(generate, run) => {
                let input = generate(size);
                min_time(rounds, &|| run(&input))
            }
            Steps::Batch(generate, run) => {
                let input = generate(size);
                min_time(rounds, &|| run(&input))
            }
        }
    }

    /// Prints a line for each size up to the maximum, with the ratio to the time for half the size, and on the last line the mean of the ratios:
    /// 2 for linear growth, 4 for quadratic growth. Divides all sizes by `divisor`. Prefers a shorter time of an earlier try, which the times hold in the order
    /// of the sizes.
    fn measure(
        &self,
        doublings: u32,
        rounds: usize,
        divisor: usize,
        earlier: &mut Vec<Duration>,
    ) -> Growth {
        let mut times: Vec<f64> = Vec::new();
        for (index, step) in (0..=doublings).rev().enumerate() {
            let size = (self.max_size / divisor).max(1 << doublings) >> step;
            let mut time = self.time(size, rounds);
            match earlier.get_mut(index) {
                Some(earlier) => {
                    time = time.min(*earlier);
                    *earlier = time;
                }
                None => earlier.push(time),
            }
            let ratio = times.last().map_or(String::new(), |half| {
                format!("{:.2}", time.as_secs_f64() / half)
            });
            times.push(time.as_secs_f64());
            let mean = match (step, times.as_slice()) {
                (0, [first, .., last]) => {
                    format!("{:.2}", (last / first).powf(1.0 / f64::from(doublings)))
                }
                _ => String::new(),
            };
            println!(
                "{:<50}{size:>10}{:>12}{ratio:>8}{mean:>8}",
                self.name,
                format!("{time:.1?}")
            );
        }
        match times.as_slice() {
            [.., eighth, _, _, last] if *last >= MIN_TIME => {
                if (last / eighth).cbrt() > MAX_GROWTH {
                    Growth::Superlinear
                } else {
                    Growth::Linear
                }
            }
            _ => Growth::TooShort,
        }
    }
}

/// How the time of a job grows at its largest sizes.
#[derive(PartialEq, Eq)]
enum Growth {
    Linear,
    Superlinear,
    /// The times are too short to be compared.
    TooShort,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let has = |word: &str| arguments.iter().any(|argument| argument == word);
    // Selects the jobs whose name contains one of the words, or all jobs.
    let words: Vec<&String> = arguments
        .iter()
        .filter(|argument| !argument.starts_with("--"))
        .collect();
    let (rounds, divisor, is_quick) = match (has("--bench"), has("--quick")) {
        // `cargo test --bench growth` runs this too, unoptimized, where small inputs take long enough.
        (false, _) => (3, 32, true),
        (true, true) => (5, 8, true),
        (true, false) => (30, 1, false),
    };
    let (mut superlinear, mut too_short) = (Vec::new(), Vec::new());
    println!(
        "{:<50}{:>10}{:>12}{:>8}{:>8}",
        "", "size", "time", "ratio", "mean"
    );
    let groups = [
        (COMMON, 10),
        (CHECKS, 5),
        (NORMALIZATIONS, 5),
        (CONVERSIONS, 5),
        (MESSAGES, 5),
        (DIFFS, 5),
        (IMPORTS, 5),
    ];
    let jobs = groups
        .into_iter()
        .flat_map(|(jobs, doublings)| jobs.iter().map(move |job| (job, doublings)));
    for (job, doublings) in jobs {
        let doublings = if is_quick { 4 } else { doublings };
        if words.is_empty() || words.iter().any(|word| job.name.contains(word.as_str())) {
            let mut times = Vec::new();
            let mut measure = || job.measure(doublings, rounds, divisor, &mut times);
            let mut tries = iter::repeat_with(&mut measure).take(MAX_TRIES);
            match tries.find(|growth| *growth != Growth::Superlinear) {
                Some(Growth::Linear | Growth::Superlinear) => {}
                Some(Growth::TooShort) => too_short.push(job.name),
                None => superlinear.push(job.name),
            }
        }
    }
    if !too_short.is_empty() {
        println!("\ntimes too short to compare: {}", too_short.join("; "));
    }
    if superlinear.is_empty() {
        return ExitCode::SUCCESS;
    }
    println!(
        "\ntime grows faster than the input: {}",
        superlinear.join("; ")
    );
    ExitCode::FAILURE
}
