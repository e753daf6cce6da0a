//! Output files are written completely or not at all: full disks, interrupts, closed pipes, and existing files.

mod existing_files;
mod interruptions;

use std::fmt::Write;
use std::process::{Command, Output, Stdio};

use crate::project::in_project;
use crate::ubs::UBS_WITHOUT_BALANCES;

const UBS: &str = "tests/bank/ubs-account/2022-11-de.csv";
const SPELLING: &str = "tests/messages/spelling.json";

/// How many files the large statement is split into with `--batch 1`.
const PARTS: usize = 600;

fn large_statement() -> String {
    let mut statement = format!("IBAN:;CH93 0076 2011 6238 5295 7;\n\n{UBS_WITHOUT_BALANCES}\n");
    for number in 0..PARTS {
        let text = "Muster ".repeat(40);
        writeln!(
            statement,
            "2026-03-29;2026-03-31;2026-03-29;CHF;-98.45;;;99{number:05};{text};Zahlung;"
        )
        .unwrap();
    }
    statement
}

/// Runs a shell command, in which `$0` is the program and `$@` are the arguments.
fn shell(line: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new("sh");
    command
        .args(["-c", line, env!("CARGO_BIN_EXE_uacc")])
        .args(arguments);
    command
        .current_dir(in_project(""))
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn stderr_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
