//! `uacc`: checks accounting payloads and converts bank CSV exports at a terminal.
//!
//! Exit status: 0 clean (warnings allowed), 1 the content has errors, 2 it could not run.

#![forbid(unsafe_code)]

mod arguments;
mod check;
mod convert;
mod excerpt;
mod input;
mod outcome;
mod rules;
mod window;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};
use outcome::{Failure, Outcome};

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Check(call) => check::run(&call),
        Command::Convert(call) => convert::run(&call),
        Command::Rules(call) => rules::list(&call),
        Command::Explain(call) => rules::explain(&call),
    };
    match done {
        Ok(Outcome::Clean) => ExitCode::SUCCESS,
        Ok(Outcome::Faulty) => ExitCode::from(1),
        // Whoever reads us has enough: that is no fault.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            // Nothing is left to be done where even this can't be said.
            let _ = writeln!(anstream::stderr(), "error: {failure}");
            ExitCode::from(2)
        }
    }
}
