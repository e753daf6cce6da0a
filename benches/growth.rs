//! How time grows with the input, for input that is meant to make it grow faster. See `benches/README.md`.

#![allow(clippy::print_stdout, reason = "what was measured is printed")]
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::string_slice, reason = "a benchmark may panic")]

mod growing;
#[allow(dead_code, reason = "each benchmark uses its share")]
mod payloads;
mod random;

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use growing as made;
use universal_accounting::dedup::{self, MemoryStore};
use universal_accounting::format::{self, Options};
use universal_accounting::internals::table::{Row, Rows};
use universal_accounting::report::{Fixes, Limits, Policy};
use universal_accounting::transactions::Transaction;
use universal_accounting::value::{AccountIdentifier, Currency};
use universal_accounting::{base_data, render, transactions};

/// What is measured: what is done with an input that is made for a size, and the largest one.
struct Job {
    name: &'static str,
    largest: usize,
    make: Make,
}

enum Make {
    Bytes(fn(usize) -> Vec<u8>, fn(&[u8])),
    Batch(fn(usize) -> Vec<Transaction>, fn(&[Transaction])),
}

const fn job(name: &'static str, largest: usize, make: fn(usize) -> Vec<u8>, run: fn(&[u8])) -> Job {
    Job { name, largest, make: Make::Bytes(make, run) }
}

const fn batch(
    name: &'static str,
    largest: usize,
    make: fn(usize) -> Vec<Transaction>,
    run: fn(&[Transaction]),
) -> Job {
    Job { name, largest, make: Make::Batch(make, run) }
}

/// What everybody does, with inputs as everybody has them.
const EVERYDAY: &[Job] = &[
    job("check transactions, thousands", 1024, made::clean, check),
    job("check transactions with a fault each, thousands", 1024, made::faulty, check),
    job("check base data, thousands", 1024, made::base_data, check_base_data),
    job("read transactions, thousands", 1024, made::clean, read),
    job("read base data, thousands", 1024, made::base_data, read_base_data),
    job("normalize transactions, thousands", 1024, made::clean, normalize),
    job("normalize base data, thousands", 1024, made::base_data, normalize_base_data),
    job("convert rows with ids, thousands", 1024, |thousands| made::bank_ids(thousands * 1000), convert),
    job("convert rows without ids, thousands", 1024, |thousands| made::days(thousands * 1000), convert),
];

const CHECKS: &[Job] = &[
    job("transactions with a fault each, all findings kept", 64, made::faulty, check_all),
    job("no records, all findings kept", 1 << 18, made::no_records, check_all),
    job("one id in all records", 1 << 19, made::one_id, check),
    job("one key all over", 1 << 20, made::one_key, check),
    job("one unknown key all over", 1 << 20, made::one_unknown_key, check),
    job("unknown keys, each twice", 1 << 18, made::keys_twice, check),
    job("unknown keys one level below, each twice", 1 << 20, made::keys_twice_below, check),
    job("unknown keys, each twice, all findings kept", 1 << 18, made::keys_twice_below, check_all),
    job("names similar to one field", 1 << 18, made::similar_names, check),
    job("records of similar names", 1 << 17, made::similar_names_in_records, check),
    job("commas too many", 1 << 19, made::commas, check),
    job("arrays in arrays", 1 << 20, made::deep_arrays, check_all),
    job("objects in objects", 1 << 18, made::deep_objects, check_all),
    job("objects in objects, a fault in each", 1 << 15, made::deep_faults, check_at_any_depth),
    job("payloads that break off", 1 << 17, made::bodies_cut_off, check),
    job("a long text", 1 << 22, made::long_text, check),
    job("a text of escapes", 1 << 21, made::escapes, check),
    job("a text of pairs of escapes", 1 << 20, made::surrogates, check),
    job("a text of digits and blanks", 1 << 20, made::digits, check),
    job("a text of digits", 1 << 20, made::digits_alone, check),
    job("a long number", 1 << 22, made::long_number, check),
    job("a long amount", 1 << 20, made::long_amount, check),
    job("a long key", 1 << 18, made::long_key, check),
    job("tax periods in order", 1 << 18, made::periods_in_order, check_base_data),
    job("tax periods in reverse", 1 << 18, made::periods_in_reverse, check_base_data),
    job("tax periods that overlap", 1 << 18, made::periods_that_overlap, check_base_data),
    job("tax periods in tax periods", 1 << 18, made::periods_in_periods, check_base_data),
];

const NORMALIZATIONS: &[Job] = &[
    job("normalize faulty ones, thousands", 32, made::faulty, normalize),
    job("normalize commas too many", 1 << 15, made::commas, normalize),
    job("normalize unknown keys", 1 << 17, made::keys_twice, normalize),
    job("normalize similar names", 1 << 14, made::similar_names_in_records, normalize),
    job("normalize a text of escapes", 1 << 20, made::escapes, normalize),
    job("normalize objects in objects", 1 << 17, made::deep_objects, normalize),
];

const CONVERSIONS: &[Job] = &[
    job("rows", 1 << 15, made::days, convert),
    job("rows of one day without ids", 1 << 15, made::one_day, convert),
    job("rows with ids", 1 << 15, made::bank_ids, convert),
    job("rows with one id", 1 << 15, made::one_bank_id, convert),
    job("rows of an account each", 1 << 15, made::many_accounts, convert),
    job("rows of an account each, which can't be read", 1 << 15, made::faulty_accounts, convert),
    job("rows of a thousand accounts", 1 << 15, made::alternating_accounts, convert),
    job("balances that break", 1 << 15, made::broken_balances, convert),
    job("rows that can't be read", 1 << 15, made::faulty_rows, convert),
    job("rows in UTF-16", 1 << 15, made::utf16, convert),
    job("rows in mixed encodings", 1 << 15, made::mixed_encodings, convert),
    job("rows that can't be read, all findings kept", 1 << 15, made::faulty_rows, convert_all),
    job("details of one booking", 1 << 18, made::details, convert),
    job("headers below the header", 1 << 15, made::headers, convert),
    job("rows with another delimiter", 1 << 15, made::other_delimiters, convert),
    job("lines below the footer", 1 << 15, made::footer, convert),
    job("quotes that open nothing", 1 << 15, made::open_quotes, convert),
    job("quotes that find a later one", 1 << 15, made::mispaired_quotes, convert),
    job("lines in a cell", 1 << 15, made::lines_in_a_cell, convert),
    job("a long cell", 1 << 22, made::long_cell, convert),
    job("a long cell that is taken", 1 << 20, made::long_cell, convert_all),
    job("card numbers in a cell", 1 << 16, made::card_numbers, convert_all),
    job("a long line", 1 << 19, made::long_line, convert),
    job("a long line that is taken", 1 << 19, made::long_line, convert_all),
    job("columns", 1 << 19, made::columns, convert),
    job("columns, of those that are looked at", 480, made::columns, convert),
    job("a long name of a column", 1 << 14, made::long_name, convert_all),
    job("a long account", 1 << 14, made::long_account, convert_all),
    job("quotes alone", 1 << 23, made::quotes, convert),
    job("quotes and delimiters", 1 << 22, made::quotes_and_delimiters, convert),
    job("quotes beside every neighbour", 1 << 16, made::quotes_beside_neighbours, split),
    job("a name of currencies", 1 << 20, made::name_of_currencies, convert),
    job("delimiters alone", 1 << 23, made::delimiters, convert),
    job("rows of delimiters", 1 << 19, made::rows_of_delimiters, convert),
    job("blank lines", 1 << 21, made::blank_lines, convert),
    job("carriage returns", 1 << 15, made::carriage_returns, convert),
    job("characters that were lost", 1 << 16, made::lost_characters, convert),
];

const IMPORTS: &[Job] = &[
    batch("plan of equal keys", 1 << 18, made::equal_keys, plan),
    batch("plan of equal contents", 1 << 18, made::equal_contents, plan),
    batch("plan without keys", 1 << 18, made::no_keys, plan),
    batch("import of equal contents, thousand by thousand", 1 << 16, made::equal_contents, import),
    batch("import without keys, thousand by thousand", 1 << 16, made::no_keys, import),
];

/// Nothing is cut short, and everything is told.
fn unlimited() -> Policy {
    let all = usize::MAX;
    Policy::new().limits(Limits {
        bytes: all,
        depth: all,
        records: all,
        cell: all,
        line: all,
        findings: all,
        findings_per_rule: all,
    })
}

fn check(payload: &[u8]) {
    let report = transactions::check(payload, &Policy::new().sequence());
    black_box(render::report_json("", &report));
}

fn check_all(payload: &[u8]) {
    black_box(render::report_json("", &transactions::check(payload, &unlimited().sequence())));
}

/// Without a limit of findings the output itself grows with the square: each has a pointer as long as its depth.
fn check_at_any_depth(payload: &[u8]) {
    let policy = Policy::new().limits(Limits { depth: usize::MAX, ..Limits::default() });
    black_box(render::report_json("", &transactions::check(payload, &policy)));
}

fn check_base_data(payload: &[u8]) {
    black_box(base_data::check(payload, &Policy::new()));
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

/// Splits a text into rows, each read twice, as for a format that reads a row again.
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

fn convert_all(file: &[u8]) {
    convert_with(file, unlimited());
}

fn convert_with(file: &[u8], policy: Policy) {
    let mut options = Options::new();
    options.account = AccountIdentifier::parse("CH9300762011623852957").ok();
    options.currency = Currency::parse("CHF").ok();
    options.policy = policy;
    black_box(format::convert(file, &options));
}

fn plan(batch: &[Transaction]) {
    drop(black_box(dedup::plan(dedup::keys(batch), &dedup::KnownTransactions::new())));
}

fn import(batch: &[Transaction]) {
    let store = MemoryStore::new();
    for part in batch.chunks(1000) {
        drop(black_box(dedup::import(&store, part)));
    }
}

/// The largest mean of the last two ratios of a time to that for half the size. A cache that is outgrown brings linear growth to 2.5 or so.
const MAX_GROWTH: f64 = 3.0;

/// A ratio of shorter times, in seconds, says little.
const LEAST_TIME: f64 = 0.001;

/// So long each size is measured again and again.
const ENOUGH: Duration = Duration::from_millis(300);

/// How long this thread has worked so far, where the system tells, so that waiting for others isn't counted.
fn worked(begin: Instant) -> Duration {
    // The system counts when the thread lets go.
    thread::yield_now();
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|told| told.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| begin.elapsed(), Duration::from_nanos)
}

/// The shortest of some rounds: what else the machine does only adds to it.
fn shortest(rounds: usize, run: &dyn Fn()) -> Duration {
    let (mut shortest, begin) = (Duration::MAX, Instant::now());
    for _ in 0..rounds {
        let start = worked(begin);
        run();
        shortest = shortest.min(worked(begin).saturating_sub(start));
        if begin.elapsed() > ENOUGH {
            break;
        }
    }
    shortest
}

impl Job {
    fn time(&self, size: usize, rounds: usize) -> Duration {
        match self.make {
            Make::Bytes(make, run) => {
                let input = make(size);
                shortest(rounds, &|| run(&input))
            }
            Make::Batch(make, run) => {
                let input = make(size);
                shortest(rounds, &|| run(&input))
            }
        }
    }

    /// Prints a line for each size, up to the largest one, with the ratio to half the size. At the end of the last one stands the mean
    /// of the ratios: linear growth is 2, quadratic 4.
    fn measure(&self, doublings: u32, rounds: usize, shrunk: usize) -> Growth {
        let mut times: Vec<f64> = Vec::new();
        for step in (0..=doublings).rev() {
            let size = (self.largest / shrunk).max(1 << doublings) >> step;
            let time = self.time(size, rounds);
            let ratio = times.last().map_or(String::new(), |half| format!("{:.2}", time.as_secs_f64() / half));
            times.push(time.as_secs_f64());
            let mean = match (step, times.as_slice()) {
                (0, [first, .., last]) => format!("{:.2}", (last / first).powf(1.0 / f64::from(doublings))),
                _ => String::new(),
            };
            println!("{:<50}{size:>10}{:>12}{ratio:>8}{mean:>8}", self.name, format!("{time:.1?}"));
        }
        match times.as_slice() {
            [.., quarter, _, last] if *last >= LEAST_TIME => {
                if (last / quarter).sqrt() > MAX_GROWTH {
                    Growth::Steep
                } else {
                    Growth::InProportion
                }
            }
            _ => Growth::TooShort,
        }
    }
}

/// How the time of a job grows at its largest sizes.
#[derive(PartialEq, Eq)]
enum Growth {
    InProportion,
    Steep,
    /// It takes too little time to tell.
    TooShort,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let quick = arguments.iter().any(|argument| argument == "--quick");
    // Of jobs whose name has one of these words, or else of all.
    let words: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with("--")).collect();
    let (rounds, shrunk) = if quick { (5, 8) } else { (30, 1) };
    let (mut steep, mut short) = (Vec::new(), Vec::new());
    println!("{:<50}{:>10}{:>12}{:>8}{:>8}", "", "size", "time", "ratio", "mean");
    let groups = [(EVERYDAY, 10), (CHECKS, 5), (NORMALIZATIONS, 5), (CONVERSIONS, 5), (IMPORTS, 5)];
    let jobs = groups.into_iter().flat_map(|(jobs, doublings)| jobs.iter().map(move |job| (job, doublings)));
    for (job, doublings) in jobs {
        let doublings = if quick { 4 } else { doublings };
        if words.is_empty() || words.iter().any(|word| job.name.contains(word.as_str())) {
            let measure = || job.measure(doublings, rounds, shrunk);
            match measure() {
                Growth::InProportion => {}
                // What else the machine did may have slowed the largest size.
                Growth::Steep if measure() != Growth::Steep => {}
                Growth::Steep => steep.push(job.name),
                Growth::TooShort => short.push(job.name),
            }
        }
    }
    if !short.is_empty() {
        println!("\ntoo short to tell: {}", short.join("; "));
    }
    if steep.is_empty() {
        return ExitCode::SUCCESS;
    }
    println!("\ntime grows out of proportion: {}", steep.join("; "));
    ExitCode::FAILURE
}
