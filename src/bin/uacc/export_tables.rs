//! `uacc export base-data`.

use std::path::Path;

use universal_accounting::report::Policy;
use universal_accounting::tables::{self, NotWritten};

use crate::files::Input;
use crate::findings::pluralize;
use crate::new_files::NewFiles;
use crate::output::{self, Outcome, display_path};
use crate::sanitize::{sanitize, sanitize_and_mask};
use crate::{files, findings};

/// How many places are listed for which tables have no column.
const MAX_LISTED: usize = 20;

/// Writes base data as tables to a folder.
pub(crate) fn run(file: &Path, folder: &Path, policy: &Policy) -> Outcome {
    let new_files = NewFiles::new(folder)?;
    let input = files::read(file)?;
    let tables = match tables::write(&input.bytes) {
        Ok(tables) => tables,
        Err(reason) => {
            print_reason(&input, &reason, policy);
            output::print_note("nothing was written");
            return Ok(false);
        }
    };
    new_files.write_all(
        &tables
            .iter()
            .map(|table| (table.name.as_str(), &*table.bytes))
            .collect::<Vec<_>>(),
    )?;
    for table in &tables {
        let path = display_path(&folder.join(&table.name));
        output::print_summary(format!(
            "{path}: {}: {}",
            table.list,
            pluralize(table.records, "record")
        ));
    }
    Ok(true)
}

fn print_reason(input: &Input, reason: &NotWritten, policy: &Policy) {
    let name = sanitize(&input.name);
    match reason {
        NotWritten::Invalid(report) => {
            findings::print(input, report, policy);
            output::print_note(format!(
                "{name}: {}",
                findings::count_errors_and_warnings(report)
            ));
        }
        NotWritten::NoPlace(pointers) => {
            for pointer in pointers.iter().take(MAX_LISTED) {
                output::print_note(format!(
                    "{name}: {}: tables have no place for it; take it out first",
                    sanitize_and_mask(pointer)
                ));
            }
            if let Some(more) = pointers
                .len()
                .checked_sub(MAX_LISTED)
                .filter(|more| *more > 0)
            {
                output::print_note(format!("… and {more} more"));
            }
        }
        NotWritten::Changed(reports) => {
            output::print_note(format!(
                "{name}: a table would be read in another way than it is written"
            ));
            for (table, report) in reports {
                for finding in report.findings.iter().take(MAX_LISTED) {
                    let text = if policy.is_redacted() {
                        format!("{}: {}", finding.line, finding.rule.id)
                    } else {
                        finding.to_string()
                    };
                    output::print_note(format!("{table}:{text}"));
                }
            }
        }
        _ => output::print_note(format!("{name}: it can't be written as tables")),
    }
}
