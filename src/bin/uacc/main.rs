//! `uacc`: checks accounting payloads and converts bank CSV exports at a terminal.

#![forbid(unsafe_code)]

mod banks;
mod check;
mod convert;
#[cfg(feature = "postgres")]
mod database;
mod excerpt;
mod files;
mod import;
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

use clap::{Parser, Subcommand};
use output::Outcome;

/// Check accounting payloads and turn bank CSV exports into them.
///
/// Exit status: 0 clean (warnings allowed), 1 the content has errors, 2 it could not run.
#[derive(Debug, Parser)]
#[command(name = "uacc", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Find every fault of a payload, each at its place.
    Check(check::Check),
    /// Apply the fixes to a payload and write it in its canonical form.
    Normalize(normalize::Normalize),
    /// Turn bank CSV exports into transaction payloads.
    Convert(convert::Convert),
    /// Import transactions into a store, each once: new ones are created, known ones are left as they are.
    Import(import::Import),
    /// List the formats that are read; of a file, tell how near it comes to each.
    Banks(banks::Banks),
    /// List the rules.
    Rules {
        /// How to list them.
        #[arg(long, value_enum, default_value_t = rules::ListFormat::Human)]
        format: rules::ListFormat,
    },
    /// Tell what a rule is about, why it exists and how to mend what breaks it.
    Explain {
        /// The rule, such as `amount-zero`.
        rule: String,
    },
    /// Print a JSON Schema (2020-12); without a name, list them.
    Schema {
        /// The schema, such as `base-data`; `openapi` is the interface of the service with all schemas in it (OpenAPI 3.1).
        name: Option<String>,
    },
    /// Answer like the service, over HTTP, for tests of those who call it: no production service.
    ///
    /// Nothing is encrypted, and who knows a token may do all that it allows. An interrupt ends it, after the requests that it has.
    #[cfg(feature = "serve")]
    Serve(serve::Serve),
}

fn main() -> ExitCode {
    let done = match Arguments::try_parse() {
        Ok(arguments) => run(&arguments.command),
        Err(wrong) if wrong.use_stderr() => wrong.exit(),
        // A help text or version that was asked for is a result.
        Err(asked) => output::show(&asked.render().ansi().to_string()).map(|()| true),
    };
    match done {
        Ok(is_clean) => ExitCode::from(u8::from(!is_clean)),
        Err(failure) => {
            output::say(format!("error: {failure}"));
            ExitCode::from(2)
        }
    }
}

fn run(command: &Command) -> Outcome {
    match command {
        Command::Check(call) => check::run(call),
        Command::Normalize(call) => normalize::run(call),
        Command::Convert(call) => convert::run(call),
        Command::Import(call) => import::run(call),
        Command::Banks(call) => banks::run(call),
        Command::Rules { format } => output::put(&rules::list(*format)).map(|()| true),
        Command::Explain { rule } => output::put(&rules::explain(rule)?).map(|()| true),
        Command::Schema { name } => output::put(&rules::schema(name.as_deref())?).map(|()| true),
        #[cfg(feature = "serve")]
        Command::Serve(call) => serve::run(call),
    }
}
