//! `uacc`: checks accounting payloads and converts bank CSV exports at a terminal.
//!
//! Exit status: 0 clean (warnings allowed), 1 the content has errors, 2 it could not run.

#![forbid(unsafe_code)]

mod arguments;
mod banks;
mod check;
mod convert;
#[cfg(feature = "postgres")]
mod database;
mod excerpt;
mod files;
mod import;
mod imported;
mod interrupt;
mod normalize;
mod output;
mod rules;
#[cfg(feature = "serve")]
mod serve;
mod settings;
mod statements;
mod store;
mod totals;
mod window;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};
use output::{Failure, Outcome};

fn main() -> ExitCode {
    let done = match Arguments::try_parse() {
        Ok(arguments) => run(&arguments.command),
        Err(wrong) if wrong.use_stderr() => wrong.exit(),
        // A help text or version that was asked for is a result.
        Err(asked) => output::show(&asked.render().ansi().to_string()).map(|()| Outcome::Clean),
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

fn run(command: &Command) -> Result<Outcome, Failure> {
    match command {
        Command::Check(call) => check::run(call),
        Command::Normalize(call) => normalize::run(call),
        Command::Convert(call) => convert::run(call),
        Command::Import(call) => import::run(call),
        Command::Banks(call) => banks::run(call),
        Command::Rules(call) => rules::list(call),
        Command::Explain(call) => rules::explain(call),
        Command::Schema(call) => rules::schema(call),
        #[cfg(feature = "serve")]
        Command::Serve(call) => serve::run(call),
    }
}
