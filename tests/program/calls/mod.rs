//! Commands of the program: which output goes to which stream, and the exit status.

mod any_command;
mod base_data;
mod check;
mod convert;
mod normalize;
mod rules_and_schemas;

const UBS: &str = "tests/bank/ubs-account/2022-11-de.csv";
const VISECA: &str = "tests/bank/viseca-card/2023.csv";

const SPELLING: &str = "tests/messages/spelling.json";
