//! Compares our readers of camt and MT940 with other libraries: which files they read right, and how fast. See `benches/README.md`.

#[path = "../comparison.rs"]
mod comparison;
mod figures;
mod generated;
mod readers;
mod samples;

use std::env;
use std::path::Path;

use comparison::{Job, Scale, Subject, run};
use readers::READERS;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.as_slice() {
        [folder, others @ ..] if !folder.starts_with('-') => {
            samples::compare(Path::new(folder), others.first().map(Path::new))
        }
        _ => compare_speed(),
    }
}

fn compare_speed() {
    let scale = Scale::from_args();
    let job = |name, kind, generate: fn(usize) -> Vec<u8>, bytes| {
        let readers = || {
            READERS
                .iter()
                .filter(move |reader| reader.kinds.contains(&kind))
        };
        let input = generate(bytes);
        for reader in readers() {
            assert_eq!(
                (reader.read)(&input),
                (READERS[0].read)(&input),
                "{} reads {kind} like us",
                reader.name
            );
        }
        let subjects: Vec<Subject> = readers()
            .map(|reader| Subject {
                name: reader.name,
                work: reader.work,
            })
            .collect();
        Job {
            name,
            input,
            subjects,
        }
    };
    let jobs = [
        // `sepa` refuses messages that are much longer.
        job(
            "camt.053, a payment an entry",
            "camt.053",
            generated::camt053,
            scale.bytes.min(3_000_000),
        ),
        // The time of `mt940` grows with the square of the length.
        job("MT940", "MT940", generated::mt940, scale.bytes.min(500_000)),
    ];
    run(&jobs, scale);
}
