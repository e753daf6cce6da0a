//! Properties that hold for every input, tested on generated input through the public API alone.
//!
//! `PROPTEST_CASES` raises the number of cases.

pub(crate) mod card_numbers;
mod code_pages;
mod contradictions;
mod conversion;
mod cross_check;
mod diff;
mod faulty_base_data;
mod faulty_payload;
mod journal;
mod messages;
mod mutation;
mod normalize;
mod ofx;
mod old_workbooks;
mod payloads;
mod silence;
mod silence_entries;
mod silence_messages;
mod silence_payloads;
mod silence_tables;
mod silence_tables_shown;
mod silence_values;
mod statement;
mod statement_file;
mod tables;
mod workbooks;
