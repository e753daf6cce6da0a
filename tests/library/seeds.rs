//! Replays the seeds of each fuzz target: the inputs with which the fuzzer starts, and inputs that broke a law in the past.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use crate::laws;
use crate::project::in_project;

/// Defines a test for each target that asserts its law for all its seeds.
macro_rules! replay_tests {
    ($($target:ident)*) => {
        const TARGETS: &[&str] = &[$(stringify!($target)),*];

        $(
            #[test]
            fn $target() {
                replay(stringify!($target), laws::$target::assert_holds);
            }
        )*
    };
}

replay_tests! {
    fast_path
    check
    convert
    delivery
    field_splitter
    import
    json_reader
    normalize
    ofx
    profile
    qif
    store_restore
    values
    workbook
    write_read
}

fn replay(target: &str, assert_holds: fn(&[u8])) {
    let seeds = fs::read_dir(in_project("fuzz/seeds").join(target)).unwrap();
    let mut seeds: Vec<PathBuf> = seeds.map(|seed| seed.unwrap().path()).collect();
    assert!(!seeds.is_empty(), "{target} has no seeds");
    seeds.sort();
    for seed in seeds {
        // A failing test shows its captured output, so this names the seed that breaks the law.
        println!("{}", seed.display());
        assert_holds(&fs::read(seed).unwrap());
    }
}

#[test]
fn every_target_has_a_law_and_seeds() {
    let manifest = fs::read_to_string(in_project("fuzz/Cargo.toml")).unwrap();
    let targets = manifest
        .split("[[bin]]")
        .skip(1)
        .map(|target| target.split('"').nth(1).unwrap().to_owned());
    let targets: BTreeSet<String> = targets.collect();
    assert_eq!(
        targets,
        TARGETS.iter().map(|&target| target.to_owned()).collect()
    );
    let seeds = fs::read_dir(in_project("fuzz/seeds")).unwrap();
    let seeds: BTreeSet<String> = seeds
        .map(|seeds| seeds.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(targets, seeds);
    for target in targets {
        let code = fs::read_to_string(
            in_project("fuzz")
                .join("targets")
                .join(&target)
                .with_extension("rs"),
        )
        .unwrap();
        assert!(
            code.contains(&format!("laws::{target}::assert_holds(data)")),
            "{target} fuzzes another law"
        );
    }
}
