//! The laws that are fuzzed, held for the seeds of each target: those that a fuzzer begins with, and inputs that broke a law once.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::laws;

/// Holds the law of each target for all its seeds.
macro_rules! replayed {
    ($($target:ident)*) => {
        const TARGETS: &[&str] = &[$(stringify!($target)),*];

        $(
            #[test]
            fn $target() {
                replay(stringify!($target), laws::$target::hold);
            }
        )*
    };
}

replayed! {
    both_ways
    check
    convert
    field_splitter
    import
    json_reader
    normalize
    profile
    store_restore
    values
    write_read
}

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz")
}

fn replay(target: &str, hold: fn(&[u8])) {
    let seeds = fs::read_dir(fuzz().join("seeds").join(target)).unwrap();
    let mut seeds: Vec<PathBuf> = seeds.map(|seed| seed.unwrap().path()).collect();
    assert!(!seeds.is_empty(), "{target} has no seeds");
    seeds.sort();
    for seed in seeds {
        // A law that breaks says what it broke at; which seed it was is in the captured output.
        println!("{}", seed.display());
        hold(&fs::read(seed).unwrap());
    }
}

#[test]
fn every_target_has_a_law_and_seeds() {
    let manifest = fs::read_to_string(fuzz().join("Cargo.toml")).unwrap();
    let targets = manifest.split("[[bin]]").skip(1).map(|target| target.split('"').nth(1).unwrap().to_owned());
    let targets: BTreeSet<String> = targets.collect();
    assert_eq!(targets, TARGETS.iter().map(|&target| target.to_owned()).collect());
    let seeds = fs::read_dir(fuzz().join("seeds")).unwrap();
    let seeds: BTreeSet<String> = seeds.map(|seeds| seeds.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(targets, seeds);
    for target in targets {
        let code = fs::read_to_string(fuzz().join("targets").join(&target).with_extension("rs")).unwrap();
        assert!(code.contains(&format!("laws::{target}::hold(data)")), "{target} fuzzes its own law");
    }
}
