//! Learns the format of a table that no profile knows.
//!
//! A running balance fixes which columns are money, their signs and their decimal mark: exactly one reading satisfies it in every row. It leaves one bit open,
//! all signs turned together with time, and only dates close it. So roles are *proved* by balances and dates, *suggested* by names that built-in profiles use,
//! or asked. A profile is written once nothing is open.
//!
//! ```
//! use universal_accounting::learn::{Answers, Basis, learn};
//!
//! let file = "Tag;Was;Raus;Rein;Stand\n\
//!             02.03.2026;Miete;1'200.00;;3'800.00\n\
//!             05.03.2026;Lohn;;5'000.50;8'800.50\n\
//!             09.03.2026;Bahn;12.50;;8'788.00\n\
//!             12.03.2026;Essen;30.00;;8'758.00\n";
//! let mut answers = Answers::new();
//! answers.accept = true;
//! let draft = learn(&[("", file.as_bytes())], &answers)?;
//! assert_eq!(draft.amounts, Basis::Proved);
//! let roles: Vec<&str> = draft.columns.iter().map(|column| column.role.as_str()).collect();
//! assert_eq!(roles, ["booked-at", "text", "debit", "credit", "balance"]);
//! assert!(draft.profile.is_some());
//! # Ok::<(), universal_accounting::learn::LearnError>(())
//! ```

mod amounts;
mod answers;
mod ask;
mod ask_amounts;
mod balance_rows;
mod balances;
mod chain;
mod column;
mod date_order;
mod dates;
mod direction;
mod draft;
mod entries;
mod headings;
mod names;
mod numbers;
mod profile;
mod question;
mod read_answers;
mod reading;
mod role;
mod row;
mod search;
mod table;
mod texts;

pub use answers::Answers;
pub use column::LearnedColumn;
pub use draft::Draft;
pub use question::{Choice, Question, QuestionKind};
pub use role::{Basis, ColumnRole, ColumnRoleError};
pub use table::LearnError;

use crate::format::file_text;
use table::Table;

/// Learns the table of a file, or of several files of one account's bank, each with its name: what one of them leaves open another one may show. They must have the
/// same columns. A file is a table as text, or a workbook.
///
/// # Errors
///
/// A file has no row with a date and a number, or other columns than the first one, or is a workbook that can't be read.
pub fn learn(files: &[(&str, &[u8])], answers: &Answers) -> Result<Draft, LearnError> {
    let mut texts = Vec::new();
    for (file, (name, bytes)) in files.iter().enumerate() {
        let text = file_text(bytes).map_err(|finding| LearnError::Unreadable { file, finding })?;
        texts.push((*name, text));
    }
    let read: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (*name, &**text)).collect();
    let table = Table::find_in_all(&read)?;
    Ok(draft::draft(&table, files, answers))
}
