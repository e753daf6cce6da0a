//! Processes of their own, so that what is said of one is its own too.

#![allow(dead_code, reason = "each benchmark uses its share")]

use std::process::Command;
use std::{env, fs};

/// The most memory that the process had, in bytes.
pub(crate) fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok()).unwrap_or_default() * 1024
}

/// Runs this program again with the same arguments and some more.
pub(crate) fn again(more: &[&str]) {
    let program = env::current_exe().expect("this program");
    let done = Command::new(program).args(env::args().skip(1)).args(more).status().expect("a run");
    assert!(done.success(), "{more:?}");
}
