//! Child processes, so that each measurement runs in a separate process.

#![allow(dead_code, reason = "each benchmark uses a part")]

use std::process::Command;
use std::{env, fs};

/// Returns the peak memory of this process in bytes.
pub(crate) fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok())
        .unwrap_or_default()
        * 1024
}

/// Runs this program in a child process, with the same arguments and some more.
pub(crate) fn run_child(more: &[&str]) {
    let program = env::current_exe().expect("this program");
    let status = Command::new(program)
        .args(env::args().skip(1))
        .args(more)
        .status()
        .expect("a run");
    assert!(status.success(), "{more:?}");
}
