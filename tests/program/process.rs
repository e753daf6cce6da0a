//! Runs the program.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::project::in_project;

/// The exit status and the output of a run.
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

pub(crate) fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_uacc"));
    // Findings are in the language of the locale.
    command
        .args(arguments)
        .env("LC_ALL", "C")
        .current_dir(in_project(""));
    command
}

pub(crate) fn uacc(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = program(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may stop before it has read its input, which closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    Run {
        status: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Runs the program while nobody reads its output, and returns its exit status.
pub(crate) fn status_with_closed_streams(arguments: &[&str]) -> i32 {
    let mut child = program(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop((child.stdout.take(), child.stderr.take()));
    child.wait().unwrap().code().unwrap()
}
