//! `uacc`: checks accounting payloads and converts bank CSV exports at a terminal.
//!
//! Exit status: 0 clean (warnings allowed), 1 the content has errors, 2 it could not run.

#![forbid(unsafe_code)]

mod arguments;
mod banks;
mod check;
mod convert;
mod excerpt;
mod import;
mod imported;
mod input;
mod normalize;
mod outcome;
mod output;
mod policy;
mod rules;
mod schema;
mod statements;
mod table;
mod totals;
mod window;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};
use outcome::Outcome;

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Check(call) => check::run(&call),
        Command::Normalize(call) => normalize::run(&call),
        Command::Convert(call) => convert::run(&call),
        Command::Import(call) => import::run(&call),
        Command::Banks(call) => banks::run(&call),
        Command::Rules(call) => rules::list(&call),
        Command::Explain(call) => rules::explain(&call),
        Command::Schema(call) => schema::run(&call),
    };
    match done {
        Ok(Outcome::Clean) => ExitCode::SUCCESS,
        Ok(Outcome::Faulty) => ExitCode::from(1),
        Err(failure) => {
            output::say(format!("error: {failure}"));
            ExitCode::from(2)
        }
    }
}
